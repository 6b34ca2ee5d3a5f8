import { element } from '../page/element.ts';
import { formatLink, routeHref } from '../page/link.ts';
import type { Studio } from '../page/studio.ts';
import { openSweepFiles } from '../sweep/load-sweep.ts';
import { holdRecording } from '../workbench/load.ts';
import type { NamedFile } from '../worker/jobs.ts';
import { BODY_FILE } from '../worker/mesh-files.ts';
import { askWhere } from './ask-where.ts';
import { unzip } from './unzip.ts';

/** Scenes, recordings, sweep results, `.dat` files, meshes and CAD parts that are dropped on the page are opened. */
export function acceptDrops(studio: Studio, target: HTMLElement, signal: AbortSignal): void {
  const hint = element(
    'div',
    { className: 'drop-hint', hidden: true },
    'Drop a scene, a recording (its folder or ZIP), the folder of sweep results, two .dat files, meshes or CAD parts',
  );
  target.append(hint);
  const show = (on: boolean) => {
    hint.hidden = !on;
  };
  target.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      show(true);
    },
    { signal },
  );
  target.addEventListener('dragleave', (event) => event.relatedTarget === null && show(false), { signal });
  target.addEventListener(
    'drop',
    async (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      show(false);
      try {
        await openFiles(studio, await filesOf(event.dataTransfer));
      } catch (error) {
        studio.announce(error instanceof Error ? error.message : String(error), 'error');
      }
    },
    { signal },
  );
}

/** What files are. */
export type Opened =
  | { readonly kind: 'sweep'; readonly files: readonly NamedFile[] }
  /** Held under this name as long as the page is open. */
  | { readonly kind: 'recording'; readonly name: string }
  | { readonly kind: 'meshes'; readonly files: readonly NamedFile[] }
  | { readonly kind: 'other'; readonly files: readonly NamedFile[] };

/** Opens files by type; meshes can be added to the scene that is shown. */
export async function openFiles(studio: Studio, given: readonly NamedFile[]): Promise<void> {
  const opened = await recognise(given);
  if (opened.kind === 'sweep') {
    openSweepFiles(opened.files);
    return;
  }
  if (opened.kind === 'recording') {
    location.assign(routeHref({ page: 'recording', name: opened.name }));
    return;
  }
  if (opened.kind === 'meshes' && takesMeshes(studio)) {
    const wish = await askWhere(opened.files.map(({ name }) => name));
    if (wish === 'add') await (await import('../editor/add-files.ts')).addMeshes(studio, opened.files);
    if (wish !== 'open') return;
  }
  const { name, text } = await studio.runner.start('adopt', { files: opened.files }).result;
  location.assign(await formatLink({ route: { page: 'own', name, text } }));
}

/** The kind of files, by their names; archives are unpacked. */
export async function recognise(given: readonly NamedFile[]): Promise<Opened> {
  const archives = await Promise.all(given.filter(({ name }) => /\.zip$/i.test(name)).map(({ bytes }) => unzip(bytes)));
  const files = [...given.filter(({ name }) => !/\.zip$/i.test(name)), ...archives.flat()];
  const isRecording = files.some(({ name }) => name === 'summary.json');
  if (files.some(({ name }) => name === 'sweep.json' || (name.endsWith('.parquet') && !isRecording)))
    return { kind: 'sweep', files };
  if (isRecording) {
    const name = given.length === 1 ? given[0].name.replace(/(\.recording)?\.zip$/i, '') : 'opened';
    return { kind: 'recording', name: holdRecording(name, files) };
  }
  return { kind: files.every(({ name }) => BODY_FILE.test(name)) ? 'meshes' : 'other', files };
}

/** Whether a scene is shown that meshes can be added to. */
function takesMeshes({ session }: Studio): boolean {
  const world = session.get().recorded?.scene.world;
  return /^#\/(scene|own|recording)\//.test(location.hash) && (world === 'solids' || world === 'deformable');
}

/** Opens files that the user has chosen. */
export async function openChosen(studio: Studio, chosen: readonly File[]): Promise<void> {
  if (chosen.length === 0) return;
  try {
    await openFiles(studio, await Promise.all(chosen.map(readFile)));
  } catch (error) {
    studio.announce(error instanceof Error ? error.message : String(error), 'error');
  }
}

/** Dropped files, and the files of dropped folders. */
async function filesOf({ items, files }: DataTransfer): Promise<NamedFile[]> {
  // entries must be read before the first await; items that are not files have none
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const found = entries.every((entry) => entry !== null) ? await Promise.all(entries.map(filesOfEntry)) : [[...files]];
  return Promise.all(found.flat().map(readFile));
}

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  // the parts of sweep results; their recordings are opened one by one
  const wanted = inside.filter(({ isFile, name }) => isFile || name === 'parts');
  return (await Promise.all(wanted.map(filesOfEntry))).flat();
}

/** All entries of a folder: the browser lists them in batches. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

export async function readFile(file: File): Promise<NamedFile> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
