import { describe, expect, it } from 'vitest';
import { collisions, lastState, runDocument } from '../scenes.ts';

/** Bodies at rest in planar worlds of the method `events`, where each impact would follow the last without end. */

const GRAVITY = 9.81;
const forces = { gravity: [0, -GRAVITY] };
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };
const slab = {
  name: 'floor',
  shape: { kind: 'rectangle', halfExtents: [5, 0.5] },
  position: [0, -0.5],
  motion: 'fixed',
};
const box = { kind: 'rectangle', halfExtents: [0.5, 0.5] };
const disc = { kind: 'disc', radius: 0.5 };
const hexagon = { kind: 'regular-polygon', sides: 6, radius: 0.5 / Math.cos(Math.PI / 6) };
const friction = (coefficient: number) => ({ law: 'algebraic', static: coefficient, dynamic: coefficient });

const accumulations = (log: ReturnType<typeof runDocument>) =>
  log.events.filter(({ type }) => type === 'zeno').map(({ time }) => time);

describe('a body that lies on a floor', () => {
  const variants = [floor, slab].flatMap((ground) =>
    [box, disc, hexagon].flatMap((shape) =>
      [0, 0.5, 1].map((restitution) => [shape.kind, ground.shape.kind, restitution, shape, ground] as const),
    ),
  );

  it.each(variants)('a %s on a %s rests, restitution %d', (_, __, restitution, shape, ground) => {
    const log = runDocument({
      bodies: [{ name: 'body', shape, position: [0, 0.5], mass: 1 }, ground],
      contacts: { restitution, friction: friction(0.5) },
      forces,
      time: { end: 0.2 },
    });
    expect(log.summary.status).toBe('end');
    expect(collisions(log)).toEqual([]);
    const { position, velocity, angle } = lastState(log, 'body');
    for (const value of [position.x, position.y - 0.5, angle, velocity.x, velocity.y]) {
      expect(Math.abs(value)).toBeLessThan(1e-12);
    }
    // its angular momentum is 0, and so is what rounding could be measured against
    const { momentumError, energyError } = log.summary.balance;
    expect(Math.max(momentumError, energyError)).toBeLessThan(1e-14);
  });

  it.each([1e-16, -1e-16, 3e-13, -3e-13, 5e-12])('rests as well %d m above or inside it', (gap) => {
    const log = runDocument({
      bodies: [{ name: 'body', shape: box, position: [0, 0.5 + gap], mass: 1 }, floor],
      forces,
      time: { end: 0.1 },
    });
    expect(log.summary.status).toBe('end');
    expect(Math.abs(lastState(log, 'body').position.y - 0.5)).toBeLessThan(1e-10);
  });

  it.each([
    ['slides down a slope without friction', 0],
    ['slides down a slope, braked', 0.05],
    ['stays on a slope that friction holds', 0.2],
  ])('%s', (_, coefficient) => {
    const slope = Math.atan(0.1);
    const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
    const log = runDocument({
      bodies: [
        { name: 'ground', shape: { kind: 'halfspace', normal: [-sin, cos] }, motion: 'fixed' },
        { name: 'body', shape: box, position: [-0.5 * sin, 0.5 * cos], angle: slope, mass: 1 },
      ],
      contacts: { friction: friction(coefficient) },
      forces,
      time: { end: 1 },
    });
    const acceleration = -GRAVITY * Math.max(0, sin - coefficient * cos);
    const { position: p } = lastState(log, 'body');
    expect(Math.abs(p.x * cos + p.y * sin - acceleration / 2)).toBeLessThan(1e-9);
    expect(Math.abs(p.y * cos - p.x * sin - 0.5)).toBeLessThan(1e-9);
    for (const error of Object.values(log.summary.balance)) expect(error).toBeLessThan(1e-12);
  });
});

