import { cos, sin } from '../../math/trig.ts';
import { PATCH_SIDES, runsAlongU } from '../../shapes/tiled/patch-side.ts';
import { relocationSeeds, SEED_NORMAL, SEED_POINT, SEED_SIZE } from '../../shapes/tiled/seeds.ts';
import type { TiledEdge } from '../../shapes/tiled/tiled-body.ts';
import { sideU, sideV } from './conormal.ts';
import { assembleContactForm, isPlanarPair } from './contact-form.ts';
import { type ContactSolver, climbToPlanes, correctContact, normalInBody } from './contact-solve.ts';
import { dotAt } from './projection-error.ts';
import { placeAtFarthestSeed } from './support-witness.ts';
import { placeWitness, type Witness } from './witness.ts';
import { evaluatePair, OFFSET_B, ROTATION_B, type WitnessPair } from './witness-pair.ts';

/**
 * The signed distance of two convex bodies wherever they are: the largest gap between supporting planes over all directions
 *
 *   gap(m) = min_B m·y - max_A m·x.
 *
 * When they overlap it has several local maxima, so a spread of directions is ranked, the best few are climbed and solved
 * by Newton's method, and the best result counts. Every gap(m) is a lower bound of the signed distance. [PG05] spec 7
 */

/** Directions spread evenly: round the circle, over the sphere. */
const CIRCLE = 32;
const SPHERE = 96;
/** So many of the best directions of a spread and of the bodies' normals are followed up, none closer than these cosines. */
const FOLLOWED = 8;
const APART = 0.95;
const SAME_NORMAL = 0.9999;
/** Steps uphill before Newton's method takes over, more each time, and how often the two may alternate. */
const UPHILL_STEPS = 8;
const ROUNDS = 4;
/** Newton steps of one attempt. */
const NEWTON_STEPS = 30;
/** Gaps closer than this share of the size are the same. */
const SAME_GAP = 1e-9;
/** How many of the best directions of each kind a followed place is compared with. */
const COMPARED = 3;

const circle = spreadOverCircle(CIRCLE);
const sphere = spreadOverSphere(SPHERE);

function spreadOverCircle(count: number): Float64Array {
  const table = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * k) / count;
    table.set([cos(angle), sin(angle), 0], 3 * k);
  }
  return table;
}

/** Points of the golden spiral: equal heights, turned by the golden angle. */
function spreadOverSphere(count: number): Float64Array {
  const turn = Math.PI * (3 - Math.sqrt(5));
  const table = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const z = 1 - (2 * k + 1) / count;
    const r = Math.sqrt(1 - z * z);
    table.set([r * cos(turn * k), r * sin(turn * k), z], 3 * k);
  }
  return table;
}

/** A state to return to. */
interface Place {
  featureA: number;
  featureB: number;
  readonly x: Float64Array;
  readonly normal: Float64Array;
  gap: number;
}

const createPlace = (): Place => ({
  featureA: 0,
  featureB: 0,
  x: new Float64Array(4),
  normal: new Float64Array(3),
  gap: Number.NEGATIVE_INFINITY,
});

/**
 * Finds the signed distance of the pair at its poses, whatever its witnesses were. True if Newton's method confirmed it;
 * false leaves the best pair of supporting planes found, whose gap is a lower bound.
 */
export function searchOverlap(solver: ContactSolver): boolean {
  const { pair, form } = solver;
  const best = createPlace();
  let confirmed = false;
  const same = SAME_GAP * pair.size;
  for (const m of bestDirections(pair, FOLLOWED)) {
    faceDirection(solver, m);
    const solved = climbGap(solver, confirmed ? best.gap + same : best.gap - same);
    const better = form.gap > best.gap + same;
    const surer = solved && !confirmed && form.gap > best.gap - same;
    if (!better && !surer) continue;
    confirmed = solved;
    keepPlace(best, solver);
  }
  returnTo(solver, best);
  // the form belongs to the place again
  if (confirmed) correctContact(solver, NEWTON_STEPS);
  return confirmed;
}

