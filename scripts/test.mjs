/** `npm test`: sets up what is missing, then every check. Arguments go to vitest: `npm test -- src/math`. */
import { ensureAll, ensureBrowser, ensureDependencies, ensureSite, runNpm, stop } from './setup.mjs';

await ensureDependencies();
await ensureAll();
// vitest runs the files whose path contains one of the words
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
if (words.length === 0 || words.some((word) => 'test/site.test.ts'.includes(word))) await ensureSite();
await ensureBrowser().catch((error) => stop(error.message));
process.exitCode = await runNpm(['run', 'check', '--', ...process.argv.slice(2)]);
