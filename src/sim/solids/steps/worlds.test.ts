import { describe, expect, it } from 'vitest';
import { type BodyWords, fixedBox, floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCapsule } from '../../../shapes/capsule.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { advanceStep } from './advance-step.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import { createStepWorld, type StepWorld } from './step-world.ts';

const time = { substeps: 8 };
const cube = createBox([0.5, 0.5, 0.5]);

function steps(world: StepWorld, count: number): StepWorld {
  for (let k = 0; k < count; k++) advanceStep(world);
  return world;
}

/** Boxes, balls and capsules that fall into a bin. */
function heap(count: number, given: Parameters<typeof stepScene>[1] = {}) {
  const random = createRandom(11);
  const shapes = [cube, createSphere(0.45), createCapsule(0.3, 0.4), createBox([0.25, 0.6, 0.4])];
  const bodies = Array.from(
    { length: count },
    (_, k): BodyWords => ({
      shape: shapes[k % 4],
      at: [1.4 * (k % 3) - 1.4, 1.4 * (Math.floor(k / 3) % 3) - 1.4, 1 + 1.5 * Math.floor(k / 9)],
      rotated: [1, random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-0.5, 0.5)],
      velocity: [random.between(-1, 1), random.between(-1, 1), 0],
    }),
  );
  const walls = [
    fixedBox([-3.5, -2.5, 0], [-2.5, 2.5, 12]),
    fixedBox([2.5, -2.5, 0], [3.5, 2.5, 12]),
    fixedBox([-2.5, -3.5, 0], [2.5, -2.5, 12]),
    fixedBox([-2.5, 2.5, 0], [2.5, 3.5, 12]),
  ];
  return stepScene([floorAt(), ...walls, ...bodies], { time, ...given });
}

const bits = ({ bodies, totals }: StepWorld) => [
  ...bodies.positions,
  ...bodies.orientations,
  ...bodies.velocities,
  ...bodies.angularVelocities,
  totals.contactWork,
];

describe('determinism', () => {
  it('two runs of one scene are bitwise identical', () => {
    const scene = heap(18);
    expect(bits(steps(createStepWorld(scene), 80))).toEqual(bits(steps(createStepWorld(scene), 80)));
  });

  it('a snapshot resumes bit for bit, in the same world, in a new one and after structured copies', () => {
    const scene = heap(18, { time: { ...time, timeToSleep: 0.3 } });
    const world = steps(createStepWorld(scene), 70);
    const snapshot = structuredClone(takeSnapshot(world));
    const expected = bits(steps(world, 90));
    const fresh = createStepWorld(scene);
    restoreSnapshot(fresh, snapshot);
    expect(bits(steps(fresh, 90))).toEqual(expected);
    restoreSnapshot(world, snapshot);
    expect(bits(steps(world, 90))).toEqual(expected);
  });

  it('a snapshot of another number of bodies is rejected', () => {
    const snapshot = takeSnapshot(createStepWorld(heap(3)));
    expect(() => restoreSnapshot(createStepWorld(heap(4)), snapshot)).toThrow('has 8 bodies, the world has 9');
  });
});

