import { describe, expect, it } from 'vitest';
import { advance, angleOf, createWorldOf, cube, energyOf, FLOOR, G, sphere, vectorOf } from './fixed-steps.ts';

describe('friction over a face', () => {
  it('stops a sliding cube after v²/(2 μ g), without turning it', () => {
    for (const speed of [1.5, 1.71, 1.93, 2, 2.1]) {
      const velocity = [speed, 0.25 * speed, 0];
      const world = createWorldOf({
        bodies: [FLOOR, cube('cube', 0.05, [0, 0, 0.05], { velocity, density: 1000 })],
        friction: 0.3,
      });
      const [x, y] = vectorOf(advance(world, 2).bodies.positions, 1);
      const exact = (speed ** 2 + (0.25 * speed) ** 2) / (2 * 0.3 * G);
      expect(Math.abs(Math.hypot(x, y) / exact - 1)).toBeLessThan(1e-5);
      expect(Math.abs(y / x - 0.25)).toBeLessThan(1e-5);
      expect(angleOf(world, 1)).toBeLessThan(1e-4);
    }
  });

  it('stops a spinning plate, which stands on its four corners, after ω²/(2 α) with I α = μ m g r', () => {
    const half = 0.1;
    for (const spin of [4.7, 5, 5.2]) {
      const plate = {
        name: 'plate',
        shape: { kind: 'box', halfExtents: [half, half, 0.02] },
        position: [0, 0, 0.02],
        angularVelocity: [0, 0, spin],
        density: 1000,
      };
      const world = advance(createWorldOf({ bodies: [FLOOR, plate], friction: 0.3 }), 2);
      const acceleration = (0.3 * G * Math.SQRT2 * half) / ((2 / 3) * half ** 2);
      expect(Math.abs(angleOf(world, 1) / (spin ** 2 / (2 * acceleration)) - 1)).toBeLessThan(1e-3);
      const [x, y] = vectorOf(world.bodies.positions, 1);
      expect(Math.hypot(x, y)).toBeLessThan(1e-5);
      for (const component of vectorOf(world.bodies.angularVelocities, 1))
        expect(Math.abs(component)).toBeLessThan(1e-9);
    }
  });
});

describe('a rolling sphere', () => {
  it('that began to slide reaches the position and 5/7 of the speed of the closed form', () => {
    for (const speed of [5.3, 6.9, 7]) {
      const ball = sphere('ball', 0.1, [0, 0, 0.1], { velocity: [speed, 0, 0] });
      const world = createWorldOf({ bodies: [FLOOR, ball], friction: 0.5 });
      const start = energyOf(world);
      advance(world, 2, () => expect(energyOf(world)).toBeLessThan(start * (1 + 1e-12)));
      const slides = (2 * speed) / (7 * 0.5 * G);
      const exact = speed * slides - 0.25 * G * slides ** 2 + (5 / 7) * speed * (2 - slides);
      expect(Math.abs(world.bodies.velocities[3] / speed - 5 / 7)).toBeLessThan(1e-6);
      expect(Math.abs(world.bodies.positions[3] - exact)).toBeLessThan(1e-5);
    }
  });

  it('on a turntable moves in a circle at 2/7 of the rate of the table, within 0.4 % of the radius', () => {
    const [rate, x, speed] = [3, 0.5, 0.4];
    const table = {
      name: 'table',
      shape: { kind: 'box', halfExtents: [3, 3, 0.25] },
      position: [0, 0, -0.25],
      motion: 'prescribed',
      angularVelocity: [0, 0, rate],
    };
    // the point of contact moves with the table: v + r ω = Ω x
    const spin = [(rate * x - speed) / 0.1, 0, 0];
    const ball = sphere('ball', 0.1, [x, 0, 0.1], { velocity: [0, speed, 0], angularVelocity: spin });
    const world = createWorldOf({ bodies: [table, ball], friction: 2 });
    const radius = speed / ((2 / 7) * rate);
    advance(world, (2 * Math.PI) / ((2 / 7) * rate), () => {
      const angle = (2 / 7) * rate * world.time;
      const [px, py] = vectorOf(world.bodies.positions, 1);
      const error = Math.hypot(px - x + radius - radius * Math.cos(angle), py - radius * Math.sin(angle));
      expect(error).toBeLessThan(4e-3 * radius);
    });
  });
});
