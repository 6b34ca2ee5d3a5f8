import { expect, it } from 'vitest';
import { bigIntValue, factorOf, printExpansion, product, roundedValue, sum, symbol } from './expansion.ts';

const [x, y] = [symbol(0), symbol(1)];

it('(x + y)(x - y) is x² - y²: the mixed terms cancel', () => {
  expect(product(sum(x, y), sum(x, y, -1))).toEqual([
    { coefficient: 1, symbols: [0, 0] },
    { coefficient: -1, symbols: [1, 1] },
  ]);
});

it('(x + 2y)³ has the factor 12 x at y²', () => {
  const cube = [0, 1].reduce((power) => product(power, sum(x, y, 2)), sum(x, y, 2));
  expect(factorOf(cube, 1, 2)).toEqual([{ coefficient: 12, symbols: [0] }]);
  expect(factorOf(cube, 1, 4)).toEqual([]);
});

it('exact in integers, rounded in doubles', () => {
  // 2^53 + 1 is not a double
  const square = product(sum(x, y), sum(x, y, -1));
  expect(bigIntValue(square, [2n ** 53n + 1n, 2n ** 53n])).toBe(2n ** 54n + 1n);
  expect(roundedValue(square, [3, 2])).toBe(5);
  expect(roundedValue(square, [2 ** 27 + 1, 2 ** 27])).not.toBe(2 ** 28 + 1);
});

it('prints signs, factors and constants', () => {
  expect(printExpansion(sum(product(x, sum(x, y, -2)), [], 1), ['x', 'y'])).toBe('x x - 2 x y');
  expect(printExpansion(sum([], y, -1), ['x', 'y'])).toBe('-y');
  expect(printExpansion([], ['x', 'y'])).toBe('0');
});
