import { GCProfiler } from 'node:v8';

/**
 * Measures contenders side by side. In a round every contender of a workload answers the same seeded cases, one after the
 * other in an order that rotates, so that whatever the machine does meanwhile happens to all of them. What counts is
 * CPU time; a ratio is formed round by round and its median reported. The answers that are checked are the ones that
 * were timed.
 */

/** What is wrong with an answer (null: nothing), and how far off it is, in the unit of the workload. */
export interface Verdict {
  error: number;
  fault: string | null;
}

/** One way to answer the cases of a workload. */
export interface Implementation {
  readonly name: string;
  /** Our own code: a wrong answer fails the run. */
  readonly ours: boolean;
  /** Answers cases `first` to `last` - 1, one number a case. */
  run(answers: Float64Array, first: number, last: number): void;
  judge(answer: number, index: number): Verdict;
  /** For one that works in a process of its own: CPU seconds of its last run, measured there. Its memory is not looked at. */
  secondsOfLastRun?(): number;
  /** How many operations these cases were, where that is not one a case (events of a world, for example). */
  operations?(first: number, last: number): number;
  /** Further figures about all answers, by name. */
  figures?(answers: Float64Array): Record<string, number>;
}

/** A promise about the first of our contenders: operations a second, a speed against a peer, or a figure that must not grow. */
export type Target =
  | { readonly kind: 'rate'; readonly atLeast: number }
  | { readonly kind: 'speed'; readonly peer: string; readonly atLeast: number }
  | { readonly kind: 'figure'; readonly figure: string; readonly atMost: number };

/** One set of inputs and everybody who answers it. */
export interface Workload {
  readonly name: string;
  /** What one operation is: 'query', 'event' ... */
  readonly operation: string;
  /** What the error of an answer is measured in, with its unit. */
  readonly error: string;
  /** How the inputs are drawn and what came out, for the reader of the report. */
  readonly distribution: Record<string, string | number>;
  readonly caseCount: number;
  /** Where the right answers come from, and when an answer counts as wrong. */
  readonly oracle: string;
  readonly implementations: readonly Implementation[];
  readonly targets: readonly Target[];
  /** Peers that could not be loaded, and peers that do not offer this at all, with the reason. */
  readonly absent: Record<string, string>;
}

/** A topic of the benchmark. Workloads are made one at a time, so that only one set of inputs is in memory. */
export interface Suite {
  readonly name: string;
  readonly description: string;
  workloads(effort: Effort): AsyncIterable<Workload>;
}

export interface Effort {
  readonly quick: boolean;
  /** Different cases a workload has. */
  readonly cases: number;
  /** At least and at most so many rounds; between the two, until `budget` seconds of CPU time are spent. */
  readonly minRounds: number;
  readonly maxRounds: number;
  readonly budget: number;
  /** Every contender runs at least this long before anything counts [s], so that all of them are compiled. */
  readonly warmUp: number;
}

export const FULL: Effort = { quick: false, cases: 20_000, minRounds: 9, maxRounds: 41, budget: 10, warmUp: 0.5 };
/** For trying things out: the ratios are rough. */
export const QUICK: Effort = { quick: true, cases: 4_000, minRounds: 3, maxRounds: 9, budget: 1.5, warmUp: 0.15 };

