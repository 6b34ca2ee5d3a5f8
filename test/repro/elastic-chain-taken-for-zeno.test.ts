import { describe, expect, it } from 'vitest';
import { runAnyText } from '../scenes.ts';

/**
 * A light ball between a wall and a heavy ball with 10^(2n) times its mass collides floor(10^n pi) times, if all impacts are elastic. The short
 * intervals in between were taken for an accumulation.
 */

const LIGHT = 1;
const RADIUS = 0.1;

function chain(world: string, heavy: number, restitution: number, end: number) {
  const vector = (x: number) => (world === 'planar' ? [x, 0] : [x, 0, 0]);
  const shape = { kind: world === 'planar' ? 'disc' : 'sphere', radius: RADIUS };
  const document = {
    title: 'A chain',
    description: 'A light ball between a wall and a heavy ball.',
    world,
    bodies: [
      { name: 'wall', shape: { kind: 'halfspace', normal: vector(1) }, motion: 'fixed' },
      { name: 'light', shape, mass: LIGHT, position: vector(1) },
      { name: 'heavy', shape, mass: heavy, position: vector(2), velocity: vector(-1) },
    ],
    contacts: { restitution, friction: { law: 'none' } },
    time: { method: 'events', end },
    record: { interval: end },
  };
  return runAnyText(JSON.stringify(document), 'chain');
}

/** Second method: impacts on a line, alternately with the heavy ball and the wall. */
function impactsOnALine(heavy: number, restitution: number) {
  let [u, v, count] = [0, -1, 0];
  for (;;) {
    if (u - v > 0) {
      const impulse = ((1 + restitution) * (u - v)) / (1 / LIGHT + 1 / heavy);
      u -= impulse / LIGHT;
      v += impulse / heavy;
    } else if (u < 0) u *= -restitution;
    else return { count, light: u, heavy: v };
    count++;
  }
}

const isCollision = ({ type }: { type: string }) => type === 'collision';
const isZeno = ({ type }: { type: string }) => type === 'zeno';

describe('a light ball between a wall and a heavy ball', () => {
  it.each(['planar', 'solids'])('collides 3141 times with masses 1 : 10^6, all elastic, in %s', (world) => {
    const log = chain(world, 1e6, 1, 10);
    expect(log.events.filter(isCollision)).toHaveLength(3141);
    expect(log.summary.status).toBe('end');
    expect(log.events.filter(isZeno)).toEqual([]);
    const { ledgerStart, ledgerEnd, balance } = log.summary;
    expect(Math.abs(ledgerEnd.kineticEnergy / ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-12);
    expect(Math.max(balance.momentumError, balance.energyError)).toBeLessThan(1e-12);
  });

  it.each(['planar', 'solids'])('escapes as well if each impact takes a little of its speed, in %s', (world) => {
    const log = chain(world, 1e6, 0.9995, 20);
    const line = impactsOnALine(1e6, 0.9995);
    expect(line.count).toBeGreaterThan(1000);
    expect(log.events.filter(isCollision)).toHaveLength(line.count);
    expect(log.events.filter(isZeno)).toEqual([]);
    expect(Math.abs((log.frames.at(-1)?.bodies[2].velocity.x ?? Number.NaN) / line.heavy - 1)).toBeLessThan(1e-9);
  });
});
