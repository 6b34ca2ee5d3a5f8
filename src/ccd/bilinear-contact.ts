/**
 * First contact of a node and a moving bilinear patch, decided in integer arithmetic for points on polynomial paths.
 *
 * With the corners P0..P3 relative to the node, the patch is the set of Σ w_a P_a with w_a >= 0, Σ w_a = 1 and w0 w2 = w1 w3, because
 * these are exactly the shape functions: (1-ξ)(1-η), ξ(1-η), ξη, (1-ξ)η with ξ = w1 + w2, η = w2 + w3 in [0, 1]. Where the corners
 * are not in one plane, the weights of the node are unique, w_a = D_a / V with
 *
 *   D0 = [P1 P2 P3],  D1 = -[P0 P2 P3],  D2 = [P0 P1 P3],  D3 = -[P0 P1 P2],  V = ΣD_a,
 *
 * so the node is on the patch when S = D0 D2 - D1 D3 = 0 and no D_a has the sign opposite to V. Where they are in one plane, the node
 * must be in it, all D_a = 0, and the planar map decides (`isInPlanarPatch`).
 */
import {
  addPolynomials,
  type ExactPolynomial,
  multiplyPolynomials,
  scalePolynomial,
  subtractPolynomials,
} from '../math/exact-polynomial.ts';
import { isZeroPolynomial } from '../math/integer-polynomial.ts';
import {
  compareRoots,
  type PolynomialRoot,
  polynomialRootsInUnit,
  signAtRoot,
  zeroRoot,
} from '../math/polynomial-root.ts';
import {
  crossComponent,
  differenceOfVectors,
  type MovingVector,
  sumOfVectors,
  tripleProductOf,
} from './moving-vector.ts';
import { collinearTimesOf, isOnSegment } from './polynomial-contact.ts';

/** P0 to P3: the corners in order, relative to the node. */
export type PatchVectors = readonly [MovingVector, MovingVector, MovingVector, MovingVector];

interface PatchPolynomials {
  /** D0 to D3 */
  readonly weights: readonly ExactPolynomial[];
  readonly volume: ExactPolynomial;
  /** S */
  readonly surface: ExactPolynomial;
}

export function patchVectors([node, ...corners]: readonly MovingVector[]): PatchVectors {
  const [p0, p1, p2, p3] = corners.map((corner) => differenceOfVectors(corner, node));
  return [p0, p1, p2, p3];
}

export function patchPolynomials([p0, p1, p2, p3]: PatchVectors): PatchPolynomials {
  const weights = [
    tripleProductOf(p1, p2, p3),
    tripleProductOf(p0, p3, p2),
    tripleProductOf(p0, p1, p3),
    tripleProductOf(p0, p2, p1),
  ];
  const volume = weights.reduce(addPolynomials);
  const [d0, d1, d2, d3] = weights;
  return { weights, volume, surface: subtractPolynomials(multiplyPolynomials(d0, d2), multiplyPolynomials(d1, d3)) };
}

/** Time of first contact, or undefined. */
export function bilinearContact(patch: PatchVectors): PolynomialRoot | undefined {
  const polynomials = patchPolynomials(patch);
  const start = zeroRoot();
  if (isOnPatch(patch, polynomials, start)) return start;
  return candidateTimes(patch, polynomials).find((root) => isOnPatch(patch, polynomials, root));
}

/** Times after the start at which contact can begin, in order. */
function candidateTimes(patch: PatchVectors, { weights, volume, surface }: PatchPolynomials): PolynomialRoot[] {
  const rootsOf = (polynomials: readonly ExactPolynomial[]) =>
    polynomials.filter((f) => !isZeroPolynomial(f)).flatMap(polynomialRootsInUnit);
  if (!isZeroPolynomial(volume)) {
    if (!isZeroPolynomial(surface)) return polynomialRootsInUnit(surface);
    // the node stays on the doubly ruled surface: contact begins where a weight changes its sign
    return rootsOf([...weights, volume]).sort(compareRoots);
  }
  // always a planar patch: the node must be in its plane
  const height = weights.find((f) => !isZeroPolynomial(f));
  if (height) return polynomialRootsInUnit(height);
  // all in one plane: contact begins on an edge, or on the fold of a patch that is not convex, a double root of q
  const folds = rootsOf([0, 1, 2].map((axis) => discriminantOf(patchQuadratics(patch, axis)[0])));
  const crossings = patch.flatMap((corner, a) => collinearTimesOf(corner, patch[(a + 1) % 4]));
  return [...folds, ...crossings].sort(compareRoots);
}

