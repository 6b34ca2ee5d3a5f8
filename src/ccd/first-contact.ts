/**
 * First contact of one moving pair: exact for the given doubles, or within a tolerance. [VBC24-2], [VBC24-6]
 */
import { orientation3 } from '../math/orientation.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import { decideEdgeEdge, decideNodeTriangle } from './decide-contact.ts';
import { type DecisionStage, HIT_LENGTH, isHit, stageOf } from './decision-stage.ts';
import { distanceAt } from './feature-distance.ts';
import { checkPointIndex } from './point-index.ts';
import type { PointMotion } from './point-motion.ts';
import {
  changeOf,
  createRelativeMotion,
  E2,
  E3,
  G,
  loadEdgeEdge,
  loadNodeTriangle,
  type RelativeMotion,
  vectorAt,
} from './relative-motion.ts';
import { tolerantContact } from './tolerant.ts';

const found = new Float64Array(HIT_LENGTH);

/** First contact of a moving pair within a step. */
export interface FirstContact {
  /** Is there a contact in the step? */
  hit: boolean;
  /** First contact [s], within 1e-12 of the step; the end of the step when there is none. */
  time: number;
  /** Never after the exact first contact, and as close below `time` as is certain [s]. */
  safeTime: number;
  /** Unit normal at `time`, (x2-x1)×(x3-x1) or (p1-p0)×(p3-p2); zero if that is degenerate. */
  readonly normal: Vec3;
  /** Rate of the signed distance along the normal [m/s]: below zero if the slave moves opposite to the normal. */
  gapRate: number;
  /**
   * Side of the triangle on which the node starts: +1 in the direction of the normal, 0 in its plane; for edges likewise
   * of the second one.
   */
  side: number;
  /** How the query was decided. */
  stage: DecisionStage;
}

/** First contact of a node with a triangle; see `FirstContact`. */
export interface NodeTriangleContact extends FirstContact {
  /** Weights of the three corners at the contact, adding up to 1. */
  readonly weights: [number, number, number];
}

/** First contact of two edges; see `FirstContact`. */
export interface EdgeEdgeContact extends FirstContact {
  /** Parameter on the first edge, 0 at its start, 1 at its end. */
  u: number;
  /** Parameter on the second edge, 0 at its start, 1 at its end. */
  v: number;
}

export function createFirstContact(): FirstContact {
  return { hit: false, time: 0, safeTime: 0, normal: createVec3(), gapRate: 0, side: 0, stage: 'culled' };
}

/** A new result of `nodeTriangleContact`, which may be used again. */
export function createNodeTriangleContact(): NodeTriangleContact {
  return { ...createFirstContact(), weights: [1, 0, 0] };
}

/** A new result of `edgeEdgeContact`, which may be used again. */
export function createEdgeEdgeContact(): EdgeEdgeContact {
  return { ...createFirstContact(), u: 0, v: 0 };
}

const EPSILON = 2 ** -53;
/** Below this [s] a product may have been rounded up among subnormal doubles. */
const MIN_TIME = 1e-290;

const relativeMotion = createRelativeMotion();
const weights = new Float64Array(3);
const e2 = createVec3();
const e3 = createVec3();
const rate = createVec3();

/**
 * First contact of node `node` and the closed triangle `a b c` (point indices of the motion), written into `out` and
 * returned. A tolerance of 0 gives the exact decision for the given doubles; above zero [m], the first time the
 * distance is at most the tolerance. Throws a RangeError for an index that the motion does not have.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, createNodeTriangleContact, nodeTriangleContact } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.5, 1); // a triangle, and a node 1 m above it
 * const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2); // which falls at 2 m/s
 * const contact = nodeTriangleContact(createNodeTriangleContact(), constantVelocityMotion(x, v, 1), 3, 0, 1, 2);
 * console.log(contact.hit, contact.time, contact.normal, contact.gapRate); // true 0.5 { x: 0, y: 0, z: 1 } -2
 * ```
 */
export function nodeTriangleContact(
  out: NodeTriangleContact,
  motion: PointMotion,
  node: number,
  a: number,
  b: number,
  c: number,
  tolerance = 0,
): NodeTriangleContact {
  if (!arePoints(motion, node, a, b, c)) {
    checkPointIndex('nodeTriangleContact: node', node, motion);
    checkPointIndex('nodeTriangleContact: a', a, motion);
    checkPointIndex('nodeTriangleContact: b', b, motion);
    checkPointIndex('nodeTriangleContact: c', c, motion);
  }
  loadNodeTriangle(relativeMotion, motion, node, a, b, c);
  const verdict =
    tolerance > 0
      ? tolerantContact(found, relativeMotion, tolerance)
      : decideNodeTriangle(found, motion, node, a, b, c);
  writeContact(out, found, motion, verdict, relativeMotion, weights);
  out.side = Math.sign(orientation3(motion.start, a, b, c, node));
  for (let i = 0; i < 3; i++) out.weights[i] = weights[i];
  return out;
}

