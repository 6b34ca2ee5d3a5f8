import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read.ts';
import type { RunSummary } from '../sim/observer.ts';
import { simulate } from '../sim/simulate.ts';
import type { SolidRunOptions, SolidSnapshot } from '../sim/solids/run-solids.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot-file.ts';

const sceneText = JSON.stringify({
  title: 'test',
  description: 'Boxes and balls that fall on a heap, some of them asleep in the end.',
  world: 'solids',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    {
      name: 'box',
      shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.1] },
      position: [0, 0, 0.2],
      density: 500,
      repeat: { count: [2, 2, 3], spacing: [0.25, 0.25, 0.3], positionJitter: 0.02, rotationJitter: 0.5 },
    },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0.1, 0.1, 2], density: 500 },
  ],
  contacts: { restitution: 0.2, friction: { law: 'algebraic', static: 0.4 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 1.5, method: 'steps' },
});

const SILENT = { frame: () => {}, contact: () => {}, event: () => {} };

function run(options: SolidRunOptions = {}): RunSummary {
  const steps = simulate(readScene(sceneText, 'test'), SILENT, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('a snapshot in a file', () => {
  const taken: SolidSnapshot[] = [];
  const whole = run({ snapshotAt: 0.6, onSnapshot: (snapshot) => taken.push(snapshot) });
  const text = encodeSnapshot(taken[0], sceneText);

  it('is taken once, at the requested step, and changes nothing', () => {
    expect(taken).toHaveLength(1);
    expect(taken[0].time).toBeCloseTo(0.6, 12);
    expect(whole.stateHash).toBe(run().stateHash);
  });

  it('is restored to the last bit', () => {
    expect(decodeSnapshot(text, sceneText)).toEqual(taken[0]);
  });

  it('can be resumed with bitwise identical results', () => {
    const rest = run({ resume: decodeSnapshot(text, sceneText) });
    expect(rest.stateHash).toBe(whole.stateHash);
    expect(rest.steps).toBe(whole.steps - 60);
    expect(rest.ledgerEnd).toEqual(whole.ledgerEnd);
  });

  it.each([
    ['{"format":"appulse-recording/1"}', sceneText, 'expected a snapshot'],
    [text.replace('"stepCount":60', '"stepCount":61'), sceneText, 'damaged'],
    [text, `${sceneText} `, 'of another scene'],
  ])('%#: a text that cannot be resumed from is rejected', (wrong, scene, message) => {
    expect(() => decodeSnapshot(wrong, scene)).toThrow(message);
  });
});
