import { GCProfiler } from 'node:v8';
import { timeReferenceKernel } from './reference-kernel.ts';

/**
 * Measures several implementations on the same inputs. In each round every implementation answers the same seeded cases; the
 * order rotates, so that load on the machine affects all of them alike. Times are CPU times. Ratios are computed per round,
 * and their median is reported. The answers that are checked are those that were timed.
 */

/** Error of an answer in the unit of the workload, and the kind of failure (null: correct). */
export interface Verdict {
  error: number;
  failure: string | null;
}

/** A library or method that answers the cases of a workload. */
export interface Implementation {
  readonly name: string;
  /** This library: a wrong answer gives exit code 1. */
  readonly isAppulse: boolean;
  /** Answers cases `first` to `last` - 1, one number per case. */
  run(answers: Float64Array, first: number, last: number): void;
  judge(answer: number, index: number): Verdict;
  /** For an implementation that runs in a separate process: CPU time of its last run [s], measured there. Its memory is not measured. */
  secondsOfLastRun?(): number;
  /** Number of operations in these cases, if it is not one per case (for example events of a world). */
  operations?(first: number, last: number): number;
  /** Further quantities computed from all answers, by name. */
  figures?(answers: Float64Array): Record<string, number>;
}

/**
 * Target for the first implementation of this library: operations in the time of a thousand operations of the reference kernel, speed relative to
 * a peer, or a maximum of a quantity. None is a rate in operations per second, which would hold on one machine only.
 */
export type Target =
  | { readonly kind: 'reference'; readonly atLeast: number }
  | { readonly kind: 'speed'; readonly peer: string; readonly atLeast: number }
  | { readonly kind: 'figure'; readonly figure: string; readonly atMost: number };

/** One set of inputs and the implementations that are measured on it. */
export interface Workload {
  readonly name: string;
  /** Name of one operation: 'query', 'event' ... */
  readonly operation: string;
  /** Name of the error of an answer, with its unit. */
  readonly error: string;
  /** How the inputs are drawn, and their statistics; printed with the result. */
  readonly distribution: Record<string, string | number>;
  readonly caseCount: number;
  /** Where the correct answers come from, and when an answer counts as wrong. */
  readonly oracle: string;
  readonly implementations: readonly Implementation[];
  readonly targets: readonly Target[];
  /** Peers that could not be loaded or do not support this, with the reason. */
  readonly absent: Record<string, string>;
}

/** A group of workloads. They are generated one at a time, so that only one set of inputs is in memory. */
export interface Suite {
  readonly name: string;
  readonly description: string;
  workloads(effort: Effort): AsyncIterable<Workload>;
}

export interface Effort {
  readonly quick: boolean;
  /** Number of different cases per workload. */
  readonly cases: number;
  /** Limits of the number of rounds; between them, rounds are added until `budget` [s] of CPU time is spent. */
  readonly minRounds: number;
  readonly maxRounds: number;
  readonly budget: number;
  /** Minimum warm-up time of each implementation [s], so that its code is compiled. */
  readonly warmUp: number;
}

export const FULL: Effort = { quick: false, cases: 20_000, minRounds: 9, maxRounds: 41, budget: 10, warmUp: 0.5 };
/** For quick checks: the ratios are rough. */
export const QUICK: Effort = { quick: true, cases: 4_000, minRounds: 3, maxRounds: 9, budget: 1.5, warmUp: 0.15 };

