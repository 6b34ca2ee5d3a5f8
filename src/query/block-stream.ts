/** A collision block over a stream of lines: states in, outputs out, in CSV or JSON Lines. The latches persist between the lines. */
import { describeValue } from '../math/describe-value.ts';
import { plainJson } from '../record/exact-json.ts';
import type { CollisionBlockInputs, PortValues } from '../sim/collision-block/block-io.ts';
import { type BlockPort, inputsFromNumbers, portComponents, portNumbers } from '../sim/collision-block/block-ports.ts';
import type { BlockState } from '../sim/collision-block/block-state.ts';
import type { CollisionBlock } from '../sim/collision-block/create-collision-block.ts';
import { isFields } from './fields.ts';

/** What a line of the stream gives. */
export interface StreamAnswer {
  /** Lines of output, each ended by a line break; '' for none. */
  readonly text: string;
  /** False for a line that could not be used: the latches are unchanged. In CSV the message is in `error` alone. */
  readonly ok: boolean;
  /** Line, port, value and what was expected; '' if `ok`. */
  readonly error: string;
  /** Whether the line was a sample of states. */
  readonly isSample: boolean;
}

/** A block that answers one line at a time. */
export interface BlockStream {
  /** Answers a line; `number` counts from 1. */
  answer(line: string, number: number): StreamAnswer;
}

const NOTHING: StreamAnswer = { text: '', ok: true, error: '', isSample: false };
const CONTROLS = ['reset', 'state', 'restore'];

/**
 * A stream for a block. The first line that is not empty decides the format. JSON Lines: objects with the inputs, and optionally a time `t`
 * that is copied to the answer; `{"reset": true}`, `{"state": true}` and `{"restore": ...}` act on the latches. CSV: a header of input
 * components, `t` among them if wanted, or no header and the required inputs in the order of the ports. With a `clock` [s] each answer has the
 * time that its sample took, `stepTime` [s].
 *
 * @example
 * ```ts
 * import { createBlockStream, createCollisionBlock, sphere } from 'appulse';
 *
 * const ball = sphere(0.5);
 * const stream = createBlockStream(createCollisionBlock({ dimension: 3, shape_A: ball, shape_B: ball }));
 * const unit = '[[1,0,0],[0,1,0],[0,0,1]]';
 * const line = `{"Xcm_A": [0,0,0, 1,0,0, 0,0,0], "R_A": ${unit}, "Xcm_B": [1,0,0, 0,0,0, 0,0,0], "R_B": ${unit}}`;
 * const { j, collisionCount } = JSON.parse(stream.answer(line, 1).text);
 * console.log(j, collisionCount); // 1 1
 * ```
 */
export function createBlockStream(
  block: Pick<CollisionBlock, 'ports' | 'reset' | 'state' | 'restore'> & { step(inputs: CollisionBlockInputs): object },
  clock?: () => number,
): BlockStream {
  const timed = (inputs: CollisionBlockInputs): [PortValues, number] => {
    const start = clock?.() ?? 0;
    const outputs = block.step(inputs) as PortValues;
    return [outputs, (clock?.() ?? 0) - start];
  };
  const hasTimes = clock !== undefined;
  let table: CsvTable | undefined;
  let format: 'json' | 'csv' | undefined;
  const answerJson = (line: string): StreamAnswer => {
    const fields = parseFields(line);
    const control = CONTROLS.find((key) => Object.hasOwn(fields, key));
    if (control !== undefined) return { ...NOTHING, text: `${plainJson(applyControl(block, fields, control))}\n` };
    const { t, ...inputs } = fields;
    if (t !== undefined && !Number.isFinite(t))
      throw new RangeError(`t: must be a finite number, got ${describeValue(t)}`);
    const [outputs, stepTime] = timed(inputs as CollisionBlockInputs);
    const answer = { ...(t !== undefined && { t }), ...outputs, ...(hasTimes && { stepTime }) };
    return { ...NOTHING, text: `${plainJson(answer)}\n`, isSample: true };
  };
  const answerCsv = (line: string): StreamAnswer => {
    const cells = splitCells(line);
    if (table === undefined) {
      table = readHeader(block.ports, cells);
      const header = `${outputNames(block.ports, table, hasTimes).join(',')}\n`;
      if (table.hasHeader) return { ...NOTHING, text: header };
      return { ...NOTHING, text: header + sampleRow(cells, table), isSample: true };
    }
    return { ...NOTHING, text: sampleRow(cells, table), isSample: true };
  };
  const sampleRow = (cells: readonly string[], known: CsvTable) => {
    const { t, inputs } = readRow(known, cells);
    const [outputs, stepTime] = timed(inputs);
    const values = block.ports
      .filter(({ direction }) => direction === 'output')
      .flatMap((port) => csvValues(port, outputs));
    return `${[...(known.time < 0 ? [] : [t]), ...values, ...(hasTimes ? [stepTime] : [])].join(',')}\n`;
  };
  return {
    answer(line, number) {
      if (line.trim() === '') return NOTHING;
      format ??= line.trimStart().startsWith('{') ? 'json' : 'csv';
      try {
        return format === 'json' ? answerJson(line) : answerCsv(line);
      } catch (error) {
        if (!(error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)) throw error;
        const { message } = error;
        const text = format === 'json' ? `${JSON.stringify({ error: { line: number, message } })}\n` : '';
        return { text, ok: false, error: `line ${number}: ${message}`, isSample: false };
      }
    },
  };
}

