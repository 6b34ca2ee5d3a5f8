import type { Contact } from '../distance/contact.ts';
import type { SimplexCache } from '../distance/simplex-cache.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import type { Impact } from '../toi/impact.ts';
import type { PairAccuracy } from './pair-accuracy.ts';

type ShapeOf<Kind extends ShapeKind> = Extract<Shape, { kind: Kind }>;

/** `closest` for one pair of kinds, shapes in the order of the table. */
export type ClosestMethod<KindA extends ShapeKind = ShapeKind, KindB extends ShapeKind = ShapeKind> = (
  out: Contact,
  shapeA: ShapeOf<KindA>,
  poseA: ReadonlyPose,
  shapeB: ShapeOf<KindB>,
  poseB: ReadonlyPose,
  cache: SimplexCache,
) => Contact;

/** `impact` for one pair of kinds, in either order. */
export type ImpactMethod = (
  out: Impact,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
  duration: number,
  separation: number,
  /** Maximum number of iterations; undefined: the limit of the method. */
  maxIterations: number | undefined,
) => Impact;

/** One row of the pair table: how distance and time of impact of two kinds of shapes are computed. */
export interface PairMethods {
  /** The kinds of A and B. */
  readonly kinds: readonly [ShapeKind, ShapeKind];
  /** Description of the distance method. */
  readonly method: string;
  /** Error bounds of distance, depth and points. */
  readonly accuracy: PairAccuracy;
  /** Must both bodies lie in one plane z = const, rotated about z only? Planar smooth bodies must in every row. */
  readonly planar: boolean;
  readonly closest: ClosestMethod;
  readonly impact: ImpactMethod;
}

/** Both queries for any two shapes, for methods that apply them to parts. */
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

/** A group of rows of the pair table, for the queries that their methods apply to parts. */
export type PairRows = (queries: PairQueries) => PairMethods[];

export const LOWEST = 'lowest point above the half-space';

/** The table looks shapes up by kind, so each row receives the kinds its method expects. */
export function row<KindA extends ShapeKind, KindB extends ShapeKind>(
  kinds: readonly [KindA, KindB],
  method: string,
  accuracy: PairAccuracy,
  closest: ClosestMethod<KindA, KindB>,
  impact: ImpactMethod,
): PairMethods {
  return { kinds, method, accuracy, planar: false, closest: closest as unknown as ClosestMethod, impact };
}
