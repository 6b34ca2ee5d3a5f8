import type { Random } from '../../../src/math/random.ts';

/**
 * Both pairs of features are built from the same three vectors, which depend on time: the node o+g with the triangle
 * o, o+e, o+f, or the edge o, o+e with the edge o+g, o+g+f. In both, F = g·(e×f), and they touch where
 * g = a e + b f with weights a, b in the range of the pair. "Aimed" means that g is chosen to make it so at some time.
 * Eighths are used where sums and products must come out exact.
 */

export type FeaturePair = 'node-triangle' | 'edge-edge';

export const FEATURE_PAIRS: readonly FeaturePair[] = ['node-triangle', 'edge-edge'];

/** Motion from `points0` at time 0 to `points1` at time 1; xyz of node and triangle, or of one edge and the other. */
export interface NastyQuery {
  readonly points0: number[];
  readonly points1: number[];
}

export type Vector = readonly number[];

/** Where a vector is at time 0 and at time 1. */
export interface Path {
  readonly at0: Vector;
  readonly at1: Vector;
}

/** Draws one number. */
export type Draw = (random: Random) => number;

export const uniform: Draw = (random) => random.between(-1, 1);
export const eighths: Draw = (random) => (random.below(33) - 16) / 8;

export function chance(random: Random, probability: number): boolean {
  return random.next() < probability;
}

export function vector(random: Random, draw: Draw): Vector {
  return [draw(random), draw(random), draw(random)];
}

export function path(random: Random, draw: Draw): Path {
  return { at0: vector(random, draw), at1: vector(random, draw) };
}

/** s u + t v */
export function combine(s: number, u: Vector, t: number, v: Vector): Vector {
  return u.map((x, i) => s * x + t * v[i]);
}

export function mapPath(along: Path, change: (v: Vector) => Vector): Path {
  return { at0: change(along.at0), at1: change(along.at1) };
}

function position(along: Path, time: number): Vector {
  return combine(1 - time, along.at0, time, along.at1);
}

/** The path through `there` at `time` with the given displacement over the step. */
export function pathThrough(there: Vector, time: number, displacement: Vector): Path {
  return { at0: combine(1, there, -time, displacement), at1: combine(1, there, 1 - time, displacement) };
}

export function assemble(pair: FeaturePair, o: Path, e: Path, f: Path, g: Path): NastyQuery {
  const points = (o: Vector, e: Vector, f: Vector, g: Vector) => {
    const [oe, of, og] = [combine(1, o, 1, e), combine(1, o, 1, f), combine(1, o, 1, g)];
    return pair === 'node-triangle' ? [og, o, oe, of].flat() : [o, oe, og, combine(1, og, 1, f)].flat();
  };
  return { points0: points(o.at0, e.at0, f.at0, g.at0), points1: points(o.at1, e.at1, f.at1, g.at1) };
}

/** Weights of e and f from a and b in [0, 1]: all of the triangle, or of both edges. */
function inRange(pair: FeaturePair, a: number, b: number): readonly [number, number] {
  return pair === 'node-triangle' ? [a * (1 - b), b] : [a, -b];
}

/** Weights of few digits: interior, on a side or in a corner, and some outside, by large or small amounts. */
export function shortWeights(pair: FeaturePair, random: Random): readonly [number, number] {
  const eighth = () => random.below(9) / 8;
  const special = chance(random, 0.4);
  const a = special ? random.below(2) : eighth();
  const b = special && chance(random, 0.5) ? random.below(2) : eighth();
  const outside = chance(random, 0.4) ? (chance(random, 0.5) ? 1 / 8 : 2 ** -40) : 0;
  const [forE, forF] = inRange(pair, a, b);
  return [forE + outside, forF];
}

/** Weights of many digits: interior, or near a side or a corner, at all distances down to rounding. */
function longWeights(pair: FeaturePair, random: Random): readonly [number, number] {
  const weight = () => (chance(random, 0.6) ? random.next() : random.below(2) + tiny(random));
  return inRange(pair, weight(), weight());
}

/** Above or below zero, of any size from 1/4 down to 2^-60. */
export function tiny(random: Random): number {
  return (chance(random, 0.5) ? 1 : -1) * 2 ** -(2 + random.below(59));
}

/** Features that touch at the given time, or nearly so; everything else drawn with `draw`. */
export function aimAt(pair: FeaturePair, random: Random, time: number, draw: Draw): NastyQuery {
  return aimFrame(pair, random, time, path(random, draw), path(random, draw), draw);
}

/** The same with given e and f. */
export function aimFrame(
  pair: FeaturePair,
  random: Random,
  time: number,
  e: Path,
  f: Path,
  draw: Draw,
  origin = path(random, draw),
): NastyQuery {
  const [a, b] = (draw === uniform ? longWeights : shortWeights)(pair, random);
  const there = combine(a, position(e, time), b, position(f, time));
  return assemble(pair, origin, e, f, pathThrough(there, time, vector(random, draw)));
}
