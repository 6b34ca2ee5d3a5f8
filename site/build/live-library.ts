import { join } from 'node:path';
import { build } from 'rolldown';
import { BROWSER_ENTRIES, scriptOf } from '../live/example.ts';

/** The worker of the live examples, and in the same folder the entries of the library that programs may import. */
export async function buildLiveLibrary(
  root: string,
  entries: ReadonlyMap<string, string>,
  folder: string,
): Promise<void> {
  const library = BROWSER_ENTRIES.map((entry) => {
    const source = entries.get(entry);
    if (source === undefined) throw new Error(`${entry} is not an entry of the package`);
    return [scriptOf(entry), join(root, source)] as const;
  });
  await build({
    cwd: root,
    input: { 'example.worker': join(root, 'site/live/example.worker.ts'), ...Object.fromEntries(library) },
    platform: 'browser',
    output: { dir: folder, format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js', minify: true },
  });
}
