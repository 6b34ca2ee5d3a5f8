import { describe, expect, it } from 'vitest';
import { exp, log } from '../../math/exponential.ts';
import { createPose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';
import { areEllipsoidsApart, countPositiveRoots } from './characteristic-polynomial.ts';
import { CERTIFIED, createEllipsoidPairs, DEEP, ellipsoidPair, ellipsoidPairBatch } from './ellipsoid-pair.ts';
import { ellipsoidPairByAngles } from './four-angles.ts';
import { PAIR_STRIDE } from './maximize-gap.ts';
import { ELLIPSOID_STRIDE, packPosedEllipsoid } from './packed-ellipsoid.ts';
import { createPerramWertheim, perramWertheim } from './perram-wertheim.ts';

/** Ellipsoids 0.5 to 2 m long, with semi-axes down to 1/aspect of that, random rotations, their centres in a cube. */
function drawEllipsoids(random: Random, count: number, aspect: number, range: number): Float64Array {
  const packed = new Float64Array(ELLIPSOID_STRIDE * count);
  for (let k = 0; k < count; k++) {
    const fraction = () => exp(random.between(-log(aspect), 0));
    const size = random.between(0.5, 2);
    const center = [random.between(-range, range), random.between(-range, range), random.between(-range, range)];
    const rotation = [random.normal(), random.normal(), random.normal(), random.normal()];
    packPosedEllipsoid(
      packed,
      k,
      createEllipsoid([size, size * fraction(), size * fraction()]),
      createPose(center, rotation),
    );
  }
  return packed;
}

function consecutivePairs(count: number): Int32Array {
  return Int32Array.from({ length: 2 * count }, (_, k) => k);
}

/** g(n), implemented again. */
function separation(packed: Float64Array, i: number, j: number, n: ArrayLike<number>): number {
  const [a, b] = [i, j].map((index) => packed.subarray(ELLIPSOID_STRIDE * index, ELLIPSOID_STRIDE * (index + 1)));
  const width = (body: Float64Array) =>
    Math.hypot(...[3, 4, 5].map((c) => body[c] * n[0] + body[c + 3] * n[1] + body[c + 6] * n[2]));
  return [0, 1, 2].reduce((sum, k) => sum + n[k] * (b[k] - a[k]), 0) - width(a) - width(b);
}

/** Directions spread uniformly over the sphere (a spiral). */
const DIRECTIONS = Array.from({ length: 4000 }, (_, k) => {
  const z = 1 - (2 * k + 1) / 4000;
  const r = Math.sqrt(1 - z * z);
  const angle = k * 2.399963229728653;
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

describe('ellipsoidPair [PATH98-3.2]', () => {
  it('worked example: spheres of radius 1 and 2 m with centres 5 m apart have a gap of 2 m', () => {
    const packed = new Float64Array(24);
    packPosedEllipsoid(packed, 0, createEllipsoid([1, 1, 1]), createPose([1, 1, 1]));
    packPosedEllipsoid(packed, 1, createEllipsoid([2, 2, 2]), createPose([1, 4, 5]));
    const out = createEllipsoidPairs(1);
    expect(ellipsoidPair(out, 0, packed, 0, packed, 1)).toBe(CERTIFIED);
    [2, 0, 0.6, 0.8, 1, 1.6, 1.8, 1, 2.8, 3.4].forEach((value, k) => {
      expect(out[k]).toBeCloseTo(value, 14);
    });
  });

  it.each([3, 1000])('100 000 random pairs up to aspect ratio %d: none fails, and each has a certificate', (aspect) => {
    const count = 100_000;
    const packed = drawEllipsoids(createRandom(aspect), 2 * count, aspect, 3);
    const out = createEllipsoidPairs(count);
    const statuses = new Uint8Array(count);
    ellipsoidPairBatch(out, statuses, packed, consecutivePairs(count));
    let unproven = 0;
    let worst = 0;
    for (let k = 0; k < count; k++) {
      const o = PAIR_STRIDE * k;
      if (statuses[k] !== CERTIFIED && out[o] >= 0) unproven++;
      // lower bound from support planes; upper bound from the point of B, computed on its own body
      const [nx, ny, nz] = out.subarray(o + 1, o + 4);
      const b = packed.subarray(ELLIPSOID_STRIDE * (2 * k + 1), ELLIPSOID_STRIDE * (2 * k + 2));
      const v = [3, 4, 5].map((c) => b[c] * nx + b[c + 3] * ny + b[c + 6] * nz);
      const h = Math.hypot(...v);
      const pointB = [0, 1, 2].map((r) => b[r] - (b[3 + 3 * r] * v[0] + b[4 + 3 * r] * v[1] + b[5 + 3 * r] * v[2]) / h);
      const witness = Math.hypot(...pointB.map((x, r) => x - out[o + 4 + r]));
      const bound = separation(packed, 2 * k, 2 * k + 1, [nx, ny, nz]);
      worst = Math.max(worst, Math.abs(witness - Math.abs(bound)), Math.abs(bound - out[o]));
    }
    expect(unproven).toBe(0);
    expect(statuses.filter((status) => status > DEEP).length).toBe(0);
    // the bodies are within 10 m; 1e-10 of the size is required, machine precision is reached
    expect(worst).toBeLessThan(1e-13);
  });

  it('swapping the bodies flips the normal and preserves the distance', () => {
    const packed = drawEllipsoids(createRandom(4), 4000, 100, 2);
    const [one, two] = [createEllipsoidPairs(1), createEllipsoidPairs(1)];
    for (let k = 0; k < 4000; k += 2) {
      one.fill(0);
      two.fill(0);
      const status = ellipsoidPair(one, 0, packed, k, packed, k + 1);
      ellipsoidPair(two, 0, packed, k + 1, packed, k);
      expect(Math.abs(one[0] - two[0])).toBeLessThan(1e-13);
      // a deep overlap may have two equal minimum translations
      if (status === DEEP) continue;
      for (let c = 1; c < 4; c++) expect(Math.abs(one[c] + two[c])).toBeLessThan(1e-8);
    }
  });

  it('a deep overlap is not deeper than along any of 4000 directions', () => {
    const packed = drawEllipsoids(createRandom(9), 300, 10, 0.5);
    const out = createEllipsoidPairs(150);
    const statuses = new Uint8Array(150);
    ellipsoidPairBatch(out, statuses, packed, consecutivePairs(150));
    expect(statuses.filter((status) => status === DEEP).length).toBeGreaterThan(100);
    for (let k = 0; k < 150; k++) {
      const best = Math.max(...DIRECTIONS.map((n) => separation(packed, 2 * k, 2 * k + 1, n)));
      expect(out[PAIR_STRIDE * k]).toBeGreaterThan(best - 1e-14);
    }
  });

  it('certified overlaps have a single maximum: no start gives another depth', () => {
    const random = createRandom(10);
    const packed = drawEllipsoids(random, 400, 2, 3);
    const out = createEllipsoidPairs(1);
    let certified = 0;
    for (let k = 0; k < 200; k++) {
      out.fill(0);
      if (ellipsoidPair(out, 0, packed, 2 * k, packed, 2 * k + 1) !== CERTIFIED || out[0] >= 0) continue;
      certified++;
      const best = Math.max(...DIRECTIONS.map((n) => separation(packed, 2 * k, 2 * k + 1, n)));
      expect(out[0]).toBeGreaterThan(best - 1e-14);
      const depth = out[0];
      for (let s = 0; s < 5; s++) {
        for (let c = 1; c < 4; c++) out[c] = random.normal();
        ellipsoidPair(out, 0, packed, 2 * k, packed, 2 * k + 1);
        expect(Math.abs(out[0] - depth)).toBeLessThan(1e-12);
      }
    }
    expect(certified).toBeGreaterThan(15);
  });

  it('concentric bodies separate along their minimum width, towards the first axis', () => {
    const packed = new Float64Array(24);
    packPosedEllipsoid(packed, 0, createEllipsoid([3, 0.5, 2]), createPose([1, 2, 3], 0.5));
    packPosedEllipsoid(packed, 1, createEllipsoid([2, 0.25, 1]), createPose([1, 2, 3], 0.5));
    const out = createEllipsoidPairs(1);
    expect(ellipsoidPair(out, 0, packed, 0, packed, 1)).toBe(DEEP);
    expect(out[0]).toBeCloseTo(-0.75, 14);
    expect(out[1]).toBeCloseTo(Math.sin(0.5), 12);
    expect(out[2]).toBeCloseTo(-Math.cos(0.5), 12);
  });

  it('a pair that moves slightly needs two or three steps from a warm start', () => {
    const packed = drawEllipsoids(createRandom(12), 2000, 10, 3);
    const out = createEllipsoidPairs(1000);
    const statuses = new Uint8Array(1000);
    ellipsoidPairBatch(out, statuses, packed, consecutivePairs(1000));
    const random = createRandom(13);
    for (let k = 0; k < packed.length; k += ELLIPSOID_STRIDE) packed[k] += random.between(-1e-4, 1e-4);
    ellipsoidPairBatch(out, statuses, packed, consecutivePairs(1000));
    const cold = createEllipsoidPairs(1000);
    ellipsoidPairBatch(cold, statuses, packed, consecutivePairs(1000));
    let steps = 0;
    for (let k = 0; k < 1000; k++) {
      if (statuses[k] !== CERTIFIED) continue;
      steps += out[PAIR_STRIDE * k + 11];
      expect(Math.abs(out[PAIR_STRIDE * k] - cold[PAIR_STRIDE * k])).toBeLessThan(1e-13);
    }
    expect(steps / 1000).toBeLessThan(3.5);
  });
});

describe('two other methods agree on overlap', () => {
  it('Perram and Wertheim, and the characteristic polynomial, on 3000 pairs up to aspect ratio 30', () => {
    const packed = drawEllipsoids(createRandom(21), 6000, 30, 1.5);
    const out = createEllipsoidPairs(1);
    const found = createPerramWertheim();
    let overlapping = 0;
    for (let k = 0; k < 6000; k += 2) {
      out.fill(0);
      ellipsoidPair(out, 0, packed, k, packed, k + 1);
      if (out[0] < 0) overlapping++;
      const { contact } = perramWertheim(found, packed, k, packed, k + 1);
      // closer to 1 only the sign of the distance is reliable [PATH98-3.3]
      if (Math.abs(contact - 1) > 1e-10) expect(contact > 1).toBe(out[0] > 0);
      if (Math.abs(contact - 1) > 1e-6) expect(areEllipsoidsApart(packed, k, packed, k + 1)).toBe(out[0] > 0);
    }
    expect(overlapping).toBeGreaterThan(300);
    expect(overlapping).toBeLessThan(2700);
  });

  it('scaled by √F both bodies touch', () => {
    const packed = drawEllipsoids(createRandom(22), 200, 10, 3);
    const found = createPerramWertheim();
    for (let k = 0; k < 200; k += 2) {
      const { contact, normal } = perramWertheim(found, packed, k, packed, k + 1);
      const scaled = packed.slice(ELLIPSOID_STRIDE * k, ELLIPSOID_STRIDE * (k + 2));
      for (let c = 0; c < scaled.length; c++) if (c % ELLIPSOID_STRIDE > 2) scaled[c] *= Math.sqrt(contact);
      const out = createEllipsoidPairs(1);
      ellipsoidPair(out, 0, scaled, 0, scaled, 1);
      // M squares an aspect ratio of 10: about 1e-13 of bodies that are now up to 20 m long
      expect(Math.abs(out[0])).toBeLessThan(1e-11);
      expect(Math.abs(out[1] - normal.x) + Math.abs(out[2] - normal.y) + Math.abs(out[3] - normal.z)).toBeLessThan(
        1e-9,
      );
    }
  });

  it('concentric bodies overlap completely, without NaN', () => {
    const packed = drawEllipsoids(createRandom(23), 1, 3, 1);
    const { contact, normal } = perramWertheim(createPerramWertheim(), packed, 0, packed, 0);
    expect(contact).toBe(0);
    expect(Number.isFinite(normal.x + normal.y + normal.z)).toBe(true);
  });

  it('Sturm counts distinct roots: (x-1)(x-2)(x+3)(x²+1) has two positive ones', () => {
    expect(countPositiveRoots([1, 0, -6, 6, -7, 6])).toBe(2);
    expect(countPositiveRoots([1, -2, 1])).toBe(1);
    expect(countPositiveRoots([1, 0, 1])).toBe(0);
  });
});

describe('four angles [PATH98-3.5]', () => {
  it('converge from a warm start, not always from a cold one', () => {
    const packed = drawEllipsoids(createRandom(31), 600, 10, 4);
    const out = createEllipsoidPairs(2);
    let warmWrong = 0;
    let coldWrong = 0;
    let cases = 0;
    for (let k = 0; k < 600; k += 2) {
      out.fill(0);
      ellipsoidPair(out, 0, packed, k, packed, k + 1);
      if (out[0] < 0) continue;
      cases++;
      const exact = out[0];
      const cold = ellipsoidPairByAngles(out, 1, packed, k, packed, k + 1);
      if (cold !== CERTIFIED || Math.abs(out[PAIR_STRIDE] - exact) > 1e-9) coldWrong++;
      packed[ELLIPSOID_STRIDE * k] += 0.01;
      const warm = ellipsoidPairByAngles(out, 0, packed, k, packed, k + 1);
      const found = out[0];
      ellipsoidPair(out, 0, packed, k, packed, k + 1);
      if (warm !== CERTIFIED || Math.abs(found - out[0]) > 1e-9) warmWrong++;
    }
    expect(cases).toBeGreaterThan(200);
    // an independent program failed for 93 of 300 cold starts and no warm one
    expect(coldWrong / cases).toBeGreaterThan(0.05);
    expect(warmWrong / cases).toBeLessThan(0.01);
  });
});
