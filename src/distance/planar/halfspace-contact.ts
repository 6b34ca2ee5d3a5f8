import type { ReadonlyPose } from '../../math/pose.ts';
import type { Halfspace } from '../../shapes/halfspace.ts';
import { createPlanarCore, setPlanarCore } from '../../shapes/planar-core.ts';
import type { PlanarShape } from '../../shapes/shape.ts';
import type { Contact } from '../contact.ts';
import { addRadii } from './core-contact.ts';

/** A side at a smaller angle to the boundary than this [rad] is parallel to it: rounding error of a rotation. */
const PARALLEL = 1e-15;

const core = createPlanarCore();

/**
 * Contact of a planar shape A with half-space B: the support vertex of A against the normal, or the midpoint of a side parallel to the
 * boundary. Exact for overlap too: the half-space normal is the only minimum translation.
 */
// biome-ignore format: one vector per line
export function closestToHalfspace(
  out: Contact, shape: PlanarShape, pose: ReadonlyPose, halfspace: Halfspace, halfspacePose: ReadonlyPose,
): Contact {
  const { vertices: v, radius } = setPlanarCore(core, shape);
  const { position, rotation } = pose;
  // outward normal of the half-space in world axes, and in the frame of the shape
  const nx = halfspacePose.rotation.xx * halfspace.normal.x + halfspacePose.rotation.xy * halfspace.normal.y;
  const ny = halfspacePose.rotation.yx * halfspace.normal.x + halfspacePose.rotation.yy * halfspace.normal.y;
  const mx = rotation.xx * nx + rotation.yx * ny, my = rotation.xy * nx + rotation.yy * ny;
  let lowest = 0;
  let height = mx * v[0] + my * v[1];
  for (let i = 2; i < v.length; i += 2) {
    const h = mx * v[i] + my * v[i + 1];
    if (h < height) { height = h; lowest = i; }
  }
  let x = v[lowest], y = v[lowest + 1];
  out.featureA = 'vertex'; out.indexA = lowest >> 1; out.unique = true;
  for (const other of [(lowest + 2) % v.length, (lowest + v.length - 2) % v.length]) {
    const dx = v[other] - v[lowest], dy = v[other + 1] - v[lowest + 1];
    const rise = mx * dx + my * dy;
    if (other === lowest || rise * rise > PARALLEL * PARALLEL * (dx * dx + dy * dy)) continue;
    x = v[lowest] + 0.5 * dx; y = v[lowest + 1] + 0.5 * dy;
    out.featureA = 'edge'; out.unique = false;
    out.indexA = (other === (lowest + 2) % v.length ? lowest : other) >> 1;
    break;
  }
  out.pointA.x = position.x + rotation.xx * x + rotation.xy * y;
  out.pointA.y = position.y + rotation.yx * x + rotation.yy * y;
  out.pointA.z = position.z;
  const originX = position.x - halfspacePose.position.x, originY = position.y - halfspacePose.position.y;
  out.distance = originX * nx + originY * ny + height;
  out.normal.x = -nx; out.normal.y = -ny; out.normal.z = 0;
  out.pointB.x = out.pointA.x - out.distance * nx;
  out.pointB.y = out.pointA.y - out.distance * ny;
  out.pointB.z = position.z;
  out.featureB = 'edge'; out.indexB = 0;
  out.status = 'exact'; out.iterations = 0;
  return addRadii(out, radius, 0);
}

/**
 * Two half-spaces: a gap or an overlap of constant width if they face each other exactly, else an unbounded overlap,
 * reported as -Infinity at the origins of the two half-spaces.
 */
export function closestHalfspaces(
  out: Contact,
  halfspaceA: Halfspace,
  poseA: ReadonlyPose,
  halfspaceB: Halfspace,
  poseB: ReadonlyPose,
): Contact {
  closestToHalfspace(out, { kind: 'point' }, poseA, halfspaceB, poseB);
  const ax = poseA.rotation.xx * halfspaceA.normal.x + poseA.rotation.xy * halfspaceA.normal.y;
  const ay = poseA.rotation.yx * halfspaceA.normal.x + poseA.rotation.yy * halfspaceA.normal.y;
  const facing =
    Math.abs(ax * out.normal.y - ay * out.normal.x) <= PARALLEL && ax * out.normal.x + ay * out.normal.y > 0;
  out.featureA = 'edge';
  out.indexA = 0;
  out.unique = false;
  if (!facing) out.distance = Number.NEGATIVE_INFINITY;
  return out;
}
