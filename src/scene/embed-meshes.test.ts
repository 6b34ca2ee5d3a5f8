import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../test/scenes.ts';
import { writeStl } from '../formats/write-stl.ts';
import { createBox } from '../shapes/box.ts';
import { triangulateSolid } from '../shapes/triangulate-solid.ts';
import { embedMeshes, sceneMeshFiles } from './embed-meshes.ts';
import type { MeshScene } from './mesh-scene.ts';
import { readScene } from './read.ts';
import type { SolidScene } from './solid-scene.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A box of 40 x 20 x 20 mm, not about its centre of mass, with a notch in one long side: closed and not convex. */
const NOTCHED = [
  ...[-1, 1].flatMap((y) => [[0, -10], [20, 0], [40, -10], [40, 10], [0, 10]].map(([x, z]) => `v ${x} ${10 * y} ${z}`)),
  ...['1 2 5', '2 4 5', '2 3 4', '6 10 7', '7 10 9', '7 9 8'].map((f) => `f ${f}`),
  ...['1 6 7 2', '2 7 8 3', '3 8 9 4', '4 9 10 5', '5 10 6 1'].map((f) => `f ${f}`),
].join('\n'); // biome-ignore format: one file

/** One hexahedron of 1 m and a wedge or none. */
const vtu = (connectivity: string, offsets: string, types: string) =>
  bytes(
    `<VTKFile type="UnstructuredGrid"><UnstructuredGrid><Piece NumberOfPoints="9" NumberOfCells="${types.split(' ').length}">` +
      '<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">9 9 9 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1</DataArray></Points>' +
      `<Cells><DataArray type="Int32" Name="connectivity" format="ascii">${connectivity}</DataArray>` +
      `<DataArray type="Int32" Name="offsets" format="ascii">${offsets}</DataArray>` +
      `<DataArray type="UInt8" Name="types" format="ascii">${types}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>`,
  );
const HEXAHEDRON = vtu('1 2 3 4 5 6 7 8', '8', '12');
const TETRAHEDRA = vtu('1 2 4 5 2 3 4 7 2 7 5 6 4 5 7 8 2 4 5 7', '4 8 12 16 20', '10 10 10 10 10');

const solid = (shape: object, more: object = { motion: 'fixed' }) =>
  `{
  // a comment that remains
  "world": "solids", "title": "t", "description": "d",
  "bodies": [${JSON.stringify({ name: 'part', shape, ...more })}],
  "time": { "end": 0.1, "method": "steps" }
}`;
const deformable = (...bodies: object[]) =>
  JSON.stringify({ world: 'deformable', title: 't', description: 'd', bodies, time: { end: 0.01, step: 1e-5 } });
const part = { kind: 'mesh', file: 'parts/notched.obj', scale: 0.001 };
const files = new Map([
  ['parts/notched.obj', bytes(NOTCHED)],
  ['brick.vtu', HEXAHEDRON],
  ['tets.vtu', TETRAHEDRA],
  ['wedge.vtu', vtu('1 2 3 5 6 7', '6', '13')],
  ['reversed-wedge.vtu', vtu('5 6 7 1 2 3', '6', '13')],
  // a pyramid from the top of the brick to the far node, and the brick as two wedges
  ['pyramid.vtu', vtu('1 2 3 4 5 6 7 8 5 6 7 8 0', '8 13', '12 14')],
  ['two-wedges.vtu', vtu('1 2 3 5 6 7 1 3 4 5 7 8', '6 12', '13 13')],
]);
const embed = (text: string) => embedMeshes(text, 'test', files);

describe('wedges and pyramids of a file', () => {
  const elastic = { modulus: 1e4, density: 2 };
  const run = (file: string, more: object = {}) => {
    const text = embed(deformable({ name: 'p', shape: { kind: 'mesh', file }, elastic, ...more }));
    return runAnyText(text, 'test').summary.ledgerEnd;
  };

  it.each([
    ['wedge.vtu', 0.5],
    ['reversed-wedge.vtu', 0.5],
    ['two-wedges.vtu', 1],
    ['pyramid.vtu', 1 + 8 / 3],
  ])('are elastic elements: the momentum of %s is that of its volume', (file, volume) => {
    expect(run(file, { velocity: [0, 0, 3] }).momentum.z).toBeCloseTo(2 * 3 * volume, 9);
  });

  it('stretch as the brick that they divide: the closed form of a bar', () => {
    const moved = { clamp: ['x-'], prescribedNodes: [{ nodes: 'x+', velocity: [20, 0, 0] }] };
    // all nodes are held or moved: strain e = (s² - 1)/2 of the stretch s = 1.2, energy E e²/2
    const strain = 0.5 * (1.2 * 1.2 - 1);
    for (const file of ['brick.vtu', 'two-wedges.vtu']) {
      expect(run(file, moved).strainEnergy).toBeCloseTo(0.5 * 1e4 * strain * strain, 6);
    }
  });

  it('have a surface of triangles that touches others', () => {
    const base = {
      name: 'floor',
      shape: { kind: 'box', halfExtents: [3, 3, 1] },
      position: [0, 0, -1.01],
      motion: 'fixed',
    };
    const wedge = { name: 'p', shape: { kind: 'mesh', file: 'two-wedges.vtu' }, elastic, velocity: [0, 0, -5] };
    const text = embed(deformable(wedge, base)).replace(
      '"time"',
      '"contacts":{"pairs":[{"slave":"p","master":"floor"}]},"time"',
    );
    // without the contact its momentum stays -10 kg m/s
    expect(runAnyText(text, 'test').summary.ledgerEnd.momentum.z).toBeGreaterThan(-5);
  });
});

