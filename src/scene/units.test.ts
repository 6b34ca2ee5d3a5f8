import { describe, expect, it } from 'vitest';
import { type Dimension, quantityPattern, toSi, unitsOf } from './units.ts';

describe('units', () => {
  it.each<[string, Dimension, number]>([
    ['30 deg', 'angle', Math.PI / 6],
    ['1 turn', 'angle', 2 * Math.PI],
    ['40 mph', 'speed', 17.8816],
    ['36 km/h', 'speed', 10],
    ['12 mm', 'length', 0.012],
    ['-.5e1cm', 'length', -0.05],
    ['60 rpm', 'angular velocity', 2 * Math.PI],
    ['2 g', 'acceleration', 19.6133],
    ['2 g', 'mass', 0.002],
    ['1 g/cm^2', 'area density', 10],
    ['3. kN m', 'torque', 3000],
    ['5 N/mm', 'stiffness', 5000],
    ['70 GPa', 'modulus', 7e10],
  ])('%s of %s is %d in SI units', (text, dimension, expected) => {
    expect(text).toMatch(new RegExp(quantityPattern(dimension), 'u'));
    expect(toSi(text, dimension)).toBeCloseTo(expected, 12 - Math.ceil(Math.log10(Math.abs(expected)))); // rounding of one product
  });

  it.each<[string, Dimension]>([
    ['12 mm', 'angle'],
    ['12', 'length'],
    ['mm', 'length'],
    ['12 Mm', 'length'],
    ['1,2 m', 'length'],
    ['1e m', 'length'],
    ['0x10 m', 'length'],
    ['12 m m', 'length'],
    ['Infinity m', 'length'],
  ])('%s is not a %s', (text, dimension) => {
    expect(text).not.toMatch(new RegExp(quantityPattern(dimension), 'u'));
  });

  it('the first unit of every dimension is the SI unit', () => {
    const dimensions = [
      'length',
      'angle',
      'time',
      'speed',
      'angular velocity',
      'acceleration',
      'mass',
      'area density',
    ] as const;
    for (const dimension of dimensions) expect(toSi(`7 ${unitsOf(dimension)[0]}`, dimension)).toBe(7);
  });
});
