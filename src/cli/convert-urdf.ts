import { readUrdf, type UrdfSceneOptions, urdfScene } from '../entries/urdf.ts';
import { MAX_SCENE_BYTES } from '../index.ts';
import { InputError } from './failure.ts';
import { findInput, readTextFile } from './files.ts';
import { note } from './output.ts';
import { type PackageFolders, readUrdfMeshes } from './urdf-meshes.ts';

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

/** The scene of a robot model, as text; notices go to stderr. */
export async function convertUrdf(path: string, options: UrdfOptions): Promise<string> {
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
export function parseJoint(option: string, text: string, known: ReadonlyMap<string, number>): Map<string, number> {
  const [, name, value] = /^(.+)=([^=]+)$/.exec(text) ?? [];
  const position = value === undefined ? Number.NaN : Number(value);
  if (name === undefined || !Number.isFinite(position)) {
    throw new InputError(`${option} must be name=value with a value in rad or m, got '${text}'`);
  }
  return new Map([...known, [name, position]]);
}

/** Of the option `--frequency` [Hz]. */
export function parseFrequency(text: string): number {
  const frequency = Number(text);
  if (frequency > 0 && frequency <= 1000) return frequency;
  throw new InputError(`--frequency must be above 0 and at most 1000 [Hz], got '${text}'`);
}

/** `x,y,z` or `x,y,z,roll,pitch,yaw` of the option `--at` [m, rad]. */
export function parsePlacement(text: string): number[] {
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if ((numbers.length === 3 || numbers.length === 6) && numbers.every(Number.isFinite)) return numbers;
  throw new InputError(`--at must be x,y,z [m] or x,y,z,roll,pitch,yaw [m, rad], got '${text}'`);
}