export interface Quartiles {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export interface Measurement {
  readonly implementation: string;
  readonly ours: boolean;
  /** Operations a CPU second. */
  readonly rate: Quartiles;
  /** Speed of our first contender over the speed of this one, round by round; null for that contender itself. */
  readonly ratio: Quartiles | null;
  readonly worstError: number;
  readonly wrong: number;
  /** Wrong answers by what is wrong with them. */
  readonly faults: Record<string, number>;
  readonly bytesPerOperation: number;
  readonly figures: Record<string, number>;
}

export interface TargetResult {
  readonly target: Target;
  /** Null when the peer is absent. */
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

/** Contenders warm up in pieces of so many cases. */
const WARM_UP_PIECE = 100;
/** A contender's turn in a round lasts at least this long [s], far above the clock's microsecond: cases are repeated. */
const SHORTEST_TURN = 0.004;
/** The slowest contender's turn lasts about this long [s] at most: a round has a share of the cases only. */
const LONGEST_TURN = 0.25;
/** Allocation is looked at so many times, over at most so many cases each. */
const ALLOCATION_BATCHES = 31;
const ALLOCATION_BATCH = 512;

/** An answer is right when it is within `tolerance` of the expected one. */
export function within(expected: Float64Array, tolerance: number): Implementation['judge'] {
  return (answer, index) => {
    const error = Math.abs(answer - expected[index]);
    return { error, fault: error <= tolerance ? null : 'wrong' };
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
  const fractions = Math.min(caseCount, Math.ceil((caseCount * Math.max(...secondsPerCase)) / LONGEST_TURN));
  const repeats = secondsPerCase.map((s) => Math.max(1, Math.ceil(SHORTEST_TURN / ((s * caseCount) / fractions))));

  const rotations: Turn[][] = implementations.map(() => []);
  let round = 0;
  let spent = 0;
  while (round < fractions || (round < effort.maxRounds && (round < effort.minRounds || spent < effort.budget))) {
    const fraction = round % fractions;
    const first = Math.floor((fraction * caseCount) / fractions);
    const last = Math.floor(((fraction + 1) * caseCount) / fractions);
    for (let rotation = 0; rotation < implementations.length; rotation++) {
      // Every second round runs backwards, so that nobody always follows the same neighbour.
      const place = (round + rotation) % implementations.length;
      const k = round % 2 === 0 ? place : implementations.length - 1 - place;
      const seconds = timeCases(implementations[k], answers[k], first, last, repeats[k]);
      const operations = implementations[k].operations?.(first, last) ?? last - first;
      rotations[k].push({ seconds: seconds / repeats[k], operations });
      spent += seconds;
    }
    round++;
  }

  const measurements = implementations.map((implementation, k): Measurement => {
    const reference = rotations[implementations.findIndex(({ ours }) => ours)];
    return {
      implementation: implementation.name,
      ours: implementation.ours,
      rate: quartiles(rotations[k].map(({ operations, seconds }) => operations / seconds)),
      ratio:
        rotations[k] === reference
          ? null
          : quartiles(rotations[k].map((rotation, r) => rotation.seconds / reference[r].seconds)),
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

/** What one contender did in one round. */
interface Turn {
  readonly seconds: number;
  readonly operations: number;
}

/** Runs until the code is warm; gives the time a case took at the end [s]. */
function warmUp(implementation: Implementation, answers: Float64Array, duration: number): number {
  const piece = Math.min(WARM_UP_PIECE, answers.length);
  let total = 0;
  let latest = 0;
  for (let first = 0; total < duration; first = (first + piece) % (answers.length - piece + 1)) {
    latest = timeCases(implementation, answers, first, first + piece, 1);
    total += Math.max(latest, 1e-6);
  }
  return latest / piece;
}

/** CPU seconds, all threads of the process counted: collecting its garbage is part of a contender's cost. */
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
): Pick<Measurement, 'worstError' | 'wrong' | 'faults'> {
  const faults: Record<string, number> = {};
  let worstError = 0;
  let wrong = 0;
  answers.forEach((answer, index) => {
    const { error, fault } = implementation.judge(answer, index);
    worstError = Math.max(worstError, error);
    if (fault === null) return;
    wrong++;
    faults[fault] = (faults[fault] ?? 0) + 1;
  });
  return { worstError, wrong, faults };
}

/**
 * Heap bytes an operation costs: the median over batches of what was allocated, less what looking at it costs. NaN when
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
  // less than a tenth of a byte is the machine's own bookkeeping
  return Math.max(0, Math.round(10 * quartiles(used).median) / 10);
}

/** What the heap grew by, and what collections took away meanwhile: without the second, much garbage looks like none. */
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
  if (target.kind === 'speed') return speedAgainst(target.peer, measurements);
  if (target.kind === 'figure') return figureOfOurs(target.figure, measurements);
  return measurements.find((m) => m.ours)?.rate.median ?? null;
}

function speedAgainst(peer: string, measurements: readonly Measurement[]): number | null {
  return measurements.find((m) => m.implementation === peer)?.ratio?.median ?? null;
}

function figureOfOurs(figure: string, measurements: readonly Measurement[]): number | null {
  const ours = measurements.find((m) => m.ours);
  if (ours === undefined) return null;
  const known: Record<string, number> = {
    ...ours.figures,
    'bytes per operation': ours.bytesPerOperation,
    'worst error': ours.worstError,
    'wrong answers': ours.wrong,
  };
  return known[figure] ?? null;
}

/** Quartiles with linear interpolation between neighbours. */
export function quartiles(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (fraction: number) => {
    const place = fraction * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}
