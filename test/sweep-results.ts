import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeResults, type ResultColumn } from '../src/entries/sweeps.ts';
import { folder } from './command-line.ts';

/** Specifications of sweeps for tests, and readers of their results. */

/** Monte Carlo docking: `count` runs of about a third of a millisecond. Some masses are negative, so some runs fail. */
export function dockingSweep(count: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'Docking with approach errors',
    scene: 'docking',
    axes: [
      { path: 'bodies.chaser.velocity[0]', name: 'speed', normal: { mean: '20 cm/s', deviation: 0.02 } },
      { path: 'bodies.chaser.angle', name: 'angle', uniform: { from: '-1 deg', to: '1 deg' } },
      { path: 'bodies.chaser.mass', name: 'mass', normal: { mean: 300, deviation: 120 } },
    ],
    samples: { count, method: 'sobol', seed: 3 },
    outputs: [
      'dockings',
      { event: 'docking' },
      { table: 'contacts', column: 'closingSpeed', statistic: 'max' },
      'stateHash',
    ],
    ...more,
  };
}

export function writeSpec(name: string, spec: Record<string, unknown>): void {
  writeFileSync(join(folder(), name), JSON.stringify(spec, null, 2));
}

/** All bytes of the parts of a sweep, by name. */
export function partsOf(results: string): Record<string, string> {
  const path = join(folder(), results, 'parts');
  const names = readdirSync(path).filter((name) => name.endsWith('.parquet'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(path, name), 'base64')]));
}

/** The rows of a file of results, by column. */
export async function readRows(results: string, file = 'results.parquet'): Promise<Record<string, readonly unknown[]>> {
  const { columns } = JSON.parse(readFileSync(join(folder(), results, 'sweep.json'), 'utf8')) as {
    columns: ResultColumn[];
  };
  const table = await decodeResults(columns, readFileSync(join(folder(), results, file)));
  return Object.fromEntries(columns.map(({ name }, c) => [name, [...table.columns[c]]]));
}
