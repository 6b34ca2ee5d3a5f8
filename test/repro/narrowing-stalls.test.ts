import { describe, expect, it } from 'vitest';
import * as meshes from '../../src/entries/meshes.ts';
import { adversarialQuery, compareQuery, libraryFinder } from '../adversarial/first-contact/compare.ts';

describe('narrowing the cell of a root whose cubic and slope vanish in doubles', () => {
  // the guess of the next cell became 0/0; found by a run of a million queries, seed 1
  it.each([506983, 576793, 585115, 656783])('query %i is decided, and as the oracle decides', (index) => {
    const find = libraryFinder(meshes);
    expect(compareQuery(find, adversarialQuery(1, index)).agrees).toBe(true);
  });
});
