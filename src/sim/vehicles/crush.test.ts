import { describe, expect, test } from 'vitest';
import type { CrushStructure } from '../../dynamics/vehicle/crush-curve.ts';
import type { VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import type { GivenRunSettings } from './run-settings.ts';
import { runVehicles } from './simulate-vehicles.ts';

/** Symmetric and nearly rigid, so that a central collision is that of two mass points. */
const CAR: VehicleModel = {
  id: 1,
  COSSERAT_POINT: { MASS: 1500, Ix: 550, Iy: 2400, Iz: 2600, E: 4e10, nu: 0, volume: 0.42 },
  SUSPENSION: { L1: 1.3, L2: 1.3, B: 0.75, H1: 0, H2: 0, spring_ref: 0.15, C1: 4e4, C2: 4e4, D1: 1500, D2: 1500 },
  TYRE: 0.0016,
  CONTACT: { A1: 4.8, A2: 1.9, A3: 1.5 },
};
const FRONT: CrushStructure = { kind: 'linear', A: 55_500, B: 386_000, width: 1.6, unloading: 8e6 };
/** Without a threshold the loading is one spring. */
const SPRING: CrushStructure = { kind: 'linear', A: 0, B: 386_000, width: 1.6, unloading: 8e6 };
const start = (X: number, SPEED: number, ORIENTATION = 0, model = 1, Y = 0) => ({
  model,
  X,
  Y,
  ORIENTATION,
  SPEED,
  STEERING: 0,
});
const BARRIER = [{ name: 'barrier', from: [5, -10], to: [5, 10], radius: 0.2 }] as const;
const settings = (more: GivenRunSettings): GivenRunSettings => ({
  step: 5e-5,
  duration: 0.4,
  road: { tyres: false },
  contact: { model: 'BM' },
  ...more,
});

describe('a car against a barrier', () => {
  test('compresses its front as one spring and mass: time and depth in closed form', () => {
    const model = { ...CAR, crush: { front: SPRING } };
    const { phases, status } = runVehicles([model], [start(1, 15)], settings({ obstacles: BARRIER }));
    const [phase] = phases;
    expect(status).toBe('end');
    const hardening = 1.6 * 386_000;
    const loading = 1 / (1 / hardening + 1 / 8e6);
    const depth = 15 * Math.sqrt(1500 / loading);
    const rebound = Math.sqrt(loading / 8e6);
    // a quarter of the period of loading, then of unloading
    const time = (Math.PI / 2) * (Math.sqrt(1500 / loading) + Math.sqrt(1500 / 8e6));
    expect(phase.crush?.[0].maximum).toBeCloseTo(depth, 3);
    expect((phase.crush?.[0].maximum ?? 0) / depth).toBeCloseTo(1, 3);
    expect((phase.end - phase.start) / time).toBeCloseTo(1, 3);
    expect((phase.restitution ?? 0) / rebound).toBeCloseTo(1, 2.7);
    expect(phase.deltaV[0] / (15 * (1 + rebound))).toBeCloseTo(1, 3);
    expect(phase.deltaV[1]).toBe(0);
    expect((phase.crush?.[0].ebs ?? 0) / 15).toBeCloseTo(1, 3);
    expect((phase.crush?.[0].ees ?? 0) / Math.sqrt(225 * (1 - rebound ** 2))).toBeCloseTo(1, 3);
  });

  test('has a restitution that falls with speed from 1, and residual crush above the threshold only', () => {
    const model = { ...CAR, crush: { front: FRONT } };
    const threshold = (1.6 * 55_500) / Math.sqrt(8e6 * 1500);
    const results = [0.5 * threshold, 2 * threshold, 4, 10, 20].map((speed) => {
      const [phase] = runVehicles([model], [start(2.3, speed)], settings({ obstacles: BARRIER })).phases;
      return { e: phase.restitution ?? 0, residual: phase.crush?.[0].residual ?? -1 };
    });
    expect(results[0].e).toBeCloseTo(1, 2);
    expect(results[0].residual).toBe(0);
    for (let i = 1; i < results.length; i++) {
      expect(results[i].e).toBeLessThan(results[i - 1].e);
      expect(results[i].residual).toBeGreaterThan(results[i - 1].residual);
    }
  });

  test('keeps the dent: a second hit at the same speed is elastic up to the old force', () => {
    const model = { ...CAR, crush: { front: FRONT } };
    const walls = [...BARRIER, { name: 'behind', from: [-4, -10], to: [-4, 10], radius: 0.2 } as const];
    const { phases } = runVehicles([model], [start(2, 8)], settings({ obstacles: walls, duration: 6, step: 1e-4 }));
    expect(phases.length).toBeGreaterThan(2);
    const again = phases.filter(({ vehicles }) => vehicles[1] === 1);
    expect(again[1].crush?.[0].absorbed ?? 0).toBeLessThan(0.02 * (again[0].crush?.[0].absorbed ?? 0));
    expect(again[1].crush?.[0].residual).toBeCloseTo(again[0].crush?.[0].residual ?? 0, 3);
  });
});

describe('a central collision of two cars with crush', () => {
  // springs in proportion to the mass: both centres of mass have the same height
  const heavy = {
    ...CAR,
    id: 2,
    COSSERAT_POINT: { ...CAR.COSSERAT_POINT, MASS: 2100 },
    SUSPENSION: { ...CAR.SUSPENSION, C1: 5.6e4, C2: 5.6e4 },
  };
  const models = [
    { ...CAR, crush: { front: FRONT, rear: FRONT } },
    { ...heavy, crush: { front: { ...FRONT, A: 80_000 }, rear: { ...SPRING, B: 200_000 } } },
  ];
  test('conserves momentum, loses what the structures absorb, and separates with the restitution it reports', () => {
    const run = runVehicles(models, [start(0, 20), start(7, 8, 0, 2)], settings({}));
    const [phase] = run.phases;
    const [v1, v2] = phase.after.map(({ velocity }) => velocity.x);
    const e = phase.restitution ?? 0;
    const mean = (1500 * 20 + 2100 * 8) / 3600;
    expect(v1 / (mean - (2100 / 3600) * e * 12)).toBeCloseTo(1, 3);
    expect(v2 / (mean + (1500 / 3600) * e * 12)).toBeCloseTo(1, 3);
    const closing = (0.5 * 1500 * 2100 * 144) / 3600;
    const absorbed = (phase.crush?.[0].absorbed ?? 0) + (phase.crush?.[1].absorbed ?? 0);
    expect(absorbed / (closing * (1 - e * e))).toBeCloseTo(1, 3);
    expect(run.ledgerEnd.crushLoss).toBeCloseTo(absorbed, 6);
    expect(-phase.contactWork / absorbed).toBeCloseTo(1, 3);
    expect(Math.abs(run.energyBalanceError) / closing).toBeLessThan(1e-6);
    expect(phase.crush?.map(({ region }) => region)).toEqual(['front', 'rear']);
  });

  test('swapping the cars swaps the results', () => {
    const results = [
      [start(0, 20), start(7, 8, 0, 2)],
      [start(7, 8, 0, 2), start(0, 20)],
    ].map((platoon) => runVehicles(models, platoon, settings({})).phases[0]);
    expect(results[0].crush?.[0].residual).toBeCloseTo(results[1].crush?.[1].residual ?? 0, 9);
    expect(results[0].deltaV[0]).toBeCloseTo(results[1].deltaV[1], 9);
  });
});

test('the table of the same line gives the same collision', () => {
  const loading = 1 / (1 / (1.6 * 386_000) + 1 / 8e6);
  const table: CrushStructure = {
    kind: 'table',
    table: [
      [0, 0],
      [0.3, 0.3 * loading],
      [1, loading],
    ],
    unloading: 8e6,
  };
  const [a, b] = [SPRING, table].map(
    (front) => runVehicles([{ ...CAR, crush: { front } }], [start(1, 15)], settings({ obstacles: BARRIER })).phases[0],
  );
  expect(a.crush?.[0].residual).toBeCloseTo(b.crush?.[0].residual ?? 0, 9);
});

describe('obstacles', () => {
  test('a pole at the centre of the front stops the car without rotation; next to it, the car rotates', () => {
    const model = { ...CAR, crush: { front: FRONT } };
    const yaw = [0, 0.5, -0.5].map((y) => {
      const obstacles = [{ name: 'pole', from: [5, y], to: [5, y], radius: 0.15 }] as const;
      const [phase] = runVehicles([model], [start(1, 12)], settings({ obstacles })).phases;
      expect(phase.crush?.[0].residual).toBeGreaterThan(0.1);
      return phase.after[0].yawRate;
    });
    expect(Math.abs(yaw[0])).toBeLessThan(1e-9);
    // a force on the left of the front rotates the car to the left
    expect(yaw[1]).toBeGreaterThan(0.3);
    expect(yaw[2]).toBeCloseTo(-yaw[1], 6);
  });

  test('an oblique barrier without friction reverses the normal velocity and keeps the tangential one', () => {
    const obstacles = [{ name: 'barrier', from: [5, -20], to: [5, 20], radius: 0.2 }] as const;
    const heading = Math.PI / 6;
    const run = runVehicles(
      [CAR],
      [start(0, 10, heading)],
      settings({ obstacles, duration: 0.6, contact: { model: 'BM' } }),
    );
    const { before, after } = run.phases[0];
    expect(after[0].velocity.y).toBeCloseTo(before[0].velocity.y, 6);
    expect(after[0].velocity.x).toBeLessThan(0);
    expect(run.ledgerEnd.contactWork).toBeLessThan(1e-3);
  });

  test('and structures need the box model', () => {
    expect(() =>
      runVehicles([{ ...CAR, crush: { front: FRONT } }], [start(0, 10)], settings({ contact: { model: 'EM' } })),
    ).toThrow('model 1: crush needs the contact model BM');
    expect(() =>
      runVehicles([CAR], [start(0, 10)], settings({ obstacles: BARRIER, contact: { model: 'EM' } })),
    ).toThrow('obstacles: need the contact model BM');
  });
});

test('no force appears from the dent of another side: chain collisions of rotating cars create no energy', () => {
  const model = { ...CAR, COSSERAT_POINT: { ...CAR.COSSERAT_POINT, E: 2e8 }, crush: { front: FRONT, rear: FRONT } };
  // the second hit comes while the first two still overlap by their dents, and rotates them against each other
  const platoon = [start(0, 0, 0.3), start(-6, 16, 0, 1, 0.5), start(-14, 22, 0, 1, -0.4), start(-22, 24, 0, 1, 0.6)];
  const run = runVehicles([model], platoon, settings({ duration: 3, step: 2.5e-4 }));
  expect(run.phases.length).toBeGreaterThan(2);
  const { ledgerStart, ledgerEnd } = run;
  // except for the error of the integration
  for (const { contactWork } of run.phases) expect(contactWork).toBeLessThan(1e-6 * ledgerStart.kinetic);
  expect(-ledgerEnd.contactWork).toBeGreaterThan(0.999 * ledgerEnd.crushLoss);
  expect(Math.abs(run.energyBalanceError) / ledgerStart.kinetic).toBeLessThan(1e-6);
});
