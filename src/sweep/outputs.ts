import { TABLE_COLUMNS, type TableName } from '../record/columns.ts';
import { createRowObserver } from '../record/row-observer.ts';
import type { Columns } from '../record/table.ts';
import type { Scene } from '../scene/scene.ts';
import type { Fail, JsonPath } from '../scene/scene-error.ts';
import { nearestName, suggestion } from '../shapes/suggestion.ts';
import type { RunObserver, RunSummary, SimEvent } from '../sim/observer.ts';
import { type Cell, findSummaryValue, recordsDistances, type SummaryValue, summaryNames } from './summary-values.ts';
import type { OutputDocument } from './sweep-schema.ts';

/** A value that is stored for each run. */
export interface SweepOutput {
  /** Column of the results. */
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  /** Type of its cells. */
  readonly kind: 'number' | 'text';
  /** Whether the run must report its frames; without them a run is many times faster. */
  readonly needsFrames: boolean;
  /** Where the value comes from: exactly one of these. */
  readonly summary?: SummaryValue;
  readonly events?: SeriesOf<EventType>;
  readonly rows?: SeriesOf<TableName>;
}

type EventType = SimEvent['type'];
type Statistic = NonNullable<OutputDocument['statistic']>;

/** A statistic of a column of a table, or of a field of events. */
interface SeriesOf<Source> {
  readonly source: Source;
  readonly column: string;
  readonly statistic: Statistic;
  /** Only of this body, or of these two. Indices and names. */
  readonly bodies?: readonly number[];
  readonly names?: readonly string[];
}

/** Numeric fields of events, with their units. */
const EVENT_FIELDS = {
  time: 's',
  impulse: 'N s',
  closingSpeed: 'm/s',
  points: '1',
  speed: 'm/s',
  energyLoss: 'J',
  force: 'N',
  torque: 'N m',
} as const;

const EVENT_COLUMNS: Readonly<Record<EventType, readonly (keyof typeof EVENT_FIELDS)[]>> = {
  collision: ['time', 'impulse', 'closingSpeed', 'points'],
  'contact-begin': ['time'],
  'contact-end': ['time'],
  'ellipsoid-overlap': ['time'],
  docking: ['time', 'speed', 'energyLoss'],
  'docking-rejected': ['time', 'speed'],
  'soft-capture': ['time', 'speed'],
  retraction: ['time', 'speed'],
  'hook-closed': ['time', 'speed'],
  'capture-lost': ['time', 'speed'],
  release: ['time', 'speed'],
  transition: ['time'],
  'joint-break': ['time', 'force', 'torque'],
  zeno: ['time'],
};

/** Resolves an output of a specification; `path` is its location there. */
export function resolveOutput(given: string | OutputDocument, scene: Scene, path: JsonPath, fail: Fail): SweepOutput {
  const document: OutputDocument = typeof given === 'string' ? { summary: given } : given;
  const sources = (['summary', 'event', 'table'] as const).filter((key) => document[key] !== undefined);
  if (sources.length !== 1) fail(path, 'must have exactly one of summary, event and table');
  if (document.summary !== undefined) {
    return summaryOutput(document, scene, typeof given === 'string' ? path : [...path, 'summary'], fail);
  }
  return document.event === undefined
    ? tableOutput(document, scene, path, fail)
    : eventOutput(document, scene, path, fail);
}

function summaryOutput(document: OutputDocument, scene: Scene, path: JsonPath, fail: Fail): SweepOutput {
  const name = document.summary ?? '';
  const value = findSummaryValue(name, scene);
  if (!value) {
    const names = summaryNames(scene);
    const event = Object.keys(EVENT_COLUMNS).includes(name) ? `, for events use {"event": "${name}"}` : '';
    const known = nearestName(name, names) === undefined ? names.slice(0, 11) : names;
    return fail(path, `is not a value of the summary of a run, ${suggestion(name, known)}${event}`);
  }
  for (const key of ['column', 'statistic', 'bodies'] as const) {
    if (document[key] !== undefined) fail([...path.slice(0, -1), key], 'is for outputs of an event or a table');
  }
  const { unit, meaning, kind } = value;
  const needsFrames = value.needsFrames?.(scene) ?? false;
  return { name: document.name ?? name, unit, meaning, kind, needsFrames, summary: value };
}

