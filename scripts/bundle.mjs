/**
 * What Node runs: the modules of the core in one file. Within one file V8 takes what modules give each other for constants, which
 * makes kernels a tenth faster, and a command starts in half the time. Bundlers of others get the modules as they are.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import { root } from './setup.mjs';

const { output } = await build({
  cwd: root,
  platform: 'node',
  input: {
    index: 'src/index.ts',
    bounds: 'src/entries/bounds.ts',
    kernels: 'src/entries/kernels.ts',
    meshes: 'src/entries/meshes.ts',
    nurbs: 'src/entries/nurbs.ts',
    three: 'src/three/index.ts',
    pairs: 'src/entries/pairs.ts',
    tracking: 'src/entries/tracking.ts',
    vehicles: 'src/entries/vehicles.ts',
    reproduce: 'reproduce/index.ts',
    workers: 'src/workers/index.ts',
    'contact-worker': 'src/workers/contact-worker.ts',
    'search-worker': 'src/workers/search-worker.ts',
    main: 'src/cli/main.ts',
  },
  // the CommonJS build of jsonc-parser cannot be bundled by others, so its modules are part of the file
  external: /^(?!jsonc-parser)[^./]/,
  resolve: { mainFields: ['module', 'main'] },
  output: {
    dir: join(root, 'dist/node'),
    // threads find their script beside the file that starts them: all lie in one folder
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // without spaces and comments the file loads in three quarters of the time; names stay, for stack traces
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: 'core', test: /\/src\/(?!cli\/|workers\/)/ }] },
  },
});

// declarations of src lie in dist itself, those of reproduce in dist/reproduce: one folder less between them than between the sources
const types = join(root, 'node_modules/.cache/appulse/types/reproduce');
for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const text = readFileSync(join(types, name), 'utf8');
  const path = join(root, 'dist/reproduce', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(/(from '(?:\.\.\/)+)src\//g, '$1'));
}

// tsc and rolldown do not delete what they wrote for a source that is gone since, and all of dist is packed
const dist = join(root, 'dist');
const written = new Set(output.map((file) => `node/${file.fileName}`));
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const path = name.replaceAll('\\', '/');
  const source = /^(?!studio\/|site\/|node\/)(.*?)(?:\.d\.ts|\.js|\.js\.map)$/.exec(path)?.[1];
  const folder = path.startsWith('reproduce/') ? '' : 'src/';
  const stale =
    source === undefined ? isScript(path) && !written.has(path) : !existsSync(join(root, `${folder}${source}.ts`));
  if (stale) rmSync(join(dist, name));
}

/** @param {string} path */
function isScript(path) {
  return /^node\/.*\.js$/.test(path);
}
