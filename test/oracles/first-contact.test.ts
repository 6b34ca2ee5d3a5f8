import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { FEATURE_PAIRS, type FeaturePair } from '../adversarial/first-contact/moving-features.ts';
import { ADVERSARIAL_KINDS, makeQuery } from '../adversarial/first-contact/queries.ts';
import {
  type FirstContact,
  firstContactEdgeEdge,
  firstContactEdgeEdgeVelocity,
  firstContactNodeTriangle,
  firstContactNodeTriangleVelocity,
} from './first-contact.ts';
import { hasPublicQueries, publicSets, readPublicQueries } from './public-queries.ts';
import { sampledContact, sampledEdgeEdge, sampledNodeTriangle } from './sampled-contact.ts';

const firstContact = { 'node-triangle': firstContactNodeTriangle, 'edge-edge': firstContactEdgeEdge };
const sampled = { 'node-triangle': sampledNodeTriangle, 'edge-edge': sampledEdgeEdge };

const MISS: FirstContact = { hit: false, time: Number.POSITIVE_INFINITY };
const hitAt = (time: number): FirstContact => ({ hit: true, time });

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];
/** Moves a node past, or through, the resting triangle (0,0,0) (1,0,0) (0,1,0). */
const shoot = (from: number[], to: number[]) => firstContactNodeTriangle([...from, ...TRIANGLE], [...to, ...TRIANGLE]);

describe('the exact first contact of node and triangle, solved by hand', () => {
  it('a node that falls 1 down to -1 hits a level triangle halfway, inside, on a side and in a corner', () => {
    for (const [x, y] of [
      [0.2, 0.2],
      [0.5, 0.5],
      [0.25, 0],
      [1, 0],
    ]) {
      expect(shoot([x, y, 1], [x, y, -1])).toEqual(hitAt(0.5));
    }
  });

  it('a node that falls past the triangle misses it, even by the smallest double', () => {
    expect(shoot([0.5, -Number.MIN_VALUE, 1], [0.5, -Number.MIN_VALUE, -1])).toEqual(MISS);
    expect(shoot([0.5, 0.5 + 2 ** -53, 1], [0.5, 0.5 + 2 ** -53, -1])).toEqual(MISS);
  });

  it('contact only at the start or the end counts', () => {
    expect(shoot([0.2, 0.2, 0], [0.2, 0.2, 1])).toEqual(hitAt(0));
    expect(shoot([0.2, 0.2, 1], [0.2, 0.2, 0])).toEqual(hitAt(1));
    expect(shoot([0.2, 0.2, 1], [0.2, 0.2, Number.MIN_VALUE])).toEqual(MISS);
  });

  it('in the plane of the triangle a node arrives at a side or a corner, or passes by', () => {
    expect(shoot([-1, 0.25, 0], [2, 0.25, 0])).toEqual(hitAt(1 / 3));
    expect(shoot([-1, 2, 0], [1, 0, 0])).toEqual(hitAt(0.5));
    expect(shoot([-1, 2 + 2 ** -51, 0], [1, 2 ** -51, 0])).toEqual(MISS);
    expect(shoot([0.25, 0.25, 0], [9, 9, 0])).toEqual(hitAt(0));
  });

  it('a rising corner lifts the triangle into a node at the square root of 1/2', () => {
    // corner (0,1,t), node (1/4, t, 1/2): F = 1/2 - t²
    const { hit, time } = firstContactNodeTriangle(
      [0.25, 0, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0],
      [0.25, 1, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 1],
    );
    expect([hit, time]).toEqual([true, Math.SQRT1_2]);
  });

  it('a node that passes through a triangle degenerated to a segment or a point hits it', () => {
    const segment = [0, 0, 0, 1, 1, 1, 3, 3, 3];
    const through = (x: number) => firstContactNodeTriangle([x, x, x - 1, ...segment], [x, x, x + 2, ...segment]);
    expect([through(2), through(3), through(3.5)]).toEqual([hitAt(1 / 3), hitAt(1 / 3), MISS]);
    const point = [1, 2, 3, 1, 2, 3, 1, 2, 3];
    expect(firstContactNodeTriangle([0, 0, 0, ...point], [4, 8, 12, ...point])).toEqual(hitAt(0.25));
    expect(firstContactNodeTriangle([0, 0, 0, ...point], [4, 8, 13, ...point])).toEqual(MISS);
  });

  it('a triangle that shrinks to a point on the node meets it then', () => {
    const node = [0.25, 0.25, 1];
    expect(firstContactNodeTriangle([...node, ...TRIANGLE], [...node, ...node, ...node, ...node])).toEqual(hitAt(1));
  });
});