function eventOutput(document: OutputDocument, scene: Scene, path: JsonPath, fail: Fail): SweepOutput {
  const source = document.event as EventType;
  const { column = 'time', statistic = 'first' } = document;
  if (!Object.hasOwn(EVENT_COLUMNS, source)) {
    fail([...path, 'event'], `is not a type of events, ${suggestion(source, Object.keys(EVENT_COLUMNS))}`);
  }
  const known = EVENT_COLUMNS[source];
  if (!known.some((name) => name === column)) {
    fail([...path, 'column'], `is not a number of the event ${source}, ${suggestion(column, known)}`);
  }
  const names = document.bodies;
  if (names) bodyIndices(names, scene, path, fail);
  const isCount = statistic === 'count';
  const what = isCount ? source : `${column} of ${source}`;
  return {
    name: document.name ?? [source, ...(names ?? []), ...(isCount ? [] : [column]), statistic].join('.'),
    unit: isCount ? '1' : EVENT_FIELDS[column as keyof typeof EVENT_FIELDS],
    meaning: `${statistic} ${what}${names ? `, ${names.join(' and ')}` : ''}`,
    kind: 'number',
    needsFrames: false,
    events: { source, column, statistic, names },
  };
}

/** Rows of these tables are reported with the frames; the first and the last frame of a run are always there. */
const WITH_FRAMES: readonly TableName[] = [
  'frames',
  'ledger',
  'nodes',
  'tracking',
  'vehicles',
  'distances',
  'couplers',
];

/** Tables that only some worlds have. */
const TABLES_OF_WORLD: Readonly<Record<Scene['world'], readonly TableName[]>> = {
  planar: ['frames', 'contacts', 'ledger', 'distances'],
  solids: ['frames', 'contacts', 'ledger', 'distances'],
  smooth: ['frames', 'contacts', 'ledger', 'tracking', 'couplers'],
  deformable: ['frames', 'contacts', 'ledger', 'nodes'],
  vehicles: ['frames', 'contacts', 'ledger', 'vehicles'],
};

function tableOutput(document: OutputDocument, scene: Scene, path: JsonPath, fail: Fail): SweepOutput {
  const source = document.table as TableName;
  const tables = TABLES_OF_WORLD[scene.world];
  if (!tables.includes(source)) {
    fail([...path, 'table'], `is not a table of recordings of this scene, ${suggestion(source, tables)}`);
  }
  if (source === 'distances' && !recordsDistances(scene))
    fail([...path, 'table'], 'needs record.distances of the scene');
  const columns: Columns = TABLE_COLUMNS[source];
  const numbers = Object.keys(columns).filter((name) => columns[name].kind === 'number');
  const { column, statistic } = document;
  if (column === undefined) return fail([...path, 'column'], 'is missing');
  if (statistic === undefined) return fail([...path, 'statistic'], 'is missing');
  if (!numbers.includes(column)) {
    fail([...path, 'column'], `is not a column of numbers of ${source}, ${suggestion(column, numbers)}`);
  }
  const names = document.bodies;
  const bodies = names && bodyIndices(names, scene, path, fail);
  const isSingle = 'body' in columns;
  if (names && !isSingle && !('bodyA' in columns)) fail([...path, 'bodies'], `is not for the table ${source}`);
  if (names && isSingle && names.length > 1) fail([...path, 'bodies'], `must be one body for the table ${source}`);
  const { unit, meaning } = columns[column];
  const atEnds = WITH_FRAMES.includes(source) && (statistic === 'first' || statistic === 'last');
  const needsFrames = !atEnds && (WITH_FRAMES.includes(source) || (scene.world === 'solids' && source === 'contacts'));
  return {
    name: document.name ?? [source, ...(names ?? []), column, statistic].join('.'),
    unit: statistic === 'count' ? '1' : unit,
    meaning: `${statistic} of ${source}: ${meaning}${names ? `, ${names.join(' and ')}` : ''}`,
    kind: 'number',
    needsFrames,
    rows: { source, column, statistic, bodies },
  };
}

