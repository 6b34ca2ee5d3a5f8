/**
 * Points and normals of round bodies to the last digits. The search for a distance ends when its bounds meet, and at a minimum a distance
 * is right to twice as many digits as the place: from there Newton's method on the pieces in contact finds the place as well. What it
 * finds is taken only if it is proven as well as before: both points belong to their bodies, and none reaches farther along the normal.
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, setVec3 } from '../../math/vec3.ts';
import type { Contact } from '../contact.ts';
import { findPieces, normalA, normalB, pair, pieceA, pieceB, rotateNormals } from './contact-faces.ts';
import { type ContactFeature, coreRadius, type PieceLimits } from './contact-feature.ts';
import { isFarthest, isPlaced, isPlaceIn, place } from './contact-point-test.ts';
import { type Cored, createCore, REACH, type Solid, setCore } from './core.ts';
import { isFace, isLevel, placeOnFace, setFaceNormal } from './face-contact.ts';
import { alongAxis, loadPair, MAX_UNKNOWNS, setPairNormal, solvePair } from './feature-pair.ts';
import { followNormal } from './find-feature.ts';
import { EXACT } from './gjk-result.ts';
import { areSharp, setSharpNormal, settleSharpPoints } from './sharp-pieces.ts';

/** Axes this near to square to the normal lie along the plane between the bodies. */
const SQUARE = 1e-10;
/** What decides which pieces are in contact, tried one after the other: how near an end is, as a share of the size, and `square`. */
const TRIALS: readonly Readonly<PieceLimits>[] = [
  { near: 1e-6, square: 1e-10 },
  { near: 1e-6, square: 0 },
  { near: 1e-9, square: 1e-10 },
  { near: 1e-4, square: 0 },
];
/** Corners and edges of boxes and hulls are known to rounding, as a share of the size. */
const KNOWN = 1e-9;
const STEPS = 12;
/** Longest step of the normal: the start is better than this. */
const LONGEST = 0.1;
/** Steps of the normal smaller than this are rounding. */
const SETTLED = 2e-16;
/** Points may leave their bodies, or fall short of the farthest ones, by this share of the size. */
const CERTIFIED = 2e-15;

const coreA = createCore();
const coreB = createCore();
const right = new Float64Array(MAX_UNKNOWNS);
const limits: PieceLimits = { near: 0.5, square: 0.5 };

/**
 * Betters points and normal of two convex bodies, at least one of them a cylinder, a cone or an ellipsoid; those of others are as good as
 * can be. Where pieces lie along each other any of many places is closest, and `unique` becomes false.
 */
export function polishContact(
  out: Contact,
  shapeA: Cored,
  poseA: ReadonlyPose,
  shapeB: Cored,
  poseB: ReadonlyPose,
): Contact {
  if (shapeA.kind === 'tiled' || shapeB.kind === 'tiled') return out;
  if (isRound(shapeA) || isRound(shapeB)) {
    polishRound(out, shapeA, poseA, shapeB, poseB);
    return out;
  }
  if (out.unique && isAlongPiece(out, shapeA, poseA) && isAlongPiece(out, shapeB, poseB)) {
    out.unique = !isSliding(out, shapeA, poseA, shapeB, poseB);
  }
  return out;
}

function isRound({ kind }: Cored): boolean {
  return kind === 'cylinder' || kind === 'cone' || kind === 'ellipsoid';
}

/** Is an edge or face of the body square to the normal, as far as is cheap to tell? */
function isAlongPiece({ normal }: Contact, shape: Solid, { rotation: r }: ReadonlyPose): boolean {
  const { x, y, z } = normal;
  const alongZ = Math.abs(r.xz * x + r.yz * y + r.zz * z) < SQUARE;
  if (shape.kind === 'capsule') return alongZ;
  if (shape.kind !== 'box') return shape.kind === 'segment' || shape.kind === 'hull';
  const alongX = Math.abs(r.xx * x + r.yx * y + r.zx * z) < SQUARE;
  const alongY = Math.abs(r.xy * x + r.yy * y + r.zy * z) < SQUARE;
  return alongX || alongY || alongZ;
}

