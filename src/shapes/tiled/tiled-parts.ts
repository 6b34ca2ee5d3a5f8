import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { PATCH_JET } from '../nurbs/patch.ts';
import { evaluateSide, jetVector } from './patch-side.ts';
import type { EdgeFace, TiledEdge, TiledFace, TiledVertex } from './tiled-body.ts';

/** A face, an edge and a vertex before the body is assembled. */
export type TiledFacePart = TiledFace;
export type TiledEdgePart = Omit<TiledEdge, 'smooth'>;
export type TiledVertexPart = Omit<TiledVertex, 'edges'>;

/** The parts of a body before assembly: references between parts are indices in these lists. */
export interface TiledParts {
  readonly dimension: 2 | 3;
  readonly faces: readonly TiledFacePart[];
  readonly edges: readonly TiledEdgePart[];
  readonly vertices: readonly TiledVertexPart[];
}

/** Parameters at which joints are compared: two rational curves of degree up to 8 that agree here are equal. */
export const JOINT_SAMPLES: readonly number[] = Array.from({ length: 17 }, (_, i) => i / 16);

const jet = new Float64Array(PATCH_JET);
const curveJet = new Float64Array(CURVE_JET);

/** The face's running parameter where the edge's is t. */
export function runningParameter({ reversed }: EdgeFace, t: number): number {
  return reversed ? 1 - t : t;
}

/** The face's jet at parameter t of an edge on it. */
export function evaluateEdgeFace(out: Float64Array, parts: TiledParts, edgeFace: EdgeFace, t: number): Float64Array {
  return evaluateSide(out, parts.faces[edgeFace.face].patch, edgeFace.side, runningParameter(edgeFace, t));
}

/** Maximum distance [m] of the points of a face's side from given points at the same parameters. */
export function largestGap(face: TiledFacePart, side: EdgeFace['side'], pointAt: (t: number) => ReadonlyVec3): number {
  return JOINT_SAMPLES.reduce((gap, t) => {
    const point = jetVector(evaluateSide(jet, face.patch, side, t), 0);
    return Math.max(gap, lengthVec3(subVec3(createVec3(), point, pointAt(t))));
  }, 0);
}

/** Rejects a gap [m] above the tolerance; `what` states the requirement. */
export function checkGap(what: string, gap: number, tolerance: number): void {
  if (!(gap <= tolerance)) {
    throw new RangeError(`${what}, the gap is ${gap.toPrecision(3)} m, allowed ${tolerance.toPrecision(3)} m`);
  }
}

/** Checks that both ends of an edge or curve lie at its vertices. `what` begins the message. */
export function checkEnds(parts: TiledParts, edge: TiledEdgePart, what: string, tolerance: number): void {
  for (const [t, vertex] of [[0, parts.vertices[edge.from]] as const, [1, parts.vertices[edge.to]] as const]) {
    const end = jetVector(evaluateCurve(curveJet, edge.curve, t), 0);
    const gap = lengthVec3(subVec3(createVec3(), end, vertex.point));
    checkGap(`${what} "${edge.name}": t = ${t} must lie at vertex "${vertex.name}"`, gap, tolerance);
  }
}
