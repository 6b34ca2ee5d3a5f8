import { describe, expect, it } from 'vitest';
import { segmentsIntersect } from '../math/orientation.ts';
import { createRandom } from '../math/random.ts';
import { createPolygon, polygonFromPacked } from './polygon.ts';
import { findSelfContact } from './self-contact.ts';

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

describe('createPolygon', () => {
  it('stores a counter-clockwise outline unchanged and reverses a clockwise one', () => {
    expect([...createPolygon(square).vertices]).toEqual([0, 0, 1, 0, 1, 1, 0, 1]);
    expect([...createPolygon(square.toReversed()).vertices]).toEqual([0, 0, 1, 0, 1, 1, 0, 1]);
  });

  it('drops a closing vertex and edges of zero length, and retains vertices on a straight side', () => {
    const untidy = [
      [0, 0],
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 1],
      [1, 1],
      [0, 1],
      [0, 0],
      [0, 0],
    ];
    const polygon = createPolygon(untidy);
    expect([...polygon.vertices]).toEqual([0, 0, 0.5, 0, 1, 0, 1, 1, 0, 1]);
    expect(polygon.convex).toBe(true);
  });

  it('distinguishes convex from non-convex by exact signs', () => {
    // the same corner, one ulp to either side of the straight line from (0, 0) to (1, 1)
    const dented = (y: number) =>
      createPolygon([
        [0, 0],
        [0.5, y],
        [1, 1],
        [0, 1],
      ]).convex;
    expect(dented(0.5)).toBe(true);
    expect(dented(0.5 - 2 ** -54)).toBe(true);
    expect(dented(0.5 + 2 ** -53)).toBe(false);
  });

  it('reports what is wrong and where', () => {
    expect(() =>
      createPolygon([
        [0, 0],
        [1, 0],
      ]),
    ).toThrow(/at least 3 .* got 2/);
    expect(() =>
      createPolygon([
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 0],
      ]),
    ).toThrow(/at least 3 .* got 2/);
    expect(() =>
      createPolygon([
        [0, 0],
        [1, 0],
        [Number.NaN, 1],
      ]),
    ).toThrow(/vertices\[2\].*NaN/);
    expect(() =>
      createPolygon([
        [0, 0],
        [1, 0, 2],
        [0, 1],
      ]),
    ).toThrow(/vertices\[1\].*\[1,0,2\]/);
    expect(() =>
      createPolygon([
        [0, 0],
        [1, 1],
        [3, 3],
        [2, 2],
      ]),
    ).toThrow(/no area/);
    expect(() => polygonFromPacked([0, 0, 1, 0, 1])).toThrow(/vertices\[2\]/);
    expect(() =>
      createPolygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
    ).toThrow(RangeError);
  });

  it('rejects outlines that cross or touch themselves', () => {
    const pentagram = [0, 2, 4, 1, 3].map((k) => [Math.cos(1.2566 * k), Math.sin(1.2566 * k)]);
    const cornerOnSide = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ];
    const cornerOnCorner = [
      [0, 0],
      [2, 2],
      [4, 0],
      [4, 4],
      [2, 2],
      [0, 4],
    ];
    const spike = [
      [0, 0],
      [2, 0],
      [4, 0],
      [2, 0],
      [2, 2],
    ];
    const insideSpike = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 4],
      [2, 1],
      [2, 4],
      [0, 4],
    ];
    for (const outline of [pentagram, cornerOnSide, cornerOnCorner, spike, insideSpike]) {
      expect(() => createPolygon(outline), JSON.stringify(outline)).toThrow(/crosses or touches itself/);
      expect(() => createPolygon(outline.toReversed())).toThrow(/crosses or touches itself/);
    }
  });

  it('property: the sweep finds a self-contact exactly when testing all edge pairs does', () => {
    const random = createRandom(7);
    const found = [0, 0];
    for (let trial = 0; trial < 4000; trial++) {
      // small integers make touching corners, overlaps and vertical edges common
      const count = 3 + random.below(6);
      const size = 3 + random.below(6);
      const outline = Float64Array.from({ length: 2 * count }, () => random.below(size));
      if (hasEqualNeighbours(outline)) continue;
      const expected = anyPairIntersects(outline);
      expect(findSelfContact(outline) !== undefined, outline.join()).toBe(expected);
      found[expected ? 1 : 0]++;
    }
    expect(Math.min(...found)).toBeGreaterThan(200);
  });

  it('accepts a star of 100 000 long spikes', () => {
    const random = createRandom(3);
    const count = 100_000;
    const star = new Float64Array(2 * count);
    for (let i = 0; i < count; i++) {
      const radius = random.between(0.5, 1);
      star[2 * i] = radius * Math.cos((2 * Math.PI * i) / count);
      star[2 * i + 1] = radius * Math.sin((2 * Math.PI * i) / count);
    }
    expect(polygonFromPacked(star).convex).toBe(false);
  });
});

function hasEqualNeighbours(v: Float64Array): boolean {
  return v.some((x, i) => i % 2 === 0 && x === v[(i + 2) % v.length] && v[i + 1] === v[(i + 3) % v.length]);
}

/** Oracle: every pair of edges; neighbours may share only their common vertex. */
function anyPairIntersects(v: Float64Array): boolean {
  const count = v.length / 2;
  const end = (e: number) => [v[(2 * e) % v.length], v[(2 * e + 1) % v.length]] as const;
  for (let e = 0; e < count; e++) {
    for (let f = e + 1; f < count; f++) {
      const relation = segmentsIntersect(...end(e), ...end(e + 1), ...end(f), ...end(f + 1));
      if (f !== e + 1 && (f + 1) % count !== e) {
        if (relation !== 'apart') return true;
        continue;
      }
      // neighbours: the far end of one must not lie on the other
      const [p, q, r] = f === e + 1 ? [end(e), end(f), end(f + 1)] : [end(f), end(e), end(e + 1)];
      if (
        segmentsIntersect(...p, ...p, ...q, ...r) !== 'apart' ||
        segmentsIntersect(...r, ...r, ...p, ...q) !== 'apart'
      )
        return true;
    }
  }
  return false;
}
