import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { mergeBucket, planMerge, sortContacts } from './merge-contacts.ts';
import { orderContacts } from './order-contacts.ts';
import { addContact, CONTACT_KINDS, type ContactList, createContactList, unpackContact } from './packed-contacts.ts';

/** Adds a contact whose other numbers are its own. */
function add(list: ContactList, kind: number, time: number, nodes: readonly number[]): void {
  const at = addContact(list);
  const own = nodes[0] + 0.5 * nodes[1] + kind;
  list.kinds[at] = kind;
  list.times[at] = time;
  list.faces[at] = kind === 2 ? -1 : nodes[1];
  list.nodes.set([...nodes, -1], 5 * at);
  list.weights.set([own, 1 + own, 2 + own, 0], 4 * at);
  list.points.set([own, -own, 3], 3 * at);
  list.normals.set([0, own, 1], 3 * at);
  list.gapRates[at] = -own;
}

describe('sortContacts', () => {
  it('property: the order of a comparison sort, for any distribution over lists; equal, nearly equal and subnormal times', () => {
    const random = createRandom(81);
    const drawTime = () => {
      const kind = random.below(5);
      if (kind === 0) return random.below(3) / 2;
      if (kind === 1) return 5e-324 * random.below(50);
      return kind === 2 ? 0.7 * (1 + 2 ** -50 * random.below(9)) : random.between(0, 1);
    };
    for (const count of [0, 1, 2, 700]) {
      const drawn = Array.from({ length: count }, () => ({
        kind: random.below(2) === 0 ? 0 : 2,
        time: drawTime(),
        nodes: [random.below(4), random.below(4), random.below(4), random.below(1e6)],
      }));
      const one = createContactList();
      const three = [createContactList(), createContactList(), createContactList()];
      for (const { kind, time, nodes } of drawn) {
        add(one, kind, time, nodes);
        add(three[random.below(3)], kind, time, nodes);
      }
      const sorted = sortContacts([one]);
      expect(sortContacts(three)).toEqual(sorted);
      const expected = drawn.toSorted(
        (a, b) =>
          a.time - b.time ||
          (CONTACT_KINDS[a.kind] < CONTACT_KINDS[b.kind] ? -1 : a.kind === b.kind ? 0 : 1) ||
          a.nodes.map((node, k) => node - b.nodes[k]).find((difference) => difference !== 0) ||
          0,
      );
      const found = Array.from({ length: sorted.count }, (_, i) => unpackContact(sorted, i));
      expect(found.map(({ kind, time, nodes }) => ({ kind: CONTACT_KINDS.indexOf(kind), time, nodes }))).toEqual(
        expected,
      );
      for (const { kind, nodes, weights, point, normal, gapRate, face } of found) {
        const own = nodes[0] + 0.5 * nodes[1] + CONTACT_KINDS.indexOf(kind);
        expect([weights[0], point[1], normal[1], gapRate]).toEqual([own, -own, own, -own]);
        expect([weights.length, face]).toEqual(kind === 'edge-edge' ? [4, -1] : [3, nodes[1]]);
      }
    }
  });

  it('buckets are of similar size, and the same contacts whatever their number, where all times are equal too', () => {
    const random = createRandom(82);
    for (const drawTime of [() => 0.25, () => random.below(3), () => random.between(0, 1)]) {
      const lists = Array.from({ length: 5 }, () => createContactList('shared'));
      // the first list has most of the contacts, the last one none
      for (let i = 0; i < 6000; i++) {
        const nodes = [i, random.below(9), random.below(9), random.below(9)];
        add(lists[Math.floor(4 * random.between(0, 1) ** 3)], random.below(3), drawTime(), nodes);
      }
      const expected = sortContacts(lists);
      const sorted = lists.map((list) => ({ list, order: new Int32Array(list.times.length) }));
      for (const { list, order } of sorted) orderContacts(order, list);
      for (const buckets of [1, 2, 7, 32]) {
        const merge = planMerge(sorted, buckets, 'shared');
        expect(merge.bucketCount).toBe(buckets);
        const sizes = Array.from({ length: buckets }, (_, k) => {
          const sum = (at: number) =>
            merge.bounds.subarray(5 * at, 5 * at + 5).reduce((total, value) => total + value, 0);
          return sum(k + 1) - sum(k);
        });
        expect(Math.max(...sizes)).toBeLessThanOrEqual((2 * 6000) / buckets);
        // in any order
        for (let k = buckets - 1; k >= 0; k--) mergeBucket(merge, k);
        expect(merge.out).toEqual(expected);
      }
    }
    expect(planMerge([], 8).out.count).toBe(0);
  });
});
