/** Replaces the meshes from files in the text of a scene by the meshes themselves, so that the text alone is the scene. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type MeshFileOptions, type MeshReference, readMeshFileShape } from './mesh-file-shape.ts';
import { checkMeshPath, missingMeshFile } from './mesh-files.ts';
import { NODE_SETS } from './mesh-scene.ts';
import type { MeshDocument } from './mesh-schema.ts';
import { failIn, MAX_SCENE_BYTES, parseDocument } from './read.ts';
import type { JsonPath } from './scene-error.ts';
import type { SolidDocument } from './solid-schema.ts';
import { validateDocument } from './validate.ts';

type BodyDocument = MeshDocument['bodies'][number] | SolidDocument['bodies'][number];
/** A text without this word has no mesh from a file. */
const KIND = /"mesh"/;

/** The mesh files of a valid scene with their places in it, their paths checked. */
function findReferences(text: string, data: unknown, source: string): MeshReference[] {
  const fail = failIn(text, source);
  const document = validateDocument(data, fail);
  if (document.world !== 'solids' && document.world !== 'deformable') return [];
  return (document.bodies as readonly BodyDocument[]).flatMap((body, i) => {
    if (body.shape.kind !== 'mesh') return [];
    const path = ['bodies', i, 'shape'];
    checkMeshPath(body.shape.file, [...path, 'file'], fail);
    const isElastic = 'elastic' in body && body.elastic !== undefined;
    return [{ shape: body.shape, path, isElastic, nodeSets: namedSets(body, ['bodies', i]) }];
  });
}

/** Sets of nodes that are named by a body and are none by location, with the first place of each name. */
function namedSets(body: BodyDocument, path: JsonPath): Map<string, JsonPath> {
  const names = new Map<string, JsonPath>();
  const add = (name: string, at: JsonPath) => {
    if (!NODE_SETS.includes(name) && !names.has(name)) names.set(name, at);
  };
  if (!('clamp' in body)) return names;
  body.clamp.forEach((name, k) => {
    add(name, [...path, 'clamp', k]);
  });
  body.prescribedNodes.forEach(({ nodes }, k) => {
    add(nodes, [...path, 'prescribedNodes', k, 'nodes']);
  });
  return names;
}

/**
 * The mesh files that the text of a scene names, each once, relative to the folder of the scene. Throws a `SceneError` for an invalid scene and
 * for a path that leaves the folder.
 */
export function sceneMeshFiles(fileText: string, source: string): string[] {
  if (!KIND.test(fileText)) return [];
  const { text, data } = parseDocument(fileText, source);
  return [...new Set(findReferences(text, data, source).map(({ shape }) => shape.file))];
}

/**
 * The text of a scene with the meshes of its files in place of their names: a surface becomes a `trimesh`, a hull a `hull`, parts a `compound`, an elastic body a
 * `solid-mesh` or a `membrane-mesh`. All other text remains unchanged, line numbers included. `files` are the bytes by the names of `sceneMeshFiles`,
 * and those of the files that they refer to (`meshFileReferences`).
 * Throws a `SceneError` that names a file that is missing or invalid.
 *
 * @example
 * ```ts
 * import { readScene } from 'appulse';
 * import { embedMeshes } from 'appulse/meshes';
 *
 * const text = `{
 *   "world": "solids", "title": "Part", "description": "A part at rest.",
 *   "bodies": [{ "name": "part", "shape": { "kind": "mesh", "file": "part.obj", "scale": 0.001 }, "motion": "fixed" }],
 *   "time": { "end": 1 }
 * }`;
 * const file = new TextEncoder().encode('v 0 0 0\nv 100 0 0\nv 0 100 0\nf 1 2 3\n'); // in millimetres
 * const scene = readScene(embedMeshes(text, 'part', new Map([['part.obj', file]])), 'part');
 * if (scene.world === 'solids') console.log(scene.bodies[0].shape.kind); // trimesh
 * ```
 */
export function embedMeshes(
  fileText: string,
  source: string,
  files: ReadonlyMap<string, Uint8Array>,
  options: MeshFileOptions = {},
): string {
  if (!KIND.test(fileText)) return fileText;
  const { text, data } = parseDocument(fileText, source);
  const references = findReferences(text, data, source);
  if (references.length === 0) return fileText;
  const fail = failIn(text, source);
  const root = parseTree(text);
  const known = new Map<string, string>();
  const edits = references.map((reference) => {
    const { shape, path, isElastic, nodeSets } = reference;
    const bytes = files.get(shape.file) ?? missingMeshFile(shape.file, [...path, 'file'], fail);
    const key = JSON.stringify([shape, isElastic, [...nodeSets.keys()]]);
    const embedded = known.get(key) ?? JSON.stringify(readMeshFileShape(reference, bytes, files, options, fail));
    known.set(key, embedded);
    const { offset = 0, length = 0 } = (root && findNodeAtLocation(root, [...path])) ?? {};
    return { offset, length, embedded, reference };
  });
  let result = text;
  for (const { offset, length, embedded, reference } of edits.reverse()) {
    result = result.slice(0, offset) + embedded + result.slice(offset + length);
    if (result.length > MAX_SCENE_BYTES) {
      fail([...reference.path, 'file'], `makes the scene longer than ${MAX_SCENE_BYTES} bytes: use a coarser mesh`);
    }
  }
  return result;
}
