/**
 * Depth, normal and points of two overlapping cores.
 *
 * The direction of least depth comes from separating axes (boxes) or from an expanding polytope, which knows the points of round bodies
 * as well. Moved out along it by the depth and a gap on top, the bodies are a gap apart, and the search for a distance finds the points that
 * touch; for round bodies also the normal there, which is a better direction: the search may be repeated for as long as the depth gets less.
 */
import { clearSimplexCache, createSimplexCache } from '../simplex-cache.ts';
import { APART_BY, bestAxis, boxSat } from './box-sat.ts';
import { BOX, type Core, isPolytope, REACH, RELATIVE_LENGTH } from './core.ts';
import { DEPTH_LOWER, DEPTH_OFF, DEPTH_POINT, DEPTH_STEPS, DEPTH_UPPER, depth, runEpa } from './epa.ts';
import { coreDistance } from './gjk.ts';
import { COUNT, DISTANCE, found, LARGEST, LOWER, NORMAL, OFF, POINT_A, STEPS, UPPER } from './gjk-result.ts';
import { extreme, HEIGHT, supportMinkowski } from './minkowski-difference.ts';

/** The gap bodies are moved apart to, as a share of their size: enough for a good normal. */
const GAP = 0.01;
/** Better directions tried for round bodies. */
const REFINEMENTS = 64;
/** Better normals tried for polytopes. */
const TURNS = 4;
/** Of depths and points, as a share of the size. */
const ROUNDING = 4e-16;
/** A depth that gets less by less than this share of the size is final. */
const SETTLED = 1e-15;

const lifted = new Float64Array(RELATIVE_LENGTH);
const cold = createSimplexCache();

/**
 * Completes `found` for cores that the search for a distance, run just before, found to overlap: the distance is minus the
 * depth, between `LOWER` and `UPPER`. False: these two would be nearer to each other without the limit on the size of a polytope.
 */
export function corePenetration(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  let steps = found[STEPS];
  let settled = true;
  if (coreA.kind === BOX && coreB.kind === BOX) {
    boxSat(coreA, coreB, relative);
    for (let c = 0; c < 3; c++) depth[c] = bestAxis[c];
    depth[DEPTH_LOWER] = -bestAxis[APART_BY];
    depth[DEPTH_UPPER] = -bestAxis[APART_BY];
  } else {
    settled = runEpa(coreA, coreB, relative, found[COUNT], found[LARGEST]);
    steps += depth[DEPTH_STEPS];
  }
  // of flat faces the search below knows the points better
  const size = coreA.numbers[REACH] + coreB.numbers[REACH];
  let off = 0;
  if (isPolytope(coreA) && isPolytope(coreB)) {
    off = partFlatFaces(coreA, coreB, relative, size);
    steps += partingSteps;
  } else if (Number.isFinite(depth[DEPTH_POINT])) {
    for (let c = 0; c < 3; c++) found[POINT_A + c] = depth[DEPTH_POINT + c];
    off = depth[DEPTH_OFF];
  } else {
    partAlongNormal(coreA, coreB, relative, size);
    steps += found[STEPS];
    off = offNormal(size);
  }
  writeDepth(steps);
  found[OFF] = off;
  return settled;
}

/** Steps of the last `partFlatFaces`. */
let partingSteps = 0;

/**
 * The points of polytopes, and the normal there. A face of the polytope that has grown may be small or sharp, or one of several as near as rounding
 * can tell, so that its normal is none of a face or two edges of the bodies: then the one found here is, and along it the bodies overlap
 * as little. Returns how far the points are off the normal [m].
 */
function partFlatFaces(coreA: Core, coreB: Core, relative: Float64Array, size: number): number {
  partingSteps = 0;
  for (let round = 0; ; round++) {
    partAlongNormal(coreA, coreB, relative, size);
    // a whole number: as a double it would be boxed
    partingSteps += found[STEPS] | 0;
    if (!(size > 0)) return 0;
    const off = offNormal(size);
    if (off <= ROUNDING * size || round === TURNS) return off;
    supportMinkowski(coreA, coreB, relative, found, NORMAL);
    if (!(extreme[HEIGHT] <= depth[DEPTH_UPPER] + ROUNDING * size)) return off;
    for (let c = 0; c < 3; c++) depth[c] = found[NORMAL + c];
    depth[DEPTH_UPPER] = extreme[HEIGHT];
    depth[DEPTH_LOWER] = Math.min(depth[DEPTH_LOWER], extreme[HEIGHT]);
  }
}

/** How far the points just found are off the bodies, along the direction of least depth [m]: by its angle with the normal found with them, and their own error. */
// biome-ignore format: one vector per line
function offNormal(size: number): number {
  if (!(size > 0)) return 0;
  const x = found[NORMAL] - depth[0], y = found[NORMAL + 1] - depth[1], z = found[NORMAL + 2] - depth[2];
  return Math.sqrt(x * x + y * y + z * z) * (depth[DEPTH_UPPER] + GAP * size) + Math.max(found[UPPER] - found[LOWER], 0);
}

/** Betters what `corePenetration` found just before for a round body, in the same way over and over. */
export function refinePenetration(coreA: Core, coreB: Core, relative: Float64Array): void {
  const size = coreA.numbers[REACH] + coreB.numbers[REACH];
  let steps = found[STEPS];
  let off = 0;
  for (let k = 0; k <= REFINEMENTS; k++) {
    partAlongNormal(coreA, coreB, relative, size);
    steps += found[STEPS];
    off = offNormal(size);
    if (!betterNormal(coreA, coreB, relative, size)) break;
  }
  writeDepth(steps);
  found[OFF] = off;
}

function writeDepth(steps: number): void {
  found[DISTANCE] = -depth[DEPTH_UPPER];
  found[LOWER] = -depth[DEPTH_UPPER];
  found[UPPER] = -depth[DEPTH_LOWER];
  found[NORMAL] = depth[0];
  found[NORMAL + 1] = depth[1];
  found[NORMAL + 2] = depth[2];
  found[STEPS] = steps;
}

/** Moves B out along the normal and searches for the points that face each other; bodies of no size have none but their own. */
function partAlongNormal(coreA: Core, coreB: Core, relative: Float64Array, size: number): void {
  lifted.set(relative);
  const way = depth[DEPTH_UPPER] + GAP * size;
  for (let c = 0; c < 3; c++) lifted[9 + c] += way * depth[c];
  if (size > 0) {
    clearSimplexCache(cold);
    coreDistance(coreA, coreB, lifted, cold);
  } else {
    found.fill(0, POINT_A, POINT_A + 3);
  }
}

/** Takes the normal just found for the direction if the bodies overlap less along it. */
function betterNormal(coreA: Core, coreB: Core, relative: Float64Array, size: number): boolean {
  supportMinkowski(coreA, coreB, relative, found, NORMAL);
  if (!(extreme[HEIGHT] < depth[DEPTH_UPPER] - SETTLED * size)) return false;
  for (let c = 0; c < 3; c++) depth[c] = found[NORMAL + c];
  depth[DEPTH_UPPER] = extreme[HEIGHT];
  return true;
}
