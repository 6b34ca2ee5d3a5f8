import type { Random } from '../../../src/math/random.ts';
import {
  aimAt,
  aimFrame,
  assemble,
  chance,
  combine,
  eighths,
  type FeaturePair,
  mapPath,
  type NastyQuery,
  path,
  pathThrough,
  shortWeights,
  tiny,
  uniform,
  type Vector,
  vector,
} from './moving-features.ts';

/** Queries for first contact that are hard to decide: touching, degenerate, badly scaled, or wrong by one bit. */

/** Motion from `positions` with `velocities` for a time `dt`. */
export interface NastyVelocityQuery {
  readonly positions: number[];
  readonly velocities: number[];
  readonly dt: number;
}

type Maker = (pair: FeaturePair, random: Random) => NastyQuery;

const MAKERS = {
  aimed,
  grid,
  comoving,
  coplanar,
  'nearly-coplanar': nearlyCoplanar,
  'tilted-coplanar': tiltedCoplanar,
  'shared-point': sharedPoint,
  sliver,
  scaled,
  extreme,
  offset,
  'one-ulp': oneUlp,
  nudged,
  'mixed-exponents': mixedExponents,
  static: standing,
  collinear,
  'double-root': (pair, random) => multipleRoot(pair, random, 2),
  'triple-root': (pair, random) => multipleRoot(pair, random, 3),
  'at-start': (pair, random) => aimAt(pair, random, 0, eighths),
  'at-end': (pair, random) => aimAt(pair, random, 1, eighths),
} satisfies Record<string, Maker>;

export type AdversarialKind = keyof typeof MAKERS;

export const ADVERSARIAL_KINDS = Object.keys(MAKERS) as AdversarialKind[];

export function makeQuery(pair: FeaturePair, kind: AdversarialKind, random: Random): NastyQuery {
  return MAKERS[kind](pair, random);
}

/** Nearly the same query by velocities; exactly the same where the divisions come out even. */
export function byVelocities({ points0, points1 }: NastyQuery, random: Random): NastyVelocityQuery {
  const dt = chance(random, 0.5) ? 2 ** (random.below(5) - 2) : random.between(0.01, 10);
  return { positions: points0, velocities: points1.map((x, i) => (x - points0[i]) / dt), dt };
}

function aimed(pair: FeaturePair, random: Random): NastyQuery {
  return aimAt(pair, random, random.next(), uniform);
}

function grid(_pair: FeaturePair, random: Random): NastyQuery {
  const points = () => Array.from({ length: 12 }, () => random.below(4));
  return { points0: points(), points1: points() };
}

/** One displacement for all; drawn from the reals it is not quite one after rounding. */
function comoving(pair: FeaturePair, random: Random): NastyQuery {
  const { points0 } = aimAt(pair, random, 0, eighths);
  const displacement = vector(random, chance(random, 0.5) ? eighths : uniform);
  return { points0, points1: points0.map((x, i) => x + displacement[i % 3]) };
}

/** In a plane that is level: one coordinate the same for all. */
function coplanar(pair: FeaturePair, random: Random): NastyQuery {
  const draw = chance(random, 0.5) ? eighths : uniform;
  const { points0, points1 } = chance(random, 0.5) ? grid(pair, random) : aimAt(pair, random, random.next(), draw);
  const axis = random.below(3);
  const [height0, height1] = [draw(random), draw(random)];
  const flatten = (points: number[], height: number) => points.map((x, i) => (i % 3 === axis ? height : x));
  return { points0: flatten(points0, height0), points1: flatten(points1, height1) };
}

/** Level except for heights that may be rounding errors. */
function nearlyCoplanar(pair: FeaturePair, random: Random): NastyQuery {
  const base = coplanar(pair, random);
  const height = chance(random, 0.5) ? tiny(random) : 1;
  return mapQuery(base, (x) => x + (chance(random, 0.3) ? height * tiny(random) : 0));
}

/** In a plane of any direction; with a second plane at the end they are coplanar at both ends only. */
function tiltedCoplanar(pair: FeaturePair, random: Random): NastyQuery {
  const { points0, points1 } = aimAt(pair, random, random.below(9) / 8, eighths);
  const plane = () => [0, 1, 2].map(() => vector(random, (r) => r.below(7) - 3));
  const tilt = (points: number[], [u, v, origin]: Vector[]) =>
    [0, 3, 6, 9].flatMap((i) => combine(1, origin, 1, combine(points[i], u, points[i + 1], v)));
  const first = plane();
  const second = chance(random, 0.8) ? [first[0], first[1], vector(random, eighths)] : plane();
  return { points0: tilt(points0, first), points1: tilt(points1, second) };
}

/** Two points of different features are one and the same at the start, at the end, or always. */
function sharedPoint(pair: FeaturePair, random: Random): NastyQuery {
  const { points0, points1 } = chance(random, 0.5) ? grid(pair, random) : aimed(pair, random);
  const [from, to] = pair === 'node-triangle' ? [0, 1 + random.below(3)] : [random.below(2), 2 + random.below(2)];
  const fraction = (points: number[]) => points.splice(3 * to, 3, ...points.slice(3 * from, 3 * from + 3));
  const when = random.below(3);
  if (when !== 1) fraction(points0);
  if (when !== 0) fraction(points1);
  return { points0, points1 };
}

/** A triangle of height 1e-9, or edges so near to parallel. */
function sliver(pair: FeaturePair, random: Random): NastyQuery {
  const e = path(random, uniform);
  const slant = uniform(random);
  const thin = (along: Vector) => combine(slant, along, 1e-9, vector(random, uniform));
  // far from the origin, rounding would be thicker than the sliver's narrow end
  const origin = mapPath(path(random, uniform), (v) => combine(0.01, v, 0, v));
  return aimFrame(pair, random, random.next(), e, mapPath(e, thin), uniform, origin);
}

