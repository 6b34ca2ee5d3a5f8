import { createAabb } from '../bounds/aabb.ts';
import { shapeAabb } from '../bounds/checked-aabb.ts';
import { createPose } from '../math/pose.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { components } from './fields.ts';
import { bodyAt } from './general.ts';
import type { QueryOperation } from './query-operation.ts';

const SIDES = ['min', 'max'] as const;
/** A half-space has no finite volume around it. */
const INFINITE = ['aabb', 'box'].flatMap((box) => SIDES.flatMap((side) => [0, 1, 2].map((i) => `${box}.${side}.${i}`)));

/** The bounding volumes of a body at its pose; those of points are `bounding-volumes`. */
export const bodyBoundsOperation: QueryOperation = {
  name: 'body-bounds',
  description:
    'bounding volumes of a body: AABB in world axes, box in body axes, radius of the sphere about its position',
  example: {
    world: 'solids',
    A: { shape: { kind: 'capsule', radius: 0.5, halfHeight: 1 }, position: [10, 0, 0], rotation: [1, 1, 0, 0] },
  },
  infinite: [...INFINITE, 'radius'],
  answer(fields) {
    const { shape, motion } = bodyAt(fields, 'A');
    const world = shapeAabb(createAabb(), shape, motion.pose);
    const own = shapeAabb(createAabb(), shape, createPose());
    return {
      aabb: { min: components(world.min, 3), max: components(world.max, 3) },
      box: { min: components(own.min, 3), max: components(own.max, 3) },
      radius: shapeRadius(shape),
    };
  },
};
