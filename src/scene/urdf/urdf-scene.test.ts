import { describe, expect, it } from 'vitest';
import { readUrdf } from '../../formats/urdf/read-urdf.ts';
import { UrdfError } from '../../formats/urdf/urdf-error.ts';
import { writeStl } from '../../formats/write-stl.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { massProperties } from '../../shapes/mass-properties.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { readScene } from '../read.ts';
import type { SolidBody, SolidScene } from '../solid-scene.ts';
import { type UrdfSceneOptions, urdfScene } from './urdf-scene.ts';

function convert(text: string, options?: UrdfSceneOptions) {
  const { text: json, notices } = urdfScene(readUrdf(text, { source: 'r.urdf' }), options);
  const scene = readScene(json, 'scene') as SolidScene;
  const body = (name: string) => scene.bodies.find((candidate) => candidate.name === name) as SolidBody;
  return { scene, body, document: JSON.parse(json), notices };
}

const inertial = (origin = '', mass = 1, moments = [1, 1, 1]) =>
  `<inertial>${origin}<mass value="${mass}"/><inertia ixx="${moments[0]}" iyy="${moments[1]}" izz="${moments[2]}"/></inertial>`;
const collision = (shape: string, origin = '') => `<collision>${origin}<geometry>${shape}</geometry></collision>`;
const link = (name: string, content = '') => `<link name="${name}">${content}</link>`;
const joint = (type: string, parent: string, child: string, content = '') =>
  `<joint name="${parent}-${child}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${content}</joint>`;
const robot = (...parts: string[]) => `<robot name="r">\n${parts.join('\n')}\n</robot>`;

/** A wedge without symmetry, closed and counter-clockwise seen from outside. */
const WEDGE = createSurfaceMesh({
  positions: [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0.5],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
});
const STL = writeStl(WEDGE);

function corners({ shape, pose }: SolidBody): number[][] {
  const packed =
    shape.kind === 'hull' ? shape.vertices : shape.kind === 'trimesh' ? shape.positions : new Float64Array();
  const place = (frame: ReadonlyPose, x: number, y: number, z: number) => {
    const point = toWorld(createVec3(), frame, createVec3(x, y, z));
    return [point.x, point.y, point.z].map((value) => Math.round(value * 1e9) / 1e9 + 0);
  };
  const points = Array.from({ length: packed.length / 3 }, (_, i) =>
    place(pose, packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]),
  );
  return points.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

