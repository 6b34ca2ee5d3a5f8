import { readScene } from '../../src/scene/read.ts';
import type { SolidScene } from '../../src/scene/solid-scene.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { dryFriction, FLOOR, GRAVITY } from './run-solids.ts';

/** Rigid-body worlds in fixed steps whose end has a closed form, and their errors. */

/** Penetration allowed in runs with friction on a face [m]: their error is proportional to it where the step is short. */
const SMALL_SLOP = 1e-9;
const RADIUS = 0.1;

interface StepDocument {
  readonly bodies: readonly object[];
  readonly contacts?: object;
  readonly gravity?: number;
  readonly time?: object;
}

/** A world with steps of `step` [s], and else the default settings. */
export function createWorldOf(step: number, { bodies, contacts, gravity = GRAVITY, time }: StepDocument): StepWorld {
  const text = JSON.stringify({
    world: 'solids',
    title: 'verification',
    description: 'A run.',
    bodies,
    contacts,
    forces: { gravity: [0, 0, -gravity] },
    time: { end: 1000, method: 'steps', step, ...time },
  });
  return createStepWorld(readScene(text, 'verification') as SolidScene);
}

export function advance(world: StepWorld, seconds: number, each?: () => void): StepWorld {
  const count = Math.round(seconds / world.scene.time.step);
  for (let k = 0; k < count; k++) {
    advanceStep(world);
    each?.();
  }
  return world;
}

/** Angle by which body `i` has rotated from its orientation 1 [rad]. */
export function angleOf({ bodies }: StepWorld, i: number): number {
  const [, x, y, z] = bodies.orientations.subarray(4 * i, 4 * i + 4);
  return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z)));
}

function sphere(name: string, position: readonly number[], motion: object = {}): object {
  return { name, shape: { kind: 'sphere', radius: RADIUS }, position, mass: 1, ...motion };
}

/** Times of the first `count` bounces of a sphere that falls from `height` [m], from the flight after each of them [s]. */
export function bounceTimes(step: number, restitution: number, height: number, count: number): number[] {
  const contacts = { restitution, restitutionThreshold: 1e-3 };
  const bodies = [FLOOR, sphere('sphere', [0, 0, height + RADIUS])];
  const world = createWorldOf(step, { bodies, contacts, time: { timeToSleep: 0 } });
  const times: number[] = [];
  while (times.length < count && world.time < 20) {
    const before = world.bodies.velocities[5];
    advanceStep(world);
    const speed = world.bodies.velocities[5];
    const gap = world.bodies.positions[5] - RADIUS;
    if (before < 0 && speed > 0) times.push(world.time - (Math.sqrt(speed ** 2 + 2 * GRAVITY * gap) - speed) / GRAVITY);
  }
  return times;
}

/** Maximum error of the times of ten bounces [s]. */
export function bounceError(step: number): number {
  const restitution = 0.9;
  let worst = 0;
  for (const height of [0.97, 1, 1.01, 1.13]) {
    const fall = Math.sqrt((2 * height) / GRAVITY);
    let exact = fall;
    const times = bounceTimes(step, restitution, height, 10);
    if (times.length < 10) return Number.POSITIVE_INFINITY;
    for (const [k, time] of times.entries()) {
      worst = Math.max(worst, Math.abs(time - exact));
      exact += 2 * fall * restitution ** (k + 1);
    }
  }
  return worst;
}

/** Result of frictionless elastic hits of two spheres, off centre: maximum error of the direction [rad], and angular velocity [rad/s]. */
export function obliqueHits(step: number): { direction: number; angularVelocity: number } {
  let [direction, angularVelocity] = [0, 0];
  for (const offset of [0.05, 0.1, 0.15, 0.19]) {
    for (const x of [0.4, 0.403, 0.413, 0.429]) {
      // slow enough not to be left to CCD, which would be exact
      const bodies = [sphere('target', [0, 0, 0]), sphere('cue', [x, offset, 0], { velocity: [-0.5, 0, 0] })];
      const contacts = { restitution: 1, restitutionThreshold: 0.01 };
      const { bodies: end } = advance(createWorldOf(step, { bodies, contacts, gravity: 0 }), 1);
      const exact = Math.atan2(-offset, -Math.sqrt(4 * RADIUS ** 2 - offset ** 2));
      direction = Math.max(direction, Math.abs(Math.atan2(end.velocities[1], end.velocities[0]) - exact));
      for (const component of end.angularVelocities) angularVelocity = Math.max(angularVelocity, Math.abs(component));
    }
  }
  return { direction, angularVelocity };
}