describe('meshes from files in a scene', () => {
  it('are listed, and replaced in the text, which keeps its lines and comments', () => {
    const text = solid(part);
    expect(sceneMeshFiles(text, 'test')).toEqual(['parts/notched.obj']);
    const embedded = embed(text);
    expect(embedded.split('\n')).toHaveLength(text.split('\n').length);
    expect(embedded).toContain('// a comment that remains');
    expect(sceneMeshFiles(embedded, 'test')).toEqual([]);
    expect(embed(embedded)).toBe(embedded);
    // a scene without meshes is the same text
    expect(embedMeshes('{ "title": 1 }', 'test', files)).toBe('{ "title": 1 }');
  });

  it('have the mass properties of the mesh; a notch of half the height in x = 0 ... 40 mm takes a quarter of the volume', () => {
    const scene = readScene(embed(solid(part, { density: 1000 })), 'test') as SolidScene;
    const [{ mass, pose, shape }] = scene.bodies;
    expect(shape.kind).toBe('trimesh');
    expect(mass).toBeCloseTo(1000 * 0.75 * 0.04 * 0.02 * 0.02, 12);
    expect(pose.position.x).toBeCloseTo(0.02, 12);
    // the notch is a triangle with its centroid a third of its height above the base
    expect(pose.position.z).toBeCloseTo((0 - 0.25 * (-0.01 + 0.01 / 3)) / 0.75, 12);
    const hull = readScene(embed(solid({ ...part, as: 'hull' }, { density: 1000 })), 'test') as SolidScene;
    expect(hull.bodies[0].shape.kind).toBe('hull');
    expect(hull.bodies[0].mass).toBeCloseTo(1000 * 0.04 * 0.02 * 0.02, 12);
    const parts = readScene(
      embed(solid({ ...part, as: 'parts', partError: 0.01 }, { density: 1000 })),
      'test',
    ) as SolidScene;
    const [compound] = parts.bodies;
    expect(compound.shape.kind === 'compound' && compound.shape.pieces.length).toBe(2);
    expect(compound.mass / mass - 1).toBeLessThan(0.01);
  });

  it('weld nodes within the distance given, so that a torn file becomes closed', () => {
    const { positions, triangles } = triangulateSolid(createBox([1, 1, 1]));
    const torn = triangles.length;
    const corners = Array.from(triangles, (node, k) => positions.subarray(3 * node, 3 * node + 3).map((x) => x + 1e-7 * (k % 2))); // biome-ignore format: one list
    const text = [
      ...corners.map((corner) => `v ${corner.join(' ')}`),
      ...Array.from({ length: torn / 3 }, (_, t) => `f ${3 * t + 1} ${3 * t + 2} ${3 * t + 3}`),
    ].join('\n');
    const given = new Map([['box.obj', bytes(text)]]);
    const shapeOf = (weld: number) => {
      const scene = readScene(
        embedMeshes(solid({ kind: 'mesh', file: 'box.obj', weld }), 'x', given),
        'x',
      ) as SolidScene;
      return scene.bodies[0].shape;
    };
    expect(shapeOf(0)).toMatchObject({ kind: 'trimesh', closed: false });
    expect(shapeOf(1e-6)).toMatchObject({ kind: 'trimesh', closed: true });
  });

  it('give the same run as the shape in the text', () => {
    const mesh = triangulateSolid(createBox([0.1, 0.2, 0.05]));
    const stl = writeStl(mesh);
    const body = (shape: object) => solid(shape, { density: 500, velocity: [0, 0, 1], angularVelocity: [1, 2, 3] });
    const hull = { kind: 'hull', vertices: [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.1 * x, 0.2 * y, 0.05 * z]))) }; // biome-ignore format: one shape
    const from = embedMeshes(body({ kind: 'mesh', file: 'box.stl', as: 'hull' }), 'x', new Map([['box.stl', stl]]));
    const [a, b] = [from, body(hull)].map((text) => runAnyText(text, 'x').frames.at(-1)?.bodies[0].rotation);
    expect(a?.xy).toBeCloseTo(b?.xy ?? Number.NaN, 6);
  });
});

