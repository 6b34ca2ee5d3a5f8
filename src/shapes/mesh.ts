import { checkList } from '../math/check-arguments.ts';
import { describeValue } from './checks.ts';

/** Named columns of numbers, one row per node (or cell); an array of k · n numbers has k components per row. */
export type NamedArrays = Readonly<Record<string, Float64Array>>;

/**
 * A surface of triangles and quadrilaterals that share nodes. Plain data. Elements are numbered triangles first:
 * element e is triangle e, or quad e - triangleCount. The corners of an element are counter-clockwise seen from outside.
 * Nodes without an element are allowed.
 */
export interface SurfaceMesh {
  /** xyz xyz ... [m], finite. */
  readonly positions: Float64Array;
  /** Three different nodes per triangle. */
  readonly triangles: Int32Array;
  /** Four different nodes per quad, in order around it. */
  readonly quads: Int32Array;
  /** xyz xyz ... [m/s], finite. */
  readonly velocities?: Float64Array;
  /** Other data of the nodes; NaN is allowed. */
  readonly pointData?: NamedArrays;
}

/** Input of `surfaceMesh`: flat lists, which are checked and copied. */
export interface SurfaceMeshInput {
  /** xyz of every node [m]. */
  readonly positions: ArrayLike<number>;
  /** Three node indices per triangle. */
  readonly triangles?: ArrayLike<number>;
  /** Four node indices per quadrilateral, in order. */
  readonly quads?: ArrayLike<number>;
  /** xyz of every node [m/s]. */
  readonly velocities?: ArrayLike<number>;
  /** Other data of the nodes, by name; the same number of values for every node. */
  readonly pointData?: Readonly<Record<string, ArrayLike<number>>>;
}

/**
 * Checks and copies a mesh: `positions` [m] and `velocities` [m/s] are flat, xyz xyz ...; `triangles` and `quads` are
 * flat lists of node indices. Throws a TypeError or RangeError that names the invalid node or element.
 *
 * @example
 * ```ts
 * import { meshEdges, surfaceMesh } from 'appulse/meshes';
 *
 * const mesh = surfaceMesh({ positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0], triangles: [1, 4, 2], quads: [0, 1, 2, 3] });
 * console.log(mesh.positions.length / 3, meshEdges(mesh).length / 2); // 5 6
 * ```
 */
export function createSurfaceMesh(input: SurfaceMeshInput): SurfaceMesh {
  if (typeof input !== 'object' || input === null) {
    throw new TypeError(`mesh: must be an object { positions, triangles, quads }, got ${describeValue(input)}`);
  }
  const { positions, triangles = [], quads = [], velocities, pointData } = input;
  checkList('mesh: positions', positions, 'a flat list of numbers, xyz xyz ...');
  checkList('mesh: triangles', triangles, 'a flat list of node indices, three per triangle');
  checkList('mesh: quads', quads, 'a flat list of node indices, four per quad');
  checkVectors('positions', positions);
  const nodeCount = positions.length / 3;
  checkElements('triangle', triangles, 3, nodeCount);
  checkElements('quad', quads, 4, nodeCount);
  if (triangles.length + quads.length === 0) throw new RangeError('mesh: must have at least one triangle or quad');
  if (velocities !== undefined) {
    checkVectors('velocities', velocities);
    checkLength('velocities', velocities, nodeCount, 3);
  }
  const columns = Object.entries(pointData ?? {});
  for (const [name, values] of columns) checkLength(`point data ${JSON.stringify(name)}`, values, nodeCount);
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    quads: Int32Array.from(quads),
    ...(velocities && { velocities: Float64Array.from(velocities) }),
    ...(pointData && {
      pointData: Object.fromEntries(columns.map(([name, values]) => [name, Float64Array.from(values)])),
    }),
  };
}

/** The first repeated node among `nodes[from]` to `nodes[to - 1]`, or -1. For a few corners. */
export function repeatedNode(nodes: ArrayLike<number>, from: number, to: number): number {
  for (let i = from + 1; i < to; i++) {
    for (let j = from; j < i; j++) if (nodes[i] === nodes[j]) return nodes[i];
  }
  return -1;
}

/** Three nodes per triangle: the triangles of the mesh, then each quad a b c d as a b c and a c d. */
export function meshTriangles({ triangles, quads }: SurfaceMesh): Int32Array {
  const all = new Int32Array(triangles.length + (quads.length / 4) * 6);
  all.set(triangles);
  for (let q = 0, k = triangles.length; q < quads.length; q += 4, k += 6) {
    all[k] = quads[q];
    all[k + 1] = quads[q + 1];
    all[k + 2] = quads[q + 2];
    all[k + 3] = quads[q];
    all[k + 4] = quads[q + 2];
    all[k + 5] = quads[q + 3];
  }
  return all;
}

