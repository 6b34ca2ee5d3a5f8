import { readSweep, type Sweep } from '../../src/sweep/read-sweep.ts';
import { runCase, type SweepRow } from '../../src/sweep/run-case.ts';
import { EXAMPLE_SWEEPS, type ExampleSweep } from './example-sweeps.ts';

/** Results of an example sweep, all runs in this thread. */
export interface ExampleResults {
  readonly sweep: Sweep;
  readonly rows: readonly SweepRow[];
  /** Values of an axis or output by name, one per run; null: empty. */
  column(name: string): (number | null)[];
  /** The same for texts. */
  texts(name: string): (string | null)[];
}

/** Reads an example, with changes of its specification. */
export function readExample(
  name: ExampleSweep,
  change: (spec: Record<string, unknown>) => object = (spec) => spec,
): Sweep {
  const { spec, scene } = EXAMPLE_SWEEPS[name];
  const text = JSON.stringify(change(JSON.parse(spec)));
  return readSweep({ text, name, ...(scene !== undefined && { scene: { text: scene, name } }) });
}

export function runExample(name: ExampleSweep, change?: (spec: Record<string, unknown>) => object): ExampleResults {
  const sweep = readExample(name, change);
  const rows = Array.from({ length: sweep.runCount }, (_, run) => runCase(sweep, run));
  const cells = (wanted: string): unknown[] => {
    const axis = sweep.axes.findIndex((one) => one.name === wanted);
    const output = sweep.outputs.findIndex((one) => one.name === wanted);
    if (axis < 0 && output < 0) throw new Error(`${name}: no column '${wanted}'`);
    return rows.map(({ parameters, outputs }) => (axis >= 0 ? parameters[axis] : outputs[output]));
  };
  return {
    sweep,
    rows,
    column: (wanted) => cells(wanted).map((cell) => (typeof cell === 'number' ? cell : null)),
    texts: (wanted) => cells(wanted).map((cell) => (typeof cell === 'string' ? cell : null)),
  };
}

/** Number of runs that did not reach their end. */
export function failureCount({ rows }: ExampleResults): number {
  return rows.filter(({ status }) => status !== 'end').length;
}

/** A column without empty cells. */
export function numbersOf(results: ExampleResults, name: string): number[] {
  return results.column(name).map((value) => {
    if (value === null) throw new Error(`column '${name}' has an empty cell`);
    return value;
  });
}
