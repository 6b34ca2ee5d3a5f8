/**
 * First contact of a node and a bilinear patch of four moving corners, as a choice next to the four triangles of `nodeQuadContact`.
 * The decision is exact for the given doubles, for constant velocities and for constant accelerations.
 */
import { type BilinearPoint, createBilinearPoint, locateOnBilinear } from '../distance/features/bilinear-patch.ts';
import { describeValue } from '../math/describe-value.ts';
import { signAtFraction } from '../math/integer-polynomial.ts';
import { copyVec3, dotVec3, setVec3 } from '../math/vec3.ts';
import type { AcceleratedMotion } from './accelerated-motion.ts';
import { bilinearContact, type PatchVectors, patchPolynomials, patchVectors } from './bilinear-contact.ts';
import { createFirstContact, type FirstContact } from './first-contact.ts';
import { crossOfVectors, differenceOfVectors, dotOfVectors, movingPoints } from './moving-vector.ts';
import {
  areBounded,
  areSeparatedByAxis,
  type BoundedPolynomial,
  boundedProductDifference,
  boundedTripleProduct,
  certainSign,
  type PathDifference,
  pathDifference,
} from './path-filter.ts';
import { positionAt, velocityAt } from './path-position.ts';
import { checkPointIndex } from './point-index.ts';
import type { PointMotion } from './point-motion.ts';
import { writeMissTimes, writeRootTimes } from './root-time.ts';

/** First contact of a node with a bilinear patch; see `FirstContact`. */
export interface NodeBilinearContact extends FirstContact {
  /** Parameter of the contact point in [-1, 1], from corner 0 to corner 1. */
  xi: number;
  /** Parameter of the contact point in [-1, 1], from corner 0 to corner 3. */
  eta: number;
  /** Shape functions of the corners at the contact, adding up to 1. */
  readonly weights: [number, number, number, number];
  /** Never before the exact first contact [s]: with `safeTime` an enclosure of it. */
  latestTime: number;
}

/** A new result of `nodeBilinearContact`, which may be used again. */
export function createNodeBilinearContact(): NodeBilinearContact {
  return { ...createFirstContact(), xi: 0, eta: 0, weights: [0.25, 0.25, 0.25, 0.25], latestTime: 0 };
}

const location: BilinearPoint = createBilinearPoint();
const corners = new Float64Array(12);

/**
 * First contact of node `node` and the closed bilinear patch with the corners `quad`, in order (point indices of the motion), written into
 * `out` and returned: exact for the given doubles, warped, folded and degenerate patches included. The normal is that of the patch at the
 * contact; `side` is the side of its surface on which the node starts. Throws a RangeError for an index that the motion does not have.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, createNodeBilinearContact, nodeBilinearContact } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0.5, 0.25, 1.125); // the patch z = x y, and a node above it
 * const v = new Float64Array(15);
 * v[14] = -2; // the node falls at 2 m/s
 * const contact = nodeBilinearContact(createNodeBilinearContact(), constantVelocityMotion(x, v, 1), 4, [0, 1, 2, 3]);
 * console.log(contact.hit, contact.time, contact.xi, contact.eta); // true 0.5 0 -0.5
 * ```
 */
export function nodeBilinearContact(
  out: NodeBilinearContact,
  motion: PointMotion | AcceleratedMotion,
  node: number,
  quad: ArrayLike<number>,
): NodeBilinearContact {
  checkIndices(motion, node, quad);
  const paths = [0, 1, 2, 3].map((a) => pathDifference(motion, quad[a], node));
  out.side = 0;
  if (areSeparatedByAxis(paths)) return writeMiss(out, motion, 'culled', () => startSide(motion, node, quad));
  if (isCertainMiss(paths)) return writeMiss(out, motion, 'filter', () => startSide(motion, node, quad));
  const patch = patchVectors(movingPoints(motion, [node, quad[0], quad[1], quad[2], quad[3]]));
  const root = bilinearContact(patch);
  if (!root) return writeMiss(out, motion, 'exact', () => sideOf(patch));
  out.hit = true;
  out.stage = 'exact';
  out.side = sideOf(patch);
  const tau = writeRootTimes(out, root, motion.duration);
  writeLocation(out, motion, node, quad, tau);
  return out;
}

function checkIndices(motion: PointMotion | AcceleratedMotion, node: number, quad: ArrayLike<number>): void {
  checkPointIndex('nodeBilinearContact: node', node, motion);
  if (quad?.length !== 4) {
    const message = `nodeBilinearContact: quad must be four point indices, got ${describeValue(quad)}`;
    throw typeof quad === 'object' && quad !== null ? new RangeError(message) : new TypeError(message);
  }
  for (let a = 0; a < 4; a++) checkPointIndex(`nodeBilinearContact: quad[${a}]`, quad[a], motion);
}

