import { formatNumber, plural } from './output.ts';

/** How long the steps of a run took on the clock, against the simulated time they cover. */
export interface StepBudget {
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

/** From the times of all steps [s], at least one. */
export function stepBudget(step: number, times: readonly number[]): StepBudget {
  const sorted = Float64Array.from(times).sort();
  return {
    step,
    count: sorted.length,
    mean: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
    p99: sorted[Math.ceil(0.99 * sorted.length) - 1],
    worst: sorted[sorted.length - 1],
    over: sorted.filter((time) => time > step).length,
  };
}

export function budgetLine({ step, count, mean, p99, worst, over }: StepBudget): string {
  const us = (seconds: number) => `${formatNumber(seconds * 1e6, 3)} µs`;
  const times = `mean ${us(mean)}, 99 % within ${us(p99)}, worst ${us(worst)}`;
  return `  ${plural(count, 'step')} of ${us(step)}: ${times}; ${over} over the budget\n`;
}
