import {
  addScaledBernstein,
  type Bernstein,
  differentiateU,
  differentiateV,
  multiplyBernstein,
} from '../../math/bernstein.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import {
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { BezierCurve, BezierPatch } from './bezier.ts';
import { controlPointPolynomials } from './control-polynomials.ts';
import type { Direction } from './control-rows.ts';
import type { Patch } from './patch.ts';
import type { CurvePiece, SurfacePiece } from './refine-nurbs.ts';
import { splitCurve, splitPatch } from './subdivide.ts';

/**
 * Turning angles of curves and normal cones of patches, bounded by their control points and so certified, not sampled.
 * The tracker needs faces whose normals fit into an open hemisphere, and switches best between features that span at
 * most 90 degrees. [PG05-6.3]
 */

/** A cone that contains all normals of a patch. */
export interface NormalCone {
  /** A unit vector. */
  readonly axis: ReadonlyVec3;
  /** Of the half-angle. If above zero, n · axis >= cosine for every unit normal n; otherwise no bound is certified. */
  readonly cosine: number;
}

/** Coefficients of the normal below this fraction of the largest are rounding, or the zeros of a degenerate side. */
const ZERO_NORMAL = 1e-12;

/** Iterations for the axis; its relative error is about the reciprocal. */
const AXIS_ROUNDS = 200;

/** A patch or curve that does not fit after this many halvings has a fold or a cusp. */
const MAX_HALVINGS = 12;

/**
 * Upper bound on the total turning angle [rad] of the tangent of a curve, with all signs positive: the turning angle of
 * its control polygon, since curves with positive weights result from corner cutting of that polygon. It is exact for a
 * convex planar arc with a convex control polygon.
 */
export function turningAngle(curve: BezierCurve): number {
  const legs = polygonLegs(curve.control);
  const cross = createVec3();
  let sum = 0;
  for (let i = 1; i < legs.length; i++) {
    sum += atan2(lengthVec3(crossVec3(cross, legs[i - 1], legs[i])), dotVec3(legs[i - 1], legs[i]));
  }
  return sum;
}

/** The curve in pieces with turning angles of at most `limit` [rad], by halving. */
export function splitByTurningAngle(curve: BezierCurve, limit: number): CurvePiece[] {
  return halveUntil<CurvePiece>(
    { curve, from: 0, to: 1 },
    (piece) => turningAngle(piece.curve) <= limit,
    ({ curve, from, to }) => {
      const [below, above] = splitCurve(curve, 0.5);
      const center = 0.5 * (from + to);
      return [
        { curve: below, from, to: center },
        { curve: above, from: center, to },
      ];
    },
  );
}

/**
 * A cone that contains all normals, from the Bernstein coefficients of the normal direction: with homogeneous
 * A = W f,   W³ f_u × f_v = W A_u × A_v + W_v A × A_u + W_u A_v × A.   A cone around all coefficients contains the normals.
 */
export function normalCone(patch: BezierPatch): NormalCone {
  return coneAround(normalDirections(patch));
}

/**
 * Do all normals fit into an open hemisphere? True is certified; false may only mean that the patch must be split first.
 * On an octant of a superellipsoid each normal has n · (P + Q + T) > 0.
 */
export function gaussMapFitsHemisphere(patch: Patch): boolean {
  return patch.kind === 'superquadric' || normalCone(patch).cosine > 0;
}

/**
 * The patch in pieces whose normals fit into cones of a half-angle below that of `cosine`: 0 for open hemispheres, √½
 * for at most 90 degrees between any two normals of a piece.
 */
export function splitByNormals(patch: BezierPatch, cosine = 0): SurfacePiece[] {
  return halveUntil<SurfacePiece>(
    { patch, fromU: 0, toU: 1, fromV: 0, toV: 1 },
    (piece) => normalCone(piece.patch).cosine > cosine,
    halveWidest,
  );
}

function halveWidest(piece: SurfacePiece): [SurfacePiece, SurfacePiece] {
  const { patch, fromU, toU, fromV, toV } = piece;
  const direction = widestDirection(patch);
  const [below, above] = splitPatch(patch, direction, 0.5);
  const [midpointU, midpointV] = [0.5 * (fromU + toU), 0.5 * (fromV + toV)];
  return direction === 'u'
    ? [
        { ...piece, patch: below, toU: midpointU },
        { ...piece, patch: above, fromU: midpointU },
      ]
    : [
        { ...piece, patch: below, toV: midpointV },
        { ...piece, patch: above, fromV: midpointV },
      ];
}

