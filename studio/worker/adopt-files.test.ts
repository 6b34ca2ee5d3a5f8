import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MESH_EXTENSIONS } from '../../src/formats/mesh-extensions.ts';
import { readScene } from '../../src/index.ts';
import { adoptFiles } from './adopt-files.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const file = (path: string) => ({
  name: path.split('/').at(-1) ?? '',
  bytes: new Uint8Array(readFileSync(new URL(path, EXAMPLES))),
});

it('a scene that is dropped with its mesh file contains the mesh; alone, the message names the file', () => {
  const scene = file('cloth-over-a-part.scene.json');
  const { name, text } = adoptFiles({ files: [scene, file('meshes/star.obj')] });
  expect(name).toBe('cloth-over-a-part');
  expect(readScene(text, name).bodies).toHaveLength(5);
  expect(() => adoptFiles({ files: [scene] })).toThrow('cloth-over-a-part.scene.json needs meshes/star.obj');
});

it('a scene that is dropped with its CAD part contains the part; alone, the message names the file', () => {
  const scene = file('balls-hit-a-cad-part.scene.json');
  const { text } = adoptFiles({ files: [scene, file('parts/filleted-block.brep')] });
  expect(text).toContain('"kind":"brep"');
  expect(() => adoptFiles({ files: [scene] })).toThrow('needs parts/filleted-block.brep: drop the scene and its files');
});

it('a CAD part becomes a free body with its exact faces', () => {
  const { name, text } = adoptFiles({ files: [file('parts/cylinder-with-hole.brep')] });
  const scene = readScene(text, name);
  if (scene.world !== 'solids') throw new Error('another world');
  expect(scene.bodies).toHaveLength(1);
  expect(scene.bodies[0].shape.kind).toBe('brep');
  const broken = { name: 'broken.brep', bytes: new TextEncoder().encode('CASCADE Topology V1') };
  expect(() => adoptFiles({ files: [broken] })).toThrow(/broken\.brep/);
});

it('a STEP file is answered with what to do', () => {
  expect(() => adoptFiles({ files: [{ name: 'part.STEP', bytes: new Uint8Array() }] })).toThrow(
    'Run "appulse convert part.STEP -o part.scene.json" and open part.scene.json',
  );
});

it.each(MESH_EXTENSIONS)('a mesh file .%s is opened, or its content is rejected by name', (extension) => {
  expect(() => adoptFiles({ files: [{ name: `empty.${extension}`, bytes: new Uint8Array() }] })).toThrow(
    new RegExp(`empty\\.${extension}`),
  );
});

it.each([
  'gmsh-block.msh', 'gmsh-block-2-binary.msh', 'gmsh-block.inp', 'gmsh-block.key', 'gmsh-block.vtk', 'gmsh-block.stl', 'meshio-block.off',
  'meshio-tet10.vtu', 'netcdf-hex20.e', 'assimp-block.glb', 'shells.k',
])('opens a file of another program: %s', (name) => {
  const folder = new URL('../../test/data/meshes/', import.meta.url);
  const files = [name, ...(name === 'shells.k' ? ['shells-more.k'] : [])].map((path) => ({
    name: path,
    bytes: new Uint8Array(readFileSync(new URL(path, folder))),
  }));
  const scene = readScene(adoptFiles({ files }).text, name);
  expect(scene.bodies).toHaveLength(1);
}); // biome-ignore format: a list
