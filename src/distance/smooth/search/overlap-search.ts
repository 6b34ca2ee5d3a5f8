import { PATCH_SIDES, runsAlongU } from '../../../shapes/tiled/patch-side.ts';
import type { TiledEdge } from '../../../shapes/tiled/tiled-body.ts';
import { sideU, sideV } from '../witness/conormal.ts';
import { assembleContactForm } from '../witness/contact-form.ts';
import { type ContactSolver, climbToPlanes, correctContact, normalInBody } from '../witness/contact-solve.ts';
import { lengthAt } from '../witness/packed-vectors.ts';
import { dotAt } from '../witness/projection-error.ts';
import { centreToCentre } from '../witness/seed-positions.ts';
import { placeAtSupportSeed } from '../witness/support-witness.ts';
import { setWitness, type Witness } from '../witness/witness.ts';
import { evaluatePair } from '../witness/witness-pair.ts';
import { bestDirections } from './overlap-directions.ts';

/**
 * Signed distance of two convex bodies at any poses: the maximum gap between support planes over all directions
 *
 *   gap(m) = min_B m·y - max_A m·x.
 *
 * For overlapping bodies it has several local maxima, so a set of directions is ranked, the best few are refined by gradient ascent and
 * Newton's method, and the best result is taken. Every gap(m) is a lower bound of the signed distance. [PG05-7]
 */

/** Number of best directions of each kind that are refined. */
const REFINED = 8;
/** Ascent steps before Newton's method, more in each round, and the maximum number of rounds. */
const UPHILL_STEPS = 8;
const ROUNDS = 4;
/** Newton steps of one attempt. */
const NEWTON_STEPS = 30;
/** Tolerance for equal gaps, as a fraction of the size. */
const SAME_GAP = 1e-9;
/** Number of best directions of each kind that a tracked maximum is compared with. */
const COMPARED = 3;

/** A saved state. */
interface SavedState {
  featureA: number;
  featureB: number;
  readonly x: Float64Array;
  readonly normal: Float64Array;
  gap: number;
}

const createSavedState = (): SavedState => ({
  featureA: 0,
  featureB: 0,
  x: new Float64Array(4),
  normal: new Float64Array(3),
  gap: Number.NEGATIVE_INFINITY,
});

/**
 * Finds the signed distance of the pair at its poses, regardless of its witnesses. True if Newton's method confirmed it;
 * false leaves the best pair of support planes found, whose gap is a lower bound.
 */
export function searchOverlap(solver: ContactSolver): boolean {
  const { pair, form } = solver;
  const best = createSavedState();
  let confirmed = false;
  const same = SAME_GAP * pair.size;
  for (const m of bestDirections(pair, REFINED)) {
    faceDirection(solver, m);
    const solved: boolean = climbGap(solver, confirmed ? best.gap + same : best.gap - same) && hasSupportPlanes(solver);
    const better = form.gap > best.gap + same;
    const surer = solved && !confirmed && form.gap > best.gap - same;
    if (!better && !surer) continue;
    confirmed = solved;
    saveState(best, solver);
  }
  restoreState(solver, best);
  if (!confirmed) {
    // the ascent may end with a witness that is not at the support point
    keepDirection(solver, best.normal, gapAlong(solver, best.normal));
    return false;
  }
  // recompute the form at the best state; where many directions have equal depths Newton's method may leave it, then restore it
  if (!(convergesAbove(solver, best.gap) && form.gap <= best.gap + same)) {
    restoreState(solver, best);
    keepDirection(solver, best.normal, best.gap);
  }
  return true;
}

/** Tolerance of support planes, as a fraction of the size. */
const SUPPORTED = 1e-12;
const solution = createSavedState();

/**
 * Are the planes of the Newton solution support planes? Newton's method finds any pair of points with normals along their line. If not, the
 * form gets the gap between the support planes with the same normal.
 */
export function hasSupportPlanes(solver: ContactSolver): boolean {
  const { pair, form } = solver;
  saveState(solution, solver);
  faceDirection(solver, solution.normal);
  form.gap = climbToPlanes(solver);
  if (form.gap < solution.gap - SUPPORTED * pair.size) return false;
  restoreState(solver, solution);
  return true;
}

/** Starts from another direction: the normal is `m`, the witnesses are the support seeds in that direction. */
function faceDirection(solver: ContactSolver, m: Float64Array): void {
  const { pair, form } = solver;
  form.normal.set(m);
  placeAtSupportSeed(pair.a, normalInBody(solver, 'a'));
  placeAtSupportSeed(pair.b, normalInBody(solver, 'b'));
}

