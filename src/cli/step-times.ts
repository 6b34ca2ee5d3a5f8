import { formatNumber, plural } from './output.ts';

/** How long the steps of a run took on the clock, against the simulated time they cover. */
export interface StepTimes {
  /** Simulated time of a step, which is what a loop in real time has for it [s]. */
  readonly step: number;
  readonly count: number;
  /** On the clock [s]; the 99th percentile is the time that one step in a hundred exceeds. */
  readonly mean: number;
  readonly p99: number;
  readonly worst: number;
  /** How many steps took longer than `step`. */
  readonly over: number;
}

/** Measures steps in little memory however many there are. */
export interface StepTimer {
  /** [s] */
  add(time: number): void;
  /** After one step at least. */
  finish(): StepTimes;
}

/** So many times are kept as they are. */
const KEPT = 2 ** 17;
/** Of more, the percentile is told to 1 %: they are counted in classes, each 1 % wider than the one before, from this one on [s]. */
const SHORTEST = 1e-9;
const WIDTH = Math.log(1.01);
/** Up to some 10 000 s. */
const CLASSES = 3000;

export function createStepTimer(step: number): StepTimer {
  const counts = new Float64Array(CLASSES);
  const kept: number[] = [];
  let [count, sum, worst, over] = [0, 0, 0, 0];
  return {
    add(time: number): void {
      const index = Math.floor(Math.log(Math.max(time, SHORTEST) / SHORTEST) / WIDTH);
      counts[Math.min(index, CLASSES - 1)]++;
      if (count < KEPT) kept.push(time);
      count++;
      sum += time;
      worst = Math.max(worst, time);
      if (time > step) over++;
    },
    finish(): StepTimes {
      const rank = Math.ceil(0.99 * count);
      const p99 = count <= KEPT ? Float64Array.from(kept).sort()[rank - 1] : Math.min(upperTime(counts, rank), worst);
      return { step, count, mean: sum / count, p99, worst, over };
    },
  };
}

/** The end of the class in which the time of some rank, from 1, is [s]. */
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

export function stepTimesLine({ step, count, mean, p99, worst, over }: StepTimes): string {
  const us = (seconds: number) => `${formatNumber(seconds * 1e6, 3)} µs`;
  const times = `mean ${us(mean)}, 99 % within ${us(p99)}, worst ${us(worst)}`;
  return `  ${plural(count, 'step')} of ${us(step)}: ${times}; ${over} over the budget\n`;
}
