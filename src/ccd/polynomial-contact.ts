/**
 * First contact of points on polynomial paths of any degree, in integer arithmetic: the decision of `exact-contact.ts`, in which
 * the paths are linear. The vectors P Q R T and their pairs are explained there.
 */
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
  dotOfVectors,
  type MovingVector,
  tripleProductOf,
} from './moving-vector.ts';

/** P, Q, R, T */
export type FeatureVectors = readonly [MovingVector, MovingVector, MovingVector, MovingVector];

/** A node and the triangle a b c. */
export function triangleVectors([node, a, b, c]: readonly MovingVector[]): FeatureVectors {
  const [p, q, r] = [a, b, c].map((corner) => differenceOfVectors(corner, node));
  return [p, q, r, r];
}

/** The edges p0 p1 and p2 p3. */
export function edgeVectors([p0, p1, p2, p3]: readonly MovingVector[]): FeatureVectors {
  return [
    differenceOfVectors(p2, p0),
    differenceOfVectors(p3, p0),
    differenceOfVectors(p2, p1),
    differenceOfVectors(p3, p1),
  ];
}

/** F = P·(Q×R), which vanishes when the four points lie in one plane. */
export function volumeOf([p, q, r]: FeatureVectors) {
  return tripleProductOf(p, q, r);
}

/** Time of first contact, or undefined. */
export function polynomialContact(vectors: FeatureVectors): PolynomialRoot | undefined {
  const volume = volumeOf(vectors);
  if (!isZeroPolynomial(volume)) return polynomialRootsInUnit(volume).find((root) => featuresTouchAt(vectors, root));
  // all four points stay in one plane: contact begins at the start, or when a point crosses the line of an edge
  const start = zeroRoot();
  if (featuresTouchAt(vectors, start)) return start;
  const candidates = edgePairs(vectors).flatMap(([a, b]) => collinearTimesOf(a, b));
  return candidates.sort(compareRoots).find((root) => featuresTouchAt(vectors, root));
}

/** E1 to E4 as pairs of factors. */
function edgePairs([p, q, r, t]: FeatureVectors): [MovingVector, MovingVector][] {
  return [
    [p, q],
    [t, r],
    [r, p],
    [q, t],
  ];
}

/** Is there contact at this root of F? */
export function featuresTouchAt(vectors: FeatureVectors, root: PolynomialRoot): boolean {
  const pairs = edgePairs(vectors);
  const [p, q, r] = vectors;
  const [edgeA, edgeB] = [differenceOfVectors(p, r), differenceOfVectors(q, p)];
  for (let axis = 0; axis < 3; axis++) {
    const normal = signAtRoot(crossComponent(edgeA, edgeB, axis), root);
    if (normal !== 0) return pairs.every(([a, b]) => signAtRoot(crossComponent(a, b, axis), root) !== -normal);
  }
  // no plane: a degenerate triangle or parallel edges
  return pairs.some(([a, b]) => isOnSegment(a, b, root));
}

/** Does the origin lie on the closed segment from a to b? */
export function isOnSegment(a: MovingVector, b: MovingVector, root: PolynomialRoot): boolean {
  if (signAtRoot(dotOfVectors(a, b), root) > 0) return false;
  return [0, 1, 2].every((axis) => signAtRoot(crossComponent(a, b, axis), root) === 0);
}

/** Times when the origin crosses the line through a and b or, if always on it, passes a or b. */
export function collinearTimesOf(a: MovingVector, b: MovingVector): PolynomialRoot[] {
  const polynomials = [...[0, 1, 2].map((axis) => crossComponent(a, b, axis)), dotOfVectors(a, b)];
  const first = polynomials.find((f) => !isZeroPolynomial(f));
  return first ? polynomialRootsInUnit(first) : [];
}
