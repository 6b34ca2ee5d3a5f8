/** `node --import ./scripts/load-typescript.mjs`: Node imports TypeScript files as they are. From Node 22.18 on it does so by itself. */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { typescript } = /** @type {{ typescript?: unknown }} */ (process.features);
// threads of the library run compiled files
if (isMainThread && !typescript) register('./typescript-hooks.mjs', import.meta.url);
