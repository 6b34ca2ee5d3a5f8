/**
 * Depth, normal and points of two overlapping cores.
 *
 * The direction of least depth comes from separating axes (boxes) or from an expanding polytope, which knows the points of round bodies
 * as well. Moved out along it by the depth and a gap on top, the bodies are a gap apart, and the search for a distance finds the points that
 * touch; for round bodies also the normal there, which is a better direction: the search may be repeated for as long as the depth gets less.
 */
import { clearSimplexCache, createSimplexCache } from '../convex/simplex-cache.ts';
import { APART_BY, bestAxis, separateBoxes } from './box-axes.ts';
import { BOX, type Core, isPolytope, REACH, RELATIVE_LENGTH } from './core.ts';
import { extreme, HEIGHT, supportDifference } from './difference.ts';
import { DEPTH_LOWER, DEPTH_POINT, DEPTH_STEPS, DEPTH_UPPER, depth, expandPolytope } from './expanding.ts';
import { COUNT, DISTANCE, found, LARGEST, LOWER, NORMAL, POINT_A, STEPS, UPPER } from './found.ts';
import { coreDistance } from './gjk.ts';

/** The gap bodies are moved apart to, as a share of their size: enough for a good normal. */
const GAP = 0.01;
/** Better directions tried for round bodies. */
const REFINEMENTS = 64;
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
    separateBoxes(coreA, coreB, relative);
    for (let c = 0; c < 3; c++) depth[c] = bestAxis[c];
    depth[DEPTH_LOWER] = -bestAxis[APART_BY];
    depth[DEPTH_UPPER] = -bestAxis[APART_BY];
  } else {
    settled = expandPolytope(coreA, coreB, relative, found[COUNT], found[LARGEST]);
    steps += depth[DEPTH_STEPS];
  }
  // of flat faces the search below knows the points better
  const placed = !(isPolytope(coreA) && isPolytope(coreB)) && Number.isFinite(depth[DEPTH_POINT]);
  if (placed) {
    for (let c = 0; c < 3; c++) found[POINT_A + c] = depth[DEPTH_POINT + c];
  } else {
    partAlongNormal(coreA, coreB, relative, coreA.numbers[REACH] + coreB.numbers[REACH]);
    steps += found[STEPS];
  }
  writeDepth(steps);
  return settled;
}

/** Betters what `corePenetration` found just before for a round body, in the same way over and over. */
export function refinePenetration(coreA: Core, coreB: Core, relative: Float64Array): void {
  const size = coreA.numbers[REACH] + coreB.numbers[REACH];
  let steps = found[STEPS];
  for (let k = 0; k <= REFINEMENTS; k++) {
    partAlongNormal(coreA, coreB, relative, size);
    steps += found[STEPS];
    if (!betterNormal(coreA, coreB, relative, size)) break;
  }
  writeDepth(steps);
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
  supportDifference(coreA, coreB, relative, found, NORMAL);
  if (!(extreme[HEIGHT] < depth[DEPTH_UPPER] - SETTLED * size)) return false;
  for (let c = 0; c < 3; c++) depth[c] = found[NORMAL + c];
  depth[DEPTH_UPPER] = extreme[HEIGHT];
  return true;
}
