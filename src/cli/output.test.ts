import { describe, expect, it } from 'vitest';
import { NonFiniteError } from '../math/finite.ts';
import { formatNumber, formatTable } from './output.ts';
import { plainText } from './plain-text.ts';

describe('printed numbers', () => {
  it('have the digits they need, at most as many as requested', () => {
    expect([0, -0, 0.5, 1 / 3, -2e9, 1.25e-17].map((value) => formatNumber(value))).toEqual([
      '0',
      '0',
      '0.5',
      '0.3333333',
      '-2000000000',
      '1.25e-17',
    ]);
  });

  it('keep their exponent when rounded to two digits', () => {
    expect([1.34e-10, 1e-20, 3e100, 0.0406].map((value) => formatNumber(value, 2))).toEqual([
      '1.3e-10',
      '1e-20',
      '3e+100',
      '0.041',
    ]);
  });
});

describe('printing values that are not numbers', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is reported, not printed as something else', (value) => {
    expect(() => formatNumber(value)).toThrow(NonFiniteError);
  });

  it('texts from files cannot control the terminal: escape sequences, carriage returns and bidirectional controls are escaped', () => {
    expect(plainText('\x1b[31mred\r\x9b2J\u202eé')).toBe('\\u001b[31mred\\u000d\\u009b2J\\u202eé');
  });
});

describe('printed tables', () => {
  it('align, with or without colours', () => {
    const rows = [
      ['a', '1'],
      ['\x1b[32mlonger\x1b[39m', '23'],
    ];
    expect(formatTable(rows, 'lr')).toBe('  a        1\n  \x1b[32mlonger\x1b[39m  23');
  });
});