/** The sides of all elements, each once: two nodes per edge, the smaller first, sorted by the first and then the second. */
export function meshEdges({ positions, triangles, quads }: SurfaceMesh): Int32Array {
  const nodeCount = positions.length / 3;
  // i n + j is exact up to 9e7 nodes
  const keys = new Float64Array(triangles.length + quads.length);
  const addSides = (elements: Int32Array, corners: number, first: number) => {
    for (let k = 0; k < elements.length; k++) {
      const i = elements[k];
      const j = elements[k % corners === corners - 1 ? k + 1 - corners : k + 1];
      keys[first + k] = Math.min(i, j) * nodeCount + Math.max(i, j);
    }
  };
  addSides(triangles, 3, 0);
  addSides(quads, 4, triangles.length);
  const unique = keys.sort().filter((key, k) => k === 0 || key !== keys[k - 1]);
  const edges = new Int32Array(2 * unique.length);
  unique.forEach((key, k) => {
    const i = Math.floor(key / nodeCount);
    edges[2 * k] = i;
    edges[2 * k + 1] = key - i * nodeCount;
  });
  return edges;
}

/** The elements at each node, packed: those of node i are `elements[offsets[i]]` to `elements[offsets[i + 1] - 1]`. */
export interface NodeElements {
  /** Length: the number of nodes + 1. */
  readonly offsets: Int32Array;
  /** Element indices (triangles first), ascending for each node. */
  readonly elements: Int32Array;
}

export function nodeElements({ positions, triangles, quads }: SurfaceMesh): NodeElements {
  const nodeCount = positions.length / 3;
  const offsets = new Int32Array(nodeCount + 1);
  for (const node of triangles) offsets[node + 1]++;
  for (const node of quads) offsets[node + 1]++;
  for (let i = 0; i < nodeCount; i++) offsets[i + 1] += offsets[i];
  const elements = new Int32Array(offsets[nodeCount]);
  const next = offsets.slice(0, nodeCount);
  triangles.forEach((node, k) => {
    elements[next[node]++] = Math.floor(k / 3);
  });
  quads.forEach((node, k) => {
    elements[next[node]++] = triangles.length / 3 + Math.floor(k / 4);
  });
  return { offsets, elements };
}

function checkVectors(name: string, values: ArrayLike<number>): void {
  if (values.length === 0 || values.length % 3 !== 0) {
    throw new RangeError(
      `mesh: ${name} must be three numbers per node, one node or more, got ${values.length} numbers`,
    );
  }
  for (let k = 0; k < values.length; k++) {
    if (!Number.isFinite(values[k])) {
      const node = Math.floor(k / 3);
      const vector = [0, 1, 2].map((axis) => values[3 * node + axis]);
      throw new RangeError(`mesh: ${name} of node ${node} must be finite, got ${describeValue(vector)}`);
    }
  }
}

function checkLength(name: string, values: ArrayLike<number>, nodeCount: number, components?: number): void {
  const { length } = values;
  const fits = components === undefined ? length > 0 && length % nodeCount === 0 : length === components * nodeCount;
  if (!fits) {
    const expected = components === undefined ? 'the same count of numbers' : `${components} numbers`;
    throw new RangeError(`mesh: ${name} must have ${expected} for each of ${nodeCount} nodes, got ${length} numbers`);
  }
}

function checkElements(kind: string, nodes: ArrayLike<number>, corners: number, nodeCount: number): void {
  if (nodes.length % corners !== 0) {
    throw new RangeError(`mesh: ${kind}s must have ${corners} nodes each, got ${nodes.length} numbers`);
  }
  for (let k = 0; k < nodes.length; k++) {
    const node = nodes[k];
    if (!(Number.isInteger(node) && node >= 0 && node < nodeCount)) {
      const location = `${kind} ${Math.floor(k / corners)}, corner ${k % corners}`;
      throw new RangeError(`mesh: ${location} must be a node from 0 to ${nodeCount - 1}, got ${describeValue(node)}`);
    }
  }
  for (let k = 0; k < nodes.length; k += corners) {
    const repeated = repeatedNode(nodes, k, k + corners);
    if (repeated >= 0) {
      throw new RangeError(
        `mesh: ${kind} ${k / corners} must have ${corners} different nodes, got node ${repeated} twice`,
      );
    }
  }
}
