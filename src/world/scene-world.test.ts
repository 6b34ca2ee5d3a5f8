import { describe, expect, it } from 'vitest';
import { createRecorder } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import type { RunSummary } from '../sim/observer.ts';
import { runScene } from '../sim/simulate.ts';
import type { SteppableScene } from './scene-run.ts';
import { createSceneWorld, type SceneWorld } from './scene-world.ts';

const NO_OBSERVER = { frame: () => undefined, contact: () => undefined, event: () => undefined };

function read(document: object): SteppableScene {
  return readScene(JSON.stringify({ title: 'test', description: 'test', ...document }), 'test');
}

const SCENES = {
  'planar steps': read({
    bodies: [
      { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' },
      { name: 'disc', shape: { kind: 'disc', radius: 0.5 }, position: [0, 1], velocity: [1, 0], mass: 2 },
    ],
    contacts: { restitution: 0.5 },
    forces: { gravity: [0, -9.81] },
    time: { end: 1, method: 'steps', step: 0.01 },
  }),
  'planar events': read({
    bodies: [
      { name: 'wall', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [3, 0], motion: 'fixed' },
      { name: 'disc', shape: { kind: 'disc', radius: 0.5 }, position: [0, 1], velocity: [4, 0], mass: 2 },
    ],
    time: { end: 1, step: 0.01 },
  }),
  'docking solids': read({
    world: 'solids',
    bodies: [
      { name: 'box', shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.5] }, position: [2, 0, 0], mass: 3 },
      { name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, position: [0, 0, 0], velocity: [2, 0, 0], mass: 1 },
    ],
    sensors: [
      { name: 'port', body: 'box', point: [-0.6, 0, 0] },
      { name: 'probe', body: 'ball', point: [0.6, 0, 0] },
    ],
    docking: [{ sensors: ['port', 'probe'] }],
    time: { end: 1, method: 'events', step: 0.01 },
  }),
  'penalty solids': read({
    world: 'solids',
    bodies: [
      { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
      { name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, position: [0, 0, 0.6], mass: 1 },
    ],
    contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 1e4 } },
    forces: { gravity: [0, 0, -9.81] },
    time: { end: 1, method: 'steps', step: 0.01 },
  }),
  smooth: read({
    world: 'smooth',
    bodies: [
      {
        name: 'ball',
        shape: { kind: 'ellipsoid', semiAxes: [0.5, 0.4, 0.3] },
        position: [0, 0, 0],
        velocity: [1, 0, 0],
        mass: 1,
      },
      { name: 'wall', shape: { kind: 'box', halfExtents: [0.5, 1, 1] }, position: [2, 0, 0], motion: 'fixed' },
    ],
    time: { end: 1, step: 0.01 },
  }),
} as const;

function finish(world: SceneWorld): RunSummary {
  while (!world.finished) world.step();
  return world.summary as RunSummary;
}

describe('scenes of other worlds, step by step', () => {
  it.each(Object.entries(SCENES))('%s: the end is that of a run without pauses, bit for bit', (_, scene) => {
    const world = createSceneWorld(scene);
    expect([world.time, world.stepCount]).toEqual([0, 0]);
    world.step();
    expect(world.time).toBeCloseTo(world.timeStep, 12);
    expect(finish(world).stateHash).toBe(runScene(scene, NO_OBSERVER).stateHash);
    expect([world.time, world.stepCount]).toEqual([1, 100]);
    expect(() => world.step()).toThrow('step: the run has ended at 1 s (end)');
    expect(world.balance().momentumError).toBeLessThan(1e-12);
  });

  it.each(['planar steps', 'smooth', 'penalty solids'] as const)(
    '%s: a restored snapshot gives the same bits, forces included',
    (name) => {
      const world = createSceneWorld(SCENES[name]);
      const body = name === 'planar steps' ? 'disc' : 'ball';
      const run = (steps: number) => {
        for (let k = 0; k < steps; k++) {
          if (k % 3 === 0) world.applyForce(body, [0.5 * (k % 5), 1, 0], [0, 0, 0.1]);
          world.step();
        }
        return world.state(body);
      };
      run(10);
      const saved = world.snapshot();
      const after = run(30);
      world.restore(saved);
      expect(world.stepCount).toBe(10);
      expect(run(30)).toEqual(after);
    },
  );

  it('a force acts for one step in planar and smooth worlds: v = F h / m, and its work is in the ledger', () => {
    const free = { velocity: [0, 0], mass: 2, position: [0, 0] };
    const planar = read({
      bodies: [{ name: 'body', shape: { kind: 'disc', radius: 0.5 }, ...free }],
      time: { end: 1, method: 'steps', step: 0.01 },
    });
    const smooth = read({
      world: 'smooth',
      bodies: [{ name: 'body', shape: { kind: 'ellipsoid', semiAxes: [0.5, 0.5, 0.5] }, mass: 2 }],
      time: { end: 1, step: 0.01 },
    });
    for (const scene of [planar, smooth]) {
      const world = createSceneWorld(scene);
      world.applyForce('body', [3, 0, 0]);
      world.step();
      world.step();
      expect(world.state('body').velocity.x).toBeCloseTo(0.015, 14);
      expect(world.ledger().externalWork).toBeCloseTo(0.5 * 2 * 0.015 ** 2, 14);
      expect(world.balance().energyError).toBeLessThan(1e-10);
    }
  });

  it('wrong calls are rejected by name', () => {
    const world = createSceneWorld(SCENES['planar steps']);
    expect(() => world.state('disk')).toThrow('state: "disk" is not a body of the scene');
    expect(() => world.applyForce('floor', [1, 0, 0])).toThrow('applyForce: "floor" is fixed, no force moves it');
    expect(() => world.applyForce('disc', [Number.NaN, 0, 0])).toThrow(
      'applyForce: force: must be three finite numbers',
    );
    expect(() => world.restore({} as never)).toThrow('restore: expected a snapshot of this world');
    expect(() => createSceneWorld(SCENES['planar events']).applyForce('disc', [1, 0, 0])).toThrow(
      'use time.method "steps"',
    );
    expect(() => createSceneWorld(SCENES['docking solids']).applyForce('ball', [1, 0, 0])).toThrow(
      'applyForce: an event-driven run is ahead of its steps',
    );
    expect(() => createSceneWorld({} as never)).toThrow('createSceneWorld: scene must be one of planar, smooth');
  });
});

describe('a recording of a scene that is stepped', () => {
  it.each(['planar steps', 'docking solids'] as const)('%s: has the tables of a run of the scene', (name) => {
    const interval = 2 * SCENES[name].time.step;
    const scene = { ...SCENES[name], record: { interval } };
    const recorder = createRecorder(scene, 'text');
    const expected = recorder.finish(runScene(scene, recorder));
    const world = createSceneWorld(scene);
    const recording = world.record({ sceneText: 'text', interval });
    while (!world.finished) world.step();
    const done = recording.finish();
    expect(done.frames).toEqual(expected.frames);
    expect(done.ledger).toEqual(expected.ledger);
    expect(done.events).toEqual(expected.events);
    expect(done.summary).toMatchObject({
      status: 'end',
      time: expected.summary.time,
      balance: expected.summary.balance,
    });
    expect(() => recording.finish()).toThrow('already finished');
    expect(() => world.record({ sceneText: '', interval: 0 })).toThrow('record: interval');
  });
});
