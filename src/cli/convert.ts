import type { Command } from 'commander';
import { writeModels } from '../formats/vehicle-files/model-file.ts';
import { writePlatoon } from '../formats/vehicle-files/platoon-file.ts';
import { readScene } from '../scene/read.ts';
import { InputError } from './failure.ts';
import { sceneName } from './files.ts';
import { note, print } from './output.ts';
import { readSceneSource } from './scene-source.ts';
import { type FileKind, type FolderKind, writeFolder, writeOneFile } from './staging.ts';

const SCENE_KIND: FileKind = { what: 'scene', start: /^\s*\{\s*"world": "vehicles"/ };

const DATA_KIND: FolderKind = {
  what: 'vehicle files',
  names: /^(model|platoon)\.dat$/,
  mark: { file: 'model.dat', start: /^NUMBER_OF_MODELS/ },
};

interface ConvertOptions {
  readonly output?: string;
  readonly force?: boolean;
}

export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .summary('turn data files of vehicles into a scene, and back')
    .description(
      'Makes a scene of a file of vehicle models and a file of a platoon, or those files of a scene of vehicles.',
    )
    .argument('<file>', 'a file of vehicle models, .dat; or a scene with "world": "vehicles"')
    .argument('[platoon]', 'with a file of models: the vehicles, .dat')
    .option('-o, --output <path>', 'the scene, a file (default: printed); or the folder of model.dat and platoon.dat')
    .option('--force', 'write over something else')
    .addHelpText(
      'after',
      `
Examples:
  appulse convert examples/vehicles/model.dat examples/vehicles/platoon1.dat -o my.scene.json
  appulse convert examples/t-bone.scene.json -o t-bone

Every number stays as it is. Data files have no place for names, contacts, road and time: these are left out.`,
    )
    .action(convert);
}

async function convert(path: string, platoon: string | undefined, options: ConvertOptions): Promise<void> {
  const source = await readSceneSource(path, platoon);
  const scene = readScene(source.text, source.name);
  if (platoon !== undefined) {
    if (options.output === undefined) return print(source.text);
    return writeOneFile(options.output, source.text, SCENE_KIND, options.force);
  }
  if (scene.world !== 'vehicles') {
    throw new InputError(`${path}: only a scene with "world": "vehicles" can be written as data files`);
  }
  const folder = options.output ?? sceneName(path);
  const files = new Map([
    ['model.dat', writeModels(scene.models)],
    ['platoon.dat', writePlatoon(scene.bodies.map(({ start }) => start))],
  ]);
  await writeFolder(folder, files, DATA_KIND, options.force);
  await print(`${[...files.keys()].join(', ')} in ${folder}\n`);
  note(`${path}: names, contacts, road and time have no place in data files`);
}
