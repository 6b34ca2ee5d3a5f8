/** `npm test`: sets up what is missing, then every check. Arguments go to vitest: `npm test -- src/math`. */
import { ensureAll, ensureBrowser, ensureDependencies, ensureTools, runNpm, stop } from './setup.mjs';

await ensureDependencies();
await ensureTools();
await ensureAll();
await ensureBrowser().catch((error) => stop(error.message));
process.exitCode = await runNpm(['run', 'check', '--', ...process.argv.slice(2)]);
