import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../test/scenes.ts';
import { clohessyWiltshire } from '../../dynamics/orbit.ts';
import { createVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { attenuationStroke, reducedMass, separationSpeed } from '../../response/latch-formulas.ts';
import type { SimEvent } from '../observer.ts';

const box = (halfExtents: readonly number[]) => ({ kind: 'box', halfExtents });

/** Two boxes 0.2 m apart whose ports face each other along x. */
const station = { name: 'station', shape: box([0.5, 0.5, 0.5]), position: [0, 0, 0], mass: 300 };
const vehicle = { name: 'vehicle', shape: box([0.4, 0.4, 0.4]), position: [1.1, 0, 0], mass: 100 };
const sensors = [
  { name: 'port', body: 'station', point: [0.5, 0, 0], axis: [1, 0, 0], up: [0, 0, 1] },
  { name: 'probe', body: 'vehicle', point: [-0.4, 0, 0], axis: [-1, 0, 0], up: [0, 0, 1] },
];
const METHODS = ['events', 'steps'] as const;

/** Events with violated criteria. */
function rejections(events: readonly SimEvent[]) {
  return events.flatMap((event) => ('violations' in event ? [event] : []));
}

const OPEN = { pitchYaw: '180 deg', roll: '180 deg' };

function run(document: object) {
  const defaults = { title: 'test', description: 'A test.', world: 'solids', bodies: [station, vehicle], sensors };
  const time = { end: 0.02, step: 0.005 };
  return runAnyText(JSON.stringify({ time, ...defaults, ...document }), 'test');
}

/** The vehicle in range at the start, with changes of its state. */
function inRange(method: 'events' | 'steps', change: object, envelope: object, first: object = {}) {
  return run({
    bodies: [
      { ...station, ...first },
      { ...vehicle, ...change },
    ],
    docking: [{ sensors: ['port', 'probe'], tolerance: 0.5, envelope: { ...OPEN, ...envelope } }],
    time: { end: 0.02, step: 0.005, method },
  });
}

/** One row of the envelope: the state that puts it at the value v, and the key of the limit. */
const rows: readonly [string, number, (v: number) => object][] = [
  ['lateral', 0.03, (v) => ({ position: [1.1, v, 0] })],
  ['axial', 0.2, (v) => ({ position: [0.9 + v, 0, 0] })],
  // the port moves with the rotation about the centre: keep it in range
  ['pitchYaw', 0.05, (v) => ({ rotation: { axis: [0, 1, 0], angle: v } })],
  ['roll', 0.07, (v) => ({ rotation: { axis: [1, 0, 0], angle: v } })],
  ['maxClosingSpeed', 0.1, (v) => ({ velocity: [-v, 0, 0] })],
  ['lateralSpeed', 0.04, (v) => ({ velocity: [0, 0.6 * v, 0.8 * v] })],
  ['pitchYawRate', 0.02, (v) => ({ angularVelocity: [0, v, 0] })],
  ['rollRate', 0.02, (v) => ({ angularVelocity: [v, 0, 0] })],
];
/** Just inside and just outside, as a fraction of the limit. */
const MARGIN = 1e-9;

describe.each(METHODS)('the capture envelope of ports in space, method %s', (method) => {
  it.each(rows)(
    '%s: captures just inside the limit and reports name, value and limit just outside',
    (key, limit, at) => {
      const inside = inRange(method, at(limit * (1 - MARGIN)), { [key]: limit });
      expect(inside.events.map(({ type }) => type)).toContain('docking');
      expect(inside.summary.dockings).toBe(1);
      const outside = inRange(method, at(limit * (1 + MARGIN)), { [key]: limit });
      expect(outside.summary.dockings).toBe(0);
      const [rejected] = rejections(outside.events);
      expect(rejected.violations).toHaveLength(1);
      expect(rejected.violations[0]).toMatchObject({ criterion: key, limit });
      expect(rejected.violations[0].value / limit).toBeCloseTo(1 + MARGIN, 12);
      expect(rejected.violations[0].value).toBeGreaterThan(limit);
    },
  );

  it('minClosingSpeed: captures just above the limit and rejects just below', () => {
    const at = (v: number) => inRange(method, { velocity: [-v, 0, 0] }, { minClosingSpeed: 0.05 });
    expect(at(0.05 * (1 + MARGIN)).summary.dockings).toBe(1);
    const { events, summary } = at(0.05 * (1 - MARGIN));
    expect(summary.dockings).toBe(0);
    expect(events[0]).toMatchObject({ violations: [{ criterion: 'minClosingSpeed', limit: 0.05 }] });
  });

  it('speed: the limit of the relative speed of the sensors has two sides as well', () => {
    const at = (v: number) =>
      run({
        bodies: [station, { ...vehicle, velocity: [-0.6 * v, 0.8 * v, 0] }],
        docking: [{ sensors: ['port', 'probe'], tolerance: 0.5, maxSpeed: 0.1 }],
        time: { end: 0.02, step: 0.005, method },
      });
    expect(at(0.1 * (1 - MARGIN)).summary.dockings).toBe(1);
    expect(at(0.1 * (1 + MARGIN)).events[0]).toMatchObject({ violations: [{ criterion: 'speed', limit: 0.1 }] });
  });

  it('roll: a port of n-fold symmetry fits in n positions per revolution', () => {
    const at = (angle: number) =>
      inRange(method, { rotation: { axis: [1, 0, 0], angle } }, { roll: 0.07, rollSymmetry: 3 }).summary.dockings;
    const third = (2 * Math.PI) / 3;
    for (const k of [0, 1, 2]) {
      expect(at(k * third + 0.07 * (1 - MARGIN))).toBe(1);
      expect(at(k * third - 0.07 * (1 - MARGIN))).toBe(1);
      expect(at(k * third + 0.07 * (1 + MARGIN))).toBe(0);
    }
    expect(at(third / 2)).toBe(0);
  });

  it('a port 57 degrees off is rejected by default', () => {
    const { events, summary } = run({
      bodies: [station, { ...vehicle, rotation: { axis: [0, 0, 1], angle: '57 deg' } }],
      docking: [{ sensors: ['port', 'probe'], tolerance: 0.8 }],
      time: { end: 0.02, step: 0.005, method },
    });
    expect(summary.dockings).toBe(0);
    const degree = Math.PI / 180;
    expect(events[0]).toMatchObject({ type: 'docking-rejected', violations: [{ criterion: 'pitchYaw' }] });
    const [{ value, limit }] = rejections(events)[0].violations;
    expect(value).toBeCloseTo(57 * degree, 12);
    expect(limit).toBeCloseTo(5 * degree, 12);
  });

  it('lists every violated criterion', () => {
    const change = { position: [1.1, 0.1, 0], velocity: [-1, 0, 0], angularVelocity: [0.5, 0, 0] };
    const { events } = inRange(method, change, { lateral: 0.05, maxClosingSpeed: 0.1, rollRate: 0.1 });
    const [{ violations }] = rejections(events);
    expect(violations.map(({ criterion }) => criterion)).toEqual(['lateral', 'maxClosingSpeed', 'rollRate']);
  });

  it('after a rejection the ports are tested again after separation, or in range where the scene says so', () => {
    // slows down from 0.2 m/s to 0 in 2 s, in range all the time
    const scene = (retry: string) => ({
      bodies: [station, { ...vehicle, position: [1.3, 0, 0], velocity: [-0.2, 0, 0] }],
      docking: [{ sensors: ['port', 'probe'], tolerance: 0.5, envelope: { ...OPEN, maxClosingSpeed: 0.05 }, retry }],
      forces: { loads: [{ body: 'vehicle', force: [10, 0, 0] }] },
      time: { end: 2, step: 0.01, method },
    });
    const once = run(scene('separation'));
    expect(once.events.map(({ type }) => type)).toEqual(['docking-rejected']);
    const again = run(scene('range'));
    expect(again.events.map(({ type }) => type)).toEqual(['docking-rejected', 'docking']);
    // v = 0.05 at 1.5 s
    expect(again.events[1].time).toBeCloseTo(1.5, 1);
    expect(again.events[1].time).toBeGreaterThanOrEqual(1.5 - 1e-9);
  });
});

const latch = { stiffness: 400, damping: 0, angularStiffness: 50, angularDamping: 20, attenuation: 100 };
const soft = (change: object) => ({
  sensors: ['port', 'probe'],
  tolerance: 0.2 + 1e-9,
  softCapture: { ...latch, ...change },
});

describe.each(METHODS)('soft capture, method %s', (method) => {
  const mass = reducedMass(300, 100);
  const approaching = { ...vehicle, velocity: [-0.1, 0, 0] };

  it.each([0, 40, 2 * Math.sqrt(400 * mass), 900])(
    'the latch is compressed by the closed-form stroke, with damping %f N s/m',
    (damping) => {
      const log = run({
        bodies: [station, approaching],
        docking: [soft({ damping })],
        // the largest compression is a quarter of a period of 2.7 s after the capture, or earlier
        time: { end: 1.5, step: 2e-3, method },
        record: { interval: 2e-3 },
      });
      expect(log.events[0]).toMatchObject({ type: 'soft-capture' });
      const gaps = log.frames.map(({ bodies: [a, b] }) => b.position.x - a.position.x - 0.9);
      const stroke = 0.2 - Math.min(...gaps);
      const expected = attenuationStroke(0.1, mass, 400, damping);
      // maximum between frames: second order in the step, ω h = 4.6e-3
      expect(Math.abs(stroke / expected - 1)).toBeLessThan(2e-5);
      const { momentumError, angularMomentumError, energyError, energyCreationError } = log.summary.balance;
      expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-12);
      expect(energyCreationError).toBeLessThan(1e-4);
    },
  );

  it('catches with misalignment, retracts, docks rigidly, and conserves momentum and angular momentum', () => {
    const log = run({
      bodies: [
        { ...station, angularVelocity: [0, 0.01, 0] },
        {
          ...approaching,
          position: [1.1, 0.02, 0.01],
          rotation: { axis: [0, 1, 1], angle: '2 deg' },
          angularVelocity: [0.01, 0, -0.005],
        },
      ],
      docking: [
        {
          ...soft({
            damping: 200,
            angularStiffness: 60,
            angularDamping: 60,
            attenuation: 6,
            retraction: 4,
            stroke: 0.2,
          }),
          tolerance: 0.21,
        },
      ],
      contacts: { pairs: [{ bodies: ['station', 'vehicle'], collide: false }] },
      time: { end: 20, step: 5e-3, method },
      record: { interval: 0.1 },
    });
    const types = log.events.map(({ type }) => type);
    expect(types).toEqual(['soft-capture', 'retraction', 'docking']);
    const [capture, retraction, docking] = log.events;
    expect(retraction.time - capture.time).toBeCloseTo(6, 1);
    expect(docking.time - capture.time).toBeGreaterThanOrEqual(10 - 1e-9);
    const [a, b] = log.frames[log.frames.length - 1].bodies;
    expect(lengthVec3(subVec3(createVec3(), a.angularVelocity, b.angularVelocity))).toBeLessThan(1e-15);
    // the ports coincide within the tolerance of the alignment
    expect(lengthVec3(subVec3(createVec3(), a.position, b.position))).toBeCloseTo(0.9, 2);
    const { momentumError, angularMomentumError, energyError } = log.summary.balance;
    expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-12);
    expect(energyError).toBeLessThan(1e-9);
    expect(log.summary.ledgerEnd.potentialEnergy).toBe(0);
  });

  it('opens when its stroke is exceeded, and reports it', () => {
    const stroke = 0.5 * attenuationStroke(0.1, mass, 400, 0);
    const log = run({
      bodies: [station, approaching],
      docking: [soft({ stroke })],
      time: { end: 1, step: 2e-3, method },
    });
    expect(log.events.map(({ type }) => type)).toEqual(['soft-capture', 'capture-lost']);
    const [lost] = rejections(log.events);
    expect(lost.violations).toMatchObject([{ criterion: 'stroke', limit: stroke }]);
    expect(lost.violations[0].value / stroke).toBeCloseTo(1, 1);
    expect(log.summary.dockings).toBe(0);
  });

  it('hooks close one after the other, and all of them before the rigid docking', () => {
    const hooks = { count: 3, radius: 0.3, tolerance: 0.01, stiffness: 100, damping: 50 };
    const log = run({
      bodies: [station, { ...approaching, rotation: { axis: [0, 1, 0], angle: '3 deg' } }],
      docking: [{ ...soft({ damping: 200, attenuation: 2, retraction: 6, hooks }), tolerance: 0.22 }],
      contacts: { pairs: [{ bodies: ['station', 'vehicle'], collide: false }] },
      time: { end: 20, step: 5e-3, method },
    });
    const types = log.events.map(({ type }) => type);
    expect(types.filter((type) => type === 'hook-closed')).toHaveLength(3);
    expect(types.indexOf('docking')).toBeGreaterThan(types.lastIndexOf('hook-closed'));
    expect(log.summary.balance.energyError).toBeLessThan(1e-9);
  });

  it('separation springs separate the bodies at the closed-form speed, and there is no capture again', () => {
    const energy = 0.5;
    const log = run({
      bodies: [station, { ...approaching, position: [0.9, 0, 0], velocity: [0, 0, 0] }],
      docking: [
        { sensors: ['port', 'probe'], tolerance: 0.05, release: 1, separationSprings: { energy, stroke: 0.02 } },
      ],
      time: { end: 6, step: 1e-3, method },
    });
    expect(log.events.filter(({ type }) => type !== 'zeno').map(({ type }) => type)).toEqual(['docking', 'release']);
    const [a, b] = log.frames[log.frames.length - 1].bodies;
    const speed = b.velocity.x - a.velocity.x;
    // the springs end within a step, so their work has an error of the order of the step
    expect(Math.abs(speed / separationSpeed(energy, mass) - 1)).toBeLessThan(1e-3);
    expect(a.velocity.x / b.velocity.x).toBeCloseTo(-1 / 3, 12);
    const { momentumError, energyError } = log.summary.balance;
    expect(momentumError).toBeLessThan(1e-12);
    expect(energyError).toBeLessThan(1e-9);
  });

  it('with recapture, bodies that come back dock again', () => {
    const log = run({
      bodies: [station, { ...approaching, position: [0.9, 0, 0], velocity: [0, 0, 0] }],
      docking: [
        {
          sensors: ['port', 'probe'],
          tolerance: 0.05,
          release: 1,
          separationSprings: { energy: 0.5, stroke: 0.02 },
          recapture: true,
        },
      ],
      // back to the station at about 1 + 2 v/a
      forces: { loads: [{ body: 'vehicle', force: [-5, 0, 0] }] },
      contacts: { pairs: [{ bodies: ['station', 'vehicle'], collide: false }] },
      time: { end: 20, step: 2e-3, method },
    });
    expect(log.events.map(({ type }) => type)).toEqual(['docking', 'release', 'docking']);
  });
});

