import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { balance } from '../../src/sim/ledger-totals.ts';
import { advanceToNextEvent } from '../../src/sim/solids/events/advance-events.ts';
import { createEventWorld } from '../../src/sim/solids/events/create-event-world.ts';
import { stateOf } from '../../src/sim/solids/events/world-state.ts';
import { solidLedger } from '../../src/sim/solids/solid-ledger.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { type BodyWords, fixedBox, floorAt, stepScene } from '../step-scenes.ts';

const STEPS = { step: 0.01, substeps: 8 };

function ledgerOf({ bodies, totals, scene, time }: StepWorld) {
  return solidLedger(bodies, totals, scene.forces.gravity, time);
}

/** Largest of the three errors of the balance since `start`. */
function balanceError(start: ReturnType<typeof ledgerOf>, world: StepWorld): number {
  const errors = balance(start, ledgerOf(world));
  return Math.max(errors.momentumError, errors.angularMomentumError, errors.energyError);
}

describe('a fast body flies on for the rest of the step after an impact', () => {
  it.each([50, 123.4, 400])('a ball at %d m/s between two walls keeps its period over 1000 impacts', (speed) => {
    const ball: BodyWords = { shape: createSphere(0.05), at: [0, 0, 0], velocity: [speed, 0, 0] };
    const walls = [fixedBox([-1.1, -1, -1], [-1, 1, 1]), fixedBox([1, -1, -1], [1.1, 1, 1])];
    const scene = stepScene([...walls, ball], {
      gravity: [0, 0, 0],
      material: { restitution: 1, staticFriction: 0 },
      time: STEPS,
    });
    const world = createStepWorld(scene);
    const start = ledgerOf(world);
    const width = 1.9;
    const count = Math.ceil((1000 * width) / speed / STEPS.step);
    for (let k = 0; k < count; k++) advanceStep(world);
    const path = (speed * count * STEPS.step + 0.5 * width) % (2 * width);
    const exact = path < width ? path - 0.5 * width : 1.5 * width - path;
    // every time of impact is early by at most 1e-12 of the size of the bodies
    expect(Math.abs(world.bodies.positions[6] - exact)).toBeLessThan(1000 * 2e-11);
    // rounding of each impact
    expect(Math.abs(Math.abs(world.bodies.velocities[6]) / speed - 1)).toBeLessThan(1e-12);
    expect(balanceError(start, world)).toBeLessThan(1e-12);
  });

  it.each([
    ['half-space', floorAt()],
    ['plate', fixedBox([-2, -2, -0.01], [2, 2, 0])],
  ])('an oblique bounce off a %s with friction leaves at the angle and the place of the impact law', (_, floor) => {
    const [speedX, speedZ, restitution, friction, radius] = [60, -80, 0.6, 0.1, 0.05];
    const ball: BodyWords = { shape: createSphere(radius), at: [0, 0, 0.35], velocity: [speedX, 0, speedZ] };
    const scene = stepScene([floor, ball], {
      gravity: [0, 0, 0],
      material: { restitution, staticFriction: friction },
      time: STEPS,
    });
    const world = createStepWorld(scene);
    advanceStep(world);
    // it slides during the whole impact: the friction impulse is μ (1 + e) m w
    const slide = speedX + friction * (1 + restitution) * speedZ;
    const rotation = (2.5 * friction * (1 + restitution) * -speedZ) / radius;
    const before = 0.3 / -speedZ;
    const after = STEPS.step - before;
    const { positions, velocities, angularVelocities } = world.bodies;
    const expected = [before * speedX + after * slide, 0, radius - restitution * speedZ * after];
    for (let k = 0; k < 3; k++) expect(Math.abs(positions[3 + k] - expected[k])).toBeLessThan(1e-9);
    expect(Math.abs(velocities[3] - slide)).toBeLessThan(1e-9);
    expect(Math.abs(velocities[5] + restitution * speedZ)).toBeLessThan(1e-9);
    expect(Math.abs(angularVelocities[4] - rotation)).toBeLessThan(1e-6);
    expect([...world.begun]).toEqual([0, 1]);
  });

  it('balls and capsules under gravity in a box are where an event-driven world has them', () => {
    const random = createRandom(7);
    const shapes = [createSphere(0.05), createCapsule(0.04, 0.05), createBox([0.06, 0.05, 0.04])];
    const bodies = Array.from({ length: 6 }, (_, k): BodyWords => {
      const draw = (max: number) => [0, 0, 0].map(() => random.between(-max, max));
      const at = [0.6 * (k % 3) - 0.6, 0.8 * Math.floor(k / 3) - 0.4, 0.1];
      return { shape: shapes[k % 3], at, velocity: draw(80), angularVelocity: draw(200) };
    });
    const walls = [0, 1, 2].flatMap((axis) =>
      [-1.1, 1].map((from) => {
        const [low, high] = [
          [-1.2, -1.2, -1.2],
          [1.2, 1.2, 1.2],
        ];
        low[axis] = from;
        high[axis] = from + 0.1;
        return fixedBox(low, high);
      }),
    );
    // a few impacts only: differences grow by a factor with each impact of two curved bodies
    const scene = stepScene([...walls, ...bodies], {
      material: { restitution: 0.9, staticFriction: 0 },
      time: { ...STEPS, end: 0.03 },
    });
    const world = createStepWorld(scene);
    const start = ledgerOf(world);
    for (let k = 0; k < 3; k++) advanceStep(world);
    expect(balanceError(start, world)).toBeLessThan(1e-12);
    const exact = createEventWorld(scene);
    let impacts = 0;
    while (advanceToNextEvent(exact, 0.03).status === 'happened') impacts++;
    expect(impacts).toBeGreaterThan(5);
    const { positions, velocities } = stateOf(exact).bodies;
    for (let k = 18; k < positions.length; k++) {
      expect(Math.abs(world.bodies.positions[k] - positions[k])).toBeLessThan(1e-5);
      expect(Math.abs(world.bodies.velocities[k] - velocities[k])).toBeLessThan(1e-3);
    }
  });

  it('a fast ball that hits a sleeping row of touching balls moves the last one in the same step', () => {
    const row = [0, 1, 2].map((k): BodyWords => ({ shape: createSphere(0.05), at: [0.1 * k, 0, 0] }));
    const ball: BodyWords = { shape: createSphere(0.05), at: [-0.6, 0, 0], velocity: [80, 0, 0] };
    const scene = stepScene([...row, ball], {
      gravity: [0, 0, 0],
      material: { restitution: 1, staticFriction: 0 },
      time: { ...STEPS, timeToSleep: 0.5 },
    });
    const world = createStepWorld(scene);
    world.asleep.fill(1, 0, 3);
    const start = ledgerOf(world);
    advanceStep(world);
    const { positions, velocities } = world.bodies;
    const left = STEPS.step - 0.5 / 80;
    expect(Math.abs(positions[6] - 0.2 - 80 * left)).toBeLessThan(1e-9);
    expect(Math.abs(velocities[6] - 80)).toBeLessThan(1e-9);
    for (const k of [0, 3, 9]) expect(Math.abs(velocities[k])).toBeLessThan(1e-9);
    expect(balanceError(start, world)).toBeLessThan(1e-12);
  });

  it.each([
    ['half-space', floorAt()],
    ['plate', fixedBox([-2, -2, -0.01], [40, 2, 0])],
  ])('a fast ball with restitution 0 stops at a %s without penetration, and slides on', (_, floor) => {
    const ball: BodyWords = { shape: createSphere(0.05), at: [0, 0, 0.15], velocity: [30, 0, -40] };
    const scene = stepScene([floor, ball], { material: { staticFriction: 0 }, time: STEPS });
    const world = createStepWorld(scene);
    const start = ledgerOf(world);
    advanceStep(world);
    expect(Math.abs(world.bodies.positions[3] - 0.3)).toBeLessThan(1e-12);
    // the midpoint rule lets a body at rest sag by g h²/8 until the end of its last substep: 1.9e-6 m
    expect(Math.abs(world.bodies.positions[5] - 0.05)).toBeLessThan(2e-6);
    for (let k = 0; k < 100; k++) advanceStep(world);
    expect(Math.abs(world.bodies.positions[5] - 0.05)).toBeLessThan(2e-4);
    expect(balanceError(start, world)).toBeLessThan(1e-12);
  });
});

