import { compoundSupport } from '../distance/convex/support-compound.ts';
import { supportSolid } from '../distance/convex/support-solid.ts';
import { supportTiled } from '../distance/smooth/witness/support-tiled.ts';
import { transformTransposedVec3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { createVec3, dotVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import { ellipsoidSupport } from '../shapes/ellipsoid.ts';
import type { Shape } from '../shapes/shape.ts';
import { trimeshSupport } from '../shapes/trimesh-support.ts';

const direction = createVec3();
const support = createVec3();

/** max m·(x - origin) over the points x of a shape at a pose, for a world direction `m` of any length; 0 for a half-space, an upper bound for a `brep`. */
export function supportHeight(shape: Shape, pose: ReadonlyPose, m: ReadonlyVec3): number {
  transformTransposedVec3(direction, pose.rotation, m);
  return dotVec3(supportPoint(support, shape, direction), direction);
}

/**
 * Support point of the shape in direction `d` of any length, both in the frame of the shape. For trimmed faces, whose own one needs a search, that
 * of a box around them.
 */
export function supportPoint(out: Vec3, shape: Shape, d: ReadonlyVec3): Vec3 {
  switch (shape.kind) {
    case 'point':
    case 'halfspace':
      return setVec3(out, 0, 0, 0);
    case 'disc': {
      const length = lengthVec3(setVec3(out, d.x, d.y, 0));
      return length > 0
        ? setVec3(out, (shape.radius * d.x) / length, (shape.radius * d.y) / length, 0)
        : setVec3(out, 0, 0, 0);
    }
    case 'segment': {
      const { x, y, z } = dotVec3(shape.start, d) > dotVec3(shape.end, d) ? shape.start : shape.end;
      return setVec3(out, x, y, z);
    }
    case 'polygon':
      return supportVertex(out, shape.vertices, d);
    case 'tiled':
      return supportTiled(out, shape, d);
    case 'brep':
      return setVec3(
        out,
        shape.center.x + Math.sign(d.x) * shape.halfExtents.x,
        shape.center.y + Math.sign(d.y) * shape.halfExtents.y,
        shape.center.z + Math.sign(d.z) * shape.halfExtents.z,
      );
    case 'ellipsoid':
      return ellipsoidSupport(out, shape, d);
    case 'compound':
      return compoundSupport(out, shape, d);
    case 'trimesh':
      return trimeshSupport(out, shape, d);
    default:
      return supportSolid(out, shape, d);
  }
}

function supportVertex(out: Vec3, vertices: Float64Array, d: ReadonlyVec3): Vec3 {
  let best = 0;
  for (let i = 2; i < vertices.length; i += 2) {
    const rise = d.x * (vertices[i] - vertices[best]) + d.y * (vertices[i + 1] - vertices[best + 1]);
    if (rise > 0) best = i;
  }
  return setVec3(out, vertices[best], vertices[best + 1], 0);
}
