import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createVec3 } from '../../src/math/vec3.ts';
import { isWrong } from './closest-errata.ts';
import { type PrintedAnswer, printedBackupRecipe, printedMainRecipe, type SegmentPair } from './printed-recipes.ts';

interface SegmentCase {
  readonly A1: number[];
  readonly B1: number[];
  readonly A2: number[];
  readonly B2: number[];
  readonly dist: string;
}

it('on the 240 reference pairs the backup recipe of the slides is wrong 112 times, the main one 179 times', () => {
  const cases = ['2d', '3d'].flatMap((dimension): SegmentCase[] => {
    const url = new URL(`../../reference/rigid-bodies/segment-segment-${dimension}.json`, import.meta.url);
    return JSON.parse(readFileSync(url, 'utf8')).cases;
  });
  const wrongCount = (recipe: (pair: SegmentPair) => PrintedAnswer) =>
    cases.filter(({ A1, B1, A2, B2, dist }) => {
      const [startA, endA, startB, endB] = [A1, B1, A2, B2].map(([x, y, z]) => createVec3(x, y, z));
      return isWrong(recipe({ startA, endA, startB, endB }), Number(dist));
    }).length;
  expect(cases.length).toBe(240);
  expect(wrongCount(printedBackupRecipe)).toBe(112);
  expect(wrongCount(printedMainRecipe)).toBe(179);
});
