import { eigenvalueBound } from '../../math/eigenvalue-bound.ts';
import type { ElementSet } from './elements.ts';

/** Squarings of the element matrix: the bound on ω² is then too high by at most the 64th root of its size, 5 % for 24. */
const SQUARINGS = 6;

/** Speed of the fastest wave [m/s]: √((λ+2μ)/ρ), which is √(E/ρ) for ν = 0. */
export function waveSpeed({ lambda, mu, material }: ElementSet): number {
  return Math.sqrt((lambda + 2 * mu) / material.density);
}

/** Time step [s] in which a wave crosses the given fraction of the smallest height: 0.5 h/c in [VBC24-4]. */
export function crossingTimeStep(elements: ElementSet, fraction = 0.5): number {
  return (fraction * elements.smallestHeight) / waveSpeed(elements);
}

/**
 * Largest time step [s] of central differences about the undeformed state, 2/ω, with ω not below the highest frequency
 * of any single element and so not below any of the whole (Irons and Treharne). Strong compression increases the
 * frequencies; use a smaller step there.
 */
export function stableTimeStep(elements: ElementSet): number {
  let highest = 0;
  const size = 3 * elements.nodesPerElement;
  const matrix = new Float64Array(size * size);
  const scratch = new Float64Array(size * size);
  for (let e = 0; e < elements.elementCount; e++) {
    writeDynamicMatrix(matrix, elements, e);
    highest = Math.max(highest, eigenvalueBound(matrix, scratch, size, SQUARINGS));
  }
  return 2 / Math.sqrt(highest);
}

/**
 * M^-½ K M^-½ of element e [1/s²] with K_aibj = Σ V (λ g_ai g_bj + μ g_aj g_bi + μ δ_ij g_a·g_b). The masses enter
 * through the gradients, each divided by the root of its node's mass.
 */
function writeDynamicMatrix(out: Float64Array, elements: ElementSet, e: number): void {
  const { nodesPerElement: count, pointsPerElement, gradients, volumes, masses, lambda, mu } = elements;
  const size = 3 * count;
  const g = new Float64Array(size);
  out.fill(0);
  for (let point = e * pointsPerElement; point < (e + 1) * pointsPerElement; point++) {
    g.fill(0, 0, 3);
    for (let i = 3; i < size; i++) {
      g[i] = gradients[(size - 3) * point + i - 3];
      g[i % 3] -= g[i];
    }
    for (let i = 0; i < size; i++) g[i] /= Math.sqrt(masses[count * e + ((i / 3) | 0)]);
    for (let a = 0; a < size; a += 3) {
      for (let b = 0; b < size; b += 3) {
        const both = g[a] * g[b] + g[a + 1] * g[b + 1] + g[a + 2] * g[b + 2];
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const shear = g[a + j] * g[b + i] + (i === j ? both : 0);
            out[size * (a + i) + b + j] += volumes[point] * (lambda * g[a + i] * g[b + j] + mu * shear);
          }
        }
      }
    }
  }
}