function bodyIndices(names: readonly string[], scene: Scene, path: JsonPath, fail: Fail): number[] {
  const known = scene.bodies.map(({ name }) => name);
  return names.map((name, i) => {
    const index = known.indexOf(name);
    return index >= 0 ? index : fail([...path, 'bodies', i], `is not a body of the scene, ${suggestion(name, known)}`);
  });
}

/** Collects the outputs of one run. */
export interface Collector {
  readonly observer: RunObserver;
  /** The outputs, in order. */
  finish(summary: RunSummary): Cell[];
}

export function createCollector(outputs: readonly SweepOutput[]): Collector {
  const series = outputs.map(({ summary }) => (summary ? undefined : createSeries()));
  const ofEvents = outputs.flatMap(({ events }, i) => (events ? [{ ...events, series: series[i] as Series }] : []));
  const ofRows = outputs.flatMap(({ rows }, i) => (rows ? [{ ...rows, series: series[i] as Series }] : []));
  const needed = new Set<TableName>(ofRows.map(({ source }) => source));
  const row = (table: TableName, cells: Readonly<Record<string, number>>) => {
    for (const { source, column, bodies, series } of ofRows) {
      if (source === table && (!bodies || isRowOf(cells, bodies))) addToSeries(series, cells[column]);
    }
  };
  const event = (found: SimEvent) => {
    for (const { source, column, names, series } of ofEvents) {
      if (source !== found.type || (names && !names.every((name) => found.bodies.includes(name)))) continue;
      const value = (found as unknown as Record<string, number | null>)[column];
      if (value !== null) addToSeries(series, value);
    }
  };
  const full = createRowObserver({ row, event }, new Map());
  const observer: RunObserver = {
    frame: needed.has('frames') || needed.has('ledger') ? full.frame : () => {},
    contact: needed.has('contacts') ? full.contact : () => {},
    event: ofEvents.length > 0 ? full.event : () => {},
    ...(needed.has('nodes') && { nodes: full.nodes }),
    ...(needed.has('tracking') && { tracking: full.tracking }),
    ...(needed.has('vehicles') && { vehicles: full.vehicles }),
    ...(needed.has('distances') && { distances: full.distances }),
    ...(needed.has('couplers') && { couplers: full.couplers }),
  };
  return {
    observer,
    finish: (summary) =>
      outputs.map(({ summary: value, events, rows }, i) => {
        if (value) return value.of(summary);
        return seriesValue(series[i] as Series, (events ?? rows)?.statistic ?? 'count');
      }),
  };
}

function isRowOf(cells: Readonly<Record<string, number>>, bodies: readonly number[]): boolean {
  const { body, bodyA, bodyB } = cells;
  return bodies.every((index) => index === body || index === bodyA || index === bodyB);
}

interface Series {
  count: number;
  first: number;
  last: number;
  min: number;
  max: number;
  sum: number;
}

function createSeries(): Series {
  return { count: 0, first: 0, last: 0, min: 0, max: 0, sum: 0 };
}

function addToSeries(series: Series, value: number): void {
  if (series.count === 0) {
    series.first = value;
    series.min = value;
    series.max = value;
  }
  series.count++;
  series.last = value;
  series.sum += value;
  if (value < series.min) series.min = value;
  if (value > series.max) series.max = value;
}

/** Null where there is no row or event; their number and sum are 0. */
function seriesValue(series: Series, statistic: Statistic): Cell {
  if (statistic === 'count' || statistic === 'sum') return series[statistic];
  if (series.count === 0) return null;
  return statistic === 'mean' ? series.sum / series.count : series[statistic];
}