const given = new Float64Array(3);

/**
 * Takes the direction `m` from A to B: follows it to the local maximum of the gap by Newton's method or, where that does not converge, leaves the support
 * planes perpendicular to it.
 */
export function takeDirection(solver: ContactSolver, m: Float64Array): boolean {
  const { pair, form } = solver;
  given.set(m);
  faceDirection(solver, given);
  if (climbGap(solver) && hasSupportPlanes(solver)) return true;
  faceDirection(solver, given);
  form.gap = climbToPlanes(solver);
  keepDirection(solver, given, form.gap);
  evaluatePair(pair);
  return false;
}

/** Gap between the support planes perpendicular to `m` [m], from the support seeds; moves the witnesses there. */
export function gapAlong(solver: ContactSolver, m: Float64Array): number {
  faceDirection(solver, m);
  return climbToPlanes(solver);
}

/** Assembles the form at the witnesses, with a given normal and gap. */
export function keepDirection({ form, pair }: ContactSolver, m: Float64Array, gap: number): void {
  assembleContactForm(form, pair);
  form.normal.set(m);
  form.gap = gap;
}

const tracked = createSavedState();
const centers = new Float64Array(3);

/**
 * Overlapping bodies are tracked along one local maximum; does another direction now have a larger gap? Tests the direction between the
 * centres, and if `thorough` the best few of all. If not, restores the pair.
 */
export function isSurpassed(solver: ContactSolver, thorough: boolean): boolean {
  const { pair, form } = solver;
  saveState(tracked, solver);
  const directions = thorough ? bestDirections(pair, COMPARED) : [];
  centreToCentre(centers, pair);
  const apart = lengthAt(centers, 0);
  if (apart > 0) directions.push(centers.map((value) => value / apart));
  for (const m of directions) {
    faceDirection(solver, m);
    form.gap = climbToPlanes(solver);
    if (thorough) ascendGap(solver, UPHILL_STEPS);
    if (form.gap > tracked.gap + SAME_GAP * pair.size) return true;
  }
  restoreState(solver, tracked);
  assembleContactForm(form, pair);
  return false;
}

/**
 * From the normal of the form: gradient ascent on gap(m), then Newton's method, until the two agree. True if Newton's method converged to a
 * gap no smaller than that of the ascent. An ascent that ends at or below `worth` is abandoned.
 */
export function climbGap(solver: ContactSolver, worth = Number.NEGATIVE_INFINITY): boolean {
  const reached = createSavedState();
  solver.form.gap = climbToPlanes(solver);
  for (let round = 0; round < ROUNDS; round++) {
    ascendGap(solver, UPHILL_STEPS * (round + 1));
    saveState(reached, solver);
    if (convergesAbove(solver, reached.gap)) return true;
    restoreState(solver, reached);
  }
  return reached.gap > worth && convergesFromAdjacent(solver, reached);
}

/** Does Newton's method converge from here to a pair of support planes with no smaller gap? */
function convergesAbove(solver: ContactSolver, gap: number, stepFirst = false): boolean {
  return correctContact(solver, NEWTON_STEPS, stepFirst) && solver.form.gap >= gap - SAME_GAP * solver.pair.size;
}

/**
 * Flat and straight parts make ridges of gap(m), where the ascent alternates between the features at their ends. There Newton's method
 * starts from the edges and faces around the witnesses, pair by pair.
 */
function convergesFromAdjacent(solver: ContactSolver, reached: SavedState): boolean {
  const { pair } = solver;
  const aroundA = adjacentPositions(pair.a);
  const aroundB = adjacentPositions(pair.b);
  for (const [featureA, uA, vA] of aroundA) {
    for (const [featureB, uB, vB] of aroundB) {
      setWitness(pair.a, featureA, uA, vA);
      setWitness(pair.b, featureB, uB, vB);
      if (convergesAbove(solver, reached.gap, true)) return true;
    }
  }
  restoreState(solver, reached);
  return false;
}

type FeaturePosition = [feature: number, u: number, v: number];

