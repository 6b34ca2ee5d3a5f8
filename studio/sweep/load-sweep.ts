import { routeHref } from '../page/link.ts';
import type { NamedFile } from '../worker/jobs.ts';

/** Results that were opened in this page, by name; stored as long as the page is open. */
const held = new Map<string, readonly NamedFile[]>();

/** Files that are fetched at the same time. */
const PARALLEL = 8;

/** Shows the page of results that the user has chosen. */
export function openSweepFiles(files: readonly NamedFile[]): void {
  let name = 'opened';
  for (let i = 2; held.has(name); i++) name = `opened-${i}`;
  held.set(name, files);
  location.assign(routeHref({ page: 'sweep', name }));
}

/** The files of results that were opened here, or that the server was given. */
export async function fetchSweep(
  name: string,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<readonly NamedFile[]> {
  const opened = held.get(name);
  if (opened) return opened;
  const folder = `sweeps/${encodeURIComponent(name)}`;
  const missing = `The sweep results “${name}” were not given to this server (appulse studio ${name}.sweep), or were opened in another window.`;
  const list = await fetch(`${folder}/files.json`, { signal });
  if (!list.ok) throw new Error(missing);
  const names = (await list.json()) as string[];
  const files: NamedFile[] = new Array(names.length);
  let [next, done] = [0, 0];
  const work = async () => {
    for (let i = next++; i < names.length; i = next++) {
      const response = await fetch(`${folder}/${names[i]}`, { signal });
      if (!response.ok)
        throw new Error(`The server has no file “${names[i]}” of the sweep results “${name}” any more.`);
      files[i] = { name: names[i], bytes: new Uint8Array(await response.arrayBuffer()) };
      onProgress(++done, names.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return files;
}
