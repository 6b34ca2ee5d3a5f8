import {
  embedMeshes,
  MESH_EXTENSIONS,
  meshFileReferences,
  meshTriangles,
  readMesh,
  type SurfaceMesh,
  sceneMeshFiles,
} from '../../src/entries/meshes.ts';
import { parseModels, parsePlatoon, vehicleSceneText } from '../../src/entries/vehicles.ts';
import { FileError } from './job-context.ts';
import type { Jobs, NamedFile } from './jobs.ts';

type Adopt = Jobs['adopt'];

/** End time of vehicles from data files [s], as on the command line. */
const END = 3;

const MESH_FILE = new RegExp(`\\.(${MESH_EXTENSIONS.join('|')})$`, 'i');

/** The scene of dropped files: a scene, a platoon with its models, or a mesh to view. */
export function adoptFiles({ files }: Adopt['input']): Adopt['output'] {
  const named = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));
  const [spec] = named(/\.sweep\.jsonc?$/i);
  if (spec) {
    throw new FileError(
      `${spec.name} is the specification of a sweep: run it with "appulse sweep ${spec.name}", then open the folder of its results`,
    );
  }
  const [scene] = named(/\.json$/i);
  if (scene) return { name: stem(scene.name), text: withMeshes(scene, files) };
  const data = named(/\.dat$/i);
  if (data.length > 0) return adoptVehicles(data);
  const [mesh] = named(MESH_FILE);
  if (mesh) {
    const read = readMesh(mesh.name, mesh.bytes, { files: new Map(files.map(({ name, bytes }) => [name, bytes])) });
    return { name: stem(mesh.name), text: meshSceneText(stem(mesh.name), read) };
  }
  const names = files.map(({ name }) => name).join(', ') || 'nothing';
  throw new Error(
    `cannot open ${names}: expected a scene (.json), a recording, sweep results, two .dat files or a mesh (${MESH_EXTENSIONS.map((ending) => `.${ending}`).join(' ')})`,
  );
}

/** The text of a scene with the meshes of the files that were dropped with it; their folders are not known. */
function withMeshes(scene: NamedFile, files: readonly NamedFile[]): string {
  const text = textOf(scene);
  let names: string[];
  try {
    names = sceneMeshFiles(text, scene.name);
  } catch {
    // the editor shows what is wrong with the text
    return text;
  }
  const given = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const found = new Map<string, Uint8Array>();
  const missing: string[] = [];
  const pending = [...names];
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (found.has(name)) continue;
    const bytes = given.get(name.split('/').at(-1) ?? '');
    if (bytes === undefined) missing.push(name);
    else {
      found.set(name, bytes);
      pending.push(...meshFileReferences(name, bytes));
    }
  }
  if (missing.length > 0) {
    throw new FileError(`${scene.name} needs ${missing.join(', ')}: drop the scene and its mesh files together`);
  }
  return embedMeshes(text, scene.name, found);
}

function adoptVehicles(data: readonly NamedFile[]): Adopt['output'] {
  const models = data.find((file) => /\bNUMBER_OF_MODELS\b/.test(textOf(file)));
  const platoon = data.find((file) => file !== models);
  if (models === undefined || platoon === undefined) {
    const got = data.map(({ name }) => name).join(', ');
    throw new Error(`a platoon file needs a model file: drop both .dat files together, got ${got}`);
  }
  const parsed = parseModels(textOf(models), models.name);
  const head = { title: platoon.name, description: `${platoon.name} with ${models.name}.`, end: END };
  return {
    name: stem(platoon.name),
    text: vehicleSceneText(parsed, parsePlatoon(textOf(platoon), parsed, platoon.name), head),
  };
}

/** A fixed mesh in a rigid-body world. */
function meshSceneText(title: string, mesh: SurfaceMesh): string {
  const { positions } = mesh;
  const vertices = Array.from({ length: positions.length / 3 }, (_, i) =>
    Array.from(positions.subarray(3 * i, 3 * i + 3)),
  );
  const corners = meshTriangles(mesh);
  const triangles = Array.from({ length: corners.length / 3 }, (_, t) =>
    Array.from(corners.subarray(3 * t, 3 * t + 3)),
  );
  const bodies = [{ name: title, shape: { kind: 'trimesh', vertices, triangles }, motion: 'fixed' }];
  return JSON.stringify({
    world: 'solids',
    title,
    description: 'A mesh from a file.',
    bodies,
    time: { end: 1, method: 'steps' },
  });
}

function textOf({ bytes }: NamedFile): string {
  return new TextDecoder().decode(bytes);
}

function stem(name: string): string {
  return name.replace(/(\.scene)?\.[^.]*$/i, '');
}
