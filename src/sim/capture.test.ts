import { describe, expect, it } from 'vitest';
import { lastState, runDocument } from '../../test/scenes.ts';
import { clohessyWiltshire } from '../dynamics/orbit.ts';
import { createVec3 } from '../math/vec3.ts';
import { attenuationStroke, reducedMass, separationSpeed } from '../response/latch-formulas.ts';
import type { SimEvent } from './observer.ts';

const station = {
  name: 'station',
  shape: { kind: 'rectangle', halfExtents: [0.5, 0.5] },
  position: [0, 0],
  mass: 300,
};
const vehicle = {
  name: 'vehicle',
  shape: { kind: 'rectangle', halfExtents: [0.4, 0.4] },
  position: [1.1, 0],
  mass: 100,
};
const sensors = [
  { name: 'port', body: 'station', point: [0.5, 0], axis: [1, 0] },
  { name: 'probe', body: 'vehicle', point: [-0.4, 0], axis: [-1, 0] },
];
const METHODS = ['events', 'steps'] as const;

/** Events with violated criteria. */
function rejections(events: readonly SimEvent[]) {
  return events.flatMap((event) => ('violations' in event ? [event] : []));
}

const MASS = reducedMass(300, 100);

function run(change: object, docking: object, method: string, extra: object = {}) {
  return runDocument({
    bodies: [station, { ...vehicle, ...change }],
    sensors,
    docking: [{ sensors: ['port', 'probe'], tolerance: 0.5, ...docking }],
    ...extra,
    time: { end: 0.02, step: 1e-6, method, ...(extra as { time?: object }).time },
  });
}

const rows: readonly [string, number, (v: number) => object][] = [
  ['lateral', 0.03, (v) => ({ position: [1.1, v] })],
  ['axial', 0.2, (v) => ({ position: [0.9 + v, 0] })],
  ['pitchYaw', 0.05, (v) => ({ angle: v })],
  ['maxClosingSpeed', 0.1, (v) => ({ velocity: [-v, 0] })],
  ['lateralSpeed', 0.04, (v) => ({ velocity: [0, v] })],
  ['pitchYawRate', 0.02, (v) => ({ angularVelocity: v })],
];
const MARGIN = 1e-9;
const OPEN = { pitchYaw: '180 deg' };
/** Fixed steps test at the midpoint of a step, 5e-13 s after the start here. */
const SHORT = { time: { end: 1e-11, step: 1e-12 } };

describe.each(METHODS)('the capture envelope of ports in the plane, method %s', (method) => {
  it.each(rows)(
    '%s: captures just inside the limit and reports name, value and limit just outside',
    (key, limit, at) => {
      const envelope = { ...OPEN, [key]: limit };
      expect(run(at(limit * (1 - MARGIN)), { envelope }, method, SHORT).summary.dockings).toBe(1);
      const outside = run(at(limit * (1 + MARGIN)), { envelope }, method, SHORT);
      expect(outside.summary.dockings).toBe(0);
      const [rejected] = rejections(outside.events);
      expect(rejected.violations).toMatchObject([{ criterion: key, limit }]);
      expect(rejected.violations[0].value / limit).toBeCloseTo(1 + MARGIN, 10);
    },
  );

  it('minClosingSpeed: captures just above the limit and rejects just below', () => {
    const at = (v: number) =>
      run({ velocity: [-v, 0] }, { envelope: { ...OPEN, minClosingSpeed: 0.05 } }, method, SHORT);
    expect(at(0.05 * (1 + MARGIN)).summary.dockings).toBe(1);
    expect(at(0.05 * (1 - MARGIN)).events[0]).toMatchObject({ violations: [{ criterion: 'minClosingSpeed' }] });
  });

  it('speed: the limit of the relative speed has two sides as well', () => {
    const at = (v: number) => run({ velocity: [-0.6 * v, 0.8 * v] }, { maxSpeed: 0.1 }, method, SHORT);
    expect(at(0.1 * (1 - MARGIN)).summary.dockings).toBe(1);
    expect(at(0.1 * (1 + MARGIN)).events[0]).toMatchObject({ violations: [{ criterion: 'speed', limit: 0.1 }] });
  });

  it('a port 57 degrees off is rejected by default', () => {
    const { events, summary } = run({ angle: '57 deg' }, { tolerance: 0.8 }, method, SHORT);
    expect(summary.dockings).toBe(0);
    expect(events[0]).toMatchObject({ violations: [{ criterion: 'pitchYaw' }] });
  });
});

