/**
 * What Node runs: the modules of the core in one file. Within one file V8 takes what modules give each other for constants, which
 * makes kernels a tenth faster, and a command starts in half the time. Bundlers of others get the modules as they are.
 */
import { join } from 'node:path';
import { build } from 'rolldown';
import { root } from './setup.mjs';

await build({
  cwd: root,
  platform: 'node',
  input: {
    index: 'src/index.ts',
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
    codeSplitting: { groups: [{ name: 'core', test: /\/src\/(?!cli\/|workers\/)/ }] },
  },
});
