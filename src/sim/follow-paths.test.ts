import { describe, expect, it } from 'vitest';
import { collisions, lastState, runDocument } from '../../test/scenes.ts';
import { createPlanarPathState, type KeyTable, planarPathAt } from '../math/planar-path.ts';
import { createVec3 } from '../math/vec3.ts';
import { readScene } from '../scene/read.ts';

const table = (interpolation: 'linear' | 'cubic', ...keys: [number, number][]): KeyTable => ({
  times: keys.map(([time]) => time),
  values: keys.map(([, value]) => value),
  interpolation,
});
const link = { kind: 'polygon', vertices: [[0, -0.1], [2, -0.1], [2, 0.1], [0, 0.1]] }; // biome-ignore format: one shape
const boom = (name: string) => ({ name, shape: link, motion: 'prescribed' });
const angles = (...keys: [number, number][]) => keys.map(([time, angle]) => ({ time, angle }));

describe('bodies on given paths', () => {
  const ball = { name: 'disc', shape: { kind: 'disc', radius: 0.2 }, position: [1.8, 0.9], mass: 2 };
  const time = { end: 2, method: 'steps', step: 1e-3 };

  it('a link at a constant rate hits like a body of that angular velocity: it is an infinite mass', () => {
    const contacts = { restitution: 0.5 };
    const constant = runDocument({ bodies: [{ ...boom('a'), angularVelocity: 0.4 }, ball], contacts, time });
    const chains = [{ links: [{ body: 'a', angles: angles([0, 0], [5, 2]) }], interpolation: 'linear' }];
    const driven = runDocument({ bodies: [boom('a'), ball], chains, contacts, time });
    expect(collisions(driven).length).toBe(1);
    for (const key of ['time', 'impulse', 'closingSpeed'] as const) {
      expect(collisions(driven)[0][key]).toBeCloseTo(collisions(constant)[0][key], 9);
    }
    expect(lastState(driven, 'disc').velocity.y).toBeCloseTo(lastState(constant, 'disc').velocity.y, 9);
    expect(driven.summary.balance.energyError).toBeLessThan(1e-12);
    expect(driven.summary.ledgerEnd.driveWork).toBeGreaterThan(0);
  });

  it('the second link of an arm hits with v + ω × r of that link at the contact point', () => {
    const chains = [
      {
        base: [0, 0],
        interpolation: 'linear',
        links: [
          { body: 'upper', length: 2, angles: angles([0, 0], [10, 2]) },
          { body: 'fore', angles: angles([0, 0.2], [10, 3.2]) },
        ],
      },
    ];
    const target = { ...ball, position: [3.4, 1.3] };
    const pairs = [{ bodies: ['upper', 'fore'], collide: false }];
    const { contacts } = runDocument({
      bodies: [boom('upper'), boom('fore'), target],
      chains,
      contacts: { pairs },
      time,
    });
    const [hit] = contacts;
    const joints = [
      { angle: table('linear', [0, 0], [10, 2]), length: 2 },
      { angle: table('linear', [0, 0.2], [10, 3.2]), length: 0 },
    ];
    const { x, y, vx, vy, angularVelocity } = planarPathAt(createPlanarPathState(), { kind: 'chain', base: createVec3(), joints }, hit.time); // biome-ignore format: one line
    expect(angularVelocity).toBeCloseTo(0.5, 14);
    const speed =
      (vx - angularVelocity * (hit.point.y - y)) * hit.normal.x +
      (vy + angularVelocity * (hit.point.x - x)) * hit.normal.y;
    // the disc is at rest, and e = 1: it leaves with twice the speed of the link
    expect(hit.closingSpeed).toBeCloseTo(speed, 12);
    expect(Math.hypot(hit.impulse.x, hit.impulse.y)).toBeCloseTo(2 * 2 * speed, 11);
  });

  it('a captured body follows the path, and leaves with the velocity of the link when it is released', () => {
    const chains = [{ links: [{ body: 'arm', angles: angles([0, 0], [2, 1], [4, -1]) }] }];
    const target = { name: 'disc', shape: { kind: 'disc', radius: 0.2 }, position: [2.21, 0], mass: 1 };
    const { frames, events, summary } = runDocument({
      bodies: [boom('arm'), target],
      chains,
      sensors: [
        { name: 'tip', body: 'arm', point: [2, 0] },
        { name: 'handle', body: 'disc', point: [-0.2, 0] },
      ],
      docking: [{ sensors: ['tip', 'handle'], tolerance: 0.02, release: 1.5 }],
      time: { ...time, end: 3 },
      record: { interval: 0.05 },
    });
    expect(events.map(({ type }) => type)).toEqual(['docking', 'release']);
    for (const { time: t, bodies } of frames.filter(({ time: now }) => now > 0.01 && now < 1.49)) {
      const { angle } = bodies[0];
      // 2.21 m from the base, in the direction that the link had half a step after the start
      expect(bodies[1].position.x, `at ${t}`).toBeCloseTo(2.21 * Math.cos(angle), 6);
      expect(bodies[1].position.y).toBeCloseTo(2.21 * Math.sin(angle), 6);
    }
    const released = planarPathAt(createPlanarPathState(), { kind: 'chain', base: createVec3(), joints: [{ angle: table('cubic', [0, 0], [2, 1], [4, -1]), length: 0 }] }, 1.5); // biome-ignore format: one line
    const last = frames.at(-1)?.bodies[1].velocity;
    expect(Math.hypot(last?.x ?? 0, last?.y ?? 0)).toBeCloseTo(2.21 * released.angularVelocity, 2);
    expect(summary.balance.momentumError).toBeLessThan(1e-12);
    expect(summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('a path of keys and penalty forces: the work of the drive is the energy of the body', () => {
    const keys = [
      { time: 0, position: [0, 0] },
      { time: 1, position: [1, 0] },
    ];
    const piston = {
      name: 'piston',
      shape: { kind: 'rectangle', halfExtents: [0.2, 1] },
      motion: 'prescribed',
      path: { keys },
    };
    const { summary, frames } = runDocument({
      bodies: [piston, { name: 'disc', shape: { kind: 'disc', radius: 0.3 }, position: [0.6, 0], mass: 1 }],
      contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 1e4 } },
      time: { end: 2, method: 'steps', step: 1e-4, integrator: 'rk4' },
    });
    expect(frames.at(-1)?.bodies[0].position.x).toBe(1);
    expect(summary.ledgerEnd.kineticEnergy).toBeGreaterThan(0.5);
    expect(summary.ledgerEnd.driveWork / summary.ledgerEnd.kineticEnergy).toBeCloseTo(1, 5);
    expect(summary.balance.momentumError).toBeLessThan(1e-12);
  });
});

describe('wrong paths are rejected', () => {
  const scene = (bodies: object[], more: object) => () =>
    readScene(
      JSON.stringify({ title: 'test', description: 'A test.', bodies, time: { end: 1, method: 'steps' }, ...more }),
      'test',
    );
  const keys = [{ time: 0, position: [0, 0] }];
  it.each([
    ['events', [{ ...boom('a'), path: { keys } }], { time: { end: 1 } }, /bodies\[0\].path.* needs time.method "steps"/],
    ['a free body', [{ name: 'a', shape: link, mass: 1, path: { keys } }], {}, /needs motion "prescribed"/],
    ['an own velocity', [{ ...boom('a'), velocity: [1, 0], path: { keys } }], {}, /must have no position, angle, velocity/],
    ['times', [{ ...boom('a'), path: { keys: [...keys, ...keys] } }], {}, /path.keys\[1\].time.* must be after the time/],
    ['two chains', [boom('a')], { chains: [{ links: [{ body: 'a', angles: angles([0, 0]) }] }, { links: [{ body: 'a', angles: angles([0, 0]) }] }] }, /chains\[1\].links\[0\].body.* in one chain only/],
    ['unknown', [boom('a')], { chains: [{ links: [{ body: 'b', angles: angles([0, 0]) }] }] }, /is not the name of a body/],
  ] as const)('%s', (_, bodies, more, message) => expect(scene(bodies as never, more)).toThrow(message)); // biome-ignore format: one case per line
});
