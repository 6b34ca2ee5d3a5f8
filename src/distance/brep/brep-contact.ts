import { type Mat3, transformVec3 } from '../../math/mat3.ts';
import { createPose, type ReadonlyPose, toWorld } from '../../math/pose.ts';
import {
  addScaledVec3,
  copyVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { Brep } from '../../shapes/brep/brep.ts';
import { pieceNormal } from '../../shapes/brep/face-normal.ts';
import { faceParameter } from '../../shapes/brep/trimmed-cell.ts';
import { createPoint } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Contact, copyContact, createContact, flipContact } from '../contact.ts';
import { addRadii } from '../planar/core-contact.ts';
import { type BoundarySearch, closestBoundaries, createBoundarySearch } from './closest-boundaries.ts';
import { addCreaseNormal, isOnCrease } from './crease-normal.ts';
import { pseudonormal } from './pseudonormal.ts';
import { relativeFrame } from './relative-frame.ts';
import { type SamplePoints, samplePoints } from './sample-points.ts';
import { type BoundaryShape, boundaryOfShape } from './solid-boundary.ts';

/** Tolerance between the bounds of a search, as a fraction of the size. */
const TOLERANCE = 1e-10;
/** Surfaces this near, relative to the size, touch or intersect. */
const TOUCHING = 1e-10;

/** `closest` for any two shapes. */
export type AnyClosest = (
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
) => Contact;

const POINT = createPoint();
const pointPose = createPose();
const search = createBoundarySearch();
const relative = new Float64Array(12);
const outward = createVec3();
const trial = createContact();

/**
 * Signed distance of a shape and a body of trimmed faces, certified by branch and bound over their faces, edges and vertices. A point inside a
 * closed body has minus the distance to its boundary. Other shapes that overlap a closed body have a lower bound of the depth.
 */
export function closestToBrep(
  out: Contact,
  shapeA: BoundaryShape,
  poseA: ReadonlyPose,
  brep: Brep,
  poseB: ReadonlyPose,
  closest: AnyClosest,
): Contact {
  const { root, radius } = boundaryOfShape(shapeA);
  const size = root.size + brep.radius;
  relativeFrame(relative, poseA, poseB);
  closestBoundaries(search, root, boundaryOfShape(brep).root, relative, TOLERANCE * size);
  writeApart(out, search, poseA, size);
  const isPoint = shapeA.kind === 'point' || shapeA.kind === 'sphere';
  if (search.distance > TOUCHING * size || isPoint) {
    if (out.status === 'iteration-limit' && !isPoint) writeSideOfPoint(out, brep, poseB, closest);
    else writeSide(out, brep, poseB, size);
    if (out.distance > 0 && holdsWitness(shapeA, poseA, radius, out, closest)) setInside(out);
    if (out.distance < 0 && shapeA.kind !== 'point') out.status = 'approximate';
    // above a dent, a sphere may have a shorter minimum translation than its centre
    if (shapeA.kind === 'sphere' && out.distance < shapeA.radius) out.status = 'approximate';
    return addRadii(out, radius, 0);
  }
  writeTouching(out, shapeA, poseA, brep, poseB);
  deepen(out, shapeA, poseA, radius, brep, poseB, closest);
  return addRadii(out, radius, 0);
}

/** Witnesses, distance and bounds of a search; the normal from A to B, or along x if they coincide. */
function writeApart(out: Contact, found: BoundarySearch, { rotation, position }: ReadonlyPose, size: number): void {
  const { pointA, pointB, featureA, featureB } = found;
  out.distance = found.distance;
  toWorldPoint(out.pointA, pointA, rotation, position);
  setVec3(out.normal, pointB[0] - pointA[0], pointB[1] - pointA[1], pointB[2] - pointA[2]);
  const length = lengthVec3(out.normal);
  if (length > 1e-15 * size) scaleVec3(out.normal, transformVec3(out.normal, rotation, out.normal), 1 / length);
  else setVec3(out.normal, 1, 0, 0);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  out.featureA = featureA?.kind ?? 'vertex';
  out.indexA = featureA?.index ?? -1;
  out.featureB = featureB?.kind ?? 'vertex';
  out.indexB = featureB?.index ?? -1;
  out.unique = found.unique;
  out.errorBound = found.distance - found.lowerBound;
  out.status = out.errorBound > 2 * TOLERANCE * size + 4e-14 * out.distance ? 'iteration-limit' : 'bounded';
  out.iterations = found.cells;
}

