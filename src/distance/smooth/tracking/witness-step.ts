import { correctPair } from '../witness/corrector.ts';
import type { FlowLaw } from '../witness/flow.ts';
import { type FlowMemory, flowStep, type StagePoses } from '../witness/flow-step.ts';
import { gainLimits } from '../witness/gains.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import { switchFeatures } from '../witness/switching.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';
import { evaluatePair } from '../witness/witness-pair.ts';

/** Maximum number of switching rounds after an integrator's step. [PG05-6.2] */
const SWITCH_ROUNDS = 8;

/** The predictor: feedforward only, by the midpoint rule. [PG05-5.4] */
const PREDICTOR: FlowLaw = { feedforward: true, form: 'direct', law: 'safeguarded' };

/**
 * Moves one pair of witnesses from `time` over `step` seconds as the settings specify: predictor and corrector [PG05-5.4], or an integrator
 * [PG05-4.1] with feature switching [PG05-6.2]. Leaves the pair evaluated at its new poses.
 */
export function stepWitnesses(
  settings: TrackerSettings,
  work: PairWorkspace,
  memory: FlowMemory,
  poses: StagePoses,
  time: number,
  step: number,
): void {
  const { mode } = settings;
  if (mode === 'predictor-corrector') {
    if (settings.feedforward) flowStep(work, memory, 'midpoint', PREDICTOR, 0, poses, time, step);
    poses(time + step);
    correctPair(work, settings.corrections);
    return;
  }
  const limits = gainLimits(mode, step);
  const gain = settings.gain === 'fastest' ? limits.fastest : settings.gain;
  // for a step of zero duration the fastest gain is infinite
  const evaluations = step !== 0 ? flowStep(work, memory, mode, settings, gain, poses, time, step) : 0;
  poses(time + step);
  evaluatePair(work.pair);
  switchFeatures(work.pair, SWITCH_ROUNDS);
  work.iterations = evaluations;
}
