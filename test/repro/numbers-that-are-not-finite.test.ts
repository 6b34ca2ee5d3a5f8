import { describe, expect, it } from 'vitest';
import { NonFiniteError } from '../../src/math/finite.ts';
import { createMat3 } from '../../src/math/mat3.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { runQueryLine } from '../../src/query/run-query.ts';
import { encodeMeshContacts } from '../../src/record/mesh-contact-files.ts';
import { readScene } from '../../src/scene/read.ts';
import { SceneError } from '../../src/scene/scene-error.ts';
import { finiteObserver } from '../../src/sim/finite-observer.ts';
import type { LedgerRow } from '../../src/sim/observer.ts';

const arc = (weight: number) => ({
  world: 'smooth',
  title: 'weight',
  description: 'A point moves past a patch.',
  bodies: [
    {
      name: 'patch',
      shape: {
        kind: 'patch',
        faces: [
          {
            id: 'S',
            points: [
              [[-1, -1, 0], [-1, 1, 0]], // biome-ignore format: one row a line
              [[1, -1, 0], [1, 1, 0]], // biome-ignore format: one row a line
            ],
            weights: [
              [1, weight],
              [1, 1],
            ],
          },
        ],
      },
      motion: 'fixed',
    },
    { name: 'point', shape: { kind: 'point' }, position: [0, 0, 1], motion: 'fixed' },
  ],
  tracking: { pairs: [{ bodies: ['patch', 'point'] }] },
  time: { end: 1, step: 0.1 },
});

describe('a number that is not finite', () => {
  it('does not come from weights: those beyond the stated range are rejected', () => {
    expect(readScene(JSON.stringify(arc(1e6)), 'weights').world).toBe('smooth');
    expect(() => readScene(JSON.stringify(arc(1e76)), 'weights')).toThrow(SceneError);
    expect(() => readScene(JSON.stringify(arc(1e76)), 'weights')).toThrow(/must be at most 1000000, got 1e\+?76/);
  });

  it('ends a run instead of reaching its recording', () => {
    const zero = createVec3();
    const ledger: LedgerRow = {
      time: 0,
      momentum: zero,
      angularMomentum: zero,
      momentumScale: 0,
      angularMomentumScale: 0,
      kineticEnergy: 0,
      potentialEnergy: 0,
      strainEnergy: 0,
      contactWork: 0,
      driveWork: 0,
      energyCreated: 0,
      impulseOnImmovable: zero,
      angularImpulseOnImmovable: zero,
      externalImpulse: zero,
      externalAngularImpulse: zero,
      externalWork: 0,
    };
    const state = { name: 'A', position: zero, rotation: createMat3(), angle: 0, velocity: zero };
    const frames: number[] = [];
    const observer = finiteObserver({ frame: (time) => frames.push(time), contact() {}, event() {} });
    observer.frame(0, [{ ...state, angularVelocity: zero }], ledger);
    const lost = () => observer.frame(1, [{ ...state, angularVelocity: createVec3(0, 0, Number.NaN) }], ledger);
    expect(lost).toThrow(NonFiniteError);
    expect(lost).toThrow('at 1 s: "A" angularVelocity.z is NaN');
    expect(frames).toEqual([0]);
  });

  it('is not written into a table of contacts', () => {
    const contact = { time: Number.NaN, kind: 'node-triangle', face: 0, nodes: [3, 0, 1, 2], weights: [1, 0, 0] };
    const contacts = [{ ...contact, point: [0, 0, 0], normal: [0, 0, 1], gapRate: 0 }] as unknown as Parameters<
      typeof encodeMeshContacts
    >[0];
    for (const format of ['csv', 'json', 'parquet', 'vtp'] as const) {
      expect(() => encodeMeshContacts(contacts, format)).toThrow('contacts[0].time is NaN');
    }
  });

  it('is an answer where two half-spaces overlap without bound, and is written as in recordings', () => {
    const [A, B] = [
      [0, 1],
      [1, 0],
    ].map((normal) => ({ shape: { kind: 'halfspace', normal } }));
    const { json, ok } = runQueryLine(JSON.stringify({ op: 'closest', A, B }), 1);
    expect(ok).toBe(true);
    expect(json).toContain('"distance":-1e999,');
    expect(JSON.parse(json).distance).toBe(Number.NEGATIVE_INFINITY);
  });
});
