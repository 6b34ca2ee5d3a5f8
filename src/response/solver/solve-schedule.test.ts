import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { type ContactRows, clearContactRows, createContactRows, reserveManifold } from './contact-rows.ts';
import { updateSchedule } from './solve-schedule.ts';
import { INVERSE_MASS, RECORD } from './solver-bodies.ts';
import { CHUNK, CHUNK_LEVEL_END, CHUNK_REGION, MAX_CHUNKS, REGIONS } from './solver-memory.ts';

/** Contacts between random bodies in a box of sizes xyz that are nearer than `distance`; every tenth body is immovable. */
function randomContacts(bodyCount: number, sizes: readonly number[], distance: number) {
  const random = createRandom(31);
  const contacts = createContactRows();
  const records = new Float64Array(RECORD * bodyCount);
  const positions = new Float64Array(3 * bodyCount);
  for (let i = 0; i < bodyCount; i++) {
    records[RECORD * i + INVERSE_MASS] = i % 10 === 0 ? 0 : 1;
    for (let k = 0; k < 3; k++) positions[3 * i + k] = random.between(0, sizes[k]);
  }
  const place = (i: number) => positions.subarray(3 * i, 3 * i + 3);
  for (let a = 0; a < bodyCount; a++) {
    for (let b = a + 1; b < bodyCount; b++) {
      const apart = Math.hypot(...place(a).map((x, k) => x - place(b)[k]));
      if (apart > distance || (a % 10 === 0 && b % 10 === 0)) continue;
      reserveManifold(contacts, 1);
      contacts.bodiesA[contacts.manifoldCount] = a;
      contacts.bodiesB[contacts.manifoldCount] = b;
      // one, two or four rows
      contacts.rowCount += 2 ** ((a + b) % 3);
      contacts.starts[++contacts.manifoldCount] = contacts.rowCount;
    }
  }
  return { contacts, records, positions };
}

/** The manifolds of each chunk in the order in which they are solved, and its level. */
function chunksOf({ schedule: { chunks, chunkCount, pairs } }: ContactRows) {
  return Array.from({ length: chunkCount }, (_, k) => ({
    manifolds: [...new Set(pairs.subarray(2 * chunks[CHUNK * k], 2 * chunks[CHUNK * (k + 1)]))],
    levelEnd: chunks[CHUNK * k + CHUNK_LEVEL_END],
    region: chunks[CHUNK * k + CHUNK_REGION],
  }));
}

describe('a schedule of manifolds', () => {
  it.each([
    ['long in x', 1000, [40, 5, 5], 1.2, 8],
    ['long in z', 1500, [6, 6, 40], 1, 8],
    ['flat', 2000, [30, 30, 1], 1, 8],
    ['as long as wide', 1200, [8, 8, 8], 1, 2],
  ])(
    'of a world %s: chunks of one level have no movable body in common',
    (_, bodyCount, sizes, distance, minChunks) => {
      const { contacts, records, positions } = randomContacts(bodyCount, sizes, distance);
      updateSchedule(contacts, records, positions);
      const chunks = chunksOf(contacts);
      expect(chunks.length).toBeGreaterThanOrEqual(minChunks);
      expect(chunks.length).toBeLessThanOrEqual(MAX_CHUNKS);
      const all = chunks.flatMap(({ manifolds }) => manifolds);
      const numbers = Array.from({ length: contacts.manifoldCount }, (_, k) => k);
      expect(all.toSorted((a, b) => a - b)).toEqual(numbers);
      const chunkOf = new Int32Array(bodyCount).fill(-1);
      chunks.forEach(({ manifolds, levelEnd, region }, k) => {
        expect(levelEnd).toBeGreaterThan(k);
        expect(region).toBeLessThan(REGIONS);
        for (const manifold of manifolds) {
          for (const body of [contacts.bodiesA[manifold], contacts.bodiesB[manifold]]) {
            if (records[RECORD * body + INVERSE_MASS] === 0) continue;
            const last = chunkOf[body];
            // an earlier chunk of the same body belongs to an earlier level
            if (last >= 0 && last !== k) expect(chunks[last].levelEnd).toBeLessThanOrEqual(k);
            chunkOf[body] = k;
          }
        }
      });
    },
  );

  it('divides the work within slabs about equally', () => {
    const { contacts, records, positions } = randomContacts(1500, [60, 4, 4], 1);
    updateSchedule(contacts, records, positions);
    const chunks = chunksOf(contacts);
    const sizes = chunks.slice(0, chunks[0].levelEnd).map(({ manifolds }) => manifolds.length);
    expect(sizes.length).toBeGreaterThan(8);
    expect(Math.max(...sizes)).toBeLessThan(2.5 * Math.min(...sizes));
  });

  it.each([
    ['small', 200, [20, 5, 5], 1],
    ['large', 1000, [40, 5, 5], 1.2],
  ])(
    'of a %s world has pairs of as many rows and without a movable body in common',
    (size, bodyCount, sizes, distance) => {
      const { contacts, records, positions } = randomContacts(bodyCount, sizes, distance);
      updateSchedule(contacts, records, positions);
      const { pairs, pairCount, manifoldCount } = contacts.schedule;
      expect(manifoldCount).toBe(contacts.manifoldCount);
      const bodiesOf = (manifold: number) =>
        [contacts.bodiesA[manifold], contacts.bodiesB[manifold]].filter((i) => records[RECORD * i + INVERSE_MASS] > 0);
      const rowsOf = (manifold: number) => contacts.starts[manifold + 1] - contacts.starts[manifold];
      const all: number[] = [];
      for (let k = 0; k < pairCount; k++) {
        const [first, second] = pairs.subarray(2 * k, 2 * k + 2);
        all.push(first);
        if (second === first) continue;
        all.push(second);
        expect(rowsOf(first)).toBe(rowsOf(second));
        expect(new Set([...bodiesOf(first), ...bodiesOf(second)]).size).toBe(
          bodiesOf(first).length + bodiesOf(second).length,
        );
      }
      const numbers = Array.from({ length: manifoldCount }, (_, k) => k);
      expect(all.toSorted((a, b) => a - b)).toEqual(numbers);
      // the order of a small world stays, in a large one nearly every manifold has a partner
      if (size === 'small') expect(all).toEqual(numbers);
      else expect(pairCount).toBeLessThan(0.6 * manifoldCount);
    },
  );

  it('has no pairs once the contacts are gone', () => {
    const { contacts, records, positions } = randomContacts(200, [20, 5, 5], 1);
    updateSchedule(contacts, records, positions);
    expect(contacts.schedule.pairCount).toBeGreaterThan(0);
    clearContactRows(contacts);
    updateSchedule(contacts, records, positions);
    expect(contacts.schedule.pairCount).toBe(0);
  });

  it('leaves a small world, and one of bodies as long as the world, in its own order', () => {
    const small = randomContacts(200, [20, 5, 5], 1);
    expect(small.contacts.manifoldCount).toBeLessThan(512);
    updateSchedule(small.contacts, small.records, small.positions);
    expect(small.contacts.schedule.chunkCount).toBe(0);
    const long = randomContacts(80, [10, 1, 1], 20);
    expect(long.contacts.manifoldCount).toBeGreaterThan(1000);
    updateSchedule(long.contacts, long.records, long.positions);
    expect(long.contacts.schedule.chunkCount).toBe(0);
  });
});
