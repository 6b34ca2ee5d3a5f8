/** Files that other programs wrote, in `test/data/meshes`: volumes, areas, Euler characteristics and counts, against closed forms and other files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../test/sources.ts';
import { surfaceFigures } from '../../test/surface-figures.ts';
import { CELL } from './cell-types.ts';
import { readMesh, readMeshModel } from './read-mesh.ts';

const folder = join(root, 'test/data/meshes');
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
const files = new Map([['assimp-block.bin', bytesOf('assimp-block.bin')]]);
const figures = (name: string, set?: string) => surfaceFigures(readMesh(name, bytesOf(name), { files, set }));
const named = (pattern: RegExp) => readdirSync(folder).filter((name) => pattern.test(name));

/** The block of 2 x 1 x 1 as tetrahedra, in every format. */
const BLOCKS = named(/^(gmsh|meshio)-block(?!.*hdf5).*\.(msh|inp|key|vtk)$/);

describe('a block of 2 x 1 x 1 by Gmsh and meshio', () => {
  it('is there in each format', () => {
    expect(BLOCKS.map((name) => name.replace(/^.*\./, '')).sort()).toEqual([
      'inp',
      'inp',
      'key',
      'msh',
      'msh',
      'msh',
      'msh',
      'vtk',
      'vtk',
      'vtk',
      'vtk',
    ]);
  });

  it.each(BLOCKS)('%s has its volume, its area, one closed surface and the counts of Gmsh', (name) => {
    const { volume, area, euler } = figures(name);
    expect(volume).toBeCloseTo(2, 12);
    expect(area).toBeCloseTo(10, 12);
    expect(euler).toBe(2);
    const { positions, cells } = readMeshModel(name, bytesOf(name));
    expect(positions.length / 3).toBe(44);
    const types = Array.from(cells.types);
    expect([
      types.filter((type) => type === CELL.tetrahedron).length,
      types.filter((type) => type === CELL.triangle).length,
    ]).toEqual([90, 42]);
  });

  it.each(named(/^gmsh-block.*\.msh$/))('%s has the physical groups, and a surface of each', (name) => {
    expect([...readMeshModel(name, bytesOf(name)).elementSets.keys()].sort()).toEqual([
      'block',
      'left',
      'right',
      'surface 7',
    ]);
    expect(figures(name, 'left').area).toBeCloseTo(1, 12);
    expect(figures(name, 'surface 7').area).toBeCloseTo(2, 12);
    expect(figures(name, 'BLOCK').volume).toBeCloseTo(2, 12);
  });

  it('as Abaqus and LS-DYNA files of Gmsh has element sets and parts', () => {
    expect(figures('gmsh-block.inp', 'right').area).toBeCloseTo(1, 12);
    expect(figures('gmsh-block.inp', 'PhysicalSurface7').area).toBeCloseTo(2, 12);
    expect(figures('gmsh-block.key', 'part 3000001').volume).toBeCloseTo(2, 12);
    expect(figures('gmsh-block.key', 'part 2000001').area).toBeCloseTo(1, 12);
  });

  it.each(['assimp-block.glb', 'assimp-block.gltf', 'meshio-block.off', 'gmsh-block.stl'])(
    '%s has the three sides of the STL file',
    (name) => {
      // STL has no volume: Gmsh writes the physical surfaces, x = 0, x = 2 and y = 0
      const { area, euler } = figures(name);
      expect(area).toBeCloseTo(4, 6);
      expect(euler).toBe(1);
    },
  );
});