describe('a body that turns by several revolutions in a step', () => {
  const rates = Array.from({ length: 10 }, (_, k) => 0.3 + 1.07 * k);

  it.each([
    ['about its short axis', [0, 0, 1]],
    ['tumbling', [0.05, 0.4, 0.9]],
  ])('a rod %s, next to a wall of 2 mm, never passes it', (_, axis) => {
    for (const revolutions of rates) {
      const rate = (2 * Math.PI * revolutions) / STEPS.step;
      for (const [distance, speed] of [
        [0.15, 0],
        [0.25, 0],
        [0.29, 0],
        [0.5, 20],
        [0.7, 150],
      ]) {
        const rod: BodyWords = {
          shape: createBox([0.3, 0.008, 0.005]),
          at: [0, 0, 0],
          velocity: [0, speed, 0],
          angularVelocity: axis.map((x) => rate * x),
        };
        const wall = fixedBox([-20, distance, -20], [20, distance + 0.002, 20]);
        const scene = stepScene([wall, rod], {
          gravity: [0, 0, 0],
          material: { restitution: 0.5, staticFriction: 0.3 },
          time: STEPS,
        });
        const world = createStepWorld(scene);
        const start = ledgerOf(world);
        for (let k = 0; k < 12; k++) {
          advanceStep(world);
          expect(world.bodies.positions[4]).toBeLessThan(distance);
        }
        const end = ledgerOf(world);
        expect(end.kineticEnergy).toBeLessThan(start.kineticEnergy * (1 + 1e-9));
        expect(world.bodies.velocities[4]).toBeLessThanOrEqual(0);
      }
    }
  });
});
