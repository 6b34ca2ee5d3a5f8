import { expect, it } from 'vitest';
import { clearPairCache, createPairCache, PAIR_CACHE_LENGTH, packPairCache, unpackPairCache } from './pair-cache.ts';

it('a cache is restored from its packed form, and clearing gives a new one', () => {
  const cache = createPairCache();
  Object.assign(cache, { count: 3, vertexA0: 1, vertexB0: 2, vertexA1: 3, vertexB1: 4, vertexA2: 5, vertexB2: 6 });
  cache.direction.set([0.6, 0, -0.8]);
  const numbers = new Float64Array(PAIR_CACHE_LENGTH + 2).fill(9);
  packPairCache(numbers, 1, cache);
  const back = createPairCache();
  unpackPairCache(back, numbers, 1);
  expect(back).toEqual(cache);
  expect([numbers[0], numbers[PAIR_CACHE_LENGTH + 1]]).toEqual([9, 9]);
  clearPairCache(back);
  expect([back.count, ...back.direction]).toEqual([0, 0, 0, 0, 0]);
});

it('vertices beyond the count, left over from other pairs, are not part of the packed form', () => {
  const cache = createPairCache();
  Object.assign(cache, { count: 1, vertexA0: 1, vertexB0: 2, vertexA1: 3, vertexB1: 4, vertexA2: 5, vertexB2: 6 });
  const numbers = new Float64Array(PAIR_CACHE_LENGTH);
  packPairCache(numbers, 0, cache);
  expect([...numbers.subarray(0, 7)]).toEqual([1, 1, 2, 0, 0, 0, 0]);
});
