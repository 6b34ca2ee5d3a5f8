import { describe, expect, it } from 'vitest';
import { pairTable } from '../pairs/query.ts';
import { familyOf, groupByMethod, METHOD_FAMILIES } from './method-families.ts';

describe('families of methods', () => {
  it('are all used, and contain every row once', () => {
    const groups = groupByMethod(pairTable);
    expect(new Set(groups.map(({ family }) => family))).toEqual(new Set(METHOD_FAMILIES));
    const pairs = groups.flatMap((group) => group.pairs.map((kinds) => kinds.join(' ')));
    expect(pairs.sort()).toEqual(pairTable.map(({ kinds }) => kinds.join(' ')).sort());
  });

  it('report a method that matches none', () => {
    expect(() => familyOf({ ...pairTable[0], method: 'by magic' })).toThrow(
      'point and point: no family of methods for "by magic"',
    );
  });
});
