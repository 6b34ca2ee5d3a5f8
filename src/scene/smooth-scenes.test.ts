import { describe, expect, it } from 'vitest';
import { createMat3 } from '../math/mat3.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { readScene } from './read.ts';
import { SceneError } from './scene-error.ts';
import type { SmoothScene } from './smooth-scene.ts';

const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, position: [0, 0, 2], mass: 1 };
const slab = { name: 'slab', shape: { kind: 'box', halfExtents: [2, 2, 0.1] }, motion: 'fixed' };
const guided = {
  name: 'guided',
  shape: { kind: 'point' },
  motion: 'prescribed',
  path: { position: { kind: 'linear', point: [1, 0, 3], velocity: [0, 0, '-1 cm/s'] } },
};
const disc = { name: 'disc', shape: { kind: 'disc', radius: 1 }, motion: 'fixed' };
const hook = {
  name: 'hook',
  shape: {
    kind: 'polygon',
    vertices: [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ],
  },
  motion: 'prescribed',
  path: {},
};

function sceneText(changes: Record<string, unknown> = {}): string {
  return JSON.stringify(
    { title: 't', description: 'a', world: 'smooth', bodies: [ball, slab], time: { end: 1 }, ...changes },
    null,
    2,
  );
}

function read(changes: Record<string, unknown> = {}): SmoothScene {
  const scene = readScene(sceneText(changes), 'x.scene.json');
  if (scene.world !== 'smooth') throw new Error(`the scene has the world ${scene.world}`);
  return scene;
}

function inputErrorIn(changes: Record<string, unknown>): SceneError {
  try {
    read(changes);
  } catch (error) {
    if (error instanceof SceneError) return error;
    throw error;
  }
  throw new Error('the scene was accepted');
}

