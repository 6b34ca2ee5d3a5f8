import { transformTransposedVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toBody, toWorld } from '../../math/pose.ts';
import { addScaledVec3, createVec3, type ReadonlyVec3, scaleVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import { type Contact, copyContact, createContact, flipContact } from '../contact.ts';
import { createCore, hasCore, RADIUS, setCore } from '../convex/core.ts';
import { direction, point as farthest, supportCore } from '../convex/support.ts';
import { createPartBody, loadBody, loadPart, type PartBody } from './part-body.ts';
import { closestPointToTrimesh } from './point-trimesh.ts';
import { deepestOfSurface } from './surface-depth.ts';

/**
 * How deep a body is inside a closed surface of triangles: no translation shorter than the distance of a point inside to
 * the surface brings that point out. The deepest point found is a lower bound of the depth of the bodies, and its nearest point of
 * the surface shows the way out there.
 */

const body = createPartBody();
const trial = createContact();
const core = createCore();
const place = createVec3();

/**
 * Completes the contact of two bodies of which at least one is a mesh, the nearest or deepest parts of which `out` has: one may be
 * inside the other without touching its surface, and points inside a closed surface may be deeper than its triangles tell.
 */
export function deepenOverlap(
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
): void {
  if (shapeB.kind === 'trimesh') enterMesh(out, shapeA, poseA, shapeB, poseB);
  if (shapeA.kind !== 'trimesh') return;
  // the same with A and B exchanged, and back again
  flipContact(out);
  enterMesh(out, shapeB, poseB, shapeA, poseA);
  flipContact(out);
}

/**
 * A point inside shows the way out of the whole body there, two triangles only that out of each other: it counts for as much if it is
 * as deep by this share.
 */
const WORTH = 0.5;

/** Body A and the closed surface B: `out` is replaced if a place inside is found that is worth more. */
function enterMesh(out: Contact, shape: Shape, pose: ReadonlyPose, mesh: Trimesh, meshPose: ReadonlyPose): void {
  if (!mesh.closed || (out.distance > 0 && !isInside(shape, pose, mesh, meshPose))) return;
  deepest.distance = 0;
  if (shape.kind === 'trimesh') {
    deepestOfSurface(deepest, shape, pose, mesh, meshPose);
  } else {
    loadBody(body, shape);
    const count = shape.kind === 'compound' ? shape.pieces.length : 1;
    for (let part = 0; part < count; part++) {
      loadPart(body, part, pose);
      deepestOfPart(deepest, body, mesh, meshPose);
    }
  }
  const taken = deepest.distance < 0 && deepest.distance <= (out.status === 'approximate' ? 1 : WORTH) * out.distance;
  if (taken) copyContact(out, deepest);
  // points from the other body on are compared with these, not with triangles
  if (out.distance < 0) out.status = 'approximate';
}

/** Is a connected part of the body, none of which crosses the surface, inside it? One point of each part tells. */
export function isInside(shape: Shape, pose: ReadonlyPose, mesh: Trimesh, meshPose: ReadonlyPose): boolean {
  if (shape.kind === 'trimesh') {
    const { shells, positions } = shape;
    for (let k = 0; k < shells.length; k++) {
      const i = 3 * shells[k];
      setVec3(place, positions[i], positions[i + 1], positions[i + 2]);
      if (holdsPoint(mesh, meshPose, toWorld(place, pose, place))) return true;
    }
    return false;
  }
  loadBody(body, shape);
  const count = shape.kind === 'compound' ? shape.pieces.length : 1;
  for (let part = 0; part < count; part++) {
    loadPart(body, part, pose);
    somePoint(place, body.part);
    if (holdsPoint(mesh, meshPose, toWorld(place, body.pose, place))) return true;
  }
  return false;
}

/** A point of a convex body, in its own frame, well inside if there is one. */
function somePoint(out: Vec3, shape: Shape): Vec3 {
  switch (shape.kind) {
    case 'hull':
      return meanVertex(out, shape.vertices);
    case 'segment':
      return addScaledVec3(out, scaleVec3(out, shape.start, 0.5), shape.end, 0.5);
    case 'tiled':
      return setVec3(out, shape.center.x, shape.center.y, shape.center.z);
    default:
      return setVec3(out, 0, 0, 0);
  }
}

function meanVertex(out: Vec3, vertices: Float64Array): Vec3 {
  setVec3(out, 0, 0, 0);
  for (let i = 0; i < vertices.length; i += 3) {
    setVec3(out, out.x + vertices[i], out.y + vertices[i + 1], out.z + vertices[i + 2]);
  }
  return scaleVec3(out, out, 3 / vertices.length);
}

const local = createVec3();

function holdsPoint(mesh: Trimesh, meshPose: ReadonlyPose, point: ReadonlyVec3): boolean {
  const { boxes: b } = mesh.hierarchy;
  const { x, y, z } = toBody(local, meshPose, point);
  if (Math.abs(x - b[0]) > b[3] || Math.abs(y - b[1]) > b[4] || Math.abs(z - b[2]) > b[5]) return false;
  return closestPointToTrimesh(trial, point, mesh, meshPose).distance < 0;
}

/** Directions from which points of a body are tried first. */
const AXES = [1, -1].flatMap((sign) => [createVec3(sign, 0, 0), createVec3(0, sign, 0), createVec3(0, 0, sign)]);
/** Steps from a point to the one farthest along the way in. */
const CLIMBS = 8;
const inward = createVec3();

/**
 * A point well inside a convex part, those farthest along its axes, then along the way in from the deepest so far. A ball about a
 * point of the core reaches its radius deeper, wherever its middle is. Replaces `out` if one is deeper.
 */
function deepestOfPart(
  out: Contact,
  { part, pose, shape, number }: PartBody,
  mesh: Trimesh,
  meshPose: ReadonlyPose,
): void {
  if (!hasCore(part)) return;
  setCore(core, part);
  closestPointToTrimesh(best, toWorld(place, pose, somePoint(place, part)), mesh, meshPose);
  for (let k = 0; k < AXES.length + CLIMBS; k++) {
    const climbing = k >= AXES.length;
    if (climbing) transformTransposedVec3(inward, pose.rotation, best.normal);
    const d = climbing ? inward : AXES[k];
    direction[0] = d.x;
    direction[1] = d.y;
    direction[2] = d.z;
    supportCore(core);
    setVec3(place, farthest[0], farthest[1], farthest[2]);
    closestPointToTrimesh(trial, toWorld(place, pose, place), mesh, meshPose);
    if (trial.distance < best.distance) copyContact(best, trial);
    else if (climbing) break;
  }
  growPoint(best, core.numbers[RADIUS]);
  if (best.distance >= out.distance) return;
  copyContact(out, best);
  out.featureA = 'face';
  out.indexA = shape.kind === 'compound' ? number : -1;
}

const best = createContact();
const deepest = createContact();

/** The point A grown to a ball. */
function growPoint(contact: Contact, radius: number): void {
  const { pointA, pointB, normal } = contact;
  contact.distance -= radius;
  addScaledVec3(pointA, pointA, normal, radius);
  addScaledVec3(pointB, pointA, normal, contact.distance);
}
