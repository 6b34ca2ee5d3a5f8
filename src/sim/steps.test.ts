import { describe, expect, it } from 'vitest';
import { collisions, exampleText, lastState, runDocument, runText } from '../../test/scenes.ts';

const square = { kind: 'rectangle', halfExtents: [0.5, 0.5] };
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };

/** A block on a slope of angle α, its lower edge on the slope. */
function slope(alpha: number, friction: object): object {
  const normal = [-Math.sin(alpha), Math.cos(alpha)];
  return {
    bodies: [
      { name: 'slope', shape: { kind: 'halfspace', normal }, motion: 'fixed' },
      { name: 'block', shape: square, mass: 2, angle: alpha, position: [0.5 * normal[0], 0.5 * normal[1]] },
    ],
    contacts: { restitution: 0, friction: { law: 'algebraic', ...friction }, tolerance: 1e-4 },
    forces: { gravity: [0, -9.81] },
    time: { method: 'steps', step: 0.001, end: 1 },
  };
}

describe('fixed steps with impulses [CP13-4.1]', () => {
  it('free flight under gravity is the exact parabola, for any step', () => {
    const body = { name: 'stone', shape: square, mass: 1, velocity: [3, 4], angularVelocity: 2 };
    const log = runDocument({
      bodies: [body],
      forces: { gravity: [0, -10] },
      time: { method: 'steps', step: 0.1, end: 2 },
    });
    const { position, velocity, angle } = lastState(log, 'stone');
    expect(position.x).toBeCloseTo(6, 13);
    expect(position.y).toBeCloseTo(4 * 2 - 5 * 4, 13);
    expect(velocity.y).toBeCloseTo(-16, 13);
    expect(angle).toBeCloseTo(4, 13);
    expect(log.summary.balance.energyError).toBeLessThan(1e-14);
  });

  it('a block below the friction angle does not creep; above it slides with g (sin α - μ cos α)', () => {
    const alpha = Math.PI / 6; // tan α = 0.577
    const held = runDocument(slope(alpha, { static: 0.6, dynamic: 0.5 }));
    const start = held.frames[0].bodies[1].position;
    const end = lastState(held, 'block').position;
    expect(Math.hypot(end.x - start.x, end.y - start.y)).toBeLessThan(1e-12);
    expect(held.summary.ledgerEnd.kineticEnergy).toBeLessThan(1e-24);

    const mu = 0.3;
    const sliding = runDocument(slope(alpha, { static: 0.35, dynamic: mu }));
    const { velocity } = lastState(sliding, 'block');
    const expected = 9.81 * (Math.sin(alpha) - mu * Math.cos(alpha));
    expect(Math.hypot(velocity.x, velocity.y)).toBeCloseTo(expected, 10);
    expect(velocity.x).toBeLessThan(0); // down the slope
    for (const error of Object.values(sliding.summary.balance)) expect(error).toBeLessThan(1e-11);
  });

  it('a stack of three boxes stays at rest for two seconds', () => {
    const boxes = [0, 1, 2].map((i) => ({ name: `box ${i}`, shape: square, mass: 1, position: [0.05 * i, 0.5 + i] }));
    const log = runDocument({
      bodies: [floor, ...boxes],
      contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.5, dynamic: 0.4 }, tolerance: 1e-3 },
      forces: { gravity: [0, -9.81] },
      time: { method: 'steps', step: 0.002, end: 2 },
    });
    boxes.forEach(({ name, position }) => {
      const found = lastState(log, name);
      expect(Math.abs(found.position.x - position[0])).toBeLessThan(1e-9);
      expect(Math.abs(found.position.y - position[1])).toBeLessThan(1e-9);
      expect(Math.abs(found.angle)).toBeLessThan(1e-9);
    });
  });

  it('a stack of twenty boxes stays at rest for ten seconds, and nothing is moved or lost', () => {
    const boxes = Array.from({ length: 20 }, (_, i) => {
      return { name: `box ${i}`, shape: square, mass: 1, position: [0.05 * (i % 2), 0.5 + i] };
    });
    const log = runDocument({
      bodies: [floor, ...boxes],
      contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.5, dynamic: 0.4 }, tolerance: 1e-3 },
      forces: { gravity: [0, -9.81] },
      time: { method: 'steps', step: 0.01, end: 10 },
    });
    boxes.forEach(({ name, position }) => {
      const found = lastState(log, name);
      expect(Math.hypot(found.position.x - position[0], found.position.y - position[1])).toBeLessThan(1e-9);
      expect(Math.abs(found.angle)).toBeLessThan(1e-10);
    });
    expect(log.summary.ledgerEnd.kineticEnergy).toBeLessThan(1e-20);
    expect(Math.abs(log.summary.ledgerEnd.contactWork)).toBeLessThan(1e-9); // of 1962 J
  });

  it('boxes that fall into one another are moved apart to the tolerance, without kinetic energy from it', () => {
    const log = runDocument({
      bodies: [floor, { name: 'box', shape: square, mass: 1, position: [0, 0.45] }],
      contacts: { restitution: 0, tolerance: 1e-3 },
      forces: { gravity: [0, -9.81] },
      time: { method: 'steps', step: 0.01, end: 1 },
    });
    for (const { bodies } of log.frames) expect(Math.abs(bodies[1].velocity.y)).toBeLessThan(1e-14);
    expect(lastState(log, 'box').position.y).toBeCloseTo(0.499, 6);
    // the lift of 0.049 m is work of the contact, and the balance shows it
    expect(log.summary.ledgerEnd.contactWork).toBeCloseTo(9.81 * 0.049, 5);
    expect(log.summary.balance.energyError).toBeLessThan(1e-14);
  });

  it('momentum and angular momentum of colliding, sliding bodies balance to machine precision', () => {
    const bodies = [0, 1, 2, 3].map((i) => ({
      name: `body ${i}`,
      shape: { kind: 'regular-polygon', sides: 3 + i, radius: 0.5 },
      mass: 1 + i,
      position: [1.5 * i, 0.1 * i],
      velocity: [1.5 - i, 0],
      angularVelocity: 1 - i,
    }));
    const log = runDocument({
      bodies,
      contacts: { restitution: 0.3, friction: { law: 'algebraic', static: 0.4, dynamic: 0.3 }, tolerance: 1e-3 },
      time: { method: 'steps', step: 0.001, end: 3 },
    });
    expect(collisions(log).length).toBeGreaterThan(3);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-14);
    expect(log.summary.balance.angularMomentumError).toBeLessThan(1e-14);
    expect(log.summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('converges to the event-driven world as the step decreases', () => {
    const scene = (time: object) => ({
      bodies: [
        { name: 'a', shape: square, mass: 1, velocity: [1, 0], angularVelocity: 0.7 },
        { name: 'b', shape: square, mass: 2, position: [2, 0.3], velocity: [-0.5, 0], angle: 0.4 },
      ],
      contacts: { restitution: 1, tolerance: 1e-5 },
      time: { end: 2, ...time },
    });
    const exact = lastState(runDocument(scene({ method: 'events' })), 'a').position;
    const errors = [1e-3, 1e-4, 1e-5].map((step) => {
      const { position } = lastState(runDocument(scene({ method: 'steps', step })), 'a');
      return Math.hypot(position.x - exact.x, position.y - exact.y);
    });
    // first order in the step: ten times smaller, ten times better; the sampling phase scatters single figures
    expect(errors[0]).toBeLessThan(5e-3);
    expect(errors[2]).toBeLessThan(5e-5);
  });

  it('loads accelerate and rotate, and their work is the energy gained', () => {
    const log = runDocument({
      bodies: [{ name: 'tug', shape: square, mass: 2, inertia: 0.5 }],
      forces: { loads: [{ body: 'tug', force: [4, 0], torque: 1, from: 0.5, until: 1.5 }] },
      time: { method: 'steps', step: 0.01, end: 2 },
    });
    const { velocity, angularVelocity } = lastState(log, 'tug');
    expect(velocity.x).toBeCloseTo(2, 12);
    expect(angularVelocity.z).toBeCloseTo(2, 12);
    expect(log.summary.ledgerEnd.externalWork).toBeCloseTo(0.5 * 2 * 4 + 0.5 * 0.5 * 4, 12);
    expect(log.summary.balance.energyError).toBeLessThan(1e-13);
  });

  it('contacts begin and end once each', () => {
    const log = runText(exampleText('bounce-impulse'), 'bounce-impulse');
    const begins = log.events.filter(({ type }) => type === 'contact-begin').length;
    const ends = log.events.filter(({ type }) => type === 'contact-end').length;
    expect(begins).toBeGreaterThan(2);
    expect(begins - ends).toBeGreaterThanOrEqual(0);
    expect(begins - ends).toBeLessThanOrEqual(1);
  });

  it('a ball that bounces under gravity and comes to rest: the energy balance closes in flight, at impacts and at rest', () => {
    const { summary } = runText(exampleText('bounce-impulse'), 'bounce-impulse');
    expect(summary.collisions).toBeGreaterThan(10);
    expect(summary.ledgerEnd.contactWork).toBeLessThan(0);
    for (const error of Object.values(summary.balance)) expect(error).toBeLessThan(1e-12); // rounding of 50 000 steps
  });
});