describe('sleep', () => {
  const pair: BodyWords[] = [floorAt(), { shape: cube, at: [0, 0, 0.5] }, { shape: cube, at: [0, 0, 1.5] }];
  const far: BodyWords = { shape: cube, at: [9, 0, 0.5] };

  it('covers a whole island, and a body that lands on it wakes all of it and no other bodies', () => {
    const falling: BodyWords = { shape: createSphere(0.3), at: [0.2, 0, 12] };
    const world = createStepWorld(stepScene([...pair, far, falling], { time: { ...time, timeToSleep: 0.5 } }));
    steps(world, 80);
    expect([...world.asleep]).toEqual([0, 1, 1, 1, 0]);
    expect(world.bodies.velocities.subarray(0, 12).every((v) => v === 0)).toBe(true);
    // it falls 9.7 m: 1.41 s
    steps(world, 8);
    expect([...world.asleep]).toEqual([0, 0, 0, 1, 0]);
  });

  it('does not stop a ball that rolls slowly and steadily, however high the restitution threshold', () => {
    // its fastest point, at twice 8 cm/s, is below the default restitution threshold: 2 g step = 0.33 m/s
    const ball: BodyWords = {
      shape: createSphere(0.2),
      at: [0, 0, 0.2],
      velocity: [0.08, 0, 0],
      angularVelocity: [0, 0.4, 0],
    };
    const scene = stepScene([floorAt(), ball], { time: { ...time, timeToSleep: 0.5 }, restitutionThreshold: 0.33 });
    const world = steps(createStepWorld(scene), 180);
    expect(world.asleep[1]).toBe(0);
    expect(world.bodies.positions[3]).toBeCloseTo(3 * 0.08, 9);
  });

  it('ends when a load sets in', () => {
    const load = { body: 1, force: createVec3(8000, 0, 0), torque: createVec3(), from: 2, until: 3 };
    const world = createStepWorld(stepScene(pair, { time: { ...time, timeToSleep: 0.5 }, loads: [load] }));
    steps(world, 119);
    expect([...world.asleep]).toEqual([0, 1, 1]);
    steps(world, 61);
    // both boxes weigh 2000 kg, friction holds 0.5 · 2000 · 9.81 = 9810 N: they stay, awake
    expect([...world.asleep]).toEqual([0, 0, 0]);
    expect(Math.abs(world.bodies.positions[3])).toBeLessThan(1e-3);
  });
});

