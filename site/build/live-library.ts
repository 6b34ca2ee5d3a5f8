import { join } from 'node:path';
import { build } from 'rolldown';

/** The worker of the live examples, with the library in parts that it loads when a program imports them. */
export async function buildLiveLibrary(root: string, folder: string): Promise<void> {
  await build({
    cwd: root,
    input: join(root, 'site/live/example.worker.ts'),
    platform: 'browser',
    output: { dir: folder, format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js', minify: true },
  });
}
