import { describe, expect, it } from 'vitest';
import { pairTable } from '../pairs/query.ts';
import { familyOf, groupByMethod, METHOD_FAMILIES } from './method-families.ts';

describe('families of methods', () => {
  it('are all in use, and hold every row once', () => {
    const groups = groupByMethod(pairTable);
    expect(new Set(groups.map(({ family }) => family))).toEqual(new Set(METHOD_FAMILIES));
    const pairs = groups.flatMap((group) => group.pairs.map((kinds) => kinds.join(' ')));
    expect(pairs.sort()).toEqual(pairTable.map(({ kinds }) => kinds.join(' ')).sort());
  });

  it('do not guess: a method that none of them knows is named', () => {
    expect(() => familyOf({ ...pairTable[0], method: 'by magic' })).toThrow(
      'point and point: no family of methods for "by magic"',
    );
  });
});
