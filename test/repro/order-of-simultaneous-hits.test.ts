import { describe, expect, it } from 'vitest';
import { runAnyText } from '../scenes.ts';

/** A ball with spin hits two others at the same time. The friction of the pair that came first was applied first. */

const RADIUS = 0.1;
const HALF_ANGLE = Math.PI / 6;

/** The final velocities by name: x, y and the spin about z. */
function run(world: string, multiContact: string, order: readonly number[], extra: object = {}, method = 'events') {
  const planar = world === 'planar';
  const vector = (x: number, y: number) => (planar ? [x, y] : [x, y, 0]);
  const shape = { kind: planar ? 'disc' : 'sphere', radius: RADIUS };
  const [x, y] = [2 * RADIUS * Math.cos(HALF_ANGLE), 2 * RADIUS * Math.sin(HALF_ANGLE)];
  const bodies = [
    {
      name: 'cue',
      shape,
      position: vector(-1, 0),
      velocity: vector(1, 0),
      angularVelocity: planar ? 5 : [0, 0, 5],
      mass: 1,
    },
    { name: 'upper', shape, position: vector(x, y), mass: 1 },
    { name: 'lower', shape, position: vector(x, -y), mass: 1 },
  ];
  const document = {
    title: 'Two hits',
    description: 'A ball hits two others at the same time.',
    world,
    bodies: order.map((i) => bodies[i]),
    contacts: {
      restitution: 0.8,
      friction: { law: 'algebraic', static: 0.5 },
      ...(planar ? { multiContact } : {}),
      ...extra,
    },
    time: { method, end: 1.5, ...(method === 'steps' ? { step: 0.01 } : {}) },
    record: { interval: 1.5 },
  };
  const { frames, summary } = runAnyText(JSON.stringify(document), 'two hits');
  const last = frames[frames.length - 1].bodies;
  const states = ['cue', 'upper', 'lower'].map((name) => {
    const found = last.find((body) => body.name === name);
    return [found?.velocity.x, found?.velocity.y, found?.angularVelocity.z].map((value) => value ?? Number.NaN);
  });
  return { states, summary };
}

const orders = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // biome-ignore format: permutations

describe('a spinning ball that hits two balls at the same time', () => {
  it.each([
    ['planar', 'sequential', 'events'],
    ['planar', 'simultaneous', 'events'],
    ['planar', 'sequential', 'steps'],
    ['planar', 'simultaneous', 'steps'],
    ['solids', 'equally fast together', 'events'],
  ])('ends the same for every order of the bodies, in %s, %s, %s', (world, multiContact, method) => {
    const { states, summary } = run(world, multiContact, [0, 1, 2], {}, method);
    expect(Math.abs(states[0][2] - 5)).toBeGreaterThan(0.1);
    for (const order of orders) {
      const other = run(world, multiContact, order, {}, method).states;
      for (const [i, state] of states.entries())
        for (const [k, value] of state.entries())
          expect(Math.abs(other[i][k] - value), `body ${i}, number ${k}, order ${order}`).toBeLessThan(1e-9);
    }
    const { ledgerStart, ledgerEnd, balance } = summary;
    expect(ledgerEnd.kineticEnergy).toBeLessThan(ledgerStart.kineticEnergy);
    expect(Math.max(balance.momentumError, balance.angularMomentumError, balance.energyError)).toBeLessThan(1e-12);
  });

  it('sends them off as mirror images without friction', () => {
    const { states } = run('planar', 'sequential', [0, 1, 2], { friction: { law: 'none' } });
    expect(Math.abs(states[1][0] - states[2][0])).toBeLessThan(1e-12);
    expect(Math.abs(states[1][1] + states[2][1])).toBeLessThan(1e-12);
  });
});
