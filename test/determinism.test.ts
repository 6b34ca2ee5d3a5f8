import { describe, expect, it } from 'vitest';
import { exampleRun, runExample } from './example-runs.ts';
import { exampleNames } from './scenes.ts';

describe('determinism', () => {
  it.each(exampleNames)('%s: two runs give identical recordings, bit for bit', async (name) => {
    const { files, ...first } = await exampleRun(name);
    const { summary: _summary, events: _events, ...tables } = first.hashes;
    const tableFiles = Object.keys(tables).map((table) => `${table}.parquet`);
    expect(files).toEqual(['summary.json', 'scene.json', 'events.jsonl', ...tableFiles]);
    expect(runExample(name)).toEqual(first);
  });
});
