import { describe, expect, it } from 'vitest';
import { exampleRun, runExample } from './example-runs.ts';
import { exampleNames } from './scenes.ts';

describe('determinism', () => {
  it.each(exampleNames)('%s: two runs give identical recordings, bit for bit', async (name) => {
    const first = await exampleRun(name);
    expect(runExample(name)).toEqual(first);
  });
});
