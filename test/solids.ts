import type { Solid } from '../src/distance/convex/core.ts';
import { createPose, type Pose } from '../src/math/pose.ts';
import type { Random } from '../src/math/random.ts';
import { type Box, createBox } from '../src/shapes/box.ts';
import { createCapsule } from '../src/shapes/capsule.ts';
import { createCone } from '../src/shapes/cone.ts';
import { createCylinder } from '../src/shapes/cylinder.ts';
import { createEllipsoid } from '../src/shapes/ellipsoid.ts';
import { createHull } from '../src/shapes/hull/create-hull.ts';
import type { Hull } from '../src/shapes/hull.ts';
import { createPoint } from '../src/shapes/point.ts';
import { createSegment } from '../src/shapes/segment.ts';
import { createSphere } from '../src/shapes/sphere.ts';

/** A random convex solid of about the size `k` [m]. */
export function drawSolid(random: Random, kind: Solid['kind'], k: number): Solid {
  const length = () => k * random.between(0.2, 1);
  const place = () => [0, 0, 0].map(() => k * random.between(-1, 1));
  switch (kind) {
    case 'point':
      return createPoint();
    case 'segment':
      return createSegment(place(), place());
    case 'sphere':
      return createSphere(length());
    case 'capsule':
      return createCapsule(length(), random.below(4) === 0 ? 0 : length());
    case 'box': {
      const halfExtents = [length(), length(), length()];
      // one in three is rounded, some of these as far as can be
      const fraction = random.below(3) > 0 ? 0 : random.below(3) === 0 ? 1 : random.next();
      return createBox(halfExtents, fraction * Math.min(...halfExtents));
    }
    case 'cylinder':
      return createCylinder(length(), length());
    case 'cone':
      return createCone(length(), length() / 2);
    case 'ellipsoid':
      return createEllipsoid([length(), length(), length()]);
    case 'hull':
      return createHull(Array.from({ length: 4 + random.below(20) }, place));
  }
}

/** A pose anywhere in a cube of half extent `spread` [m], in a random orientation. */
export function drawPose(random: Random, spread: number): Pose {
  const position = [0, 0, 0].map(() => spread * random.between(-1, 1));
  return createPose(
    position,
    [0, 0, 0, 0].map(() => random.normal()),
  );
}

/** The same body by its corners. */
export function hullOfBox({ halfExtents: { x, y, z } }: Box): Hull {
  const signs = [-1, 1];
  return createHull(signs.flatMap((i) => signs.flatMap((j) => signs.map((k) => [i * x, j * y, k * z]))));
}
