import { createMat3 } from '../math/mat3.ts';
import { type Motion, poseAt } from '../math/motion.ts';
import { composePose, type Pose, type ReadonlyPose, toWorld } from '../math/pose.ts';
import { sin } from '../math/trig.ts';
import { addScaledVec3, createVec3, lengthVec3, type ReadonlyVec3, setVec3 } from '../math/vec3.ts';
import type { Compound } from '../shapes/compound.ts';
import type { Polygon } from '../shapes/polygon.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Aabb, createAabb, uniteAabb } from './aabb.ts';
import { brepAabb } from './brep-aabb.ts';
import { ellipsoidAabb } from './ellipsoid-aabb.ts';
import { solidAabb } from './solid-aabb.ts';
import { tiledAabb } from './tiled-aabb.ts';
import { trimeshAabb } from './trimesh-aabb.ts';

/** Relative margin for the rounding of a pose at any time of a motion: eight roundings of 2^-53, doubled. */
const ROUNDING = 2 ** -49;

const pointA = createVec3();
const pointB = createVec3();
const scratchBox = createAabb();
const endPose: Pose = { position: createVec3(), rotation: createMat3() };
const pieceBox = createAabb();
const piecePose: Pose = { position: createVec3(), rotation: createMat3() };

/**
 * Writes the smallest box in world axes [m] around a shape at a pose (for tiled bodies a bound, not the smallest) into
 * `out` and returns it. A half-space has infinite sides where it is unbounded.
 */
export function shapeAabb(out: Aabb, shape: Shape, pose: ReadonlyPose): Aabb {
  const { x, y, z } = pose.position;
  switch (shape.kind) {
    case 'point':
      setVec3(out.min, x, y, z);
      setVec3(out.max, x, y, z);
      return out;
    case 'disc':
      return discAabb(out, shape.radius, pose);
    case 'segment': {
      const a = toWorld(pointA, pose, shape.start);
      const b = toWorld(pointB, pose, shape.end);
      setVec3(out.min, Math.min(a.x, b.x), Math.min(a.y, b.y), Math.min(a.z, b.z));
      setVec3(out.max, Math.max(a.x, b.x), Math.max(a.y, b.y), Math.max(a.z, b.z));
      return out;
    }
    case 'polygon':
      return polygonAabb(out, shape, pose);
    case 'halfspace':
      return halfspaceAabb(out, shape.normal, pose);
    case 'tiled':
      return tiledAabb(out, shape, pose);
    case 'brep':
      return brepAabb(out, shape, pose);
    case 'ellipsoid':
      return ellipsoidAabb(out, shape, pose);
    case 'compound':
      return compoundAabb(out, shape, pose);
    case 'trimesh':
      return trimeshAabb(out, shape, pose);
    default:
      return solidAabb(out, shape, pose);
  }
}

function compoundAabb(out: Aabb, { pieces }: Compound, pose: ReadonlyPose): Aabb {
  setVec3(out.min, Infinity, Infinity, Infinity);
  setVec3(out.max, -Infinity, -Infinity, -Infinity);
  for (const piece of pieces) {
    uniteAabb(out, out, shapeAabb(pieceBox, piece.shape, composePose(piecePose, pose, piece.pose)));
  }
  return out;
}

/** √(a² + b²) for a unit vector (a, b, c): exactly 1 if c is 0, so that planar shapes are not rounded. */
function perpendicularLength(a: number, b: number, c: number): number {
  return c === 0 ? 1 : Math.sqrt(a * a + b * b);
}

/** A disc with the unit normal m (its z axis) has the half extent radius · √(1 - mᵢ²) along axis i. */
function discAabb(out: Aabb, radius: number, pose: ReadonlyPose): Aabb {
  const { x, y, z } = pose.position;
  const { rotation: r } = pose;
  const rx = radius * perpendicularLength(r.xx, r.xy, r.xz);
  const ry = radius * perpendicularLength(r.yx, r.yy, r.yz);
  const rz = radius * perpendicularLength(r.zx, r.zy, r.zz);
  setVec3(out.min, x - rx, y - ry, z - rz);
  setVec3(out.max, x + rx, y + ry, z + rz);
  return out;
}

function polygonAabb(out: Aabb, polygon: Polygon, pose: ReadonlyPose): Aabb {
  const { min, max } = out;
  const { vertices } = polygon;
  setVec3(min, Infinity, Infinity, Infinity);
  setVec3(max, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < vertices.length; i += 2) {
    const { x, y, z } = toWorld(pointA, pose, setVec3(pointA, vertices[i], vertices[i + 1], 0));
    setVec3(min, Math.min(min.x, x), Math.min(min.y, y), Math.min(min.z, z));
    setVec3(max, Math.max(max.x, x), Math.max(max.y, y), Math.max(max.z, z));
  }
  return out;
}

