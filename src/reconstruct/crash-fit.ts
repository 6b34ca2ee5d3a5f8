import { sobolDirections, sobolWord } from '../math/sobol.ts';
import { fitLeastSquares, jacobianOf, type LeastSquares, type LeastSquaresFit } from '../statistics/least-squares.ts';
import { type CrashModel, createCrashModel } from './crash-model.ts';
import { type MeasuredNumber, measuredNumbers } from './measurements.ts';
import type { ReconstructionCase, Unknown } from './read-case.ts';

/** The least-squares problem of a case. */
export interface CrashFit {
  readonly model: CrashModel;
  readonly unknowns: readonly Unknown[];
  readonly numbers: readonly MeasuredNumber[];
  /** Unknowns with a prior: each adds a residual after those of the measurements. */
  readonly priors: readonly number[];
  readonly scales: Float64Array;
  /** The fit to the measurements, or to others that differ from them by `shifts` standard deviations. */
  solve(start: Float64Array, shifts?: Float64Array): LeastSquaresFit;
  /** Derivatives of the residuals, by rows. */
  jacobianAt(values: Float64Array): Float64Array;
  /** The fit with one unknown held at a value. */
  solveWith(index: number, value: number, start: Float64Array): LeastSquaresFit;
}

export function createCrashFit(given: ReconstructionCase): CrashFit {
  const { document, names, masses, unknowns } = given;
  const model = createCrashModel(given);
  const numbers = measuredNumbers(document, names, masses);
  const priors = unknowns.flatMap(({ deviation }, i) => (deviation === undefined ? [] : [i]));
  const scales = Float64Array.from(unknowns, scaleOf);
  const count = numbers.length + priors.length;
  const residuals = (out: Float64Array, values: Float64Array, shifts?: Float64Array): boolean => {
    const found = model.predict(values);
    if (found === undefined) return false;
    numbers.forEach((number, i) => {
      out[i] = number.difference(number.predict(found)) / number.deviation - (shifts?.[i] ?? 0);
    });
    priors.forEach((index, k) => {
      const { guess, deviation = 1 } = unknowns[index];
      const at = numbers.length + k;
      out[at] = (values[index] - guess) / deviation - (shifts?.[at] ?? 0);
    });
    return out.every(Number.isFinite);
  };
  const limits = {
    low: Float64Array.from(unknowns, ({ low }) => low),
    high: Float64Array.from(unknowns, ({ high }) => high),
  };
  return {
    model,
    unknowns,
    numbers,
    priors,
    scales,
    solve: (start, shifts) =>
      fitLeastSquares({ count, scales, ...limits, residuals: (out, values) => residuals(out, values, shifts) }, start),
    jacobianAt: (values) => jacobianOf({ count, scales, ...limits, residuals }, values),
    solveWith: (index, value, start) =>
      fitLeastSquares(holdOne({ count, scales, ...limits, residuals }, index, value), without(start, index)),
  };
}

/** Typical size of an unknown: of its prior, of its limits, or of its value, but not of zero. */
function scaleOf({ guess, low, high, deviation, dimension }: Unknown): number {
  if (deviation !== undefined) return deviation;
  if (Number.isFinite(high - low)) return (high - low) / 4;
  const smallest = dimension === 'angle' ? 0.1 : 1;
  return Math.max(Math.abs(guess) / 4, smallest);
}

/** The problem with parameter `index` held at `value`: one parameter fewer. */
function holdOne(problem: LeastSquares, index: number, value: number): LeastSquares {
  const { low, high, scales } = problem;
  const whole = new Float64Array(scales.length);
  return {
    count: problem.count,
    scales: without(scales, index),
    ...(low && { low: without(low, index) }),
    ...(high && { high: without(high, index) }),
    residuals(out, values) {
      for (let i = 0, k = 0; i < whole.length; i++) whole[i] = i === index ? value : values[k++];
      return problem.residuals(out, whole);
    },
  };
}

function without(values: Float64Array, index: number): Float64Array {
  return values.filter((_, i) => i !== index);
}

/** A minimum within this sum of squares of another, relative to it, is the same one. */
const SAME_MINIMUM = 1e-3;
/** Sums of squares up to this multiple of the degrees of freedom are plausible. */
const PLAUSIBLE = 2.5;
/** Fits that end in the same plausible minimum, the best one, end the search. */
const AGREEING = 2;

/** A fit with its derivatives. */
export interface FitWithJacobian extends LeastSquaresFit {
  /** Residual i, unknown j at i * unknowns + j. */
  readonly jacobian: Float64Array;
}

export interface Minima {
  readonly best: FitWithJacobian;
  /** Converged fits with a larger sum of squares, the smallest first. */
  readonly others: readonly LeastSquaresFit[];
}

/**
 * Fits from the values of the case and from up to `starts` - 1 other points between the limits, until two of them agree in the best
 * minimum and the deviations of the measurements explain it.
 */
export function findMinima(fit: CrashFit, starts: number): Minima {
  const freedom = fit.numbers.length + fit.priors.length - fit.unknowns.length;
  const found: { fit: LeastSquaresFit; count: number }[] = [];
  for (let k = 0; k < starts; k++) {
    const result = fit.solve(startPoint(fit.unknowns, k));
    if (result.status === 'no-start') continue;
    const same = found.find(({ fit: { cost } }) => Math.abs(cost - result.cost) <= SAME_MINIMUM * (1 + result.cost));
    if (same) same.count++;
    else found.push({ fit: result, count: 1 });
    found.sort((a, b) => a.fit.cost - b.fit.cost);
    if (found[0].count >= AGREEING && found[0].fit.cost <= PLAUSIBLE * (freedom + 1)) break;
  }
  if (found.length === 0) {
    return { best: { ...fit.solve(startPoint(fit.unknowns, 0)), jacobian: new Float64Array() }, others: [] };
  }
  const [best, ...others] = found.map((one) => one.fit);
  return {
    best: { ...best, jacobian: fit.jacobianAt(best.parameters) },
    others: others.filter(({ status }) => status === 'converged'),
  };
}

/** Start 0: the values of the case. Others: between the limits; where there are none, up to two scales from the value. */
function startPoint(unknowns: readonly Unknown[], k: number): Float64Array {
  return Float64Array.from(unknowns, (unknown, i) => {
    if (k === 0) return unknown.guess;
    const reach = 2 * scaleOf(unknown);
    const low = Math.max(unknown.low, unknown.guess - reach);
    const high = Math.min(unknown.high, unknown.guess + reach);
    return low + (sobolWord(sobolDirections(i), k) / 2 ** 32) * (high - low);
  });
}
