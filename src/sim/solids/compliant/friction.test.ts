import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../../test/scenes.ts';

function run(document: object) {
  return runAnyText(JSON.stringify({ title: 'test', description: 'A test.', world: 'solids', ...document }), 'test');
}

const G = 9.81;
const SLOPE = Math.PI / 9;
const MASS = 2;
const STIFFNESS = 1e5;
const HALF_HEIGHT = 0.05;
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
const last = <T>(list: readonly T[]): T => list[list.length - 1];

/** A flat box on a plane that is inclined by `angle`: gravity is. */
function block({ angle = 0, speed = 0, friction = {}, step = 5e-4, end = 1, damping = 200 }) {
  const sunk = (MASS * G * Math.cos(angle)) / (4 * STIFFNESS);
  const shape = { kind: 'box', halfExtents: [0.1, 0.1, HALF_HEIGHT] };
  const position = [0, 0, HALF_HEIGHT - sunk];
  return run({
    bodies: [floor, { name: 'block', shape, mass: MASS, position, velocity: [speed, 0, 0] }],
    contacts: {
      response: 'penalty',
      penalty: { law: 'linear', stiffness: STIFFNESS, damping },
      friction: { law: 'algebraic', ...friction },
    },
    forces: { gravity: [G * Math.sin(angle), 0, -G * Math.cos(angle)] },
    time: { end, method: 'steps', step },
    record: { interval: end / 2 },
  });
}

describe('a block on an incline in compliant contact', () => {
  it('holds without creep below the limit of Coulomb, with the force of friction', () => {
    const { frames, contacts, summary } = block({ angle: SLOPE, friction: { static: 0.4 }, end: 4 });
    const [, halfway, end] = frames.map(({ bodies }) => bodies[1]);
    expect(Math.abs(end.position.x - halfway.position.x)).toBeLessThan(1e-15);
    expect(Math.abs(end.position.x)).toBeLessThan(1e-4);
    const friction = contacts.slice(-4).reduce((sum, { impulse }) => sum + impulse.x / 5e-4, 0);
    expect(friction).toBeCloseTo(-MASS * G * Math.sin(SLOPE), 9);
    expect(summary.balance.energyError).toBeLessThan(1e-7);
  });

  it('slides above it, with the acceleration g (sin α - μ cos α)', () => {
    const { frames, summary } = block({ angle: SLOPE, friction: { static: 0.25, dynamic: 0.2 } });
    const [, halfway, end] = frames.map(({ bodies }) => bodies[1]);
    const gain = (end.velocity.x - halfway.velocity.x) / 0.5;
    expect(gain / (G * (Math.sin(SLOPE) - 0.2 * Math.cos(SLOPE)))).toBeCloseTo(1, 9);
    expect(Math.abs(end.angularVelocity.y)).toBeLessThan(1e-9);
    expect(summary.balance.energyError).toBeLessThan(1e-7);
  });

  it('stops after v²/(2 μ g), up to the elastic displacement, and loses its kinetic energy', () => {
    const speed = 1.5;
    const { frames, summary } = block({ speed, friction: { static: 0.3 } });
    const { position, velocity } = last(frames).bodies[1];
    const elastic = (0.3 * MASS * G) / (0.8 * 4 * STIFFNESS);
    expect(Math.abs(position.x - speed ** 2 / (2 * 0.3 * G))).toBeLessThan(2 * elastic);
    expect(Math.abs(velocity.x)).toBeLessThan(1e-6);
    expect(summary.ledgerEnd.contactWork / (-0.5 * MASS * speed ** 2)).toBeCloseTo(1, 3);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });

  it('converges with the second order of the step where it changes from sliding to sticking', () => {
    const end = ({ frames }: ReturnType<typeof run>) => last(frames).bodies[1].position.x;
    const runs = [8e-4, 4e-4, 2e-4, 1e-4].map((step) =>
      end(block({ speed: 0.5, friction: { static: 0.3 }, step, end: 0.4 })),
    );
    const changes = runs.slice(1).map((x, i) => Math.abs(x - runs[i]));
    expect(changes[2] / changes[0]).toBeLessThan(1 / 8);
  });
});

describe('a sphere in compliant contact', () => {
  const R = 0.1;
  /** A sphere on the plane, sunk by its weight. */
  function sphere(document: object, { step = 5e-4, end = 1, mu = 0.4, angle = 0, modulus = 1e8 } = {}) {
    return run({
      bodies: [
        floor,
        { name: 'sphere', shape: { kind: 'sphere', radius: R }, mass: MASS, position: [0, 0, R], ...document },
      ],
      contacts: {
        response: 'penalty',
        penalty: { law: 'hertz', modulus, damping: 1 },
        friction: { law: 'algebraic', static: mu },
      },
      forces: { gravity: [G * Math.sin(angle), 0, -G * Math.cos(angle)] },
      time: { end, method: 'steps', step },
      record: { interval: end / 2 },
    });
  }

  it('rolls down an incline with 5/7 of the acceleration of sliding, without slip', () => {
    const { frames, contacts } = sphere({}, { angle: SLOPE });
    const [, halfway, end] = frames.map(({ bodies }) => bodies[1]);
    const arm = R + 0.5 * last(contacts).distance;
    // the inertia about the contact point: 2/5 R² + arm²
    const fraction = arm ** 2 / (0.4 * R ** 2 + arm ** 2);
    expect((end.velocity.x - halfway.velocity.x) / (0.5 * fraction * G * Math.sin(SLOPE))).toBeCloseTo(1, 5);
    expect(end.velocity.x / (end.angularVelocity.y * arm)).toBeCloseTo(1, 5);
  });

  it('slides until it rolls, at 5/7 of its speed', () => {
    const { frames, summary } = sphere({ velocity: [1.4, 0, 0] }, { mu: 0.2 });
    const { velocity, angularVelocity } = last(frames).bodies[1];
    expect(velocity.x).toBeCloseTo(1, 2);
    expect(velocity.x / (angularVelocity.y * R)).toBeCloseTo(1, 2);
    expect(summary.ledgerEnd.contactWork / (-0.5 * MASS * 1.4 ** 2 * (2 / 7))).toBeCloseTo(1, 2);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });

  it('in an oblique impact loses no more than its energy, and momentum is conserved', () => {
    for (const mu of [0.1, 0.5, 2]) {
      for (const modulus of [1e5, 1e6, 1e7]) {
        const document = { velocity: [2, 1, -1], angularVelocity: [0, 30, 10], position: [0, 0, 1.05 * R] };
        const { summary } = sphere(document, { mu, modulus, end: 0.1, step: 1e-4 });
        expect(summary.ledgerEnd.contactWork).toBeLessThan(0);
        expect(summary.balance.energyError).toBeLessThan(1e-5);
        expect(summary.balance.angularMomentumError).toBeLessThan(1e-9);
      }
    }
  });
});
