import { describe, expect, it } from 'vitest';
import {
  centredHull,
  fixedSolid,
  freeSolid,
  roomWalls,
  solidScene,
  weighedSolid,
} from '../../../../test/solid-scenes.ts';
import { createPose } from '../../../math/pose.ts';
import { closest } from '../../../pairs/query.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCapsule } from '../../../shapes/capsule.ts';
import { createHalfspace } from '../../../shapes/halfspace.ts';
import { createHull } from '../../../shapes/hull/create-hull.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { balance } from '../../ledger-totals.ts';
import type { LedgerRow, SimEvent } from '../../observer.ts';
import { SimulationError } from '../../world.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceToNextEvent } from './advance-events.ts';
import { createEventWorld } from './create-event-world.ts';
import type { EventReport, EventWorld } from './event-world.ts';
import { stateOf } from './world-state.ts';

function ledgerOf(world: EventWorld, time = world.time): LedgerRow {
  const { bodies, totals } = stateOf(world, time);
  return solidLedger(bodies, totals, world.scene.forces.gravity, time);
}

/** All events until `until`, or until the run cannot continue. */
function run(world: EventWorld, until = world.scene.time.end, maxEvents = 1e5): EventReport[] {
  const reports: EventReport[] = [];
  for (let k = 0; k < maxEvents; k++) {
    const report = advanceToNextEvent(world, until);
    reports.push(report);
    if (report.status !== 'happened') break;
  }
  return reports;
}

const eventsOf = (reports: readonly EventReport[]): SimEvent[] => reports.flatMap(({ events }) => events);

const velocityOf = (world: EventWorld, body: number) => [
  ...stateOf(world).bodies.velocities.slice(3 * body, 3 * body + 3),
];

/** The minimum distance of any two bodies that may collide. */
function minGap(world: EventWorld, time: number): number {
  const { positions, orientations } = stateOf(world, time).bodies;
  const { bodies } = world.scene;
  const pose = (i: number) =>
    createPose([...positions.slice(3 * i, 3 * i + 3)], [...orientations.slice(4 * i, 4 * i + 4)]);
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      if (bodies[i].motion !== 'free' && bodies[j].motion !== 'free') continue;
      min = Math.min(min, closest(bodies[i].shape, pose(i), bodies[j].shape, pose(j)).distance);
    }
  }
  return min;
}

/** Tracks a run for some events; before each the bodies must not touch at any of `samples` times. */
function expectApart(scene: SolidScene, events: number, samples: number): void {
  const [world, ahead] = [createEventWorld(scene), createEventWorld(scene)];
  for (let k = 0; k < events; k++) {
    const from = world.time;
    const { time, status } = advanceToNextEvent(ahead, scene.time.end);
    expect(status).toBe('happened');
    for (let i = 1; i <= samples; i++) {
      expect(minGap(world, from + ((time - from) * i) / samples)).toBeGreaterThan(0);
    }
    advanceToNextEvent(world, scene.time.end);
    expect(world.time).toBe(time);
  }
}

const threeBoxes = (): SolidScene =>
  solidScene([
    freeSolid('a', createBox([0.2, 0.5, 0.8]), {
      at: [-1.2, 0, 0],
      velocity: [1, 0.5, 0.3],
      angularVelocity: [1, 2, 3],
    }),
    freeSolid('b', createBox([0.25, 0.4, 0.6]), {
      at: [1.2, 0, 0],
      velocity: [-1, 0.2, 0.1],
      angularVelocity: [-2, 1, 1],
    }),
    freeSolid('c', createBox([0.3, 0.35, 0.5]), {
      at: [0, 1.2, 1.2],
      velocity: [0.3, -0.7, 0.2],
      angularVelocity: [1, -3, 1],
    }),
    ...roomWalls(2.5),
  ]);

// an octahedron, stretched: its axes are principal
const HULL = createHull([
  [0.5, 0, 0],
  [-0.5, 0, 0],
  [0, 0.7, 0],
  [0, -0.7, 0],
  [0, 0, 0.3],
  [0, 0, -0.3],
]);

