import { describe, expect, it } from 'vitest';
import { transformVec3 } from '../math/mat3.ts';
import { createVec3 } from '../math/vec3.ts';
import type { MeshScene } from './mesh-scene.ts';
import { readPlanarScene, readScene } from './read.ts';
import { SceneError } from './scene-error.ts';

const block = {
  name: 'block',
  shape: { kind: 'hexahedra', halfExtents: [0.5, 0.5, 0.5], elements: [2, 2, 2] },
  elastic: { modulus: '2 kPa', density: '1 g/cm^3' },
};
const sheet = {
  name: 'sheet',
  shape: { kind: 'membrane', halfExtents: [0.5, 0.5], elements: [4, 4], thickness: '1 mm' },
  elastic: { modulus: 1e6, poisson: 0.4, density: 1000 },
};
const ball = { name: 'ball', shape: { kind: 'icosphere', radius: 2 }, density: 3 };

/** A deformable world; `changes` replace or add keys of the top level. */
function sceneText(changes: Record<string, unknown> = {}): string {
  const document = {
    world: 'deformable',
    title: 't',
    description: 'a',
    bodies: [block, sheet, ball],
    time: { end: 1 },
  };
  return JSON.stringify({ ...document, ...changes }, null, 2);
}

function read(changes: Record<string, unknown> = {}): MeshScene {
  const scene = readScene(sceneText(changes), 'x');
  if (scene.world !== 'deformable') throw new Error('a planar scene');
  return scene;
}

describe('a deformable world', () => {
  it('has defaults filled in, units converted and masses known', () => {
    const { bodies, contacts, time, record, forces } = read();
    expect(bodies[0]).toMatchObject({
      kind: 'elastic',
      material: { youngsModulus: 2000, poissonRatio: 0, density: 1000 },
      doubleSided: false,
      clamps: [],
    });
    expect(bodies[1].doubleSided).toBe(true);
    const mass = 3 * (4 / 3) * Math.PI * 8;
    expect(bodies[2]).toMatchObject({ kind: 'rigid', motion: 'free', shape: { subdivisions: 2 } });
    expect(bodies[2].kind === 'rigid' && bodies[2].mass).toBeCloseTo(mass, 10);
    expect(bodies[2].kind === 'rigid' && bodies[2].moments.y).toBeCloseTo(0.4 * mass * 4, 9);
    expect(contacts).toMatchObject({
      response: 'kinematic',
      iterations: 50,
      tied: [],
      friction: 0,
      edges: false,
      persistentContacts: true,
    });
    expect(time).toMatchObject({ courantNumber: 0.5, broadPhase: 'aabb-tree' });
    expect(record.interval).toBeCloseTo(1 / 300, 15);
    expect(forces.gravity).toEqual(createVec3());
  });

  it('checks all bodies against all others, in both directions, but not against themselves', () => {
    expect(read().contacts.mayTouch).toEqual([false, true, true, true, false, true, true, true, false]);
    // a rigid body cannot touch itself
    const withSelf = [...Array(8).fill(true), false];
    expect(read({ contacts: { selfContact: true } }).contacts.mayTouch).toEqual(withSelf);
    const pairs = [{ slave: 'ball', master: 'sheet' }];
    expect(read({ contacts: { pairs, passes: 1 } }).contacts.mayTouch.indexOf(true)).toBe(7);
    expect(read({ contacts: { pairs } }).contacts.mayTouch.flatMap((may, i) => (may ? [i] : []))).toEqual([5, 7]);
  });

  it('accepts a rotation as axis and angle or as a quaternion', () => {
    const half = Math.PI / 6;
    const rotations = [
      { axis: [0, 0, 2], angle: '60 deg' },
      { quaternion: [3 * Math.cos(half), 0, 0, 3 * Math.sin(half)] },
    ];
    for (const rotation of rotations) {
      const { pose } = read({ bodies: [{ ...block, rotation }] }).bodies[0];
      const { x, y, z } = transformVec3(createVec3(), pose.rotation, createVec3(1, 0, 0));
      expect([x, y, z].map((value) => value.toFixed(14))).toEqual([
        (0.5).toFixed(14),
        (Math.sqrt(3) / 2).toFixed(14),
        (0).toFixed(14),
      ]);
    }
  });

  it('is rejected where a planar scene is required', () => {
    expect(() => readPlanarScene(sceneText(), 'x')).toThrow('x:2:12 world: must be "planar" here, got "deformable"');
  });
});