/** { p : normal · p ≤ 0 } is bounded only along an axis exactly parallel to the normal. */
function halfspaceAabb(out: Aabb, normal: ReadonlyVec3, pose: ReadonlyPose): Aabb {
  const { position, rotation: r } = pose;
  const nx = r.xx * normal.x + r.xy * normal.y + r.xz * normal.z;
  const ny = r.yx * normal.x + r.yy * normal.y + r.yz * normal.z;
  const nz = r.zx * normal.x + r.zy * normal.y + r.zz * normal.z;
  const alongX = ny === 0 && nz === 0;
  const alongY = nx === 0 && nz === 0;
  const alongZ = nx === 0 && ny === 0;
  setVec3(
    out.min,
    alongX && nx < 0 ? position.x : -Infinity,
    alongY && ny < 0 ? position.y : -Infinity,
    alongZ && nz < 0 ? position.z : -Infinity,
  );
  setVec3(
    out.max,
    alongX && nx > 0 ? position.x : Infinity,
    alongY && ny > 0 ? position.y : Infinity,
    alongZ && nz > 0 ? position.z : Infinity,
  );
  return out;
}

/**
 * A box that contains the shape at every time of [0, duration] [s] of the motion ([CP13-1.2.1], with acceleration
 * added). A body point moves along the chord between its two end positions, and deviates from it by at most
 *   ρ (1 - cos(|ω| h / 2))  perpendicular to the axis of rotation, the sagitta of the arc, and
 *   |a| h² / 8              opposite to the acceleration, the sagitta of the parabola.
 * For rotations by π or more, the sphere of radius ρ about the moving origin is the bound.
 */
export function sweptAabb(out: Aabb, shape: Shape, motion: Motion, duration: number): Aabb {
  const radius = shapeRadius(shape);
  const speed = lengthVec3(motion.angularVelocity);
  const angle = speed * duration;
  poseAt(endPose, motion, duration);
  if (angle < Math.PI) {
    uniteAabb(out, shapeAabb(out, shape, motion.pose), shapeAabb(scratchBox, shape, endPose));
    if (angle > 0) widenPerpendicular(out, motion.angularVelocity, speed, radius * 2 * sin(angle / 4) ** 2);
  } else {
    const a = motion.pose.position;
    const b = endPose.position;
    setVec3(out.min, Math.min(a.x, b.x) - radius, Math.min(a.y, b.y) - radius, Math.min(a.z, b.z) - radius);
    setVec3(out.max, Math.max(a.x, b.x) + radius, Math.max(a.y, b.y) + radius, Math.max(a.z, b.z) + radius);
  }
  return widenForPath(out, motion, duration, radius);
}

/** Widens by `margin` in every direction perpendicular to `axis` (of length `length`): axis i gets √(1 - uᵢ²) of it. */
function widenPerpendicular(out: Aabb, axis: ReadonlyVec3, length: number, margin: number): void {
  const { x, y, z } = setVec3(pointA, axis.x / length, axis.y / length, axis.z / length);
  const perpendicular = setVec3(
    pointA,
    perpendicularLength(y, z, x),
    perpendicularLength(z, x, y),
    perpendicularLength(x, y, z),
  );
  // rotation about a world axis does not widen an infinite body along this axis: 0 · ∞ = 0 here
  setVec3(
    perpendicular,
    perpendicular.x && perpendicular.x * margin,
    perpendicular.y && perpendicular.y * margin,
    perpendicular.z && perpendicular.z * margin,
  );
  addScaledVec3(out.min, out.min, perpendicular, -1);
  addScaledVec3(out.max, out.max, perpendicular, 1);
}

/** Margin for the sagitta of the parabola and the rounding of the whole path. */
function widenForPath(out: Aabb, motion: Motion, duration: number, radius: number): Aabb {
  const { pose, velocity, acceleration } = motion;
  const reach = Number.isFinite(radius) ? radius : 0;
  for (const axis of ['x', 'y', 'z'] as const) {
    const bulge = (acceleration[axis] * duration * duration) / 8;
    const path = Math.abs(pose.position[axis]) + Math.abs(velocity[axis] * duration) + 4 * Math.abs(bulge);
    const rounding = ROUNDING * (path + reach);
    out.min[axis] -= Math.max(bulge, 0) + rounding;
    out.max[axis] += Math.max(-bulge, 0) + rounding;
  }
  return out;
}
