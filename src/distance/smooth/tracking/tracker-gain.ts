import type { FlowMemory } from '../witness/flow-step.ts';
import { contractionPerStep, gainLimits } from '../witness/gains.ts';
import { type GainMatrix, gainEigenvalues, gainMatrixProblem } from '../witness/outer-loop.ts';
import { adamsScheme, type Integrator, isExplicit, nameOfScheme, tableauOf } from '../witness/schemes.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';

type GainSettings = Pick<TrackerSettings, 'mode' | 'gain' | 'law' | 'form' | 'controller'>;

/**
 * Violated condition on the gain of an integrator for steps of `step` [s]; undefined if there is none. The law as printed accepts any gain,
 * to show its behaviour.
 */
export function gainProblem(settings: GainSettings, step: number): string | undefined {
  const { mode, gain, law, form, controller } = settings;
  if (mode === 'predictor-corrector') return undefined;
  if (controller !== null || typeof gain === 'object') {
    const isSupported = form === 'direct' && (adamsScheme(mode) !== undefined || isExplicit(tableauOf(mode)));
    if (!isSupported) return `must be a number for implicit schemes and the integrated form`;
    return controller !== null || law === 'printed' ? undefined : matrixProblem(gain as GainMatrix, mode, step);
  }
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

/** The last step for which a gain matrix was checked, and the outcome: a check costs more than a step. */
const checked = new WeakMap<GainMatrix, { mode: Integrator; step: number; problem: string | undefined }>();

/** Eigenvalues must have positive real parts, and be within the region of stability of the scheme. */
function matrixProblem(gain: GainMatrix, mode: Integrator, step: number): string | undefined {
  const known = checked.get(gain);
  if (known && known.mode === mode && known.step === step) return known.problem;
  const problem = gainMatrixProblem(gain) ?? eigenvalueProblem(gain, mode, step);
  checked.set(gain, { mode, step, problem });
  return problem;
}

function eigenvalueProblem(gain: GainMatrix, mode: Integrator, step: number): string | undefined {
  for (const [re, im] of gainEigenvalues(gain)) {
    const shown = im === 0 ? String(re) : `${re} ± ${Math.abs(im)}i`;
    if (!(re > 0)) return `must have eigenvalues with positive real parts for all parameters in use, got ${shown}`;
    if (step > 0 && !(contractionPerStep(mode, re * step, im * step) < 1)) {
      return `must have eigenvalues within the region of stability of ${nameOfScheme(mode)} with steps of ${step} s, got ${shown}`;
    }
  }
  return undefined;
}

export function checkGain(settings: GainSettings, step: number): void {
  if (settings.mode === 'predictor-corrector') return;
  const problem = gainProblem(settings, step);
  if (problem !== undefined) throw new RangeError(`tracker: gain ${problem}, got ${JSON.stringify(settings.gain)}`);
}

/** Time constants 1/K, and steps, within which a converging integrator must halve its maximum error. */
const TIME_CONSTANTS = 10;
const STEPS = 50;

/**
 * Does the maximum `error` of a converging integrator decrease? Call after every step; an error of 0 restarts the test. Small errors
 * decrease as e^-Kt, large ones at no less than half that rate.
 */
export function makesProgress(
  memory: FlowMemory,
  { mode, gain, controller }: GainSettings,
  error: number,
  step: number,
): boolean {
  // how fast a controller or a matrix reduces the errors is not known
  if (controller !== null || typeof gain === 'object') return true;
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
