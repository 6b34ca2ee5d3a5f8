import { readSweep, resultColumns, runCase, type SweepRow } from '../src/entries/sweeps.ts';
import { SWEEP_FORMAT } from '../src/sweep/manifest.ts';
import { encodeResults, tableOfRows } from '../src/sweep/results.ts';
import { exampleText } from './scenes.ts';

/** Files of sweep results, computed in this process, as `appulse sweep` writes them, by name. */
export interface ResultFiles {
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  readonly rows: readonly SweepRow[];
}

/** Runs a sweep of an example; `row` replaces the runs, to have many rows in a short time. */
export function sweepFiles(
  spec: { readonly scene: string; readonly [key: string]: unknown },
  row?: (run: number, parameters: readonly unknown[]) => SweepRow,
): ResultFiles {
  const text = JSON.stringify(spec);
  const scene = exampleText(spec.scene);
  const sweep = readSweep({ text, name: 'spec.json', scene: { text: scene, name: 'scene.json' } });
  const columns = resultColumns(sweep);
  const rows = Array.from({ length: sweep.runCount }, (_, run) =>
    row ? row(run, sweep.design.valuesOf(run)) : runCase(sweep, run),
  );
  const [hash, version] = ['test', '0'];
  const chunks = Math.ceil(sweep.runCount / sweep.chunkSize);
  const manifest = {
    format: SWEEP_FORMAT,
    version,
    hash,
    title: sweep.title,
    runs: sweep.runCount,
    chunks,
    chunkSize: sweep.chunkSize,
    columns,
  };
  const bytes = (content: string) => Uint8Array.from(new TextEncoder().encode(content));
  const files = new Map([
    ['sweep.json', bytes(JSON.stringify(manifest))],
    ['spec.json', bytes(text)],
    ['scene.json', bytes(scene)],
  ]);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const part = rows.slice(chunk * sweep.chunkSize, (chunk + 1) * sweep.chunkSize);
    const marks = { sweep: hash, version, chunk: String(chunk), failures: '0' };
    const name = `part-${String(chunk).padStart(6, '0')}.parquet`;
    files.set(name, Uint8Array.from(encodeResults(columns, tableOfRows(columns, part), marks)));
  }
  return { files, rows };
}

/** The same files as a server has them. */
export function servedFiles(name: string, files: ReadonlyMap<string, Uint8Array>): [string, Uint8Array][] {
  const list = new TextEncoder().encode(JSON.stringify([...files.keys()]));
  return [
    [`sweeps/${name}/files.json`, list],
    ...[...files].map(([file, bytes]): [string, Uint8Array] => [`sweeps/${name}/${file}`, bytes]),
  ];
}
