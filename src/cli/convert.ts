import { extname } from 'node:path';
import type { Command } from 'commander';
import { CAD_FILES } from '../entries/cad.ts';
import { writeModels, writePlatoon } from '../entries/vehicles.ts';
import { readScene } from '../index.ts';
import { addCadOptions, type CadConvertOptions, convertCad } from './convert-cad.ts';
import { convertMesh, isMeshFile } from './convert-mesh.ts';
import { addUrdfOptions, convertUrdf, type UrdfOptions } from './convert-urdf.ts';
import { InputError } from './failure.ts';
import { sceneName } from './files.ts';
import { note, print } from './output.ts';
import { readSceneSource } from './scene-source.ts';
import { type FileKind, type FolderKind, placeFile, writeFolder, writeOneFile } from './staging.ts';

const SCENE_KIND: FileKind = { what: 'scene', start: /^\s*\{\s*"world": "vehicles"/ };

const ROBOT_KIND: FileKind = { what: 'scene', start: /^\s*\{\s*"world": "solids"/ };

const DATA_KIND: FolderKind = {
  what: 'vehicle files',
  names: /^(model|platoon)\.dat$/,
  mark: { file: 'model.dat', start: /^NUMBER_OF_MODELS/ },
};

interface ConvertOptions extends UrdfOptions, CadConvertOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly set?: string;
}

export function addConvertCommand(program: Command): void {
  const command = program
    .command('convert')
    .summary('convert CAD files, robot models and vehicle data files to a scene, mesh files to others')
    .description(
      'Converts a CAD file (STEP, IGES, .3dm, .brep) or a robot model (URDF) to a scene; a vehicle model file and a platoon file to a scene; a vehicle scene to those two files; or a mesh file to another format.',
    )
    .argument(
      '<file>',
      'CAD file, .step, .stp, .iges, .igs, .3dm or .brep; robot model, .urdf; vehicle model file, .dat; a scene or example with "world": "vehicles"; or a mesh file',
    )
    .argument('[platoon]', 'with a vehicle model file: the platoon file, .dat')
    .option(
      '-o, --output <path>',
      'scene file (default: standard output); the folder for model.dat and platoon.dat; or a mesh file: .obj, .ply, .stl, .vtp',
    )
    .option('--set <name>', 'of a mesh file: a set, part, block or group of its elements, or a set of faces')
    .option('--force', 'overwrite files of another kind')
    .addHelpText(
      'after',
      `
Examples:
  appulse convert part.step -o part.scene.json
  appulse convert examples/robots/arm7.urdf -o arm7.scene.json
  appulse convert robot.urdf --package my_robot=../my_robot --joint elbow=1.2 -o robot.scene.json
  appulse convert examples/vehicles/model.dat examples/vehicles/platoon1.dat -o my.scene.json
  appulse convert t-bone -o t-bone
  appulse convert part.msh --set steel -o steel.stl

CAD files: docs/guide/cad.md says what becomes of faces; STEP needs the package replicad-opencascadejs, .3dm the package rhino3dm.
Robot models: docs/guide/urdf.md says what becomes of links, joints and mesh files.
Vehicle files: numbers are copied without change. Data files cannot store names, contacts, road and time: these are omitted.
Mesh files: docs/guide/mesh-files.md says what is read of each format. Of volume elements the outer faces are written.`,
    )
    .action(convert);
  addCadOptions(command);
  addUrdfOptions(command);
}

async function convert(path: string, platoon: string | undefined, options: ConvertOptions): Promise<void> {
  const isCad = CAD_FILES.test(path);
  if (!isCad) rejectCadOptions(path, options);
  if (isMeshFile(path)) {
    if (platoon !== undefined) throw new InputError(`too many arguments: a mesh is one file, got '${platoon}' too`);
    rejectUrdfOptions(path, options);
    return convertMesh(path, options);
  }
  if (options.set !== undefined) throw new InputError(`--set is only for a mesh file, got '${path}'`);
  if (isCad || extname(path).toLowerCase() === '.urdf') {
    if (isCad) rejectUrdfOptions(path, options);
    if (platoon !== undefined) {
      throw new InputError(
        `too many arguments: ${isCad ? 'a part' : 'a robot model'} is one file, got '${platoon}' too`,
      );
    }
    if (options.output !== undefined) placeFile(options.output, ROBOT_KIND, options.force);
    const text = isCad ? await convertCad(path, options) : await convertUrdf(path, options);
    if (options.output === undefined) return print(text);
    return writeOneFile(options.output, text, ROBOT_KIND, options.force);
  }
  rejectUrdfOptions(path, options);
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
    ['platoon.dat', writePlatoon(scene.bodies.filter(({ obstacle }) => !obstacle).map(({ start }) => start))],
  ]);
  await writeFolder(folder, files, DATA_KIND, options.force);
  await print(`${[...files.keys()].join(', ')} in ${folder}\n`);
  note(`${path}: names, contacts, road, obstacles, structures, drivers and time cannot be stored in data files`);
}

function rejectCadOptions(path: string, options: ConvertOptions): void {
  const given = (['scale', 'partial', 'mesh'] as const).find((key) => options[key] !== undefined);
  if (given !== undefined)
    throw new InputError(`--${given} is only for a CAD file (.step, .iges, .3dm, .brep), got '${path}'`);
}

function rejectUrdfOptions(path: string, options: ConvertOptions): void {
  const given = (['package', 'joint', 'target', 'frequency', 'base', 'at', 'meshes'] as const).find(
    (key) => options[key] !== undefined,
  );
  const name = given ?? (options.selfCollision === false ? 'no-self-collision' : undefined);
  if (name !== undefined) throw new InputError(`--${name} is only for a robot model (.urdf), got '${path}'`);
}
