import { describe, expect, it } from 'vitest';
import { addDoublePendulum, createJointWorld, driftOf, G, HINGE_LOCKED } from '../../test/joint-worlds.ts';
import { readScene } from '../scene/read.ts';
import { createBox } from '../shapes/box.ts';
import { createSphere } from '../shapes/sphere.ts';
import { runScene } from '../sim/simulate.ts';
import { createWorld } from './create-world.ts';
import { createWorldFromScene } from './world-from-scene.ts';

describe('joints of a world', () => {
  it('break above their force, with an event, and the bodies then collide', () => {
    const world = createJointWorld(1e-3, 2);
    const mass = world.addBody({ name: 'mass', shape: createSphere(0.1), position: [0, 0, 0], mass: 2 });
    const joint = world.addJoint({ kind: 'ball', bodies: [undefined, mass], position: [0, 0, 0], breakForce: 30 });
    const broken: string[] = [];
    world.on('joint-break', ({ name, time }) => broken.push(`${name} at ${time.toFixed(3)}`));
    for (let k = 0; k < 10; k++) world.step();
    expect(world.jointState(joint).force.z).toBeCloseTo(2 * G, 9);
    world.applyForce(mass, [0, 0, -20]);
    world.step();
    expect(broken).toEqual(['joint 1 at 0.011']);
    expect(world.jointState(joint).broken).toBe(true);
    for (let k = 0; k < 100; k++) world.step();
    expect(world.state(mass).velocity.z).toBeCloseTo(-G * 0.1, 6);
  });

  it('continue bitwise identically after a snapshot is restored, motors and broken joints included', () => {
    const world = createJointWorld(1 / 240, 4);
    const { hinge, elbow } = addDoublePendulum(world);
    world.setMotor(hinge, { velocity: 1, maxForce: 4 });
    for (let k = 0; k < 50; k++) world.step();
    const snapshot = world.snapshot();
    const follow = () => {
      for (let k = 0; k < 50; k++) world.step();
      return world.jointState(elbow);
    };
    const first = follow();
    world.setMotor(hinge, undefined);
    world.removeJoint(elbow);
    world.restore(snapshot);
    expect(follow()).toEqual(first);
  });

  it('fall asleep together at rest, and wake up when a motor is set', () => {
    const world = createWorld({ gravity: [0, 0, -G], timeStep: 0.01, substeps: 2 });
    const upper = world.addBody({ shape: createSphere(0.1), position: [0, 0, -0.5], mass: 1 });
    const lower = world.addBody({ shape: createSphere(0.1), position: [0, 0, -1], mass: 1 });
    world.addJoint({ kind: 'ball', bodies: [undefined, upper], position: [0, 0, 0] });
    const joint = world.addJoint({ kind: 'hinge', bodies: [upper, lower], position: [0, 0, -0.5], axis: [0, 1, 0] });
    for (let k = 0; k < 200; k++) world.step();
    expect([upper, lower].map((body) => world.state(body).asleep)).toEqual([true, true]);
    world.setMotor(joint, { force: 1 });
    world.step();
    expect([upper, lower].map((body) => world.state(body).asleep)).toEqual([false, false]);
  });

  it('of all kinds hold what they lock while their bodies tumble', () => {
    const kinds = {
      fixed: [0, 1, 2, 3, 4, 5],
      hinge: HINGE_LOCKED,
      slider: [1, 2, 3, 4, 5],
      ball: [0, 1, 2],
      universal: [0, 1, 2, 4],
    } as const;
    for (const [kind, locked] of Object.entries(kinds)) {
      const world = createJointWorld(0.01, 4, [0, 0, 0]);
      const a = world.addBody({
        shape: createBox([0.5, 0.2, 0.1]),
        position: [0, 0, 0],
        mass: 3,
        velocity: [0.3, 0, 0],
        angularVelocity: [1, 2, 0.5],
      });
      const b = world.addBody({
        shape: createBox([0.3, 0.2, 0.4]),
        position: [1, 0.2, 0],
        mass: 1,
        angularVelocity: [-1, 0.3, 2],
      });
      world.addJoint({ kind: kind as 'fixed', bodies: [a, b], position: [0.6, 0.1, 0] });
      const { momentum: p } = world.ledger();
      for (let k = 0; k < 200; k++) world.step();
      expect(driftOf(world, locked), kind).toBeLessThan(1e-12);
      const { momentum: q } = world.ledger();
      expect(Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z), kind).toBeLessThan(1e-13);
    }
  });
});

