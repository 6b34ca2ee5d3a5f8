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
  readonly radius?: readonly Radius[];
  readonly start?: string;
}

interface Radius {
  /** From 1; absent: of all models without their own. */
  readonly model?: number;
  /** [m] */
  readonly radius: number;
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
    .option(
      '--radius <r or n:r>',
      'vehicles: edge radius of the boxes in metres, of all models or of model n; may be repeated',
      addRadius,
    )
    .addOption(
      new Option('--start <rest>', 'vehicles: initial rest, computed (exact) or EQUILIBRIUM of the file').choices([
        'exact',
        'file',
      ]),
    )
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

const RADIUS = new RegExp(`^(?:(\\d+):)?${NUMBER}$`);

function addRadius(text: string, others: readonly Radius[] = []): Radius[] {
  const [, model, radius] = RADIUS.exec(text) ?? [];
  if (radius === undefined) {
    throw new InvalidArgumentError('Expected a length in metres, such as 0.2, or one for a model, such as 1:0.2.');
  }
  return [...others, { ...(model !== undefined && { model: Number(model) }), radius: Number(radius) }];
}

/** The scene text, edited by the options. */
export function applyVehicleOptions(text: string, source: string, options: VehicleOptions): string {
  const { model, law, filter, fallback, offset, radius, start } = options;
  // a --no-X flag is true by default
  const given = Object.entries({ model, law, filter, fallback: fallback && undefined, offset, radius, start });
  const edits = given.filter(([, value]) => value !== undefined);
  if (edits.length === 0) return text;
  const scene = readScene(text, source);
  if (scene.world !== 'vehicles') {
    const [[name]] = edits;
    const flag = name === 'fallback' ? '--no-fallback' : `--${name}`;
    throw new InputError(`${source}: ${flag} needs vehicles, which only a scene with "world": "vehicles" has`);
  }
  const ofContacts = edits.filter(([name]) => name !== 'offset' && name !== 'radius' && name !== 'start');
  return editSceneText(text, [
    ...ofContacts.map(([name, value]) => ({ path: ['contacts', name], value })),
    ...moves(scene, offset ?? [], source),
    ...roundings(scene, radius ?? [], source),
    ...(start === undefined ? [] : [{ path: ['start'], value: start }]),
  ]);
}

function roundings({ models }: VehicleScene, radii: readonly Radius[], source: string): SceneEdit[] {
  return radii.map(({ model, radius }) => {
    if (model === undefined) return { path: ['contacts', 'radius'], value: radius };
    if (model >= 1 && model <= models.length) return { path: ['models', model - 1, 'radius'], value: radius };
    throw new InputError(`${source}: --radius: there is no model ${model}, expected 1 to ${models.length}`);
  });
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
