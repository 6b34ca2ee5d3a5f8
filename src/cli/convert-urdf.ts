import { type Command, Option } from 'commander';
import { readUrdf, type UrdfSceneOptions, urdfScene } from '../entries/urdf.ts';
import { MAX_SCENE_BYTES } from '../index.ts';
import { InputError } from './failure.ts';
import { findInput, readTextFile } from './files.ts';
import { note } from './output.ts';
import { type PackageFolders, parsePackage, readUrdfMeshes } from './urdf-meshes.ts';

/** Options of `appulse convert` for a robot model. */
export interface UrdfOptions {
  readonly package?: PackageFolders;
  readonly joint?: ReadonlyMap<string, number>;
  readonly target?: ReadonlyMap<string, number>;
  readonly frequency?: number;
  readonly base?: 'fixed' | 'free';
  readonly at?: readonly number[];
  readonly meshes?: 'hull' | 'triangles';
  /** False: `--no-self-collision`. */
  readonly selfCollision?: boolean;
}

export function addUrdfOptions(command: Command): void {
  const option = (flags: string, what: string) => {
    const added = new Option(flags, `robot model: ${what}`);
    command.addOption(added);
    return added;
  };
  const positions = (name: string) => (text: string, known?: ReadonlyMap<string, number>) =>
    parseJoint(name, text, known ?? new Map());
  option('--package <name=folder>', 'folder of package://name/... (repeatable)').argParser(
    (text, known?: PackageFolders) => parsePackage(text, known ?? new Map()),
  );
  option('--joint <name=value>', 'joint position at the start, rad or m (repeatable)').argParser(positions('--joint'));
  option(
    '--target <name=value>',
    'motors on all joints; this one moves to a position, rad or m (repeatable)',
  ).argParser(positions('--target'));
  option('--frequency <Hz>', 'natural frequency of joints with motors (default: 2)').argParser(parseFrequency);
  option('--base <motion>', 'motion of the root link (default: fixed)').choices(['fixed', 'free']);
  option('--at <x,y,z>', 'position of the root link, optionally with ,roll,pitch,yaw').argParser(parsePlacement);
  option('--meshes <kind>', 'mesh files as their convex hull or as triangles (default: hull)').choices([
    'hull',
    'triangles',
  ]);
  option('--no-self-collision', 'its bodies do not collide with each other');
}

/** The scene of a robot model, as text; notices go to stderr. */
export async function convertUrdf(path: string, options: UrdfOptions): Promise<string> {
  if (options.frequency !== undefined && !options.target) {
    throw new InputError('--frequency is that of motors: it needs --target name=value');
  }
  const model = readUrdf(await readTextFile(path, 'robot model', MAX_SCENE_BYTES), { source: path });
  const meshes = await readUrdfMeshes(model, await findInput(path), options.package ?? new Map());
  const [x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0] = options.at ?? [];
  const settings: UrdfSceneOptions = {
    ...(options.base && { base: options.base }),
    ...(options.meshes && { meshes: options.meshes }),
    selfCollision: options.selfCollision ?? true,
    position: [x, y, z],
    rotation: [roll, pitch, yaw],
    joints: Object.fromEntries(options.joint ?? []),
    ...(options.target && { targets: Object.fromEntries(options.target) }),
    ...(options.frequency !== undefined && { frequency: options.frequency }),
    file: (filename) => meshes.get(filename),
  };
  const { text, notices } = urdfScene(model, settings);
  for (const { line, text: notice } of notices) note(`${model.source}:${line}: ${notice}`);
  return text;
}

/** `name=value` of the option `--joint` or `--target`; the value in rad or m. */
function parseJoint(option: string, text: string, known: ReadonlyMap<string, number>): Map<string, number> {
  const [, name, value] = /^(.+)=([^=]+)$/.exec(text) ?? [];
  const position = value === undefined ? Number.NaN : Number(value);
  if (name === undefined || !Number.isFinite(position)) {
    throw new InputError(`${option} must be name=value with a value in rad or m, got '${text}'`);
  }
  return new Map([...known, [name, position]]);
}

/** Of the option `--frequency` [Hz]. */
function parseFrequency(text: string): number {
  const frequency = Number(text);
  if (frequency > 0 && frequency <= 1000) return frequency;
  throw new InputError(`--frequency must be above 0 and at most 1000 [Hz], got '${text}'`);
}

/** `x,y,z` or `x,y,z,roll,pitch,yaw` of the option `--at` [m, rad]. */
function parsePlacement(text: string): number[] {
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if ((numbers.length === 3 || numbers.length === 6) && numbers.every(Number.isFinite)) return numbers;
  throw new InputError(`--at must be x,y,z [m] or x,y,z,roll,pitch,yaw [m, rad], got '${text}'`);
}
