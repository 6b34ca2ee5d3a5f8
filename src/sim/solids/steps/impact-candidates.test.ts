import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../math/random.ts';
import { createContactRows } from '../../../response/solver/contact-rows.ts';
import { clearSpeeds, createImpactCandidates, listCandidates, selectFastest, setSpeed } from './impact-candidates.ts';
import type { StepWorld } from './step-world.ts';

/** The fields of a world that the candidates read: `count` manifolds between random bodies, body 0 immovable. */
function worldOf(count: number, bodyCount: number, seed: number) {
  const random = createRandom(seed);
  const contacts = {
    ...createContactRows(),
    manifoldCount: count,
    bodiesA: Int32Array.from({ length: count }, () => Math.floor(random.between(0, bodyCount - 1))),
    bodiesB: Int32Array.from({ length: count }, () => bodyCount - 1),
    materials: Float64Array.from({ length: 3 * count }, () => (random.between(0, 1) < 0.7 ? 1 : 0)),
    selected: new Int32Array(count),
  };
  for (let k = 0; k < count; k++) {
    contacts.bodiesB[k] = contacts.bodiesA[k] + 1 + Math.floor(random.between(0, bodyCount - 1 - contacts.bodiesA[k]));
  }
  const free = new Uint8Array(bodyCount).fill(1);
  free[0] = 0;
  return { contacts, free, bodies: { count: bodyCount } } as unknown as StepWorld;
}

describe('candidates of impacts', () => {
  it.each([1, 2, 3, 37, 64, 65])('select the fastest of %d manifolds as a search of all of them does', (count) => {
    const random = createRandom(count);
    const world = worldOf(count, 12, count);
    const candidates = createImpactCandidates();
    listCandidates(candidates, world);
    clearSpeeds(candidates, world);
    const speeds = new Float64Array(candidates.count);
    for (let round = 0; round < 200 && candidates.count > 0; round++) {
      const changed = Math.floor(random.between(0, candidates.count));
      // few different values, so that several are equally fast
      speeds[changed] = Math.floor(random.between(0, 4));
      setSpeed(candidates, changed, speeds.subarray(changed, changed + 1));
      const fastest = Math.max(...speeds);
      const expected = [...candidates.manifolds.subarray(0, candidates.count)].filter(
        (_, k) => fastest > 0 && speeds[k] === fastest,
      );
      expect(selectFastest(candidates, world.contacts)).toBe(fastest > 0);
      expect([...world.contacts.selected.subarray(0, world.contacts.selectedCount)]).toEqual(expected);
    }
  });

  it('are listed for every movable body that they move', () => {
    const world = worldOf(50, 10, 3);
    const { bodiesA, bodiesB } = world.contacts;
    const candidates = createImpactCandidates();
    listCandidates(candidates, world);
    clearSpeeds(candidates, world);
    expect(candidates.count).toBeGreaterThan(10);
    for (let i = 0; i < 10; i++) {
      const listed = [...candidates.ofBodies.subarray(candidates.starts[i], candidates.starts[i + 1])];
      const expected = Array.from({ length: candidates.count }, (_, k) => k).filter((k) => {
        const manifold = candidates.manifolds[k];
        return world.free[i] === 1 && (bodiesA[manifold] === i || bodiesB[manifold] === i);
      });
      expect(listed.sort((a, b) => a - b)).toEqual(expected);
    }
  });

  it('are elastic manifolds, and plastic ones that are the only contact of their movable bodies', () => {
    const contacts = {
      ...createContactRows(),
      manifoldCount: 4,
      // body 0 is immovable; 1 and 2 touch it and each other, 3 touches it alone, 4 and 5 elastically
      bodiesA: Int32Array.of(0, 1, 0, 4),
      bodiesB: Int32Array.of(1, 2, 3, 5),
      materials: Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5),
    };
    const world = { contacts, free: Uint8Array.of(0, 1, 1, 1, 1, 1), bodies: { count: 6 } } as unknown as StepWorld;
    const candidates = createImpactCandidates();
    listCandidates(candidates, world);
    expect([...candidates.manifolds.subarray(0, candidates.count)]).toEqual([2, 3]);
  });
});