function isOnPatch(patch: PatchVectors, { weights, volume, surface }: PatchPolynomials, root: PolynomialRoot): boolean {
  const side = signAtRoot(volume, root);
  if (side !== 0) {
    return weights.every((f) => signAtRoot(f, root) !== -side) && signAtRoot(surface, root) === 0;
  }
  return weights.every((f) => signAtRoot(f, root) === 0) && isInPlanarPatch(patch, root);
}

/** Is the node on the patch at a time when it is in one plane with the corners? */
function isInPlanarPatch(patch: PatchVectors, root: PolynomialRoot): boolean {
  if (patch.some((corner, a) => isOnSegment(corner, patch[(a + 1) % 4], root))) return true;
  const axis = [0, 1, 2].find((k) => hasArea(patch, k, root));
  // corners on one line: the patch is the union of its edges
  if (axis === undefined) return false;
  // no point of the boundary is at the node: the winding number is the sum of the orientations of the points of the patch there
  if (windingNumber(patch, axis, root) !== 0) return true;
  // else there are none, or two of opposite orientation, which are both roots of the quadratics in ξ and in η
  return patchQuadratics(patch, axis).every((q) => hasBothRootsInside(q, root));
}

/** Do three corners span an area in the projection along the axis? */
function hasArea([p0, p1, p2, p3]: PatchVectors, axis: number, root: PolynomialRoot): boolean {
  const [e1, e2, e3] = [p1, p2, p3].map((corner) => differenceOfVectors(corner, p0));
  return [crossComponent(e1, e2, axis), crossComponent(e2, e3, axis), crossComponent(e1, e3, axis)].some(
    (area) => signAtRoot(area, root) !== 0,
  );
}

/** Winding number of the boundary about the node in the projection along the axis: crossings of a ray. */
function windingNumber(patch: PatchVectors, axis: number, root: PolynomialRoot): number {
  const height = patch.map((corner) => signAtRoot(corner[(axis + 2) % 3], root));
  let count = 0;
  for (let a = 0; a < 4; a++) {
    const b = (a + 1) % 4;
    if (height[a] <= 0 === height[b] <= 0) continue;
    const side = signAtRoot(crossComponent(patch[a], patch[b], axis), root);
    if (height[a] <= 0 && side > 0) count++;
    if (height[b] <= 0 && side < 0) count--;
  }
  return count;
}

type Quadratic = readonly [ExactPolynomial, ExactPolynomial, ExactPolynomial];

/**
 * With A = P0, B = P1 - P0, C = P3 - P0, D = P0 - P1 + P2 - P3 the patch is A + Bξ + Cη + Dξη. In a plane ξ is a root of
 * (A + Bξ)×(C + Dξ) and η one of (A + Cη)×(B + Dη).
 */
function patchQuadratics([p0, p1, p2, p3]: PatchVectors, axis: number): readonly [Quadratic, Quadratic] {
  const [b, c] = [differenceOfVectors(p1, p0), differenceOfVectors(p3, p0)];
  const d = differenceOfVectors(sumOfVectors(p0, p2), sumOfVectors(p1, p3));
  const cross = (u: MovingVector, v: MovingVector) => crossComponent(u, v, axis);
  const ad = cross(p0, d);
  return [
    [cross(p0, c), addPolynomials(ad, cross(b, c)), cross(b, d)],
    [cross(p0, b), addPolynomials(ad, cross(c, b)), cross(c, d)],
  ];
}

function discriminantOf([q0, q1, q2]: Quadratic): ExactPolynomial {
  return subtractPolynomials(multiplyPolynomials(q1, q1), scalePolynomial(multiplyPolynomials(q0, q2), 4n));
}

/** Are there two roots, or a double one, and both in (0, 1)? */
function hasBothRootsInside(q: Quadratic, root: PolynomialRoot): boolean {
  const [q0, q1, q2] = q;
  const sign = signAtRoot(q2, root);
  if (sign === 0 || signAtRoot(q0, root) !== sign) return false;
  const atOne = addPolynomials(addPolynomials(q0, q1), q2);
  const slopeAtOne = addPolynomials(q1, scalePolynomial(q2, 2n));
  return (
    signAtRoot(atOne, root) === sign &&
    signAtRoot(q1, root) === -sign &&
    signAtRoot(slopeAtOne, root) === sign &&
    signAtRoot(discriminantOf(q), root) >= 0
  );
}
