import { CELL } from '../cell-types.ts';
import { mergePoints } from '../merge-points.ts';
import type { ReadMeshOptions } from '../mesh-from-faces.ts';
import type { LocatedModel } from '../mesh-model.ts';
import { createModelBuilder, type ModelBuilder, sortedSet } from '../model-builder.ts';
import { trianglesOfStrip } from '../triangle-strip.ts';
import { readAccessor } from './gltf-accessor.ts';
import { COMPRESSED_MESSAGE, type GltfDocument, isObject, type Json, openGltf } from './gltf-document.ts';
import { isMirror, type MeshInstance, meshInstances, transformPoint } from './gltf-nodes.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

/** Coordinates and corners that any file may have; a larger one as many as it has bytes. A small file may repeat one mesh at many nodes. */
const MAX_NUMBERS = 5e6;

/** What was left out. */
interface Counts {
  lines: number;
  degenerate: number;
  /** Meshes with a skin or morph targets. */
  readonly deformed: Set<number>;
  numbers: number;
  readonly maxNumbers: number;
}

/**
 * Reads a glTF file (.gltf, .glb) of version 2: triangles, strips and fans of the meshes of its scene, moved by the transforms of its nodes. Vertices at the
 * same position within a mesh become one node, because files repeat them for each normal and texture. Names of nodes and meshes are element sets.
 * Lengths are metres, and y is up in most files; materials, skins, morph targets and animations are left out. Compressed meshes are rejected.
 */
