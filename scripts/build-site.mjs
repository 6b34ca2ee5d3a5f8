/** Builds `dist/site`; `scripts/setup.mjs` starts it in a process of its own when something changed. */
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './setup.mjs';

/** @type {{ module: { buildSite(root: string): Promise<void> } }} */
const { module } = await runnerImport(join(root, 'site/build/build.ts'));
await module.buildSite(root);