describe('the exact first contact of two edges, solved by hand', () => {
  it('crossed edges meet when one falls through the other, their ends included', () => {
    const fall = (x: number) =>
      firstContactEdgeEdge([-1, 0, 0, 1, 0, 0, x, 0, 3, x, 1, 3], [-1, 0, 0, 1, 0, 0, x, 0, -1, x, 1, -1]);
    expect([fall(0), fall(1), fall(1 + 2 ** -52)]).toEqual([hitAt(0.75), hitAt(0.75), MISS]);
  });

  it('edges on one line meet end to end', () => {
    const slide = (to: number) =>
      firstContactEdgeEdge([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0], [0, 0, 0, 1, 0, 0, to, 0, 0, to + 1, 0, 0]);
    expect([slide(-2), slide(1), slide(1.5)]).toEqual([hitAt(0.25), hitAt(1), MISS]);
  });

  it('parallel edges meet when one falls onto the other, if they overlap', () => {
    const fall = (x: number) =>
      firstContactEdgeEdge([0, 0, 0, 1, 0, 0, x, 0, 1, x + 1, 0, 1], [0, 0, 0, 1, 0, 0, x, 0, -1, x + 1, 0, -1]);
    expect([fall(0.5), fall(1), fall(-1), fall(1.5)]).toEqual([hitAt(0.5), hitAt(0.5), hitAt(0.5), MISS]);
  });

  it('two points are edges too', () => {
    expect(firstContactEdgeEdge([0, 0, 0, 0, 0, 0, 1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0])).toEqual(
      hitAt(0.5),
    );
  });
});

interface ReferenceCase {
  readonly id: string;
  readonly x: number[][];
  readonly v: number[][];
  readonly dt: number;
  readonly hit: boolean;
  readonly t?: string;
}