export function readGltf(source: string, bytes: Uint8Array, options: ReadMeshOptions = {}): LocatedModel {
  const document = openGltf(source, bytes, options.files);
  const builder = createModelBuilder(source, 'byte');
  const sets = new Map<string, number[]>();
  const meshes = new Map<number, MeshData>();
  const fileSize = [bytes, ...(options.files?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  const counts: Counts = {
    lines: 0,
    degenerate: 0,
    deformed: new Set(),
    numbers: 0,
    maxNumbers: Math.max(MAX_NUMBERS, fileSize),
  };
  for (const instance of meshInstances(document)) {
    const mesh = document.list('meshes')[instance.mesh];
    if (instance.hasSkin) counts.deformed.add(instance.mesh);
    const first = builder.cellCount;
    const data = meshes.get(instance.mesh) ?? readMeshData(document, instance.mesh, counts);
    meshes.set(instance.mesh, data);
    const size = data.points.length + 3 * data.triangles.length;
    checkNumbers(document, counts, size);
    counts.numbers += size;
    addInstance(builder, instance, data, counts);
    for (const name of new Set([...instance.names, ...(typeof mesh['name'] === 'string' ? [mesh['name']] : [])])) {
      const cells = sets.get(name) ?? [];
      for (let cell = first; cell < builder.cellCount; cell++) cells.push(cell);
      sets.set(name, cells);
    }
  }
  const notices = [
    counts.lines > 0 && `${counts.lines} primitives of points or lines are left out`,
    counts.degenerate > 0 && `${counts.degenerate} triangles without area (two corners at one position) are left out`,
    counts.deformed.size > 0 &&
      `${counts.deformed.size} meshes with a skin or morph targets are read in their rest shape`,
  ].filter((text) => text !== false);
  const model = builder.finish({
    elementSets: new Map([...sets].map(([name, cells]) => [name, sortedSet(cells)])),
    notices,
  });
  return {
    ...model,
    locationOfCell: () => undefined,
    locationOfNode: () => undefined,
    nameOfCell: (cell) => `triangle ${cell}`,
  };
}

/** Positions and triangles of a mesh, before it is moved. */
interface MeshData {
  readonly points: readonly number[];
  readonly triangles: readonly (readonly number[])[];
}

function readMeshData(document: GltfDocument, index: number, counts: Counts): MeshData {
  const mesh = document.list('meshes')[index];
  const primitives = mesh['primitives'] as readonly unknown[];
  if (!Array.isArray(primitives)) {
    document.fail(`meshes[${index}].primitives must be a list`, primitives ?? 'none');
  }
  const points: number[] = [];
  const triangles: number[][] = [];
  if (mesh['weights'] !== undefined || primitives.some((one) => isObject(one) && one['targets'] !== undefined)) {
    counts.deformed.add(index);
  }
  for (const [k, primitive] of primitives.entries()) {
    const place = `meshes[${index}].primitives[${k}]`;
    if (!isObject(primitive)) return document.fail(`${place} must be an object`);
    const mode = document.whole(primitive['mode'], `${place}.mode`, TRIANGLES);
    if (mode > FAN) document.fail(`${place}.mode must be 0 to ${FAN}`, mode);
    if (mode < TRIANGLES) {
      counts.lines++;
      continue;
    }
    const base = points.length / 3;
    for (const triangle of readPrimitive(document, primitive, place, mode, points)) {
      triangles.push(triangle.map((corner) => base + corner));
    }
    checkNumbers(document, counts, points.length + 3 * triangles.length);
  }
  return { points, triangles };
}

function checkNumbers({ fail }: GltfDocument, { numbers, maxNumbers }: Counts, more: number): void {
  if (numbers + more > maxNumbers) {
    fail(`the meshes at all nodes must have at most ${maxNumbers} numbers`, numbers + more);
  }
}

function addInstance(
  builder: ModelBuilder,
  { transform }: MeshInstance,
  { points, triangles }: MeshData,
  counts: Counts,
): void {
  const moved = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    moved.set(transformPoint(transform, points[i], points[i + 1], points[i + 2]), i);
  }
  const { positions, indices } = mergePoints(moved);
  const first = builder.nodeCount;
  for (let i = 0; i < positions.length; i += 3) {
    builder.addNode(first + i / 3, positions[i], positions[i + 1], positions[i + 2], 0);
  }
  const mirrors = isMirror(transform);
  for (const corners of triangles) {
    const [a, b, c] = corners.map((corner) => first + indices[corner]);
    if (a === b || b === c || c === a) counts.degenerate++;
    else builder.addCell(CELL.triangle, mirrors ? [a, c, b] : [a, b, c], builder.cellCount, 0);
  }
}

/** Appends the positions of a primitive to `points`, and returns its triangles by the numbers of its vertices. */
function readPrimitive(
  document: GltfDocument,
  primitive: Json,
  place: string,
  mode: number,
  points: number[],
): number[][] {
  const { attributes, indices, extensions } = primitive;
  if (isObject(extensions) && Object.keys(extensions).some((name) => /draco|meshopt/i.test(name)))
    document.fail(COMPRESSED_MESSAGE, place);
  if (!isObject(attributes)) return document.fail(`${place}.attributes must have POSITION`);
  const positions = readAccessor(document, attributes['POSITION'], `${place}.attributes.POSITION`, 'VEC3');
  const infinite = positions.findIndex((x) => !Number.isFinite(x));
  if (infinite >= 0)
    document.fail(
      `${place}: position of vertex ${Math.floor(infinite / 3)} must be three finite numbers`,
      positions[infinite],
    );
  for (const x of positions) points.push(x);
  const count = positions.length / 3;
  const list =
    indices === undefined
      ? Float64Array.from({ length: count }, (_, k) => k)
      : readAccessor(document, indices, `${place}.indices`, 'SCALAR');
  const wrong = list.findIndex((corner) => !(Number.isInteger(corner) && corner >= 0 && corner < count));
  if (wrong >= 0) document.fail(`${place}: index ${wrong} must be a vertex from 0 to ${count - 1}`, list[wrong]);
  if (mode === STRIP) return trianglesOfStrip(list);
  if (mode === FAN)
    return Array.from({ length: Math.max(list.length - 2, 0) }, (_, k) => [list[0], list[k + 1], list[k + 2]]);
  if (list.length % 3 !== 0) document.fail(`${place} must have three corners per triangle`, list.length);
  return Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);
}
