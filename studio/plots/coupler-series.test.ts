import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRecorder, readScene, runScene } from '../../src/index.ts';
import { chartsOf } from './charts.ts';
import { couplerSeries } from './coupler-series.ts';

const exampleText = (name: string) =>
  readFileSync(new URL(`../../examples/${name}.scene.json`, import.meta.url), 'utf8');

/** The scene with friction, up to the midpoint of its first stroke over the block. */
function record() {
  const document = JSON.parse(exampleText('haptic-tool-with-friction'));
  const text = JSON.stringify({ ...document, time: { end: 2.4, step: 0.001 }, record: { interval: 0.1 } });
  const scene = readScene(text, 'x');
  const recorder = createRecorder(scene, text);
  return { scene, recording: recorder.finish(runScene(scene, recorder)) };
}

describe('charts of couplers', () => {
  const recorded = record();

  it('have the force on the hand: while the tool slides, normal force and friction', () => {
    const force = couplerSeries(recorded, 'force');
    expect(force?.series.map(({ name }) => name)).toEqual(['hand']);
    const { columns } = recorded.recording.couplers ?? expect.fail('no table of couplers');
    const last = columns.time.length - 1;
    // Coulomb: tangential over normal force
    expect(Math.abs(columns.fx[last] / columns.fz[last])).toBeCloseTo(0.4, 2);
    expect(force?.series[0].values[last]).toBeCloseTo(Math.abs(columns.fz[last]) * Math.sqrt(1 + 0.4 ** 2), 1);
    // in the air there is no force but that of the damper and the inertia of the tool
    expect(force?.series[0].values[3]).toBeLessThan(0.02);
  });

  it('have the energy exchanged with the hand, which never decreases', () => {
    const energy = couplerSeries(recorded, 'energy');
    expect(energy?.series.map(({ name }) => name)).toEqual(['hand: put in', 'hand: returned']);
    for (const { values } of energy?.series ?? []) {
      values.forEach((value, i) => {
        if (i > 0) expect(value).toBeGreaterThanOrEqual(values[i - 1]);
      });
    }
  });

  it('come second among those that open by themselves, and only where a scene has couplers', () => {
    expect(
      chartsOf(recorded, { body: 1, gaps: undefined })
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['gap', 'coupler-force']);
    const text = exampleText('bounce-impulse');
    const scene = readScene(text, 'x');
    const recorder = createRecorder(scene, text);
    expect(couplerSeries({ scene, recording: recorder.finish(runScene(scene, recorder)) }, 'force')).toBeUndefined();
  });
});