describe('quadratic elements', () => {
  it.each(named(/tet10\.(msh|inp|vtk|vtu|e)$/))(
    '%s: a ball of radius 1, its surface between the corners and the ball',
    (name) => {
      const notices: string[] = [];
      const mesh = readMesh(name, bytesOf(name), { notice: (text) => notices.push(text) });
      const { volume, area, euler, nodes } = surfaceFigures(mesh);
      expect(euler).toBe(2);
      // every corner and every node on an edge is at radius 1
      for (const node of nodes)
        expect(Math.hypot(...mesh.positions.subarray(3 * node, 3 * node + 3))).toBeCloseTo(1, 9);
      expect(volume).toBeCloseTo(3.907291, 5);
      expect(area).toBeCloseTo(12.167256, 5);
      expect(mesh.positions.length / 3).toBe(130);
      expect(notices).toEqual([`${name}: 50 quadratic faces were divided at their nodes into linear ones`]);
    },
  );

  // faces of 8 nodes are divided otherwise than those of 9
  const TUBES: readonly (readonly [RegExp, number, number])[] = [
    [/hex8|wedge6/, 2.25, 11.158743],
    [/hex20/, 2.33819, 11.358165],
    [/hex27|wedge15|wedge18/, 2.329371, 11.357686],
  ];
  it.each(named(/(hex|wedge)\d+\.(msh|inp|key|vtk|vtu|e)$/))('%s: a quarter of a tube', (name) => {
    const [, volume, area] = TUBES.find(([pattern]) => pattern.test(name)) ?? [];
    const found = figures(name);
    expect(found.euler).toBe(2);
    expect(found.volume).toBeCloseTo(volume ?? 0, 5);
    expect(found.area).toBeCloseTo(area ?? 0, 5);
    // below the exact tube with radii 1 and 2
    expect(found.volume).toBeLessThan((3 / 4) * Math.PI);
    if (name.endsWith('.msh')) expect(figures(name, 'tube').volume).toBeCloseTo(volume ?? 0, 5);
  });
});

describe('files of VTK', () => {
  it.each(named(/^vtk-ball.*vtk$/))('%s: triangle strips of a sphere with 74 nodes, 144 triangles', (name) => {
    const mesh = readMesh(name, bytesOf(name));
    const { volume, euler } = surfaceFigures(mesh);
    expect([mesh.positions.length / 3, mesh.triangles.length / 3, euler]).toEqual([74, 144, 2]);
    // two pyramids of twelve sides and frustums between them, all inside the sphere of radius 1/2
    expect(volume).toBeCloseTo(ballOfRings(12, 8), 6);
    expect(mesh.pointData?.['Normals']?.length).toBe(3 * 74);
  });
});

/** Volume of a polyhedron with its vertices on a sphere of diameter 1: `count` meridians, poles and rings between them. */
function ballOfRings(count: number, latitudes: number): number {
  const polygon = (count / 2) * Math.sin((2 * Math.PI) / count);
  let volume = 0;
  for (let k = 0; k + 1 < latitudes; k++) {
    const [a, b] = [k, k + 1].map((i) => (Math.PI * i) / (latitudes - 1));
    const [r, s] = [0.5 * Math.sin(a), 0.5 * Math.sin(b)];
    volume += (polygon * 0.5 * (Math.cos(a) - Math.cos(b)) * (r * r + r * s + s * s)) / 3;
  }
  return volume;
}

describe('files of the netCDF library', () => {
  it.each(['netcdf-shells.e', 'netcdf-shells-5.e'])('%s has blocks, sets, sides and thicknesses', (name) => {
    const { elementSets, nodeSets, surfaces, thicknesses } = readMeshModel(name, bytesOf(name));
    expect([...elementSets.keys()]).toEqual(['part 1', 'block 10', 'part 2', 'block 20']);
    expect([...nodeSets]).toEqual([['node set 5', Int32Array.of(0, 1)]]);
    expect([...surfaces.keys()]).toEqual(['side set 8', 'side set 9']);
    expect([...(thicknesses ?? [])]).toEqual([Number.NaN, 0.25, 0.25]);
    expect(figures(name, 'part 1').volume).toBeCloseTo(1, 12);
    // bottom and top of the brick, outward: the area is 2, and the volume under the top is 1/3 of z n
    expect(figures(name, 'side set 8')).toMatchObject({ area: 2, volume: 1 / 3 });
    // front of a shell and back of the other: normals along z cancel
    expect(figures(name, 'side set 9')).toMatchObject({ area: 2, volume: 0 });
    expect(readMesh(name, bytesOf(name)).pointData?.['thickness']?.[8]).toBe(0.25);
  });
});
