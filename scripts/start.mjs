/**
 * `npm start`: sets up what is missing, runs a scene and serves the studio. `npm start -- run x.scene.json`: the command line
 * itself. Both in this same process.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild, ensureDependencies, ensureStudio, root } from './setup.mjs';

/** What a newcomer sees first. */
const FIRST = ['studio', '--run', join(root, 'examples/elastic-polygons-in-a-box.scene.json')];

const given = process.argv.slice(2);
const args = given.length > 0 ? given : FIRST;
await ensureDependencies();
await ensureBuild();
if (args[0] === 'studio') await ensureStudio();
const main = join(root, 'dist/lib/main.js');
process.argv = [process.execPath, main, ...args];
await import(pathToFileURL(main).href);
