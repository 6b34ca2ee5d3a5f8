/** Replaces the meshes from files in the text of a scene by the meshes themselves, so that the text alone is the scene. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { MeshFileError } from '../formats/mesh-file-error.ts';
import { readMesh } from '../formats/read-mesh.ts';
import { readVolumeElements } from '../formats/vtk-xml.ts';
import { decomposeMesh } from '../shapes/decompose-mesh.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSurfaceMesh, meshTriangles } from '../shapes/mesh.ts';
import { createTrimesh } from '../shapes/trimesh.ts';
import { packedVertices, type WeldedTriangles, weldVertices } from '../shapes/weld-vertices.ts';
import { checkMeshPath, missingMeshFile } from './mesh-files.ts';
import type { MeshDocument } from './mesh-schema.ts';
import { failIn, MAX_SCENE_BYTES, parseDocument } from './read.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SolidDocument } from './solid-schema.ts';
import { validateDocument } from './validate.ts';

type BodyDocument = MeshDocument['bodies'][number] | SolidDocument['bodies'][number];
type MeshFileDocument = Extract<MeshDocument['bodies'][number]['shape'], { kind: 'mesh' }>;

interface MeshReference {
  readonly shape: MeshFileDocument;
  readonly path: JsonPath;
  readonly isElastic: boolean;
}

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
    return [{ shape: body.shape, path, isElastic: 'elastic' in body && body.elastic !== undefined }];
  });
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
 * `solid-mesh` or a `membrane-mesh`. All other text remains unchanged, line numbers included. `files` are the bytes by the names of `sceneMeshFiles`.
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
export function embedMeshes(fileText: string, source: string, files: ReadonlyMap<string, Uint8Array>): string {
  if (!KIND.test(fileText)) return fileText;
  const { text, data } = parseDocument(fileText, source);
  const references = findReferences(text, data, source);
  if (references.length === 0) return fileText;
  const fail = failIn(text, source);
  const root = parseTree(text);
  const known = new Map<string, string>();
  const edits = references.map((reference) => {
    const { shape, path, isElastic } = reference;
    const bytes = files.get(shape.file) ?? missingMeshFile(shape.file, [...path, 'file'], fail);
    const key = JSON.stringify([shape, isElastic]);
    const embedded = known.get(key) ?? JSON.stringify(readShape(reference, bytes, fail));
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

/** The shape that replaces a mesh file. */
function readShape(reference: MeshReference, bytes: Uint8Array, fail: Fail): object {
  const { shape, path, isElastic } = reference;
  const at = (key: string) => [...path, key];
  if (!isElastic && shape.thickness !== undefined) fail(at('thickness'), 'must be left out for a rigid body');
  if (isElastic && shape.as !== 'surface') fail(at('as'), 'must be "surface" for an elastic body');
  try {
    if (isElastic && shape.thickness === undefined) return readElements(reference, bytes, fail);
    const { positions, triangles } = readTriangles(shape, bytes);
    if (triangles.length === 0) fail(at('weld'), `leaves no triangle of ${shape.file}`);
    if (shape.as === 'hull') return { kind: 'hull', vertices: rows(createHull(positions).vertices, 3) };
    if (shape.as === 'parts') {
      const solid = createTrimesh(createSurfaceMesh({ positions, triangles }));
      const { parts } = decomposeMesh(solid, shape.partError);
      return { kind: 'compound', pieces: parts.map((part) => ({ shape: { kind: 'hull', vertices: rows(part, 3) } })) };
    }
    const mesh = { vertices: rows(positions, 3), triangles: rows(triangles, 3) };
    if (shape.thickness === undefined) return { kind: 'trimesh', ...mesh };
    return { kind: 'membrane-mesh', ...mesh, thickness: shape.thickness };
  } catch (error) {
    if (!(error instanceof MeshFileError || error instanceof RangeError)) throw error;
    return fail(at('file'), `must be a usable mesh file: ${error.message}`);
  }
}

/** Quads as triangles; nodes without a triangle are left out. */
function readTriangles({ file, scale, weld }: MeshFileDocument, bytes: Uint8Array): WeldedTriangles {
  const mesh = readMesh(file, bytes, { degenerate: 'drop' });
  return weldVertices(packedVertices(mesh.positions.map((x) => scale * x)), meshTriangles(mesh), weld);
}

function readElements({ shape, path }: MeshReference, bytes: Uint8Array, fail: Fail): object {
  const { file, scale, weld } = shape;
  if (weld > 0) fail([...path, 'weld'], 'must be left out for volume elements, which share their nodes in the file');
  const { positions, tetrahedra, hexahedra } = /\.vt[pu]$/i.test(file)
    ? readVolumeElements(file, bytes)
    : { positions: new Float64Array(), tetrahedra: [], hexahedra: [] };
  if (tetrahedra.length + hexahedra.length === 0) {
    fail([...path, 'file'], 'must be a .vtu file with tetrahedra or hexahedra for an elastic body without thickness');
  }
  // nodes in the order of the file, without those of no element
  const used = [...new Set([...tetrahedra, ...hexahedra].flat())].sort((a, b) => a - b);
  const numbers = new Map(used.map((node, i) => [node, i]));
  const renumbered = (elements: readonly (readonly number[])[]) =>
    elements.map((nodes) => nodes.map((node) => numbers.get(node)));
  return {
    kind: 'solid-mesh',
    vertices: used.map((node) => [0, 1, 2].map((axis) => scale * positions[3 * node + axis])),
    ...(hexahedra.length > 0 && { hexahedra: renumbered(hexahedra) }),
    ...(tetrahedra.length > 0 && { tetrahedra: renumbered(tetrahedra) }),
  };
}

function rows(values: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, i) =>
    Array.from({ length: width }, (_, k) => values[width * i + k]),
  );
}
