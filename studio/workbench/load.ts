import type { NamedFile } from '../worker/jobs.ts';

/** The text of an example. */
export async function fetchScene(name: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`scenes/${encodeURIComponent(name)}.scene.json`, { signal });
  if (!response.ok) throw new Error(`There is no example named “${name}”.`);
  return response.text();
}

/** Recordings that were opened in this page, by name; stored as long as it is open. */
const heldRecordings = new Map<string, readonly NamedFile[]>();

/** Holds a recording under a name that is not in use, which is returned. */
export function holdRecording(wanted: string, files: readonly NamedFile[]): string {
  let name = wanted;
  for (let i = 2; heldRecordings.has(name); i++) name = `${wanted}-${i}`;
  heldRecordings.set(name, files);
  return name;
}

/** Names of the recordings that were opened in this page, or that the server has and this page has shown. */
export function knownRecordings(): readonly string[] {
  return [...heldRecordings.keys()];
}

/** The files of a recording that was dropped here or that the server was given. */
export async function fetchRecording(name: string, signal: AbortSignal): Promise<readonly NamedFile[]> {
  const held = heldRecordings.get(name);
  if (held) return held;
  const folder = `recordings/${encodeURIComponent(name)}`;
  const read = async (file: string): Promise<NamedFile> => {
    const response = await fetch(`${folder}/${file}`, { signal });
    if (!response.ok) throw new Error(`The recording “${name}” was not given to this server (appulse studio ${name}).`);
    return { name: file, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const summary = await read('summary.json');
  // the tables depend on the world: the summary has their row counts
  const { counts } = JSON.parse(new TextDecoder().decode(summary.bytes)) as { counts: Record<string, number> };
  const tables = Object.keys(counts).filter((name) => name !== 'events');
  const others = ['scene.json', 'events.jsonl', ...tables.map((name) => `${name}.parquet`)];
  const files = [summary, ...(await Promise.all(others.map(read)))];
  heldRecordings.set(name, files);
  return files;
}
