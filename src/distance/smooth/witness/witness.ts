import { evaluateCurveAt, type PatchSide } from '../../../shapes/nurbs/curve.ts';
import { evaluatePatchAt } from '../../../shapes/nurbs/patch.ts';
import type { PointShape } from '../../../shapes/point.ts';
import { PATCH_SIDES } from '../../../shapes/tiled/patch-side.ts';
import {
  type FeatureDimension,
  featureDimension,
  featureName,
  type TiledBody,
} from '../../../shapes/tiled/tiled-body.ts';
import { featureDiameters } from './feature-size.ts';

/** Shapes that can be tracked: smooth bodies, and points (whose only feature is number 0, named P). */
export type TrackedShape = TiledBody | PointShape;

/** Start of a witness: a feature of the body and its parameters ([u, v] on a face, [t] on an edge, [] at a vertex). */
export interface WitnessStart {
  readonly feature: number;
  readonly x: readonly number[];
}

/**
 * The point of one body that is (assumed to be) closest to the other: a feature, its parameters, and the derivatives there. A jet holds the
 * point at 0, the tangents T_i at 3 + 3i and the second derivatives S_ij at 9 + 3(i + j); an edge has only i = 0, a vertex none.
 */
export interface Witness {
  readonly shape: TrackedShape;
  /** Number of the feature: faces first, then edges, then vertices. Set by `setWitness`. */
  feature: number;
  dimension: FeatureDimension;
  /** Constrained to its feature by bounds, without switching. True on open patches. [PG05-6.7] */
  open: boolean;
  /** A switching trigger must exceed this fraction of |r|: see `switchFeatures`. */
  switchTolerance: number;
  /** u and v, or t alone. */
  readonly x: Float64Array;
  /** In body axes, relative to its origin [m]. */
  readonly bodyJet: Float64Array;
  /** The same in world axes, the point relative to the origin of A [m]. */
  readonly jet: Float64Array;
  /** Diameter of the control points of every feature [m]. */
  readonly diameters: Float64Array;
  /** Degenerate sides of faces at each vertex. */
  readonly degenerate: readonly (readonly DegenerateSide[])[];
  /** Number of evaluations so far, by the dimension of the feature: vertices, edges, faces. In an array: a large count is not boxed. */
  readonly evaluations: Float64Array;
}

/** A side of a face that is a single point. */
export interface DegenerateSide {
  readonly face: number;
  readonly side: PatchSide;
}

export const JET = 18;
/** Offsets of tangents and second derivatives in a jet. */
export const TANGENTS = 3;
export const SECONDS = 9;

/** Any value from 1e-12 to 1e-6 works in steps: opposite transitions never both fire. */
const SWITCH_TOLERANCE = 1e-9;

export function createWitness(shape: TrackedShape): Witness {
  const witness: Witness = {
    shape,
    feature: 0,
    dimension: 0,
    open: shape.kind === 'tiled' && !shape.closed,
    switchTolerance: SWITCH_TOLERANCE,
    x: new Float64Array(2),
    bodyJet: new Float64Array(JET),
    jet: new Float64Array(JET),
    diameters: shape.kind === 'tiled' ? featureDiameters(shape) : new Float64Array(1),
    degenerate: shape.kind === 'tiled' ? degenerateSides(shape) : [],
    evaluations: new Float64Array(3),
  };
  setWitness(witness, 0, 0.5, 0.5);
  return witness;
}

function degenerateSides({ faces, vertices }: TiledBody): DegenerateSide[][] {
  const sides: DegenerateSide[][] = vertices.map(() => []);
  faces.forEach((face, index) => {
    for (const side of PATCH_SIDES) {
      const owner = face.sides[side];
      if (owner.kind === 'vertex') sides[owner.index].push({ face: index, side });
    }
  });
  return sides;
}

/** Sets a witness to a feature. Its jets are outdated until it is evaluated. */
export function setWitness(witness: Witness, feature: number, u = 0, v = 0): void {
  witness.feature = feature;
  witness.dimension = witness.shape.kind === 'tiled' ? featureDimension(witness.shape, feature) : 0;
  witness.x[0] = witness.dimension > 0 ? u : 0;
  witness.x[1] = witness.dimension > 1 ? v : 0;
}

/** Sets feature, u and v from `row[at]`, as in a table of seeds. */
export function setWitnessAt(witness: Witness, row: Float64Array, at: number): void {
  const { shape, x } = witness;
  // convert to an integer: a field that ever held a double boxes all later values
  witness.feature = row[at] | 0;
  witness.dimension = shape.kind === 'tiled' ? featureDimension(shape, witness.feature) : 0;
  x[0] = witness.dimension > 0 ? row[at + 1] : 0;
  x[1] = witness.dimension > 1 ? row[at + 2] : 0;
}

/** Writes the jet in body axes at the witness's parameters. */
export function evaluateWitness(witness: Witness): void {
  const { shape, feature, bodyJet, x } = witness;
  witness.evaluations[witness.dimension]++;
  if (shape.kind === 'point') return;
  const { faces, edges, vertices } = shape;
  if (witness.dimension === 2) {
    evaluatePatchAt(bodyJet, faces[feature].patch, x);
  } else if (witness.dimension === 1) {
    evaluateCurveAt(bodyJet, edges[feature - faces.length].curve, x);
    bodyJet.copyWithin(SECONDS, 6, 9);
  } else {
    const { point } = vertices[feature - faces.length - edges.length];
    bodyJet[0] = point.x;
    bodyJet[1] = point.y;
    bodyJet[2] = point.z;
  }
}

/** Bounds at which the parameters are exactly, as bits: 1 for u = 0, 2 for u = 1, 4 for v = 0, 8 for v = 1. */
export function boundsOf(witness: Witness): number {
  const { x, dimension } = witness;
  let bounds = 0;
  for (let i = 0; i < dimension; i++) bounds |= (x[i] === 0 ? 1 : x[i] === 1 ? 2 : 0) << (2 * i);
  return bounds;
}

const BOUND_NAMES = ['u0', 'u1', 'v0', 'v1'];

/** Name of the feature, on an open patch followed by the active bounds, as in `S:u1:v0`. */
export function labelOf(shape: TrackedShape, feature: number, bounds: number): string {
  if (shape.kind === 'point') return 'P';
  const held = shape.closed ? [] : BOUND_NAMES.filter((_, k) => bounds & (1 << k));
  return [featureName(shape, feature), ...held].join(':');
}
