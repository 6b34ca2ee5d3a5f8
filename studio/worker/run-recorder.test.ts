import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRecorder, readScene, runScene, simulate } from '../../src/index.ts';
import { createRunRecorder } from './run-recorder.ts';

const textOf = (name: string) => readFileSync(new URL(`../../examples/${name}.scene.json`, import.meta.url), 'utf8');

describe('the recording of a run that is stopped', () => {
  it.each(['docking', 'tracker-planar-pair', 'two-bars'])('has the first frames of the whole: %s', (name) => {
    const text = textOf(name);
    const scene = readScene(text, name);
    const whole = createRecorder(scene, text);
    const complete = whole.finish(runScene(scene, whole));
    const partly = createRunRecorder(scene, text);
    expect(partly.soFar(0)).toBeUndefined();
    const steps = simulate(scene, partly.observer);
    let count = 0;
    for (let next = steps.next(); !next.done && next.value < 0.4 * complete.summary.time; next = steps.next()) count++;
    const part = partly.soFar(count);
    if (part === undefined) throw new Error('no frame was recorded');
    expect(part.summary.status).toBe('interrupted');
    expect(part.ledger.rowCount).toBeGreaterThan(1);
    expect(part.ledger.rowCount).toBeLessThan(complete.ledger.rowCount);
    for (const table of ['frames', 'ledger', 'nodes', 'tracking', 'vehicles'] as const) {
      const [first, all] = [part[table], complete[table]];
      if (first === undefined || all === undefined) continue;
      expect(first.rowCount / part.ledger.rowCount).toBe(all.rowCount / complete.ledger.rowCount);
      for (const [column, values] of Object.entries<Float64Array>(first.columns)) {
        expect(values).toEqual((all.columns as Record<string, Float64Array>)[column].subarray(0, values.length));
      }
    }
    expect(part.summary.time).toBe(part.ledger.columns.time.at(-1));
  });
});
