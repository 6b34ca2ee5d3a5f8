import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../math/random.ts';
import { type BroadPhaseKind, createBroadPhase } from './broad-phase.ts';

const FAST_KINDS: readonly BroadPhaseKind[] = ['sweep-and-prune', 'grid', 'aabb-tree'];

/** Independent of the library's own brute force: pairs as text. */
function expectedPairs(boxes: Float64Array, count: number): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const apart = [0, 1, 2].some((k) => {
        const low = Math.max(boxes[6 * i + k], boxes[6 * j + k]);
        return low > Math.min(boxes[6 * i + 3 + k], boxes[6 * j + 3 + k]);
      });
      if (!apart) pairs.push(`${i} ${j}`);
    }
  }
  return pairs;
}

/** One broad phase of each kind, all fed the same boxes. */
function createComparison(): (boxes: Float64Array, count?: number) => number {
  const kinds = [...FAST_KINDS, 'brute-force' as const].map(createBroadPhase);
  return (boxes, count = boxes.length / 6) => {
    const expected = expectedPairs(boxes, count);
    for (const broadPhase of kinds) {
      const { count: found, indices } = broadPhase.update(boxes, count);
      const pairs = Array.from({ length: found }, (_, k) => `${indices[2 * k]} ${indices[2 * k + 1]}`);
      expect(pairs, broadPhase.kind).toEqual(expected);
    }
    return expected.length;
  };
}

function randomBoxes(random: Random, count: number, span: number, side: number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const low = random.between(-span, span);
      boxes[6 * i + k] = low;
      boxes[6 * i + 3 + k] = low + side * random.next();
    }
  }
  return boxes;
}

function shift(boxes: Float64Array, i: number, dx: number, dy: number, dz: number): void {
  [dx, dy, dz].forEach((d, k) => {
    boxes[6 * i + k] += d;
    boxes[6 * i + 3 + k] += d;
  });
}

describe('broad phase [CP13-1.6]', () => {
  it('worked example: of three boxes in a row, neighbours that touch are a pair', () => {
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2.5, 0, 0, 3, 3, 3);
    expect(createComparison()(boxes)).toBe(1);
    for (const kind of FAST_KINDS) {
      const { count, indices } = createBroadPhase(kind).update(boxes, 3);
      expect([count, indices[0], indices[1]]).toEqual([1, 0, 1]);
    }
  });

  it('property: boxes on a small integer lattice, where most contacts are touches, zero sizes and duplicates', () => {
    const range = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 3 }));
    const box = fc.tuple(range, range, range);
    const check = fc.property(fc.array(box, { maxLength: 30 }), (list) => {
      const boxes = list.flatMap((ranges) => [
        ...ranges.map(([low]) => low),
        ...ranges.map(([low, size]) => low + size),
      ]);
      createComparison()(Float64Array.from(boxes));
    });
    fc.assert(check, { seed: 16, numRuns: 300 });
  });

  it('property: infinite, half-infinite, huge, tiny and point boxes among ordinary ones, changing from step to step', () => {
    const end = fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(-Infinity, Infinity, 0, -0, 1e300, -1e300, 1e-300, 1e9) },
    );
    const side = fc.tuple(end, end).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
    const boxes = fc
      .array(fc.tuple(side, side, side), { minLength: 6, maxLength: 6 })
      .map((list) => Float64Array.from(list.flatMap((s) => [...s.map(([low]) => low), ...s.map(([, high]) => high)])));
    const check = fc.property(fc.array(boxes, { minLength: 1, maxLength: 5 }), (steps) => {
      const compare = createComparison();
      for (const step of steps) compare(step);
    });
    fc.assert(check, { seed: 17, numRuns: 500 });
  });

  it('many boxes drifting for many steps, through slow, fast and jumping motion', () => {
    const random = createRandom(7);
    const compare = createComparison();
    const boxes = randomBoxes(random, 150, 10, 5);
    const velocity = Float64Array.from({ length: 450 }, () => random.between(-0.1, 0.1));
    let pairs = 0;
    for (let step = 0; step < 60; step++) {
      const pace = step < 40 ? 1 : 30;
      for (let i = 0; i < 150; i++) {
        shift(boxes, i, pace * velocity[3 * i], pace * velocity[3 * i + 1], pace * velocity[3 * i + 2]);
      }
      if (step % 20 === 19) for (let i = 0; i < 150; i += 3) shift(boxes, i, random.between(-10, 10), 0, 0);
      pairs += compare(boxes);
    }
    expect(pairs).toBeGreaterThan(1000); // the test is not vacuous
  });

  it('clusters, a planar scene with half-spaces, and a number of boxes that grows and shrinks', () => {
    const random = createRandom(8);
    const compare = createComparison();
    const clustered = randomBoxes(random, 120, 0.5, 1);
    for (let i = 0; i < 120; i += 2) shift(clustered, i, 1e4, 0, 0);
    compare(clustered);
    const planar = randomBoxes(random, 120, 8, 1);
    for (let i = 0; i < 120; i++) planar[6 * i + 2] = planar[6 * i + 5] = 0;
    planar.set([-Infinity, -Infinity, -Infinity, Infinity, -7.5, Infinity], 0);
    planar.set([7, -Infinity, -Infinity, Infinity, Infinity, Infinity], 6 * 60);
    for (const count of [120, 119, 3, 2, 1, 0, 1, 60, 120]) compare(planar, count);
  });

  it('a row that falls into one heap and spreads again: the tree is rebuilt in between', () => {
    const compare = createComparison();
    const row = Float64Array.from(
      { length: 600 },
      (_, k) => (k % 6 < 3 ? 0 : 1) + (k % 3 === 0 ? 3 * Math.floor(k / 6) : 0),
    );
    const heap = Float64Array.from({ length: 600 }, (_, k) => (k % 6 < 3 ? 0 : 1));
    expect([row, heap, row, heap].map((boxes) => compare(boxes))).toEqual([0, 4950, 0, 4950]);
  });

  it('all at one position, and all as points', () => {
    const compare = createComparison();
    expect(compare(new Float64Array(6 * 20))).toBe(190);
    const points = randomBoxes(createRandom(9), 100, 1, 0);
    expect(compare(points)).toBe(0);
    points.copyWithin(0, 6 * 50, 6 * 100); // every point twice
    expect(compare(points)).toBe(50);
  });

  it('boxes of sizes from 1e-9 to 1e9 m, far from the origin', () => {
    const random = createRandom(10);
    const boxes = new Float64Array(6 * 100);
    for (let i = 0; i < 100; i++) {
      const size = 10 ** random.between(-9, 9);
      const far = random.next() < 0.5 ? 1e12 : 0;
      for (let k = 0; k < 3; k++) {
        boxes[6 * i + k] = far + size * random.between(-3, 2);
        boxes[6 * i + 3 + k] = boxes[6 * i + k] + size;
      }
    }
    expect(createComparison()(boxes)).toBeGreaterThan(50);
  });

  it('the list is the same object with the same pairs when no box moves', () => {
    const boxes = randomBoxes(createRandom(11), 50, 2, 1);
    for (const kind of FAST_KINDS) {
      const broadPhase = createBroadPhase(kind);
      const first = broadPhase.update(boxes, 50);
      const pairs = first.indices.slice(0, 2 * first.count);
      const second = broadPhase.update(boxes, 50);
      expect(second).toBe(first);
      expect(second.indices.slice(0, 2 * second.count)).toEqual(pairs);
    }
  });
});