/** Position of the witness, and nearby positions on the adjacent edges and faces: feature, u, v. */
function adjacentPositions({ shape, feature, dimension, x }: Witness): FeaturePosition[] {
  const positions: FeaturePosition[] = [[feature, x[0], x[1]]];
  if (shape.kind === 'point') return positions;
  const { faces, edges, vertices } = shape;
  if (dimension === 2) {
    for (const side of PATCH_SIDES) {
      const owner = faces[feature].sides[side];
      if (owner.kind !== 'edge') continue;
      const own = edges[owner.index].faces.find((at) => at.face === feature && at.side === side);
      const s = runsAlongU(side) ? x[0] : x[1];
      positions.push(
        ...positionsOnFaces(edges[owner.index], own?.reversed ? 1 - s : s).filter(([face]) => face !== feature),
      );
    }
  } else if (dimension === 1) {
    const own = feature - faces.length;
    positions.push(...positionsOnFaces(edges[own], x[0]));
    // where curves join smoothly the ascent may stop at the end of either
    const { from, to } = edges[own];
    for (const { edge, end } of vertices[x[0] < 0.5 ? from : to].edges) {
      if (edge !== own) positions.push([faces.length + edge, end, 0]);
    }
  } else {
    for (const { edge, end } of vertices[feature - faces.length - edges.length].edges) {
      positions.push([faces.length + edge, end, 0], ...positionsOnFaces(edges[edge], end));
    }
  }
  return positions;
}

/** Point t of an edge, as a position on each of its faces. */
function positionsOnFaces({ faces }: TiledEdge, t: number): FeaturePosition[] {
  return faces.map(({ face, side, reversed }) => {
    const s = reversed ? 1 - t : t;
    return [face, sideU(side, s), sideV(side, s)];
  });
}

const uphill = new Float64Array(3);
const beyond = new Float64Array(3);
const before = new Float64Array(3);

/**
 * Gradient ascent: ∂gap/∂m is the component of H - F perpendicular to m. The first step is that for a sphere of the size of the bodies; the
 * step grows while the gap does and shrinks otherwise. A step that decreases the gap has crossed a ridge: the next runs along the ridge, by
 * the shortest convex combination of the two gradients.
 */
function ascendGap(solver: ContactSolver, steps: number): void {
  const { pair, form } = solver;
  const { normal } = form;
  let fraction = 1 / pair.size;
  slopeAt(uphill, solver, normal);
  for (let k = 0; k < steps; k++) {
    if (Math.sqrt(dotAt(uphill, 0, uphill, 0)) < SAME_GAP * pair.size) return;
    before.set(normal);
    for (let i = 0; i < 3; i++) normal[i] += fraction * uphill[i];
    const length = Math.sqrt(dotAt(normal, 0, normal, 0));
    for (let i = 0; i < 3; i++) normal[i] /= length;
    const gap = climbToPlanes(solver);
    if (gap > form.gap) {
      form.gap = gap;
      fraction *= 2;
      slopeAt(uphill, solver, normal);
    } else {
      slopeAt(beyond, solver, before);
      shortestMean(uphill, beyond);
      normal.set(before);
      form.gap = climbToPlanes(solver);
      fraction /= 3;
    }
  }
}

/** The component of H - F perpendicular to m. */
function slopeAt(out: Float64Array, { pair }: ContactSolver, m: Float64Array): void {
  const along = dotAt(pair.delta, 0, m, 0);
  for (let i = 0; i < 3; i++) out[i] = along * m[i] - pair.delta[i];
}

/** Replaces a by the shortest vector between a and b: λ a + (1 - λ) b with 0 <= λ <= 1. */
function shortestMean(a: Float64Array, b: Float64Array): void {
  const aa = dotAt(a, 0, a, 0);
  const ab = dotAt(a, 0, b, 0);
  const apart = aa - 2 * ab + dotAt(b, 0, b, 0);
  const fraction = apart > 0 ? Math.min(1, Math.max(0, (aa - ab) / apart)) : 0;
  for (let i = 0; i < 3; i++) a[i] += fraction * (b[i] - a[i]);
}

function saveState(out: SavedState, { pair, form }: ContactSolver): void {
  out.featureA = pair.a.feature;
  out.featureB = pair.b.feature;
  out.x.set(pair.a.x, 0);
  out.x.set(pair.b.x, 2);
  out.normal.set(form.normal);
  out.gap = form.gap;
}

function restoreState({ pair, form }: ContactSolver, state: SavedState): void {
  setWitness(pair.a, state.featureA, state.x[0], state.x[1]);
  setWitness(pair.b, state.featureB, state.x[2], state.x[3]);
  evaluatePair(pair);
  form.normal.set(state.normal);
  form.gap = state.gap;
}