/**
 * First contact of the closed edges `p0 p1` and `p2 p3` (point indices of the motion), written into `out` and returned;
 * the tolerance [m] and the errors as in `nodeTriangleContact`.
 *
 * @example
 * ```ts
 * import { createEdgeEdgeContact, edgeEdgeContact, endpointMotion } from 'appulse/meshes';
 *
 * const start = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, 1, 0, 1, 1);
 * const end = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, -1, 0, 1, -1); // the second edge falls through the first
 * const { hit, time, u, v } = edgeEdgeContact(createEdgeEdgeContact(), endpointMotion(start, end), 0, 1, 2, 3);
 * console.log(hit, time, u, v); // true 0.5 0.5 0.5
 * ```
 */
export function edgeEdgeContact(
  out: EdgeEdgeContact,
  motion: PointMotion,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
  tolerance = 0,
): EdgeEdgeContact {
  if (!arePoints(motion, p0, p1, p2, p3)) {
    checkPointIndex('edgeEdgeContact: p0', p0, motion);
    checkPointIndex('edgeEdgeContact: p1', p1, motion);
    checkPointIndex('edgeEdgeContact: p2', p2, motion);
    checkPointIndex('edgeEdgeContact: p3', p3, motion);
  }
  loadEdgeEdge(relativeMotion, motion, p0, p1, p2, p3);
  const verdict =
    tolerance > 0 ? tolerantContact(found, relativeMotion, tolerance) : decideEdgeEdge(found, motion, p0, p1, p2, p3);
  writeContact(out, found, motion, verdict, relativeMotion, weights);
  out.side = Math.sign(orientation3(motion.start, p0, p1, p3, p2));
  out.u = weights[0];
  out.v = weights[1];
  return out;
}

/** Are all four indices of points? Four comparisons of integers: queries run in inner loops. */
function arePoints(motion: PointMotion, i: number, j: number, k: number, l: number): boolean {
  const count = motion.start.length / 3;
  if ((i | 0) !== i || (j | 0) !== j || (k | 0) !== k || (l | 0) !== l || (i | j | k | l) < 0) return false;
  return i < count && j < count && k < count && l < count;
}

/**
 * Writes all fields except `side` from a verdict and, for a hit, the time in `found`. The contact location is written to
 * `location`, see `distanceAt`.
 */
export function writeContact(
  out: FirstContact,
  found: Float64Array,
  motion: PointMotion,
  verdict: number,
  relative: RelativeMotion,
  location: Float64Array,
): void {
  out.hit = isHit(verdict);
  out.stage = stageOf(verdict);
  if (!out.hit) {
    out.time = out.safeTime = motion.duration;
    out.gapRate = 0;
    setVec3(out.normal, 0, 0, 0);
    location.fill(0);
    return;
  }
  const tau = found[0];
  out.time = tau * motion.duration;
  out.safeTime = safeTime(found, motion.duration);
  writeGeometry(out, motion.duration, relative, tau, location);
}

/** Writes the normal and the gap rate at τ, and the contact location. */
export function writeGeometry(
  out: FirstContact,
  duration: number,
  relative: RelativeMotion,
  tau: number,
  location: Float64Array,
): void {
  distanceAt(location, relative, tau);
  writeNormal(out.normal, relative, tau);
  out.gapRate = dotVec3(out.normal, rateAt(relative, location)) / duration;
}

/** The lower end of the time's enclosure, rounded down. */
export function safeTime(found: Float64Array, duration: number): number {
  const earliest = (found[0] - found[1]) * (1 - 4 * EPSILON) * duration * (1 - 4 * EPSILON);
  return earliest > MIN_TIME ? earliest : 0;
}

/** e2×e3 as a unit vector; zero if it is within rounding error. */
function writeNormal(out: Vec3, relative: RelativeMotion, tau: number): void {
  vectorAt(e2, relative, E2, tau);
  vectorAt(e3, relative, E3, tau);
  const limit = 4 * EPSILON * lengthVec3(e2) * lengthVec3(e3);
  const length = lengthVec3(crossVec3(out, e2, e3));
  if (length > limit) setVec3(out, out.x / length, out.y / length, out.z / length);
  else setVec3(out, 0, 0, 0);
}

/**
 * Relative velocity at the contact [m per step]: node minus triangle, or second edge minus first.
 */
function rateAt(relative: RelativeMotion, location: Float64Array): Vec3 {
  const triangle = relative.kind === 'triangle';
  const along2 = triangle ? -location[1] : -location[0];
  const along3 = triangle ? -location[2] : location[1];
  changeOf(rate, relative, G);
  changeOf(e2, relative, E2);
  changeOf(e3, relative, E3);
  return setVec3(
    rate,
    rate.x + along2 * e2.x + along3 * e3.x,
    rate.y + along2 * e2.y + along3 * e3.y,
    rate.z + along2 * e2.z + along3 * e3.z,
  );
}
