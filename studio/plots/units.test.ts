import { describe, expect, it } from 'vitest';
import { unitFor, unitLabel } from './units.ts';

const shown = (unit: string, largest: number) => {
  const { factor, name } = unitFor(unit, largest);
  return [Number((largest / factor).toPrecision(6)), name];
};

describe('the unit of an axis', () => {
  it('has the prefix that the range needs', () => {
    expect(shown('m', 0.05)).toEqual([50, 'mm']);
    expect(shown('m', 2.5e-5)).toEqual([25, 'µm']);
    expect(shown('m', 0.1)).toEqual([100, 'mm']);
    expect(shown('m', 3)).toEqual([3, 'm']);
    expect(shown('m', 0.4)).toEqual([0.4, 'm']);
    expect(shown('N', 25_000)).toEqual([25, 'kN']);
    expect(shown('J', 3e7)).toEqual([30, 'MJ']);
    expect(shown('s', 0.004)).toEqual([4, 'ms']);
    expect(shown('ms', 4)).toEqual([4, 'ms']);
    expect(shown('ms', 0.02)).toEqual([20, 'µs']);
    expect(shown('ms', 400)).toEqual([0.4, 's']);
    expect(shown('m', 1e-3)).toEqual([1, 'mm']);
    expect(shown('m', 1e-20)).toEqual([1e-8, 'pm']);
  });

  it('takes it at the first symbol of a composed unit', () => {
    expect(shown('m/s', 0.02)).toEqual([20, 'mm/s']);
    expect(shown('N m', 20_000)).toEqual([20, 'kN m']);
    expect(shown('rad/s', 1e-4)).toEqual([100, 'µrad/s']);
  });

  it('stays where a prefix would be unusual, or the range is empty', () => {
    expect(shown('s', 1e6)).toEqual([1e6, 's']);
    expect(shown('rad', 1e5)).toEqual([1e5, 'rad']);
    expect(shown('1', 1e-6)).toEqual([1e-6, '1']);
    expect(shown('N, N m', 1e6)).toEqual([1e6, 'N, N m']);
    expect(unitFor('m', 0)).toEqual({ factor: 1, name: 'm' });
    expect(unitFor('m', Number.NaN)).toEqual({ factor: 1, name: 'm' });
    expect([unitLabel(unitFor('1', 2)), unitLabel(unitFor('m', 2))]).toEqual(['', '[m]']);
  });
});
