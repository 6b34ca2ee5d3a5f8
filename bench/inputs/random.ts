/** Seeded random numbers: the same inputs on every machine. */
export interface Random {
  /** Uniform in [0, 1), 32 bits. */
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Uniform integer in [0, count). */
  below(count: number): number;
}

/** Small fast counting generator (sfc32). */
export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // the first numbers still show the seed
  for (let k = 0; k < 12; k++) next();
  return { next, between: (low, high) => low + (high - low) * next(), below: (count) => Math.floor(count * next()) };
}
