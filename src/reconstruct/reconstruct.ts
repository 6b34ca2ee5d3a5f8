import { cos, sin } from '../math/trig.ts';
import { unitsOf } from '../scene/units.ts';
import { chiSquareProbability, chiSquareQuantile, fQuantile } from '../statistics/chi-square.ts';
import { covarianceOf, type LeastSquaresFit } from '../statistics/least-squares.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import { type CrashFit, createCrashFit, findMinima } from './crash-fit.ts';
import type { CrashPrediction } from './crash-prediction.ts';
import { derivedNumbers } from './derived-numbers.ts';
import { profileInterval } from './profile-interval.ts';
import type { ReconstructionCase } from './read-case.ts';
import type { ConfidenceRegion, Estimate, Reconstruction } from './reconstruction.ts';
import { inputEffects, measurementFits } from './sensitivity-table.ts';

/** A case whose fit cannot be started: the message says why. */
export class ReconstructionError extends Error {
  override readonly name = 'ReconstructionError';
}

/** What a reconstruction computes besides the fit and its covariance. */
export interface ReconstructOptions {
  /** Intervals from profiles of the likelihood, which show non-linearity; default true. */
  readonly profiles?: boolean;
  /** Effects of the inputs that are not estimated; default true. */
  readonly inputs?: boolean;
  /** Number of repeated fits with simulated measurements; default 0: none. */
  readonly bootstrap?: number;
  /** Seed of the simulated measurements; default 1. */
  readonly seed?: number;
}

/** Half-widths of profile and linear intervals that differ by more than this fraction show non-linearity. */
const NONLINEAR = 0.2;

/**
 * Estimates the unknowns of a case by least squares: the values whose predictions fit the measurements best, with a joint confidence
 * region, intervals, derived numbers and the effect of every input. Throws a ReconstructionError where the model has no prediction for
 * the values of the case.
 *
 * @example
 * ```ts
 * import { readCase, reconstruct } from 'appulse/vehicles';
 *
 * const stop = readCase(`{
 *   "title": "A stop",
 *   "vehicles": [
 *     { "name": "A", "mass": 1500, "yawInertia": 2500, "position": [-2, 0], "speed": 10 },
 *     { "name": "B", "mass": 1500, "yawInertia": 2500, "position": [2, 0] }
 *   ],
 *   "impact": { "point": [0, 0], "normal": 0 },
 *   "runOut": [{ "vehicle": "A", "friction": 0.7 }, { "vehicle": "B", "friction": 0.7 }],
 *   "measurements": [
 *     { "kind": "rest-position", "vehicle": "A", "position": [5.28, 0], "deviation": 0.2 },
 *     { "kind": "rest-position", "vehicle": "B", "position": [9.28, 0], "deviation": 0.2 }
 *   ],
 *   "unknowns": [{ "path": "vehicles.A.speed", "min": 0, "max": 60 }]
 * }`, 'stop.case.json');
 * const [speed] = reconstruct(stop).unknowns; // both slide 7.28 m after the impact: 10 m/s, from 20 m/s before
 * console.log(speed.value.toFixed(1), speed.deviation.toFixed(2)); // 20.0 0.19
 * ```
 */
export function reconstruct(given: ReconstructionCase, options: ReconstructOptions = {}): Reconstruction {
  const { document, names } = given;
  const fit = createCrashFit(given);
  const { best, others } = findMinima(fit, document.starts);
  const prediction = fit.model.predict(best.parameters);
  if (best.status === 'no-start' || prediction === undefined) {
    throw new ReconstructionError(
      'the model has no prediction for the values of the case: a vehicle does not come to rest, or the scene cannot be run',
    );
  }
  const size = best.parameters.length;
  const degreesOfFreedom = best.residuals.length - size;
  const raw = degreesOfFreedom < 0 ? undefined : covarianceOf(best.jacobian, size);
  const isRelative = document.deviations === 'relative' && degreesOfFreedom > 0;
  const deviationFactor = isRelative ? Math.sqrt(best.cost / degreesOfFreedom) : 1;
  const covariance = raw?.map((value) => value * deviationFactor * deviationFactor);
  const limitOf = (count: number) =>
    isRelative
      ? count * fQuantile(document.confidence, count, degreesOfFreedom)
      : chiSquareQuantile(document.confidence, count);
  const uncertainty = { covariance, limit: limitOf(1), size };
  const unknowns = withBootstrap(
    estimates(fit, best, uncertainty, options.profiles === false ? undefined : limitOf(1) * deviationFactor ** 2),
    fit,
    best,
    document.confidence,
    options,
  );
  return {
    title: document.title,
    status: covariance ? best.status : 'undetermined',
    iterations: best.iterations,
    chiSquare: best.cost,
    degreesOfFreedom,
    ...(degreesOfFreedom > 0 && { probability: 1 - chiSquareProbability(best.cost, degreesOfFreedom) }),
    deviationFactor,
    confidence: document.confidence,
    unknowns,
    derived: derivedEstimates(given, fit, best, prediction, uncertainty),
    correlations: correlationsOf(covariance, size),
    region: regionOf(given, best, covariance, limitOf(given.region.length)),
    measurements: measurementFits(fit, best, raw, prediction),
    inputs: options.inputs === false || raw === undefined ? [] : inputEffects(given, fit, best, raw),
    isNonlinear: unknowns.some(isNonlinear),
    otherMinima: others.map(({ cost, parameters }) => ({ chiSquare: cost, values: [...parameters] })),
    prediction,
    vehicles: names,
  };
}

