import { describe, expect, it } from 'vitest';
import { formatNumber } from '../src/picture/format-number.ts';
import { allEqual, atLeast, atMost, equals, itemPassed, type ReportItem } from './report-item.ts';

describe('a formatted number', () => {
  it('has five digits, and an exponent if small or large', () => {
    expect([0, 1, -2.5, 1 / 3, 99999.4, 1e-3].map(formatNumber)).toEqual([
      '0',
      '1',
      '-2.5',
      '0.33333',
      '99999',
      '0.001',
    ]);
    expect([2e-5, -1.2345e-13, 1e5, 123456789].map(formatNumber)).toEqual(['2e-5', '-1.23e-13', '1e5', '1.23e8']);
  });
});

describe('a check', () => {
  it('holds up to its limit and not beyond', () => {
    expect(
      [atMost('', 1, 1), atMost('', 1.01, 1), atLeast('', 1, 1), atLeast('', 0.99, 1)].map(({ pass }) => pass),
    ).toEqual([true, false, true, false]);
  });

  it('compares relative to large values and absolutely to small ones', () => {
    expect(equals('', 101, 100, 0.01).pass).toBe(true);
    expect(equals('', 102, 100, 0.01).pass).toBe(false);
    expect(equals('', 1e-3, 0, 1e-2).pass).toBe(true);
    expect(equals('', 9, 9)).toEqual({ what: '', expected: '9', measured: '9', pass: true });
  });

  it('fails for NaN, and for a list of another length', () => {
    const checks = [atMost('', Number.NaN, 1), atLeast('', Number.NaN, 1), equals('', Number.NaN, 1, 1)];
    expect(checks.map(({ pass }) => pass)).toEqual([false, false, false]);
    expect(allEqual('', [1, 2], [1, 2]).pass).toBe(true);
    expect(allEqual('', [1, 2], [1]).pass).toBe(false);
    expect(allEqual('', [1], [1, 2]).pass).toBe(false);
  });
});

it('an item passes when all its checks do; one without checks does not', () => {
  const item = (...passes: boolean[]): ReportItem => ({
    id: 'x',
    source: '',
    title: '',
    description: '',
    checks: passes.map((pass) => ({ what: '', expected: '', measured: '', pass })),
  });
  expect([item(true, true), item(true, false), item()].map(itemPassed)).toEqual([true, false, false]);
});
