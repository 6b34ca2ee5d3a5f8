import type { Dimension } from '../scene/units.ts';
import type { FitStatus } from '../statistics/least-squares.ts';
import type { CrashPrediction } from './crash-prediction.ts';

/** An estimated number and its uncertainty. */
export interface Estimate {
  /** Path of the unknown in the case, or name of a derived number. */
  readonly name: string;
  /** SI unit; empty for plain numbers. */
  readonly unit: string;
  /** Kind of quantity; none for plain numbers. */
  readonly dimension?: Dimension;
  /** Value with the minimum sum of squares. */
  readonly value: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** Lower end of the confidence interval of this number alone, from the covariance. */
  readonly low: number;
  /** Upper end of that interval. */
  readonly high: number;
  /** The same from the profile of the likelihood; ends that the limits of the unknown cut off are those limits. */
  readonly profile?: { readonly low: number; readonly high: number };
  /** The same from repeated fits with simulated measurements. */
  readonly bootstrap?: { readonly low: number; readonly high: number };
  /** What was known beforehand. */
  readonly prior?: { readonly value: number; readonly deviation: number };
  /** Whether the estimate is one of the limits of the unknown: then its interval is not valid. */
  readonly isAtLimit: boolean;
}

/** A measured number and what the fit says about it. */
export interface MeasurementFit {
  readonly label: string;
  readonly unit: string;
  /** Measured value. */
  readonly measured: number;
  /** Standard deviation of the measured value. */
  readonly deviation: number;
  /** Value of the model at the estimate. */
  readonly predicted: number;
  /** Predicted minus measured, in standard deviations. */
  readonly residual: number;
  /** Change of each unknown per standard deviation of the measured number, in the order of the estimates. */
  readonly effects: readonly number[];
  /** Fraction of the variance of each unknown that is due to this number; they sum to 1. */
  readonly varianceFractions: readonly number[];
}

/** Effect of an input that is not estimated. */
export interface InputEffect {
  /** Path of the input in the case. */
  readonly path: string;
  /** Its value. */
  readonly value: number;
  /** Change of each unknown when the input is one percent larger (an angle: one degree). */
  readonly effects: readonly number[];
}

/** Joint confidence region of some unknowns: (x - value)ᵀ covariance⁻¹ (x - value) <= limit. */
export interface ConfidenceRegion {
  /** Paths of the unknowns. */
  readonly names: readonly string[];
  /** Estimates of the unknowns. */
  readonly values: readonly number[];
  /** Covariance of the unknowns, by rows; empty where the measurements do not determine them. */
  readonly covariance: readonly number[];
  /** Quantile of chi-square, or of F times the number of unknowns. */
  readonly limit: number;
  /** Probability of the region, 0 to 1. */
  readonly confidence: number;
}

/** Result of a reconstruction, SI units. */
export interface Reconstruction {
  readonly title: string;
  /** `undetermined`: the measurements do not determine all unknowns, so there is no uncertainty. */
  readonly status: FitStatus | 'undetermined';
  /** Iterations of the best fit. */
  readonly iterations: number;
  /** Sum of the squared residuals, in standard deviations. */
  readonly chiSquare: number;
  /** Measured numbers and priors less unknowns. */
  readonly degreesOfFreedom: number;
  /** Probability of a larger sum if model and deviations are right; below 0.05 they are in doubt. None without degrees of freedom. */
  readonly probability?: number;
  /** Factor of the given deviations: 1, or estimated from the residuals. */
  readonly deviationFactor: number;
  /** Probability of regions and intervals, 0 to 1. */
  readonly confidence: number;
  readonly unknowns: readonly Estimate[];
  /** Delta-V, direction of force, energy of the damage, speeds at the start of braking. */
  readonly derived: readonly Estimate[];
  /** Correlation coefficients of the unknowns, by rows. */
  readonly correlations: readonly (readonly number[])[];
  readonly region: ConfidenceRegion;
  readonly measurements: readonly MeasurementFit[];
  readonly inputs: readonly InputEffect[];
  /** Whether intervals from profiles differ from those of the covariance by more than a fifth of their half-width. */
  readonly isNonlinear: boolean;
  /** Other local minima that fits from other starts reached: their sums of squares and values. */
  readonly otherMinima: readonly { readonly chiSquare: number; readonly values: readonly number[] }[];
  /** The crash with the estimated values. */
  readonly prediction: CrashPrediction;
  readonly vehicles: readonly string[];
}