describe.each(METHODS)('gravity in orbit, method %s', (method) => {
  const n = 1.1e-3;
  const free = { ...vehicle, position: [30, -80, 12], velocity: [0.02, -0.05, 0.01] };

  it('a body in a Clohessy-Wiltshire frame follows the closed form', () => {
    const log = run({
      bodies: [free],
      sensors: [],
      forces: { orbit: { rate: n } },
      time: { end: 3000, step: 1, method },
      record: { interval: 500 },
    });
    const [{ position, velocity }] = log.frames[log.frames.length - 1].bodies;
    const start = { position: createVec3(30, -80, 12), velocity: createVec3(0.02, -0.05, 0.01) };
    const expected = clohessyWiltshire(start, n, 3000);
    // second order: (n h)² = 1.2e-6 of the distances, of which the substeps leave less
    expect(lengthVec3(subVec3(createVec3(), position, expected.position))).toBeLessThan(2e-4);
    expect(lengthVec3(subVec3(createVec3(), velocity, expected.velocity))).toBeLessThan(2e-7);
    const { momentumError, angularMomentumError, energyError } = log.summary.balance;
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-11);
  });

  it('the error falls with the square of the step', () => {
    const errorAt = (step: number) => {
      const log = run({
        bodies: [free],
        sensors: [],
        forces: { orbit: { rate: 0.1 } },
        time: { end: 30, step, method, substeps: 1 },
        record: { interval: 30 },
      });
      const start = { position: createVec3(30, -80, 12), velocity: createVec3(0.02, -0.05, 0.01) };
      const [{ position }] = log.frames[log.frames.length - 1].bodies;
      return lengthVec3(subVec3(createVec3(), position, clohessyWiltshire(start, 0.1, 30).position));
    };
    const ratio = errorAt(0.1) / errorAt(0.05);
    expect(ratio).toBeGreaterThan(3.8);
    expect(ratio).toBeLessThan(4.2);
  });

  it('under central gravity a circular orbit closes after its period', () => {
    const [mu, r] = [3.986004418e14, 6.778e6];
    const v = Math.sqrt(mu / r);
    const period = (2 * Math.PI * r) / v;
    const log = run({
      bodies: [{ ...vehicle, position: [r, 0, 0], velocity: [0, v, 0] }],
      sensors: [],
      forces: { centralGravity: { mu } },
      time: { end: period, step: 2, method },
      record: { interval: 1000 },
    });
    const [{ position }] = log.frames[log.frames.length - 1].bodies;
    // (n h)² × 2π r/12 is 16 m for the flight between renewals, less for the substeps
    expect(lengthVec3(subVec3(createVec3(), position, createVec3(r)))).toBeLessThan(40);
    expect(log.summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('a body that does not rotate in inertial space rotates backwards in the frame, except for the gravity gradient', () => {
    const rate = 0.2;
    const log = run({
      bodies: [{ ...station, angularVelocity: [0, 0, -rate] }],
      sensors: [],
      forces: { orbit: { rate } },
      time: { end: 10, step: 0.01, method },
      record: { interval: 1 },
    });
    // a cube has no gravity gradient: it keeps its orientation in inertial space
    const [{ rotation, angularVelocity }] = log.frames[log.frames.length - 1].bodies;
    expect(angularVelocity.z).toBeCloseTo(-rate, 12);
    expect(rotation.xx).toBeCloseTo(Math.cos(rate * 10), 9);
    expect(rotation.xy).toBeCloseTo(Math.sin(rate * 10), 9);
  });

  it('loads on docked bodies act with their arm, in both methods alike', () => {
    const log = run({
      bodies: [station, { ...vehicle, position: [0.9, 0, 0] }],
      docking: [{ sensors: ['port', 'probe'], tolerance: 0.05 }],
      forces: { loads: [{ body: 'vehicle', force: [0, 1, 0] }] },
      time: { end: 2, step: 1e-3, method },
      record: { interval: 1 },
    });
    // common centre at x = 0.225, arm 0.675; α = F r / I, a = F/M
    const inertia = (300 * 1) / 6 + (100 * 0.8 * 0.8) / 6 + 300 * 0.225 ** 2 + 100 * 0.675 ** 2;
    const [{ angularVelocity }] = log.frames[log.frames.length - 1].bodies;
    expect(angularVelocity.z).toBeCloseTo((2 * 0.675) / inertia, 5);
    expect(log.summary.balance.energyError).toBeLessThan(1e-9);
    expect(log.summary.balance.angularMomentumError).toBeLessThan(1e-11);
  });
});
