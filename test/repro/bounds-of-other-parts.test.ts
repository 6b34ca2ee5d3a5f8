import { describe, expect, it } from 'vitest';
import { pairTable } from '../../src/pairs/query.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import { judgePartsCase } from '../adversarial/judge-parts-case.ts';

/**
 * Two parts share the nearest place; the distance of one is exact, that of the other only bounded, and may be less. The whole was reported as
 * exact.
 */
describe('bodies of parts of which one is known within a bound', () => {
  it.each([
    ['polygon', 'cylinder', 171],
    ['polygon', 'cylinder', 201],
    ['disc', 'compound', 265],
  ] as readonly [ShapeKind, ShapeKind, number][])(
    '%s and %s, case %i: are as far apart as planes show, within the bound',
    (a, b, k) => {
      const row = pairTable.find(({ kinds, planar }) => kinds[0] === a && kinds[1] === b && !planar);
      expect(row && judgePartsCase(row, k)).toEqual([]);
    },
  );
});
