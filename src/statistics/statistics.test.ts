import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniformAt } from '../math/counter-random.ts';
import { normalQuantile } from '../math/normal-distribution.ts';
import { sin } from '../math/trig.ts';
import { countInBins, createBins, histogramBins, meansInCells } from './bins.ts';
import { firstOrderIndexOfGrid, firstOrderIndexOfSamples } from './first-order-index.ts';
import { averageRanks, rankCorrelation } from './rank-correlation.ts';
import { integerCubeRoot } from './sorted-order.ts';
import { summarize } from './summarize.ts';
import { wilsonInterval } from './wilson-interval.ts';

const small = fc.integer({ min: -4, max: 4 });

/** Rank by counting: the number of smaller values, and half of the others that are equal. */
function rankByCounting(values: readonly number[], i: number): number {
  const smaller = values.filter((value) => value < values[i]).length;
  const equal = values.filter((value) => value === values[i]).length;
  return smaller + (equal + 1) / 2;
}

describe('rank correlation', () => {
  it('property: ranks are those found by counting smaller values, also with ties', () => {
    const check = fc.property(fc.array(small, { maxLength: 40 }), (values) => {
      expect([...averageRanks(values)]).toEqual(values.map((_, i) => rankByCounting(values, i)));
    });
    fc.assert(check, { seed: 1, numRuns: 300 });
  });

  it('property: without ties it is 1 - 6 Σd² / (n³ - n)', () => {
    const permutation = fc.shuffledSubarray([...Array(12).keys()], { minLength: 12, maxLength: 12 });
    const check = fc.property(permutation, (order) => {
      const squares = order.reduce((sum, value, i) => sum + (value - i) ** 2, 0);
      const found = rankCorrelation([...order.keys()], order)?.value ?? Number.NaN;
      expect(found).toBeCloseTo(1 - (6 * squares) / (12 ** 3 - 12), 12);
    });
    fc.assert(check, { seed: 2, numRuns: 300 });
  });

  it('is 1 for every increasing curve, and has no interval that leaves [-1, 1]', () => {
    const x = [1, 2, 3, 4, 5, 6];
    expect(
      rankCorrelation(
        x,
        x.map((v) => v ** 3),
      ),
    ).toEqual({ value: 1, low: 1, high: 1, count: 6 });
    expect(
      rankCorrelation(
        x,
        x.map((v) => -(v ** 3)),
      )?.value,
    ).toBe(-1);
    const found = rankCorrelation(x, [1, 2, 3, 4, 6, 5]);
    expect(found && found.low > -1 && found.low < found.value && found.value < found.high && found.high < 1).toBe(true);
  });

  it('leaves out rows with an empty cell, and has no value for a constant column', () => {
    const x = [1, Number.NaN, 2, 3, 4, 5];
    expect(rankCorrelation(x, [5, 9, 4, 3, 2, Number.NaN])).toMatchObject({ value: -1, count: 4 });
    expect(rankCorrelation([1, 2, 3, 4, 5], [7, 7, 7, 7, 7])).toBeUndefined();
    expect(rankCorrelation([1, 2, 3], [1, 2, 3])).toBeUndefined();
  });

  it('its 95 % interval contains the correlation of a normal distribution in about 95 % of 400 samples', () => {
    // of normal variables with correlation 0.6: 6/π asin(0.3) = 0.58192...
    const exact = 0.5819243;
    let inside = 0;
    for (let trial = 0; trial < 400; trial++) {
      const [x, y] = [new Float64Array(200), new Float64Array(200)];
      for (let i = 0; i < 200; i++) {
        const [a, b] = [0, 1].map((stream) => normalQuantile(uniformAt(7, stream, trial * 200 + i)));
        x[i] = a;
        y[i] = 0.6 * a + 0.8 * b;
      }
      const found = rankCorrelation(x, y);
      if (found && found.low <= exact && exact <= found.high) inside++;
    }
    // three standard deviations of a binomial number: 13
    expect(Math.abs(inside - 380)).toBeLessThan(14);
  });
});

/** Ishigami and Homma (1990), a = 7, b = 0.1, on [-π, π]³: the indices are known in closed form. */
function ishigami(x1: number, x2: number, x3: number): number {
  return sin(x1) + 7 * sin(x2) ** 2 + 0.1 * (x3 * x3) * (x3 * x3) * sin(x1);
}
const VARIANCE = 7 ** 2 / 8 + (0.1 * Math.PI ** 4) / 5 + (0.1 ** 2 * Math.PI ** 8) / 18 + 1 / 2;
const EXACT = [(0.5 * (1 + (0.1 * Math.PI ** 4) / 5) ** 2) / VARIANCE, 7 ** 2 / 8 / VARIANCE, 0];

const angle = (stream: number, i: number) => (2 * uniformAt(3, stream, i) - 1) * Math.PI;

