import { checkAboveZero, describeValue } from '../../shapes/checks.ts';

/** Isotropic St Venant-Kirchhoff: S = λ tr(E) I + 2μ E with the second Piola stress and Green's strain. */
export interface ElasticMaterial {
  /** E [N/m²] */
  readonly youngsModulus: number;
  /** ν, above -1 and below ½. */
  readonly poissonRatio: number;
  /** ρ, undeformed [kg/m³] */
  readonly density: number;
}

/** λ and μ [N/m²]. */
export interface LameConstants {
  readonly lambda: number;
  readonly mu: number;
}

export function createElasticMaterial(youngsModulus: number, poissonRatio: number, density: number): ElasticMaterial {
  checkAboveZero('material.youngsModulus', youngsModulus);
  if (!(poissonRatio > -1 && poissonRatio < 0.5)) {
    const got = describeValue(poissonRatio);
    throw new RangeError(`material.poissonRatio: must be above -1 and below 0.5, got ${got}`);
  }
  checkAboveZero('material.density', density);
  return { youngsModulus, poissonRatio, density };
}

/** λ = Eν/((1+ν)(1-2ν)), μ = E/(2(1+ν)) */
export function lameConstants({ youngsModulus: E, poissonRatio: nu }: ElasticMaterial): LameConstants {
  return { lambda: (E * nu) / ((1 + nu) * (1 - 2 * nu)), mu: E / (2 * (1 + nu)) };
}

/** The same for plane stress, no stress through the thickness: λ' = 2λμ/(λ+2μ) = Eν/(1-ν²). */
export function planeStressConstants({ youngsModulus: E, poissonRatio: nu }: ElasticMaterial): LameConstants {
  return { lambda: (E * nu) / ((1 - nu) * (1 + nu)), mu: E / (2 * (1 + nu)) };
}
