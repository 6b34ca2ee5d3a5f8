import { cos, sin } from '../../math/trig.ts';
import { relocationSeeds, SEED_NORMAL, SEED_POINT, SEED_SIZE } from '../../shapes/tiled/seeds.ts';
import { sideU, sideV } from './conormal.ts';
import { isPlanarPair } from './contact-form.ts';
import { type ContactSolver, climbToPlanes, correctContact, normalInBody } from './contact-solve.ts';
import { dotAt } from './projection-error.ts';
import { placeAtFarthestSeed } from './support-witness.ts';
import { placeWitness, type Witness } from './witness.ts';
import { evaluatePair, ROTATION_B, type WitnessPair } from './witness-pair.ts';

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
/** So many of the best directions are followed up, no two of them closer than this cosine. */
const FOLLOWED = 16;
const APART = 0.97;
/** Steps uphill before Newton's method takes over, more each time, and how often the two may alternate. */
const UPHILL_STEPS = 8;
const ROUNDS = 4;
/** Newton steps of one attempt. */
const NEWTON_STEPS = 30;
/** Gaps closer than this share of the size are the same. */
const SAME_GAP = 1e-9;

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
  for (const m of bestDirections(pair)) {
    form.normal.set(m);
    placeAtFarthestSeed(pair.a, normalInBody(solver, 'a'));
    placeAtFarthestSeed(pair.b, normalInBody(solver, 'b'));
    const solved = climbGap(solver);
    const better = form.gap > best.gap + SAME_GAP * pair.size;
    const surer = solved && !confirmed && form.gap > best.gap - SAME_GAP * pair.size;
    if (!better && !surer) continue;
    confirmed = solved;
    keepPlace(best, solver);
  }
  returnTo(solver, best);
  // the form belongs to the place again
  if (confirmed) correctContact(solver, NEWTON_STEPS);
  return confirmed;
}

/**
 * From the normal that the form has: uphill on gap(m), then Newton's method, until the two agree. True if Newton's method
 * ended at a rest no lower than where the climb left it.
 */
export function climbGap(solver: ContactSolver): boolean {
  const reached = createPlace();
  solver.form.gap = climbToPlanes(solver);
  for (let round = 0; round < ROUNDS; round++) {
    climbUphill(solver, UPHILL_STEPS * (round + 1));
    keepPlace(reached, solver);
    if (restsAbove(solver, reached.gap)) return true;
    returnTo(solver, reached);
  }
  return restsBesides(solver, reached);
}

/** Does Newton's method, from here, end at a pair of supporting planes with no smaller gap? */
function restsAbove(solver: ContactSolver, gap: number, stepFirst = false): boolean {
  return correctContact(solver, NEWTON_STEPS, stepFirst) && solver.form.gap >= gap - SAME_GAP * solver.pair.size;
}

/**
 * Bodies with vertices have their largest gap on a ridge of gap(m), between the normal cones of two vertices, where climbing
 * goes to and fro. There Newton's method starts from the edges and faces around the witnesses, one pair after the other.
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

/** The witness's own place, and the same point on the edges and faces that meet there: feature, u, v. */
function placesAround({ shape, feature, dimension, x }: Witness): [number, number, number][] {
  const places: [number, number, number][] = [[feature, x[0], x[1]]];
  if (shape.kind === 'point' || dimension === 2) return places;
  const { faces, edges, vertices } = shape;
  const ends =
    dimension === 1
      ? [{ edge: feature - faces.length, end: x[0] }]
      : vertices[feature - faces.length - edges.length].edges;
  for (const { edge, end } of ends) {
    if (dimension === 0) places.push([faces.length + edge, end, 0]);
    for (const { face, side, reversed } of edges[edge].faces) {
      const s = reversed ? 1 - end : end;
      places.push([face, sideU(side, s), sideV(side, s)]);
    }
  }
  return places;
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

/** The directions with the largest gaps between seeds: a spread, and the normals of both bodies' seeds (flat faces). */
function bestDirections(pair: WitnessPair): Float64Array[] {
  const pointsA = worldSeeds(pair, pair.a, 0);
  const pointsB = worldSeeds(pair, pair.b, ROTATION_B);
  const spread = isPlanarPair(pair) ? circle : sphere;
  const directions: { m: Float64Array; gap: number }[] = [];
  const offer = (m: Float64Array) => {
    directions.push({ m, gap: lowest(pointsB, m) - highest(pointsA, m) });
  };
  for (let at = 0; at < spread.length; at += 3) offer(spread.slice(at, at + 3));
  for (let at = 0; at < pointsA.length; at += 6) offer(pointsA.slice(at + 3, at + 6));
  for (let at = 0; at < pointsB.length; at += 6) offer(pointsB.slice(at + 3, at + 6).map((component) => -component));
  directions.sort((first, second) => second.gap - first.gap);
  const followed: Float64Array[] = [];
  for (const { m } of directions) {
    if (followed.length < FOLLOWED && followed.every((other) => dotAt(m, 0, other, 0) < APART)) followed.push(m);
  }
  return followed;
}

/** Points and normals of a body's seeds, world axes, from A's origin: six numbers each. */
function worldSeeds({ frame }: WitnessPair, { shape }: Witness, at: number): Float64Array {
  if (shape.kind === 'point') return Float64Array.of(0, 0, 0, 0, 0, 1);
  const seeds = relocationSeeds(shape);
  const out = new Float64Array((6 * seeds.length) / SEED_SIZE);
  for (let from = 0, to = 0; from < seeds.length; from += SEED_SIZE, to += 6) {
    for (let k = 0; k < 3; k++) {
      const row = at + 3 * k;
      out[to + k] = dotAt(frame, row, seeds, from + SEED_POINT) + (at > 0 ? frame[2 * ROTATION_B + k] : 0);
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
