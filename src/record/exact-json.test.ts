import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NonFiniteError } from '../math/finite.ts';
import { exactJson } from './exact-json.ts';

describe('exactJson', () => {
  it('restores any tree of doubles, texts and lists bit for bit', () => {
    const leaf = fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('tree')),
        fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom('', '  '), (value, indent) => {
        expect(JSON.parse(exactJson(value, indent))).toStrictEqual(value);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('writes the same as JSON.stringify where that is exact', () => {
    const value = { a: 1.5, b: { c: 'x\n', d: {} }, e: true, f: undefined };
    const list = { ...value, g: [[1, 2], [], [{ h: [3] }]] };
    expect(exactJson(list)).toBe(JSON.stringify(list));
    expect(exactJson(value, '  ')).toBe(JSON.stringify(value, null, 2));
  });

  it('rejects NaN', () => {
    expect(() => exactJson({ a: [Number.NaN] })).toThrow(NonFiniteError);
  });
});
