import { expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import type { RunSummary } from '../../src/sim/observer.ts';
import { simulate } from '../../src/sim/simulate.ts';
import type { SolidRunOptions, SolidSnapshot } from '../../src/sim/solids/run-solids.ts';

/** A ball that falls on a floor, bounces with loss and rolls off: gravity, the floor and contacts all have totals. */
const SCENE = {
  title: 'A ball on a floor',
  description: 'A ball falls on a floor and bounces.',
  world: 'solids',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 0.4], velocity: [1, 0, 0], density: 500 },
  ],
  contacts: { restitution: 0.5, friction: { law: 'algebraic', static: 0.4 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 1, method: 'steps' },
};

const SILENT = { frame: () => {}, contact: () => {}, event: () => {} };

function run(options: SolidRunOptions): RunSummary {
  const steps = simulate(readScene(JSON.stringify(SCENE), 'test'), SILENT, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

it('the balance of a run resumed from the state of another one closes as well as that of the whole run', () => {
  const taken: SolidSnapshot[] = [];
  const whole = run({ snapshotAt: 0.5, onSnapshot: (snapshot) => taken.push(snapshot) });
  const rest = run({ resume: taken[0] });
  expect(rest.ledgerStart.contactWork).toBeLessThan(-1e-3);
  expect(rest.stateHash).toBe(whole.stateHash);
  const errors = Object.entries(rest.balance);
  expect(errors).toHaveLength(4);
  // rounding, which both runs have had
  for (const [name, error] of errors) {
    expect(error, name).toBeLessThan(10 * Math.max(whole.balance[name as keyof typeof whole.balance], 1e-12));
  }
});