function isSliding(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  setPairSize(shapeA, shapeB);
  limits.near = KNOWN * pair.size;
  limits.square = SQUARE;
  findPieces(out, shapeA, poseA, shapeB, poseB, limits);
  loadPair(pair, pieceA, poseA, pieceB, poseB);
  right.fill(0);
  const both = pieceA.straightCount > 0 && pieceB.straightCount > 0;
  // there are no three directions across the normal of which none is a sum of the others
  return both && (pair.count > 2 || !solvePair(pair, right, 1));
}

function setPairSize(shapeA: Solid, shapeB: Solid): void {
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  pair.size = coreA.numbers[REACH] + coreB.numbers[REACH];
}

/** The same for a cylinder, a cone or an ellipsoid with any other; false if nothing better was found, and never for tiled bodies. */
export function polishRound(
  out: Contact,
  shapeA: Cored,
  poseA: ReadonlyPose,
  shapeB: Cored,
  poseB: ReadonlyPose,
): boolean {
  if (shapeA.kind === 'tiled' || shapeB.kind === 'tiled') return false;
  setPairSize(shapeA, shapeB);
  for (let trial = 0; trial < TRIALS.length; trial++) {
    limits.near = TRIALS[trial].near * pair.size;
    limits.square = TRIALS[trial].square;
    findPieces(out, shapeA, poseA, shapeB, poseB, limits);
    if (isFace(pieceA) || isFace(pieceB)) {
      if (polishFaces(out, shapeA, poseA, shapeB, poseB)) return true;
      findPieces(out, shapeA, poseA, shapeB, poseB, limits);
    }
    if (areSharp()) {
      if (polishSharp(out, shapeA, poseA, shapeB, poseB)) return true;
      findPieces(out, shapeA, poseA, shapeB, poseB, limits);
    }
    if (!settlePieces(shapeA, poseA, shapeB, poseB)) continue;
    const limit = CERTIFIED * (pair.size + Math.abs(pair.gap));
    if (!isPlaced(shapeA, poseA, shapeB, poseB, limit)) continue;
    if (
      isCertified(limit) ? takeContact(out, shapeA, poseA, shapeB, limit) : takePlace(out, shapeA, poseA, shapeB, limit)
    ) {
      return true;
    }
  }
  return false;
}

/**
 * The same for a face of a body and whatever of the other is farthest towards it: the normal is that of the face, to the last digit. Faces
 * that are nearly parallel touch at an edge or a corner, which may be far from where the search ended.
 */
function polishFaces(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  for (let body = 0; body < 2; body++) {
    if (!setFaceNormal(body, poseA, poseB)) continue;
    sliding = isLevel(body === 0 ? pieceB : pieceA, body === 0 ? normalB : normalA);
    for (let way = 0; way < 2; way++) {
      // a corner or rim is better known from the normal than from the search; of what lies along the face any place is as good
      placeOnFace(body, (way === 0) === sliding ? null : body === 0 ? coreB : coreA, poseA, poseB);
      const limit = CERTIFIED * (pair.size + Math.abs(pair.gap));
      const placed = isPlaceIn(shapeA, poseA, poseA, 0, limit) && isPlaceIn(shapeB, poseB, poseA, pair.gap, limit);
      if (placed && isCertified(limit) && takeContact(out, shapeA, poseA, shapeB, limit)) return true;
    }
  }
  return false;
}

/** The same for corners, edges and rims: their closest points first, then the normal. */
function polishSharp(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  sliding = false;
  if (!settleSharpPoints(shapeA, poseA, shapeB, poseB)) return false;
  for (let way = 0; way < 2; way++) {
    if (!setSharpNormal(poseA, poseB, way === 0)) continue;
    const limit = CERTIFIED * (pair.size + Math.abs(pair.gap));
    const certified = isPlaced(shapeA, poseA, shapeB, poseB, limit) && isCertified(limit);
    if (certified && takeContact(out, shapeA, poseA, shapeB, limit)) return true;
  }
  return false;
}

/** Does neither body reach farther along the normal than its point? */
function isCertified(limit: number): boolean {
  return isFarthest(pieceA, coreA, normalA, limit) && isFarthest(pieceB, coreB, normalB, limit);
}

/** Did the last solution slide freely? */
let sliding = false;