describe('a scene of smooth bodies', () => {
  it('has defaults filled in', () => {
    const { tracking, contacts, couplers, forces, time } = read();
    expect(tracking.settings).toMatchObject({ mode: 'predictor-corrector', gain: 'fastest', signed: false });
    expect(tracking.pairs).toEqual([{ bodies: [0, 1] }]);
    const tableau = { a: [[1]], b: [1], c: [1] };
    const given = read({ tracking: { mode: 'integrator', scheme: 'tableau', tableau, gain: 50 } });
    expect(given.tracking.settings.mode).toEqual(tableau);
    expect(contacts).toMatchObject({ response: 'none', restitutionThreshold: 0 });
    expect([couplers, forces.gravity, time]).toEqual([[], createVec3(), { end: 1, step: 1e-3 }]);
  });

  it('tracks all pairs with relative motion by default', () => {
    const bodies = [
      ball,
      slab,
      { ...slab, name: 'other', position: [0, 0, -5] },
      guided,
      { ...guided, name: 'second' },
    ];
    const named = read({ bodies }).tracking.pairs.map(({ bodies }) => bodies.join());
    expect(named).toEqual(['0,1', '0,2', '0,3', '0,4', '1,3', '1,4', '2,3', '2,4']);
    const pairs = [{ bodies: ['guided', 'slab'] }];
    expect(read({ bodies, tracking: { pairs } }).tracking.pairs).toEqual([{ bodies: [3, 1] }]);
  });

  it('gives a free body the inertia of its shape, about its centre of mass', () => {
    // 2/5 m r² of a sphere, independent of its position in body axes
    const { motion } = read().bodies[0];
    expect(motion.kind === 'free' && motion.inverseInertia.yy).toBeCloseTo(1 / (0.4 * 0.25), 12);
    const cone = { name: 'cone', shape: { kind: 'cone', bottomRadius: 1, topRadius: 0, halfHeight: 2 }, density: 3 };
    const scene = read({ bodies: [cone, slab], tracking: { pairs: [] } });
    const [{ motion: flight, shape }] = scene.bodies;
    if (flight.kind !== 'free' || shape.kind !== 'tiled') throw new Error('a free body was expected');
    // the centre of mass of a cone is a quarter of its height above its base
    expect(flight.pose.position.z).toBeCloseTo(-1, 12);
    expect(Math.min(...shape.vertices.map(({ point }) => point.z))).toBeCloseTo(-1, 12);
    expect(flight.mass).toBeCloseTo(4 * Math.PI, 10);
    expect(1 / flight.inverseInertia.zz).toBeCloseTo(0.3 * 4 * Math.PI, 10);
  });

  it('supports planar bodies, which rotate about z only, and points, which do not rotate', () => {
    const flying = { name: 'disc', shape: { kind: 'disc', radius: 2 }, angularVelocity: [0, 0, 1], mass: 3 };
    const [{ motion }, point] = read({
      bodies: [flying, { name: 'point', shape: { kind: 'point' }, mass: 2 }],
    }).bodies;
    if (motion.kind !== 'free' || point.motion.kind !== 'free') throw new Error('free bodies were expected');
    expect(motion.inverseInertia).toEqual(createMat3(0, 0, expect.closeTo(1 / 6, 12) as unknown as number));
    expect(point.motion.inverseInertia).toEqual(createMat3(0, 0, 0));
  });

  it('converts the units of all quantities', () => {
    const { motion } = read({ bodies: [guided, slab] }).bodies[0];
    expect(motion.kind === 'prescribed' && motion.path.position).toMatchObject({ velocity: createVec3(0, 0, -0.01) });
    const rotated = read({ bodies: [{ ...ball, rotation: { axis: [0, 0, 2], angle: '90 deg' } }, slab] }).bodies[0];
    expect(rotated.motion.kind === 'free' && rotated.motion.pose.rotation.yx).toBeCloseTo(1, 15);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['ellipsoid', { semiAxes: [1, 2, 3] }, 8],
    ['superellipsoid', { semiAxes: [1, 2, 3], exponent1: 0.5 }, 8],
    ['capsule', { radius: 1, halfHeight: 2 }, 12],
    ['cylinder', { radius: 1, halfHeight: 2 }, 12],
    ['box', { halfExtents: [1, 2, 3] }, 6],
    ['rounded-box', { halfExtents: [1, 2, 3], radius: 0.1 }, 26],
    ['lens', { radius: 1.5, offset: 0.75 }, 3],
    ['extrusion', { outline: { kind: 'ellipse', semiAxes: [2, 1] }, halfHeight: 1 }, 12],
    ['extrusion', { outline: { kind: 'rounded-rectangle', halfExtents: [2, 1], radius: 0.2 }, halfHeight: 1 }, 24],
    [
      'revolution',
      {
        profile: [
          {
            id: 'bowl',
            points: [
              [0, -1],
              [1, -1],
              [1, 0],
            ],
          },
          {
            id: 'lid',
            points: [
              [1, 0],
              [0, 0],
            ],
          },
        ],
      },
      8,
    ],
  ])('builds a %s', (kind, given, faceCount) => {
    const { shape } = read({ bodies: [{ ...slab, shape: { kind, ...given } }], tracking: { pairs: [] } }).bodies[0];
    expect(shape.kind === 'tiled' && [shape.faces.length, shape.closed, shape.convex]).toEqual([faceCount, true, true]);
  });

  it('builds a body from one NURBS surface, whose pieces are its faces', () => {
    // a unit sphere: half a circle, in two pieces, revolved about z in four quarters
    const h = Math.SQRT1_2;
    // biome-ignore format: poles and weights, one quarter after the other
    const circle = [[1, 0, 1], [1, 1, h], [0, 1, 1], [-1, 1, h], [-1, 0, 1], [-1, -1, h], [0, -1, 1], [1, -1, h], [1, 0, 1]];
    // biome-ignore format: poles and weights
    const profile = [[0, -1, 1], [1, -1, h], [1, 0, 1], [1, 1, h], [0, 1, 1]];
    const surface = {
      degreeU: 2,
      degreeV: 2,
      knotsU: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
      knotsV: [0, 0, 0, 1, 1, 2, 2, 2],
      points: circle.map(([x, y]) => profile.map(([r, z]) => [r * x, r * y, z])),
      weights: circle.map(([, , w]) => profile.map(([, , own]) => w * own)),
    };
    const bodies = [{ name: 'ball', shape: { kind: 'nurbs', surfaces: [surface] }, density: 1 }];
    const [{ shape, motion }] = read({ bodies, tracking: { pairs: [] } }).bodies;
    expect(shape.kind === 'tiled' && shape.faces.length).toBe(8);
    expect(motion.kind === 'free' && motion.mass).toBeCloseTo((4 / 3) * Math.PI, 12);
    expect(motion.kind === 'free' && lengthVec3(motion.pose.position)).toBeLessThan(1e-15);
  });
});

