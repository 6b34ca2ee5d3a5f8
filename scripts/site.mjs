/** `npm run site`: sets up what is missing, then builds the documentation site, with the studio in it, in `dist/site`. */
import { ensureDependencies, ensureSite, ensureStudio } from './setup.mjs';

await ensureDependencies();
await ensureStudio();
await ensureSite();
console.log('The site is in dist/site: any web server can serve this folder, below any path. To look at it:');
console.log('  npx vite preview --outDir dist/site --open');