const local = createVec3();

function toWorldPoint(out: Vec3, p: Float64Array, r: Readonly<Mat3>, { x, y, z }: Readonly<Vec3>): void {
  transformVec3(out, r, setVec3(local, p[0], p[1], p[2]));
  setVec3(out, out.x + x, out.y + y, out.z + z);
}

/** Outward direction of the boundary at the witness of B, world axes: the normal of its face, or the pseudonormal of an edge or vertex. */
function setOutward(brep: Brep, { rotation }: ReadonlyPose): void {
  const { featureB, x } = search;
  if (featureB?.face && featureB.piece && featureB.dimension === 2) {
    pieceNormal(outward, featureB.face, featureB.piece, x[2], x[3]);
  } else {
    pseudonormal(outward, brep, bodyPoint());
  }
  transformVec3(outward, rotation, outward);
}

/** A closest point inside a smooth face has its normal along the line to the other point: cosine of the angle between them. */
const ALONG_NORMAL = 1 - 1e-6;

/** Replaces the normal of a face by the pseudonormal where the closest point is on the rim of the face or on a crease inside it. */
function correctOutward(brep: Brep, { rotation }: ReadonlyPose, direction: Vec3): void {
  const { featureB, x } = search;
  if (!(featureB?.face && featureB.piece) || Math.abs(dotVec3(outward, direction)) > ALONG_NORMAL) return;
  const { face, piece } = featureB;
  pseudonormal(pseudo, brep, bodyPoint());
  if (lengthVec3(pseudo) === 0 && isOnCrease(piece, x[2], x[3])) {
    const { fromU, toU, fromV, toV } = piece;
    addCreaseNormal(pseudo, face, faceParameter(fromU, toU, x[2]), faceParameter(fromV, toV, x[3]));
  }
  if (lengthVec3(pseudo) > 0) transformVec3(outward, rotation, pseudo);
}

const pseudo = createVec3();
const inBody = new Float64Array(3);

/** The witness of B in its own axes: Rᵀ (p - o). */
function bodyPoint(): Float64Array {
  const [x, y, z] = [0, 1, 2].map((k) => search.pointB[k] - relative[9 + k]);
  for (let k = 0; k < 3; k++) inBody[k] = relative[k] * x + relative[3 + k] * y + relative[6 + k] * z;
  return inBody;
}

/** Decides on which side of a closed boundary A is; touching points take the normal of the boundary. */
function writeSide(out: Contact, brep: Brep, poseB: ReadonlyPose, size: number): void {
  const near = search.distance <= 1e-12 * size;
  if (!brep.closed && !near) return;
  setOutward(brep, poseB);
  const length = lengthVec3(outward);
  if (near && length > 0) {
    scaleVec3(out.normal, outward, -1 / length);
    addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  } else if (brep.closed) {
    correctOutward(brep, poseB, out.normal);
    if (dotVec3(outward, out.normal) > 0) setInside(out);
  }
}

/** The same where the points found need not be closest to each other: the side of the witness of A. */
function writeSideOfPoint(out: Contact, brep: Brep, poseB: ReadonlyPose, closest: AnyClosest): void {
  if (!brep.closed) return;
  copyVec3(pointPose.position, out.pointA);
  if (closest(trial, POINT, pointPose, brep, poseB).distance < 0) setInside(out);
}

/** The same points with the opposite normal: along it A leaves B, or B leaves A. */
function setInside(out: Contact): void {
  out.distance = -out.distance;
  scaleVec3(out.normal, out.normal, -1);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
}

