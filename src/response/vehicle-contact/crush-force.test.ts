import { describe, expect, test } from 'vitest';
import {
  type CrushCurve,
  createCrushCurve,
  crushEnergy,
  residualAfter,
  yieldForce,
} from '../../dynamics/vehicle/crush-curve.ts';
import { createRandom } from '../../math/random.ts';
import { crushForce } from './crush-force.ts';

const out = { force: 0, stored: 0, residualA: 0, residualB: 0 };
/** Class 3 of the CRASH3 coefficients: 55.5 kN/m and 386 kPa. */
const FRONT = { kind: 'linear', A: 55_500, B: 386_000, width: 1.6, unloading: 8e6 } as const;
const TABLE = {
  kind: 'table',
  table: [
    [0, 0],
    [0.1, 150e3],
    [0.3, 180e3],
    [0.5, 500e3],
  ],
  unloading: 1e7,
} as const;

describe('structure with coefficients A and B', () => {
  const curve = createCrushCurve(FRONT);

  test('yields at width (A + B C) and is elastic below', () => {
    expect(yieldForce(curve, 0)).toBeCloseTo(1.6 * 55_500, 9);
    expect(yieldForce(curve, 0.4)).toBeCloseTo(1.6 * (55_500 + 0.4 * 386_000), 9);
    crushForce(out, 0.01, curve, 0, undefined, 0);
    expect([out.force, out.residualA]).toEqual([80_000, 0]);
  });

  test('leaves the residual crush at which the force fits A + B C', () => {
    crushForce(out, 0.5, curve, 0, undefined, 0);
    expect(out.force).toBeCloseTo(1.6 * (55_500 + 386_000 * out.residualA), 6);
    expect(out.force / 8e6 + out.residualA).toBeCloseTo(0.5, 14);
    // unloading along a line of the given slope to the residual crush
    const [top, residual] = [out.force, out.residualA];
    crushForce(out, 0.49, curve, residual, undefined, 0);
    expect(top - out.force).toBeCloseTo(8e4, 6);
    crushForce(out, residual, curve, residual, undefined, 0);
    expect(Math.abs(out.force)).toBeLessThan(1e-8);
    crushForce(out, 0.1, curve, residual, undefined, 0);
    expect(out.force).toBe(0);
  });

  test('absorbs width (A C + B C² / 2)', () => {
    expect(crushEnergy(curve, 0.4)).toBeCloseTo(1.6 * (55_500 * 0.4 + (386_000 * 0.16) / 2), 6);
  });
});

describe('any two structures', () => {
  const curves = [
    createCrushCurve(FRONT),
    createCrushCurve(TABLE),
    createCrushCurve({ ...FRONT, A: 0, unloading: 2e6 }),
  ];
  const random = createRandom(7);

  test('carry one force: deformations add up to the depth, as bisection confirms', () => {
    for (let k = 0; k < 500; k++) {
      const a = curves[k % 3];
      const b = curves[Math.floor(k / 3) % 3];
      const [oldA, oldB, depth] = [0.3 * random.next(), 0.3 * random.next(), 1.5 * random.next()];
      crushForce(out, depth, a, oldA, b, oldB);
      const deformation = (curve: CrushCurve, old: number, force: number) =>
        force / curve.unloading + Math.max(old, residualAfter(curve, force));
      let [low, high] = [0, 1e8];
      for (let i = 0; i < 80; i++) {
        const midpoint = (low + high) / 2;
        if (deformation(a, oldA, midpoint) + deformation(b, oldB, midpoint) > depth) high = midpoint;
        else low = midpoint;
      }
      expect(Math.abs(out.force - low)).toBeLessThan(1e-6);
    }
  });

  test('never return more energy than they took, whatever the path of the depth', () => {
    for (const a of curves) {
      let [depth, work, oldA, oldB] = [0, 0, 0, 0];
      let last = 0;
      for (let k = 0; k < 4000; k++) {
        const next = Math.max(0, depth + 0.02 * (random.next() - 0.48));
        // trapezoids: exact but at the corners of the polyline
        const parts = 16;
        for (let i = 1; i <= parts; i++) {
          crushForce(out, depth + ((next - depth) * i) / parts, a, oldA, curves[1], oldB);
          work += ((out.force + last) / 2) * ((next - depth) / parts);
          last = out.force;
          [oldA, oldB] = [out.residualA, out.residualB];
        }
        depth = next;
        const absorbed = crushEnergy(a, oldA) + crushEnergy(curves[1], oldB);
        expect(Math.abs(work - absorbed - out.stored)).toBeLessThan(2e-3 * (absorbed + out.stored) + 10);
      }
    }
  });
});

test('invalid structures are rejected with path, value and requirement', () => {
  expect(() => createCrushCurve({ ...FRONT, B: 0 }, 'models[0].crush.front')).toThrow(
    'models[0].crush.front.B: must be',
  );
  const steep = { ...TABLE, unloading: 1.2e6 };
  expect(() => createCrushCurve(steep)).toThrow('crush.table[1]: must have a larger deformation');
  expect(() =>
    createCrushCurve({
      ...TABLE,
      table: [
        [0.1, 0],
        [1, 5],
      ],
    }),
  ).toThrow('table[0]: must be [0, 0]');
});
