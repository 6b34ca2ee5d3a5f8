import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { studioContent } from './build/studio-content.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // addresses relative to the page: the files work below any path
  base: './',
  publicDir: false,
  plugins: [studioContent()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // the polyfill is an inline script that the policy of the page refuses, and every browser of this age preloads
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    // most of a build is running the examples, which is no fault of a plugin
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
