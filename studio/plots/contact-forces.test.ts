import { describe, expect, it } from 'vitest';
import { createRecorder, readScene, runScene } from '../../src/index.ts';
import { contactForces } from './contact-forces.ts';

function recordingOf(contacts: object) {
  const text = JSON.stringify({
    world: 'solids',
    title: 'test',
    description: 'A test.',
    bodies: [
      { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
      { name: 'block', shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.1] }, position: [0, 0, 0.11], mass: 2 },
    ],
    contacts,
    forces: { gravity: [1, 0, -9.81] },
    time: { end: 1, method: 'steps', step: 1e-3 },
  });
  const scene = readScene(text, 'test');
  const recorder = createRecorder(scene, text);
  return recorder.finish(runScene(scene, recorder));
}

describe('the plot of contact forces', () => {
  it('shows the weight and the friction of a block in compliant contact, and zero before it lands', () => {
    const penalty = { law: 'linear', stiffness: 2e4, damping: 100 };
    const data = contactForces(
      recordingOf({ response: 'penalty', penalty, friction: { law: 'algebraic', static: 0.5 } }),
    );
    const [normal, friction] = data?.series ?? [];
    const last = (data?.times.length ?? 0) - 1;
    expect(normal.values[0]).toBe(0);
    expect(normal.values[last]).toBeCloseTo(2 * 9.81, 3);
    expect(friction.values[last]).toBeCloseTo(2, 3);
    expect(data?.times.every((time, i, all) => i === 0 || time > all[i - 1])).toBe(true);
  });

  it('has no data for rigid contact', () => {
    expect(contactForces(recordingOf({ restitution: 0 }))).toBeUndefined();
  });
});
