import type { SimEvent } from '../sim/observer.ts';
import { type FileColumn, fileColumns } from './file-columns.ts';
import { type ListColumn, PHASE_COLUMNS } from './phase-columns.ts';
import { type Recording, tablesOf } from './recorder.ts';

/**
 * A recording as CSV for spreadsheets and other programs: the text of each file by name, in pieces, since a long
 * recording exceeds the maximum length of a string. There is a file for each table and for the events, and one with the
 * unit and meaning of each column. Numbers are written with the fewest digits that give the same double.
 *
 * @example
 * ```ts
 * import { createRecorder, readScene, runScene } from 'appulse';
 * import { recordingToCsv } from 'appulse/export';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const files = recordingToCsv(recorder.finish(runScene(scene, recorder)));
 * console.log([...files.keys()].join(' ')); // frames.csv contacts.csv ledger.csv events.csv columns.csv
 * ```
 */
export function recordingToCsv(recording: Recording): Map<string, Iterable<string>> {
  const { events, summary } = recording;
  const tables = tablesOf(recording).map(
    ([name, table]) => [name, fileColumns(name, table, recording), table.rowCount] as const,
  );
  const phases = summary.vehicles?.phases;
  const described = [
    ...tables.flatMap(([name, columns]) => columns.map((column) => ({ table: name, ...column }))),
    ...(phases ? describe('phases', PHASE_COLUMNS) : []),
    ...describe('events', EVENT_COLUMNS),
  ];
  return new Map<string, Iterable<string>>([
    ...tables.map(([name, columns, rowCount]) => [`${name}.csv`, tableCsv(columns, rowCount)] as const),
    ...(phases ? ([['phases.csv', listCsv(phases, PHASE_COLUMNS)]] as const) : []),
    ['events.csv', listCsv(events, EVENT_COLUMNS)],
    ['columns.csv', columnsCsv(described)],
  ]);
}

const ROWS_A_PIECE = 4096;

/** Columns as CSV text, in pieces. */
export function* tableCsv(columns: readonly FileColumn[], rowCount: number): Generator<string> {
  const labels = columns.map((column) => column.labels.map(textCell));
  const cell = (column: FileColumn, i: number, row: number) =>
    column.kind === 'label' ? labels[i][column.values[row]] : numberCell(column.values[row]);
  yield line(columns.map((column) => column.name));
  for (let first = 0; first < rowCount; first += ROWS_A_PIECE) {
    let piece = '';
    const end = Math.min(first + ROWS_A_PIECE, rowCount);
    for (let row = first; row < end; row++) piece += line(columns.map((column, i) => cell(column, i, row)));
    yield piece;
  }
}

/** The columns of events.csv with unit and meaning; a cell is empty where an event has no such field. */
const EVENT_COLUMNS: Readonly<Record<string, ListColumn<SimEvent>>> = {
  time: { unit: 's', meaning: 'simulated time', of: (event: SimEvent) => event.time },
  type: { unit: '', meaning: 'type of the event', of: (event: SimEvent) => event.type },
  nameA: { unit: '', meaning: 'name of body A', of: (event: SimEvent) => event.bodies[0] },
  nameB: { unit: '', meaning: 'name of body B', of: (event: SimEvent) => event.bodies[1] },
  sensorA: { unit: '', meaning: 'name of the sensor of A', of: field('sensors', 0) },
  sensorB: { unit: '', meaning: 'name of the sensor of B', of: field('sensors', 1) },
  mode: { unit: '', meaning: 'kind of docking', of: field('mode') },
  px: { unit: 'm', meaning: 'contact point', of: field('point', 0) },
  py: { unit: 'm', meaning: 'contact point', of: field('point', 1) },
  pz: { unit: 'm', meaning: 'contact point', of: field('point', 2) },
  nx: { unit: '1', meaning: 'unit normal from A to B', of: field('normal', 0) },
  ny: { unit: '1', meaning: 'unit normal from A to B', of: field('normal', 1) },
  nz: { unit: '1', meaning: 'unit normal from A to B', of: field('normal', 2) },
  impulse: { unit: 'N s', meaning: 'normal impulse, sum over all points', of: field('impulse') },
  closingSpeed: { unit: 'm/s', meaning: 'approach speed before the response', of: field('closingSpeed') },
  points: { unit: '1', meaning: 'number of contact points', of: field('points') },
  speed: { unit: 'm/s', meaning: 'relative speed of the sensors', of: field('speed') },
  energyLoss: { unit: 'J', meaning: 'kinetic energy lost by docking', of: field('energyLoss') },
  violations: { unit: '', meaning: 'violated docking criteria, each with its value and its limit', of: violationsText },
  body: { unit: '', meaning: 'name of the body whose closest point changes its feature', of: field('body') },
  from: { unit: '', meaning: 'feature before the change', of: field('from') },
  to: { unit: '', meaning: 'feature after the change', of: field('to') },
  kind: { unit: '', meaning: 'kind of the change', of: field('kind') },
};

/** `lateral 0.12 > 0.1; roll 0.2 > 0.1`, in SI units. */
function violationsText(event: SimEvent): string | undefined {
  if (!('violations' in event)) return undefined;
  return event.violations
    .map(({ criterion, value, limit }) => `${criterion} ${value} ${value > limit ? '>' : '<'} ${limit}`)
    .join('; ');
}

type Field = Exclude<SimEvent extends infer E ? (E extends SimEvent ? keyof E : never) : never, 'time' | 'type'>;

function field(name: Field, index?: number): (event: SimEvent) => unknown {
  return (event) => {
    const value = (event as Partial<Record<Field, unknown>>)[name];
    return index === undefined ? value : (value as readonly unknown[] | undefined)?.[index];
  };
}

function* listCsv<T>(items: readonly T[], columns: Readonly<Record<string, ListColumn<T>>>): Generator<string> {
  yield line(Object.keys(columns));
  for (const item of items) yield line(Object.values(columns).map(({ of }) => cellText(of(item))));
}

interface DescribedColumn {
  readonly table: string;
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
}

function describe<T>(table: string, columns: Readonly<Record<string, ListColumn<T>>>): DescribedColumn[] {
  return Object.entries(columns).map(([name, { unit, meaning }]) => ({ table, name, unit, meaning }));
}

function* columnsCsv(columns: readonly DescribedColumn[]): Generator<string> {
  yield line(['table', 'column', 'unit', 'meaning']);
  for (const { table, name, unit, meaning } of columns) {
    yield line([table, name, unit, meaning].map(textCell));
  }
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\n`;
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' ? numberCell(value) : textCell(String(value));
}

function numberCell(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Quoted where a comma, a quote or a line break would be read as CSV syntax (RFC 4180). */
function textCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
