import { correctPair } from '../witness/corrector.ts';
import { FEEDFORWARD_ONLY } from '../witness/flow.ts';
import { type FlowMemory, flowStep, type StagePoses } from '../witness/flow-step.ts';
import { gainLimits } from '../witness/gains.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import type { Integrator } from '../witness/schemes.ts';
import { switchFeatures } from '../witness/switching.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';
import { evaluatePair } from '../witness/witness-pair.ts';

/** Maximum number of switching rounds after an integrator's step. [PG05-6.2] */
const SWITCH_ROUNDS = 8;

/**
 * Moves one pair of witnesses from `time` over `step` seconds as the settings specify: predictor and corrector [PG05-5.4], or an integrator
 * [PG05-4.1] with feature switching [PG05-6.2]. Leaves the pair evaluated at its new poses. `gainStep` is the step that determines the
 * fastest gain, if this is a part of it.
 */
export function stepWitnesses(
  settings: TrackerSettings,
  work: PairWorkspace,
  memory: FlowMemory,
  poses: StagePoses,
  time: number,
  step: number,
  gainStep = step,
): void {
  const { mode } = settings;
  if (mode === 'predictor-corrector') {
    if (settings.feedforward) flowStep(work, memory, 'midpoint', FEEDFORWARD_ONLY, 0, poses, time, step);
    poses(time + step);
    correctPair(work, settings.corrections);
    return;
  }
  const gain = scalarGain(settings, mode, gainStep);
  // for a step of zero duration the fastest gain is infinite
  const evaluations = step !== 0 ? flowStep(work, memory, mode, settings, gain, poses, time, step) : 0;
  poses(time + step);
  evaluatePair(work.pair);
  switchFeatures(work.pair, SWITCH_ROUNDS);
  work.iterations = evaluations;
}

/** K, or 1 if the feedback is that of a matrix or a controller. */
function scalarGain({ gain, controller }: TrackerSettings, mode: Integrator, step: number): number {
  if (controller !== null || typeof gain === 'object') return 1;
  return gain === 'fastest' ? gainLimits(mode, step).fastest : gain;
}
