import { embedMeshes, sceneMeshFiles } from '../entries/meshes.ts';
import { hdf5Option } from './hdf5.ts';
import { readMeshFiles } from './mesh-files.ts';
import { note } from './output.ts';

/** Shapes by their text, so that each file is read once, also by several shapes of one query. */
export type ShapeCache = Map<string, Promise<unknown>>;

/** Queries have few levels; deeper ones are rejected by what answers them. */
const MAX_LEVELS = 16;

/** Whether the text of a query may have a shape from a file. */
export function hasMeshFile(text: string): boolean {
  return /"kind"\s*:\s*"mesh"/.test(text);
}

/**
 * The text of a query with the meshes of its files in place of shapes `{ "kind": "mesh", "file": ... }`, with the keys of rigid bodies of scenes. Paths
 * are relative to `folder`, and must stay in it. A text that is no JSON is returned as it is.
 */
export async function embedQueryMeshes(text: string, folder: string, cache: ShapeCache): Promise<string> {
  let query: unknown;
  try {
    query = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(await replaceShapes(query, folder, cache, MAX_LEVELS));
}

async function replaceShapes(value: unknown, folder: string, cache: ShapeCache, levels: number): Promise<unknown> {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) {
    // long lists are numbers
    if (!value.some((item) => typeof item === 'object')) return value;
    return Promise.all(value.map((item) => replaceShapes(item, folder, cache, levels - 1)));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  if (fields['kind'] === 'mesh' && typeof fields['file'] === 'string') return readShape(fields, folder, cache);
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(fields)) {
    entries.push([key, await replaceShapes(item, folder, cache, levels - 1)]);
  }
  return Object.fromEntries(entries);
}

function readShape(
  shape: Readonly<Record<string, unknown>>,
  folder: string,
  cache: ShapeCache,
): Promise<unknown> {
  const key = JSON.stringify(shape);
  const read = cache.get(key) ?? embedShape(shape, folder);
  cache.set(key, read);
  return read;
}

/** As the shape of a fixed body in a scene: the same keys, the same checks. */
async function embedShape(shape: Readonly<Record<string, unknown>>, folder: string): Promise<unknown> {
  const body = { name: 'shape', shape, motion: 'fixed' };
  const text = JSON.stringify({
    world: 'solids',
    title: 'query',
    description: 'query',
    bodies: [body],
    time: { end: 1 },
  });
  const files = await readMeshFiles(sceneMeshFiles(text, 'query'), folder, 'query');
  const embedded = embedMeshes(text, 'query', files, { notice: note, ...(await hdf5Option(files)) });
  return JSON.parse(embedded).bodies[0].shape;
}
