import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'reproduce/**/*.test.ts', 'studio/**/*.test.ts', 'test/**/*.test.ts'],
    // the default leaves one core idle
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