/** Starts from another direction: the normal is `m`, the witnesses are the seeds farthest along it. */
function faceDirection(solver: ContactSolver, m: Float64Array): void {
  const { pair, form } = solver;
  form.normal.set(m);
  placeAtFarthestSeed(pair.a, normalInBody(solver, 'a'));
  placeAtFarthestSeed(pair.b, normalInBody(solver, 'b'));
}

const followed = createPlace();
const centers = new Float64Array(3);

/**
 * Bodies that overlap are followed from one local maximum to the next; is there a direction with a larger gap by now? The one
 * between the centres is tried, and if `thorough` the best few of all. If there is none, the pair is where it was.
 */
export function isSurpassed(solver: ContactSolver, thorough: boolean): boolean {
  const { pair, form } = solver;
  keepPlace(followed, solver);
  const directions = thorough ? bestDirections(pair, COMPARED) : [];
  if (centerDirection(centers, pair)) directions.push(centers);
  for (const m of directions) {
    faceDirection(solver, m);
    form.gap = climbToPlanes(solver);
    if (thorough) climbUphill(solver, UPHILL_STEPS);
    if (form.gap > followed.gap + SAME_GAP * pair.size) return true;
  }
  returnTo(solver, followed);
  assembleContactForm(form, pair);
  return false;
}

/** Writes the unit vector from A's centre to B's, world axes; false if they are one. */
function centerDirection(out: Float64Array, { a, b, frame }: WitnessPair): boolean {
  if (a.shape.kind === 'point' || b.shape.kind === 'point') return false;
  const { center: p } = a.shape;
  const { center: q } = b.shape;
  for (let k = 0; k < 3; k++) {
    const atA = frame[3 * k] * p.x + frame[3 * k + 1] * p.y + frame[3 * k + 2] * p.z;
    const row = ROTATION_B + 3 * k;
    out[k] = frame[OFFSET_B + k] + frame[row] * q.x + frame[row + 1] * q.y + frame[row + 2] * q.z - atA;
  }
  const length = Math.sqrt(dotAt(out, 0, out, 0));
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) out[k] /= length;
  return true;
}

/**
 * From the normal that the form has: uphill on gap(m), then Newton's method, until the two agree. True if Newton's method
 * ended at a rest no lower than where the climb left it. A climb that ends no higher than `worth` is not pursued.
 */
export function climbGap(solver: ContactSolver, worth = Number.NEGATIVE_INFINITY): boolean {
  const reached = createPlace();
  solver.form.gap = climbToPlanes(solver);
  for (let round = 0; round < ROUNDS; round++) {
    climbUphill(solver, UPHILL_STEPS * (round + 1));
    keepPlace(reached, solver);
    if (restsAbove(solver, reached.gap)) return true;
    returnTo(solver, reached);
  }
  return reached.gap > worth && restsBesides(solver, reached);
}

/** Does Newton's method, from here, end at a pair of supporting planes with no smaller gap? */
function restsAbove(solver: ContactSolver, gap: number, stepFirst = false): boolean {
  return correctContact(solver, NEWTON_STEPS, stepFirst) && solver.form.gap >= gap - SAME_GAP * solver.pair.size;
}

/**
 * Flat and straight parts make ridges of gap(m), where climbing goes to and fro between the features at their ends. There
 * Newton's method starts from the edges and faces around the witnesses, one pair after the other.
 */
function restsBesides(solver: ContactSolver, reached: Place): boolean {
  const { pair } = solver;
  const aroundA = placesAround(pair.a);
  const aroundB = placesAround(pair.b);
  for (const [featureA, uA, vA] of aroundA) {
    for (const [featureB, uB, vB] of aroundB) {
      placeWitness(pair.a, featureA, uA, vA);
      placeWitness(pair.b, featureB, uB, vB);
      if (restsAbove(solver, reached.gap, true)) return true;
    }
  }
  returnTo(solver, reached);
  return false;
}

