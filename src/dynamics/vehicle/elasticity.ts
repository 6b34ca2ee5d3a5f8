import type { VehicleBody } from './vehicle-body.ts';
import { DIRECTOR_RATES, DIRECTORS, VISCOUS_LOSS } from './vehicle-state.ts';

/**
 * The Cosserat point: a homogeneously deforming elastic body. [PATH98-6]
 *
 *   γ_ij = (d_i·d_j - δ_ij)/2      U = V (λ/2 (tr γ)² + μ γ:γ)      k_i = V Σ_j S_ij d_j
 *   S = λ tr γ I + 2 μ γ  +  τ (λ tr γ' I + 2 μ γ')                 γ'_ij = (w_i·d_j + d_i·w_j)/2
 *
 * Subtracts k_i from the director forces in `loads` from `l` on, and records the viscous dissipation. `viscosity` is τ [s].
 */
// biome-ignore format: one tensor component per line
export function addElasticLoads(
  loads: Float64Array, l: number, rates: Float64Array, state: Float64Array, vehicle: number, body: VehicleBody, viscosity: number,
): void {
  const d = vehicle + DIRECTORS, w = vehicle + DIRECTOR_RATES;
  const { bulk, shear } = body;
  const d1x = state[d], d1y = state[d + 1], d1z = state[d + 2];
  const d2x = state[d + 3], d2y = state[d + 4], d2z = state[d + 5];
  const d3x = state[d + 6], d3y = state[d + 7], d3z = state[d + 8];
  const g11 = 0.5 * (d1x * d1x + d1y * d1y + d1z * d1z - 1);
  const g22 = 0.5 * (d2x * d2x + d2y * d2y + d2z * d2z - 1);
  const g33 = 0.5 * (d3x * d3x + d3y * d3y + d3z * d3z - 1);
  const g12 = 0.5 * (d1x * d2x + d1y * d2y + d1z * d2z);
  const g13 = 0.5 * (d1x * d3x + d1y * d3y + d1z * d3z);
  const g23 = 0.5 * (d2x * d3x + d2y * d3y + d2z * d3z);
  const trace = bulk * (g11 + g22 + g33);
  let s11 = trace + 2 * shear * g11, s22 = trace + 2 * shear * g22, s33 = trace + 2 * shear * g33;
  let s12 = 2 * shear * g12, s13 = 2 * shear * g13, s23 = 2 * shear * g23;
  if (viscosity > 0) {
    const w1x = state[w], w1y = state[w + 1], w1z = state[w + 2];
    const w2x = state[w + 3], w2y = state[w + 4], w2z = state[w + 5];
    const w3x = state[w + 6], w3y = state[w + 7], w3z = state[w + 8];
    const h11 = d1x * w1x + d1y * w1y + d1z * w1z;
    const h22 = d2x * w2x + d2y * w2y + d2z * w2z;
    const h33 = d3x * w3x + d3y * w3y + d3z * w3z;
    const h12 = 0.5 * (d1x * w2x + d1y * w2y + d1z * w2z + w1x * d2x + w1y * d2y + w1z * d2z);
    const h13 = 0.5 * (d1x * w3x + d1y * w3y + d1z * w3z + w1x * d3x + w1y * d3y + w1z * d3z);
    const h23 = 0.5 * (d2x * w3x + d2y * w3y + d2z * w3z + w2x * d3x + w2y * d3y + w2z * d3z);
    const rate = h11 + h22 + h33;
    const p = viscosity * bulk * rate, q = 2 * viscosity * shear;
    s11 += p + q * h11; s22 += p + q * h22; s33 += p + q * h33;
    s12 += q * h12; s13 += q * h13; s23 += q * h23;
    rates[vehicle + VISCOUS_LOSS] =
      p * rate + q * (h11 * h11 + h22 * h22 + h33 * h33 + 2 * (h12 * h12 + h13 * h13 + h23 * h23));
  }
  loads[l + 3] -= s11 * d1x + s12 * d2x + s13 * d3x;
  loads[l + 4] -= s11 * d1y + s12 * d2y + s13 * d3y;
  loads[l + 5] -= s11 * d1z + s12 * d2z + s13 * d3z;
  loads[l + 6] -= s12 * d1x + s22 * d2x + s23 * d3x;
  loads[l + 7] -= s12 * d1y + s22 * d2y + s23 * d3y;
  loads[l + 8] -= s12 * d1z + s22 * d2z + s23 * d3z;
  loads[l + 9] -= s13 * d1x + s23 * d2x + s33 * d3x;
  loads[l + 10] -= s13 * d1y + s23 * d2y + s33 * d3y;
  loads[l + 11] -= s13 * d1z + s23 * d2z + s33 * d3z;
}

/** U [J] */
export function strainEnergy(state: Float64Array, vehicle: number, { bulk, shear }: VehicleBody): number {
  let trace = 0;
  let squares = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const a = vehicle + DIRECTORS + 3 * i;
      const b = vehicle + DIRECTORS + 3 * j;
      const product = state[a] * state[b] + state[a + 1] * state[b + 1] + state[a + 2] * state[b + 2];
      const strain = 0.5 * (i === j ? product - 1 : product);
      if (i === j) trace += strain;
      squares += strain * strain;
    }
  }
  return 0.5 * bulk * trace * trace + shear * squares;
}