describe('first-order index of samples', () => {
  const count = 20_000;
  const inputs = [0, 1, 2].map((d) => Float64Array.from({ length: count }, (_, i) => angle(d, i)));
  const y = Float64Array.from({ length: count }, (_, i) => ishigami(inputs[0][i], inputs[1][i], inputs[2][i]));

  it('of the Ishigami function agrees with the closed form', () => {
    inputs.forEach((x, d) => {
      const found = firstOrderIndexOfSamples(x, y);
      // 54 groups: the curve inside a group costs about 1/54² of the index times the number of its waves; the rest is scatter
      expect(Math.abs((found?.value ?? Number.NaN) - EXACT[d])).toBeLessThan(0.012);
      expect(found?.groups).toBe(54);
    });
  });

  it('agrees with the pick-and-freeze estimator of Saltelli (2010), which runs the function again', () => {
    const other = [3, 4, 5].map((d) => Float64Array.from({ length: count }, (_, i) => angle(d, i)));
    const yB = other[0].map((_, i) => ishigami(other[0][i], other[1][i], other[2][i]));
    inputs.forEach((x, d) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const mixed = inputs.map((column, k) => (k === d ? other[k][i] : column[i]));
        sum += yB[i] * (ishigami(mixed[0], mixed[1], mixed[2]) - y[i]);
      }
      const saltelli = sum / count / VARIANCE;
      // both have random errors of about 0.01
      expect(Math.abs(saltelli - (firstOrderIndexOfSamples(x, y)?.value ?? Number.NaN))).toBeLessThan(0.04);
    });
  });

  it('of a parameter without effect is 0 on average, and scatters as `noise` says', () => {
    const values: number[] = [];
    let noise = 0;
    for (let trial = 0; trial < 300; trial++) {
      const x = Float64Array.from({ length: 200 }, (_, i) => uniformAt(9, 0, 200 * trial + i));
      const other = Float64Array.from({ length: 200 }, (_, i) => uniformAt(9, 1, 200 * trial + i));
      const found = firstOrderIndexOfSamples(x, other);
      values.push(found?.value ?? Number.NaN);
      noise = found?.noise ?? Number.NaN;
    }
    const spread = summarize(values);
    // standard error of the mean of 300, and of a standard deviation: 6 % and 4 % of it
    expect(Math.abs(spread?.mean ?? Number.NaN)).toBeLessThan(0.25 * noise);
    expect(Math.abs((spread?.deviation ?? Number.NaN) / noise - 1)).toBeLessThan(0.2);
  });

  it('of a straight line is 1 except for 1 / M² of the variation inside the M groups', () => {
    const x = Float64Array.from({ length: 1000 }, (_, i) => i);
    const found = firstOrderIndexOfSamples(
      x,
      x.map((v) => 3 - 2 * v),
    );
    expect(found?.groups).toBe(20);
    expect(found?.value).toBeCloseTo(1 - 1 / 400, 4);
  });

  it('groups equal values; a constant output has no index', () => {
    const x = Float64Array.from({ length: 300 }, (_, i) => i % 3);
    const found = firstOrderIndexOfSamples(
      x,
      x.map((v) => v * v),
    );
    expect(found?.groups).toBe(3);
    expect(found?.value).toBeCloseTo(1, 13);
    expect(
      firstOrderIndexOfSamples(
        x,
        x.map(() => 4),
      ),
    ).toBeUndefined();
    expect(
      firstOrderIndexOfSamples(
        x.map(() => 4),
        x,
      ),
    ).toBeUndefined();
    expect(firstOrderIndexOfSamples([1], [2])).toBeUndefined();
  });

  it('does not change when the output is scaled and shifted by a large number', () => {
    const shifted = firstOrderIndexOfSamples(
      inputs[0],
      y.map((v) => 1e9 + 1e-3 * v),
    );
    expect(shifted?.value).toBeCloseTo(firstOrderIndexOfSamples(inputs[0], y)?.value ?? Number.NaN, 3);
  });
});

describe('first-order index of a grid', () => {
  it('of x + 2 y + x y on a grid agrees with sums over the grid written out', () => {
    const points = [0, 1, 2, 3].flatMap((a) => [0, 1, 2].map((b) => [a, b] as const));
    const f = (a: number, b: number) => a + 2 * b + a * b;
    const mean = points.reduce((sum, [a, b]) => sum + f(a, b), 0) / 12;
    const variance = points.reduce((sum, [a, b]) => sum + (f(a, b) - mean) ** 2, 0) / 12;
    const ofA = [0, 1, 2, 3].map((a) => (f(a, 0) + f(a, 1) + f(a, 2)) / 3);
    const expected = ofA.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4 / variance;
    const found = firstOrderIndexOfGrid(
      points.map(([a]) => a),
      points.map(([a, b]) => f(a, b)),
    );
    expect(found?.value).toBeCloseTo(expected, 14);
    expect(found?.noise).toBe(0);
  });
});

