/** `npm run bench`: installs and builds what is missing, including the peers, then runs the benchmarks. */
import { join } from 'node:path';
import { build, ensureBuild, ensureDependencies, root, run } from './setup.mjs';

await ensureDependencies();
await ensureDependencies(join(root, 'bench/peers'));
await ensureBuild();
await build('bench');
process.exitCode = await run(process.execPath, ['bench/dist/main.js', ...process.argv.slice(2)]);