type PlaceOn = [feature: number, u: number, v: number];

/** The witness's own place, and those near it on the edges and faces that meet there: feature, u, v. */
function placesAround({ shape, feature, dimension, x }: Witness): PlaceOn[] {
  const places: PlaceOn[] = [[feature, x[0], x[1]]];
  if (shape.kind === 'point') return places;
  const { faces, edges, vertices } = shape;
  if (dimension === 2) {
    for (const side of PATCH_SIDES) {
      const owner = faces[feature].sides[side];
      if (owner.kind !== 'edge') continue;
      const own = edges[owner.index].faces.find((at) => at.face === feature && at.side === side);
      const s = runsAlongU(side) ? x[0] : x[1];
      places.push(...placesOnFaces(edges[owner.index], own?.reversed ? 1 - s : s).filter(([face]) => face !== feature));
    }
  } else if (dimension === 1) {
    const own = feature - faces.length;
    places.push(...placesOnFaces(edges[own], x[0]));
    // where curves join smoothly the climb may stop at the end of either
    const { from, to } = edges[own];
    for (const { edge, end } of vertices[x[0] < 0.5 ? from : to].edges) {
      if (edge !== own) places.push([faces.length + edge, end, 0]);
    }
  } else {
    for (const { edge, end } of vertices[feature - faces.length - edges.length].edges) {
      places.push([faces.length + edge, end, 0], ...placesOnFaces(edges[edge], end));
    }
  }
  return places;
}

/** Point t of an edge, on each of its faces. */
function placesOnFaces({ faces }: TiledEdge, t: number): PlaceOn[] {
  return faces.map(({ face, side, reversed }) => {
    const s = reversed ? 1 - t : t;
    return [face, sideU(side, s), sideV(side, s)];
  });
}

const uphill = new Float64Array(3);
const beyond = new Float64Array(3);
const before = new Float64Array(3);

/**
 * Steps uphill: ∂gap/∂m is the part of H - F across m. The first step is as if the bodies were a ball of their size; it
 * grows while the gap does and shrinks when it does not. A step that leads down has crossed a ridge: the next goes along it,
 * by the shortest mean of the two slopes.
 */
function climbUphill(solver: ContactSolver, steps: number): void {
  const { pair, form } = solver;
  const { normal } = form;
  let share = 1 / pair.size;
  slopeAt(uphill, solver, normal);
  for (let k = 0; k < steps; k++) {
    if (Math.sqrt(dotAt(uphill, 0, uphill, 0)) < SAME_GAP * pair.size) return;
    before.set(normal);
    for (let i = 0; i < 3; i++) normal[i] += share * uphill[i];
    const length = Math.sqrt(dotAt(normal, 0, normal, 0));
    for (let i = 0; i < 3; i++) normal[i] /= length;
    const gap = climbToPlanes(solver);
    if (gap > form.gap) {
      form.gap = gap;
      share *= 2;
      slopeAt(uphill, solver, normal);
    } else {
      slopeAt(beyond, solver, before);
      shortestMean(uphill, beyond);
      normal.set(before);
      form.gap = climbToPlanes(solver);
      share /= 3;
    }
  }
}

/** H - F across m. */
function slopeAt(out: Float64Array, { pair }: ContactSolver, m: Float64Array): void {
  const along = dotAt(pair.delta, 0, m, 0);
  for (let i = 0; i < 3; i++) out[i] = along * m[i] - pair.delta[i];
}

