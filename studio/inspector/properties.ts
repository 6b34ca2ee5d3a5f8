import { CRITERION_UNITS, type Recording, type SimEvent } from '../../src/index.ts';
import {
  CONTACT_COLUMNS,
  CONTACT_MODES,
  CONTACT_RULES,
  FRAME_COLUMNS,
  PAIR_REGIONS,
  TRACKER_HESSIANS,
  TRACKING_COLUMNS,
  VEHICLE_COLUMNS,
} from '../../src/record/columns.ts';
import type { Column, Table } from '../../src/record/table.ts';
import { frameAt } from '../session/frames.ts';
import type { Recorded, Selection } from '../session/session.ts';

/** One property of the selection. */
export interface Fact {
  readonly name: string;
  readonly value: number | string | readonly number[];
  readonly unit: string;
}

/** Properties of a selection at a time, with a title. */
export interface Facts {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export function factsOf(recorded: Recorded, selection: Selection, time: number): Facts | undefined {
  switch (selection.kind) {
    case 'body':
      return bodyFacts(recorded, selection.body, time);
    case 'contact':
      return contactFacts(recorded.recording, selection.row);
    case 'event':
      return eventFacts(recorded.recording.events[selection.event]);
    case 'sensor':
      return sensorFacts(recorded, selection.sensor, time);
  }
}

function bodyFacts({ recording, scene }: Recorded, body: number, time: number): Facts | undefined {
  const given = scene.bodies[body];
  if (given === undefined) return undefined;
  const row = frameAt(recording, time) * recording.bodies.length + body;
  const { frames, vehicles } = recording;
  const facts = [
    ...givenFacts(given),
    ...(row < frames.rowCount ? grouped(rowFacts(frames, FRAME_COLUMNS, row, recording)) : []),
    ...(vehicles
      ? rowFacts(vehicles, VEHICLE_COLUMNS, row, recording).filter(
          ({ name }) => !['x', 'y', 'z', 'time', 'body'].includes(name),
        )
      : []),
    ...(recording.tracking ? trackingFacts(recording, body, time) : []),
  ];
  return { title: given.name, facts };
}

/** Properties of a body from the scene. */
function givenFacts(body: object): Fact[] {
  const entries = Object.entries(body) as [string, unknown][];
  return entries.flatMap(([name, value]): Fact[] => {
    if (name === 'shape') return shapeFacts(value as { kind: string });
    if (name === 'motion')
      return [{ name, value: typeof value === 'string' ? value : ((value as { kind?: string }).kind ?? ''), unit: '' }];
    if (name === 'mass' && typeof value === 'number')
      return [{ name, value: Number.isFinite(value) ? value : 'immovable', unit: Number.isFinite(value) ? 'kg' : '' }];
    if (name === 'inertia' && typeof value === 'number' && Number.isFinite(value))
      return [{ name, value, unit: 'kg m²' }];
    return [];
  });
}

/** Kind and dimensions; long lists are shown by their length. */
function shapeFacts(shape: { readonly kind: string }): Fact[] {
  const sizes = Object.entries(shape).flatMap(([name, value]): Fact[] => {
    if (typeof value === 'number') return [{ name: `shape.${name}`, value, unit: 'm' }];
    if (isVector(value)) return [{ name: `shape.${name}`, value: [value.x, value.y, value.z], unit: 'm' }];
    if (name === 'vertices' && (value as unknown) instanceof Float64Array) {
      return [{ name: 'shape.vertices', value: value.length / (shape.kind === 'polygon' ? 2 : 3), unit: '' }];
    }
    return [];
  });
  return [{ name: 'shape', value: shape.kind, unit: '' }, ...sizes];
}

function isVector(value: unknown): value is { x: number; y: number; z: number } {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value && 'z' in value;
}

function contactFacts(recording: Recording, row: number): Facts | undefined {
  if (row >= recording.contacts.rowCount) return undefined;
  const facts = rowFacts(recording.contacts, CONTACT_COLUMNS, row, recording);
  const { bodyA, bodyB } = recording.contacts.columns;
  return {
    title: `Contact of ${recording.bodies[bodyA[row]]} and ${recording.bodies[bodyB[row]]}`,
    facts: grouped(facts),
  };
}

/** The tracked pairs of a body at this time. */
function trackingFacts(recording: Recording, body: number, time: number): Fact[] {
  const { tracking } = recording;
  if (tracking === undefined) return [];
  const frame = frameAt(recording, time);
  const pairCount = tracking.rowCount / recording.ledger.rowCount;
  const rows = Array.from({ length: pairCount }, (_, pair) => frame * pairCount + pair);
  const own = rows.filter((row) => tracking.columns.bodyA[row] === body || tracking.columns.bodyB[row] === body);
  return own.flatMap((row) =>
    grouped(rowFacts(tracking, TRACKING_COLUMNS, row, recording).filter(({ name }) => name !== 'time')).map((fact) => ({
      ...fact,
      name: `pair.${fact.name}`,
    })),
  );
}

function rowFacts<Name extends string>(
  table: Table<Name>,
  columns: Readonly<Record<Name, Column>>,
  row: number,
  recording: Recording,
): Fact[] {
  return (Object.keys(columns) as Name[]).flatMap((name): Fact[] => {
    const value = table.columns[name][row];
    // -1 stands for no node, face or feature
    if (columns[name].kind === 'index' && value === -1) return [];
    return [
      {
        name,
        value: cell(columns[name], value, recording),
        unit: columns[name].unit === '1' ? '' : columns[name].unit,
      },
    ];
  });
}

function cell({ kind }: Column, value: number, { bodies, features }: Recording): number | string {
  switch (kind) {
    case 'body':
      return bodies[value];
    case 'feature':
      return features?.[value] ?? value;
    case 'mode':
      return CONTACT_MODES[value];
    case 'hessian':
      return TRACKER_HESSIANS[value];
    case 'rule':
      return CONTACT_RULES[value];
    case 'region':
      return PAIR_REGIONS[value];
    default:
      return value;
  }
}

/** Combines the columns of a vector. */
const VECTORS: Readonly<Record<string, readonly string[]>> = {
  position: ['x', 'y', 'z'],
  orientation: ['qw', 'qx', 'qy', 'qz'],
  velocity: ['vx', 'vy', 'vz'],
  angularVelocity: ['wx', 'wy', 'wz'],
  point: ['px', 'py', 'pz'],
  pointA: ['ax', 'ay', 'az'],
  pointB: ['bx', 'by', 'bz'],
  normal: ['nx', 'ny', 'nz'],
  impulse: ['jx', 'jy', 'jz'],
};

function grouped(facts: readonly Fact[]): Fact[] {
  const byName = new Map(facts.map((fact) => [fact.name, fact]));
  return facts.flatMap((fact): Fact[] => {
    const vector = Object.entries(VECTORS).find(
      ([, parts]) => parts.includes(fact.name) && parts.every((part) => byName.has(part)),
    );
    if (vector === undefined) return fact.name === 'body' ? [] : [fact];
    const [name, parts] = vector;
    if (parts[0] !== fact.name) return [];
    return [{ name, value: parts.map((part) => byName.get(part)?.value as number), unit: fact.unit }];
  });
}

const EVENT_UNITS: Readonly<Record<string, string>> = {
  time: 's',
  point: 'm',
  impulse: 'N s',
  closingSpeed: 'm/s',
  speed: 'm/s',
  energyLoss: 'J',
};

function eventFacts(event: SimEvent | undefined): Facts | undefined {
  if (event === undefined) return undefined;
  const violated = 'violations' in event ? event.violations : [];
  const criteria = violated.flatMap(({ criterion, value, limit }): Fact[] => [
    { name: criterion, value, unit: CRITERION_UNITS[criterion] },
    { name: `limit of ${criterion}`, value: limit, unit: CRITERION_UNITS[criterion] },
  ]);
  const entries = Object.entries(event).filter(([name]) => name !== 'violations');
  const facts = entries.map(([name, value]): Fact => {
    const shown = Array.isArray(value) && typeof value[0] === 'string' ? value.join(', ') : (value ?? 'none');
    return { name, value: shown, unit: EVENT_UNITS[name] ?? '' };
  });
  return { title: `Event: ${event.type.replaceAll('-', ' ')}`, facts: [...facts, ...criteria] };
}

function sensorFacts({ scene, recording }: Recorded, index: number, time: number): Facts | undefined {
  const sensor = 'sensors' in scene ? scene.sensors[index] : undefined;
  if (sensor === undefined) return undefined;
  const { name, body, point } = sensor;
  const row = frameAt(recording, time) * recording.bodies.length + body;
  const { x, y, z, qw, qx, qy, qz } = recording.frames.columns;
  const position = carried([point.x, point.y, point.z], [qw[row], qx[row], qy[row], qz[row]], [x[row], y[row], z[row]]);
  return {
    title: `Sensor ${name}`,
    facts: [
      { name: 'body', value: recording.bodies[body], unit: '' },
      { name: 'point in body axes', value: [point.x, point.y, point.z], unit: 'm' },
      { name: 'current position', value: position, unit: 'm' },
    ],
  };
}

type Triple = readonly [number, number, number];

/** World position of a point of a body: q p q* + x. */
export function carried(
  [px, py, pz]: Triple,
  [w, x, y, z]: readonly [number, number, number, number],
  at: Triple,
): Triple {
  const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
  return [
    at[0] + px + w * tx + y * tz - z * ty,
    at[1] + py + w * ty + z * tx - x * tz,
    at[2] + pz + w * tz + x * ty - y * tx,
  ];
}