describe('impacts that accumulate (Zeno)', () => {
  it.each([0, 0.1, 0.5, 0.8])(
    'a sphere with restitution %d rests when the closed form says, and stays at rest',
    (e) => {
      const log = runDocument({
        bodies: [{ name: 'ball', shape: disc, position: [0, 1.5], mass: 1 }, floor],
        contacts: { restitution: e },
        forces: { gravity: [0, -10] },
        time: { end: 6 },
      });
      // drop from 1 m, then twice e of that time, twice e², ...
      const drop = Math.sqrt(0.2);
      const [time, ...more] = accumulations(log);
      expect(more).toEqual([]);
      expect(Math.abs(time - (drop + (2 * drop * e) / (1 - e)))).toBeLessThan(2.5e-6 / (1 - e)); // the bounces below 5e-12 m
      // rebound heights e^2n, down to 1e-11 of the ball
      const bounces = e === 0 ? 1 : Math.log(5e-12) / (2 * Math.log(e));
      expect(Math.abs(collisions(log).length - bounces)).toBeLessThan(3);
      const { position, velocity } = lastState(log, 'ball');
      expect(Math.abs(position.y - 0.5)).toBeLessThan(1e-7);
      expect(Math.abs(velocity.y)).toBeLessThan(1e-12);
      // all energy but that at rest has become work of the impacts
      const { contactWork } = log.summary.ledgerEnd;
      expect(Math.abs(contactWork + 10)).toBeLessThan(1e-6);
      expect(log.summary.balance.energyError).toBeLessThan(1e-13);
    },
  );

  it('an elastic sphere never rests', () => {
    const log = runDocument({
      bodies: [{ name: 'ball', shape: disc, position: [0, 0.6], mass: 1 }, floor],
      contacts: { restitution: 1 },
      forces,
      time: { end: 20 },
    });
    expect(accumulations(log)).toEqual([]);
    expect(collisions(log).length).toBe(Math.round(20 / (2 * Math.sqrt(0.2 / GRAVITY))));
    expect(log.summary.balance.energyError).toBeLessThan(1e-13);
  });

  it('a light sphere between a heavy one and a half-space collides often and fast, and escapes', () => {
    const wall = { name: 'wall', shape: { kind: 'halfspace', normal: [1, 0] }, motion: 'fixed' };
    const log = runDocument({
      bodies: [
        wall,
        { name: 'light', shape: disc, position: [2, 0], mass: 1 },
        { name: 'heavy', shape: disc, position: [5, 0], velocity: [-1, 0], mass: 1e4 },
      ],
      contacts: { restitution: 1 },
      time: { end: 1000 },
    });
    // the digits of pi: masses 1 : 100² give 314 impacts
    expect(collisions(log).length).toBe(314);
    expect(accumulations(log)).toEqual([]);
    expect(log.summary.balance.energyError).toBeLessThan(1e-13);
  });
});

describe('bodies at rest can move again', () => {
  it('a stack stands', () => {
    const stack = [0, 1, 2].map((k) => ({ name: `box ${k}`, shape: box, position: [0, 0.5 + k], mass: 1 }));
    const log = runDocument({
      bodies: [floor, ...stack],
      contacts: { friction: friction(0.5) },
      forces,
      time: { end: 1 },
    });
    for (const k of [0, 1, 2]) {
      const { position, angle } = lastState(log, `box ${k}`);
      expect(Math.hypot(position.x, position.y - 0.5 - k, angle)).toBeLessThan(1e-9);
    }
  });

  it('a sphere rolls off an edge, falls and comes to rest below', () => {
    const log = runDocument({
      bodies: [
        { ...slab, name: 'table', position: [-5, 0.5] },
        floor,
        {
          name: 'ball',
          shape: { kind: 'disc', radius: 0.2 },
          position: [-0.5, 1.2],
          velocity: [1, 0],
          angularVelocity: -5,
          mass: 1,
        },
      ],
      contacts: { restitution: 0.3, friction: friction(0.5) },
      forces,
      time: { end: 4, step: 5e-4 },
    });
    const { position, velocity } = lastState(log, 'ball');
    expect(position.x).toBeGreaterThan(1);
    expect(Math.abs(position.y - 0.2)).toBeLessThan(2e-3); // within the contact tolerance of fixed steps
    expect(Math.abs(velocity.y)).toBeLessThan(1e-3);
    expect(log.summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('a box at rest moves when a sphere hits it', () => {
    const log = runDocument({
      bodies: [
        floor,
        { name: 'box', shape: box, position: [0, 0.5], mass: 1 },
        { name: 'ball', shape: disc, position: [-3, 0.5], velocity: [2, 0], mass: 1 },
      ],
      contacts: { restitution: 1 },
      forces,
      time: { end: 3 },
    });
    // without friction they exchange velocities: the ball stops, the box slides on at 2 m/s
    expect(Math.abs(lastState(log, 'box').velocity.x - 2)).toBeLessThan(1e-9);
    expect(Math.abs(lastState(log, 'ball').velocity.x)).toBeLessThan(1e-9);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-12);
  });

  it('a box falls when its support moves away', () => {
    const log = runDocument({
      bodies: [
        {
          name: 'tray',
          shape: { kind: 'rectangle', halfExtents: [1, 0.5] },
          position: [0, -0.5],
          motion: 'prescribed',
          velocity: [4, 0],
        },
        { name: 'box', shape: { kind: 'rectangle', halfExtents: [0.1, 0.1] }, position: [-0.8, 0.1], mass: 1 },
      ],
      forces,
      time: { end: 1 },
    });
    expect(lastState(log, 'box').position.y).toBeLessThan(-2);
  });
});
