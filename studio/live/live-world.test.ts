import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecorder, readScene, runScene } from '../../src/index.ts';
import { BODY, type LiveCommand, type Triple } from './live-protocol.ts';
import { createLiveWorld, type LiveWorld } from './live-world.ts';
import { applyDue, logCommand, type PlayedCommand, replay } from './played-log.ts';
import { minus } from './project-point.ts';
import { add, rotateBy } from './pull-spring.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const SCENE = {
  world: 'solids',
  title: 'Play',
  description: 'A box, a ball that passes through it, and a wheel on a motor.',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    { name: 'box', shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.2] }, position: [0, 0, 0.2], mass: 2, group: 'a' },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, position: [0, 0, 1], mass: 1, group: 'a' },
    { name: 'wheel', shape: { kind: 'cylinder', radius: 0.3, halfHeight: 0.1 }, position: [3, 0, 1], mass: 1 },
  ],
  contacts: {
    restitution: 0,
    friction: { law: 'algebraic', static: 0.5 },
    groups: [{ groups: ['a', 'a'], collide: false }],
  },
  joints: [
    {
      name: 'axle',
      kind: 'hinge',
      bodies: ['world', 'wheel'],
      position: [3, 0, 1],
      axis: [0, 0, 1],
      motor: { velocity: 2, maxForce: 100 },
    },
  ],
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 0.1, method: 'steps', step: 0.01 },
};

function open(document: object = SCENE) {
  const text = JSON.stringify(document);
  const scene = readScene(text, 'play');
  return { scene, text, world: createLiveWorld(scene, text) };
}

/** Numbers of a body in the present frame. */
function body(world: LiveWorld, index: number) {
  const numbers = new Float64Array(world.frameLength(true));
  world.writeFrame(numbers, true);
  const [x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz] = numbers.subarray(BODY * index, BODY * (index + 1));
  return { at: [x, y, z], q: [qw, qx, qy, qz], v: [vx, vy, vz], w: [wx, wy, wz] };
}

function steps(world: LiveWorld, count: number): void {
  for (let k = 0; k < count; k++) world.step();
}

const names = (world: LiveWorld) => world.structure().bodies.map(({ name }) => name);

