/** Sets, shells and quadratic elements of mesh files in scenes, with the files of `test/data/meshes`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../test/scenes.ts';
import { root } from '../../test/sources.ts';
import { embedMeshes } from './embed-meshes.ts';
import type { MeshScene } from './mesh-scene.ts';
import { readScene } from './read.ts';
import type { SolidScene } from './solid-scene.ts';

const NAMES = [
  'assembly.inp',
  'gmsh-block.msh',
  'gmsh-ball-tet10.msh',
  'gmsh-tube-hex20.inp',
  'gmsh-tube-hex27.msh',
  'gmsh-tube-wedge6.msh',
  'gmsh-tube-wedge6.inp',
  'gmsh-tube-wedge15.msh',
  'gmsh-tube-wedge15.vtk',
  'gmsh-tube-wedge18.msh',
  'netcdf-wedge15.e',
  'shells.k',
  'shells-more.k',
  'netcdf-shells.e',
];
const files = new Map(NAMES.map((name) => [name, new Uint8Array(readFileSync(join(root, 'test/data/meshes', name)))]));
const notices: string[] = [];
const embed = (text: string) => {
  notices.length = 0;
  return embedMeshes(text, 'test', files, { notice: (notice) => notices.push(notice) });
};
const solids = (shape: object) =>
  JSON.stringify({
    world: 'solids',
    title: 't',
    description: 'd',
    bodies: [{ name: 'part', shape: { kind: 'mesh', ...shape }, density: 1000 }],
    time: { end: 0.1, method: 'steps' },
  });
const deformable = (shape: object, more: object = {}) =>
  JSON.stringify({
    world: 'deformable',
    title: 't',
    description: 'd',
    bodies: [{ name: 'part', shape: { kind: 'mesh', ...shape }, elastic: { modulus: 1e4, density: 2 }, ...more }],
    time: { end: 0.01 },
  });

describe('a set of a mesh file', () => {
  it('is a rigid body of its own, with its mass', () => {
    const read = (shape: object) => (readScene(embed(solids(shape)), 'test') as SolidScene).bodies[0];
    expect(read({ file: 'assembly.inp', set: 'the second' }).mass).toBeCloseTo(2000, 9);
    expect(read({ file: 'assembly.inp', set: 'the second' }).pose.position.x).toBeCloseTo(2.5, 12);
    expect(read({ file: 'netcdf-shells.e', set: 'block 10', scale: 0.1 }).mass).toBeCloseTo(1, 12);
    expect(read({ file: 'gmsh-block.msh', set: 'block', as: 'hull' }).mass).toBeCloseTo(2000, 9);
  });

  it('that the file does not have is rejected with those it has', () => {
    expect(() => embed(solids({ file: 'gmsh-block.msh', set: 'steel' }))).toThrow(
      /bodies\[0\]\.shape\.file: must be a usable mesh file: gmsh-block\.msh: must have the element set or surface of this name \(it has "left", "right", "surface 7", "block"\), got "steel"/,
    );
    expect(() => embed(deformable({ file: 'gmsh-block.msh' }, { clamp: ['steel'] }))).toThrow(
      /bodies\[0\]\.clamp\[0\]: must be a set by location \(x-, x\+, \.\.\., rim, all\) or a set of the file: .*it has "left"/,
    );
  });
});

describe('sets of nodes of a mesh file', () => {
  it('hold and move nodes as the same nodes by their location do', () => {
    const run = (left: string, right: string) =>
      runAnyText(
        embed(
          deformable(
            { file: 'gmsh-block.msh', set: 'block' },
            { clamp: [left], prescribedNodes: [{ nodes: right, velocity: [0.1, 0, 0] }] },
          ),
        ),
        'test',
      ).summary.ledgerEnd;
    const [byName, byLocation] = [run('left', 'right'), run('x-', 'x+')];
    expect(byName.strainEnergy).toBeGreaterThan(0);
    expect(byName).toEqual(byLocation);
  });

  it('are part of the embedded shape, only those that the body names; those of a sheet too', () => {
    const shape = (text: string) => JSON.parse(embed(text)).bodies[0].shape;
    expect(shape(deformable({ file: 'gmsh-block.msh' }))).not.toHaveProperty('nodeSets');
    expect(shape(deformable({ file: 'gmsh-block.msh' }, { clamp: ['left', 'left', 'z-'] })).nodeSets).toMatchObject([
      { name: 'left' },
    ]);
    const sheet = shape(deformable({ file: 'shells.k', set: 'part 1', thickness: 0.1 }, { clamp: ['left edge'] }));
    const [{ nodes }] = sheet.nodeSets;
    expect(nodes.map((node: number) => sheet.vertices[node])).toEqual([
      [0, 0, 0],
      [0, 1, 0],
    ]);
  });

  it('may be given in the scene as well; wrong ones are rejected', () => {
    const shape = {
      kind: 'membrane-mesh',
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      triangles: [[0, 1, 2]],
      thickness: 0.1,
      nodeSets: [{ name: 'tip', nodes: [2] }],
    };
    const text = (change: object, clamp = ['tip']) => deformable({ ...shape, ...change }, { clamp });
    expect((readScene(text({}), 'x') as MeshScene).bodies[0]).toMatchObject({ clamps: ['tip'] });
    expect(() => readScene(text({}, ['top']), 'x')).toThrow(
      /clamp\[0\]: must be a set of nodes: x-, x\+, y-, y\+, z-, z\+, rim, all, tip/,
    );
    expect(() => readScene(text({ nodeSets: [{ name: 'x-', nodes: [2] }] }), 'x')).toThrow(
      /nodeSets\[0\]\.name: must be another name/,
    );
    expect(() => readScene(text({ nodeSets: [{ name: 'tip', nodes: [3] }] }), 'x')).toThrow(
      /nodeSets\[0\]\.nodes\[0\]: must be an index of a vertex, 0 to 2/,
    );
  });
});

describe('elastic bodies from finite-element files', () => {
  const momentum = (shape: object) =>
    runAnyText(embed(deformable(shape, { velocity: [0, 0, 3] })), 'test').summary.ledgerEnd.momentum.z;

  it('shells have their thickness, in the unit of the file', () => {
    // 2 m² of 0.25 and 0.5 m; of one thickness: 1 m²
    expect(momentum({ file: 'netcdf-shells.e', set: 'part 2', scale: 0.1 })).toBeCloseTo(
      2 * 3 * (2 * 0.01) * 0.025,
      12,
    );
    expect(() => embed(deformable({ file: 'shells.k', set: 'part 1' }))).toThrow(
      /element 3 must have the thickness 0\.25 of the other shells/,
    );
    expect(momentum({ file: 'shells.k', set: 'part 1', thickness: 0.1 })).toBeCloseTo(2 * 3 * 2 * 0.1, 12);
  });

  it('quadratic tetrahedra and hexahedra are divided into eight linear ones, with a notice', () => {
    expect(momentum({ file: 'gmsh-ball-tet10.msh' })).toBeCloseTo(2 * 3 * 3.907291, 4);
    expect(notices).toEqual([
      'gmsh-ball-tet10.msh: 50 elements of type quadratic tetrahedron were divided into eight linear ones each',
    ]);
    // six chords of 15 degrees, the area of each r² sin(15°)/2
    const section = (6 * (4 - 1) * Math.sin(Math.PI / 12)) / 2;
    expect(momentum({ file: 'gmsh-tube-hex27.msh', set: 'tube' })).toBeCloseTo(2 * 3 * section, 5);
    expect(momentum({ file: 'gmsh-tube-hex20.inp', set: 'tube' })).toBeCloseTo(2 * 3 * 2.25, 6);
    expect(notices).toEqual([
      'gmsh-tube-hex20.inp: 6 elements of type quadratic hexahedron (20 nodes) became linear: the nodes on their edges are left out',
    ]);
  });

  it('wedges have the mass of their surface; quadratic ones become linear, with a notice', () => {
    const rigid = readScene(embed(solids({ file: 'gmsh-tube-wedge6.msh' })), 'test') as SolidScene;
    const expected = (2 * 3 * rigid.bodies[0].mass) / 1000;
    for (const file of ['gmsh-tube-wedge6.msh', 'gmsh-tube-wedge6.inp']) {
      expect(momentum({ file }) / expected).toBeCloseTo(1, 9);
      expect(notices).toEqual([]);
    }
    for (const file of [
      'gmsh-tube-wedge15.vtk',
      'gmsh-tube-wedge15.msh',
      'gmsh-tube-wedge18.msh',
      'netcdf-wedge15.e',
    ]) {
      expect(momentum({ file })).toBeGreaterThan(0);
      expect(notices).toEqual([
        expect.stringMatching(/wedge \((15|18) nodes\) became linear: the nodes on their edges/),
      ]);
    }
  });

  it('surfaces without thickness are rejected with their place', () => {
    expect(() => embed(deformable({ file: 'gmsh-block.msh', set: 'left' }))).toThrow(
      /must be a file with volume elements, or with shells that have a thickness/,
    );
  });
});