describe('an error in a scene of smooth bodies is reported with its path and the expected value', () => {
  const coupler = { name: 'hand', body: 'ball', handle: {} };
  // biome-ignore format: a square
  const open = { kind: 'patch', faces: [{ id: 'S', points: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]] }] };

  // biome-ignore format: one case per line
  const inputErrors: [string, Record<string, unknown>, string, RegExp][] = [
    [
      'a mesh of a file, which is for other worlds',
      { bodies: [{ name: 'a', shape: { kind: 'mesh', file: 'part.stl' }, motion: 'fixed' }] },
      'bodies[0].shape.kind',
      /in worlds "deformable" and "solids"; in "solids" a smooth body is \{ "kind": "smooth", "surface": ... \}\)/,
    ],
    ['an unknown world', { world: 'sapce' }, 'world', /one of "planar", "deformable", "smooth"/],
    ['an unknown shape', { bodies: [{ ...ball, shape: { kind: 'blob' } }] }, 'bodies[0].shape.kind', /one of "point"/],
    ['a shape out of bounds', { bodies: [{ ...slab, shape: { kind: 'rounded-box', halfExtents: [1, 1, 1], radius: 2 } }] }, 'bodies[0].shape', /radius must be above zero and below/],
    ['an unknown vertex', { bodies: [{ ...disc, shape: { kind: 'planar', curves: [{ id: 'c', points: [[0, 0], [1, 0]], from: 'a', to: 'b' }], vertices: [{ id: 'a', point: [0, 0] }] } }] }, 'bodies[0].shape', /no vertex "b"/],
    ['neither mass nor density', { bodies: [{ ...ball, mass: undefined }] }, 'bodies[0].mass', /is missing, a free body/],
    ['mass and density', { bodies: [{ ...ball, density: 1 }] }, 'bodies[0].density', /left out, mass is given/],
    ['a free patch', { bodies: [{ name: 'p', shape: open, mass: 1 }] }, 'bodies[0].motion', /for an open patch/],
    ['a point with an angular velocity', { bodies: [{ name: 'p', shape: { kind: 'point' }, mass: 1, angularVelocity: [0, 0, 1] }] }, 'bodies[0].angularVelocity', /a point has no angular velocity/],
    ['a fixed body that moves', { bodies: [{ ...slab, velocity: [1, 0, 0] }] }, 'bodies[0].velocity', /does not move/],
    ['a prescribed body without a path', { bodies: [{ ...slab, motion: 'prescribed' }] }, 'bodies[0].path', /is missing/],
    ['a path and a position', { bodies: [{ ...guided, position: [0, 0, 0] }] }, 'bodies[0].position', /the path of a prescribed body/],
    ['a path of a free body', { bodies: [{ ...ball, path: {} }] }, 'bodies[0].path', /only a prescribed body/],
    ['an axis without length', { bodies: [{ ...guided, path: { orientation: { axis: [0, 0, 0] } } }] }, 'bodies[0].path.orientation.axis', /length above zero/],
    ['a disc that leaves its plane', { bodies: [{ ...disc, position: [0, 0, 1] }] }, 'bodies[0].position', /stay in the plane/],
    ['a disc that rotates out of its plane', { bodies: [{ ...disc, rotation: { axis: [1, 0, 0], angle: 1 } }] }, 'bodies[0].rotation', /stay in the plane/],
    ['a disc with a path out of its plane', { bodies: [{ name: 'd', shape: disc.shape, motion: 'prescribed', path: { position: { kind: 'spiral', vz: 1 } } }] }, 'bodies[0].path.position', /stay in the plane/],
    ['a point outside the plane of a disc', { bodies: [disc, guided] }, 'bodies[1].path.position', /stay in the plane/],
    ['gravity out of the plane', { bodies: [{ name: 'd', shape: disc.shape, mass: 1 }], forces: { gravity: [0, 0, -1] } }, 'forces.gravity', /stay in the plane/],
    ['a handle out of the plane', { bodies: [{ name: 'ball', shape: disc.shape, mass: 1 }], couplers: [{ ...coupler, handle: { orientation: { axis: [1, 0, 0] } } }] }, 'couplers[0].handle.orientation', /stay in the plane/],
    ['a planar and a spatial body', { bodies: [ball, disc] }, 'bodies[1]', /both planar or both spatial/],
    ['a pair of points', { bodies: [guided, { ...guided, name: 'b' }], tracking: { pairs: [{ bodies: ['guided', 'b'] }] } }, 'tracking.pairs[0].bodies', /two points/],
    ['a tableau without its scheme', { tracking: { mode: 'integrator', tableau: { a: [[]], b: [1], c: [0] } } }, 'tracking.tableau', /needs "scheme": "tableau", got "heun"/],
    ['a scheme without its tableau', { tracking: { mode: 'integrator', scheme: 'tableau' } }, 'tracking.scheme', /needs the key tableau/],
    ['a tableau that is no scheme', { tracking: { mode: 'integrator', scheme: 'tableau', tableau: { a: [[]], b: [0.5], c: [0] } } }, 'tracking.tableau', /weights b that add to 1, got 0.5/],
    ['the fastest gain of a scheme that has none', { tracking: { mode: 'integrator', scheme: 'implicit-euler' } }, 'tracking.gain', /must be a number/],
    ['a body paired with itself', { tracking: { pairs: [{ bodies: ['ball', 'ball'] }] } }, 'tracking.pairs[0].bodies', /two different/],
    ['an unknown body', { tracking: { pairs: [{ bodies: ['ball', 'slap'] }] } }, 'tracking.pairs[0].bodies[1]', /did you mean "slab"/],
    ['a penalty force of a non-convex body', { bodies: [hook, { ...disc, name: 'd' }], contacts: { response: 'penalty' } }, 'contacts.response', /must be "none" for hook, which is not convex/],
    ['the depth of a non-convex body', { bodies: [hook, { ...disc, name: 'd' }], tracking: { signed: true } }, 'bodies[1]', /must be convex bodies for a signed distance, hook is not/],
    ['an integrator for a non-convex body', { bodies: [hook, { ...disc, name: 'd' }], tracking: { mode: 'integrator' } }, 'tracking.mode', /must be "predictor-corrector" for hook/],
    ['a start on a non-convex body', { bodies: [hook, { name: 'p', shape: { kind: 'point' }, motion: 'fixed' }], tracking: { pairs: [{ bodies: ['hook', 'p'], start: [{ feature: 'V1' }, { feature: 'P' }] }] } }, 'tracking.pairs[0].start', /must be left out for hook/],
    ['an unknown feature', { tracking: { pairs: [{ bodies: ['ball', 'slab'], start: [{ feature: 'south 1', x: [0, 0] }, { feature: '+q', x: [0, 0] }] }] } }, 'tracking.pairs[0].start[1].feature', /is not a feature/],
    ['too few parameters', { tracking: { pairs: [{ bodies: ['ball', 'slab'], start: [{ feature: 'south 1', x: [0] }, { feature: '+z', x: [0, 0] }] }] } }, 'tracking.pairs[0].start[0].x', /must have 2 parameters for south 1, has 1/],
    ['an unknown word for the gain', { tracking: { gain: 'lots' } }, 'tracking.gain', /a number \[1\/s\] or "max"/],
    ['a gain of zero', { tracking: { gain: 0 } }, 'tracking.gain', /above zero/],
    ['contacts without a signed distance', { contacts: { response: 'impulse' }, tracking: { signed: false } }, 'tracking.signed', /must be true/],
    ['contacts with an integrator', { contacts: { response: 'impulse' }, tracking: { mode: 'integrator' } }, 'tracking.mode', /predictor-corrector/],
    ['a signed distance of an open patch', { bodies: [{ name: 'p', shape: open, motion: 'fixed' }, guided], tracking: { signed: true } }, 'bodies[1]', /open patch/],
    ['a coupler at a fixed body', { couplers: [{ ...coupler, body: 'slab' }] }, 'couplers[0].body', /must be a free body/],
    ['two couplers with the same name', { couplers: [coupler, coupler] }, 'couplers[1].name', /must be unique/],
    ['too many steps', { time: { end: 1e6, step: 1e-6 } }, 'time.step', /more than/],
  ];

  it.each(inputErrors)('%s', (_what, changes, path, expected) => {
    const error = inputErrorIn(changes);
    expect(error.path).toBe(path);
    expect(error.expected).toMatch(expected);
    expect(error.message).toMatch(/^x\.scene\.json:\d+:\d+ /);
  });
});
