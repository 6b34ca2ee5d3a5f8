/**
 * The polynomials of a node and a triangle, and every real root with the reason why it is a contact or not. [VBC24-1.1], [VBC24-2.1]
 *
 * Roots and reasons are decided in integer arithmetic, so that they are those of the given doubles; the numbers reported are
 * rounded.
 */
import { derivativeOf, type ExactPolynomial } from '../math/exact-polynomial.ts';
import { degreeOf, isZeroPolynomial } from '../math/integer-polynomial.ts';
import { type PolynomialRoot, polynomialRootsInUnit, rootToNumber, signAtRoot } from '../math/polynomial-root.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import {
  contactCoefficients,
  coplanarityCubic,
  createCoplanarityCubic,
  type PlanePolynomials,
  planePolynomials,
} from './coplanarity.ts';
import { movingPoints } from './moving-vector.ts';
import { checkPointIndex } from './point-index.ts';
import type { PointMotion } from './point-motion.ts';
import { type FeatureVectors, featuresTouchAt, triangleVectors, volumeOf } from './polynomial-contact.ts';
import { createRelativeMotion, E2, E3, G, loadNodeTriangle, type RelativeMotion, vectorAt } from './relative-motion.ts';

/**
 * Why a root of the cubic is the first contact or not: `first-contact`; `later-contact`, a contact after the first; `outside`, in the plane of
 * the triangle but not in the triangle; `before-step` and `after-step`, not within the step.
 */
export type ContactRootReason = 'first-contact' | 'later-contact' | 'outside' | 'before-step' | 'after-step';

/** A real root of the cubic. */
export interface ContactRoot {
  /** [s] from the start of the step, within two roundings. */
  readonly time: number;
  /** 1 for a simple root, 2 where the cubic only touches zero, 3. */
  readonly multiplicity: number;
  /** Is it the first contact of the step? */
  readonly accepted: boolean;
  readonly reason: ContactRootReason;
  /** Weights of the corners then, of any sign, adding up to 1; empty where the triangle has no area. */
  readonly weights: readonly number[];
}

/** The moving plane of a triangle, the cubic of a node, and its roots. */
export interface ContactPolynomial {
  /** a0 + a1 x + a2 y + a3 z = 0, each a polynomial of t [s], low order first. */
  readonly plane: PlanePolynomials;
  /** b0 + b1 t + b2 t² + b3 t³ = 0: the plane with the path of the node inserted. */
  readonly b: readonly [number, number, number, number];
  /** The node stays in the plane: every time is a root, and `roots` is empty. */
  readonly identicallyZero: boolean;
  /** All distinct real roots in ascending order. */
  readonly roots: readonly ContactRoot[];
}

/**
 * The polynomials of node `node` and triangle `a b c` (point indices of the motion) and all real roots of the cubic, each with
 * the reason why it was accepted or rejected. Throws a RangeError for an index that the motion does not have.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, contactPolynomial } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.5, 1); // a triangle, and a node 1 m above it
 * const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2); // which falls at 2 m/s
 * const { b, roots } = contactPolynomial(constantVelocityMotion(x, v, 1), 3, 0, 1, 2);
 * console.log(b, roots.length, roots[0].time, roots[0].reason); // [ 1, -2, 0, 0 ] 1 0.5 first-contact
 * ```
 */
export function contactPolynomial(
  motion: PointMotion,
  node: number,
  a: number,
  b: number,
  c: number,
): ContactPolynomial {
  for (const [name, index] of Object.entries({ node, a, b, c })) {
    checkPointIndex(`contactPolynomial: ${name}`, index, motion);
  }
  const relative = loadNodeTriangle(createRelativeMotion(), motion, node, a, b, c);
  const vectors = triangleVectors(movingPoints(motion, [node, a, b, c]));
  const volume = volumeOf(vectors);
  const identicallyZero = isZeroPolynomial(volume);
  return {
    plane: planePolynomials(motion, a, b, c),
    b: contactCoefficients(coplanarityCubic(createCoplanarityCubic(), relative), motion.duration),
    identicallyZero,
    roots: identicallyZero ? [] : describeRoots(vectors, volume, relative, motion.duration),
  };
}

