import type { Command } from 'commander';
import { writeModels, writePlatoon } from '../entries/vehicles.ts';
import { readScene } from '../index.ts';
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
    .summary('convert vehicle data files to a scene, and back')
    .description('Converts a vehicle model file and a platoon file to a scene, or a vehicle scene to those two files.')
    .argument('<file>', 'vehicle model file, .dat; or a scene or example with "world": "vehicles"')
    .argument('[platoon]', 'with a model file: the platoon file, .dat')
    .option('-o, --output <path>', 'scene file (default: standard output); or the folder for model.dat and platoon.dat')
    .option('--force', 'overwrite files of another kind')
    .addHelpText(
      'after',
      `
Examples:
  appulse convert examples/vehicles/model.dat examples/vehicles/platoon1.dat -o my.scene.json
  appulse convert t-bone -o t-bone

Numbers are copied without change. Data files cannot store names, contacts, road and time: these are omitted.`,
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
  note(`${path}: names, contacts, road and time cannot be stored in data files`);
}
