/** `npm test`: sets up what is missing, then every check. Arguments go to vitest: `npm test -- src/math`. */
import { ensureAll, ensureBrowser, ensureDependencies, ensureRedis, runNpm, stop } from './setup.mjs';

await ensureDependencies();
await ensureAll();
await ensureBrowser().catch((error) => stop(error.message));
await ensureRedis();
process.exitCode = await runNpm(['run', 'check', '--', ...process.argv.slice(2)]);
