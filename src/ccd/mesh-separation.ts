/**
 * All pairs of a deforming mesh that come closer than a minimum separation within one step, for shells with a thickness: broad phase, then
 * conservative advancement of each pair, never late. [VBC24-2.8], [VBC24-3.1]
 */
import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import { createMeshBroadPhase, type MeshBroadPhase } from '../broad/swept/mesh-search.ts';
import type { PairingRules } from '../broad/swept/surface-elements.ts';
import { describeValue } from '../math/describe-value.ts';
import { meshEdges, type SurfaceMesh } from '../shapes/mesh.ts';
import { distanceAt } from './feature-distance.ts';
import { checkMotion, meshInput } from './mesh-check.ts';
import { sweptPositions } from './mesh-motion.ts';
import { createSeparationTime, separationTime } from './min-separation.ts';
import type { PointMotion } from './point-motion.ts';
import {
  createRelativeMotion,
  loadEdgeEdge,
  loadNodeQuad,
  loadNodeTriangle,
  type RelativeMotion,
} from './relative-motion.ts';

/** Options of `checkMeshSeparation`: distances, and which elements may form pairs (default: all). */
export interface MeshSeparationOptions extends PairingRules {
  /** Minimum distance of the surfaces [m]; default 0. */
  readonly separation?: number;
  /** Thickness of the shell [m], of all nodes or one for each: half of it lies on either side of the mesh. Default 0. */
  readonly thickness?: number | ArrayLike<number>;
  /**
   * Elements that are this many edges apart, or fewer, are not compared: 0 (default) leaves out those with a common node. A shell that is thicker
   * than its elements are long needs more.
   */
  readonly rings?: number;
  /** Broad phase; all kinds find the same pairs. Default `aabb-tree`. */
  readonly search?: BroadPhaseKind;
  /** Test edge-edge pairs as well as node-face pairs. Default true. */
  readonly edges?: boolean;
}

/** A pair that comes closer than its required distance. */
export interface MeshSeparation {
  readonly kind: 'node-triangle' | 'node-quad' | 'edge-edge';
  /** When the distance is first the required one [s]: never late, early by less than 1e-6 of that distance over the speed. 0 if it is less at the start. */
  readonly time: number;
  /** The node and then the corners of the face; or the ends of the first edge and then of the second. */
  readonly nodes: readonly number[];
  /** Element index of the face (triangles first); -1 for edges. */
  readonly face: number;
  /** Required distance of the pair [m]: the separation and half the thickness of both. */
  readonly required: number;
  /** Distance at the start of the step [m]: below `required` for a pair that is too close already. */
  readonly startDistance: number;
  /** False if the search for the time reached its limit: the pair may come no closer, but not before `time`. */
  readonly certain: boolean;
}

/** Result of `checkMeshSeparation`. */
export interface MeshSeparationCheck {
  /** Sorted by time, then by kind and nodes. */
  readonly contacts: readonly MeshSeparation[];
  /** Pairs that are too close at the start: initial penetration of the thickness. */
  readonly initial: number;
  /** Number of node-face pairs that the broad phase found. */
  readonly nodeFacePairs: number;
  /** Number of edge-edge pairs that the broad phase found. */
  readonly edgePairs: number;
}

/**
 * Pairs of elements of `mesh`, whose nodes move with `motion`, that come closer than the separation plus half the thickness of both. Returns a new
 * result, sorted by time. Throws a RangeError for a motion of another number of points, or where no distance above zero is required.
 *
 * @example
 * ```ts
 * import { checkMeshSeparation, constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0)); // the upper one falls at 4 m/s
 * const motion = constantVelocityMotion(mesh.positions, velocities, 1);
 * const [first] = checkMeshSeparation(mesh, motion, { thickness: 0.2 }).contacts;
 * console.log(first.kind, first.time.toFixed(4), first.required); // node-triangle 0.4500 0.2
 * ```
 */
export function checkMeshSeparation(
  mesh: SurfaceMesh,
  motion: PointMotion,
  options: MeshSeparationOptions = {},
): MeshSeparationCheck {
  const { separation = 0, rings = 0 } = options;
  checkMotion(mesh, motion);
  const task = meshInput(mesh, options);
  const swept = sweptPositions(motion);
  const thickness = thicknessOfNodes(options.thickness ?? 0, motion.start.length / 3);
  const largest = separation + thickness.reduce((max, value) => Math.max(max, value), 0);
  if (!(separation >= 0 && largest > 0 && largest < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `mesh separation: separation must not be below zero, and it or a thickness above zero, got ${separation} m and at most ${largest - separation} m`,
    );
  }
  const vertexCount = motion.start.length / 3;
  const tolerance = swept.margin + 0.5 * largest * (1 + 1e-6);
  const surface = { ...task.rules, kind: task.kind, vertexCount, tolerance };
  const triangleSearch = createMeshBroadPhase({ ...surface, faces: task.triangles, edges: task.edges });
  const quadSearch = createMeshBroadPhase({ ...surface, faces: task.quads, nodesPerFace: 4 });
  const near = createNeighbours(mesh, rings);
  const contacts: MeshSeparation[] = [];
  const pair: Pair = { motion, thickness, separation, near, contacts };
  triangleSearch.update(swept.start, swept.end);
  quadSearch.update(swept.start, swept.end);
  const triangleCount = task.triangles.length / 3;
  const visit = (search: MeshBroadPhase, pairing: 'vertex-face' | 'edge-edge', test: (i: number, j: number) => void) =>
    search.forEachCandidate(pairing, (pairs, count) => {
      for (let k = 0; k < count; k++) test(pairs[2 * k], pairs[2 * k + 1]);
    });
  const nodeFacePairs =
    visit(triangleSearch, 'vertex-face', (node, face) => {
      testPair(pair, 'node-triangle', [node, ...task.triangles.subarray(3 * face, 3 * face + 3)], face);
    }) +
    visit(quadSearch, 'vertex-face', (node, quad) => {
      testPair(pair, 'node-quad', [node, ...task.quads.subarray(4 * quad, 4 * quad + 4)], triangleCount + quad);
    });
  const edgePairs = visit(triangleSearch, 'edge-edge', (a, b) => {
    const { edges } = task;
    testPair(pair, 'edge-edge', [edges[2 * a], edges[2 * a + 1], edges[2 * b], edges[2 * b + 1]], -1);
  });
  contacts.sort(byTime);
  return { contacts, initial: contacts.filter((c) => c.startDistance < c.required).length, nodeFacePairs, edgePairs };
}

