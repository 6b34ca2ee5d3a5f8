import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import {
  addContact,
  CONTACT_KINDS,
  type ContactList,
  createContactList,
  sortContacts,
  unpackContact,
} from './packed-contacts.ts';

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
});