function parseFields(line: string): Readonly<Record<string, unknown>> {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    throw new SyntaxError(`must be a JSON object, got ${describeValue(line)}`);
  }
  if (!isFields(data)) throw new RangeError(`must be a JSON object, got ${describeValue(data)}`);
  return data;
}

function applyControl(
  block: Pick<CollisionBlock, 'reset' | 'state' | 'restore'>,
  fields: Readonly<Record<string, unknown>>,
  control: string,
): object {
  const others = Object.keys(fields).filter((key) => key !== control);
  if (others.length > 0) throw new RangeError(`${control}: must be the only key of its line, got ${others[0]} too`);
  if (control === 'restore') {
    block.restore(fields['restore'] as BlockState);
    return { restore: true };
  }
  if (fields[control] !== true) throw new RangeError(`${control}: must be true, got ${describeValue(fields[control])}`);
  if (control === 'state') return { state: block.state() };
  block.reset();
  return { reset: true };
}

/** Which cell of a row is which component. */
interface CsvTable {
  readonly hasHeader: boolean;
  /** The given ports, and the cell of each of their components, one after the other. */
  readonly ports: readonly BlockPort[];
  readonly cells: readonly number[];
  readonly names: readonly string[];
  /** Cell of the time, -1 without one. */
  readonly time: number;
  readonly width: number;
}

/** Cells of a line of CSV; quoted ones may hold commas. */
function splitCells(line: string): string[] {
  const cells = line.match(/(?:^|,)(?:\s*"(?:[^"]|"")*"\s*|[^,"]*)(?=,|\r?$)/g);
  if (cells === null || cells.join('').length !== line.replace(/\r$/, '').length)
    throw new SyntaxError(`must be cells separated by commas, got ${describeValue(line)}`);
  return cells.map((cell, i) => {
    const text = (i > 0 ? cell.slice(1) : cell).trim();
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  });
}

function readHeader(ports: readonly BlockPort[], cells: readonly string[]): CsvTable {
  const inputs = ports.filter(({ direction, size }) => direction === 'input' && !size.includes(0));
  const required = inputs.filter(({ optional }) => !optional);
  const missing = ports.find(({ direction, optional, size }) => direction === 'input' && !optional && size.includes(0));
  if (missing !== undefined)
    throw new RangeError(
      `${missing.name}: must be a parameter of the block, because CSV has a fixed number of columns`,
    );
  if (cells.every((cell) => cell !== '' && Number.isFinite(Number(cell)))) {
    const names = required.flatMap(portComponents);
    checkWidth(names.length, cells);
    return { hasHeader: false, ports: required, cells: names.map((_, i) => i), names, time: -1, width: names.length };
  }
  // the other name of the slides for a rotation
  const columns = cells.map((cell) => cell.replace(/^Rbi_/, 'R_').replaceAll(' ', ''));
  const known = inputs.flatMap(portComponents);
  const wrong = columns.findIndex(
    (column, i) => column !== 't' && (!known.includes(column) || columns.indexOf(column) !== i),
  );
  if (wrong >= 0) {
    const problem = known.includes(columns[wrong]) ? 'is given twice' : `must be t or one of ${known.join(' ')}`;
    throw new RangeError(`column ${wrong + 1}: ${problem}, got ${describeValue(cells[wrong])}`);
  }
  const given = inputs.filter((port) => !port.optional || portComponents(port).some((name) => columns.includes(name)));
  const names = given.flatMap(portComponents);
  const absent = names.find((name) => !columns.includes(name));
  if (absent !== undefined) throw new RangeError(`${absent}: is missing in the header`);
  return {
    hasHeader: true,
    ports: given,
    cells: names.map((name) => columns.indexOf(name)),
    names,
    time: columns.indexOf('t'),
    width: columns.length,
  };
}

function checkWidth(width: number, cells: readonly string[]): void {
  if (cells.length !== width) throw new RangeError(`must have ${width} cells, got ${cells.length}`);
}

function readRow(
  { ports, cells: indices, names, time, width }: CsvTable,
  cells: readonly string[],
): { t: number; inputs: CollisionBlockInputs } {
  checkWidth(width, cells);
  const numberAt = (cell: number, name: string) => {
    const value = cells[cell] === '' ? Number.NaN : Number(cells[cell]);
    if (!Number.isFinite(value))
      throw new RangeError(`${name}: must be a finite number, got ${describeValue(cells[cell])}`);
    return value;
  };
  const numbers = indices.map((cell, i) => numberAt(cell, names[i]));
  return { t: time < 0 ? 0 : numberAt(time, 't'), inputs: inputsFromNumbers(ports, numbers) };
}

function outputNames(ports: readonly BlockPort[], { time }: CsvTable, hasTimes: boolean): string[] {
  const names = ports.filter(({ direction }) => direction === 'output').flatMap(portComponents);
  const all = [...(time < 0 ? [] : ['t']), ...names, ...(hasTimes ? ['stepTime'] : [])];
  return all.map((name) => (name.includes(',') ? `"${name}"` : name));
}

/** Texts of the components of an output; enumerations by name. */
function csvValues(port: BlockPort, outputs: PortValues): (string | number)[] {
  const numbers = portNumbers(port, outputs);
  return port.values === undefined ? numbers : numbers.map((index) => port.values?.[index] ?? '');
}
