import { describe, expect, it } from 'vitest';
import { createBox } from '../../src/shapes/box.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { collisions, runDocument } from '../scenes.ts';
import { fixedSolid, freeSolid, roomWalls, solidScene } from '../solid-scenes.ts';

/**
 * Long runs by events. An impact after 16 384 s was found to 4e-12 s, the resolution of a time of that size, and bodies overlapped by as
 * much as they move in it; angles of rotating bodies became as coarse.
 */

const walls = (half: number) =>
  [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y], i) => ({
    name: `wall ${i}`,
    shape: { kind: 'halfspace', normal: [x, y] },
    position: [-half * x, -half * y],
    motion: 'fixed',
  })); // biome-ignore format: four walls

describe('elastic bodies conserve energy and stay apart for days', () => {
  it('polygons in a wide box, at times up to 10^7 s', () => {
    const log = runDocument({
      bodies: [
        ...walls(1000),
        {
          name: 'a',
          shape: { kind: 'regular-polygon', sides: 3, radius: 0.4 },
          position: [-1, -1],
          velocity: [1, 0.3],
          angularVelocity: 3,
          mass: 1,
        },
        {
          name: 'b',
          shape: { kind: 'regular-polygon', sides: 5, radius: 0.4 },
          position: [1, -1],
          velocity: [-1, 0.5],
          angularVelocity: -7,
          mass: 1,
        },
        { name: 'c', shape: { kind: 'disc', radius: 0.4 }, position: [1, 1], velocity: [0.6, 0.8], mass: 1 },
      ],
      contacts: { restitution: 1 },
      time: { end: 1e7 },
      record: { interval: 1e6 },
    });
    const { status, ledgerStart, ledgerEnd, maxPenetration, balance } = log.summary;
    expect(status).toBe('end');
    expect(collisions(log).length).toBeGreaterThan(10_000);
    expect(Math.abs(ledgerEnd.kineticEnergy / ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-12);
    // 1000 m from the origin the search takes 2e-12 m for rounding
    expect(maxPenetration).toBeLessThan(4e-12);
    expect(balance.momentumError).toBeLessThan(1e-11);
  });

  it('fast solids in a box, at times when the resolution of a double is almost a microsecond', () => {
    const scene = solidScene(
      [
        freeSolid('a', createBox([0.2, 0.5, 0.8]), {
          at: [-1.2, 0, 0],
          velocity: [1e6, 5e5, 3e5],
          angularVelocity: [1e5, 2e5, 3e5],
        }),
        fixedSolid('post', createBox([0.15, 0.15, 0.15]), { at: [0.8, 0.1, -0.1], rotation: [1, 0.3, 0.2, 0.1] }),
        ...roomWalls(2.5),
      ],
      { end: 2e-4 },
    );
    const summary = runScene(scene, { frame() {}, contact() {}, event() {} });
    expect(summary.status).toBe('end');
    expect(Math.abs(summary.ledgerEnd.kineticEnergy / summary.ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-11);
  });
});