export interface Quartiles {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export interface Measurement {
  readonly implementation: string;
  readonly isAppulse: boolean;
  /** Operations per second of CPU time. */
  readonly rate: Quartiles;
  /** Speed of the first implementation of this library over the speed of this one, per round; null for the first itself. */
  readonly ratio: Quartiles | null;
  readonly worstError: number;
  readonly wrong: number;
  /** Wrong answers by kind of failure. */
  readonly failures: Record<string, number>;
  readonly bytesPerOperation: number;
  /** Operations in the time of a thousand operations of the reference kernel, per round; null if no target needs it. */
  readonly perReference: Quartiles | null;
  readonly figures: Record<string, number>;
}

export interface TargetResult {
  readonly target: Target;
  /** Null if the peer is absent. */
  readonly value: number | null;
  readonly met: boolean | null;
}

export interface WorkloadResult {
  readonly workload: string;
  readonly operation: string;
  readonly error: string;
  readonly distribution: Record<string, string | number>;
  readonly oracle: string;
  readonly cases: number;
  readonly rounds: number;
  readonly measurements: readonly Measurement[];
  readonly targets: readonly TargetResult[];
  readonly absent: Record<string, string>;
}

/** Number of cases per call during warm-up. */
const WARM_UP_CASES = 100;
/** Minimum time of an implementation in a round [s], far above the resolution of the clock of 1 µs: shorter ones repeat the cases. */
const MIN_TIMING = 0.004;
/** Approximate maximum time of the slowest implementation in a round [s]: beyond it a round has a fraction of the cases only. */
const MAX_TIMING = 0.25;
/** Runs of the reference kernel in a round: about as long as MIN_TIMING. Unit of its targets, in operations of the kernel. */
const REFERENCE_RUNS = 50;
const REFERENCE_WARM_UP = 1000;
const REFERENCE_UNIT = 1000;
/** Number of measurements of allocation, and maximum number of cases in each. */
const ALLOCATION_BATCHES = 31;
const ALLOCATION_BATCH = 512;

/** An answer is correct if it differs by at most `tolerance` from the expected one. */
export function within(expected: Float64Array, tolerance: number): Implementation['judge'] {
  return (answer, index) => {
    const error = Math.abs(answer - expected[index]);
    return { error, failure: error <= tolerance ? null : 'wrong' };
  };
}

export function measure(workload: Workload, effort: Effort): WorkloadResult {
  const { implementations, caseCount } = workload;
  const answers = implementations.map(() => new Float64Array(caseCount));
  const secondsPerCase = implementations.map((implementation, k) =>
    implementation.secondsOfLastRun
      ? timeCases(implementation, answers[k], 0, caseCount, 1) / caseCount
      : warmUp(implementation, answers[k], effort.warmUp),
  );
  const fractions = Math.min(caseCount, Math.ceil((caseCount * Math.max(...secondsPerCase)) / MAX_TIMING));
  const repeats = secondsPerCase.map((s) => Math.max(1, Math.ceil(MIN_TIMING / ((s * caseCount) / fractions))));

  const timings: Timing[][] = implementations.map(() => []);
  const needsReference = workload.targets.some(({ kind }) => kind === 'reference');
  /** CPU time of the unit of the reference kernel in each round [s]. */
  const referenceTimes: number[] = [];
  if (needsReference) timeReferenceKernel(REFERENCE_WARM_UP);
  let round = 0;
  let spent = 0;
  while (round < fractions || (round < effort.maxRounds && (round < effort.minRounds || spent < effort.budget))) {
    const fraction = round % fractions;
    const first = Math.floor((fraction * caseCount) / fractions);
    const last = Math.floor(((fraction + 1) * caseCount) / fractions);
    for (let position = 0; position < implementations.length; position++) {
      // every second round runs backwards, so that no implementation always follows the same one
      const next = (round + position) % implementations.length;
      const k = round % 2 === 0 ? next : implementations.length - 1 - next;
      const seconds = timeCases(implementations[k], answers[k], first, last, repeats[k]);
      const operations = implementations[k].operations?.(first, last) ?? last - first;
      timings[k].push({ seconds: seconds / repeats[k], operations });
      spent += seconds;
    }
    if (needsReference) referenceTimes.push(REFERENCE_UNIT * timeReferenceKernel(REFERENCE_RUNS));
    round++;
  }

  const measurements = implementations.map((implementation, k): Measurement => {
    const reference = timings[implementations.findIndex(({ isAppulse }) => isAppulse)];
    return {
      implementation: implementation.name,
      isAppulse: implementation.isAppulse,
      rate: quartiles(timings[k].map(({ operations, seconds }) => operations / seconds)),
      ratio:
        timings[k] === reference
          ? null
          : quartiles(timings[k].map((timing, r) => timing.seconds / reference[r].seconds)),
      perReference: needsReference
        ? quartiles(timings[k].map(({ operations, seconds }, r) => (operations / seconds) * referenceTimes[r]))
        : null,
      ...judgeAll(implementation, answers[k]),
      figures: implementation.figures?.(answers[k]) ?? {},
      bytesPerOperation: implementation.secondsOfLastRun ? Number.NaN : allocation(implementation, answers[k]),
    };
  });
  return {
    workload: workload.name,
    operation: workload.operation,
    error: workload.error,
    distribution: workload.distribution,
    oracle: workload.oracle,
    cases: caseCount,
    rounds: round,
    measurements,
    targets: workload.targets.map((target) => judgeTarget(target, measurements)),
    absent: workload.absent,
  };
}

/** Time and number of operations of one implementation in one round. */
interface Timing {
  readonly seconds: number;
  readonly operations: number;
}

/** Runs until the code is warm; returns the time per case at the end [s]. */
function warmUp(implementation: Implementation, answers: Float64Array, duration: number): number {
  const count = Math.min(WARM_UP_CASES, answers.length);
  let total = 0;
  let latest = 0;
  for (let first = 0; total < duration; first = (first + count) % (answers.length - count + 1)) {
    latest = timeCases(implementation, answers, first, first + count, 1);
    total += Math.max(latest, 1e-6);
  }
  return latest / count;
}

/** CPU time of all threads of the process [s]: garbage collection is part of the cost of an implementation. */
function timeCases(
  implementation: Implementation,
  answers: Float64Array,
  first: number,
  last: number,
  repeats: number,
): number {
  const start = process.cpuUsage();
  let elsewhere = 0;
  for (let k = 0; k < repeats; k++) {
    implementation.run(answers, first, last);
    elsewhere += implementation.secondsOfLastRun?.() ?? 0;
  }
  if (implementation.secondsOfLastRun) return elsewhere;
  const used = process.cpuUsage(start);
  return (used.user + used.system) * 1e-6;
}

function judgeAll(
  implementation: Implementation,
  answers: Float64Array,
): Pick<Measurement, 'worstError' | 'wrong' | 'failures'> {
  const failures: Record<string, number> = {};
  let worstError = 0;
  let wrong = 0;
  answers.forEach((answer, index) => {
    const { error, failure } = implementation.judge(answer, index);
    worstError = Math.max(worstError, error);
    if (failure === null) return;
    wrong++;
    failures[failure] = (failures[failure] ?? 0) + 1;
  });
  return { worstError, wrong, failures };
}

/**
 * Heap bytes per operation: the median over batches of the allocated bytes, minus those of the measurement itself. NaN if
 * there was no operation.
 */
function allocation(implementation: Implementation, answers: Float64Array): number {
  globalThis.gc?.();
  const batch = Math.max(1, Math.min(ALLOCATION_BATCH, Math.floor(answers.length / ALLOCATION_BATCHES)));
  const idle: number[] = [];
  const used: number[] = [];
  for (let k = 0; k < ALLOCATION_BATCHES && (k + 1) * batch <= answers.length; k++) {
    const first = k * batch;
    idle.push(allocatedBy(() => {}));
    const bytes = allocatedBy(() => implementation.run(answers, first, first + batch));
    used.push((bytes - quartiles(idle).median) / (implementation.operations?.(first, first + batch) ?? batch));
  }
  // less than a tenth of a byte comes from the measurement
  return Math.max(0, Math.round(10 * quartiles(used).median) / 10);
}

/** Growth of the heap plus the bytes freed by garbage collections meanwhile [B]. */
function allocatedBy(work: () => void): number {
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.memoryUsage().heapUsed;
  work();
  const grown = process.memoryUsage().heapUsed - before;
  return profiler
    .stop()
    .statistics.reduce(
      (sum, { beforeGC, afterGC }) => sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
      grown,
    );
}

function judgeTarget(target: Target, measurements: readonly Measurement[]): TargetResult {
  const value = valueFor(target, measurements);
  if (value === null) return { target, value, met: null };
  return { target, value, met: target.kind === 'figure' ? value <= target.atMost : value >= target.atLeast };
}

function valueFor(target: Target, measurements: readonly Measurement[]): number | null {
  if (target.kind === 'speed') return speedRelativeTo(target.peer, measurements);
  if (target.kind === 'figure') return figureOfAppulse(target.figure, measurements);
  return measurements.find((m) => m.isAppulse)?.perReference?.median ?? null;
}

function speedRelativeTo(peer: string, measurements: readonly Measurement[]): number | null {
  return measurements.find((m) => m.implementation === peer)?.ratio?.median ?? null;
}

function figureOfAppulse(figure: string, measurements: readonly Measurement[]): number | null {
  const appulse = measurements.find((m) => m.isAppulse);
  if (appulse === undefined) return null;
  const known: Record<string, number> = {
    ...appulse.figures,
    'bytes per operation': appulse.bytesPerOperation,
    'worst error': appulse.worstError,
    'wrong answers': appulse.wrong,
  };
  return known[figure] ?? null;
}

/** Quartiles, with linear interpolation between neighbouring values. */
export function quartiles(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (fraction: number) => {
    const position = fraction * (sorted.length - 1);
    const below = Math.floor(position);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}