describe('a robot model as a scene', () => {
  it('has a body at the centre of mass of each link, along its principal axes', () => {
    // principal moments 1, 2, 2.5 along axes that are rotated by 30 degrees about z
    const [c, s] = [Math.cos(Math.PI / 6), 0.5];
    const [ixx, iyy, ixy] = [c * c + 2 * s * s, s * s + 2 * c * c, (1 - 2) * c * s];
    const tensor = `<inertial><origin xyz="0 0 0.2"/><mass value="3"/><inertia ixx="${ixx}" iyy="${iyy}" izz="2.5" ixy="${ixy}"/></inertial>`;
    const text = robot(
      link('base', collision('<box size="2 4 6"/>')),
      link('arm', tensor + collision('<cylinder radius="0.1" length="0.4"/>', '<origin xyz="0 0 0.2"/>')),
      joint('continuous', 'base', 'arm', '<origin xyz="1 0 0"/><axis xyz="0 0 1"/>'),
    );
    const { scene, body } = convert(text, { joints: { 'base-arm': Math.PI / 2 } });
    expect(scene.bodies.map(({ name, motion }) => [name, motion])).toEqual([
      ['base', 'fixed'],
      ['arm', 'free'],
    ]);
    expect(body('base').shape).toMatchObject({ kind: 'box', halfExtents: { x: 1, y: 2, z: 3 } });
    const { pose, mass, moments } = body('arm');
    expect(mass).toBe(3);
    expect([moments.x, moments.y, moments.z].map((value) => value.toFixed(12))).toEqual(
      [2.5, 2, 1].map((value) => value.toFixed(12)),
    );
    expect([pose.position.x, pose.position.y, pose.position.z].map((value) => value.toFixed(12))).toEqual(
      [1, 0, 0.2].map((value) => value.toFixed(12)),
    );
    // the axis of the smallest moment: 30 degrees from x of the link, which is rotated by 90 degrees
    const { xz, yz } = pose.rotation;
    expect(Math.abs(xz * Math.cos((2 * Math.PI) / 3) + yz * Math.sin((2 * Math.PI) / 3))).toBeCloseTo(1, 12);
  });

  it('merges links of fixed joints into one body of all their shapes and masses', () => {
    const text = robot(
      link('base'),
      link('a', inertial('', 1, [1, 1, 1]) + collision('<sphere radius="0.1"/>')),
      link('b', inertial('', 3, [1, 2, 2]) + collision('<capsule radius="0.1" length="0.2"/>')),
      link('frame'),
      joint('continuous', 'base', 'a'),
      joint('fixed', 'a', 'b', '<origin xyz="0 0 4"/>'),
      joint('fixed', 'b', 'frame'),
    );
    const { scene, body } = convert(text);
    expect(scene.bodies).toHaveLength(1);
    const { mass, moments, pose, shape } = body('a');
    // two masses at a distance of 4 m: 1 · 3 / 4 · 16 = 12
    expect({ mass, z: pose.position.z, moments }).toEqual({ mass: 4, z: 3, moments: { x: 14, y: 15, z: 3 } });
    expect(shape).toMatchObject({
      kind: 'compound',
      pieces: [{ pose: { position: { z: -3 } } }, { pose: { position: { z: 1 } } }],
    });
  });

  it('shows a link without collision geometry as a trigger that its robot ignores', () => {
    const text = robot(
      link('base'),
      link('a', inertial('', 1, [0.4, 0.4, 0.4])),
      link('b', inertial() + collision('<sphere radius="1"/>')),
      joint('continuous', 'base', 'a'),
      joint('continuous', 'a', 'b'),
    );
    const { scene, body } = convert(text);
    // a solid sphere of 1 kg and 1 m has the moment 0.4
    expect(body('a').shape).toMatchObject({ kind: 'sphere', radius: 1 });
    expect(scene.bodies.map(({ trigger }) => trigger)).toEqual([true, false]);
    const { classes, laws } = scene.contacts;
    expect(laws[classes[0]][classes[1]].collide).toBe(false);
    expect(laws[classes[1]][classes[1]].collide).toBe(true);
    expect(convert(text, { selfCollision: false }).scene.contacts.laws[classes[1]][classes[1]].collide).toBe(false);
  });

  it('lets bodies that overlap at the start pass through each other, but not those that only might', () => {
    const round = inertial() + collision('<sphere radius="1"/>');
    const placed = (x: number) => joint('continuous', 'a', `b${x}`, `<origin xyz="${x} 0 0"/>`);
    const text = robot(
      link('a', round),
      ...[3, 4.5, 7].map((x) => link(`b${x}`, round)),
      ...[3, 4.5, 7].map((x) => placed(x)),
    );
    const { document, notices } = convert(text);
    expect(document.contacts.pairs).toEqual([{ bodies: ['b3', 'b4.5'], collide: false }]);
    expect(notices).toEqual([{ line: 4, text: '"b3" and "b4.5" overlap by 0.500 m at the start and do not collide' }]);
    expect(convert(text, { selfCollision: false }).notices).toEqual([]);
  });

  it('has a free base on request, at a given pose', () => {
    const text = robot(link('base', inertial('<origin xyz="1 0 0"/>') + collision('<sphere radius="1"/>')));
    const { body } = convert(text, { base: 'free', position: [0, 0, 5], rotation: [0, 0, Math.PI / 2] });
    const { x, y, z } = body('base').pose.position;
    expect([x, y, z].map((value) => Math.round(value * 1e12) / 1e12 + 0)).toEqual([0, 1, 5]);
    expect(body('base').motion).toBe('free');
    expect(convert(text).body('base').motion).toBe('fixed');
  });

  it('has the convex hull of a mesh file, with its scale and origin', () => {
    const mesh = '<mesh filename="package://p/w.stl" scale="1 2 -2"/>';
    const text = robot(link('base', collision(mesh, '<origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>')));
    const asked: string[] = [];
    const file = (name: string) => {
      asked.push(name);
      return STL;
    };
    const { body } = convert(text, { file });
    expect(asked).toEqual(['package://p/w.stl']);
    const piece = body('base').shape;
    expect(piece.kind).toBe('compound');
    // x of the mesh is y of the link, y is -x with twice the length, z is -z with twice the length
    const expected = [
      [-2, 0, 1],
      [0, 0, 0],
      [0, 0, 1],
      [0, 2, 1],
    ];
    const open = convert(text, { file, meshes: 'triangles' });
    expect(corners(open.body('base'))).toEqual(expected);
    if (piece.kind !== 'compound') return;
    const [{ shape, pose }] = piece.pieces;
    expect(corners({ ...body('base'), shape, pose } as SolidBody)).toEqual(expected);
  });

  it('has the triangles of a closed mesh on request, with their orientation after mirroring', () => {
    const text = robot(
      link('base'),
      link('a', inertial('<origin xyz="0.3 0.2 0.1"/>') + collision('<mesh filename="w.stl" scale="1 1 -1"/>')),
      joint('prismatic', 'base', 'a', '<axis xyz="0 0 1"/><limit lower="-1" upper="1"/>'),
    );
    const { body } = convert(text, { file: () => STL, meshes: 'triangles' });
    const { shape } = body('a');
    if (shape.kind !== 'trimesh') throw new Error(shape.kind);
    expect(massProperties(shape, 6).mass).toBeCloseTo(1, 6);
    expect(shape.closed).toBe(true);
  });
});

