import { contactManifolds } from '../manifold/contact-manifolds.ts';
import { components, numberWithin } from './fields.ts';
import { bodyAt } from './general.ts';
import type { QueryOperation } from './query-operation.ts';

/** The contact manifolds of the pair table. */
export const manifoldOperation: QueryOperation = {
  name: 'manifold',
  description:
    'contact manifolds of two bodies: the points within `tolerance` of touching, or overlapping, for each normal from A to B; default 0',
  example: {
    world: 'solids',
    A: { shape: { kind: 'box', halfExtents: [1, 1, 1] } },
    B: { shape: { kind: 'cylinder', radius: 0.5, halfHeight: 0.5 }, position: [0, 0, 1.5] },
    tolerance: 0.01,
  },
  answer(fields) {
    const a = bodyAt(fields, 'A');
    const b = bodyAt(fields, 'B');
    const tolerance =
      fields.tolerance === undefined ? 0 : numberWithin(fields, 'tolerance', 0, Number.POSITIVE_INFINITY);
    const found = contactManifolds(a.shape, a.motion.pose, b.shape, b.motion.pose, tolerance);
    return {
      manifolds: found.map(({ normal, points }) => ({
        normal: components(normal, 3),
        points: points.map(({ pointA, pointB, distance }) => ({
          pointA: components(pointA, 3),
          pointB: components(pointB, 3),
          distance,
        })),
      })),
    };
  },
};
