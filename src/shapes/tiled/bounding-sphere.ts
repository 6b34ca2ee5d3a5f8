import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { splitCurve, splitPatch } from '../nurbs/subdivide.ts';
import { boundaryPieces, boundingPoints, type Piece } from './bounding-points.ts';
import { addCurveMoments, addPatchMoments, MOMENT_COUNT } from './moments.ts';
import type { TiledParts } from './tiled-parts.ts';

/** Maximum relative excess of the radius; Bezier pieces are halved until it is met, at most `MAX_HALVINGS` times. */
const SLACK = 0.01;
const MAX_HALVINGS = 8;

/** Half the diagonal of the box around all control points [m]: the reference length of tolerances. */
export function roughSize(parts: TiledParts): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const piece of boundaryPieces(parts)) {
    boundingPoints(piece).forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3], value);
      high[i % 3] = Math.max(high[i % 3], value);
    });
  }
  return Math.sqrt(low.reduce((sum, value, k) => sum + (high[k] - value) ** 2, 0)) / 2;
}

/** The centroid of the enclosed region, by one Gauss rule per piece. */
export function bodyCenter(parts: TiledParts): ReadonlyVec3 {
  const [x, y, z] = boundingPoints(boundaryPieces(parts)[0]);
  const origin = createVec3(x, y, z);
  const moments = new Float64Array(MOMENT_COUNT);
  for (const { curve } of parts.dimension === 2 ? parts.edges : []) addCurveMoments(moments, curve, 0, 1, origin);
  for (const { patch } of parts.faces) addPatchMoments(moments, patch, 0, 0, 1, 1, origin);
  return createVec3(x + moments[1] / moments[0], y + moments[2] / moments[0], z + moments[3] / moments[0]);
}

/**
 * Radius of a sphere about `center` that contains the body [m]; if all pieces are Bezier at most `SLACK` above the minimum.
 */
export function radiusAbout(center: ReadonlyVec3, parts: TiledParts): number {
  let lowerBound = 0;
  let radius = 0;
  const cells = boundaryPieces(parts).map((piece) => ({ piece, halvings: 0 }));
  for (const { piece } of cells) lowerBound = Math.max(lowerBound, cornerDistance(center, piece));
  for (let cell = cells.pop(); cell !== undefined; cell = cells.pop()) {
    const { piece, halvings } = cell;
    lowerBound = Math.max(lowerBound, cornerDistance(center, piece));
    const distance = maxDistance(center, boundingPoints(piece));
    if (
      distance <= Math.max(radius, (1 + SLACK) * lowerBound) ||
      halvings === MAX_HALVINGS ||
      piece.kind !== 'bezier'
    ) {
      radius = Math.max(radius, distance);
    } else {
      const direction = halvings % 2 === 0 ? 'u' : 'v';
      const halves = 'degree' in piece ? splitCurve(piece, 0.5) : splitPatch(piece, direction, 0.5);
      cells.push(...halves.map((half) => ({ piece: half, halvings: halvings + 1 })));
    }
  }
  return radius;
}

function maxDistance({ x, y, z }: ReadonlyVec3, points: Float64Array): number {
  let distanceSq = 0;
  for (let i = 0; i < points.length; i += 3) {
    distanceSq = Math.max(distanceSq, (points[i] - x) ** 2 + (points[i + 1] - y) ** 2 + (points[i + 2] - z) ** 2);
  }
  return Math.sqrt(distanceSq);
}

/** The first control point of a piece is a point of it; for an octant it is the centre, nearer than its points. */
function cornerDistance(center: ReadonlyVec3, piece: Piece): number {
  return maxDistance(center, boundingPoints(piece).subarray(0, 3));
}
