/**
 * Penetration depth, normal and witness points of two overlapping cores.
 *
 * The direction of minimum depth comes from SAT (boxes) or EPA, which also gives the points of round bodies. Translated along it by
 * the depth plus a gap, the bodies are separated by the gap, and GJK finds the witness points; for round bodies
 * also the normal there, which is a better direction: the search may be repeated while the depth decreases.
 */
import { clearSimplexCache, createSimplexCache } from '../simplex-cache.ts';
import { AXIS_LENGTH, AXIS_SEPARATION, boxSat } from './box-sat.ts';
import { BOUNDING_RADIUS, BOX, type Core, isPolytope, RELATIVE_LENGTH } from './core.ts';
import { DEPTH_LENGTH, DEPTH_LOWER, DEPTH_OFF, DEPTH_POINT, DEPTH_STEPS, DEPTH_UPPER, runEpa } from './epa.ts';
import { coreDistance } from './gjk.ts';
import { COUNT, DISTANCE, LARGEST, LOWER, NORMAL, OFF, POINT_A, STEPS, UPPER } from './gjk-result.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';
import { EXTREME_LENGTH, HEIGHT, supportMinkowski } from './minkowski-difference.ts';

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

const depth = new Float64Array(DEPTH_LENGTH);
const bestAxis = new Float64Array(AXIS_LENGTH);
const extreme = new Float64Array(EXTREME_LENGTH);
const separated = new Float64Array(RELATIVE_LENGTH);
const cold = createSimplexCache();

/**
 * Completes the result for cores for which the preceding `coreDistance` reported an overlap: the distance is minus the
 * depth, between `LOWER` and `UPPER`. False: these bounds did not converge because of the polytope size limit.
 */
export function corePenetration(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array): boolean {
  const { result } = workspace;
  let steps = result[STEPS];
  let converged = true;
  if (coreA.kind === BOX && coreB.kind === BOX) {
    boxSat(bestAxis, coreA.numbers, coreB.numbers, relative);
    for (let c = 0; c < 3; c++) depth[c] = bestAxis[c];
    depth[DEPTH_LOWER] = -bestAxis[AXIS_SEPARATION];
    depth[DEPTH_UPPER] = -bestAxis[AXIS_SEPARATION];
  } else {
    converged = runEpa(depth, workspace, coreA, coreB, relative, result[COUNT], result[LARGEST]);
    steps += depth[DEPTH_STEPS];
  }
  // for flat faces GJK below gives better points
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS];
  let off = 0;
  if (isPolytope(coreA) && isPolytope(coreB)) {
    off = separatePolytopes(workspace, coreA, coreB, relative, size);
    steps += separationSteps;
  } else if (Number.isFinite(depth[DEPTH_POINT])) {
    for (let c = 0; c < 3; c++) result[POINT_A + c] = depth[DEPTH_POINT + c];
    off = depth[DEPTH_OFF];
  } else {
    separateAlongNormal(workspace, coreA, coreB, relative, size);
    steps += result[STEPS];
    off = offNormal(workspace, size);
  }
  writeDepth(workspace, steps);
  result[OFF] = off;
  return converged;
}

/** Steps of the last `separatePolytopes`. */
let separationSteps = 0;

/**
 * Witness points of polytopes, and the normal there. The final EPA face may be small or a sliver, or one of several equally close to machine
 * precision, so that its normal is neither a face normal nor an edge cross product of the bodies: then the normal found here is, with
 * the same overlap along it. Returns the distance of the points from the normal [m].
 */
function separatePolytopes(
  workspace: GjkWorkspace,
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  size: number,
): number {
  const { result } = workspace;
  separationSteps = 0;
  for (let round = 0; ; round++) {
    separateAlongNormal(workspace, coreA, coreB, relative, size);
    // an integer: a double would be boxed
    separationSteps += result[STEPS] | 0;
    if (!(size > 0)) return 0;
    const off = offNormal(workspace, size);
    if (off <= ROUNDING * size || round === NORMAL_UPDATES) return off;
    supportMinkowski(extreme, coreA, coreB, relative, result, NORMAL);
    if (!(extreme[HEIGHT] <= depth[DEPTH_UPPER] + ROUNDING * size)) return off;
    for (let c = 0; c < 3; c++) depth[c] = result[NORMAL + c];
    depth[DEPTH_UPPER] = extreme[HEIGHT];
    depth[DEPTH_LOWER] = Math.min(depth[DEPTH_LOWER], extreme[HEIGHT]);
  }
}

/** Error of the points along the direction of minimum depth [m]: from its angle with the normal found with them, and their own error. */
// biome-ignore format: one vector per line
function offNormal(workspace: GjkWorkspace, size: number): number {
  const { result } = workspace;
  if (!(size > 0)) return 0;
  const x = result[NORMAL] - depth[0], y = result[NORMAL + 1] - depth[1], z = result[NORMAL + 2] - depth[2];
  return Math.sqrt(x * x + y * y + z * z) * (depth[DEPTH_UPPER] + GAP * size) + Math.max(result[UPPER] - result[LOWER], 0);
}

/** Improves the result of the preceding `corePenetration` for a round body, by repeating the search. */
export function refinePenetration(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array): void {
  const { result } = workspace;
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS];
  let steps = result[STEPS];
  let off = 0;
  for (let k = 0; k <= REFINEMENTS; k++) {
    separateAlongNormal(workspace, coreA, coreB, relative, size);
    steps += result[STEPS];
    off = offNormal(workspace, size);
    if (!improveNormal(workspace, coreA, coreB, relative, size)) break;
  }
  writeDepth(workspace, steps);
  result[OFF] = off;
}

function writeDepth(workspace: GjkWorkspace, steps: number): void {
  const { result } = workspace;
  result[DISTANCE] = -depth[DEPTH_UPPER];
  result[LOWER] = -depth[DEPTH_UPPER];
  result[UPPER] = -depth[DEPTH_LOWER];
  result[NORMAL] = depth[0];
  result[NORMAL + 1] = depth[1];
  result[NORMAL + 2] = depth[2];
  result[STEPS] = steps;
}

/** Translates B along the normal and finds the closest points; for bodies of zero size, the points themselves. */
function separateAlongNormal(
  workspace: GjkWorkspace,
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  size: number,
): void {
  const { result } = workspace;
  separated.set(relative);
  const translation = depth[DEPTH_UPPER] + GAP * size;
  for (let c = 0; c < 3; c++) separated[9 + c] += translation * depth[c];
  if (size > 0) {
    clearSimplexCache(cold);
    coreDistance(workspace, coreA, coreB, separated, cold);
  } else {
    result.fill(0, POINT_A, POINT_A + 3);
  }
}

/** Takes the normal just found as the direction if the overlap along it is smaller. */
function improveNormal(
  workspace: GjkWorkspace,
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  size: number,
): boolean {
  const { result } = workspace;
  supportMinkowski(extreme, coreA, coreB, relative, result, NORMAL);
  if (!(extreme[HEIGHT] < depth[DEPTH_UPPER] - CONVERGED * size)) return false;
  for (let c = 0; c < 3; c++) depth[c] = result[NORMAL + c];
  depth[DEPTH_UPPER] = extreme[HEIGHT];
  return true;
}
