/**
 * Penetration depth, normal and witness points of two overlapping cores.
 *
 * The direction of minimum depth comes from SAT (boxes) or EPA, which also gives the points of round bodies. Translated along it by
 * the depth plus a gap, the bodies are separated by the gap, and GJK finds the witness points; for round bodies
 * also the normal there, which is a better direction: the search may be repeated while the depth decreases.
 */
import { clearSimplexCache, createSimplexCache } from '../simplex-cache.ts';
import { AXIS_SEPARATION, bestAxis, boxSat } from './box-sat.ts';
import { BOUNDING_RADIUS, BOX, type Core, isPolytope, RELATIVE_LENGTH } from './core.ts';
import { DEPTH_LOWER, DEPTH_OFF, DEPTH_POINT, DEPTH_STEPS, DEPTH_UPPER, depth, runEpa } from './epa.ts';
import { coreDistance } from './gjk.ts';
import { COUNT, DISTANCE, found, LARGEST, LOWER, NORMAL, OFF, POINT_A, STEPS, UPPER } from './gjk-result.ts';
import { extreme, HEIGHT, supportMinkowski } from './minkowski-difference.ts';

/** Gap after the translation, relative to the size: large enough for an accurate normal. */
const GAP = 0.01;
/** Maximum number of improved directions for round bodies. */
const REFINEMENTS = 64;
/** Maximum number of improved normals for polytopes. */
const NORMAL_UPDATES = 4;
/** Rounding error of depths and points, relative to the size. */
const ROUNDING = 4e-16;
/** A depth that decreases by less than this fraction of the size has converged. */
const CONVERGED = 1e-15;

const separated = new Float64Array(RELATIVE_LENGTH);
const cold = createSimplexCache();

/**
 * Completes `found` for cores for which the preceding `coreDistance` reported an overlap: the distance is minus the
 * depth, between `LOWER` and `UPPER`. False: these bounds did not converge because of the polytope size limit.
 */
export function corePenetration(coreA: Core, coreB: Core, relative: Float64Array): boolean {
  let steps = found[STEPS];
  let converged = true;
  if (coreA.kind === BOX && coreB.kind === BOX) {
    boxSat(coreA, coreB, relative);
    for (let c = 0; c < 3; c++) depth[c] = bestAxis[c];
    depth[DEPTH_LOWER] = -bestAxis[AXIS_SEPARATION];
    depth[DEPTH_UPPER] = -bestAxis[AXIS_SEPARATION];
  } else {
    converged = runEpa(coreA, coreB, relative, found[COUNT], found[LARGEST]);
    steps += depth[DEPTH_STEPS];
  }
  // for flat faces GJK below gives better points
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS];
  let off = 0;
  if (isPolytope(coreA) && isPolytope(coreB)) {
    off = separatePolytopes(coreA, coreB, relative, size);
    steps += separationSteps;
  } else if (Number.isFinite(depth[DEPTH_POINT])) {
    for (let c = 0; c < 3; c++) found[POINT_A + c] = depth[DEPTH_POINT + c];
    off = depth[DEPTH_OFF];
  } else {
    separateAlongNormal(coreA, coreB, relative, size);
    steps += found[STEPS];
    off = offNormal(size);
  }
  writeDepth(steps);
  found[OFF] = off;
  return converged;
}

/** Steps of the last `separatePolytopes`. */
let separationSteps = 0;

/**
 * Witness points of polytopes, and the normal there. The final EPA face may be small or a sliver, or one of several equally close to machine
 * precision, so that its normal is neither a face normal nor an edge cross product of the bodies: then the normal found here is, with
 * the same overlap along it. Returns the distance of the points from the normal [m].
 */
function separatePolytopes(coreA: Core, coreB: Core, relative: Float64Array, size: number): number {
  separationSteps = 0;
  for (let round = 0; ; round++) {
    separateAlongNormal(coreA, coreB, relative, size);
    // an integer: a double would be boxed
    separationSteps += found[STEPS] | 0;
    if (!(size > 0)) return 0;
    const off = offNormal(size);
    if (off <= ROUNDING * size || round === NORMAL_UPDATES) return off;
    supportMinkowski(coreA, coreB, relative, found, NORMAL);
    if (!(extreme[HEIGHT] <= depth[DEPTH_UPPER] + ROUNDING * size)) return off;
    for (let c = 0; c < 3; c++) depth[c] = found[NORMAL + c];
    depth[DEPTH_UPPER] = extreme[HEIGHT];
    depth[DEPTH_LOWER] = Math.min(depth[DEPTH_LOWER], extreme[HEIGHT]);
  }
}

/** Error of the points along the direction of minimum depth [m]: from its angle with the normal found with them, and their own error. */
// biome-ignore format: one vector per line
function offNormal(size: number): number {
  if (!(size > 0)) return 0;
  const x = found[NORMAL] - depth[0], y = found[NORMAL + 1] - depth[1], z = found[NORMAL + 2] - depth[2];
  return Math.sqrt(x * x + y * y + z * z) * (depth[DEPTH_UPPER] + GAP * size) + Math.max(found[UPPER] - found[LOWER], 0);
}

/** Improves the result of the preceding `corePenetration` for a round body, by repeating the search. */
export function refinePenetration(coreA: Core, coreB: Core, relative: Float64Array): void {
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS];
  let steps = found[STEPS];
  let off = 0;
  for (let k = 0; k <= REFINEMENTS; k++) {
    separateAlongNormal(coreA, coreB, relative, size);
    steps += found[STEPS];
    off = offNormal(size);
    if (!improveNormal(coreA, coreB, relative, size)) break;
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

/** Translates B along the normal and finds the closest points; for bodies of zero size, the points themselves. */
function separateAlongNormal(coreA: Core, coreB: Core, relative: Float64Array, size: number): void {
  separated.set(relative);
  const translation = depth[DEPTH_UPPER] + GAP * size;
  for (let c = 0; c < 3; c++) separated[9 + c] += translation * depth[c];
  if (size > 0) {
    clearSimplexCache(cold);
    coreDistance(coreA, coreB, separated, cold);
  } else {
    found.fill(0, POINT_A, POINT_A + 3);
  }
}

/** Takes the normal just found as the direction if the overlap along it is smaller. */
function improveNormal(coreA: Core, coreB: Core, relative: Float64Array, size: number): boolean {
  supportMinkowski(coreA, coreB, relative, found, NORMAL);
  if (!(extreme[HEIGHT] < depth[DEPTH_UPPER] - CONVERGED * size)) return false;
  for (let c = 0; c < 3; c++) depth[c] = found[NORMAL + c];
  depth[DEPTH_UPPER] = extreme[HEIGHT];
  return true;
}
