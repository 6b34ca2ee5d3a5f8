import { transformTransposedVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toBody, toWorld } from '../../math/pose.ts';
import { addScaledVec3, createVec3, type ReadonlyVec3, scaleVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import { type Contact, copyContact, createContact, flipContact } from '../contact.ts';
import { createCore, hasCore, RADIUS, setCore } from '../convex/core.ts';
import { supportCore } from '../convex/support.ts';
import { createPartBody, loadBody, loadPart, type PartBody } from './part-body.ts';
import { closestPointToTrimesh } from './point-trimesh.ts';
import { deepestOfSurface } from './surface-depth.ts';

const farthest = new Float64Array(3);
const direction = new Float64Array(3);

/**
 * Penetration depth of a body in a closed triangle mesh: a translation shorter than the distance from an inside point to the surface leaves
 * that point inside. So the depth of the deepest point found is a lower bound of the penetration depth of the bodies, and the direction to its
 * closest surface point is a local minimum translation.
 */

const body = createPartBody();
const trial = createContact();
const core = createCore();
const testPoint = createVec3();

/**
 * Completes the contact of two bodies, at least one a mesh, from the closest or deepest parts in `out`: one body may be inside the other
 * without touching its surface, and inside points may be deeper than the overlaps of triangles show.
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
  // the same with A and B swapped, and swapped back
  flipContact(out);
  enterMesh(out, shapeB, poseB, shapeA, poseA);
  flipContact(out);
}

/**
 * An inside point gives the minimum translation out of the whole body, two triangles only that out of each other: the point is preferred if
 * its depth is at least this fraction of theirs.
 */
const PREFERRED_FRACTION = 0.5;

/** Body A and the closed mesh B: replaces `out` if a preferred inside point is found. */
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
  const taken =
    deepest.distance < 0 && deepest.distance <= (out.status === 'approximate' ? 1 : PREFERRED_FRACTION) * out.distance;
  if (taken) copyContact(out, deepest);
  // points of the other body are compared with this point, not with triangles
  if (out.distance < 0) out.status = 'approximate';
}

/** Is a connected part of the body, none of which crosses the surface, inside it? One point of each part decides. */
export function isInside(shape: Shape, pose: ReadonlyPose, mesh: Trimesh, meshPose: ReadonlyPose): boolean {
  if (shape.kind === 'trimesh') {
    const { shells, positions } = shape;
    for (let k = 0; k < shells.length; k++) {
      const i = 3 * shells[k];
      setVec3(testPoint, positions[i], positions[i + 1], positions[i + 2]);
      if (holdsPoint(mesh, meshPose, toWorld(testPoint, pose, testPoint))) return true;
    }
    return false;
  }
  loadBody(body, shape);
  const count = shape.kind === 'compound' ? shape.pieces.length : 1;
  for (let part = 0; part < count; part++) {
    loadPart(body, part, pose);
    somePoint(testPoint, body.part);
    if (holdsPoint(mesh, meshPose, toWorld(testPoint, body.pose, testPoint))) return true;
  }
  return false;
}

/** A point of a convex body, in its own frame, well inside if possible. */
function somePoint(out: Vec3, shape: Shape): Vec3 {
  switch (shape.kind) {
    case 'hull':
      return meanVertex(out, shape.vertices);
    case 'segment':
      return addScaledVec3(out, scaleVec3(out, shape.start, 0.5), shape.end, 0.5);
    case 'brep':
      return setVec3(out, shape.vertices[0], shape.vertices[1], shape.vertices[2]);
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
  const { boxes: b } = mesh.bvh;
  const { x, y, z } = toBody(local, meshPose, point);
  if (Math.abs(x - b[0]) > b[3] || Math.abs(y - b[1]) > b[4] || Math.abs(z - b[2]) > b[5]) return false;
  return closestPointToTrimesh(trial, point, mesh, meshPose).distance < 0;
}

/** Initial support directions. */
const AXES = [1, -1].flatMap((sign) => [createVec3(sign, 0, 0), createVec3(0, sign, 0), createVec3(0, 0, sign)]);
/** Hill-climbing steps: support points in the inward direction at the deepest point so far. */
const CLIMBS = 8;
const inward = createVec3();

/**
 * Tests a point well inside a convex part, its support points along the axes, then support points in the inward direction at the deepest
 * point so far. For rounded shapes the radius of the core adds to the depth of the point. Replaces `out` if a deeper point is found.
 */
function deepestOfPart(
  out: Contact,
  { part, pose, shape, number }: PartBody,
  mesh: Trimesh,
  meshPose: ReadonlyPose,
): void {
  if (!hasCore(part)) return;
  setCore(core, part);
  closestPointToTrimesh(best, toWorld(testPoint, pose, somePoint(testPoint, part)), mesh, meshPose);
  for (let k = 0; k < AXES.length + CLIMBS; k++) {
    const climbing = k >= AXES.length;
    if (climbing) transformTransposedVec3(inward, pose.rotation, best.normal);
    const d = climbing ? inward : AXES[k];
    direction[0] = d.x;
    direction[1] = d.y;
    direction[2] = d.z;
    supportCore(farthest, core, direction);
    setVec3(testPoint, farthest[0], farthest[1], farthest[2]);
    closestPointToTrimesh(trial, toWorld(testPoint, pose, testPoint), mesh, meshPose);
    if (trial.distance < best.distance) copyContact(best, trial);
    else if (climbing) break;
  }
  inflatePoint(best, core.numbers[RADIUS]);
  if (best.distance >= out.distance) return;
  copyContact(out, best);
  out.featureA = 'face';
  out.indexA = shape.kind === 'compound' ? number : -1;
}

const best = createContact();
const deepest = createContact();

/** Inflates the point A to a sphere. */
function inflatePoint(contact: Contact, radius: number): void {
  const { pointA, pointB, normal } = contact;
  contact.distance -= radius;
  addScaledVec3(pointA, pointA, normal, radius);
  addScaledVec3(pointB, pointA, normal, contact.distance);
}
