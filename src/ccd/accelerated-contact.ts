/**
 * First contact of nodes with constant accelerations, exact for the given doubles: the four points lie in one plane at the roots of a
 * polynomial of degree six at most. A filter in doubles proves most misses, integer arithmetic decides the rest.
 */
import { orientation3 } from '../math/orientation.ts';
import type { AcceleratedMotion } from './accelerated-motion.ts';
import { type EdgeEdgeContact, type FirstContact, type NodeTriangleContact, writeGeometry } from './first-contact.ts';
import { movingPoints } from './moving-vector.ts';
import { areBounded, areSeparatedByAxis, boundedTripleProduct, certainSign, pathDifference } from './path-filter.ts';
import { positionAt, velocityAt } from './path-position.ts';
import { checkPointIndex } from './point-index.ts';
import { edgeVectors, polynomialContact, triangleVectors } from './polynomial-contact.ts';
import { createRelativeMotion, E2, E3, G, type RelativeMotion } from './relative-motion.ts';
import { writeMissTimes, writeRootTimes } from './root-time.ts';

const relativeMotion = createRelativeMotion();
const location = new Float64Array(3);

/**
 * First contact of node `node` and the closed triangle `a b c` (point indices of the motion), all with constant accelerations, written
 * into `out` and returned; exact for the given doubles. Throws a RangeError for an index that the motion does not have.
 */
export function acceleratedNodeTriangleContact(
  out: NodeTriangleContact,
  motion: AcceleratedMotion,
  node: number,
  a: number,
  b: number,
  c: number,
): NodeTriangleContact {
  const tau = decide(out, motion, 'acceleratedNodeTriangleContact', { node, a, b, c }, [node, a, b, c]);
  out.side = Math.sign(orientation3(motion.start, a, b, c, node));
  location.fill(0);
  if (out.hit) {
    loadState(relativeMotion, 'triangle', motion, tau, [node, a, b, a, c, a]);
    writeGeometry(out, motion.duration, relativeMotion, 0, location);
  }
  for (let i = 0; i < 3; i++) out.weights[i] = location[i];
  return out;
}

/**
 * First contact of the closed edges `p0 p1` and `p2 p3` (point indices of the motion), all with constant accelerations, written into
 * `out` and returned; exact for the given doubles. Throws a RangeError for an index that the motion does not have.
 *
 * @example
 * ```ts
 * import { acceleratedEdgeEdgeContact, acceleratedMotion, createEdgeEdgeContact } from 'appulse/meshes';
 *
 * const x = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, 1, 0, 1, 1); // two crossed edges, 1 m apart
 * const a = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, -8, 0, 0, -8); // the upper one falls from rest
 * const motion = acceleratedMotion(x, new Float64Array(12), a, 1);
 * const { hit, time, u, v } = acceleratedEdgeEdgeContact(createEdgeEdgeContact(), motion, 0, 1, 2, 3);
 * console.log(hit, time, u, v); // true 0.5 0.5 0.5
 * ```
 */
export function acceleratedEdgeEdgeContact(
  out: EdgeEdgeContact,
  motion: AcceleratedMotion,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): EdgeEdgeContact {
  const tau = decide(out, motion, 'acceleratedEdgeEdgeContact', { p0, p1, p2, p3 }, undefined, [p0, p1, p2, p3]);
  out.side = Math.sign(orientation3(motion.start, p0, p1, p3, p2));
  location.fill(0);
  if (out.hit) {
    loadState(relativeMotion, 'edges', motion, tau, [p2, p0, p1, p0, p3, p2]);
    writeGeometry(out, motion.duration, relativeMotion, 0, location);
  }
  out.u = location[0];
  out.v = location[1];
  return out;
}

/** Decides the contact of a triangle (node first) or of edges, writes stage and times, and returns τ. */
function decide(
  out: FirstContact,
  motion: AcceleratedMotion,
  caller: string,
  names: Readonly<Record<string, number>>,
  triangle?: readonly number[],
  edges: readonly number[] = [],
): number {
  for (const [name, index] of Object.entries(names)) checkPointIndex(`${caller}: ${name}`, index, motion);
  const [o, m, i, j, k] = triangle
    ? [triangle[0], triangle[0], triangle[1], triangle[2], triangle[3]]
    : [edges[0], edges[1], edges[2], edges[3], edges[2]];
  const paths = [
    pathDifference(motion, i, o),
    pathDifference(motion, j, o),
    pathDifference(motion, k, m),
    ...(triangle ? [] : [pathDifference(motion, edges[3], m)]),
  ];
  writeMissTimes(out, motion.duration);
  out.stage = 'culled';
  if (areSeparatedByAxis(paths)) return 1;
  out.stage = 'filter';
  if (areBounded(paths) && certainSign(boundedTripleProduct(paths[0], paths[1], paths[2])) !== 0) return 1;
  out.stage = 'exact';
  const points = movingPoints(motion, triangle ?? edges);
  const root = polynomialContact(triangle ? triangleVectors(points) : edgeVectors(points));
  if (!root) return 1;
  out.hit = true;
  return writeRootTimes(out, root, motion.duration);
}

/** The vectors g, e2, e3 at τ and their changes in a step at the velocities then; `ends` are their ends and starts. */
function loadState(
  out: RelativeMotion,
  kind: RelativeMotion['kind'],
  motion: AcceleratedMotion,
  tau: number,
  ends: readonly number[],
): void {
  out.kind = kind;
  [G, E2, E3].forEach((at, n) => {
    for (let axis = 0; axis < 3; axis++) {
      const [i, j] = [3 * ends[2 * n] + axis, 3 * ends[2 * n + 1] + axis];
      out.vectors[at + axis] = positionAt(motion, i, j, tau);
      out.vectors[at + 3 + axis] = velocityAt(motion, i, j, tau) * motion.duration;
    }
  });
}
