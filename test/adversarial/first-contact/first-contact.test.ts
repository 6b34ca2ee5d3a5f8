import { describe, expect, it } from 'vitest';
import * as meshes from '../../../src/entries/meshes.ts';
import { adversarialQuery, compareQuery, libraryFinder } from './compare.ts';
import { FEATURE_PAIRS } from './moving-features.ts';
import { ADVERSARIAL_KINDS } from './queries.ts';

const SEED = 2024;
const COUNT = 3000;

describe('first contact in adversarial queries', () => {
  // `node scripts/adversarial-contact.mjs --count 1000000` is the long version
  it(`is the exact one: decision, time to 1e-12 and safe time (${COUNT} queries, seed ${SEED})`, () => {
    const find = libraryFinder(meshes);
    const comparisons = Array.from({ length: COUNT }, (_, index) => {
      const operation = adversarialQuery(SEED, index);
      return { index, ...operation, ...compareQuery(find, operation) };
    });
    expect(comparisons.filter(({ agrees }) => !agrees)).toEqual([]);
    // the list would prove little if some kind had no contact
    const hits = comparisons.filter(({ expected }) => expected.hit);
    expect(new Set(hits.map(({ pair, kind }) => `${pair} ${kind}`)).size).toBe(
      FEATURE_PAIRS.length * ADVERSARIAL_KINDS.length,
    );
    expect(hits.length).toBeLessThan(COUNT - 500);
  });
});
