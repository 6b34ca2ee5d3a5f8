/**
 * Points and normals of round bodies to the last digits. The search for a distance ends when its bounds meet, and at a minimum a distance
 * is right to twice as many digits as the place: from there Newton's method on the pieces in contact finds the place as well. What it
 * finds is taken only if it is proven as well as before: both points belong to their bodies, and none reaches farther along the normal.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, setVec3 } from '../../math/vec3.ts';
import type { Contact } from '../contact.ts';
import { type ContactFeature, coreRadius, followNormal, isInCore } from './contact-feature.ts';
import { findPieces, normalA, normalB, pair, pieceA, pieceB, turnNormals } from './contact-pieces.ts';
import { type Core, type Cored, createCore, REACH, type Solid, setCore } from './core.ts';
import { alongAxis, loadPair, MOST_UNKNOWNS, setPairNormal, solvePair } from './feature-pair.ts';
import { direction, point, supportCore } from './support.ts';

/** How near the end of a piece a point belongs to the end, as a share of the size; tried one after the other. */
const NEAR = Float64Array.of(1e-6, 1e-9, 1e-4);
const STEPS = 10;
/** Longest step of the normal: the start is better than this. */
const LONGEST = 0.1;
/** Steps of the normal smaller than this are rounding. */
const SETTLED = 2e-16;
/** Points may leave their bodies, fall short of the farthest ones or stand aside of each other by this share of the size. */
const PROVEN = 1e-14;

const coreA = createCore();
const coreB = createCore();
const right = new Float64Array(MOST_UNKNOWNS);

/**
 * Betters points and normal of two convex bodies, at least one of them a cylinder, a cone or an ellipsoid; leaves all others as they are.
 * Where pieces lie along each other, any of many places is closest: `unique` becomes false.
 */
export function polishContact(
  out: Contact,
  shapeA: Cored,
  poseA: ReadonlyPose,
  shapeB: Cored,
  poseB: ReadonlyPose,
): Contact {
  if (shapeA.kind === 'tiled' || shapeB.kind === 'tiled' || !(isRound(shapeA) || isRound(shapeB))) return out;
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  pair.size = coreA.numbers[REACH] + coreB.numbers[REACH];
  for (let trial = 0; trial < NEAR.length; trial++) {
    findPieces(out, shapeA, poseA, shapeB, poseB, NEAR[trial] * pair.size);
    const outcome = settlePieces(shapeA, poseA, shapeB, poseB);
    if (outcome === 'sliding') {
      out.unique = false;
      break;
    }
    if (outcome === 'settled' && isProven(shapeA, shapeB)) {
      if (takeContact(out, shapeA, poseA, shapeB)) break;
    }
  }
  return out;
}

function isRound({ kind }: Cored): boolean {
  return kind === 'cylinder' || kind === 'cone' || kind === 'ellipsoid';
}

/** Newton's method for the normal and the slides along what is straight. */
function settlePieces(
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
): 'settled' | 'sliding' | 'lost' {
  let last = LONGEST;
  for (let step = 0; step < STEPS; step++) {
    loadPair(pair, pieceA, poseA, pieceB, poseB);
    const { axes, points, straight, count } = pair;
    for (let i = 0; i < 2; i++) right[i] = alongAxis(pair, 1 + i, points, 3) - alongAxis(pair, 1 + i, points, 0);
    for (let k = 0; k < count; k++) right[2 + k] = -alongAxis(pair, 0, straight, 3 * k);
    if (!solvePair(pair, right, 1)) return 'sliding';
    const turn = Math.sqrt(right[0] * right[0] + right[1] * right[1]);
    if (!(turn <= LONGEST)) return 'lost';
    const x = axes[0] + right[0] * axes[3] + right[1] * axes[6];
    const y = axes[1] + right[0] * axes[4] + right[1] * axes[7];
    const z = axes[2] + right[0] * axes[5] + right[1] * axes[8];
    const length = Math.sqrt(x * x + y * y + z * z);
    setPairNormal(pair, x / length, y / length, z / length);
    turnNormals(poseA, poseB);
    slide(pieceA, 2);
    slide(pieceB, 2 + pieceA.straightCount);
    followNormal(pieceA, shapeA, normalA);
    followNormal(pieceB, shapeB, normalB);
    // quadratic until rounding: then steps get no shorter
    if (turn <= SETTLED || (step > 2 && turn >= last)) break;
    last = turn;
  }
  loadPair(pair, pieceA, poseA, pieceB, poseB);
  return 'settled';
}

function slide({ point: p, straight, straightCount }: ContactFeature, first: number): void {
  for (let k = 0; k < straightCount; k++) {
    for (let c = 0; c < 3; c++) p[c] += right[first + k] * straight[3 * k + c];
  }
}

function isProven(shapeA: Solid, shapeB: Solid): boolean {
  const { points, size } = pair;
  const limit = PROVEN * (size + Math.abs(pair.gap));
  const aside = Math.max(
    Math.abs(alongAxis(pair, 1, points, 3) - alongAxis(pair, 1, points, 0)),
    Math.abs(alongAxis(pair, 2, points, 3) - alongAxis(pair, 2, points, 0)),
  );
  if (!(aside <= limit)) return false;
  return isFarthest(pieceA, shapeA, coreA, normalA, limit) && isFarthest(pieceB, shapeB, coreB, normalB, limit);
}

/** Does the point belong to the core, and does none of it reach farther along the normal? */
function isFarthest({ point: p }: ContactFeature, shape: Solid, core: Core, n: Float64Array, limit: number): boolean {
  direction.set(n);
  supportCore(core);
  const short = n[0] * (point[0] - p[0]) + n[1] * (point[1] - p[1]) + n[2] * (point[2] - p[2]);
  return short <= limit && isInCore(p, shape, limit);
}

/** Writes the contact if it is the one that was found before: as near, or, overlapping, no deeper. */
function takeContact(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid): boolean {
  const { axes, points, gap, size } = pair;
  const radiusA = coreRadius(shapeA);
  const distance = gap - radiusA - coreRadius(shapeB);
  const limit = PROVEN * (size + Math.abs(gap));
  if (!(Math.abs(distance - out.distance) <= out.errorBound + limit)) return false;
  const { position: o } = poseA;
  setVec3(out.normal, axes[0], axes[1], axes[2]);
  setVec3(
    out.pointA,
    o.x + points[0] + radiusA * axes[0],
    o.y + points[1] + radiusA * axes[1],
    o.z + points[2] + radiusA * axes[2],
  );
  if (gap > 0) {
    // a plane on each side and the points between them: as good a proof as there is
    out.distance = distance;
    out.errorBound = 0;
    out.status = 'exact';
  } else if (distance > out.distance) {
    out.errorBound = Math.max(out.errorBound - (distance - out.distance), 0);
    out.distance = distance;
  }
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  return true;
}
