import type { Motion } from '../math/motion.ts';
import { type ConvexPart, convexDecomposition } from '../shapes/convex-decomposition.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { copyImpact, createImpact, type Impact } from './impact.ts';
import { type AngularAccelerations, NO_ACCELERATIONS, searchImpact } from './planar-search.ts';

/**
 * When two planar bodies first touch within `duration` [s]: points, segments (z = 0), discs, polygons and half-spaces
 * in any pairing. Never late: the time returned is not after the first contact except for rounding, and no contact is
 * missed, however fast the bodies rotate. A half-space may move but must not rotate. [CP13-4.2]
 *
 * Bodies that touch at the start hit at once if they approach; if they separate, or slide along each other, the search
 * continues. A search that reaches its limit, `maxIterations` if given, reports only the time: the caller measures the distance.
 * `accelerations` are constant angular accelerations, which motions do not have.
 */
// biome-ignore format: one body per line
export function planarImpact(
  out: Impact,
  shapeA: PlanarShape, motionA: Motion,
  shapeB: PlanarShape, motionB: Motion,
  duration: number,
  maxIterations?: number,
  accelerations = NO_ACCELERATIONS,
): Impact {
  const cutA = shapeA.kind === 'polygon' && !shapeA.convex;
  const cutB = shapeB.kind === 'polygon' && !shapeB.convex;
  if (cutA || cutB) {
    const piecesA = cutA ? convexDecomposition(shapeA) : undefined;
    const piecesB = cutB ? convexDecomposition(shapeB) : undefined;
    return earliestOfPieces(out, shapeA, piecesA, motionA, shapeB, piecesB, motionB, duration, maxIterations, accelerations);
  }
  if (shapeA.kind === 'halfspace' && shapeB.kind === 'halfspace') {
    return impactOfHalfspaces(out, shapeA, motionA, shapeB, motionB, duration, maxIterations);
  }
  return searchImpact(out, shapeA, motionA, shapeB, motionB, duration, maxIterations, accelerations);
}

const trial = createImpact();

/** Each search ends at the earliest contact so far. */
// biome-ignore format: one body per line
function earliestOfPieces(
  out: Impact,
  shapeA: PlanarShape, piecesA: readonly ConvexPart[] | undefined, motionA: Motion,
  shapeB: PlanarShape, piecesB: readonly ConvexPart[] | undefined, motionB: Motion,
  duration: number,
  maxIterations: number | undefined,
  accelerations: AngularAccelerations,
): Impact {
  let iterations = 0;
  let found = false;
  let limit = duration;
  for (let i = 0; i < (piecesA?.length ?? 1); i++) {
    for (let j = 0; j < (piecesB?.length ?? 1); j++) {
      const pieceA = piecesA?.[i];
      const pieceB = piecesB?.[j];
      searchImpact(trial, pieceA?.polygon ?? shapeA, motionA, pieceB?.polygon ?? shapeB, motionB, limit, maxIterations, accelerations);
      iterations += trial.iterations;
      if (found && !(trial.status === 'initial-overlap' || trial.time < out.time)) continue;
      found = trial.status !== 'none';
      if (found) limit = trial.time;
      copyImpact(out, trial);
      setParentFeatures(out, pieceA, pieceB);
      out.iterations = iterations;
      if (trial.status === 'initial-overlap') return out;
    }
  }
  out.iterations = iterations;
  return out;
}

function setParentFeatures(out: Impact, pieceA: ConvexPart | undefined, pieceB: ConvexPart | undefined): void {
  const edgePiece = out.edgeOf === 'A' ? pieceA : pieceB;
  const vertexPiece = out.edgeOf === 'A' ? pieceB : pieceA;
  if (edgePiece !== undefined && out.edge >= 0) out.edge = edgePiece.parentEdges[out.edge];
  if (vertexPiece !== undefined && out.vertex >= 0) out.vertex = vertexPiece.parentVertices[out.vertex];
}

const POINT = createPoint();
/** Half-spaces with normals that are opposite except for rounding face each other. */
const PARALLEL = 1e-15;

/** Two half-spaces are disjoint only if they face each other; then any boundary point of B represents it. */
// biome-ignore format: one body per line
function impactOfHalfspaces(
  out: Impact,
  a: Halfspace, motionA: Motion,
  b: Halfspace, motionB: Motion,
  duration: number,
  maxIterations: number | undefined,
): Impact {
  const { rotation: p } = motionA.pose;
  const { rotation: q } = motionB.pose;
  const ax = p.xx * a.normal.x + p.xy * a.normal.y;
  const ay = p.yx * a.normal.x + p.yy * a.normal.y;
  const bx = q.xx * b.normal.x + q.xy * b.normal.y;
  const by = q.yx * b.normal.x + q.yy * b.normal.y;
  searchImpact(out, a, motionA, POINT, motionB, duration, maxIterations);
  out.vertex = -1;
  if (ax * bx + ay * by > PARALLEL - 1) {
    out.status = 'initial-overlap';
    out.time = 0;
  }
  return out;
}
