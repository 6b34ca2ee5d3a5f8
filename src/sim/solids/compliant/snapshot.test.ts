import { describe, expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '../../../record/snapshot-file.ts';
import { readScene } from '../../../scene/read.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import type { ContactRow, RunSummary, SimEvent } from '../../observer.ts';
import { runSolids, type SolidRunOptions, type SolidSnapshot } from '../run-solids.ts';
import { restoreSnapshot, takeSnapshot } from '../steps/snapshot.ts';
import { createStepWorld } from '../steps/step-world.ts';
import { restoreCompliantSnapshot, takeCompliantSnapshot } from './compliant-snapshot.ts';
import { advanceCompliantStep, compliantForces, createCompliantSteps } from './compliant-steps.ts';
import { compliantSnapshotViolation } from './snapshot-violation.ts';

/** Bodies of several shapes that slide, roll and rest on each other, with adhesion between two of them. */
const TEXT = JSON.stringify({
  world: 'solids',
  title: 'test',
  description: 'A test.',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    {
      name: 'box',
      shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.05] },
      position: [0, 0, 0.06],
      velocity: [0.5, 0, 0],
      mass: 1,
    },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.05 }, position: [0.01, 0, 0.17], mass: 0.3, group: 'sticky' },
    {
      name: 'egg',
      shape: { kind: 'ellipsoid', semiAxes: [0.05, 0.04, 0.03] },
      position: [0.02, 0.01, 0.27],
      mass: 0.2,
      group: 'sticky',
    },
    {
      name: 'cube',
      shape: { kind: 'box', halfExtents: [0.05, 0.05, 0.05] },
      position: [0.3, 0, 0.1],
      rotation: { axis: [1, 2, 0], angle: 0.3 },
      mass: 0.5,
    },
  ],
  contacts: {
    response: 'penalty',
    penalty: { law: 'linear', stiffness: 5e4, damping: 30 },
    friction: { law: 'algebraic', static: 0.4, dynamic: 0.3 },
    groups: [{ groups: ['sticky', 'sticky'], penalty: { law: 'jkr', modulus: '1 MPa', adhesion: 2 } }],
  },
  forces: { gravity: [0, 0, -9.81], loads: [{ body: 'box', force: [2, 0, 0], from: 0.1, until: 0.2 }] },
  time: { end: 0.4, method: 'steps', step: 5e-4 },
  record: { interval: 0.05 },
});

function solidScene(text: string): SolidScene {
  const scene = readScene(text, 'test');
  if (scene.world !== 'solids') throw new Error('not a scene of solids');
  return scene;
}

function record(scene: SolidScene, options: SolidRunOptions = {}) {
  const rows: ContactRow[] = [];
  const events: SimEvent[] = [];
  const run = runSolids(
    scene,
    { frame() {}, contact: (row) => rows.push(row), event: (event) => events.push(event) },
    options,
  );
  for (;;) {
    const { done, value } = run.next();
    if (done) return { rows, events, summary: value as RunSummary };
  }
}

describe('a snapshot of compliant contact', () => {
  const scene = solidScene(TEXT);
  const whole = record(scene);

  it('continues bitwise identically, with the same contact forces, events and ledger', () => {
    expect(whole.summary.status).toBe('end');
    for (const snapshotAt of [0.0005, 0.1, 0.15, 0.3]) {
      let saved: SolidSnapshot | undefined;
      record(scene, { snapshotAt, onSnapshot: (snapshot) => (saved = snapshot) });
      if (saved === undefined) throw new Error('no snapshot');
      const resume = decodeSnapshot(encodeSnapshot(saved, TEXT), TEXT);
      expect(resume).toEqual(saved);
      const rest = record(scene, { resume });
      const { time } = resume;
      expect(rest.summary.stateHash).toBe(whole.summary.stateHash);
      expect(rest.summary.ledgerEnd).toEqual(whole.summary.ledgerEnd);
      expect(rest.rows).toEqual(whole.rows.filter((row) => row.time >= time));
      expect(rest.events).toEqual(whole.events.filter((event) => event.time > time));
    }
  });

  it('restores a world in code as often as asked', () => {
    const world = createCompliantSteps(scene);
    for (let k = 0; k < 300; k++) advanceCompliantStep(world);
    const saved = takeCompliantSnapshot(world);
    const ends = [0, 1].map(() => {
      restoreCompliantSnapshot(world, saved);
      for (let k = 0; k < 100; k++) advanceCompliantStep(world);
      return { snapshot: takeCompliantSnapshot(world), forces: compliantForces(world) };
    });
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[0].forces.length).toBeGreaterThan(3);
  });

  it('of another response is rejected', () => {
    const rigid = solidScene(TEXT.replace('"response":"penalty"', '"response":"impulse"'));
    const steps = createStepWorld(rigid);
    const saved = takeCompliantSnapshot(createCompliantSteps(scene));
    expect(() => restoreSnapshot(steps, saved)).toThrow('is of contacts.response "penalty", expected "impulse"');
    expect(() => record(scene, { resume: takeSnapshot(steps) })).toThrow('expected "penalty"');
    expect(() => createCompliantSteps(rigid)).toThrow('compliant steps need "penalty"');
  });

  it('with damaged content is rejected, with the name of the field', () => {
    const saved = takeCompliantSnapshot(createCompliantSteps(scene));
    expect(compliantSnapshotViolation(saved)).toBeUndefined();
    const bodies = saved.bodies.slice();
    bodies[3] = 2;
    const damaged: Record<string, object> = {
      time: { time: Number.NaN },
      stepCount: { stepCount: 0.5 },
      bodies: { bodies },
      radii: { radii: Float64Array.of(-1) },
      pairs: { pairs: Int32Array.of(3, 1), radii: Float64Array.of(1) },
      springCounts: { springCounts: Int32Array.of(-1), pairs: Int32Array.of(0, 1), radii: Float64Array.of(1) },
      springFlags: { springFlags: Int32Array.of(1, 2, 3) },
      springs: { springs: Float64Array.of(1) },
      totals: { totals: {} },
    };
    for (const [name, change] of Object.entries(damaged)) {
      expect(compliantSnapshotViolation({ ...saved, ...change }), name).toContain(name);
    }
    const small = { ...saved, bodies: saved.bodies.slice(18) };
    expect(() => restoreCompliantSnapshot(createCompliantSteps(scene), small)).toThrow('has 4 bodies, the world has 5');
  });

  it('a step that is too long throws and leaves the world unchanged', () => {
    const long = solidScene(TEXT.replace('"step":0.0005', '"step":0.01'));
    const world = createCompliantSteps(long);
    let failure = '';
    for (let k = 0; k < 40 && failure === ''; k++) {
      const before = takeCompliantSnapshot(world);
      try {
        advanceCompliantStep(world);
      } catch (error) {
        failure = String(error);
        expect(takeCompliantSnapshot(world).bodies).toEqual(before.bodies);
      }
    }
    expect(failure).toMatch(/time.step: must be at most \S+ s for the contact of/);
  });
});