/** Maximum error of the distance v²/(2 μ g) at which a sliding cube stops [m]. */
export function slidingError(step: number): number {
  let worst = 0;
  for (const speed of [1.5, 1.71, 1.93, 2, 2.1]) {
    const shape = { kind: 'box', halfExtents: [0.05, 0.05, 0.05] };
    const cube = { name: 'cube', shape, position: [0, 0, 0.05], velocity: [speed, speed / 4, 0], density: 1000 };
    const contacts = { restitution: 0, friction: dryFriction(0.3), slop: SMALL_SLOP };
    const { positions } = advance(createWorldOf(step, { bodies: [FLOOR, cube], contacts }), 1).bodies;
    const exact = (speed ** 2 + (speed / 4) ** 2) / (2 * 0.3 * GRAVITY);
    worst = Math.max(worst, Math.abs(Math.hypot(positions[3], positions[4]) - exact));
  }
  return worst;
}

/** Maximum error of the angle at which a rotating plate on its four corners stops [rad]. */
export function twistError(step: number): number {
  const half = 0.1;
  // μ m g on the arm of a corner, and the moment of inertia m (2 half)²/6
  const acceleration = (0.3 * GRAVITY * Math.SQRT2 * half) / ((2 / 3) * half ** 2);
  let worst = 0;
  for (const rate of [4.7, 4.9, 5, 5.2]) {
    const shape = { kind: 'box', halfExtents: [half, half, 0.02] };
    const plate = { name: 'plate', shape, position: [0, 0, 0.02], angularVelocity: [0, 0, rate], density: 1000 };
    const contacts = { restitution: 0, friction: dryFriction(0.3), slop: SMALL_SLOP };
    const world = advance(createWorldOf(step, { bodies: [FLOOR, plate], contacts }), 0.5);
    worst = Math.max(worst, Math.abs(angleOf(world, 1) - rate ** 2 / (2 * acceleration)));
  }
  return worst;
}

/** Maximum error of the position of a sphere that slides, then rolls at 5/7 of its speed [m]. */
export function rollingError(step: number): number {
  let worst = 0;
  for (const speed of [5.3, 6.9, 7]) {
    const bodies = [FLOOR, sphere('sphere', [0, 0, RADIUS], { velocity: [speed, 0, 0] })];
    const contacts = { restitution: 0, friction: dryFriction(0.5) };
    const { positions } = advance(createWorldOf(step, { bodies, contacts }), 2).bodies;
    const slides = (2 * speed) / (7 * 0.5 * GRAVITY);
    const exact = speed * slides - 0.25 * GRAVITY * slides ** 2 + (5 / 7) * speed * (2 - slides);
    worst = Math.max(worst, Math.abs(positions[3] - exact));
  }
  return worst;
}

/** Maximum error of the position of a sphere on a turntable, over one revolution [m]; its rate is 2/7 of that of the table. */
export function turntableError(step: number): number {
  const [rate, x, speed] = [3, 0.5, 0.4];
  const table = {
    name: 'table',
    shape: { kind: 'box', halfExtents: [3, 3, 0.25] },
    position: [0, 0, -0.25],
    motion: 'prescribed',
    angularVelocity: [0, 0, rate],
  };
  // the point of contact moves with the table: v + r ω = Ω x
  const angularVelocity = [(rate * x - speed) / RADIUS, 0, 0];
  const bodies = [table, sphere('sphere', [x, 0, RADIUS], { velocity: [0, speed, 0], angularVelocity })];
  const world = createWorldOf(step, { bodies, contacts: { restitution: 0, friction: dryFriction(2) } });
  const radius = speed / ((2 / 7) * rate);
  let worst = 0;
  advance(world, (2 * Math.PI) / ((2 / 7) * rate), () => {
    const angle = (2 / 7) * rate * world.time;
    const [px, py] = world.bodies.positions.subarray(3, 5);
    worst = Math.max(worst, Math.hypot(px - x + radius - radius * Math.cos(angle), py - radius * Math.sin(angle)));
  });
  return worst;
}
