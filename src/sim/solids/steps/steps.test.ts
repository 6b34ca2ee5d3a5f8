import { describe, expect, it } from 'vitest';
import { fixedBox, floorAt, rotatedAbout, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { ROW, WORK } from '../../../response/solver/contact-rows.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createBox } from '../../../shapes/box.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { balance } from '../../ledger-totals.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceStep } from './advance-step.ts';
import { createStepWorld, type StepOptions, type StepWorld } from './step-world.ts';

function run(scene: SolidScene, seconds: number, options?: StepOptions): StepWorld {
  const world = createStepWorld(scene, options);
  for (let k = 0; k < Math.round(seconds / scene.time.step); k++) advanceStep(world);
  return world;
}

function ledgerOf(world: StepWorld) {
  return solidLedger(world.bodies, world.totals, world.scene.forces.gravity, world.time);
}

/** Balance errors over a run. */
function errorsOf(scene: SolidScene, seconds: number) {
  const start = ledgerOf(createStepWorld(scene));
  const world = run(scene, seconds);
  return balance(start, ledgerOf(world));
}

const G = 9.81;
const time = { substeps: 8 };
const cube = createBox([0.5, 0.5, 0.5]);
const ball = createSphere(0.5);

describe('a body alone', () => {
  it('falls along the parabola of its start, exactly at every step', () => {
    const world = run(stepScene([{ shape: cube, at: [1, 2, 3], velocity: [4, 5, 6] }], { time }), 2);
    const { positions: x } = world.bodies;
    // rounding of 960 substeps
    expect(x[0]).toBeCloseTo(9, 11);
    expect(x[1]).toBeCloseTo(12, 11);
    expect(x[2]).toBeCloseTo(3 + 12 - 2 * G, 11);
  });

  it('tumbles and conserves angular momentum to machine precision and energy to the order of the method', () => {
    const brick = createBox([0.2, 0.5, 0.8]);
    const scene = stepScene([{ shape: brick, at: [0, 0, 0], angularVelocity: [0.05, 5, 0] }], {
      time,
      gravity: [0, 0, 0],
    });
    const { angularMomentumError, energyError } = errorsOf(scene, 20);
    // 9600 substeps, each with the rounding of a rotation there and back
    expect(angularMomentumError).toBeLessThan(1e-11);
    // an independent program: 4e-5 at 240 substeps per second, second order: 1e-5 at 480
    expect(energyError).toBeLessThan(2e-5);
  });
});

/** A plane inclined by `angle` towards `heading`, and a body on it, its own height `lift` above. */
function incline(angle: number, heading: number, shape: typeof cube | typeof ball, lift: number, friction: number) {
  const axis = [-Math.sin(heading), Math.cos(heading), 0];
  const rotated = rotatedAbout(axis, angle);
  const up = [Math.sin(angle) * Math.cos(heading), Math.sin(angle) * Math.sin(heading), Math.cos(angle)];
  const down = [Math.cos(angle) * Math.cos(heading), Math.cos(angle) * Math.sin(heading), -Math.sin(angle)];
  const slab = { shape: createBox([100, 100, 0.5]), at: up.map((n) => -0.5 * n), rotated, motion: 'fixed' as const };
  const scene = stepScene([slab, { shape, at: up.map((n) => lift * n), rotated }], {
    time,
    material: { staticFriction: friction },
  });
  const slid = (world: StepWorld) =>
    [0, 1, 2].reduce((sum, k) => sum + down[k] * (world.bodies.positions[3 + k] - lift * up[k]), 0);
  return { scene, slid };
}

describe('friction', () => {
  it('holds a box below the friction angle and lets it slide above it, in any direction', () => {
    const angle = Math.atan(0.5);
    for (const heading of [0, 0.3, Math.PI / 4, 1.1, Math.PI / 2, 2.5]) {
      const holds = incline(angle * 0.995, heading, cube, 0.5, 0.5);
      const slides = incline(angle * 1.005, heading, cube, 0.5, 0.5);
      const held = run(holds.scene, 1);
      const settled = holds.slid(held);
      for (let k = 0; k < 60; k++) advanceStep(held);
      // it may move slightly at the start; then it stays. Sliding, it moves by ½ g t² (sin - μ cos), 9.8 mm in the first second
      expect(settled).toBeLessThan(2e-3);
      expect(Math.abs(holds.slid(held) - settled)).toBeLessThan(1e-7);
      expect(slides.slid(run(slides.scene, 1))).toBeGreaterThan(5e-3);
    }
  });

  it('brakes a sliding box by μ g: it stops after v²/(2 μ g)', () => {
    const scene = stepScene([floorAt(), { shape: cube, at: [0, 0, 0.5], velocity: [3, 4, 0] }], {
      time,
      material: { staticFriction: 0.4 },
    });
    const { positions: x, velocities: v } = run(scene, 3).bodies;
    const displacement = 25 / (2 * 0.4 * G);
    // the box tips slightly while it brakes and settles in the last substeps: within 0.1 %
    expect(Math.hypot(x[3], x[4]) / displacement).toBeCloseTo(1, 3);
    expect(x[4] / x[3]).toBeCloseTo(4 / 3, 4);
    expect(Math.hypot(v[3], v[4], v[5])).toBeLessThan(1e-5);
  });

  it('holds by static friction and brakes by dynamic friction', () => {
    const slope = incline(Math.atan(0.45), 0.7, cube, 0.5, 0.5);
    const [{ material }] = slope.scene.contacts.laws[0];
    const laws = [[{ collide: true, material: { ...material, dynamicFriction: 0.2 } }]];
    const scene = { ...slope.scene, contacts: { ...slope.scene.contacts, laws } };
    expect(slope.slid(run(scene, 1))).toBeLessThan(1e-3);
    const loaded = run(
      {
        ...scene,
        bodies: scene.bodies.map((body, k) => (k === 1 ? { ...body, velocity: { x: 0.5, y: 0, z: 0 } } : body)),
      },
      1,
    );
    // g (sin - 0.2 cos) from the start on, plus the small contribution of the load
    expect(slope.slid(loaded)).toBeGreaterThan(0.5 * G * (0.45 - 0.2) * Math.cos(Math.atan(0.45)));
  });
});

describe('rolling', () => {
  it('a ball rolls down an incline with 5/7 g sin', () => {
    const { scene, slid } = incline(0.3, 0.4, ball, 0.5, 0.5);
    const displacement = slid(run(scene, 2));
    // the slab is a hundred times as wide as the ball, not infinitely: within 0.05 %
    expect(displacement / (0.5 * (5 / 7) * G * Math.sin(0.3) * 4)).toBeCloseTo(1, 3);
  });

  it('a ball set sliding ends up rolling with 5/7 of its speed', () => {
    const scene = stepScene([floorAt(), { shape: ball, at: [0, 0, 0.5], velocity: [7, 0, 0] }], { time });
    const { velocities: v, angularVelocities: w } = run(scene, 2).bodies;
    // angular momentum about a point of the floor is conserved while it slides: exact except for the flight over the gap
    expect(v[3]).toBeCloseTo(5, 4);
    expect(w[4] * 0.5).toBeCloseTo(v[3], 6);
  });
});

describe('restitution', () => {
  it('a ball rebounds to e² of its height, a flat box without rotation', () => {
    for (const shape of [ball, cube]) {
      const scene = stepScene([floorAt(), { shape, at: [0, 0, 2.5] }], { time, material: { restitution: 0.8 } });
      const world = createStepWorld(scene);
      let top = 0;
      for (let k = 0; k < 90; k++) {
        advanceStep(world);
        // it comes down at 0.64 s
        if (k > 40) top = Math.max(top, world.bodies.positions[5] - 0.5);
      }
      // the displacement of a substep at impact, g v s
      expect(top / (0.64 * 2)).toBeCloseTo(1, 1);
      // angular velocity left by 24 passes over its four corners [rad/s]
      expect(Math.hypot(...world.bodies.angularVelocities.subarray(3, 6))).toBeLessThan(1e-5);
    }
  });

  it('approaches below the restitution threshold do not bounce', () => {
    const scene = stepScene([floorAt(), { shape: ball, at: [0, 0, 0.5001] }], { time, material: { restitution: 1 } });
    const { velocities: v } = run(scene, 1).bodies;
    expect(Math.abs(v[5])).toBeLessThan(1e-9);
  });
});

describe('stacks', () => {
  const boxes = Array.from({ length: 10 }, (_, k) => ({
    shape: cube,
    at: [0.05 * Math.sin(7 * k), 0.05 * Math.cos(5 * k), 0.5 + 1.001 * k],
    rotated: [1, 0, 0, 0.05 * Math.sin(3 * k)],
  }));

  it('ten boxes, none quite above the other, come to rest and do not move', () => {
    const world = run(stepScene([floorAt(), ...boxes], { time }), 8);
    const { positions } = world.bodies;
    const then = positions.slice();
    for (let k = 0; k < 240; k++) advanceStep(world);
    // ten tons: 1e-8 J is a speed of a micrometre per second
    expect(ledgerOf(world).kineticEnergy).toBeLessThan(1e-8);
    const moved = Math.max(...positions.map((x, k) => Math.abs(x - then[k])));
    expect(moved).toBeLessThan(1e-5);
    // each overlap is at most 1.1 times the slop
    expect(positions[32]).toBeGreaterThan(9.5 - 10 * 1.1e-4);
    expect(positions[32]).toBeLessThan(9.5 + 1e-6);
  });

  it('the balance of a falling stack closes to machine precision', () => {
    const { energyError, momentumError, angularMomentumError } = errorsOf(
      stepScene([floorAt(), ...boxes], { time }),
      2,
    );
    expect(energyError).toBeLessThan(1e-12);
    expect(momentumError).toBeLessThan(1e-12);
    expect(angularMomentumError).toBeLessThan(1e-10);
  });

  it('the work of all contacts adds up to the contact work of the ledger', () => {
    const falling = boxes.map((box, k) => ({ ...box, velocity: [0, 0, -k] }));
    const scene = stepScene([floorAt(), ...falling], { time, gravity: [0, 0, 0] });
    const world = createStepWorld(scene, { measureWork: true });
    let sum = 0;
    for (let k = 0; k < 60; k++) {
      advanceStep(world);
      const { rows, rowCount } = world.contacts;
      for (let row = 0; row < rowCount; row++) sum += rows[ROW * row + WORK];
    }
    // without gravity, position correction does no work
    expect(sum / world.totals.contactWork).toBeCloseTo(1, 12);
  });
});

describe('a pile', () => {
  it('of bricks in a bin comes to rest, and its balance closes', () => {
    const random = createRandom(7);
    const walls = [
      fixedBox([-3, -2, 0], [-2, 2, 9]),
      fixedBox([2, -2, 0], [3, 2, 9]),
      fixedBox([-2, -3, 0], [2, -2, 9]),
      fixedBox([-2, 2, 0], [2, 3, 9]),
    ];
    const bodies = Array.from({ length: 27 }, (_, k) => ({
      shape: createBox([0.4, (0.6 + 0.1 * (k % 3)) / 2, 0.45]),
      at: [-1.2 + 1.2 * (k % 3), -1.2 + 1.2 * (Math.floor(k / 3) % 3), 0.7 + 1.3 * Math.floor(k / 9)],
      rotated: [1, random.between(-0.2, 0.2), random.between(-0.2, 0.2), random.between(-0.2, 0.2)],
    }));
    const scene = stepScene([floorAt(), ...walls, ...bodies], { time });
    const start = ledgerOf(createStepWorld(scene));
    const world = run(scene, 10);
    const errors = balance(start, ledgerOf(world));
    // the free rotation of the boxes conserves energy to second order in the substep
    expect(errors.energyError).toBeLessThan(1e-6);
    expect(errors.momentumError).toBeLessThan(1e-12);
    // ten tons of bricks: a hundredth of a micrometre per second, and decreasing
    expect(ledgerOf(world).kineticEnergy).toBeLessThan(1e-9);
  });
});