// none of its own axes is principal
const SKEW = centredHull([
  [0.9, 0.1, 0],
  [-0.2, 0.8, 0.1],
  [-0.5, -0.6, 0.3],
  [0.1, 0, 0.7],
  [0.2, -0.1, -0.4],
]);

const mixed = (): SolidScene =>
  solidScene([
    freeSolid('ball', createSphere(0.5), { at: [-1.5, 0, 0], velocity: [1.3, 0.5, 0.3], angularVelocity: [1, 2, 3] }),
    freeSolid('hull', HULL, { at: [1.2, 0, 0], velocity: [-1, 0.2, 0.1], angularVelocity: [-2, 1, 4] }),
    freeSolid('skew', SKEW, { at: [0, 1.2, -1.1], velocity: [0.3, 0.1, 0.2], angularVelocity: [1, 1, 1] }),
    freeSolid('pill', createCapsule(0.2, 0.5), {
      at: [0, 1.2, 1],
      velocity: [0.3, -0.7, 0.2],
      angularVelocity: [1, -3, 1],
    }),
    freeSolid('box', createBox([0.4, 0.4, 0.4], 0.1), {
      at: [0, -1.3, -1],
      velocity: [-0.6, 0.7, 0.2],
      angularVelocity: [0, 1, 1],
    }),
    fixedSolid('post', createBox([0.15, 0.15, 0.15]), { at: [0.1, 0.1, -0.1], rotation: [1, 0.3, 0.2, 0.1] }),
    ...roomWalls(2.2),
  ]);

describe('elastic worlds conserve energy [SOLID-16]', () => {
  it.each([
    ['three tumbling boxes in a room', threeBoxes],
    ['a ball, two hulls, a capsule and a rounded box around a post', mixed],
  ])('%s: 200 impacts', (_, sceneOf) => {
    const world = createEventWorld(sceneOf());
    const start = ledgerOf(world);
    let worst = 0;
    let before = start;
    while (world.collisions < 200) {
      const report = advanceToNextEvent(world, 100);
      expect(report.status).toBe('happened');
      const after = ledgerOf(world);
      worst = Math.max(worst, Math.abs(after.kineticEnergy - before.kineticEnergy) / start.kineticEnergy);
      before = after;
      for (const { work } of report.contacts) expect(Math.abs(work)).toBeLessThan(1e-14 * start.kineticEnergy);
    }
    // including flights: each is accurate to the rounding of a few hundred rotations
    expect(worst).toBeLessThan(1e-13);
    expect(Math.abs(before.kineticEnergy / start.kineticEnergy - 1)).toBeLessThan(1e-12);
    const { momentumError, angularMomentumError } = balance(start, before);
    expect(momentumError).toBeLessThan(1e-13);
    expect(angularMomentumError).toBeLessThan(1e-12); // 200 flights of bodies up to 3 m from the origin
  });

  it('free bodies alone conserve momentum and angular momentum in every impact', () => {
    const world = createEventWorld(
      solidScene([
        freeSolid('a', createBox([0.2, 0.5, 0.8]), {
          at: [-3, 0.3, 0],
          velocity: [1, 0, 0],
          angularVelocity: [1, 2, 3],
        }),
        freeSolid('b', SKEW, { at: [3, 0, 0.2], velocity: [-1, 0, 0], angularVelocity: [-2, 1, 4] }),
      ]),
    );
    const start = ledgerOf(world);
    const hits = eventsOf(run(world)).length;
    expect(hits).toBeGreaterThan(0);
    const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf(world));
    expect(momentumError).toBeLessThan(1e-15);
    expect(angularMomentumError).toBeLessThan(1e-14);
    expect(energyError).toBeLessThan(1e-13);
  });

  it('is bitwise reproducible', () => {
    const states = [0, 1].map(() => {
      const world = createEventWorld(threeBoxes());
      run(world, 20);
      return stateOf(world).bodies;
    });
    expect(states[0]).toEqual(states[1]);
  });
});