function hasVolume(shape: BoundaryShape): boolean {
  if (shape.kind === 'tiled' || shape.kind === 'trimesh' || shape.kind === 'brep') return shape.closed;
  return shape.kind !== 'point' && shape.kind !== 'segment' && shape.kind !== 'sphere' && shape.kind !== 'capsule';
}

/** Does A, without its rounding, contain the witness of B? Then B is inside A. */
function holdsWitness(
  shapeA: BoundaryShape,
  poseA: ReadonlyPose,
  radius: number,
  { pointB, distance }: Contact,
  closest: AnyClosest,
): boolean {
  if (!hasVolume(shapeA)) return false;
  copyVec3(pointPose.position, pointB);
  return closest(trial, POINT, pointPose, shapeA, poseA).distance < -radius - 0.5 * distance;
}

/** Normal of touching boundaries: that of a face, else from the centre of A to that of B. */
function writeTouching(
  out: Contact,
  shapeA: BoundaryShape,
  poseA: ReadonlyPose,
  brep: Brep,
  poseB: ReadonlyPose,
): void {
  const { featureA, x } = search;
  setOutward(brep, poseB);
  scaleVec3(outward, outward, -1);
  if (out.featureB !== 'face' && shapeA.kind === 'brep' && featureA?.face && featureA.piece) {
    pieceNormal(outward, featureA.face, featureA.piece, x[0], x[1]);
    transformVec3(outward, poseA.rotation, outward);
  }
  if (lengthVec3(outward) === 0) subVec3(outward, toWorld(local, poseB, brep.center), poseA.position);
  const length = lengthVec3(outward);
  if (length > 0) scaleVec3(out.normal, outward, 1 / length);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
}

/**
 * Depth of intersecting boundaries: the deepest of a few points of either body inside the other, a lower bound. None is inside where the bodies
 * only touch, or intersect elsewhere, as two crossing bars do: without a certificate of either, the distance is approximate.
 */
function deepen(
  out: Contact,
  shapeA: BoundaryShape,
  poseA: ReadonlyPose,
  radius: number,
  brep: Brep,
  poseB: ReadonlyPose,
  closest: AnyClosest,
): void {
  const least = -TOUCHING * (brep.radius + boundaryOfShape(shapeA).root.size);
  const { iterations } = out;
  copyContact(deepest, out);
  deepest.distance = least;
  if (brep.closed) {
    deepestPoint(samplePoints(boundaryOfShape(shapeA).root), poseA, brep, poseB, 0, closest, false);
  }
  if (hasVolume(shapeA))
    deepestPoint(samplePoints(boundaryOfShape(brep).root), poseB, shapeA, poseA, radius, closest, true);
  if (deepest.distance < least) {
    copyContact(out, deepest);
    out.status = 'approximate';
    out.errorBound = 0;
    out.iterations = iterations;
  } else if (brep.closed || radius > 0 || hasVolume(shapeA)) {
    out.status = 'approximate';
  }
}

const deepest = createContact();

/** Stores the deepest sample of a body in another one, in `deepest`; `flip`: the samples belong to B. */
function deepestPoint(
  { points, kinds, indices }: SamplePoints,
  pose: ReadonlyPose,
  other: Shape,
  otherPose: ReadonlyPose,
  radius: number,
  closest: AnyClosest,
  flip: boolean,
): void {
  for (let k = 0; k < kinds.length; k++) {
    toWorld(pointPose.position, pose, setVec3(local, points[3 * k], points[3 * k + 1], points[3 * k + 2]));
    closest(trial, POINT, pointPose, other, otherPose);
    if (!(trial.distance + radius < deepest.distance)) continue;
    copyContact(deepest, trial);
    deepest.featureA = kinds[k];
    deepest.indexA = indices[k];
    // the depth below the core of a rounded body
    if (radius > 0) addRadii(deepest, 0, -radius);
    if (flip) flipContact(deepest);
  }
}
