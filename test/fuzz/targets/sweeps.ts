import { readdirSync, readFileSync } from 'node:fs';
import { readSweep, type Sweep } from '../../../src/sweep/read-sweep.ts';
import { decodeResults, encodeResults, resultColumns, tableOfRows } from '../../../src/sweep/results.ts';
import { runCase } from '../../../src/sweep/run-case.ts';
import { sweepSchema } from '../../../src/sweep/sweep-schema.ts';
import { expectOwnWords, namedOutcome, type Outcome } from '../judge.ts';
import { mutateBytes, mutateText } from '../mutate-bytes.ts';
import { anyText, createDictionary, jsonText, mutateJson, pick, wordsOfSchema } from '../mutate-json.ts';
import { bytesOf, type FuzzInput, type Target, textOf } from '../target.ts';

/** Two discs on a line: the scene of all mutated specifications, also inside some of them. */
const SCENE = {
  title: 'Two discs',
  description: 'One hits the other.',
  bodies: [
    { name: 'left', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0], velocity: [2, 0], mass: 1 },
    { name: 'right', shape: { kind: 'disc', radius: 0.5 }, position: [3, 0], mass: 1 },
  ],
  time: { end: 2 },
};

const EXAMPLES = new URL('../../../examples/sweeps/', import.meta.url);
const documents: unknown[] = [
  ...readdirSync(EXAMPLES).map((name) => JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'))),
  {
    scene: SCENE,
    axes: [
      { path: 'bodies.left.velocity[0]', name: 'v', normal: { mean: 2, deviation: '10 cm/s', min: 1, max: '3 m/s' } },
      { path: 'bodies.left.mass', name: 'm', uniform: { from: 1, to: 2 } },
      { path: ['bodies[0].position[1]'], range: { from: 0, to: 0.5, step: 0.1 } },
      { path: 'contacts.friction', name: 'f', values: [{ law: 'none' }, { law: 'coulomb', static: 0.3 }] },
    ],
    samples: { count: 8, method: 'latin-hypercube', seed: 2 },
    correlations: [{ axes: ['v', 'm'], value: 0.5 }],
    outputs: [
      'collisions',
      { event: 'collision' },
      { table: 'frames', column: 'x', statistic: 'max', bodies: ['left'] },
    ],
    limits: { seconds: 1, steps: 20 },
  },
  {
    scene: SCENE,
    axes: [{ path: 'time.end', range: { from: 1, to: 4, count: 3, spacing: 'log' } }],
    outputs: ['stateHash', 'ledgerEnd.kineticEnergy', { table: 'contacts', column: 'work', statistic: 'sum' }],
    limits: { steps: 20 },
  },
];
const dictionary = createDictionary(documents, wordsOfSchema(sweepSchema()));
const scene = { text: JSON.stringify(SCENE), name: 'scene' };

/** A file of results, to be damaged. */
const part = (() => {
  const sweep = readSweep({ text: JSON.stringify(documents.at(-1)), name: 'spec', scene });
  const columns = resultColumns(sweep);
  const rows = Array.from({ length: sweep.runCount }, (_, i) => runCase(sweep, i));
  return { columns, bytes: encodeResults(columns, tableOfRows(columns, rows), { sweep: 'abc' }) };
})();

export const sweepTarget: Target = {
  name: 'sweeps',
  fraction: 0.05,
  atLeast: { accepted: 15, rejected: 300 },
  make(random): FuzzInput {
    const kind = random.below(20);
    if (kind >= 17) return new Map([['part.parquet', mutateBytes(random, part.bytes)]]);
    if (kind === 16) return new Map([['sweep.json', anyText(random)]]);
    const document = pick(random, documents);
    const text = jsonText(kind === 0 ? document : mutateJson(random, document, dictionary), random.below(2));
    return new Map([['sweep.json', kind < 3 ? mutateText(random, text) : text]]);
  },
  async feed(input): Promise<Outcome> {
    if (input.has('part.parquet')) return feedPart(bytesOf(input, 'part.parquet'));
    const text = textOf(input, 'sweep.json');
    try {
      const sweep = readSweep({ text, name: 'spec', scene });
      await runSome(sweep);
      return 'accepted';
    } catch (error) {
      return namedOutcome(error, text);
    }
  },
};

/** A damaged file of results is read or rejected. */
async function feedPart(bytes: Uint8Array): Promise<Outcome> {
  try {
    await decodeResults(part.columns, bytes);
    return 'accepted';
  } catch (error) {
    expectOwnWords((error as Error).message);
    if (!/must have at most|cannot be read/.test((error as Error).message)) throw error;
    return 'rejected';
  }
}

/** First, last and some other runs: each has a row that can be stored, and a failure has a reason in words of the library. */
async function runSome(sweep: Sweep): Promise<void> {
  const { runCount } = sweep;
  const runs = [...new Set([0, Math.floor(runCount / 3), runCount - 1])];
  let steps = 0;
  const rows = runs.map((run) => runCase(sweep, run, () => ++steps > 200));
  for (const { status, reason, outputs } of rows) {
    if ((status === 'end') !== (reason === null)) throw new Error(`status ${status} with the reason ${reason}`);
    if (reason !== null) expectOwnWords(reason);
    if (reason !== null && /^\w*Error: /.test(reason)) throw new Error(`an unexpected error: ${reason}`);
    if (outputs.some((value) => typeof value === 'number' && !Number.isFinite(value)))
      throw new Error('a number that is not finite');
  }
  const columns = resultColumns(sweep);
  await decodeResults(columns, encodeResults(columns, tableOfRows(columns, rows), {}));
}
