import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'reproduce/**/*.test.ts', 'studio/**/*.test.ts', 'test/**/*.test.ts'],
    // the default leaves one core idle
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 240_000,
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