describe('fast bodies', () => {
  /** Number of the given bodies that ended up beyond x = 0. */
  const passed = (world: StepWorld, shot: readonly number[]) =>
    shot.filter((i) => world.bodies.positions[3 * i] > 0.05).length;

  it('bullets at 1000 m/s do not pass a wall of a millimetre, for all shapes and start positions', () => {
    const random = createRandom(5);
    const wall = fixedBox([-0.0005, -30, -30], [0.0005, 30, 30]);
    const bullets = Array.from(
      { length: 30 },
      (_, k): BodyWords => ({
        shape: [createSphere(0.01), createBox([0.01, 0.005, 0.015]), createCapsule(0.02, 0.004)][k % 3],
        at: [-random.between(0.05, 60), 2 * k - 30, random.between(-1, 1)],
        rotated: [1, random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
        velocity: [1000, 0, 0],
        angularVelocity: [random.between(-50, 50), random.between(-50, 50), random.between(-50, 50)],
      }),
    );
    const world = createStepWorld(
      stepScene([wall, ...bullets], { time, gravity: [0, 0, 0], material: { restitution: 0.5 } }),
    );
    steps(world, 12);
    const shot = bullets.map((_, k) => k + 1);
    expect(passed(world, shot)).toBe(0);
    // and each one has reached the wall and rebounded
    expect(shot.every((i) => world.bodies.velocities[3 * i] < 0)).toBe(true);
  });

  it('a bullet hits a post thinner than itself, and two bullets collide head on', () => {
    const post: BodyWords = { shape: createCapsule(0.002, 10), at: [0, 0, 0], motion: 'fixed' };
    const bullet = (x: number, y: number, v: number): BodyWords => ({
      shape: createSphere(0.01),
      at: [x, y, 0],
      velocity: [v, 0, 0],
    });
    const world = createStepWorld(
      stepScene([post, bullet(-7, 0.001, 1000), bullet(-7, 5, 1000), bullet(4, 5, -1000)], {
        time,
        gravity: [0, 0, 0],
        material: { restitution: 0 },
      }),
    );
    steps(world, 4);
    // it is deflected: the normal is almost perpendicular to its path
    expect(world.bodies.velocities[4]).toBeGreaterThan(10);
    // the total momentum is zero, and restitution is zero
    expect(world.bodies.positions[6]).toBeLessThan(world.bodies.positions[9]);
    expect(Math.abs(world.bodies.velocities[6])).toBeLessThan(1e-6);
    expect(Math.abs(world.bodies.velocities[9])).toBeLessThan(1e-6);
  });

  it('a body that is accelerated by an impact within a step is stopped by the next wall', () => {
    const world = createStepWorld(
      stepScene(
        [
          fixedBox([-0.0005, -5, -5], [0.0005, 5, 5]),
          { shape: createSphere(0.05), at: [-1, 0, 0] },
          { shape: createSphere(0.05), at: [-1.2, 0, 0], velocity: [500, 0, 0] },
        ],
        { time, gravity: [0, 0, 0], material: { restitution: 1, staticFriction: 0 } },
      ),
    );
    steps(world, 10);
    expect(passed(world, [1, 2])).toBe(0);
  });

  it('a ball that rolls fast over the ground is not stopped by it', () => {
    const ball: BodyWords = {
      shape: createSphere(0.05),
      at: [0, 0, 0.05],
      velocity: [30, 0, 0],
      angularVelocity: [0, 600, 0],
    };
    const world = steps(createStepWorld(stepScene([floorAt(), ball], { time })), 60);
    expect(world.bodies.positions[3]).toBeCloseTo(30, 6);
  });
});

describe('contact events', () => {
  it('contacts and triggers report when contact begins and ends', () => {
    const log: string[] = [];
    const scene = stepScene(
      [
        floorAt(),
        { shape: createSphere(0.5), at: [0, 0, 3] },
        { shape: createBox([2, 2, 0.1]), at: [0, 0, 1.5], motion: 'fixed', trigger: true },
      ],
      { time, material: { restitution: 0.2 } },
    );
    const world = createStepWorld(scene, {
      onContact: (a, b, touching) => log.push(`${a} ${b} ${touching ? 'touch' : 'part'}`),
    });
    steps(world, 45);
    // through the trigger, onto the ground and off it again
    expect(log).toEqual(['1 2 touch', '1 2 part', '0 1 touch', '0 1 part']);
  });

  it('bodies filtered by shouldCollide pass through each other', () => {
    const scene = stepScene([floorAt(), { shape: cube, at: [0, 0, 2] }], { time });
    const world = steps(createStepWorld(scene, { shouldCollide: () => false }), 60);
    expect(world.bodies.positions[5]).toBeCloseTo(2 - 9.81 / 2, 9);
  });

  it('a prescribed body carries a body on top of it and keeps its motion in every contact', () => {
    const belt: BodyWords = {
      shape: createBox([20, 1, 0.5]),
      at: [0, 0, -0.5],
      motion: 'prescribed',
      velocity: [1.5, 0, 0],
    };
    const world = steps(createStepWorld(stepScene([belt, { shape: cube, at: [0, 0, 0.5] }], { time })), 120);
    expect(world.bodies.positions[0]).toBeCloseTo(3, 9);
    expect(world.bodies.velocities[3]).toBeCloseTo(1.5, 5);
    // it slipped for v/(μ g) = 0.31 s and half the displacement of that
    expect(world.bodies.positions[3]).toBeCloseTo(3 - 1.5 ** 2 / (2 * 0.5 * 9.81), 2);
  });

  it('a load acts with its force and torque for its duration', () => {
    const load = { body: 0, force: createVec3(2000, 0, 0), torque: createVec3(0, 0, 500), from: 0, until: 0.5 };
    const scene = stepScene([{ shape: cube, at: [0, 0, 0] }], { time, gravity: [0, 0, 0], loads: [load] });
    const world = steps(createStepWorld(scene), 60);
    // 1000 kg, 1000/6 kg m²
    expect(world.bodies.velocities[0]).toBeCloseTo(1, 12);
    expect(world.bodies.angularVelocities[2]).toBeCloseTo(1.5, 12);
    expect(world.totals.externalWork).toBeCloseTo(0.5 * 1000 + (0.5 * 1000 * 1.5 ** 2) / 6, 9);
  });
});
