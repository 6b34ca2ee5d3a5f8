import { describe, expect, it } from 'vitest';
import { fixedSolid, freeSolid, solidScene } from '../../../test/solid-scenes.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { closest } from '../../pairs/query.ts';
import type { SceneDocking } from '../../scene/scene-header.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { createBox } from '../../shapes/box.ts';
import { createCapsule } from '../../shapes/capsule.ts';
import { createHalfspace } from '../../shapes/halfspace.ts';
import { createSphere } from '../../shapes/sphere.ts';
import { balance } from '../ledger-totals.ts';
import type { SimEvent } from '../observer.ts';
import { SimulationError } from '../world.ts';
import { advanceToNextEvent } from './events/advance-events.ts';
import { createEventWorld } from './events/create-event-world.ts';
import type { EventWorld } from './events/event-world.ts';
import { stateOf } from './events/world-state.ts';
import { solidLedger } from './solid-ledger.ts';

const rigid = (more: Partial<SceneDocking> = {}): SceneDocking => ({
  sensors: [0, 1],
  mode: 'rigid',
  tolerance: 0.01,
  maxSpeed: Number.POSITIVE_INFINITY,
  release: Number.POSITIVE_INFINITY,
  ...more,
});

/** A pod approaches a station, its nose towards the station's port; both tumble, the nose along its path. */
function approach(more: Partial<SceneDocking> = {}, extra: SolidScene['bodies'] = [], gravity = 0): SolidScene {
  return solidScene(
    [
      freeSolid('station', createBox([0.5, 1, 1.5]), { velocity: [0.05, 0, 0], angularVelocity: [0.02, 0, 0] }),
      freeSolid('pod', createCapsule(0.3, 0.4), {
        at: [3, 0, 0],
        rotation: [1, 0, -1, 0],
        velocity: [-0.5, 0, 0],
        angularVelocity: [0.4, 0, 0],
      }),
      ...extra,
    ],
    {
      end: 20,
      gravity: [0, 0, -gravity],
      docking: [rigid(more)],
      sensors: [
        { name: 'port', body: 0, point: createVec3(0.52, 0, 0) },
        { name: 'nose', body: 1, point: createVec3(0, 0, 0.72) },
      ],
    },
  );
}

function ledgerOf(world: EventWorld) {
  const { bodies, totals, time } = stateOf(world);
  return solidLedger(bodies, totals, world.scene.forces.gravity, time);
}

function run(world: EventWorld, until: number): SimEvent[] {
  const log: SimEvent[] = [];
  for (;;) {
    const { status, events } = advanceToNextEvent(world, until);
    log.push(...events);
    if (status === 'reached') return log;
    expect(status).toBe('happened');
  }
}

/** Pose of one body relative to another. */
function relative(world: EventWorld): number[] {
  const { positions: p, orientations: q } = stateOf(world).bodies;
  const [a, b] = [0, 1].map((i) => createPose([...p.slice(3 * i, 3 * i + 3)], [...q.slice(4 * i, 4 * i + 4)]));
  const gap = lengthVec3(subVec3(createVec3(), b.position, a.position));
  const { shape } = world.scene.bodies[0];
  return [gap, closest(shape, a, world.scene.bodies[1].shape, b).distance];
}

