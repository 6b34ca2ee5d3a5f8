/** `npm start -- run x.scene.json`: sets up what is missing, then is the command line itself, in this same process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

await ensureDependencies();
await ensureBuild();
const main = join(root, 'dist/cli/main.js');
const args = process.argv.slice(2);
process.argv = [process.execPath, main, ...(args.length > 0 ? args : ['gallery'])];
await import(pathToFileURL(main).href);
