import { describe, expect, it } from 'vitest';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { advance, angleOf, createWorldOf, cube, energyOf, FLOOR, G, sphere, vectorOf } from './fixed-steps.ts';

const DEGREE = Math.PI / 180;

describe('a cube that falls flat from 1 m', () => {
  it.each([0.001, 0.005, 0.01, 0.02])('neither turns nor shifts, in steps of %d s', (step) => {
    for (const half of [0.05, 0.5]) {
      const world = advance(
        createWorldOf({ bodies: [FLOOR, cube('cube', half, [0, 0, 1 + half])], friction: 0.3, step }),
        2,
      );
      const [x, y, z] = vectorOf(world.bodies.positions, 1);
      expect(angleOf(world, 1)).toBeLessThan(0.01 * DEGREE);
      expect(Math.hypot(x, y)).toBeLessThan(1e-4);
      // overlaps are corrected down to the slop, in proportion to the size, within seconds
      expect(Math.abs(z - half)).toBeLessThan(1e-3 * half);
    }
  });
});

describe('an oblique, frictionless and elastic hit of two spheres', () => {
  const RADIUS = 0.1;
  const SPEED = 3;
  /** Distances at the start: the impact falls on different parts of a step. */
  const STARTS = [1, 1.003, 1.013, 1.029];

  function hit(step: number, offset: number, x: number, gravity: number) {
    const bodies = [
      sphere('target', RADIUS, [0, 0, 0]),
      sphere('cue', RADIUS, [x, offset, 0], { velocity: [-SPEED, 0, 0] }),
    ];
    return advance(createWorldOf({ bodies, restitution: 1, gravity, step }), 1);
  }

  it.each([
    [0.01, 0.2],
    [0.001, 0.2],
  ])('sends them along the line of centres in steps of %d s, without spin', (step, degrees) => {
    for (const offset of [0.05, 0.1, 0.15, 0.19]) {
      for (const x of STARTS) {
        for (const gravity of [0, G]) {
          const { bodies } = hit(step, offset, x, gravity);
          // closed form: the target leaves along the line of centres, with the component of the velocity along it
          const normal = [-Math.sqrt(4 * RADIUS ** 2 - offset ** 2) / (2 * RADIUS), -offset / (2 * RADIUS)];
          const [vx, vy] = vectorOf(bodies.velocities, 0);
          const angle = Math.atan2(vy, vx) - Math.atan2(normal[1], normal[0]);
          expect(Math.abs(angle)).toBeLessThan(degrees * DEGREE);
          expect(Math.abs(Math.hypot(vx, vy) + SPEED * normal[0])).toBeLessThan(1e-3 * SPEED);
          for (const component of bodies.angularVelocities) expect(Math.abs(component)).toBeLessThan(1e-13);
        }
      }
    }
  });
});

describe('a bouncing sphere', () => {
  const RADIUS = 0.1;

  /** Times of the first `count` bounces, from the flight after each of them [s]. */
  function bounceTimes(step: number, restitution: number, height: number, count: number): number[] {
    const world = createWorldOf({
      bodies: [FLOOR, sphere('ball', RADIUS, [0, 0, height + RADIUS])],
      restitution,
      step,
      time: { timeToSleep: 0 },
    });
    const times: number[] = [];
    while (times.length < count && world.time < 20) {
      const before = world.bodies.velocities[5];
      advanceStep(world);
      const speed = world.bodies.velocities[5];
      const above = world.bodies.positions[5] - RADIUS;
      if (before < 0 && speed > 0) times.push(world.time - (Math.sqrt(speed ** 2 + 2 * G * above) - speed) / G);
    }
    return times;
  }

  it.each([
    [0.01, 1],
    [0.01, 0.9],
    [0.01, 0.8],
    [1 / 60, 1],
  ])('in steps of %d s has the times of the closed form for ten bounces, restitution %d', (step, restitution) => {
    for (const height of [0.97, 1, 1.01, 1.13]) {
      const times = bounceTimes(step, restitution, height, 10);
      expect(times).toHaveLength(10);
      const fall = Math.sqrt((2 * height) / G);
      let exact = fall;
      for (const [k, time] of times.entries()) {
        // at most one step late is asked for; impacts at their own times are far within
        expect(Math.abs(time - exact)).toBeLessThan(1e-4);
        exact += 2 * fall * restitution ** (k + 1);
      }
    }
  });

  it('that is elastic keeps its energy over a hundred bounces', () => {
    const world = createWorldOf({ bodies: [FLOOR, sphere('ball', RADIUS, [0, 0, 1 + RADIUS])], restitution: 1 });
    const start = energyOf(world);
    advance(world, 90, () => expect(energyOf(world) / start).toBeLessThan(1 + 1e-9));
    expect(Math.abs(energyOf(world) / start - 1)).toBeLessThan(1e-6);
  });
});

describe("a touching Newton's cradle of spheres", () => {
  it.each([3, 5])('of %i passes the whole velocity to the last one', (count) => {
    for (const step of [0.001, 0.01, 1 / 60]) {
      const bodies = Array.from({ length: count }, (_, i) =>
        sphere(`ball ${i}`, 0.1, [i === 0 ? -1 : 0.2 * i, 0, 0], { velocity: [i === 0 ? 1 : 0, 0, 0] }),
      );
      const world = advance(createWorldOf({ bodies, restitution: 1, gravity: 0, step }), 2);
      for (let i = 0; i < count; i++) {
        const [x, y, z] = vectorOf(world.bodies.velocities, i);
        expect(Math.abs(x - (i === count - 1 ? 1 : 0))).toBeLessThan(1e-12);
        expect(Math.hypot(y, z)).toBeLessThan(1e-12);
      }
    }
  });
});

describe('a spinning sphere that hits two spheres at the same time', () => {
  it('ends the same for every order of the bodies, in fixed steps', () => {
    const half = Math.PI / 6;
    const [x, y] = [0.2 * Math.cos(half), 0.2 * Math.sin(half)];
    const bodies = [
      sphere('cue', 0.1, [-1, 0, 0], { velocity: [1, 0, 0], angularVelocity: [0, 0, 5] }),
      sphere('upper', 0.1, [x, y, 0]),
      sphere('lower', 0.1, [x, -y, 0]),
    ];
    const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // biome-ignore format: permutations
    const results = orders.map((order) => {
      const world = createWorldOf({
        bodies: order.map((k) => bodies[k]),
        restitution: 0.8,
        friction: 0.5,
        gravity: 0,
      });
      advance(world, 1.5);
      return [0, 1, 2].map((k) => {
        const i = order.indexOf(k);
        return [...vectorOf(world.bodies.velocities, i), ...vectorOf(world.bodies.angularVelocities, i)];
      });
    });
    expect(Math.abs(results[0][0][5] - 5)).toBeGreaterThan(0.1);
    for (const result of results) {
      for (let k = 0; k < 3; k++)
        for (let l = 0; l < 6; l++) expect(Math.abs(result[k][l] - results[0][k][l])).toBeLessThan(1e-9);
    }
  });
});