describe('docking in space [CP13-5.5]', () => {
  it('joins two bodies into one: momentum and angular momentum are conserved, the energy loss is reported', () => {
    const world = createEventWorld(approach());
    const start = ledgerOf(world);
    const log = run(world, 10);
    expect(log.map(({ type }) => type)).toEqual(['docking']);
    const [docking] = log;
    if (docking.type !== 'docking') throw new Error('not a docking');
    // the nose starts at 2.28 m, the port at 0.52 m; they close at 0.55 m/s to within 0.01 m
    expect(docking.time).toBeCloseTo((2.28 - 0.52 - 0.01) / 0.55, 3);
    expect(world.composites).toHaveLength(1);
    const end = ledgerOf(world);
    expect(docking.energyLoss).toBeCloseTo(start.kineticEnergy - end.kineticEnergy, 12);
    const { momentumError, angularMomentumError, energyError } = balance(start, end);
    expect(momentumError).toBeLessThan(1e-15);
    expect(angularMomentumError).toBeLessThan(1e-14);
    expect(energyError).toBeLessThan(1e-13);
  });

  it('docked bodies stay together, and tumble as one', () => {
    const world = createEventWorld(approach());
    run(world, 5);
    const before = relative(world);
    const energy = ledgerOf(world).kineticEnergy;
    run(world, 20);
    for (const [k, value] of relative(world).entries()) expect(value).toBeCloseTo(before[k], 12);
    expect(ledgerOf(world).kineticEnergy).toBeCloseTo(energy, 13);
  });

  it('separates at its release, and each body continues with its velocities', () => {
    const world = createEventWorld(approach({ release: 8 }));
    const start = ledgerOf(world);
    run(world, 7.999999);
    const before = stateOf(world, 8).bodies;
    const log = run(world, 8);
    expect(log).toMatchObject([{ type: 'release', time: 8 }]);
    const { velocities, angularVelocities } = stateOf(world, 8).bodies;
    for (const [k, v] of velocities.entries()) expect(v).toBeCloseTo(before.velocities[k], 14);
    for (const [k, w] of angularVelocities.entries()) expect(w).toBeCloseTo(before.angularVelocities[k], 14);
    expect(world.composites).toHaveLength(2);
    run(world, 20);
    const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf(world));
    expect(momentumError).toBeLessThan(1e-14);
    expect(angularMomentumError).toBeLessThan(1e-13);
    expect(energyError).toBeLessThan(1e-12);
  });

  it('a ball hits docked bodies, which respond as one body', () => {
    const ball = freeSolid('ball', createSphere(0.4), { at: [2, 8, 0], velocity: [0, -1, 0] });
    const world = createEventWorld(approach({}, [ball]));
    const start = ledgerOf(world);
    const log = run(world, 15);
    expect(log.map(({ type }) => type)).toEqual(['docking', 'collision']);
    expect(log[1]).toMatchObject({ bodies: ['pod', 'ball'] });
    const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf(world));
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-13);
  });

  it('an approach above the speed limit is rejected, and may be retried once the sensors have separated', () => {
    const world = createEventWorld(approach({ maxSpeed: 0.3 }));
    const [first] = run(world, 3.5);
    expect(first).toMatchObject({ type: 'docking-rejected', bodies: ['station', 'pod'] });
    expect(world.composites).toHaveLength(2);
  });

  it('a fixed body holds a body that docks to it', () => {
    const scene = approach();
    const { shape } = scene.bodies[0];
    const ball = freeSolid('ball', createSphere(0.4), { at: [1.2, 8, 0], velocity: [0, -1, 0] });
    const held = { ...scene, bodies: [fixedSolid('station', shape), scene.bodies[1], ball] };
    held.contacts = { ...scene.contacts, classes: [0, 0, 0] };
    const world = createEventWorld(held);
    const start = ledgerOf(world);
    // a later ball hits the pod, which is now as immovable as the station
    expect(run(world, 10)).toMatchObject([{ type: 'docking' }, { type: 'collision', bodies: ['pod', 'ball'] }]);
    const { velocities } = stateOf(world).bodies;
    expect([...velocities.slice(3, 6)]).toEqual([0, 0, 0]);
    expect(velocities[7]).toBeGreaterThan(0.5);
    const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf(world));
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-14);
  });

  it('rejects a pin, and half-spaces that would have to move', () => {
    expect(() => createEventWorld(approach({ mode: 'pin' }))).toThrow(SimulationError);
    expect(() => createEventWorld(approach({ mode: 'pin' }))).toThrow(/docking\[0\].mode: 'pin'/);
    const scene = approach();
    const wall = fixedSolid('station', createHalfspace([1, 0, 0]), { at: [0.5, 0, 0] });
    const world = createEventWorld({ ...scene, bodies: [wall, scene.bodies[1]] });
    // here the half-space is the immovable body, so it is allowed
    expect(run(world, 10).map(({ type }) => type)).toContain('docking');
  });
});