function mapQuery({ points0, points1 }: NastyQuery, change: (x: number, axis: number) => number): NastyQuery {
  const mapped = (points: number[]) => points.map((x, i) => change(x, i % 3));
  return { points0: mapped(points0), points1: mapped(points1) };
}

function scaled(pair: FeaturePair, random: Random): NastyQuery {
  const scale = chance(random, 0.5) ? 1e9 : 1e-9;
  return mapQuery(aimed(pair, random), (x) => scale * x);
}

/** So large or small that products of three coordinates leave the range of doubles. */
function extreme(pair: FeaturePair, random: Random): NastyQuery {
  const scale = 2 ** ((chance(random, 0.5) ? 1 : -1) * (100 + random.below(300)));
  const draw = chance(random, 0.5) ? uniform : eighths;
  return mapQuery(aimAt(pair, random, random.below(9) / 8, draw), (x) => scale * x);
}

function offset(pair: FeaturePair, random: Random): NastyQuery {
  const origin = [1e6, -1e6, 1e6 * uniform(random)];
  return mapQuery(aimed(pair, random), (x, axis) => origin[axis] + x);
}

/** An exact touch with up to three coordinates moved to the next double. */
function oneUlp(pair: FeaturePair, random: Random): NastyQuery {
  return disturbed(pair, random, (x) => neighbour(x, chance(random, 0.5) ? 1 : -1));
}

/** An exact touch with up to three coordinates moved a little. */
function nudged(pair: FeaturePair, random: Random): NastyQuery {
  return disturbed(pair, random, (x) => x + tiny(random));
}

function disturbed(pair: FeaturePair, random: Random, disturb: (x: number) => number): NastyQuery {
  const touch = chance(random, 0.5)
    ? aimAt(pair, random, random.below(9) / 8, eighths)
    : multipleRoot(pair, random, 2 + random.below(2));
  for (let count = 1 + random.below(3); count > 0; count--) {
    const points = chance(random, 0.5) ? touch.points0 : touch.points1;
    const i = random.below(12);
    points[i] = disturb(points[i]);
  }
  return touch;
}

/** The next double away from zero or towards it; for zero, the last bit of a number below 1. */
function neighbour(x: number, direction: 1 | -1): number {
  if (x === 0) return direction * 2 ** -53;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(direction));
  return view.getFloat64(0);
}

/** Powers of two from 2^-40 to 2^40 on the axes, which keeps an aimed contact, or on each number. */
function mixedExponents(pair: FeaturePair, random: Random): NastyQuery {
  const power = () => 2 ** (random.below(81) - 40);
  const axes = [power(), power(), power()];
  const perAxis = chance(random, 0.5);
  const draw = chance(random, 0.5) ? uniform : eighths;
  return mapQuery(aimAt(pair, random, random.below(9) / 8, draw), (x, axis) => x * (perAxis ? axes[axis] : power()));
}

/** Nothing moves, or only one of the two features. */
function standing(pair: FeaturePair, random: Random): NastyQuery {
  const { points0, points1 } = aimAt(pair, random, chance(random, 0.5) ? 0 : random.below(9) / 8, eighths);
  const moving = chance(random, 0.5) ? 0 : pair === 'node-triangle' ? 1 : 2;
  return { points0, points1: points0.map((x, i) => (i < 3 * moving ? points1[i] : x)) };
}

/** Triangles without area and parallel edges, always or at one end; sides of length zero among them. */
function collinear(pair: FeaturePair, random: Random): NastyQuery {
  const e = path(random, eighths);
  const ratio = random.below(7) - 3;
  const along = mapPath(e, (v) => combine(ratio, v, 0, v));
  const which = random.below(4);
  const f = {
    at0: which === 1 ? vector(random, eighths) : along.at0,
    at1: which === 2 ? vector(random, eighths) : along.at1,
  };
  const still = { at0: [0, 0, 0], at1: [0, 0, 0] };
  return aimFrame(pair, random, random.below(9) / 8, chance(random, 0.1) ? still : e, f, eighths);
}

/**
 * F has a root of the given multiplicity at a time c where the features touch. With s = t - c:
 *   e = (1, αs, ηs)   f = (βs, 1, μs)   g = (a + ξs, b + ψs, (aη + bμ)s)
 *   F = (aαμ - ξη + bβη - ψμ) s² + ... s³
 * All numbers are short binary fractions, so the ends are exact; then a whole-number linear map hides the pattern.
 */
function multipleRoot(pair: FeaturePair, random: Random, multiplicity: number): NastyQuery {
  const [a, b] = shortWeights(pair, random);
  const small = () => random.below(5) - 2;
  const [alpha, beta, eta, mu, xi] = [small(), small(), small(), chance(random, 0.5) ? 1 : -1, eighths(random)];
  const psi = multiplicity === 3 ? mu * (a * alpha * mu - xi * eta + b * beta * eta) : eighths(random);
  const c = random.below(9) / 8;
  const rows = [0, 1, 2].map(() => vector(random, small));
  const mapped = (there: Vector, rate: Vector) =>
    mapPath(pathThrough(there, c, rate), (v) => rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]));
  const e = mapped([1, 0, 0], [0, alpha, eta]);
  const f = mapped([0, 1, 0], [beta, 0, mu]);
  const g = mapped([a, b, 0], [xi, psi, a * eta + b * mu]);
  return assemble(pair, path(random, eighths), e, f, g);
}
