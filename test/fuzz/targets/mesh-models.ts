import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import h5wasm from 'h5wasm';
import { createHdf5Opener } from '../../../src/formats/exodus/hdf5-opener.ts';
import type { LocatedModel } from '../../../src/formats/mesh-model.ts';
import { meshOfModel, nodesOfModelSet, shellsOfModel, volumeOfModel } from '../../../src/formats/mesh-of-model.ts';
import { readLocatedModel } from '../../../src/formats/read-mesh.ts';
import type { SurfaceMesh } from '../../../src/shapes/mesh.ts';
import { root } from '../../sources.ts';
import { namedOutcome } from '../judge.ts';
import { mutateBytes, mutateText } from '../mutate-bytes.ts';
import { pick } from '../mutate-json.ts';
import { bytesOf, type Target } from '../target.ts';

const folder = join(root, 'test/data/meshes');
const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

/** Files of each format, text and binary. */
const FORMATS: readonly (readonly string[])[] = [
  ['assimp-block.gltf'],
  ['assimp-block.glb'],
  ['meshio-block.off'],
  ['gmsh-block.msh', 'gmsh-tube-wedge6.msh'],
  ['gmsh-block-binary.msh'],
  ['gmsh-block-2.msh'],
  ['gmsh-block-2-binary.msh'],
  ['gmsh-tube-hex20.inp', 'assembly.inp'],
  ['gmsh-tube-hex8.key', 'shells.k'],
  ['vtk-ball-strips.vtk', 'gmsh-tube-wedge15.vtk'],
  ['vtk-ball-strips-binary.vtk', 'vtk-ball-strips-4.vtk', 'vtk-hex20.vtk'],
  ['netcdf-shells.e', 'netcdf-wedge15.e', 'netcdf-shells-5.e'],
  ['netcdf-shells-hdf5.e'],
];
const TEXT = /\.(gltf|off|msh|inp|key?|vtk)$/;
const decode = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

let openHdf5: Awaited<ReturnType<typeof createHdf5Opener>> | undefined;

export const meshModelTarget: Target = {
  name: 'mesh models',
  fraction: 0.08,
  atLeast: { accepted: 60, rejected: 300 },
  make(random) {
    const name = pick(random, pick(random, FORMATS));
    const original = read(name);
    const isText = TEXT.test(name) && !original.includes(0);
    const mutated =
      isText && random.next() < 0.7 ? mutateText(random, decode(original)) : mutateBytes(random, original);
    return new Map<string, string | Uint8Array>([
      [name, mutated],
      [
        'assimp-block.bin',
        random.next() < 0.2 ? mutateBytes(random, read('assimp-block.bin')) : read('assimp-block.bin'),
      ],
      ['shells-more.k', read('shells-more.k')],
    ]);
  },
  async feed(input) {
    const [[name]] = [...input];
    openHdf5 ??= await createHdf5Opener(h5wasm);
    try {
      const files = new Map([...input.keys()].map((key) => [key, bytesOf(input, key)]));
      const model = readLocatedModel(name, bytesOf(input, name), { files, openHdf5 });
      expectSound(model);
      useModel(name, model);
      return 'accepted';
    } catch (error) {
      return namedOutcome(error);
    }
  },
};

/** Every use of a model; each may reject it by name. */
function useModel(name: string, model: LocatedModel): void {
  const sets = [undefined, ...model.elementSets.keys(), ...model.surfaces.keys()].slice(0, 8);
  const uses = sets.flatMap((set) => [
    () => expectFinite(meshOfModel(name, model, { set, degenerate: 'drop' })),
    () => volumeOfModel(name, model, { set }),
    () => shellsOfModel(name, model, { set }),
  ]);
  for (const set of [...model.nodeSets.keys()].slice(0, 4)) uses.push(() => nodesOfModelSet(name, model, set));
  for (const use of uses) {
    try {
      use();
    } catch (error) {
      namedOutcome(error);
    }
  }
}

function expectSound({ positions, cells, nodeSets, elementSets }: LocatedModel): void {
  const counts = [...nodeSets.values()].every((nodes) =>
    nodes.every((node) => node >= 0 && node < positions.length / 3),
  );
  const numbers = [...elementSets.values()].every((list) =>
    list.every((cell) => cell >= 0 && cell < cells.types.length),
  );
  if (!counts || !numbers) throw new Error('a set with a node or element that is not there');
}

function expectFinite({ positions, triangles, quads }: SurfaceMesh): void {
  if (!positions.every(Number.isFinite)) throw new Error('a position that is not finite');
  if (![...triangles, ...quads].every((node) => node >= 0 && node < positions.length / 3))
    throw new Error('a node that is not there');
}
