/** Certifies that the witness points of polytopes are unique, from the vertices of the final GJK simplex. */
import { type EdgeFans, fanStarts, type Hull } from '../../shapes/hull.ts';
import type { Core, CoreShape } from './core.ts';
import { NORMAL } from './gjk-result.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';

import { loadEdge } from './support.ts';

const point = new Float64Array(3);

/** Squared sine of the angle above which edges certainly cross. */
const CROSSED_SQ = 1e-8;
/** Squared sine of the angle to the tangent plane below which an edge is tangential. */
const LEVEL_SQ = 1e-20;

/** The normal, of either sign, in the frame of the tested body: number arguments of a call that is not inlined get boxed. */
const bodyNormal = new Float64Array(3);

/**
 * Are the witness points of two separate polytopes, spanned by `countA` and `countB` vertices, certainly unique? True for crossing edges
 * if no adjacent face is perpendicular to the normal, and for a corner of a box or hull if none of its edges is; false if undecided.
 */
// biome-ignore format: one body per line
export function isUniqueWitness(
  workspace: GjkWorkspace, shapeA: CoreShape, coreA: Core, countA: number,
  shapeB: CoreShape, coreB: Core, countB: number,
  relative: Float64Array,
): boolean {
  const { vertexNumbers } = workspace;
  if (countA === 2 && countB === 2) {
    if (!areCrossed(workspace, coreA, coreB, relative)) return false;
    loadNormalInA(workspace);
    if (!isUniqueEdge(workspace, shapeA, 0)) return false;
    loadNormalInB(workspace, relative);
    return isUniqueEdge(workspace, shapeB, 4);
  }
  if (countA === 1) {
    loadNormalInA(workspace);
    if (isUniqueCorner(shapeA, vertexNumbers[0])) return true;
  }
  if (countB !== 1) return false;
  loadNormalInB(workspace, relative);
  return isUniqueCorner(shapeB, vertexNumbers[4]);
}

/** Do all edges at a corner descend from the tangent plane? */
function isUniqueCorner(shape: CoreShape, vertex: number): boolean {
  if (shape.kind === 'hull') return !hasLevelEdge(shape, vertex, -1);
  if (shape.kind !== 'box') return false;
  const x = bodyNormal[0] * bodyNormal[0],
    y = bodyNormal[1] * bodyNormal[1],
    z = bodyNormal[2] * bodyNormal[2];
  return x > LEVEL_SQ && y > LEVEL_SQ && z > LEVEL_SQ;
}

function loadNormalInA(workspace: GjkWorkspace): void {
  const { result } = workspace;
  for (let c = 0; c < 3; c++) bodyNormal[c] = result[NORMAL + c];
}

// biome-ignore format: one vector per line
function loadNormalInB(workspace: GjkWorkspace, relative: Float64Array): void {
  const { result } = workspace;
  const x = result[NORMAL], y = result[NORMAL + 1], z = result[NORMAL + 2];
  bodyNormal[0] = relative[0] * x + relative[3] * y + relative[6] * z;
  bodyNormal[1] = relative[1] * x + relative[4] * y + relative[7] * z;
  bodyNormal[2] = relative[2] * x + relative[5] * y + relative[8] * z;
}

/** Is an edge at a corner of a hull, other than that to `other`, perpendicular to the normal? The simplex may contain only the corner. */
function hasLevelEdge(hull: Hull, vertex: number, other: number): boolean {
  return mayHaveLevelEdge(hull.edgeFans, vertex, other) && hasExactlyLevelEdge(hull, vertex, other);
}

/** In units of a fan: its integers have a rounding error of half a unit each, so a tangential edge rises by less than this. */
const FAN_ROUNDING = 1;

/** The same for the rounded edges, which are stored contiguously. */
// biome-ignore format: one vector per line
function mayHaveLevelEdge(fans: EdgeFans, vertex: number, other: number): boolean {
  if (fans.length === 0) return true;
  const nx = bodyNormal[0], ny = bodyNormal[1], nz = bodyNormal[2];
  const starts = fanStarts(fans);
  const end = fans[starts + vertex + 1];
  for (let k = fans[starts + vertex]; k < end; k += 4) {
    const rise = nx * fans[k] + ny * fans[k + 1] + nz * fans[k + 2];
    if (Math.abs(rise) <= FAN_ROUNDING && fans[k + 3] !== other) return true;
  }
  return false;
}

// biome-ignore format: one vector per line
function hasExactlyLevelEdge({ vertices: v, neighbourStarts, neighbours }: Hull, vertex: number, other: number): boolean {
  const nx = bodyNormal[0], ny = bodyNormal[1], nz = bodyNormal[2];
  const cx = v[3 * vertex], cy = v[3 * vertex + 1], cz = v[3 * vertex + 2];
  const end = neighbourStarts[vertex + 1];
  for (let k = neighbourStarts[vertex]; k < end; k++) {
    const neighbour = neighbours[k], j = 3 * neighbour;
    const x = v[j] - cx, y = v[j + 1] - cy, z = v[j + 2] - cz;
    const rise = nx * x + ny * y + nz * z;
    if (neighbour !== other && rise * rise < LEVEL_SQ * (x * x + y * y + z * z)) return true;
  }
  return false;
}

/** Do the edges of both cores in the simplex cross? */
// biome-ignore format: one vector per line
function areCrossed(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array): boolean {
  loadEdge(workspace, point, coreA, 0);
  const ux = point[0], uy = point[1], uz = point[2];
  loadEdge(workspace, point, coreB, 4);
  const x = relative[0] * point[0] + relative[1] * point[1] + relative[2] * point[2];
  const y = relative[3] * point[0] + relative[4] * point[1] + relative[5] * point[2];
  const z = relative[6] * point[0] + relative[7] * point[1] + relative[8] * point[2];
  const along = ux * x + uy * y + uz * z, lengthsSq = (ux * ux + uy * uy + uz * uz) * (x * x + y * y + z * z);
  return lengthsSq - along * along > CROSSED_SQ * lengthsSq;
}

/**
 * Are the two vertices in the simplex, whose numbers start at `first`, the ends of an edge, and do the adjacent faces descend? For a diagonal
 * of a face, and an edge of a tangential face, the first vertex has other edges perpendicular to the normal.
 */
function isUniqueEdge(workspace: GjkWorkspace, shape: CoreShape, first: number): boolean {
  const { vertexNumbers } = workspace;
  const from = vertexNumbers[first];
  const to = vertexNumbers[first] === vertexNumbers[first + 1] ? vertexNumbers[first + 2] : vertexNumbers[first + 1];
  if (shape.kind === 'hull') return !hasLevelEdge(shape, from, to);
  if (shape.kind !== 'box') return true;
  // corners of an edge differ in one bit of their numbers, that of its axis
  for (let axis = 0; axis < 3; axis++) {
    if (from ^ to ^ (1 << axis) && bodyNormal[axis] * bodyNormal[axis] < LEVEL_SQ) return false;
  }
  return true;
}
