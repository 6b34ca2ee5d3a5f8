import { basename, dirname, extname } from 'node:path';
import { embedCad, sceneCadFiles } from '../entries/cad.ts';
import { embedMeshes, sceneMeshFiles } from '../entries/meshes.ts';
import {
  type PlatoonVehicle,
  parseModels,
  parsePlatoon,
  type VehicleModel,
  vehicleSceneText,
} from '../entries/vehicles.ts';
import { MAX_SCENE_BYTES } from '../index.ts';
import { InputError } from './failure.ts';
import { findInput, readTextFile } from './files.ts';
import { findScene, type SceneFile } from './find-scene.ts';
import { hdf5Option } from './hdf5.ts';
import { readMeshFiles } from './mesh-files.ts';
import { note } from './output.ts';

/** Default end time for vehicle data files [s]. */
const DEFAULT_END = 3;

/** A scene, read from a file or created from vehicle data files. */
export interface SceneSource {
  readonly text: string;
  /** Name of the text in messages. */
  readonly name: string;
  /** Outputs are named after this file. */
  readonly path: string;
}

/** Reads a scene file or an example, with the meshes of its files in the text; or creates a scene from a vehicle model file and a platoon file. */
export async function readSceneSource(path: string, platoon?: string, end = DEFAULT_END): Promise<SceneSource> {
  if (!isVehicleFile(path)) {
    if (platoon === undefined) return readSceneFile(await findScene(path));
    throw new InputError(
      `too many arguments: a second file is only allowed with a vehicle model file (.dat), got '${path}'`,
    );
  }
  if (platoon === undefined) {
    throw new InputError(`missing argument: the model file '${path}' needs a platoon file (.dat)`);
  }
  const files = await readVehicleFiles(path, platoon);
  const head = { title: basename(platoon), description: `${basename(platoon)} with ${basename(path)}.`, end };
  return { text: vehicleSceneText(files.models, files.platoon, head), name: `${platoon} as a scene`, path: platoon };
}

async function readSceneFile({ path, name }: SceneFile): Promise<SceneSource> {
  const text = await readTextFile(path, 'scene', MAX_SCENE_BYTES);
  const folder = async () => dirname(await findInput(path));
  return { text: await embedSceneFiles(text, name, folder), name, path: name };
}

/** The text of a scene with the parts and meshes of its files, whose paths are relative to the folder. */
export async function embedSceneFiles(text: string, name: string, folder: () => Promise<string>): Promise<string> {
  const parts = sceneCadFiles(text, name);
  const meshes = sceneMeshFiles(text, name);
  if (meshes.length + parts.length === 0) return text;
  const at = await folder();
  const read = (names: readonly string[]) => readMeshFiles(names, at, name);
  const withParts = parts.length > 0 ? await embedCad(text, name, await read(parts)) : text;
  const bytes = await read(meshes);
  return embedMeshes(withParts, name, bytes, { notice: note, ...(await hdf5Option(bytes)) });
}

function isVehicleFile(path: string): boolean {
  return extname(path).toLowerCase() === '.dat';
}

async function readVehicleFiles(
  modelPath: string,
  platoonPath: string,
): Promise<{ models: VehicleModel[]; platoon: PlatoonVehicle[] }> {
  const models = parseModels(await readTextFile(modelPath, 'model file', MAX_SCENE_BYTES), modelPath);
  const text = await readTextFile(platoonPath, 'platoon file', MAX_SCENE_BYTES);
  return { models, platoon: parsePlatoon(text, models, platoonPath) };
}
