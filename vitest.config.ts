import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';

const coverage = process.argv.includes('--coverage');
const loadTypeScript = fileURLToPath(new URL('scripts/load-typescript.mjs', import.meta.url));

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'reproduce/**/*.test.ts', 'studio/**/*.test.ts', 'test/**/*.test.ts'],
    // one more than there are cores: tests of commands, servers and pages wait for other processes
    maxWorkers: availableParallelism() + 1,
    // the files of tests share one process per core: modules are loaded once, and V8 has optimized the kernels already; no test changes globals
    isolate: coverage,
    // Node's own imports make kernels half as fast again as Vite's; coverage needs Vite's
    experimental: { viteModuleRunner: coverage, nodeLoader: false },
    execArgv: coverage ? [] : ['--import', loadTypeScript],
    sequence: { sequencer: LongFilesFirst },
    globalSetup: ['test/example-runs-setup.mjs'],
    setupFiles: ['test/setup.ts'],
    // these end what hangs; on a busy machine everything takes many times as long
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'reproduce/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html', 'json-summary', 'lcovonly'],
      reportsDirectory: 'out/coverage',
      // a report of a failed run shows what the failing tests reached
      reportOnFailure: true,
    },
  },
});