describe('no tunnelling', () => {
  it('two crossing bullets collide, at any time offset', () => {
    for (let k = 0; k < 20; k++) {
      const miss = (k - 9.5) * 1.6e-3; // the axes pass at up to 15 mm, the bullets are 10 mm thick
      const world = createEventWorld(
        solidScene(
          [
            freeSolid('a', createCapsule(0.005, 0.01), {
              at: [-50, 0, miss],
              velocity: [900, 0, 0],
              rotation: [1, 0, 1, 0],
              angularVelocity: [3000, 1, 0],
            }),
            freeSolid('b', createCapsule(0.005, 0.01), {
              at: [0, -50, 0],
              velocity: [0, 900, 0],
              rotation: [1, 1, 0, 0],
              angularVelocity: [0, 3000, 1],
            }),
          ],
          { end: 1 },
        ),
      );
      const log = eventsOf(run(world));
      expect(log.length > 0).toBe(Math.abs(miss) < 0.01);
      if (log.length > 0) expect(log[0].time).toBeCloseTo(50 / 900, 4);
    }
  });

  it('a fast thin rod among posts never passes through one', () => {
    const posts = [-1, 0, 1].flatMap((x) =>
      [-1, 0, 1].map((y) => fixedSolid(`post ${x} ${y}`, createCapsule(0.02, 1), { at: [x, y, 0] })),
    );
    const rod = freeSolid('rod', createBox([0.0025, 0.0025, 0.4]), {
      at: [-0.5, -0.45, 0],
      rotation: [1, 0.2, 0.9, 0],
      velocity: [300, 170, 20],
      angularVelocity: [200, -500, 300],
    });
    // through a post at 300 m/s takes 0.1 ms, and flights are a few ms long
    expectApart(solidScene([...posts, rod, ...roomWalls(1.6)], { end: 1 }), 30, 60);
  });

  it('between impacts bodies stay apart', () => {
    expectApart(threeBoxes(), 25, 20);
  });
});

