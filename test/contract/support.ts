import { supportTiled } from '../../src/distance/smooth/witness/support-tiled.ts';
import { createMat3, transformTransposedVec3 } from '../../src/math/mat3.ts';
import { createVec3, dotVec3, lengthVec3, type ReadonlyVec3 } from '../../src/math/vec3.ts';
import { ellipsoidMatrix } from '../../src/shapes/ellipsoid.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Placed } from './draw-pair.ts';

/**
 * How far a convex body reaches along the unit vector `n` from its origin [m], by its definition: none of the library's searches is
 * asked, except for tiled bodies. Undefined for half-spaces, which are unbounded, and for non-convex bodies.
 */
export function reachAlong({ shape, pose }: Placed, n: ReadonlyVec3): number | undefined {
  const d = transformTransposedVec3(createVec3(), pose.rotation, n);
  return reach(shape, d);
}

function reach(shape: Shape, d: ReadonlyVec3): number | undefined {
  const across = Math.hypot(d.x, d.y);
  switch (shape.kind) {
    case 'point':
      return 0;
    case 'segment':
      return Math.max(dotVec3(shape.start, d), dotVec3(shape.end, d));
    case 'disc':
      return shape.radius * across;
    case 'polygon':
      return shape.convex ? highest(shape.vertices, 2, d) : undefined;
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.radius + shape.halfHeight * Math.abs(d.z);
    case 'box': {
      const { halfExtents: h, radius: r } = shape;
      return r + (h.x - r) * Math.abs(d.x) + (h.y - r) * Math.abs(d.y) + (h.z - r) * Math.abs(d.z);
    }
    case 'cylinder':
      return shape.radius * across + shape.halfHeight * Math.abs(d.z);
    case 'cone':
      return Math.max(1.5 * shape.halfHeight * d.z, shape.radius * across - 0.5 * shape.halfHeight * d.z);
    case 'hull':
      return highest(shape.vertices, 3, d);
    case 'ellipsoid':
      return lengthVec3(transformTransposedVec3(createVec3(), ellipsoidMatrix(createMat3(), shape), d));
    case 'tiled':
      return shape.convex && shape.closed ? dotVec3(supportTiled(createVec3(), shape, d), d) : undefined;
    default:
      return undefined;
  }
}

function highest(vertices: Float64Array, dimension: 2 | 3, d: ReadonlyVec3): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < vertices.length; i += dimension) {
    const z = dimension === 3 ? vertices[i + 2] * d.z : 0;
    top = Math.max(top, vertices[i] * d.x + vertices[i + 1] * d.y + z);
  }
  return top;
}

/** How far apart two convex bodies are along the unit vector `n` from A to B [m], below zero where they overlap along it. */
export function gapAlong(a: Placed, b: Placed, n: ReadonlyVec3): number | undefined {
  const reachA = reachAlong(a, n);
  const reachB = reachAlong(b, createVec3(-n.x, -n.y, -n.z));
  if (reachA === undefined || reachB === undefined) return undefined;
  const [p, q] = [a.pose.position, b.pose.position];
  return (q.x - p.x) * n.x + (q.y - p.y) * n.y + (q.z - p.z) * n.z - reachA - reachB;
}
