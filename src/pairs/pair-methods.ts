import type { Contact } from '../distance/contact.ts';
import type { SimplexCache } from '../distance/simplex-cache.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import type { Impact } from '../toi/impact.ts';
import type { PairAccuracy } from './pair-accuracy.ts';

type ShapeOf<Kind extends ShapeKind> = Extract<Shape, { kind: Kind }>;

/** Answers `closest` for one pair of kinds, shapes in the order of the table. */
export type ClosestMethod<KindA extends ShapeKind = ShapeKind, KindB extends ShapeKind = ShapeKind> = (
  out: Contact,
  shapeA: ShapeOf<KindA>,
  poseA: ReadonlyPose,
  shapeB: ShapeOf<KindB>,
  poseB: ReadonlyPose,
  cache: SimplexCache,
) => Contact;

/** Answers `impact` for one pair of kinds, in either order. */
export type ImpactMethod = (
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  separation: number,
  /** Iterations before the search gives up; the method's own limit when left out. */
  maxIterations: number | undefined,
) => Impact;

/** One row of the pair table. */
export interface PairMethods {
  readonly kinds: readonly [ShapeKind, ShapeKind];
  /** How the distance is found, in words. */
  readonly method: string;
  readonly accuracy: PairAccuracy;
  /** Do both bodies have to lie in one plane z = const, turned about z only? Smooth bodies of the plane have to in any row. */
  readonly planar: boolean;
  readonly closest: ClosestMethod;
  readonly impact: ImpactMethod;
}

/** The two questions about any two shapes, for methods that ask them about parts of theirs. */
export interface PairQueries {
  readonly closest: (
    out: Contact,
    shapeA: Shape,
    poseA: ReadonlyPose,
    shapeB: Shape,
    poseB: ReadonlyPose,
    cache?: SimplexCache,
  ) => Contact;
  readonly impact: ImpactMethod;
}

export const LOWEST = 'lowest point over the wall';

/** Rows look their shapes up by kind, so what a row is handed is what its method takes. */
export function row<KindA extends ShapeKind, KindB extends ShapeKind>(
  kinds: readonly [KindA, KindB],
  method: string,
  accuracy: PairAccuracy,
  closest: ClosestMethod<KindA, KindB>,
  impact: ImpactMethod,
): PairMethods {
  return { kinds, method, accuracy, planar: false, closest: closest as unknown as ClosestMethod, impact };
}
