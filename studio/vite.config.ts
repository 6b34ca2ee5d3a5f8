import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { studioContent } from './build/studio-content.ts';
import { thirdPartyLicenses } from './build/third-party.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // addresses relative to the page: the files work below any path
  base: './',
  publicDir: false,
  plugins: [studioContent(), thirdPartyLicenses('page')],
  worker: { format: 'es', plugins: () => [thirdPartyLicenses('worker')] },
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // the polyfill is an inline script that the policy of the page blocks, and all supported browsers preload
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    // most of the build time is running the examples, not plugins
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
