/** The whole state of the playground: plain data, which a link carries. */

export type Triple = readonly [number, number, number];
/** A quaternion [w, x, y, z], from body to world axes. */
export type Quad = readonly [number, number, number, number];

/** A shape with the keys of queries in the world `solids`; lengths in metres. */
export type ShapeDocument = Readonly<Record<string, unknown>> & { readonly kind: string };

export interface PlayBody {
  /** Its entry in the list of kinds, or where it is from: the name of a file, or of a body of a scene. */
  readonly name: string;
  readonly shape: ShapeDocument;
  /** [m] */
  readonly position: Triple;
  readonly rotation: Quad;
  /** Of the origin of the shape [m/s]. */
  readonly velocity: Triple;
  /** World axes [rad/s]. */
  readonly angularVelocity: Triple;
  /** [kg] */
  readonly mass: number;
  /** Immovable: impulses do not change its velocity. */
  readonly fixed: boolean;
}

export const SIDES = ['A', 'B'] as const;
export type Side = (typeof SIDES)[number];

export const MODES = ['move', 'rotate', 'scale', 'velocity'] as const;
export type Mode = (typeof MODES)[number];

/** What is drawn in addition to the bodies. */
export const LAYERS = [
  'closest',
  'normal',
  'manifold',
  'derivatives',
  'velocities',
  'impact',
  'boxes',
  'spheres',
  'oriented-boxes',
  'dops',
  'hulls',
] as const;
export type Layer = (typeof LAYERS)[number];

export interface PlayState {
  readonly A: PlayBody;
  readonly B: PlayBody;
  readonly selected: Side;
  readonly mode: Mode;
  readonly layers: readonly Layer[];
  /** Gap up to which contact points belong to the manifold [m]. */
  readonly tolerance: number;
  /** Length of the search for an impact [s]. */
  readonly duration: number;
  /** Where the scrubber is [s]; null: at the impact. */
  readonly time: number | null;
  readonly restitution: number;
  readonly friction: number;
}

export const AT_REST = { velocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;

export function isAtRest({ velocity, angularVelocity }: Pick<PlayBody, 'velocity' | 'angularVelocity'>): boolean {
  return [...velocity, ...angularVelocity].every((value) => value === 0);
}

/** The text of a state, for a link. */
export function writePlayState(state: PlayState): string {
  return JSON.stringify(state);
}

/** Reads the text of a link. Throws an Error that names the path, the value and what was expected. */
export function readPlayState(text: string): PlayState {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new Error(`state: expected JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const fields = objectOf(given, 'state');
  const time = fields['time'];
  return {
    A: bodyOf(fields['A'], 'A'),
    B: bodyOf(fields['B'], 'B'),
    selected: oneOf(fields['selected'], SIDES, 'selected'),
    mode: oneOf(fields['mode'], MODES, 'mode'),
    layers: listOf(fields['layers'], 'layers').map((layer, i) => oneOf(layer, LAYERS, `layers[${i}]`)),
    tolerance: within(fields['tolerance'], 0, Number.MAX_VALUE, 'tolerance'),
    duration: within(fields['duration'], Number.MIN_VALUE, Number.MAX_VALUE, 'duration'),
    time: time === null ? null : within(time, 0, Number.MAX_VALUE, 'time'),
    restitution: within(fields['restitution'], 0, 1, 'restitution'),
    friction: within(fields['friction'], 0, Number.MAX_VALUE, 'friction'),
  };
}

function bodyOf(given: unknown, path: string): PlayBody {
  const body = objectOf(given, path);
  const shape = objectOf(body['shape'], `${path}.shape`);
  if (typeof shape['kind'] !== 'string') reject(`${path}.shape.kind`, shape['kind'], 'a text');
  const rotation = numbersOf(body['rotation'], 4, `${path}.rotation`) as unknown as Quad;
  if (!(Math.hypot(...rotation) > 0)) reject(`${path}.rotation`, rotation, 'a quaternion that is not zero');
  const triple = (key: string) => numbersOf(body[key], 3, `${path}.${key}`) as unknown as Triple;
  if (typeof body['fixed'] !== 'boolean') reject(`${path}.fixed`, body['fixed'], 'true or false');
  return {
    name: typeof body['name'] === 'string' ? body['name'] : shape['kind'],
    shape: shape as ShapeDocument,
    position: triple('position'),
    rotation,
    velocity: triple('velocity'),
    angularVelocity: triple('angularVelocity'),
    mass: within(body['mass'], Number.MIN_VALUE, Number.MAX_VALUE, `${path}.mass`),
    fixed: body['fixed'],
  };
}

function reject(path: string, value: unknown, expected: string): never {
  throw new Error(`${path}: expected ${expected}, got ${value === undefined ? 'nothing' : JSON.stringify(value)}`);
}

function objectOf(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) reject(path, value, 'an object');
  return value as Record<string, unknown>;
}

function listOf(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : reject(path, value, 'a list');
}

function numbersOf(value: unknown, count: number, path: string): number[] {
  const list = listOf(value, path);
  if (list.length !== count) reject(path, value, `${count} numbers`);
  return list.map((item, i) => within(item, -Number.MAX_VALUE, Number.MAX_VALUE, `${path}[${i}]`));
}

function within(value: unknown, low: number, high: number, path: string): number {
  if (typeof value === 'number' && value >= low && value <= high) return value;
  const limits = `${low > Number.MIN_VALUE ? `, at least ${low}` : low < 0 ? '' : ', not below zero'}`;
  return reject(path, value, high === 1 ? 'a number from 0 to 1' : `a finite number${limits}`);
}

function oneOf<T extends string>(value: unknown, choices: readonly T[], path: string): T {
  const found = choices.find((choice) => choice === value);
  return found ?? reject(path, value, `one of ${choices.join(', ')}`);
}
