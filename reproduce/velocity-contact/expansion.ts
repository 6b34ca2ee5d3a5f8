/** Expanded sums of products of symbols with integer coefficients: exact algebra. */

export interface Term {
  readonly coefficient: number;
  /** Symbol numbers in ascending order; a squared one occurs twice. */
  readonly symbols: readonly number[];
}

/** No two terms with the same symbols, none with coefficient zero. */
export type Expansion = readonly Term[];

export function symbol(number: number): Expansion {
  return [{ coefficient: 1, symbols: [number] }];
}

/** a + factor b */
export function sum(a: Expansion, b: Expansion, factor = 1): Expansion {
  return collect([...a, ...b.map((term) => ({ ...term, coefficient: factor * term.coefficient }))]);
}

export function product(a: Expansion, b: Expansion): Expansion {
  return collect(
    a.flatMap((p) =>
      b.map((q) => ({
        coefficient: p.coefficient * q.coefficient,
        symbols: [...p.symbols, ...q.symbols].sort((i, j) => i - j),
      })),
    ),
  );
}

function collect(terms: readonly Term[]): Expansion {
  const sums = new Map<string, Term>();
  for (const { coefficient, symbols } of terms) {
    const key = symbols.join();
    sums.set(key, { coefficient: coefficient + (sums.get(key)?.coefficient ?? 0), symbols });
  }
  return [...sums.values()].filter(({ coefficient }) => coefficient !== 0);
}

/** The factor of the `power`-th power of a symbol. */
export function factorOf(a: Expansion, number: number, power: number): Expansion {
  return a
    .map(({ coefficient, symbols }) => ({ coefficient, symbols, rest: symbols.filter((other) => other !== number) }))
    .filter(({ symbols, rest }) => symbols.length - rest.length === power)
    .map(({ coefficient, rest }) => ({ coefficient, symbols: rest }));
}

/** With integers for the symbols. */
export function bigIntValue(a: Expansion, values: readonly bigint[]): bigint {
  return a.reduce(
    (total, { coefficient, symbols }) => total + symbols.reduce((p, i) => p * values[i], BigInt(coefficient)),
    0n,
  );
}

/** In doubles, product by product and sum by sum as written. */
export function roundedValue(a: Expansion, values: ArrayLike<number>): number {
  return a.reduce((total, { coefficient, symbols }) => total + symbols.reduce((p, i) => p * values[i], coefficient), 0);
}

/** As text, with a name for each symbol. */
export function printExpansion(a: Expansion, names: readonly string[]): string {
  if (a.length === 0) return '0';
  return a
    .map(({ coefficient, symbols }, i) => {
      const sign = coefficient < 0 ? (i === 0 ? '-' : ' - ') : i === 0 ? '' : ' + ';
      const size = Math.abs(coefficient);
      const factors = symbols.map((number) => names[number]);
      return sign + [...(size === 1 && factors.length > 0 ? [] : [String(size)]), ...factors].join(' ');
    })
    .join('');
}
