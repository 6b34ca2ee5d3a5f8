import { describe, expect, it } from 'vitest';
import { createPlanarPathState, type KeyTable, planarPathAt, sampleKeys } from './planar-path.ts';
import { createVec3 } from './vec3.ts';

const table = (interpolation: 'linear' | 'cubic', ...keys: [number, number][]): KeyTable => ({
  times: keys.map(([time]) => time),
  values: keys.map(([, value]) => value),
  interpolation,
});

describe('tables of a given motion', () => {
  it('pass through their keys; cubic ones with a continuous rate, from rest to rest', () => {
    const keys: [number, number][] = [[1, 0], [2, 1], [4, -1], [5, 2]]; // biome-ignore format: one row
    for (const kind of ['linear', 'cubic'] as const) {
      const given = table(kind, ...keys);
      const at = (t: number) => ({ ...sampleKeys({ value: 0, rate: 0 }, given, t) });
      for (const [time, value] of keys) expect(at(time).value).toBeCloseTo(value, 14);
      expect([at(0), at(9)]).toEqual([{ value: 0, rate: 0 }, { value: 2, rate: 0 }]); // biome-ignore format: one row
      for (let t = 1.01; t < 5; t += 0.0137) {
        const difference = (at(t + 1e-6).value - at(t - 1e-6).value) / 2e-6;
        expect(at(t).rate).toBeCloseTo(difference, 6);
      }
      if (kind === 'linear') continue;
      for (const [time] of keys) expect(at(time - 1e-9).rate).toBeCloseTo(at(time + 1e-9).rate, 6);
      expect(at(1 + 1e-9).rate).toBeCloseTo(0, 6);
    }
  });

  it('the velocity of a link of a chain is the derivative of its position', () => {
    const joint = (...keys: [number, number][]) => ({ angle: table('cubic', ...keys), length: 1.5 });
    const joints = [joint([0, 0.2], [2, 1.4], [3, 1]), joint([0, -1], [3, 2]), joint([1, 0], [2, 5])];
    const path = { kind: 'chain', base: createVec3(3, -1), joints } as const;
    const at = (t: number) => planarPathAt(createPlanarPathState(), path, t);
    for (let t = 0.05; t < 3; t += 0.1) {
      const [before, now, after] = [at(t - 1e-6), at(t), at(t + 1e-6)];
      expect(now.vx).toBeCloseTo((after.x - before.x) / 2e-6, 6);
      expect(now.vy).toBeCloseTo((after.y - before.y) / 2e-6, 6);
      expect(now.angularVelocity).toBeCloseTo((after.angle - before.angle) / 2e-6, 6);
    }
    // the joints at the start: 1.5 m along the first link, then 1.5 m along the second
    const { x, y } = at(0);
    expect(x).toBeCloseTo(3 + 1.5 * (Math.cos(0.2) + Math.cos(-0.8)), 14);
    expect(y).toBeCloseTo(-1 + 1.5 * (Math.sin(0.2) + Math.sin(-0.8)), 14);
  });
});