function writeMiss(
  out: NodeBilinearContact,
  motion: PointMotion | AcceleratedMotion,
  stage: FirstContact['stage'],
  side: () => number,
): NodeBilinearContact {
  writeMissTimes(out, motion.duration);
  out.stage = stage;
  out.side = side();
  out.xi = out.eta = 0;
  out.weights.fill(0);
  return out;
}

/** Two weights of opposite sign, or a node on one side of the doubly ruled surface, throughout the step. */
function isCertainMiss(paths: readonly PathDifference[]): boolean {
  if (!areBounded(paths)) return false;
  const weights = boundedWeights(paths);
  const signs = weights.map(certainSign);
  if (signs.includes(1) && signs.includes(-1)) return true;
  return certainSign(boundedProductDifference(weights[0], weights[2], weights[1], weights[3])) !== 0;
}

/** D0 to D3 of `bilinear-contact.ts`. */
function boundedWeights([p0, p1, p2, p3]: readonly PathDifference[]): BoundedPolynomial[] {
  return [
    boundedTripleProduct(p1, p2, p3),
    boundedTripleProduct(p0, p3, p2),
    boundedTripleProduct(p0, p1, p3),
    boundedTripleProduct(p0, p2, p1),
  ];
}

/** The side of the surface on which the node starts: in doubles where that is certain, else in integers. */
function startSide(motion: PointMotion | AcceleratedMotion, node: number, quad: ArrayLike<number>): number {
  const paths = [0, 1, 2, 3].map((a) => pathDifference(motion, quad[a], node));
  if (areBounded(paths)) {
    const weights = boundedWeights(paths);
    const surface = boundedProductDifference(weights[0], weights[2], weights[1], weights[3]);
    const volume = weights.reduce((sum, { coefficients }) => sum + coefficients[0], 0);
    // the sum of four numbers has a smaller error than they have together
    const isCertain = Math.abs(volume) > 2 * weights.reduce((sum, { error }) => sum + error, 0);
    if (isCertain && Math.abs(surface.coefficients[0]) > surface.error) {
      return -Math.sign(volume) * Math.sign(surface.coefficients[0]);
    }
  }
  return sideOf(patchVectors(movingPoints(motion, [node, quad[0], quad[1], quad[2], quad[3]])));
}

/**
 * The side of the surface on which the node starts: -sign(S V), because above the patch the weights of the corners 0 and 2 are larger than
 * on it where V < 0. Of a planar patch the side of its plane.
 */
function sideOf(patch: PatchVectors): number {
  const start = patch.map((p) => p.map((f) => f.slice(0, 1))) as unknown as PatchVectors;
  const { volume, surface } = patchPolynomials(start);
  const signAtStart = (f: readonly bigint[]) => signAtFraction(f, 0n, 1n);
  if (signAtStart(volume) !== 0) return -signAtStart(volume) * signAtStart(surface) || 0;
  const [p0, p1, p2, p3] = start;
  const normal = crossOfVectors(differenceOfVectors(p2, p0), differenceOfVectors(p3, p1));
  return -signAtStart(dotOfVectors(p0, normal)) || 0;
}

/** ξ, η, weights, normal and gap rate at τ. */
function writeLocation(
  out: NodeBilinearContact,
  motion: PointMotion | AcceleratedMotion,
  node: number,
  quad: ArrayLike<number>,
  tau: number,
): void {
  for (let a = 0; a < 4; a++) {
    for (let axis = 0; axis < 3; axis++)
      corners[3 * a + axis] = positionAt(motion, 3 * quad[a] + axis, 3 * node + axis, tau);
  }
  locateOnBilinear(location, corners);
  // not -0
  out.xi = location.xi + 0;
  out.eta = location.eta + 0;
  copyVec3(out.normal, location.normal);
  const rate = setVec3(location.point, 0, 0, 0);
  for (let a = 0; a < 4; a++) {
    const weight = location.weights[a];
    out.weights[a] = weight;
    rate.x -= weight * velocityAt(motion, 3 * quad[a], 3 * node, tau);
    rate.y -= weight * velocityAt(motion, 3 * quad[a] + 1, 3 * node + 1, tau);
    rate.z -= weight * velocityAt(motion, 3 * quad[a] + 2, 3 * node + 2, tau);
  }
  out.gapRate = dotVec3(out.normal, rate);
}