describe('a live rigid-body world', () => {
  it('continues past the end of its scene', () => {
    const { world } = open();
    steps(world, 100);
    expect(world.time).toBeCloseTo(1, 12);
    expect(world.ended).toBeUndefined();
  });

  it('pulls a body by a spring whose force holds its weight, and lets it go with its velocity', () => {
    const { world } = open();
    const pull = (target: readonly [number, number, number]) =>
      world.apply({ kind: 'pull', body: 1, point: [0, 0, 0], target, strength: 1 });
    pull([0, 0, 1]);
    steps(world, 400);
    expect(body(world, 1).at[2]).toBeGreaterThan(0.9);
    expect(world.pull()?.force).toBeCloseTo(2 * 9.81, 3);
    // a moving hand
    for (let k = 1; k <= 20; k++) {
      pull([0.1 * k, 0, 1]);
      world.step();
    }
    world.apply({ kind: 'release' });
    const [thrown] = body(world, 1).v;
    expect(thrown).toBeGreaterThan(1);
    world.step();
    expect(world.pull()).toBeUndefined();
    expect(body(world, 1).v[0]).toBeCloseTo(thrown, 9);
  });

  it('pins a body in the air which keeps its mass, also next to a joint', () => {
    const { world } = open();
    world.apply({ kind: 'pin', body: 2, on: true });
    world.apply({ kind: 'pin', body: 3, on: true });
    steps(world, 50);
    expect(body(world, 2).at).toEqual([0, 0, 1]);
    expect(body(world, 3).w).toEqual([0, 0, 0]);
    expect(world.structure().bodies[2].motion).toBe('fixed');
    for (const index of [2, 3]) world.apply({ kind: 'pin', body: index, on: false });
    expect(world.structure().bodies.map(({ mass }) => mass)).toEqual([Infinity, 2, 1, 1]);
    steps(world, 20);
    expect(body(world, 2).v[2]).toBeCloseTo(-9.81 * 0.2, 6);
    expect(body(world, 3).w[2]).toBeCloseTo(2, 6);
  });

  it('adds every shape of the palette where nothing is, duplicates and deletes', () => {
    const { world } = open();
    for (const shape of ['box', 'sphere', 'capsule', 'cylinder', 'cone', 'ellipsoid', 'hull', 1] as const) {
      expect(world.apply({ kind: 'add', shape, size: 0.3, position: [0, 0, 0] })).toBe(true);
    }
    expect(names(world).slice(4)).toEqual([
      'box 1',
      'sphere 1',
      'capsule 1',
      'cylinder 1',
      'cone 1',
      'ellipsoid 1',
      'hull 1',
      'box 2',
    ]);
    world.apply({ kind: 'duplicate', body: 5 });
    world.apply({ kind: 'delete', body: 1 });
    expect(names(world)).toContain('sphere 1 1');
    expect(names(world)).not.toContain('box');
    const before = world.energy();
    steps(world, 300);
    // nothing overlapped: no energy appears
    expect(world.energy()).toBeLessThan(before);
    expect(world.ended).toBeUndefined();
  });

  it('holds a body where the gizmo puts it, but not one on a joint with the world', () => {
    const { world } = open();
    const orientation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
    world.apply({ kind: 'hold', body: 1, position: [1, 2, 3], orientation });
    steps(world, 1);
    expect(Math.hypot(...body(world, 1).at.map((value, k) => value - [1, 2, 3][k]))).toBeLessThan(2e-3);
    expect(body(world, 1).q[3]).toBeCloseTo(Math.SQRT1_2, 9);
    world.apply({ kind: 'drop' });
    steps(world, 10);
    expect(body(world, 1).at[2]).toBeLessThan(2.97);
    expect(() => world.apply({ kind: 'hold', body: 3, position: [1, 2, 3], orientation })).toThrow(
      'joint "axle" holds "wheel" at the world, which does not move: pull the body instead',
    );
  });

  it('moves all bodies that joints connect to the one of the gizmo, as they are to each other', () => {
    const link = { kind: 'box', halfExtents: [0.3, 0.05, 0.05] };
    const bodies = [0, 1, 2].map((k) => ({ name: `link ${k}`, shape: link, position: [0.7 * k, 0, 2], mass: 1 }));
    const joints = [0, 1].map((k) => ({
      name: `pin ${k}`,
      kind: 'hinge',
      bodies: [`link ${k}`, `link ${k + 1}`],
      position: [0.35 + 0.7 * k, 0, 2],
      axis: [0, 1, 0],
    }));
    const { world } = open({ ...SCENE, bodies: [...SCENE.bodies.slice(0, 3), ...bodies], joints });
    steps(world, 5);
    const before = [3, 4, 5].map((k) => body(world, k));
    const pins = () =>
      [0, 1].map((k) => {
        // where both bodies of a hinge have its point
        const [a, b] = [body(world, 3 + k), body(world, 4 + k)];
        const end = (at: number[], q: number[], x: number) => add(at as unknown as Triple, rotateBy(q, [x, 0, 0]));
        return Math.hypot(...minus(end(a.at, a.q, 0.35), end(b.at, b.q, -0.35)));
      });
    expect(Math.max(...pins())).toBeLessThan(1e-3);
    // a quarter turn about z, and a metre up
    const [w, , , z] = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    world.apply({ kind: 'hold', body: 4, position: [1, 1, 3], orientation: [w, 0, 0, z] });
    for (const k of [0, 2]) {
      const [dx, dy, dz] = minus(before[k].at as unknown as Triple, before[1].at as unknown as Triple);
      const moved = minus(body(world, 3 + k).at as unknown as Triple, [1, 1, 3]);
      for (const [i, value] of [-dy, dx, dz].entries()) expect(moved[i]).toBeCloseTo(value, 9);
    }
    expect(body(world, 4).v).toEqual([0, 0, 0]);
    // it holds its form while it is held, and its joints hold when it falls
    steps(world, 20);
    expect(body(world, 4).at[2]).toBeCloseTo(3, 2);
    expect(body(world, 3).at[2]).toBeCloseTo(3, 2);
    world.apply({ kind: 'drop' });
    world.apply({ kind: 'shift', body: 3, by: [0, 0, 0.5], axis: 0, angle: 0.3 });
    expect(Math.max(...pins())).toBeLessThan(2e-3);
    steps(world, 10);
    expect(Math.max(...pins())).toBeLessThan(2e-3);
    expect(world.ended).toBeUndefined();
  });

  it('changes gravity, friction, masses and motors while it runs, and keeps apart what does not collide', () => {
    const { world } = open();
    steps(world, 50);
    world.apply({ kind: 'motor', joint: 0, motor: { velocity: -5, maxForce: 100 } });
    world.apply({ kind: 'material', friction: 0.9, restitution: 0.5 });
    world.apply({ kind: 'body', body: 1, mass: 8, friction: 0.1 });
    world.apply({ kind: 'gravity', value: [0, 0, -1] });
    steps(world, 50);
    expect(body(world, 3).w[2]).toBeCloseTo(-5, 6);
    expect(world.structure()).toMatchObject({ gravity: [0, 0, -1], friction: 0.9, restitution: 0.5 });
    expect(world.structure().bodies[1]).toMatchObject({ mass: 8, friction: 0.1 });
    // the ball lies on the floor, inside the box
    expect(body(world, 2).at[2]).toBeCloseTo(0.2, 2);
    expect(body(world, 1).at[2]).toBeCloseTo(0.2, 2);
  });

  it('is saved as a scene that runs from there', () => {
    const { world } = open();
    world.apply({ kind: 'add', shape: 'capsule', size: 0.3, position: [1, 0, 2] });
    world.apply({ kind: 'motor', joint: 0, motor: { velocity: -5, maxForce: 100 } });
    steps(world, 20);
    const text = world.sceneText();
    const scene = readScene(text, 'saved');
    const recorder = createRecorder(scene, text);
    const { status, time } = runScene(scene, recorder);
    expect([status, time]).toEqual(['end', 0.1]);
    const again = createLiveWorld(scene, text);
    for (const one of [world, again]) steps(one, 10);
    for (const index of names(world).keys()) {
      const [a, b] = [body(world, index), body(again, index)];
      expect(Math.hypot(...a.at.map((value, k) => value - b.at[k]))).toBeLessThan(1e-6);
    }
  });

  it('is recorded by playing the same commands again, with the same bits', async () => {
    const { world, scene, text } = open();
    const log: PlayedCommand[] = [];
    const play = (command: LiveCommand) => {
      world.apply(command);
      logCommand(log, world.stepCount, command);
    };
    steps(world, 5);
    play({ kind: 'add', shape: 'sphere', size: 0.2, position: [0, 1, 1] });
    for (let k = 0; k < 30; k++) {
      play({ kind: 'pull', body: 4, point: [0.1, 0, 0], target: [0.05 * k, 1, 1], strength: 2 });
      // only the last of several positions between two steps acts
      play({ kind: 'pull', body: 4, point: [0.1, 0, 0], target: [0.05 * k, 1, 1.5], strength: 2 });
      world.step();
    }
    // another body is another command: it wakes
    play({ kind: 'pull', body: 1, point: [0, 0, 0], target: [0, 0, 1], strength: 1 });
    play({ kind: 'pull', body: 4, point: [0, 0, 0], target: [0, 0, 1], strength: 1 });
    play({ kind: 'release' });
    play({ kind: 'delete', body: 2 });
    steps(world, 20);
    expect(log).toHaveLength(35);
    const recording = await replay(scene, text, { log, steps: world.stepCount }, async () => undefined);
    expect(recording.bodies).toEqual(['floor', 'box', 'ball', 'wheel', 'sphere 1']);
    expect(recording.title).toBe('Play, played');
    const { x, y, z } = recording.frames.columns;
    const last = recording.frames.rowCount - 1;
    expect([x[last], y[last], z[last]]).toEqual(body(world, 3).at);
    expect(recording.joints?.rowCount).toBeGreaterThan(0);
    expect(readScene(recording.sceneText, 'recorded').bodies).toHaveLength(5);
    const other = createLiveWorld(scene, text);
    applyDue(other, log, 0, 5);
    expect(names(other)).toHaveLength(5);
  });
});

