import type { FlowMemory } from '../witness/flow-step.ts';
import { gainLimits } from '../witness/gains.ts';
import { nameOfScheme } from '../witness/schemes.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';

type GainSettings = Pick<TrackerSettings, 'mode' | 'gain' | 'law'>;

/**
 * Violated condition on the gain of an integrator for steps of `step` [s]; undefined if there is none. The law as printed accepts any gain,
 * to show its behaviour.
 */
export function gainProblem({ mode, gain, law }: GainSettings, step: number): string | undefined {
  if (mode === 'predictor-corrector') return undefined;
  if (gain === 'fastest') {
    const hasFastest = gainLimits(mode, 1).fastest < Number.POSITIVE_INFINITY;
    return hasFastest ? undefined : `must be a number, since ${nameOfScheme(mode)} has no gain that converges fastest`;
  }
  if (law === 'printed' || !(step > 0)) return undefined;
  const { limit, fastest } = gainLimits(mode, step);
  if (gain < limit) return undefined;
  const choose = `${fastest} converges fastest, a smaller one more slowly`;
  return `must be below ${limit} 1/s, where ${nameOfScheme(mode)} with steps of ${step} s becomes unstable (${choose})`;
}

export function checkGain(settings: GainSettings, step: number): void {
  if (settings.mode === 'predictor-corrector') return;
  const problem = gainProblem(settings, step);
  if (problem !== undefined) throw new RangeError(`tracker: gain ${problem}, got ${settings.gain}`);
}

/** Time constants 1/K, and steps, within which a converging integrator must halve its maximum error. */
const TIME_CONSTANTS = 10;
const STEPS = 50;

/**
 * Does the maximum `error` of a converging integrator decrease? Call after every step; an error of 0 restarts the test. Small errors
 * decrease as e^-Kt, large ones at no less than half that rate.
 */
export function makesProgress(memory: FlowMemory, { mode, gain }: GainSettings, error: number, step: number): boolean {
  const { progress } = memory;
  const isFirst = !(progress[0] > 0);
  if (isFirst || error === 0 || error < 0.5 * progress[0]) {
    progress[0] = error;
    progress[1] = 0;
    progress[2] = 0;
    return true;
  }
  const perStep = mode !== 'predictor-corrector' && gain === 'fastest' ? gainLimits(mode, 1).fastest : 0;
  progress[1]++;
  progress[2] += gain === 'fastest' ? perStep : gain * step;
  return progress[1] < STEPS || progress[2] < TIME_CONSTANTS;
}