function referenceCases<Case extends ReferenceCase>(name: string): Case[] {
  const file = new URL(`../../reference/velocity-contact/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).cases;
}

/** The references are exact, so the only difference allowed is rounding: far below the 1e-12 promised by the library. */
function expectReference({ id, dt, hit, t }: ReferenceCase, found: FirstContact) {
  expect({ id, hit: found.hit }).toEqual({ id, hit });
  if (hit) expect(Math.abs(found.time - Number(t)), id).toBeLessThanOrEqual(1e-15 * dt);
}

describe('the exact references [VBC24]', () => {
  it('node and triangle: every decision and time is the same', () => {
    for (const one of referenceCases<ReferenceCase & { xs: number[]; vs: number[] }>('node-triangle')) {
      const [positions, velocities] = [[one.xs, ...one.x].flat(), [one.vs, ...one.v].flat()];
      expectReference(one, firstContactNodeTriangleVelocity(positions, velocities, one.dt));
    }
  });

  it('edge and edge: every decision and time is the same', () => {
    for (const one of referenceCases('edge-edge')) {
      expectReference(one, firstContactEdgeEdgeVelocity(one.x.flat(), one.v.flat(), one.dt));
    }
  });
});

describe.each(FEATURE_PAIRS)('the exact first contact of %s', (pair: FeaturePair) => {
  it('is what brute force finds, on 400 aimed and 400 random queries (seed 31)', () => {
    const random = createRandom(31);
    let compared = 0;
    for (let i = 0; i < 800; i++) {
      const aimed = makeQuery(pair, 'aimed', random);
      const points0 = i % 2 === 0 ? aimed.points0 : aimed.points0.map(() => random.between(-1, 1));
      const { points1 } = aimed;
      const rough = sampledContact(sampled[pair](points0, points1));
      if (rough === undefined) continue;
      compared++;
      const { hit, time } = firstContact[pair](points0, points1);
      expect(hit).toBe(rough < 2);
      // brute force computes F to 1e-15, and is undecided where its slope is not far above that
      if (hit) expect(Math.abs(time - rough)).toBeLessThan(1e-9);
    }
    expect(compared).toBeGreaterThan(400);
  });

  it('depends only on the features: renaming their points changes no bit (20 of each kind, seed 32)', () => {
    const random = createRandom(32);
    // node, then another corner first; or the edges swapped and one of them reversed
    const order = pair === 'node-triangle' ? [0, 3, 1, 2] : [2, 3, 1, 0];
    const renamed = (points: number[]) => order.flatMap((i) => points.slice(3 * i, 3 * i + 3));
    for (const kind of ADVERSARIAL_KINDS) {
      for (let i = 0; i < 20; i++) {
        const { points0, points1 } = makeQuery(pair, kind, random);
        const found = firstContact[pair](points0, points1);
        expect(firstContact[pair](renamed(points0), renamed(points1))).toEqual(found);
        expect(firstContact[pair](points1, points0).hit).toBe(found.hit);
      }
    }
  });

  it('is the same by velocities and by end positions, where the velocities are exact (seed 33)', () => {
    const byVelocity = { 'node-triangle': firstContactNodeTriangleVelocity, 'edge-edge': firstContactEdgeEdgeVelocity };
    const random = createRandom(33);
    for (let i = 0; i < 200; i++) {
      const { points0, points1 } = makeQuery(pair, 'grid', random);
      const velocities = points1.map((x, k) => (x - points0[k]) / 4);
      const { hit, time } = firstContact[pair](points0, points1);
      expect(byVelocity[pair](points0, velocities, 4)).toEqual({ hit, time: 4 * time });
    }
  });

  const short = pair === 'node-triangle' ? 'vf' : 'ee';
  const present = hasPublicQueries ? '' : ' (not checked: the data sets are absent)';
  it(`decides every handcrafted public query correctly${present}`, () => {
    const wrong = publicSets('hand', short).flatMap((set) =>
      readPublicQueries(set).flatMap(({ points0, points1, collides }, i) =>
        firstContact[pair](points0, points1).hit === collides ? [] : [`${set} query ${i}`],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('motion in a plane', () => {
  it('no sample before the first contact is a contact, and the first contact is one (300 queries, seed 34)', () => {
    // corners on a grid and times in 64ths: every product below is exact in doubles
    const random = createRandom(34);
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const flat = () => Array.from({ length: 12 }, (_, k) => (k % 3 === 2 ? 0 : random.below(8)));
      const [points0, points1] = [flat(), flat()];
      const { hit, time } = firstContactNodeTriangle(points0, points1);
      const samples = Array.from({ length: 65 }, (_, k) => k / 64).filter((t) => insideAt(points0, points1, t));
      expect(samples.every((t) => t >= time)).toBe(true);
      if (samples.length > 0) expect(hit).toBe(true);
      if (Number.isInteger(64 * time)) expect(samples[0]).toBe(time);
      if (hit) hits++;
    }
    expect(hits).toBeGreaterThan(100);
  });
});

/** Whether the node is in the closed triangle, in the plane z = 0, at a time. */
function insideAt(points0: number[], points1: number[], t: number): boolean {
  const at = (i: number) => points0[i] + t * (points1[i] - points0[i]);
  const [x, y] = [at(0), at(1)];
  const rotate = (i: number, j: number) => (at(i) - x) * (at(j + 1) - y) - (at(i + 1) - y) * (at(j) - x);
  const rotations = [rotate(3, 6), rotate(6, 9), rotate(9, 3)];
  const between = (i: number, j: number) => (at(i) - x) * (at(j) - x) + (at(i + 1) - y) * (at(j + 1) - y) <= 0;
  if (rotations[0] + rotations[1] + rotations[2] !== 0)
    return rotations.every((s) => s >= 0) || rotations.every((s) => s <= 0);
  return rotations.every((s) => s === 0) && (between(3, 6) || between(6, 9) || between(9, 3));
}
