/**
 * The scripts of the package: the modules of the core in one file. Within one file V8 takes what modules give each other for
 * constants, which makes kernels a tenth faster, and a program starts in half the time. Constants are marked, so that bundlers
 * take from the file what a program uses.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { breakLines } from './break-lines.mjs';
import { selectDeclarations } from './declarations.mjs';
import { markPureConstants } from './pure-constants.mjs';
import { root } from './setup.mjs';
import { licenseTexts } from './third-party.mjs';

/** Packages that are part of the files: others cannot bundle the CommonJS build of jsonc-parser, and many small modules load slowly. */
const BUNDLED = /node_modules[\\/](?:gifenc|jsonc-parser|hyparquet|hyparquet-writer|robust-predicates)[\\/]/;

const lib = join(root, 'dist/lib');
rmSync(lib, { recursive: true, force: true });
const { output } = await build({
  cwd: root,
  platform: 'neutral',
  input: {
    index: 'src/index.ts',
    bounds: 'src/entries/bounds.ts',
    cad: 'src/entries/cad.ts',
    export: 'src/entries/export.ts',
    gpu: 'src/gpu/index.ts',
    kernels: 'src/entries/kernels.ts',
    meshes: 'src/entries/meshes.ts',
    nurbs: 'src/entries/nurbs.ts',
    sweeps: 'src/entries/sweeps.ts',
    three: 'src/three/index.ts',
    pairs: 'src/entries/pairs.ts',
    tracking: 'src/entries/tracking.ts',
    urdf: 'src/entries/urdf.ts',
    vehicles: 'src/entries/vehicles.ts',
    reproduce: 'reproduce/index.ts',
    workers: 'src/workers/index.ts',
    'contact-worker': 'src/workers/contact-worker.ts',
    'query-worker': 'src/workers/query-worker.ts',
    'step-worker': 'src/workers/step-worker.ts',
    'gpu-worker': 'src/workers/gpu-worker.ts',
    'sweep-worker': 'src/workers/sweep-worker.ts',
    'fmu-host': 'src/fmu/host.ts',
    main: 'src/cli/main.ts',
  },
  external: /^(?!gifenc|jsonc-parser|hyparquet|robust-predicates)[^./]/,
  // the files run in browsers too
  resolve: { mainFields: ['module', 'main'], conditionNames: ['browser', 'import'] },
  output: {
    dir: lib,
    // threads find their script beside the file that starts them: all lie in one folder
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // without spaces, comments and long local names the file loads in two thirds of the time; names of functions stay, for stack traces
    minify: { mangle: { toplevel: false }, compress: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        // these have statements with effects of their own, which a program without scene files and recordings leaves out
        { name: 'jsonc-parser', test: /jsonc-parser/ },
        { name: 'parquet', test: /node_modules[\\/]hyparquet/ },
        // CAD files import a package by a name that bundlers do not see: outside of what every program loads
        {
          name: 'core',
          test: /[\\/]src[\\/](?!cli[\\/]|fmu[\\/]|gpu[\\/]|workers[\\/]|formats[\\/]cad[\\/]|scene[\\/]embed-cad|entries[\\/]cad)|robust-predicates/,
        },
      ],
    },
  },
});

const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
const strangers = modules.filter((path) => path.includes('node_modules') && !BUNDLED.test(path));
if (strangers.length > 0) throw new Error(`bundled, but not meant to be: ${strangers.join(', ')}`);
for (const file of output) {
  if (file.type === 'chunk') writeFileSync(join(lib, file.fileName), breakLines(markPureConstants(file.code)));
}
writeFileSync(join(lib, 'third-party-licenses.txt'), licenseTexts(modules));
removeFormerScripts();
selectDeclarations();

/** Scripts that the compiler wrote before the bundle replaced them. */
function removeFormerScripts() {
  const dist = join(root, 'dist');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (/^(?!studio|site|lib).*\.js(\.map)?$/.test(name)) rmSync(join(dist, name));
  }
}