interface Uncertainty {
  /** Undefined where the measurements do not determine the unknowns. */
  readonly covariance: Float64Array | undefined;
  /** Of the square of one number in its deviations. */
  readonly limit: number;
  readonly size: number;
}

function estimates(
  fit: CrashFit,
  best: LeastSquaresFit,
  { covariance, limit, size }: Uncertainty,
  profileLimit: number | undefined,
): Estimate[] {
  return fit.unknowns.map(({ path, dimension, guess, low, high, deviation: prior }, i) => {
    const value = best.parameters[i];
    const deviation = covariance ? Math.sqrt(covariance[i * size + i]) : 0;
    const half = Math.sqrt(limit) * deviation;
    const isAtLimit = value <= low || value >= high;
    const hasProfile = profileLimit !== undefined && covariance !== undefined && !isAtLimit;
    return {
      name: path,
      unit: dimension ? unitsOf(dimension)[0] : '',
      ...(dimension && { dimension }),
      value,
      deviation,
      low: value - half,
      high: value + half,
      ...(hasProfile && { profile: profileInterval(fit, best, i, half, profileLimit) }),
      ...(prior !== undefined && { prior: { value: guess, deviation: prior } }),
      isAtLimit,
    };
  });
}

function withBootstrap(
  estimated: Estimate[],
  fit: CrashFit,
  best: LeastSquaresFit,
  confidence: number,
  { bootstrap = 0, seed = 1 }: ReconstructOptions,
): Estimate[] {
  if (bootstrap <= 0) return estimated;
  const intervals = bootstrapIntervals(fit, best, { count: bootstrap, seed, confidence });
  return estimated.map((estimate, i) => ({ ...estimate, bootstrap: intervals[i] }));
}

function isNonlinear({ low, high, profile }: Estimate): boolean {
  if (profile === undefined) return false;
  const half = (high - low) / 2;
  return Math.abs(profile.low - low) > NONLINEAR * half || Math.abs(profile.high - high) > NONLINEAR * half;
}

/** Derived numbers with deviations from the derivatives at the estimate (delta method). */
function derivedEstimates(
  { document, names }: ReconstructionCase,
  fit: CrashFit,
  best: LeastSquaresFit,
  prediction: CrashPrediction,
  { covariance, limit, size }: Uncertainty,
): Estimate[] {
  const at = (values: Float64Array) => {
    const found = fit.model.predict(values);
    return found && derivedNumbers(found, fit.model.document, names);
  };
  const numbers = at(best.parameters) ?? derivedNumbers(prediction, document, names);
  const slopes = fit.unknowns.map((_, j) => {
    const step = 1e-4 * fit.scales[j];
    const ahead = at(best.parameters.map((value, k) => (k === j ? value + step : value)));
    const behind = at(best.parameters.map((value, k) => (k === j ? value - step : value)));
    return numbers.map((number, i) => {
      const difference = ahead && behind ? ahead[i].value - behind[i].value : 0;
      return (number.unit === 'rad' ? wrap(difference) : difference) / (2 * step);
    });
  });
  return numbers.map(({ name, unit, value }, i) => {
    let variance = 0;
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) variance += slopes[j][i] * slopes[k][i] * (covariance?.[j * size + k] ?? 0);
    }
    const deviation = Math.sqrt(Math.max(0, variance));
    const half = Math.sqrt(limit) * deviation;
    return { name, unit, value, deviation, low: value - half, high: value + half, isAtLimit: false };
  });
}

/** The same angle between -π and π. */
function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function correlationsOf(covariance: Float64Array | undefined, size: number): number[][] {
  if (covariance === undefined) return [];
  const deviation = (i: number) => Math.sqrt(covariance[i * size + i]);
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i === j ? 1 : covariance[i * size + j] / (deviation(i) * deviation(j)))),
  );
}

function regionOf(
  { region, unknowns, document }: ReconstructionCase,
  { parameters }: LeastSquaresFit,
  covariance: Float64Array | undefined,
  limit: number,
): ConfidenceRegion {
  return {
    names: region.map((i) => unknowns[i].path),
    values: region.map((i) => parameters[i]),
    covariance: covariance ? region.flatMap((i) => region.map((j) => covariance[i * parameters.length + j])) : [],
    limit,
    confidence: document.confidence,
  };
}

/** Points of the boundary of a region of two unknowns, in turn; nothing for other numbers of unknowns. */
export function regionEllipse({ values, covariance, limit }: ConfidenceRegion, count = 72): [number, number][] {
  if (values.length !== 2 || covariance.length !== 4) return [];
  // Cholesky factor of the covariance
  const a = Math.sqrt(covariance[0]);
  const b = covariance[1] / a;
  const c = Math.sqrt(Math.max(0, covariance[3] - b * b));
  const size = Math.sqrt(limit);
  return Array.from({ length: count }, (_, k) => {
    const [x, y] = [cos((2 * Math.PI * k) / count), sin((2 * Math.PI * k) / count)];
    return [values[0] + size * a * x, values[1] + size * (b * x + c * y)];
  });
}
