/** Complex numbers [real, imaginary] for small computations outside of inner loops. */
export type Complex = readonly [number, number];

export function addComplex([a, b]: Complex, [c, d]: Complex): Complex {
  return [a + c, b + d];
}

export function multiplyComplex([a, b]: Complex, [c, d]: Complex): Complex {
  return [a * c - b * d, a * d + b * c];
}

export function scaleComplex([a, b]: Complex, factor: number): Complex {
  return [factor * a, factor * b];
}

export function divideComplex(x: Complex, [c, d]: Complex): Complex {
  return scaleComplex(multiplyComplex(x, [c, -d]), 1 / (c * c + d * d));
}

export function absComplex([a, b]: Complex): number {
  return Math.sqrt(a * a + b * b);
}

/** Iterations of `polynomialRoots`: simple roots converge quadratically, double ones linearly to half the digits. */
const ITERATIONS = 200;

/** All roots of z^n + c1 z^(n-1) + ... + cn with real coefficients, by the simultaneous iteration of Weierstrass. */
export function polynomialRoots(coefficients: readonly number[]): Complex[] {
  const n = coefficients.length;
  // all roots are within this radius (Cauchy); starting points at angles without symmetry
  const radius = 1 + Math.max(0, ...coefficients.map(Math.abs));
  let power: Complex = [0.4, 0.9];
  const roots = coefficients.map((): Complex => {
    power = multiplyComplex(power, [0.4, 0.9]);
    return scaleComplex(power, radius / absComplex(power));
  });
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    let change = 0;
    for (let i = 0; i < n; i++) {
      let value: Complex = [1, 0];
      for (const c of coefficients) value = addComplex(multiplyComplex(value, roots[i]), [c, 0]);
      for (let j = 0; j < n; j++) {
        const difference: Complex = [roots[i][0] - roots[j][0], roots[i][1] - roots[j][1]];
        if (j !== i && absComplex(difference) > 0) value = divideComplex(value, difference);
      }
      roots[i] = addComplex(roots[i], scaleComplex(value, -1));
      change = Math.max(change, absComplex(value));
    }
    if (change < 1e-16 * radius) break;
  }
  return roots;
}