/** What the tests of all pairs need. */
interface Pair {
  readonly motion: PointMotion;
  readonly thickness: Float64Array;
  readonly separation: number;
  readonly near: (a: number, b: number) => boolean;
  readonly contacts: MeshSeparation[];
}

const relative = createRelativeMotion();
const result = createSeparationTime();
const location = new Float64Array(3);

function testPair(
  { motion, thickness, separation, near, contacts }: Pair,
  kind: MeshSeparation['kind'],
  nodes: readonly number[],
  face: number,
): void {
  const split = kind === 'edge-edge' ? 2 : 1;
  const [first, second] = [nodes.slice(0, split), nodes.slice(split)];
  if (first.some((a) => second.some((b) => near(a, b)))) return;
  const thickest = (side: readonly number[]) => Math.max(...side.map((node) => thickness[node]));
  const required = separation + 0.5 * (thickest(first) + thickest(second));
  if (!(required > 0)) return;
  let [time, startDistance, certain] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true];
  const parts = kind === 'node-quad' ? 4 : 1;
  for (let k = 0; k < parts; k++) {
    loadPair(relative, motion, kind, nodes, k);
    startDistance = Math.min(startDistance, distanceAt(location, relative, 0));
    separationTime(result, relative, required, motion.duration);
    if (result.status === 'none' || result.time >= time) continue;
    time = result.time;
    certain = result.status === 'hit';
  }
  if (time <= motion.duration) contacts.push({ kind, time, nodes, face, required, startDistance, certain });
}

function loadPair(
  out: RelativeMotion,
  motion: PointMotion,
  kind: MeshSeparation['kind'],
  nodes: readonly number[],
  k: number,
): void {
  if (kind === 'node-triangle') loadNodeTriangle(out, motion, nodes[0], nodes[1], nodes[2], nodes[3]);
  else if (kind === 'node-quad') loadNodeQuad(out, motion, nodes[0], nodes.slice(1), k);
  else loadEdgeEdge(out, motion, nodes[0], nodes[1], nodes[2], nodes[3]);
}

function thicknessOfNodes(given: number | ArrayLike<number>, count: number): Float64Array {
  const values = typeof given === 'number' ? new Float64Array(count).fill(given) : Float64Array.from(given);
  if (values.length !== count) {
    throw new RangeError(`mesh separation: thickness must be one number or ${count}, got ${values.length}`);
  }
  const bad = values.findIndex((value) => !(value >= 0 && value < Number.POSITIVE_INFINITY));
  if (bad >= 0)
    throw new RangeError(`mesh separation: thickness[${bad}] must be finite and not below zero, got ${values[bad]}`);
  return values;
}

/** Are two nodes connected by at most `rings` edges? */
function createNeighbours(mesh: SurfaceMesh, rings: number): (a: number, b: number) => boolean {
  if (!(Number.isInteger(rings) && rings >= 0 && rings <= 16)) {
    throw new RangeError(`mesh separation: rings must be an integer from 0 to 16, got ${describeValue(rings)}`);
  }
  if (rings === 0) return () => false;
  const edges = meshEdges(mesh);
  const direct = Array.from({ length: mesh.positions.length / 3 }, () => [] as number[]);
  for (let k = 0; k < edges.length; k += 2) {
    direct[edges[k]].push(edges[k + 1]);
    direct[edges[k + 1]].push(edges[k]);
  }
  const reached = new Map<number, Set<number>>();
  const within = (node: number) => {
    const found = new Set([node]);
    let front = [node];
    for (let ring = 0; ring < rings; ring++) {
      front = front.flatMap((from) => direct[from]).filter((to) => !found.has(to));
      for (const to of front) found.add(to);
    }
    reached.set(node, found);
    return found;
  };
  return (a, b) => (reached.get(a) ?? within(a)).has(b);
}

function byTime(p: MeshSeparation, q: MeshSeparation): number {
  if (p.time !== q.time) return p.time - q.time;
  if (p.kind !== q.kind) return p.kind < q.kind ? -1 : 1;
  for (let i = 0; i < p.nodes.length; i++) if (p.nodes[i] !== q.nodes[i]) return p.nodes[i] - q.nodes[i];
  return 0;
}
