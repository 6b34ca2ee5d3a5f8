/** Edges of a mesh that pierce its faces: exact, by a tree of the boxes of the faces. */
import { type BoxTree, buildTree, createBoxTree } from '../../broad/box-tree.ts';
import { orientation3 } from '../../math/orientation.ts';
import { meshEdges, type SurfaceMesh } from '../../shapes/mesh.ts';

/** An edge that pierces a face without a common node. */
export interface Piercing {
  /** Its two nodes. */
  readonly edge: readonly [number, number];
  /** Element, triangles first. */
  readonly face: number;
}

/** All of them, sorted by edge and face; a quadrilateral is two triangles. */
export function findPiercings(mesh: SurfaceMesh, positions: Float64Array): Piercing[] {
  const { triangles, elements } = trianglesOf(mesh);
  const tree = createTree(positions, triangles);
  const edges = meshEdges(mesh);
  const found: Piercing[] = [];
  for (let k = 0; k < edges.length; k += 2) {
    const [a, b] = [edges[k], edges[k + 1]];
    const faces = new Set<number>();
    forEachOverlap(tree, boxOfPoints(positions, [a, b]), (triangle) => {
      const corners = triangles.subarray(3 * triangle, 3 * triangle + 3);
      if (corners.includes(a) || corners.includes(b)) return;
      if (pierces(positions, a, b, corners)) faces.add(elements[triangle]);
    });
    for (const face of [...faces].sort((p, q) => p - q)) found.push({ edge: [a, b], face });
  }
  return found;
}

/** The triangles, and two for each quadrilateral, with the element of each. */
function trianglesOf({ triangles, quads }: SurfaceMesh): { triangles: Int32Array; elements: number[] } {
  const all = [...triangles];
  const elements = Array.from({ length: triangles.length / 3 }, (_, face) => face);
  for (let q = 0; q < quads.length; q += 4) {
    const [a, b, c, d] = quads.subarray(q, q + 4);
    all.push(a, b, c, a, c, d);
    elements.push(triangles.length / 3 + q / 4, triangles.length / 3 + q / 4);
  }
  return { triangles: Int32Array.from(all), elements };
}

function createTree(positions: Float64Array, triangles: Int32Array): BoxTree {
  const count = triangles.length / 3;
  const tree = createBoxTree(count);
  for (let k = 0; k < count; k++) {
    tree.bounds.set(boxOfPoints(positions, triangles.subarray(3 * k, 3 * k + 3)), 6 * k);
  }
  buildTree(
    tree,
    Int32Array.from({ length: count }, (_, k) => k),
    count,
  );
  return tree;
}

/** min xyz, max xyz */
function boxOfPoints(positions: Float64Array, points: ArrayLike<number>): number[] {
  const box = [1, 1, 1, -1, -1, -1].map((sign) => sign * Number.POSITIVE_INFINITY);
  for (let i = 0; i < points.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], positions[3 * points[i] + axis]);
      box[3 + axis] = Math.max(box[3 + axis], positions[3 * points[i] + axis]);
    }
  }
  return box;
}

function forEachOverlap(tree: BoxTree, box: readonly number[], visit: (leaf: number) => void): void {
  const stack = tree.root < 0 ? [] : [tree.root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const at = 6 * node;
    const isApart = [0, 1, 2].some((i) => tree.bounds[at + i] > box[3 + i] || tree.bounds[at + 3 + i] < box[i]);
    if (isApart) continue;
    if (node < tree.leafCapacity) visit(node);
    else stack.push(tree.left[node], tree.right[node]);
  }
}

/** Does the segment a b pass through the inside of a triangle? */
function pierces(positions: Float64Array, a: number, b: number, [p, q, r]: Int32Array): boolean {
  const before = Math.sign(orientation3(positions, p, q, r, a));
  const after = Math.sign(orientation3(positions, p, q, r, b));
  if (before * after >= 0) return false;
  const volumes = [[p, q], [q, r], [r, p]].map(([i, j]) => orientation3(positions, a, b, i, j)); // biome-ignore format: three edges
  return volumes.every((volume) => volume > 0) || volumes.every((volume) => volume < 0);
}