describe.each(METHODS)('soft capture in the plane, method %s', (method) => {
  const softCapture = { stiffness: 400, damping: 0, angularStiffness: 50, angularDamping: 20, attenuation: 100 };

  it.each([0, 40])('the latch is compressed by the closed-form stroke, with damping %f N s/m', (damping) => {
    const log = run(
      { velocity: [-0.1, 0] },
      { tolerance: 0.2 + 1e-9, softCapture: { ...softCapture, damping } },
      method,
      { time: { end: 4, step: 2e-3 }, record: { interval: 2e-3 } },
    );
    const gaps = log.frames.map(({ bodies: [a, b] }) => b.position.x - a.position.x - 0.9);
    const expected = attenuationStroke(0.1, MASS, 400, damping);
    // fixed steps capture at the first midpoint
    const length = method === 'steps' ? 0.2 - 0.1 * 1e-3 : 0.2;
    expect(Math.abs((length - Math.min(...gaps)) / expected - 1)).toBeLessThan(2e-5);
    const { momentumError, angularMomentumError, energyError, energyCreationError } = log.summary.balance;
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-12);
    expect(energyCreationError).toBeLessThan(1e-4);
  });

  it('catches with misalignment, retracts, docks rigidly, undocks by springs, and the balance closes', () => {
    const latch = { ...softCapture, damping: 200, angularDamping: 60, attenuation: 6, retraction: 4, stroke: 0.2 };
    const log = run(
      { position: [1.1, 0.02], angle: '2 deg', velocity: [-0.1, 0.002], angularVelocity: 0.01 },
      { tolerance: 0.22, softCapture: latch, release: 30, separationSprings: { energy: 0.5, stroke: 0.02 } },
      method,
      {
        contacts: { pairs: [{ bodies: ['station', 'vehicle'], collide: false }] },
        time: { end: 35, step: 2e-3 },
        record: { interval: 0.1 },
      },
    );
    expect(log.events.map(({ type }) => type)).toEqual(['soft-capture', 'retraction', 'docking', 'release']);
    const { momentumError, angularMomentumError, energyError } = log.summary.balance;
    expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-12);
    expect(energyError).toBeLessThan(1e-10);
    const [a, b] = [lastState(log, 'station'), lastState(log, 'vehicle')];
    const speed = Math.hypot(b.velocity.x - a.velocity.x, b.velocity.y - a.velocity.y);
    // the docked pair rotates slowly, so the springs also change the rotation a little
    expect(Math.abs(speed / separationSpeed(0.5, MASS) - 1)).toBeLessThan(0.01);
  });

  it('opens when its stroke is exceeded', () => {
    const log = run(
      { velocity: [-0.1, 0] },
      { tolerance: 0.2, softCapture: { ...softCapture, stroke: 0.01 } },
      method,
      { time: { end: 1, step: 2e-3 } },
    );
    expect(log.events.map(({ type }) => type)).toEqual(['soft-capture', 'capture-lost']);
  });
});

describe.each(METHODS)('forces on docked planar bodies and in orbit, method %s', (method) => {
  it('a Clohessy-Wiltshire frame gives the closed-form motion', () => {
    const [n, t] = [1.1e-3, 2000];
    const log = runDocument({
      bodies: [{ ...vehicle, position: [30, -80], velocity: [0.02, -0.05] }],
      forces: { orbit: { rate: n } },
      time: { end: t, step: 0.5, method },
      record: { interval: 500 },
    });
    const start = { position: createVec3(30, -80), velocity: createVec3(0.02, -0.05) };
    const { position } = clohessyWiltshire(start, n, t);
    const { position: found } = lastState(log, 'vehicle');
    expect(Math.hypot(found.x - position.x, found.y - position.y)).toBeLessThan(5e-5);
    const { momentumError, angularMomentumError, energyError } = log.summary.balance;
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-11);
  });

  it('a load on one of two docked bodies rotates both', () => {
    const log = run({ position: [0.9, 0] }, { tolerance: 0.05 }, method, {
      forces: { loads: [{ body: 'vehicle', force: [0, 1] }] },
      time: { end: 2, step: 1e-3 },
    });
    const inertia = (300 * 1) / 6 + (100 * 0.8 * 0.8) / 6 + 300 * 0.225 ** 2 + 100 * 0.675 ** 2;
    expect(lastState(log, 'vehicle').angularVelocity.z).toBeCloseTo((2 * 0.675) / inertia, 5);
    expect(log.summary.balance.energyError).toBeLessThan(1e-9);
  });
});
