import { solveLinear } from '../../../math/linear-solve.ts';
import { boundedStep, type HeldBounds, heldByGradient } from './bounded-step.ts';
import { modifiedHessian } from './hessian-modification.ts';
import { controllerFeedback, matrixFeedback } from './outer-loop.ts';
import type { PairWorkspace } from './pair-workspace.ts';
import { assembleDrift, assembleSystem, printedForm } from './projection-error.ts';
import { capVelocity } from './step-cap.ts';
import type { TrackerSettings } from './tracker-settings.ts';

/** The settings that define the law. */
export type FlowLaw = Pick<TrackerSettings, 'feedforward' | 'form' | 'law' | 'gain' | 'controller'>;

/** Feedforward only, with a gain of 0: the velocity of the closest points themselves. [PG05-5.4] */
export const FEEDFORWARD_ONLY: FlowLaw = {
  feedforward: true,
  form: 'direct',
  law: 'safeguarded',
  gain: 0,
  controller: null,
};

/**
 * Writes dx/dt of the parameters of an evaluated pair: w = -𝓗⁻¹(K g + c), under bounds and with the modified Hessian. [PG05-4.1],
 * [PG05-4.5]. `work.bounds` are the active bounds; `errors` replaces g in the integrated form; `h` [s] is the step, for the cap; `time` [s] is
 * for a controller. `gain` is K, or 1 if the law has a gain matrix or a controller.
 */
export function flowVelocity(
  w: Float64Array,
  work: PairWorkspace,
  law: FlowLaw,
  gain: number,
  errors: Float64Array,
  h: number,
  time: number,
): void {
  const { pair, system, matrix, linear, bounds } = work;
  assembleSystem(system, pair);
  const { count, gradient, drift } = system;
  if (count === 0) return;
  if (law.feedforward) assembleDrift(system, pair);
  else drift.fill(0);
  if (law.controller !== null) controllerFeedback(feedback, system, law.controller, time);
  else if (typeof law.gain === 'object') matrixFeedback(feedback, system, law.gain);
  else for (let i = 0; i < count; i++) feedback[i] = gain * (law.form === 'integrated' ? errors[i] : gradient[i]);
  if (law.law === 'printed') {
    printedVelocity(w, work);
    return;
  }

  for (let i = 0; i < count; i++) linear[i] = feedback[i] + drift[i];
  work.hessian = modifiedHessian(matrix, system, pair);
  // integrated errors continue to decay at a bound: that form cannot be combined with bounds
  const inForce = law.form === 'integrated' ? NO_BOUNDS : bounds;
  const held = gain > 0 ? heldByGradient(gradient, count, inForce) : 0;
  boundedStep(w, matrix, linear, count, inForce, held);
  capVelocity(w, pair, h);
}

const NO_BOUNDS: HeldBounds = { lower: 0, upper: 0 };
/** K g */
const feedback = new Float64Array(4);
const psi = new Float64Array(4);
const m = new Float64Array(16);
const b = new Float64Array(4);
const packed = new Float64Array(16);

/** As printed: M w = -KΨ - b by elimination, then outward components at bounds set to zero (P10: stops at wrong points). */
function printedVelocity(w: Float64Array, { system, bounds }: PairWorkspace): void {
  const { count, countA } = system;
  printedForm(psi, m, b, system);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) packed[count * i + j] = m[4 * i + j];
    w[i] = -(i < countA ? feedback[i] : -feedback[i]) - b[i];
  }
  const regular = solveLinear(packed, w, count, 1);
  for (let i = 0; i < count; i++) {
    const bit = 1 << i;
    const outward = (bounds.lower & bit && w[i] < 0) || (bounds.upper & bit && w[i] > 0);
    if (!regular || outward) w[i] = 0;
  }
}