describe('meshes from files in a deformable scene', () => {
  const elastic = { modulus: 1e5, density: 1000 };

  it('are rigid surfaces, volume elements, or sheets', () => {
    const scene = readScene(
      embed(
        deformable(
          { name: 'rigid', shape: part, density: 1000 },
          { name: 'brick', shape: { kind: 'mesh', file: 'brick.vtu', scale: 0.1 }, elastic, clamp: ['z-'] },
          { name: 'tets', shape: { kind: 'mesh', file: 'tets.vtu' }, elastic, position: [5, 0, 0] },
          { name: 'sheet', shape: { ...part, thickness: '1 mm' }, elastic, position: [0, 5, 0] },
        ),
      ),
      'test',
    ) as MeshScene;
    expect(scene.bodies.map(({ kind, shape }) => [kind, shape.kind])).toEqual([
      ['rigid', 'solid'],
      ['elastic', 'solid-mesh'],
      ['elastic', 'solid-mesh'],
      ['elastic', 'membrane-mesh'],
    ]);
    expect(scene.bodies[3].doubleSided).toBe(true);
  });

  it.each(['brick.vtu', 'tets.vtu'])(
    'the elements of %s have the mass of the brick, and stretch as the modulus says',
    (file) => {
      // one element pulled slowly along z without lateral strain: ν = 0
      const pulled = { name: 'part', shape: { kind: 'mesh', file }, elastic: { modulus: 1e4, density: 1 }, clamp: ['z-'], prescribedNodes: [{ nodes: 'z+', velocity: [0, 0, 0.1] }] }; // biome-ignore format: one body
      const text = JSON.stringify({
        world: 'deformable',
        title: 't',
        description: 'd',
        bodies: [pulled],
        time: { end: 0.1 },
      });
      const { summary } = runAnyText(embed(text), 'test');
      // strain energy of 1 m³ at the Green strain e = 0.01 + 0.01²/2: ½ E e²
      const strain = 0.01 + 0.5 * 0.01 ** 2;
      expect(summary.ledgerEnd.strainEnergy / (0.5 * 1e4 * strain ** 2)).toBeCloseTo(1, 6);
      const free = { ...pulled, clamp: [], prescribedNodes: [], velocity: [1, 2, 3] };
      const flying = JSON.stringify({
        world: 'deformable',
        title: 't',
        description: 'd',
        bodies: [free],
        time: { end: 0.1 },
      });
      expect(runAnyText(embed(flying), 'test').summary.ledgerEnd.momentum.z).toBeCloseTo(3, 12);
    },
  );
});

describe('invalid mesh files', () => {
  const reject = (text: string, message: RegExp) => expect(() => embed(text)).toThrow(message);
  const elastic = { modulus: 1e5, density: 1000 };

  it.each(['/etc/part.stl', '../part.stl', 'a/../../part.stl', 'C:/part.stl', 'a\\part.stl', 'file:///part.stl'])(
    'a path that leaves the folder: %s',
    (file) => {
      reject(solid({ kind: 'mesh', file }), /bodies\[0\]\.shape\.file: must be a path inside the folder/);
    },
  );

  it('a missing file, one that is no mesh, an empty hull: the message has the place in the scene', () => {
    reject(
      solid({ kind: 'mesh', file: 'no.stl' }),
      /test:\d+:\d+ bodies\[0\]\.shape\.file: the mesh file "no.stl" is missing/,
    );
    const bad = new Map([['x.obj', bytes('v 0 0 0\nf 1 2 3\n')], ['flat.obj', bytes('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')]]); // biome-ignore format: one list
    expect(() => embedMeshes(solid({ kind: 'mesh', file: 'x.obj' }), 'test', bad)).toThrow(
      /shape\.file: must be a usable mesh file: x\.obj:2/,
    );
    expect(() => embedMeshes(solid({ kind: 'mesh', file: 'flat.obj', as: 'hull' }), 'test', bad)).toThrow(
      /must span a volume/,
    );
  });

  it('what does not fit the body: a thickness of a rigid one, a hull of an elastic one, a surface without elements', () => {
    reject(deformable({ name: 'p', shape: { ...part, thickness: 0.01 }, mass: 1 }), /thickness: must be left out/);
    reject(
      deformable({ name: 'p', shape: { ...part, as: 'hull', thickness: 0.01 }, elastic }),
      /as: must be "surface"/,
    );
    const open = new Map([['open.obj', bytes('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')]]);
    const cut = solid({ kind: 'mesh', file: 'open.obj', as: 'parts' });
    expect(() => embedMeshes(cut, 'test', open)).toThrow(/shape\.file: must be a usable mesh file: .*must be closed/);
    reject(deformable({ name: 'p', shape: part, elastic }), /must be a file with volume elements/);
  });

  it('a scene whose files were not read: the reader says which one', () => {
    expect(() => readScene(solid(part), 'test')).toThrow(/shape\.file: the mesh file "parts\/notched\.obj" is missing/);
    expect(() => readScene(deformable({ name: 'p', shape: part, mass: 1 }), 'test')).toThrow(/is missing/);
  });
});
