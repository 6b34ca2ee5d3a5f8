import { describe, expect, it } from 'vitest';
import { NonFiniteError } from '../math/finite.ts';
import { formatNumber, formatTable } from './output.ts';
import { plainText } from './plain-text.ts';

describe('numbers on the screen', () => {
  it('have as many digits as they need and no more than asked for', () => {
    expect([0, -0, 0.5, 1 / 3, -2e9, 1.25e-17].map((value) => formatNumber(value))).toEqual([
      '0',
      '0',
      '0.5',
      '0.3333333',
      '-2000000000',
      '1.25e-17',
    ]);
  });

  it('keep their power of ten when they are cut to two digits', () => {
    expect([1.34e-10, 1e-20, 3e100, 0.0406].map((value) => formatNumber(value, 2))).toEqual([
      '1.3e-10',
      '1e-20',
      '3e+100',
      '0.041',
    ]);
  });
});

describe('what is no number on the screen', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is reported, not printed as something else', (value) => {
    expect(() => formatNumber(value)).toThrow(NonFiniteError);
  });

  it('texts of files cannot steer the terminal: escape sequences, carriage returns and reversals are shown', () => {
    expect(plainText('\x1b[31mred\r\x9b2J\u202eé')).toBe('\\u001b[31mred\\u000d\\u009b2J\\u202eé');
  });
});

describe('tables on the screen', () => {
  it('line up, whatever is coloured', () => {
    const rows = [
      ['a', '1'],
      ['\x1b[32mlonger\x1b[39m', '23'],
    ];
    expect(formatTable(rows, 'lr')).toBe('  a        1\n  \x1b[32mlonger\x1b[39m  23');
  });
});
