import { createRandom } from '../../src/math/random.ts';
import type { PairMethods } from '../../src/pairs/pair-methods.ts';
import { closest } from '../../src/pairs/query.ts';
import { drawAdversarialPair } from './draw-pair.ts';
import { judgeSwap, lengthOf } from './judge-closest.ts';
import { judgePartsContact } from './judge-parts.ts';

/** Failures of case `k` of a row, each with the data to repeat it. */
export function judgePartsCase(row: PairMethods, k: number): string[] {
  // from the kinds, not from the place in the table: a new row leaves the cases of the others as they are
  const seed = [...row.kinds.join(' ')].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1_000_003, 7);
  const random = createRandom(seed + 15_485_863 * k);
  const { a, b, description } = drawAdversarialPair(random, row.kinds, false);
  const contact = closest(a.shape, a.pose, b.shape, b.pose);
  const swapped = closest(b.shape, b.pose, a.shape, a.pose);
  const faults = [
    ...judgePartsContact(a, b, contact, row.accuracy, random),
    ...judgeSwap(contact, swapped, row.accuracy, lengthOf(a, b)),
  ];
  return faults.map((fault) => `${row.kinds.join(' and ')}, case ${k} (${description}), ${contact.status}: ${fault}`);
}