describe('laws of impact', () => {
  const ball = (name: string, x: number, v: number) =>
    freeSolid(name, createSphere(0.5), { at: [x, 0, 0], velocity: [v, 0, 0] });

  it('half of the speed is restored, and the loss is in the ledger', () => {
    const world = createEventWorld(
      solidScene([ball('a', -2, 1), ball('b', 2, -1)], { material: { restitution: 0.5 } }),
    );
    const start = ledgerOf(world);
    const reports = run(world);
    expect(eventsOf(reports)[0].time).toBeCloseTo(1.5, 8);
    expect(velocityOf(world, 0)[0]).toBeCloseTo(-0.5, 14);
    expect(velocityOf(world, 1)[0]).toBeCloseTo(0.5, 14);
    const end = ledgerOf(world);
    expect(end.contactWork).toBeCloseTo(-0.75 * start.kineticEnergy, 14);
    expect(balance(start, end).energyError).toBeLessThan(1e-15);
  });

  it('an impact with friction converts angular velocity of a ball into linear velocity: the algebraic law', () => {
    const world = createEventWorld(
      solidScene(
        [
          freeSolid('ball', createSphere(0.5), { at: [0, 0, 2], velocity: [0, 0, -2], angularVelocity: [0, 1, 0] }),
          fixedSolid('floor', createHalfspace([0, 0, 1])),
        ],
        { material: { restitution: 1, staticFriction: 10 } },
      ),
    );
    const start = ledgerOf(world);
    const [{ contacts }] = run(world, 5);
    expect(contacts[0].mode).toBe('stick');
    // the point stops sliding at -0.5 m/s: 1/(1 + 5/2) of that goes to the centre; the impulse acts half a gap outside the ball
    expect(velocityOf(world, 0)[0]).toBeCloseTo((0.5 * 2) / 7, 9);
    const { energyError, momentumError, angularMomentumError } = balance(start, ledgerOf(world));
    expect(Math.max(energyError, momentumError, angularMomentumError)).toBeLessThan(1e-14);
  });

  it('three balls in a row pass the impulse on, one by one', () => {
    const world = createEventWorld(solidScene([ball('a', -2, 1), ball('b', 0, 0), ball('c', 1, 0)]));
    run(world);
    expect([0, 1, 2].map((i) => velocityOf(world, i)[0])).toEqual([0, 0, expect.closeTo(1, 15)]);
  });

  it('a box that lands flush bounces without rotation', () => {
    const world = createEventWorld(
      solidScene(
        [
          freeSolid('box', createBox([0.5, 1, 0.25]), { at: [0.3, 0.2, 2], velocity: [0.1, 0, -1] }),
          fixedSolid('floor', createHalfspace([0, 0, 1])),
        ],
        { end: 3 },
      ),
    );
    const log = eventsOf(run(world));
    expect(log).toHaveLength(1);
    // four corners touch, two opposite ones are sufficient
    expect(log[0]).toMatchObject({ type: 'collision', points: 2 });
    expect(velocityOf(world, 0)).toEqual([expect.closeTo(0.1, 14), expect.closeTo(0, 14), expect.closeTo(1, 14)]);
    for (const angularVelocity of stateOf(world).bodies.angularVelocities.slice(0, 3))
      expect(Math.abs(angularVelocity)).toBeLessThan(1e-13);
  });

  it('a box that lands flush bounces as straight with friction, which reduces its angular velocity about the normal up to the Coulomb limit', () => {
    // 1 kg, (1 + 4)/12 kg m² about the normal; two opposite corners receive 2 N s in all, r = √5/2 from the centre
    const angularVelocityAfter = (angularVelocity: number, staticFriction: number) => {
      const world = createEventWorld(
        solidScene(
          [
            freeSolid('box', createBox([0.5, 1, 0.25]), {
              at: [0, 0, 2],
              velocity: [0, 0, -1],
              angularVelocity: [0, 0, angularVelocity],
            }),
            fixedSolid('floor', createHalfspace([0, 0, 1])),
          ],
          { end: 3, material: { restitution: 1, staticFriction } },
        ),
      );
      const start = ledgerOf(world);
      run(world);
      expect(velocityOf(world, 0)).toEqual([expect.closeTo(0, 13), expect.closeTo(0, 13), expect.closeTo(1, 13)]);
      const [x, y, z] = stateOf(world).bodies.angularVelocities;
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1e-13);
      expect(balance(start, ledgerOf(world)).energyError).toBeLessThan(1e-14);
      return z;
    };
    expect(angularVelocityAfter(0, 0.5)).toBe(0);
    expect(angularVelocityAfter(2, 0.1)).toBeCloseTo(2 - (0.1 * 2 * Math.sqrt(1.25)) / (5 / 12), 12);
    expect(angularVelocityAfter(-2, 10)).toBeCloseTo(0, 13);
  });

  it('a paddle of constant speed returns a ball at twice that speed', () => {
    const world = createEventWorld(
      solidScene([
        ball('ball', 0, 0),
        fixedSolid('paddle', createBox([0.1, 1.5, 1.5]), { at: [-3, 0, 0], velocity: [2, 0, 0] }, 'prescribed'),
      ]),
    );
    const start = ledgerOf(world);
    const log = eventsOf(run(world));
    expect(log[0].time).toBeCloseTo(1.2, 8);
    expect(velocityOf(world, 0)[0]).toBeCloseTo(4, 12);
    const end = ledgerOf(world);
    expect(end.contactWork).toBeCloseTo(8 * scene0Mass(world), 10);
    const { energyError, momentumError } = balance(start, end);
    expect(Math.max(energyError, momentumError)).toBeLessThan(1e-15);
  });
});

const scene0Mass = (world: EventWorld) => world.scene.bodies[0].mass;

