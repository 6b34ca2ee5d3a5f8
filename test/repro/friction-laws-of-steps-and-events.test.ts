import { describe, expect, it } from 'vitest';
import { runAnyText } from '../scenes.ts';

/**
 * A rod at 45 degrees falls on the end of it, in all worlds and methods by the algebraic friction law. Fixed steps of spatial bodies also ended
 * the sliding that the rebound causes: a horizontal velocity of 0.56 instead of 0.37 m/s.
 */

const HALF_LENGTH = 0.5;
const HALF_WIDTH = 0.01;
const SPEED = 1;

function rod(world: string, method: string, restitution: number, friction: number) {
  const planar = world === 'planar';
  const vector = (x: number, y: number) => (planar ? [x, y] : [x, 0, y]);
  const document = {
    title: 'A rod',
    description: 'A rod falls on its end.',
    world,
    bodies: [
      { name: 'floor', shape: { kind: 'halfspace', normal: vector(0, 1) }, motion: 'fixed' },
      {
        name: 'rod',
        shape: planar
          ? { kind: 'rectangle', halfExtents: [HALF_LENGTH, HALF_WIDTH] }
          : { kind: 'box', halfExtents: [HALF_LENGTH, HALF_WIDTH, HALF_WIDTH] },
        mass: 1,
        position: vector(0, 0.4635),
        velocity: vector(0, -SPEED),
        ...(planar ? { angle: Math.PI / 4 } : { rotation: { axis: [0, 1, 0], angle: -Math.PI / 4 } }),
      },
    ],
    contacts: { restitution, friction: { law: 'algebraic', static: friction } },
    time: { method, end: 0.15, ...(method === 'steps' ? { step: 1e-3 } : {}) },
    record: { interval: 0.15 },
  };
  const { frames, summary } = runAnyText(JSON.stringify(document), 'rod');
  const { velocity, angularVelocity } = frames[frames.length - 1].bodies[1];
  return {
    across: velocity.x,
    up: planar ? velocity.y : velocity.z,
    spin: planar ? angularVelocity.z : -angularVelocity.y,
    loss: 1 - summary.ledgerEnd.kineticEnergy / summary.ledgerStart.kineticEnergy,
  };
}

/** Second method: J = (1 + e) j n + D of [CP13-3.3] by hand, in the plane, for a contact that sticks. */
function stickingByHand(restitution: number) {
  const [x, y] = [-Math.SQRT1_2 * (HALF_LENGTH - HALF_WIDTH), -Math.SQRT1_2 * (HALF_LENGTH + HALF_WIDTH)];
  const inverseInertia = 3 / (HALF_LENGTH ** 2 + HALF_WIDTH ** 2);
  const [kxx, kxy, kyy] = [1 + inverseInertia * y * y, -inverseInertia * x * y, 1 + inverseInertia * x * x];
  const determinant = kxx * kyy - kxy * kxy;
  // the plastic impulse that sticks, and the frictionless rebound
  const jx = (-kxy * SPEED) / determinant;
  const jy = (kxx * SPEED) / determinant + (restitution * SPEED) / kyy;
  return { across: jx, up: jy - SPEED, spin: inverseInertia * (x * jy - y * jx) };
}

describe('the algebraic friction law at a rod of 45 degrees', () => {
  const methods = [
    ['planar', 'events', 1e-9],
    ['planar', 'steps', 5e-3],
    ['solids', 'events', 1e-9],
    ['solids', 'steps', 5e-3],
  ] as const;

  it.each(methods)('gives the result of the formula in %s, method %s, mu = 2', (world, method, tolerance) => {
    for (const restitution of [0, 0.25, 0.5, 1]) {
      const expected = stickingByHand(restitution);
      const { across, up, spin, loss } = rod(world, method, restitution, 2);
      expect(Math.abs(across - expected.across), `across, e = ${restitution}`).toBeLessThan(tolerance);
      expect(Math.abs(up - expected.up), `up, e = ${restitution}`).toBeLessThan(tolerance);
      expect(Math.abs(spin - expected.spin), `spin, e = ${restitution}`).toBeLessThan(4 * tolerance);
      expect(loss).toBeGreaterThan(-1e-12);
    }
  });

  it.each([0.1, 0.3, 0.5])('gives the same sliding in steps and events with mu = %d', (friction) => {
    for (const world of ['planar', 'solids']) {
      const [steps, events] = ['steps', 'events'].map((method) => rod(world, method, 0.5, friction));
      expect(Math.abs(steps.across - events.across)).toBeLessThan(5e-3);
      expect(Math.abs(steps.spin - events.spin)).toBeLessThan(2e-2);
    }
  });
});
