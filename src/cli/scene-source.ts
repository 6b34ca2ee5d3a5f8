import { basename, extname } from 'node:path';
import type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import { parseModels } from '../formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../formats/vehicle-files/platoon-file.ts';
import { MAX_SCENE_BYTES } from '../scene/read.ts';
import { vehicleSceneText } from '../scene/vehicle-files.ts';
import { InputError } from './failure.ts';
import { readTextFile } from './files.ts';

/** Data files of vehicles are run for so long if nothing else is said [s]. */
const DEFAULT_END = 3;

/** A scene, read from a file or made from data files. */
export interface SceneSource {
  readonly text: string;
  /** How messages about the text call it. */
  readonly name: string;
  /** The file that outputs are named after. */
  readonly path: string;
}

/** The scene of a file; or, of a file of vehicle models and one of a platoon, the scene that they make. */
export async function readSceneSource(path: string, platoon?: string, end = DEFAULT_END): Promise<SceneSource> {
  if (!isVehicleFile(path)) {
    if (platoon === undefined) return { text: await readTextFile(path, 'scene', MAX_SCENE_BYTES), name: path, path };
    throw new InputError(`too many arguments: a second file goes with a model file of vehicles (.dat), got '${path}'`);
  }
  if (platoon === undefined) {
    throw new InputError(`missing argument: with the model file '${path}' goes a platoon file (.dat)`);
  }
  const files = await readVehicleFiles(path, platoon);
  const head = { title: basename(platoon), description: `${basename(platoon)} with ${basename(path)}.`, end };
  return { text: vehicleSceneText(files.models, files.platoon, head), name: `${platoon} as a scene`, path: platoon };
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