describe('joints in a scene', () => {
  const text = (joint: string, rest = '') => `{
  "world": "solids", "title": "A joint", "description": "Two bodies.",
  "bodies": [
    { "name": "a", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0.5, 0, 0], "mass": 1 },
    { "name": "post", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, 0, 0], "motion": "fixed" }
  ],
  "joints": [
    ${joint}
  ],
  "forces": { "gravity": [0, 0, -9.81] },
  "time": { "end": 0.5, "method": "steps", "step": 0.01 }${rest}
}`;

  it('run as the same joints in code, and are recorded', () => {
    const scene = readScene(
      text('{ "name": "j", "kind": "hinge", "bodies": ["post", "a"], "position": [0, 0, 0], "axis": [0, 1, 0] }'),
      'x',
    );
    if (scene.world !== 'solids') throw new Error('not a rigid-body scene');
    const world = createWorldFromScene(scene);
    for (let k = 0; k < 50; k++) world.step();
    const angles: number[] = [];
    runScene(scene, {
      frame() {},
      contact() {},
      event() {},
      joints: (_, rows) => angles.push(rows[0].position),
    });
    expect(angles.at(-1)).toBe(world.jointState(0).position);
    expect(angles[0]).toBe(0);
  });

  it('are rejected with the line of the error', () => {
    const cases: [string, string][] = [
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "unknown"], "position": [0, 0, 0] }',
        'x:8:53 joints[0].bodies[1]: is not the name of a body',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "a"], "position": [0, 0, 0] }',
        'joints[0].bodies: must be two different bodies',
      ],
      ['{ "name": "j", "kind": "hinge", "bodies": ["post", "world"], "position": [0, 0, 0] }', 'must have a free body'],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "axis": [0, 0, 0] }',
        'joints[0].axis: must have a length above zero',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "limits": { "min": "10 deg", "max": "-10 deg" } }',
        'x:8:105 joints[0].limits.min: must not be above limits.max',
      ],
      [
        '{ "name": "j", "kind": "slider", "bodies": ["a", "world"], "position": [0, 0, 0], "friction": "3 N m" }',
        'joints[0].friction: must be a number [N] or a text with a unit of force',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "frames": [{}, {}] }',
        'joints[0].frames: do not fit',
      ],
      ['{ "name": "j", "kind": "hinge", "bodies": ["a", "world"] }', 'joints[0].position: is missing'],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "mimic": { "joint": "k" } }',
        'joints[0].mimic.joint: is not the name of a joint',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "mimic": { "joint": "j" } }',
        'joints[0].mimic.joint: must not lead back to the joint itself',
      ],
      [
        '{ "name": "j", "kind": "ball", "bodies": ["a", "world"], "position": [0, 0, 0], "swing": "2 m" }',
        'joints[0].swing: must be a number [rad] or a text with a unit of angle',
      ],
      [
        '{ "name": "j", "kind": "ball", "bodies": ["a", "world"], "position": [0, 0, 0], "twist": { "min": "10 deg" } }',
        'joints[0].twist: must include the angle at the start, 0 rad',
      ],
      [
        `{ "name": "j", "kind": "fixed", "bodies": ["a", "world"] },
        { "name": "k", "kind": "hinge", "bodies": ["world", "a"], "position": [0, 0, 0], "motor": { "velocity": 1 } }`,
        'cannot hold together with the other joints: the given velocities differ by',
      ],
    ];
    for (const [joint, message] of cases) expect(() => readScene(text(joint), 'x'), joint).toThrow(message);
    const hinge = '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0] }';
    const events = text(hinge).replace('"method": "steps", "step": 0.01', '"method": "events"');
    expect(() => readScene(events, 'x')).toThrow(
      'joints[0]: joints need time.method "steps": the motion of joined bodies between impacts has no closed form',
    );
  });
});