describe('a robot model that makes no scene is rejected with its line', () => {
  const moving = (content: string) => robot(link('base'), link('a', content), joint('continuous', 'base', 'a'));
  const meshed = (name = 'm.stl', rest = '') => moving(inertial() + collision(`<mesh filename="${name}"/>`) + rest);
  const OPEN = writeStl(createSurfaceMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }));
  const large = writeStl({ ...WEDGE, positions: WEDGE.positions.map((value) => 1000 * value) });
  const bytes = (content: Uint8Array) => ({ file: () => content });
  const cases: [string, string, UrdfSceneOptions][] = [
    ['r.urdf:3: link "a" moves with the joint "base-a" and must have an <inertial>', moving(''), {}],
    ['r.urdf:2: link "base" is a free base and must have an <inertial>', robot(link('base')), { base: 'free' }],
    ['r.urdf:3: mesh file "m.stl" does not exist', meshed(), {}],
    ['r.urdf:3: mesh file "m.dae" is COLLADA, which is not read: save it as STL or OBJ', meshed('m.dae'), {}],
    ['r.urdf:3: mesh file "m.stl" cannot be read: m.stl', meshed(), bytes(Uint8Array.of(1, 2, 3))],
    ['mesh file "m.stl": hull: points must span a volume, got a flat polygon', meshed(), bytes(OPEN)],
    ['mesh file "m.stl": trimesh: must be closed', meshed(), { ...bytes(OPEN), meshes: 'triangles' }],
    [
      'r.urdf:3: a mesh of triangles must be the only collision geometry of a body',
      meshed('m.stl', collision('<sphere radius="1"/>')),
      { ...bytes(STL), meshes: 'triangles' },
    ],
    [
      'units do not fit: the collision geometry reaches 2.00e+3 m from the centre of mass, but mass and inertia are those of a body of 1.22 m; use m, kg and kg m^2 (a mesh in mm needs scale="0.001 0.001 0.001")',
      meshed(),
      bytes(large),
    ],
    [
      'units do not fit: the collision geometry reaches 0.100 m from the centre of mass, but mass and inertia are those of a body of 122 m',
      moving(inertial('', 1, [1e4, 1e4, 1e4]) + collision('<sphere radius="0.1"/>')),
      {},
    ],
  ];
  it.each(cases)('%s', (message, text, options) => {
    expect(() => convert(text, options)).toThrow(UrdfError);
    expect(() => convert(text, options)).toThrow(message);
  });
});

describe('arguments that are no model or no options', () => {
  const model = readUrdf(robot(link('base', collision('<sphere radius="1"/>'))));
  const odd = (value: unknown) => value as never;
  it.each<[string, () => unknown]>([
    ['urdfScene: model must be made by readUrdf, got {}', () => urdfScene(odd({}))],
    [
      'urdfScene: options.jonts: is not a known key, did you mean "joints"?',
      () => urdfScene(model, odd({ jonts: {} })),
    ],
    ['urdfScene: base must be "fixed" or "free", got "flying"', () => urdfScene(model, { base: odd('flying') })],
    ['urdfScene: gravity must be three finite numbers, got [0,0]', () => urdfScene(model, { gravity: odd([0, 0]) })],
    ['urdfScene: end: must be finite and above zero, got 0', () => urdfScene(model, { end: 0 })],
    ['urdfScene: frequency is that of motors, it needs targets', () => urdfScene(model, { frequency: 3 })],
    ['urdfScene: file must be a function of the name of a file', () => urdfScene(model, { file: odd('a.stl') })],
    ['urdfScene: targets must be an object of positions by joint', () => urdfScene(model, { targets: odd(1) })],
    ['readUrdf: options.sorce: is not a known key, did you mean "source"?', () => readUrdf('', odd({ sorce: 'a' }))],
    ['readUrdf: text must be a string, got 7', () => readUrdf(odd(7))],
  ])('are rejected: %s', (message, make) => {
    expect(make).toThrow(message);
  });
});
