/** Which closest places of polytopes are certainly the only ones, from the vertices that the search for a distance ended with. */
import { type EdgeFans, fanStarts, type Hull } from '../../shapes/hull.ts';
import type { Core, Cored } from './core.ts';
import { found, NORMAL } from './gjk-result.ts';
import { vertexNumbers } from './simplex.ts';
import { placeEdge, point } from './support.ts';

/** Squared sine of the angle from which edges cross for certain. */
const CROSSED_SQ = 1e-8;
/** Squared sine of the angle with the plane across the normal below which an edge lies along it. */
const LEVEL_SQ = 1e-20;

/** The normal in the frame of the body that is asked, either way round: numbers handed to a call get boxed. */
const level = new Float64Array(3);

/**
 * Are the nearest places of two polytopes apart, `countA` and `countB` vertices of which carry them, certainly the only ones? Edges that
 * cross are, if no face beside them is square to the normal, and a corner of a box or hull if no edge of it is; of all others this does not say.
 */
// biome-ignore format: one body per line
export function isOnlyPlace(
  shapeA: Cored, coreA: Core, countA: number,
  shapeB: Cored, coreB: Core, countB: number,
  relative: Float64Array,
): boolean {
  if (countA === 2 && countB === 2) {
    if (!areCrossed(coreA, coreB, relative)) return false;
    seeFromA();
    if (!isLoneEdge(shapeA, 0)) return false;
    seeFromB(relative);
    return isLoneEdge(shapeB, 4);
  }
  if (countA === 1) {
    seeFromA();
    if (isLoneCorner(shapeA, vertexNumbers[0])) return true;
  }
  if (countB !== 1) return false;
  seeFromB(relative);
  return isLoneCorner(shapeB, vertexNumbers[4]);
}

/** Do all edges at a corner fall away? */
function isLoneCorner(shape: Cored, vertex: number): boolean {
  if (shape.kind === 'hull') return !hasLevelEdge(shape, vertex, -1);
  if (shape.kind !== 'box') return false;
  const x = level[0] * level[0],
    y = level[1] * level[1],
    z = level[2] * level[2];
  return x > LEVEL_SQ && y > LEVEL_SQ && z > LEVEL_SQ;
}

function seeFromA(): void {
  for (let c = 0; c < 3; c++) level[c] = found[NORMAL + c];
}

// biome-ignore format: one vector per line
function seeFromB(relative: Float64Array): void {
  const x = found[NORMAL], y = found[NORMAL + 1], z = found[NORMAL + 2];
  level[0] = relative[0] * x + relative[3] * y + relative[6] * z;
  level[1] = relative[1] * x + relative[4] * y + relative[7] * z;
  level[2] = relative[2] * x + relative[5] * y + relative[8] * z;
}

/** Is an edge at a corner of a hull, other than that to `other`, square to the normal? The search may have met no more than the corner. */
function hasLevelEdge(hull: Hull, vertex: number, other: number): boolean {
  return mayHaveLevelEdge(hull.edgeFans, vertex, other) && hasExactlyLevelEdge(hull, vertex, other);
}

/** In units of a fan: its whole numbers are off by half of one each, so a level edge rises by less than this. */
const FAN_ROUNDING = 1;

/** The same of the rounded edges, which lie close together. */
// biome-ignore format: one vector per line
function mayHaveLevelEdge(fans: EdgeFans, vertex: number, other: number): boolean {
  if (fans.length === 0) return true;
  const nx = level[0], ny = level[1], nz = level[2];
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
  const nx = level[0], ny = level[1], nz = level[2];
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
function areCrossed(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  placeEdge(coreA, 0);
  const ux = point[0], uy = point[1], uz = point[2];
  placeEdge(coreB, 4);
  const x = relative[0] * point[0] + relative[1] * point[1] + relative[2] * point[2];
  const y = relative[3] * point[0] + relative[4] * point[1] + relative[5] * point[2];
  const z = relative[6] * point[0] + relative[7] * point[1] + relative[8] * point[2];
  const along = ux * x + uy * y + uz * z, lengthsSq = (ux * ux + uy * uy + uz * uz) * (x * x + y * y + z * z);
  return lengthsSq - along * along > CROSSED_SQ * lengthsSq;
}

/**
 * Are the two vertices in the simplex, whose numbers begin at `first`, the ends of an edge, and do the faces beside it fall away? Across a
 * face, and along a level one, there are other edges at the first of them that are square to the normal.
 */
function isLoneEdge(shape: Cored, first: number): boolean {
  const from = vertexNumbers[first];
  const to = vertexNumbers[first] === vertexNumbers[first + 1] ? vertexNumbers[first + 2] : vertexNumbers[first + 1];
  if (shape.kind === 'hull') return !hasLevelEdge(shape, from, to);
  if (shape.kind !== 'box') return true;
  // corners of an edge differ in one bit of their numbers, that of its axis
  for (let axis = 0; axis < 3; axis++) {
    if (from ^ to ^ (1 << axis) && level[axis] * level[axis] < LEVEL_SQ) return false;
  }
  return true;
}
