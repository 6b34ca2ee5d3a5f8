import { describe, expect, it } from 'vitest';
import { exampleRun, runExample } from './example-runs.ts';
import { exampleNames } from './scenes.ts';

/**
 * Every twelfth example by default, all with REPEAT_ALL=1. Some of each world are also repeated in the browser, where
 * `test/studio-examples.test.ts` compares their last bits.
 */
const repeated = exampleNames.filter((_, k) => process.env['REPEAT_ALL'] !== undefined || k % 12 === 7);

describe('determinism', () => {
  it.each(repeated)('%s: two runs give identical recordings, bit for bit', async (name) => {
    const { files, ...first } = await exampleRun(name);
    const { summary: _summary, events: _events, ...tables } = first.hashes;
    const tableFiles = Object.keys(tables).map((table) => `${table}.parquet`);
    expect(files).toEqual(['summary.json', 'scene.json', 'events.jsonl', ...tableFiles]);
    expect(runExample(name)).toEqual(first);
  });
});
