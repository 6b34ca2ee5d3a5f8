import { createMotion, type Motion } from '../src/math/motion.ts';
import { createPose } from '../src/math/pose.ts';
import { createVec3 } from '../src/math/vec3.ts';
import { createPolygon, type Polygon } from '../src/shapes/polygon.ts';
import type { PlanarShape } from '../src/shapes/shape.ts';
import { createImpact, type Impact } from '../src/toi/impact.ts';
import { planarImpact } from '../src/toi/planar-impact.ts';

export type Pair = readonly number[];

export interface MovingShape {
  readonly shape: PlanarShape;
  readonly motion: Motion;
}

export function moving(
  shape: PlanarShape,
  x: Pair,
  angle = 0,
  v: Pair = [0, 0],
  angularVelocity = 0,
  a: Pair = [0, 0],
): MovingShape {
  const velocity = createVec3(v[0], v[1]);
  const acceleration = createVec3(a[0], a[1]);
  return {
    shape,
    motion: createMotion(createPose(x, angle), velocity, createVec3(0, 0, angularVelocity), acceleration),
  };
}

export function impactOf(a: MovingShape, b: MovingShape, duration = 1): Impact {
  return planarImpact(createImpact(), a.shape, a.motion, b.shape, b.motion, duration);
}

/** A box about its centre. */
export function box(halfWidth: number, halfHeight: number): Polygon {
  return createPolygon([
    [-halfWidth, -halfHeight],
    [halfWidth, -halfHeight],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ]);
}