describe('gravity, rest and limits', () => {
  const falling = (restitution: number, end = 10, maxEvents = 1e6) =>
    createEventWorld(
      solidScene(
        [freeSolid('ball', createSphere(0.5), { at: [0, 0, 5.5] }), fixedSolid('floor', createHalfspace([0, 0, 1]))],
        { material: { restitution }, gravity: [0, 0, -10], end, maxEvents },
      ),
    );

  it('a ball bounces at the times of the closed form, and its balance closes', () => {
    const world = falling(0.8);
    const start = ledgerOf(world);
    const log = eventsOf(run(world, 7));
    let [time, pause] = [1, 2];
    for (const event of log) {
      expect(event.time).toBeCloseTo(time, 7);
      pause *= 0.8;
      time += pause;
    }
    expect(log.length).toBeGreaterThan(4);
    const { energyError, momentumError } = balance(start, ledgerOf(world));
    expect(energyError).toBeLessThan(1e-14);
    expect(momentumError).toBeLessThan(1e-14);
  });

  it('elastic bounces return to the same height', () => {
    const world = falling(1, 200);
    const start = ledgerOf(world);
    run(world, 200);
    expect(world.collisions).toBe(100);
    expect(balance(start, ledgerOf(world)).energyError).toBeLessThan(1e-13);
  });

  it('a ball that bounces ever lower switches to fixed steps (Zeno) after finitely many impacts', () => {
    const world = falling(0.5);
    const reports = run(world);
    const last = reports[reports.length - 1];
    expect(last.status).toBe('zeno');
    // it would rest at 1 + 2 (0.5 + 0.25 + ...) s
    expect(last.time).toBeCloseTo(3, 2);
    expect(reports.length).toBeLessThan(40);
    const [event] = last.events.slice(-1);
    expect(event).toMatchObject({ type: 'zeno', bodies: ['ball', 'floor'] });
    expect(minGap(world, world.time)).toBeGreaterThan(-1e-9);
  });

  it.each([0, 0.5])(
    'a box that rests from the start, restitution %f, switches to fixed steps at once',
    (restitution) => {
      const world = createEventWorld(
        solidScene(
          [
            freeSolid('box', createBox([0.5, 0.5, 0.5]), { at: [0, 0, 0.5] }),
            fixedSolid('floor', createHalfspace([0, 0, 1])),
          ],
          { material: { restitution }, gravity: [0, 0, -10], end: 10 },
        ),
      );
      const reports = run(world);
      expect(reports[reports.length - 1].status).toBe('zeno');
      expect(world.time).toBeLessThan(0.1);
      expect(minGap(world, world.time)).toBeGreaterThan(-1e-9);
    },
  );

  it('stops at the limit of events', () => {
    const world = falling(1, 100, 3);
    expect(run(world).pop()?.status).toBe('event-limit');
    expect(world.collisions).toBe(3);
  });

  it('rejects bodies that overlap', () => {
    const scene = solidScene([
      freeSolid('a', createBox([0.5, 0.5, 0.5]), {}),
      freeSolid('b', createSphere(1), { at: [0.5, 0, 0] }),
    ]);
    expect(() => run(createEventWorld(scene))).toThrow(SimulationError);
  });
});

describe('triggers', () => {
  it('record when a body enters and leaves, without contact response', () => {
    const world = createEventWorld(
      solidScene([
        weighedSolid('ball', createSphere(0.5), 1, [1, 2, 3], {
          at: [-4, 0, 0],
          velocity: [2, 0, 0],
          angularVelocity: [1, 1, 1],
        }),
        { ...fixedSolid('gate', createBox([0.5, 2, 2])), trigger: true },
      ]),
    );
    const log = eventsOf(run(world));
    expect(log.map(({ type }) => type)).toEqual(['contact-begin', 'contact-end']);
    expect(log[0].time).toBeCloseTo(1.5, 7);
    expect(log[1].time).toBeCloseTo(2.5, 7);
    expect(velocityOf(world, 0)).toEqual([2, 0, 0]);
  });
});
