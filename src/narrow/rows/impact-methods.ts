import type { Motion } from '../../math/motion.ts';
import type { PlanarShape, Shape } from '../../shapes/shape.ts';
import { advanceToImpact } from '../continuous/advancement.ts';
import { planarImpact } from '../continuous/planar-impact.ts';
import { rigidImpact } from '../continuous/rigid-impact.ts';
import { partsImpact } from '../hierarchy/parts-impact.ts';
import { isInOnePlane, requireMotion, requireOnePlane } from '../one-plane.ts';
import type { ImpactMethod, PairQueries } from '../pair-methods.ts';
import type { Solid } from '../space/core.ts';

/** Any two shapes, from one distance to the next. */
export function impactByAdvancement({ closest }: PairQueries): ImpactMethod {
  return (out, shapeA, motionA, shapeB, motionB, duration, separation) => {
    requireMotion(shapeA, motionA, shapeB);
    requireMotion(shapeB, motionB, shapeA);
    return advanceToImpact(out, shapeA, motionA, shapeB, motionB, duration, closest, { separation });
  };
}

/** Two shapes of the plane: what is to be kept between them rounds their corners, which takes distances. */
export function impactInPlane(queries: PairQueries): ImpactMethod {
  const rounded = impactByAdvancement(queries);
  return (out, shapeA, motionA, shapeB, motionB, duration, separation) => {
    requireOnePlane(shapeA, motionA.pose, shapeB, motionB.pose);
    return separation > 0
      ? rounded(out, shapeA, motionA, shapeB, motionB, duration, separation)
      : planarImpact(out, shapeA as PlanarShape, motionA, shapeB as PlanarShape, motionB, duration);
  };
}

/** Points, segments and half planes: in the plane if they stay in one, else in space by `spatial`. */
export function impactAnywhere(queries: PairQueries, spatial: ImpactMethod): ImpactMethod {
  const planar = impactInPlane(queries);
  return (out, shapeA, motionA, shapeB, motionB, duration, separation) => {
    const flat =
      staysInPlane(shapeA, motionA) &&
      staysInPlane(shapeB, motionB) &&
      isInOnePlane(shapeA, motionA.pose, shapeB, motionB.pose);
    return (flat ? planar : spatial)(out, shapeA, motionA, shapeB, motionB, duration, separation);
  };
}

function staysInPlane({ kind }: Shape, { velocity, acceleration, angularVelocity }: Motion): boolean {
  const upright = kind === 'point' || (angularVelocity.x === 0 && angularVelocity.y === 0);
  return velocity.z === 0 && acceleration.z === 0 && upright;
}

/** Two convex bodies of space with corners. */
export const impactOfCorners: ImpactMethod = (out, shapeA, motionA, shapeB, motionB, duration, separation) =>
  rigidImpact(out, shapeA as Solid, motionA, shapeB as Solid, motionB, duration, separation);

/** Bodies of convex parts. */
export function impactOfParts({ closest }: PairQueries): ImpactMethod {
  return (out, shapeA, motionA, shapeB, motionB, duration, separation) =>
    partsImpact(out, shapeA, motionA, shapeB, motionB, duration, separation, closest);
}