/** a0, a1, a2, a3 at a time [s]. */
export function planeAt({ a0, a1, a2, a3 }: PlanePolynomials, time: number): [number, number, number, number] {
  const value = (p: readonly number[]) => p.reduceRight((sum, c) => sum * time + c, 0);
  return [value(a0), value(a1), value(a2), value(a3)];
}

function describeRoots(
  vectors: FeatureVectors,
  volume: ExactPolynomial,
  relative: RelativeMotion,
  duration: number,
): ContactRoot[] {
  let contacts = 0;
  return realRoots(volume).map(({ tau, multiplicity, root }) => {
    const touches = root !== undefined && featuresTouchAt(vectors, root);
    if (touches) contacts++;
    const outside = root ? 'outside' : tau < 0 ? 'before-step' : 'after-step';
    const reason = !touches ? outside : contacts === 1 ? 'first-contact' : 'later-contact';
    const accepted = reason === 'first-contact';
    return { time: finiteTime(tau * duration), multiplicity, accepted, reason, weights: weightsAt(relative, tau) };
  });
}

/** A cubic that is nearly a quadratic has a root beyond the doubles. */
function finiteTime(time: number): number {
  return Math.min(Math.max(time, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** Area relative to the edges below which a triangle has none: four roundings. */
const DEGENERATE = 4 * 2 ** -53;

interface RealRoot {
  readonly tau: number;
  readonly multiplicity: number;
  /** For τ in [0, 1]. */
  readonly root?: PolynomialRoot;
}

/** All real roots of f in ascending order: in [0, 1] directly, beyond by the reciprocal, below zero by the mirror image. */
function realRoots(f: ExactPolynomial): RealRoot[] {
  const mirrored = f.map((c, i) => (i % 2 === 0 ? c : -c));
  const reversed = (p: ExactPolynomial) => p.slice(0, degreeOf(p) + 1).reverse();
  const inside = (p: ExactPolynomial) =>
    polynomialRootsInUnit(p).map((root) => ({ tau: rootToNumber(root), multiplicity: multiplicityOf(p, root), root }));
  // 0 < |τ| and |τ| > 1, decided exactly: zero and one are fractions
  const isZero = ({ root }: { root: PolynomialRoot }) => root.isFraction && root.numerator === 0n;
  const isOne = ({ root }: { root: PolynomialRoot }) => root.isFraction && root.numerator === root.denominator;
  const beyond = (p: ExactPolynomial) =>
    inside(reversed(p))
      .filter((found) => !isOne(found))
      .map(({ tau, multiplicity }) => ({ tau: 1 / tau, multiplicity }))
      .reverse();
  const negative = [...inside(mirrored).filter((found) => !isZero(found)), ...beyond(mirrored)];
  const below = negative.map(({ tau, multiplicity }) => ({ tau: -tau, multiplicity })).reverse();
  return [...below, ...inside(f), ...beyond(f)];
}

function multiplicityOf(f: ExactPolynomial, root: PolynomialRoot): number {
  let [multiplicity, slope] = [1, derivativeOf(f)];
  while (signAtRoot(slope, root) === 0) {
    multiplicity++;
    slope = derivativeOf(slope);
  }
  return multiplicity;
}

/** Weights of the foot point of the node in the plane of the triangle. */
function weightsAt(relative: RelativeMotion, tau: number): number[] {
  const [g, e2, e3] = [G, E2, E3].map((at) => vectorAt(createVec3(), relative, at, tau));
  const normal = crossVec3(createVec3(), e2, e3);
  const area = dotVec3(normal, normal);
  // no area within rounding error, as for the normal of a contact
  if (!(Math.sqrt(area) > DEGENERATE * lengthVec3(e2) * lengthVec3(e3))) return [];
  const along = (p: Vec3, q: Vec3) => dotVec3(normal, crossVec3(createVec3(), p, q)) / area;
  const [w2, w3] = [along(g, e3), along(e2, g)];
  // the first weight by its own triangle, without cancellation
  const fromSecond = subVec3(createVec3(), g, e2);
  const w1 = along(addScaledVec3(createVec3(), e3, e2, -1), fromSecond);
  return [w1, w2, w3].every(Number.isFinite) ? [w1, w2, w3] : [];
}
