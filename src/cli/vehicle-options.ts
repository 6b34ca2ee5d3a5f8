import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEPTH_LAWS, type VehicleScene } from '../entries/vehicles.ts';
import { editSceneText, readScene, type SceneEdit } from '../index.ts';
import { InputError } from './failure.ts';

/** Options that edit a vehicle scene before the run; the edited scene is recorded. */
export interface VehicleOptions {
  readonly model?: string;
  readonly law?: string;
  readonly filter?: string;
  readonly fallback?: boolean;
  readonly offset?: readonly Offset[];
}

interface Offset {
  /** From 1. */
  readonly vehicle: number;
  /** [m] */
  readonly x: number;
  readonly y: number;
}

export function addVehicleOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--model <model>', 'vehicles: contact geometry, ellipsoids (EM) or boxes (BM)').choices(['EM', 'BM']),
    )
    .addOption(new Option('--law <law>', 'vehicles: penetration depth law of the box model').choices(DEPTH_LAWS))
    .addOption(
      new Option('--filter <filter>', 'vehicles: filter for false contacts of the box model').choices(['sat', 'eq1']),
    )
    .addOption(new Option('--no-fallback', 'vehicles: box model without its fallback'))
    .option('--offset <n:x,y>', 'vehicles: move vehicle n by x, y metres at the start; may be repeated', addOffset);
}

const NUMBER = '([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)';
const OFFSET = new RegExp(`^(\\d+):${NUMBER},${NUMBER}$`);

function addOffset(text: string, others: readonly Offset[] = []): Offset[] {
  const [, vehicle, x, y] = OFFSET.exec(text) ?? [];
  if (vehicle === undefined) {
    throw new InvalidArgumentError('Expected the number of a vehicle and two lengths in metres, such as 2:0,-0.5.');
  }
  return [...others, { vehicle: Number(vehicle), x: Number(x), y: Number(y) }];
}

/** The scene text, edited by the options. */
export function applyVehicleOptions(text: string, source: string, options: VehicleOptions): string {
  const { model, law, filter, fallback, offset } = options;
  // a --no-X flag is true by default
  const given = Object.entries({ model, law, filter, fallback: fallback && undefined, offset });
  const edits = given.filter(([, value]) => value !== undefined);
  if (edits.length === 0) return text;
  const scene = readScene(text, source);
  if (scene.world !== 'vehicles') {
    const [[name]] = edits;
    const flag = name === 'fallback' ? '--no-fallback' : `--${name}`;
    throw new InputError(`${source}: ${flag} needs vehicles, which only a scene with "world": "vehicles" has`);
  }
  const ofContacts = edits.filter(([name]) => name !== 'offset');
  return editSceneText(text, [
    ...ofContacts.map(([name, value]) => ({ path: ['contacts', name], value })),
    ...moves(scene, offset ?? [], source),
  ]);
}

function moves({ bodies }: VehicleScene, offsets: readonly Offset[], source: string): SceneEdit[] {
  const positions = bodies.filter(({ obstacle }) => !obstacle).map(({ start }) => [start.X, start.Y]);
  for (const { vehicle, x, y } of offsets) {
    const position = positions[vehicle - 1];
    if (!position)
      throw new InputError(`${source}: --offset: there is no vehicle ${vehicle}, expected 1 to ${positions.length}`);
    position[0] += x;
    position[1] += y;
  }
  const moved = new Set(offsets.map(({ vehicle }) => vehicle - 1));
  return [...moved].map((i) => ({ path: ['vehicles', i, 'position'], value: positions[i] }));
}