describe('other worlds', () => {
  const example = (name: string) => {
    const text = readFileSync(join(EXAMPLES, `${name}.scene.json`), 'utf8');
    const scene = readScene(text, name);
    return { scene, text, world: createLiveWorld(scene, text) };
  };

  it.each(['slope-sliding', 'egg-on-a-table', 't-bone', 'crank-slider', 'sticky-and-elastic-balls'])(
    '%s can be pulled, and continues past its end',
    (name) => {
      const { world } = example(name);
      const { bodies, limits } = world.structure();
      expect(limits.pull).toBeUndefined();
      const index = bodies.findIndex(({ motion }) => motion === 'free');
      const [x, y, z] = body(world, index).at;
      const free = example(name).world;
      const target = [x, y + bodies[index].radius, z] as const;
      world.apply({ kind: 'pull', body: index, point: [0, 0, 0], target, strength: 4 });
      for (const one of [world, free]) steps(one, 40);
      expect(world.pull()?.force).toBeGreaterThan(0);
      expect(body(world, index).at[1]).toBeGreaterThan(body(free, index).at[1]);
      expect(() => world.apply({ kind: 'gravity', value: [0, 0, 0] })).toThrow('edit the scene instead');
      expect(world.ended).toBeUndefined();
    },
  );

  it('deformable worlds and event-driven planar ones say why nothing can be pulled', () => {
    expect(example('two-bars').world.structure().limits.pull).toContain('no applied forces');
    expect(example('billiards-break').world.structure().limits.pull).toContain('"method": "steps"');
    const { world } = example('two-bars');
    steps(world, 3);
    const { recorded, bodies } = world.structure();
    const nodes = (recorded.recording.nodes?.rowCount ?? 0) / 2;
    expect(world.frameLength(false)).toBe(BODY * bodies.length + 3 * nodes);
  });

  it('planar and smooth scenes of free bodies are saved at their present poses', () => {
    for (const name of ['slope-sliding', 'egg-on-a-table', 'two-polygons-offset-hit']) {
      const { world } = example(name);
      steps(world, 20);
      const text = world.sceneText();
      const again = createLiveWorld(readScene(text, name), text);
      for (const index of world.structure().bodies.keys()) {
        const [a, b] = [body(world, index), body(again, index)];
        expect(Math.hypot(...a.at.map((value, k) => value - b.at[k]))).toBeLessThan(1e-12);
        expect(Math.abs(a.q.reduce((sum, value, k) => sum + value * b.q[k], 0))).toBeCloseTo(1, 12);
        expect(Math.hypot(...a.v.map((value, k) => value - b.v[k]))).toBeLessThan(1e-12);
      }
    }
  });

  it('planar joints are saved where they are now: the saved scene continues the motion', () => {
    const { world } = example('crank-slider');
    world.apply({ kind: 'motor', joint: 0, motor: { velocity: 2, maxForce: 50 } });
    steps(world, 300);
    expectSameMotion(world, 60);
    // limits, springs and motors to a position are relative to the start
    const bar = { kind: 'rectangle', halfExtents: [0.3, 0.05] };
    const text = JSON.stringify({
      title: 'Joints',
      description: 'A pendulum with limits, a slider with a spring, a rope and a spring between points.',
      bodies: [
        { name: 'arm', shape: bar, position: [0.3, 0], mass: 1 },
        { name: 'sled', shape: bar, position: [0, 2], mass: 1, velocity: [1, 0] },
        { name: 'ball', shape: { kind: 'disc', radius: 0.1 }, position: [3, 1], mass: 1 },
        { name: 'weight', shape: { kind: 'disc', radius: 0.1 }, position: [5, 1], mass: 1 },
      ],
      joints: [
        {
          name: 'pivot',
          kind: 'hinge',
          bodies: ['world', 'arm'],
          position: [0, 0],
          limits: { min: '-60 deg', max: 1 },
          motor: { position: 0.3, stiffness: 2, damping: 0.1 },
        },
        {
          name: 'rail',
          kind: 'slider',
          bodies: ['world', 'sled'],
          position: [0, 2],
          axis: [1, 0],
          stiffness: 30,
          rest: 0.1,
        },
        {
          name: 'rope',
          kind: 'distance',
          bodies: ['world', 'ball'],
          points: [
            [3, 2],
            [3, 1.1],
          ],
          rope: true,
        },
        {
          name: 'coil',
          kind: 'spring',
          bodies: ['world', 'weight'],
          points: [
            [5, 2],
            [5, 1],
          ],
          stiffness: 50,
        },
      ],
      forces: { gravity: [0, -9.81] },
      time: { end: 2, method: 'steps', step: 0.002 },
    });
    const other = createLiveWorld(readScene(text, 'joints'), text);
    steps(other, 150);
    expectSameMotion(other, 100);
  });

  /** The scene that is saved now moves as the world does. */
  function expectSameMotion(world: LiveWorld, count: number): void {
    const text = world.sceneText();
    const again = createLiveWorld(readScene(text, 'saved'), text);
    for (const one of [world, again]) steps(one, count);
    for (const index of world.structure().bodies.keys()) {
      const [a, b] = [body(world, index), body(again, index)];
      expect(Math.hypot(...a.at.map((value, k) => value - b.at[k]))).toBeLessThan(1e-6);
      expect(Math.hypot(...a.v.map((value, k) => value - b.v[k]))).toBeLessThan(1e-4);
    }
  }

  it('what was played with vehicles is a recording with their tables', async () => {
    const { world, scene, text } = example('t-bone');
    const log: PlayedCommand[] = [];
    steps(world, 100);
    const recording = await replay(scene, text, { log, steps: world.stepCount }, async () => undefined);
    const last = recording.frames.rowCount - recording.bodies.length;
    expect(recording.vehicles?.rowCount).toBe(recording.frames.rowCount);
    expect(recording.frames.columns.x[last]).toBe(body(world, 0).at[0]);
  });
});