/** Replaces a by the shortest vector between a and b: λ a + (1 - λ) b with 0 <= λ <= 1. */
function shortestMean(a: Float64Array, b: Float64Array): void {
  const aa = dotAt(a, 0, a, 0);
  const ab = dotAt(a, 0, b, 0);
  const apart = aa - 2 * ab + dotAt(b, 0, b, 0);
  const share = apart > 0 ? Math.min(1, Math.max(0, (aa - ab) / apart)) : 0;
  for (let i = 0; i < 3; i++) a[i] += share * (b[i] - a[i]);
}

function keepPlace(out: Place, { pair, form }: ContactSolver): void {
  out.featureA = pair.a.feature;
  out.featureB = pair.b.feature;
  out.x.set(pair.a.x, 0);
  out.x.set(pair.b.x, 2);
  out.normal.set(form.normal);
  out.gap = form.gap;
}

function returnTo({ pair, form }: ContactSolver, place: Place): void {
  placeWitness(pair.a, place.featureA, place.x[0], place.x[1]);
  placeWitness(pair.b, place.featureB, place.x[2], place.x[3]);
  evaluatePair(pair);
  form.normal.set(place.normal);
  form.gap = place.gap;
}

/**
 * The directions with the largest gaps between seeds: some of a spread, well apart, and some of the normals of both bodies'
 * seeds, which flat faces need exactly.
 */
function bestDirections(pair: WitnessPair, count: number): Float64Array[] {
  const pointsA = worldSeeds(pair, pair.a, 0);
  const pointsB = worldSeeds(pair, pair.b, ROTATION_B);
  const spread = isPlanarPair(pair) ? circle : sphere;
  const directions: Float64Array[] = [];
  for (let at = 0; at < spread.length; at += 3) directions.push(spread.subarray(at, at + 3));
  const normals: Float64Array[] = [];
  for (let at = 0; at < pointsA.length; at += 6) normals.push(pointsA.subarray(at + 3, at + 6));
  for (let at = 0; at < pointsB.length; at += 6) normals.push(pointsB.subarray(at + 3, at + 6).map((value) => -value));
  const gap = (m: Float64Array) => lowest(pointsB, m) - highest(pointsA, m);
  return [...largest(directions, count, gap, APART), ...largest(normals, count, gap, SAME_NORMAL)];
}

/** The best `count`, no two of them closer than the cosine `apart`. */
function largest(
  directions: Float64Array[],
  count: number,
  gap: (m: Float64Array) => number,
  apart: number,
): Float64Array[] {
  const ranked = directions.map((m) => ({ m, gap: gap(m) })).sort((first, second) => second.gap - first.gap);
  const chosen: Float64Array[] = [];
  for (const { m } of ranked) {
    if (chosen.length < count && chosen.every((other) => dotAt(m, 0, other, 0) < apart)) chosen.push(m);
  }
  return chosen;
}

/** Points and normals of a body's seeds, world axes, from A's origin: six numbers each. */
function worldSeeds({ frame }: WitnessPair, { shape }: Witness, at: number): Float64Array {
  if (shape.kind === 'point') return Float64Array.of(0, 0, 0, 0, 0, 1);
  const seeds = relocationSeeds(shape);
  const out = new Float64Array((6 * seeds.length) / SEED_SIZE);
  for (let from = 0, to = 0; from < seeds.length; from += SEED_SIZE, to += 6) {
    for (let k = 0; k < 3; k++) {
      const row = at + 3 * k;
      out[to + k] = dotAt(frame, row, seeds, from + SEED_POINT) + (at > 0 ? frame[OFFSET_B + k] : 0);
      out[to + 3 + k] = dotAt(frame, row, seeds, from + SEED_NORMAL);
    }
  }
  return out;
}

function highest(points: Float64Array, m: Float64Array): number {
  let height = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < points.length; at += 6) height = Math.max(height, dotAt(points, at, m, 0));
  return height;
}

function lowest(points: Float64Array, m: Float64Array): number {
  let height = Number.POSITIVE_INFINITY;
  for (let at = 0; at < points.length; at += 6) height = Math.min(height, dotAt(points, at, m, 0));
  return height;
}
