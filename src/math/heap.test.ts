import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { popHeap, pushHeap } from './heap.ts';

interface Item {
  readonly key: number;
  readonly number: number;
}

const byKey = (a: Item, b: Item) => a.key < b.key;
const byKeyThenNumber = (a: Item, b: Item) => (a.key !== b.key ? a.key < b.key : a.number < b.number);

function drain(heap: Item[], precedes: (a: Item, b: Item) => boolean): Item[] {
  const items: Item[] = [];
  for (let item = popHeap(heap, precedes); item !== undefined; item = popHeap(heap, precedes)) items.push(item);
  return items;
}

describe('a binary heap', () => {
  it('worked example: 3 1 2 come out as 1 2 3, and an empty heap has nothing', () => {
    const heap: Item[] = [];
    for (const key of [3, 1, 2]) pushHeap(heap, { key, number: 0 }, byKey);
    expect(drain(heap, byKey).map(({ key }) => key)).toEqual([1, 2, 3]);
    expect(popHeap(heap, byKey)).toBeUndefined();
  });

  it('property: items come out sorted, whatever is inserted in between', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
    const check = fc.property(keys, keys, (first, second) => {
      const heap: Item[] = [];
      let number = 0;
      for (const key of first) pushHeap(heap, { key, number: number++ }, byKeyThenNumber);
      const taken = popHeap(heap, byKeyThenNumber);
      for (const key of second) pushHeap(heap, { key, number: number++ }, byKeyThenNumber);
      const all = [...first, ...second].map((key, i) => ({ key, number: i }));
      const rest = all.filter((item) => item.number !== taken?.number);
      const sorted = rest.sort((a, b) => a.key - b.key || a.number - b.number);
      expect(drain(heap, byKeyThenNumber)).toEqual(sorted);
    });
    fc.assert(check, { seed: 13, numRuns: 300 });
  });

  it('the order of items of equal rank depends only on the sequence of calls', () => {
    const run = () => {
      const heap: Item[] = [];
      for (let number = 0; number < 40; number++) pushHeap(heap, { key: number % 3, number }, byKey);
      return drain(heap, byKey);
    };
    expect(run()).toEqual(run());
    expect(run().map(({ key }) => key)).toEqual(Array.from({ length: 40 }, (_, i) => (i < 14 ? 0 : i < 27 ? 1 : 2)));
  });
});
