import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText } from '../../../test/scenes.ts';
import type { SimEvent } from '../observer.ts';

/** The tracked scenes of the source and additional ones, each with the file of its exact results. */
const SCENES: [string, string][] = [
  ['tracker-patch-and-point', 'A-patch-point'],
  ['tracker-planar-body-and-point', 'B-planar-point-spiral'],
  ['tracker-planar-pair', 'C-planar-pair-spiral'],
  ['tracker-lens-and-point', 'D-lens-point-helix'],
  ['tracker-lens-pair', 'E-lens-pair'],
  ['tracker-patch-bounds', 'F-patch-saturation'],
  ['tracker-planar-overlap', 'G-planar-pair-overlap'],
  ['tracker-box-and-lens', 'H-box-lens'],
];

interface Oracle {
  samples: { t: number[]; distance: number[]; featureA: string[]; featureB: string[]; pointA: number[][] };
  transitions: { t: number; body: 'A' | 'B'; from: string; to: string; kind: string }[];
}

function oracleOf(file: string): Oracle {
  return JSON.parse(readFileSync(new URL(`../../../reference/tracker/${file}.json`, import.meta.url), 'utf8'));
}

type TransitionEvent = Extract<SimEvent, { type: 'transition' }>;

describe.each(SCENES)('%s, run as a scene', (name, file) => {
  const oracle = oracleOf(file);
  const { t } = oracle.samples;
  // a frame at every sample: rows and samples correspond
  const document = { ...JSON.parse(exampleText(name)), record: { interval: t[1] - t[0] } };
  const { scene, tracking, events, summary } = runAnyText(JSON.stringify(document), name);
  const isIntegrator = scene.world === 'smooth' && scene.tracking.settings.mode !== 'predictor-corrector';
  // an integrator begins at a poor start and converges; it is compared from one second on, as the exact results suggest
  const from = isIntegrator ? 1 : 0;

  it('tracks the distance, the features and the closest points of the exact results', () => {
    expect(tracking).toHaveLength(t.length);
    // scene G is known to 2e-9; the rest to 1e-12, to which the corrections add less than 1e-12
    const tolerance = file.startsWith('G') ? 1e-8 : 1e-11;
    let worst = 0;
    tracking.forEach((row, k) => {
      if (row.time < from) return;
      worst = Math.max(worst, Math.abs(row.distance - oracle.samples.distance[k]));
      const [x, y] = oracle.samples.pointA[k];
      // closest points are at a minimum: their error is at worst the square root of that of the distance
      expect(Math.hypot(row.pointA.x - x, row.pointA.y - y)).toBeLessThan(1e-6);
      expect([row.featureA, row.featureB]).toEqual([oracle.samples.featureA[k], oracle.samples.featureB[k]]);
    });
    expect(worst).toBeLessThan(isIntegrator ? 1e-6 : tolerance);
  });

  it('finds every change of feature, and no other, within two steps', () => {
    const found = events.filter((event): event is TransitionEvent => event.type === 'transition' && event.time >= from);
    const [nameA] = found[0]?.bodies ?? [];
    const log = found.map(({ body, from, to, kind }) => ({ body: body === nameA ? 'A' : 'B', from, to, kind }));
    expect(log).toEqual(oracle.transitions.map(({ body, from, to, kind }) => ({ body, from, to, kind })));
    const { step } = document.time;
    const seconds = step === '1 ms' ? 1e-3 : 1e-2;
    found.forEach(({ time }, k) => {
      expect(Math.abs(time - oracle.transitions[k].t)).toBeLessThanOrEqual(2 * seconds);
    });
  });

  it('reports the rate of change of the reported distances', () => {
    // central difference of the recorded distances and the recorded rate; both ends on one feature pair, where the
    // third derivative, a few units at most, leaves an error of h²/6 times itself
    const { interval } = document.record;
    for (let k = 1; k + 1 < tracking.length; k++) {
      const [before, here, after] = [tracking[k - 1], tracking[k], tracking[k + 1]];
      const same = [before, after].every((row) => row.featureA === here.featureA && row.featureB === here.featureB);
      if (!same || before.time < from) continue;
      const difference = (after.distance - before.distance) / (2 * interval);
      expect(Math.abs(difference - here.rate)).toBeLessThan(4 * interval * interval);
    }
  });

  it('has an empty ledger: the motion of all bodies is prescribed', () => {
    expect(summary.balance).toEqual({
      momentumError: 0,
      angularMomentumError: 0,
      energyError: 0,
      energyCreationError: 0,
    });
  });
});

describe('the loop of steps', () => {
  it('the feedback law converges from its poor start to a thousandth in 75 steps, as the source says', () => {
    const document = {
      ...JSON.parse(exampleText('tracker-patch-and-point')),
      record: { interval: 0.001 },
      time: { end: 0.2 },
    };
    const { tracking } = runAnyText(JSON.stringify(document), 'start-up');
    expect(tracking.findLastIndex(({ error }) => error >= 1e-3) + 1).toBe(75);
  });

  it('two runs are bitwise identical', () => {
    const run = () => runAnyText(exampleText('tracker-lens-pair'), 'again').summary.stateHash;
    expect(run()).toBe(run());
  });
});