describe('Wilson interval', () => {
  it('property: its limits solve |k/n - p| = z sqrt(p (1 - p) / n), found by bisection', () => {
    const trials = fc
      .integer({ min: 1, max: 500 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    const check = fc.property(trials, ([k, n]) => {
      const z = normalQuantile(0.975);
      const isInside = (p: number) => Math.abs(k / n - p) <= z * Math.sqrt((p * (1 - p)) / n);
      const bisect = (inside: number, outside: number) => {
        let [a, b] = [inside, outside];
        for (let i = 0; i < 60; i++) [a, b] = isInside((a + b) / 2) ? [(a + b) / 2, b] : [a, (a + b) / 2];
        return a;
      };
      const { rate, low, high } = wilsonInterval(k, n);
      expect(rate).toBe(k / n);
      expect(low).toBeCloseTo(k === 0 ? 0 : bisect(rate, 0), 9);
      expect(high).toBeCloseTo(k === n ? 1 : bisect(rate, 1), 9);
    });
    fc.assert(check, { seed: 4, numRuns: 300 });
  });

  it('contains the true rate in 95 % of all outcomes of 60 trials, on average over the rates', () => {
    const n = 60;
    let mean = 0;
    for (let step = 1; step < 100; step++) {
      const p = step / 100;
      let probability = (1 - p) ** n;
      for (let k = 0; k <= n; k++) {
        const { low, high } = wilsonInterval(k, n);
        if (low <= p && p <= high) mean += probability / 99;
        probability *= ((n - k) / (k + 1)) * (p / (1 - p));
      }
    }
    expect(Math.abs(mean - 0.95)).toBeLessThan(0.006);
  });

  it('of no success and of successes alone ends at 0 and 1; impossible numbers are rejected', () => {
    expect(wilsonInterval(0, 10)).toMatchObject({ rate: 0, low: 0 });
    expect(wilsonInterval(10, 10)).toMatchObject({ rate: 1, high: 1 });
    expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775, 4);
    expect(() => wilsonInterval(1, 0)).toThrow('trials must be an integer of at least 1, got 0');
    expect(() => wilsonInterval(3, 2)).toThrow('successes must be an integer from 0 to 2, got 3');
    expect(() => wilsonInterval(1, 2, 95)).toThrow('level must be between 0 and 1, got 95');
  });
});

describe('bins', () => {
  it('property: every value is in the interval between its edges, and none is lost', () => {
    const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 20, maxLength: 60 });
    const check = fc.property(numbers, (values) => {
      const bins = createBins(values, 5, 7);
      for (const value of values) {
        const bin = bins.indexOf(value);
        expect(bin >= 0 && bins.edges[bin] <= value && value <= bins.edges[bin + 1]).toBe(true);
      }
      expect(countInBins(bins, values).reduce((sum, count) => sum + count, 0)).toBe(values.length);
    });
    fc.assert(check, { seed: 5, numRuns: 300 });
  });

  it('of few values are the values; empty cells are in none', () => {
    const values = [2, 0, 0, 5, Number.NaN, 2, 0];
    const bins = histogramBins(values);
    expect([...bins.centers]).toEqual([0, 2, 5]);
    expect([...bins.edges]).toEqual([-1, 1, 3.5, 6.5]);
    expect([...countInBins(bins, values)]).toEqual([3, 2, 1]);
    expect(bins.indexOf(Number.NaN)).toBe(-1);
    expect(createBins([Number.NaN], 3, 4).count).toBe(0);
    expect([...createBins([8], 3, 4).edges]).toEqual([4, 12]);
  });

  it('means of cells are those of the rows in them', () => {
    const [x, y, z] = [
      [0, 0, 1, 1, 1],
      [0, 0, 0, 1, 1],
      [1, 4, 7, 2, Number.NaN],
    ];
    const bins = createBins([0, 1], 2, 2);
    const { counts, means } = meansInCells(bins, bins, [x, y, z]);
    expect([...counts]).toEqual([2, 1, 0, 1]);
    expect([...means]).toEqual([2.5, 7, Number.NaN, 2]);
  });

  it('the number of intervals grows with the cube root: 9 below 125 values, 10 from there on', () => {
    expect([124, 125, 126].map((n) => integerCubeRoot(8 * n))).toEqual([9, 10, 10]);
  });
});

describe('summary of a column', () => {
  it('worked example: 1, 2, 3, 4, 10', () => {
    const { quantile, ...numbers } = summarize([4, 10, Number.NaN, 1, 3, 2]) ?? { quantile: () => Number.NaN };
    expect(numbers).toEqual({ count: 5, mean: 4, deviation: Math.sqrt(50 / 4), min: 1, max: 10 });
    expect([0, 0.25, 0.5, 0.875, 1].map(quantile)).toEqual([1, 2, 3, 7, 10]);
    expect(summarize([Number.NaN])).toBeUndefined();
  });
});