describe('an error is reported with its path and the expected value', () => {
  const bodies = (...given: object[]) => ({ bodies: given });
  const contacts = (given: object) => ({ contacts: given });
  it.each([
    ['an unknown world', { world: 'meshs' }, 'world', /one of "planar", "deformable"/],
    ['a planar shape', bodies({ ...block, shape: { kind: 'disc', radius: 1 } }), 'bodies[0].shape.kind', /"icosphere"/],
    ['a planar position', bodies({ ...block, position: [0, 0] }), 'bodies[0].position', /exactly 3 items, has 2/],
    ['a key of planar scenes', { sensors: [] }, 'sensors', /not a known key/],
    ['no material', bodies({ ...block, elastic: undefined }), 'bodies[0].elastic', /is missing/],
    [
      'an impossible material',
      bodies({ ...block, elastic: { modulus: 1, poisson: 0.5, density: 1 } }),
      'bodies[0].elastic.poisson',
      /below 0.5/,
    ],
    ['the mass of an elastic body', bodies({ ...block, mass: 1 }), 'bodies[0].mass', /elastic.density/],
    ['a fixed elastic body', bodies({ ...block, motion: 'fixed' }), 'bodies[0].motion', /clamp and prescribedNodes/],
    ['the rim of a box', bodies({ ...block, clamp: ['rim'] }), 'bodies[0].clamp[0]', /no rim/],
    [
      'the top of a sheet',
      bodies({ ...sheet, prescribedNodes: [{ nodes: 'z+' }] }),
      'bodies[0].prescribedNodes[0].nodes',
      /"rim"/,
    ],
    ['a clamped ball', bodies(block, { ...ball, clamp: ['all'] }), 'bodies[1].clamp', /see motion/],
    ['an elastic ball', bodies(block, { ...ball, elastic: block.elastic }), 'bodies[1].elastic', /left out/],
    ['a ball without mass', bodies(block, { ...ball, density: undefined }), 'bodies[1].mass', /is missing/],
    ['mass and density', bodies(block, { ...ball, mass: 1 }), 'bodies[1].density', /left out/],
    ['the mass of a fixed ball', bodies(block, { ...ball, motion: 'fixed' }), 'bodies[1].density', /left out/],
    [
      'a fixed ball that moves',
      bodies(block, { ...ball, density: undefined, motion: 'fixed', velocity: [0, 0, 1] }),
      'bodies[1].velocity',
      /"prescribed"/,
    ],
    ['an angle without axis', bodies({ ...block, rotation: { angle: 1 } }), 'bodies[0].rotation.axis', /is missing/],
    [
      'two rotations',
      bodies({ ...block, rotation: { angle: 1, quaternion: [1, 0, 0, 0] } }),
      'bodies[0].rotation.angle',
      /left out/,
    ],
    [
      'an axis of zero length',
      bodies({ ...block, rotation: { axis: [0, 0, 0], angle: 1 } }),
      'bodies[0].rotation.axis',
      /above zero/,
    ],
    ['three sides', bodies({ ...block, doubleSided: 3 }), 'bodies[0].doubleSided', /true or false/],
    ['the name all', bodies({ ...block, name: 'all' }), 'bodies[0].name', /means all bodies/],
    [
      'more nodes than memory',
      bodies({ ...block, shape: { ...block.shape, elements: [1000, 1000, 1000] } }),
      'bodies[0].shape',
      /more than 1000000 nodes/,
    ],
    ['no such slave', contacts({ pairs: [{ slave: 'bal', master: 'all' }] }), 'contacts.pairs[0].slave', /"ball"/],
    [
      'a body with itself',
      contacts({ pairs: [{ slave: 'ball', master: 'ball' }] }),
      'contacts.pairs[0].master',
      /selfContact/,
    ],
    [
      'penalty forces without persistent contacts',
      contacts({ response: 'penalty', persistentContacts: false }),
      'contacts.persistentContacts',
      /must be true/,
    ],
    ['a stiff penalty', contacts({ penalty: 0.6 }), 'contacts.penalty', /at most 0.5/],
    ['a Courant number above one', { time: { end: 1, courantNumber: 1.5 } }, 'time.courantNumber', /at most 1/],
    ['too many steps', { time: { end: 1, step: 1e-12 } }, 'time.step', /more than 1000000000 steps/],
    ['no elastic body to set the step', bodies(ball), 'time.step', /is missing/],
  ])('%s', (_what, changes, path, message) => {
    const attempt = () => readScene(sceneText(changes), 'x');
    expect(attempt).toThrow(SceneError);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(expect.objectContaining({ path }));
  });
});
