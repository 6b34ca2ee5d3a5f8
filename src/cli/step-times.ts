import { formatNumber, plural } from './output.ts';

/** Times of the steps of a run, relative to the simulated time of a step. */
export interface StepTimes {
  /** Simulated time of a step: the time limit of a real-time loop [s]. */
  readonly step: number;
  readonly count: number;
  /** [s]; one step in a hundred exceeds the 99th percentile, one in a thousand the last. */
  readonly mean: number;
  readonly median: number;
  readonly p99: number;
  readonly p999: number;
  readonly worst: number;
  /** Number of steps that took longer than `step`. */
  readonly over: number;
}

/** Measures any number of steps in bounded memory. */
export interface StepTimer {
  /** [s] */
  add(time: number): void;
  /** Call after at least one step. */
  finish(): StepTimes;
}

/** Up to this count, times are stored exactly. */
const MAX_EXACT = 2 ** 17;
/** Beyond it the percentile is accurate to 1 %: a histogram with bins each 1 % wider than the previous one, from this time on [s]. */
const SHORTEST = 1e-9;
const WIDTH = Math.log(1.01);
/** Up to about 10 000 s. */
const CLASSES = 3000;

export function createStepTimer(step: number): StepTimer {
  const counts = new Float64Array(CLASSES);
  const times: number[] = [];
  let [count, sum, worst, over] = [0, 0, 0, 0];
  return {
    add(time: number): void {
      const index = Math.floor(Math.log(Math.max(time, SHORTEST) / SHORTEST) / WIDTH);
      counts[Math.min(index, CLASSES - 1)]++;
      if (count < MAX_EXACT) times.push(time);
      count++;
      sum += time;
      worst = Math.max(worst, time);
      if (time > step) over++;
    },
    finish(): StepTimes {
      const sorted = count <= MAX_EXACT ? Float64Array.from(times).sort() : undefined;
      const percentile = (fraction: number) => {
        const rank = Math.ceil(fraction * count);
        return sorted ? sorted[rank - 1] : Math.min(upperTime(counts, rank), worst);
      };
      const ranks = { median: percentile(0.5), p99: percentile(0.99), p999: percentile(0.999) };
      return { step, count, mean: sum / count, ...ranks, worst, over };
    },
  };
}

/** Upper end of the bin with the time of the given rank, from 1 [s]. */
function upperTime(counts: Float64Array, rank: number): number {
  let index = 0;
  for (let seen = counts[0]; seen < rank; seen += counts[index]) index++;
  return SHORTEST * Math.exp(WIDTH * (index + 1));
}

/** From the times of all steps [s], at least one. */
export function stepTimes(step: number, times: readonly number[]): StepTimes {
  const timer = createStepTimer(step);
  for (const time of times) timer.add(time);
  return timer.finish();
}

/** `what`: the kind of time, such as CPU time. */
export function stepTimesLine(what: string, times: StepTimes): string {
  const { step, count, mean, median, p99, p999, worst, over } = times;
  const us = (seconds: number) => `${formatNumber(seconds * 1e6, 3)} µs`;
  const text = `mean ${us(mean)}, median ${us(median)}, 99 % within ${us(p99)}, 99.9 % within ${us(p999)}, worst ${us(worst)}`;
  return `  ${plural(count, 'step')} of ${us(step)}, ${what}: ${text}; ${over} longer than the step\n`;
}