/** Newton's method for the normal and the slides along what is straight; false if it leads away. */
function settlePieces(shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): boolean {
  let last = LONGEST;
  let hold = false;
  sliding = false;
  for (let step = 0; step < STEPS; step++) {
    loadPair(pair, pieceA, poseA, pieceB, poseB);
    writeResidual();
    const solved = solvePair(pair, right, 1, hold);
    const rotation = solved ? Math.sqrt(right[0] * right[0] + right[1] * right[1]) : Number.POSITIVE_INFINITY;
    if (!(rotation <= LONGEST)) {
      if (hold) return false;
      // corners that touch, or pieces that lie along each other
      sliding = !solved && pieceA.straightCount > 0 && pieceB.straightCount > 0;
      hold = true;
      continue;
    }
    takeStep(shapeA, poseA, shapeB, poseB);
    // quadratic until rounding: then steps get no shorter
    if (rotation <= SETTLED || (step > 2 && rotation >= last && !hold)) break;
    last = rotation;
  }
  loadPair(pair, pieceA, poseA, pieceB, poseB);
  return true;
}

/** What the points stand aside of each other by, and how far straight directions are from square to the normal. */
function writeResidual(): void {
  const { points, straight, count } = pair;
  for (let i = 0; i < 2; i++) right[i] = alongAxis(pair, 1 + i, points, 3) - alongAxis(pair, 1 + i, points, 0);
  for (let k = 0; k < count; k++) right[2 + k] = -alongAxis(pair, 0, straight, 3 * k);
}

function takeStep(shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): void {
  const { axes } = pair;
  const x = axes[0] + right[0] * axes[3] + right[1] * axes[6];
  const y = axes[1] + right[0] * axes[4] + right[1] * axes[7];
  const z = axes[2] + right[0] * axes[5] + right[1] * axes[8];
  const length = Math.sqrt(x * x + y * y + z * z);
  setPairNormal(pair, x / length, y / length, z / length);
  rotateNormals(poseA, poseB);
  slide(pieceA, 2);
  slide(pieceB, 2 + pieceA.straightCount);
  followNormal(pieceA, shapeA, normalA);
  followNormal(pieceB, shapeB, normalB);
}

function slide({ point: p, straight, straightCount }: ContactFeature, first: number): void {
  for (let k = 0; k < straightCount; k++) {
    for (let c = 0; c < 3; c++) p[c] += right[first + k] * straight[3 * k + c];
  }
}

/** Writes the contact if the bodies are no nearer, or overlap no deeper, than was found before: what is proven is not less. */
function takeContact(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, limit: number): boolean {
  const { axes, gap } = pair;
  const distance = gap - coreRadius(shapeA) - coreRadius(shapeB);
  // the distance of an exact contact is right to rounding, not to its last bit
  const bound = out.status === 'exact' ? EXACT * (pair.size + Math.abs(gap)) : out.errorBound;
  if (!(distance - out.distance >= -bound - limit)) return false;
  if (sliding) out.unique = false;
  setVec3(out.normal, axes[0], axes[1], axes[2]);
  if (gap > 0) {
    // a plane on each side and the points between them: as good a proof as there is
    out.distance = distance;
    out.errorBound = 0;
    out.status = 'exact';
  } else if (distance > out.distance) {
    out.errorBound = Math.max(out.errorBound - (distance - out.distance), 0);
    out.distance = distance;
  }
  writePoints(out, coreRadius(shapeA), poseA);
  return true;
}

/** Corners that touch have one place and many normals: the place is taken, and the normal stays. */
function takePlace(out: Contact, shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, limit: number): boolean {
  const core = out.distance + coreRadius(shapeA) + coreRadius(shapeB);
  if (!(Math.abs(pair.gap) <= limit && Math.abs(core) <= out.errorBound + limit)) return false;
  writePoints(out, coreRadius(shapeA), poseA);
  return true;
}

function writePoints(out: Contact, radius: number, { position: o }: ReadonlyPose): void {
  const { normal, pointA } = out;
  const p = place;
  setVec3(pointA, o.x + p[0] + radius * normal.x, o.y + p[1] + radius * normal.y, o.z + p[2] + radius * normal.z);
  addScaledVec3(out.pointB, pointA, normal, out.distance);
}