/** The direction in which halving a patch reduces its normal cone most. */
export function widestDirection(patch: BezierPatch): Direction {
  const left = (direction: Direction) =>
    Math.min(...splitPatch(patch, direction, 0.5).map((half) => normalCone(half).cosine));
  return left('u') >= left('v') ? 'u' : 'v';
}

function halveUntil<Piece>(whole: Piece, fits: (piece: Piece) => boolean, halve: (piece: Piece) => Piece[]): Piece[] {
  let pieces = [whole];
  for (let halvings = 0; halvings <= MAX_HALVINGS; halvings++) {
    const fitting = pieces.map(fits);
    if (fitting.every(Boolean)) return pieces;
    pieces = pieces.flatMap((piece, i) => (fitting[i] ? [piece] : halve(piece)));
  }
  throw new RangeError(
    `parametric piece: its Gauss map is too large after ${MAX_HALVINGS} halvings, it has a fold or a cusp`,
  );
}

/** The legs of the control polygon with nonzero length. */
function polygonLegs(control: Float64Array): Vec3[] {
  const legs: Vec3[] = [];
  for (let b = 4; b < control.length; b += 4) {
    const [x, y, z] = [0, 1, 2].map((k) => control[b + k] / control[b + 3] - control[b - 4 + k] / control[b - 1]);
    if (x !== 0 || y !== 0 || z !== 0) legs.push(createVec3(x, y, z));
  }
  return legs;
}

/** The coefficients of the normal as unit vectors, without zeros. */
function normalDirections(patch: BezierPatch): Vec3[] {
  const { degreeU, degreeV, control } = patch;
  // relative to the first control point: a far-away origin causes no cancellation
  const origin = createVec3(control[0] / control[3], control[1] / control[3], control[2] / control[3]);
  const a = controlPointPolynomials(control, degreeU, degreeV, origin);
  const [au, av] = [a.map(differentiateU), a.map(differentiateV)];
  const [x, y, z] = [1, 2, 0].map((i) => {
    const j = (i + 1) % 3;
    const terms = [
      [a[3], minor(au, av, i, j)],
      [av[3], minor(a, au, i, j)],
      [au[3], minor(av, a, i, j)],
    ].map(([p, q]) => multiplyBernstein(p, q));
    return terms.reduce((sum, term) => addScaledBernstein(sum, term, 1));
  });
  const vectors = Array.from(x.coefficients, (value, at) => createVec3(value, y.coefficients[at], z.coefficients[at]));
  const largest = vectors.reduce((max, vector) => Math.max(max, lengthVec3(vector)), 0);
  return vectors
    .filter((vector) => lengthVec3(vector) > ZERO_NORMAL * largest)
    .map((vector) => normalizeVec3(vector, vector));
}

/** p_i q_j - p_j q_i. */
function minor(p: readonly Bernstein[], q: readonly Bernstein[], i: number, j: number): Bernstein {
  return addScaledBernstein(multiplyBernstein(p[i], q[j]), multiplyBernstein(p[j], q[i]), -1);
}

/** The narrowest cone around unit vectors: axis towards the centre of their minimum enclosing ball (steps of Badoiu and Clarkson). */
function coneAround(directions: readonly Vec3[]): NormalCone {
  const center = createVec3();
  let best: NormalCone = { axis: createVec3(0, 0, 1), cosine: -1 };
  for (let round = 1; round <= AXIS_ROUNDS; round++) {
    const length = lengthVec3(center);
    let farthest = directions[0];
    for (const direction of directions) {
      if (dotVec3(center, direction) < dotVec3(center, farthest)) farthest = direction;
    }
    if (farthest === undefined) return best;
    const cosine = length > 0 ? dotVec3(center, farthest) / length : -1;
    if (cosine > best.cosine) {
      best = { axis: createVec3(center.x / length, center.y / length, center.z / length), cosine };
    }
    center.x += (farthest.x - center.x) / round;
    center.y += (farthest.y - center.y) / round;
    center.z += (farthest.z - center.z) / round;
  }
  return best;
}
