import type { ReadonlyMovingPose } from '../../../math/moving-pose.ts';
import { checkKeys } from '../../../shapes/checks.ts';
import { solvePair } from '../witness/back-side.ts';
import { FEEDFORWARD_ONLY, type FlowLaw, flowVelocity } from '../witness/flow.ts';
import {
  createPairWorkspace,
  findBounds,
  moveParameters,
  type PairWorkspace,
  readParameters,
} from '../witness/pair-workspace.ts';
import { assembleDrift, assembleSystem, distanceRate, printedForm } from '../witness/projection-error.ts';
import { witnessSpeed } from '../witness/step-cap.ts';
import { switchFeatures } from '../witness/switching.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';
import { setWitness, type TrackedShape, type WitnessStart } from '../witness/witness.ts';
import { evaluatePair, movePair, pairDistance } from '../witness/witness-pair.ts';
import { gainProblem } from './tracker-gain.ts';
import { checkShapes } from './tracker-state.ts';

/** Settings of a feedback law, as of a tracker; the gain is a number, a number for each parameter, or a matrix. */
export interface FeedbackLawSettings extends Pick<TrackerSettings, 'feedforward' | 'law' | 'controller'> {
  readonly gain: Exclude<TrackerSettings['gain'], 'fastest'>;
}

/**
 * The differential equations of the closest points, for an integrator of the caller: dx/dt of the parameters x of the two points. [PG05-4.1]
 * Created by `createFeedbackLaw`. The arrays belong to the law and are written by `evaluateLaw`.
 */
export interface FeedbackLaw {
  readonly settings: FeedbackLawSettings;
  /** Number of parameters, those of A first: 0 to 4; it changes with the features. */
  count: number;
  /** Projection errors Ψ [m²]. */
  readonly errors: Float64Array;
  /** Matrix M of dΨ/dt = M dx/dt + b, `count` rows of 4 numbers. */
  readonly matrix: Float64Array;
  /** b: rate of Ψ due to the motion of the bodies. */
  readonly drift: Float64Array;
  /** dx/dt [1/s]. */
  readonly rates: Float64Array;
  /** Distance of the two points [m]. */
  distance: number;
  /** Rate of the distance [m/s]. */
  distanceRate: number;
  /** |J M⁻¹ b| [m/s]: speed of the closest points on their bodies. Without feedforward they lag by this over K: see `lagGain`. */
  pointSpeed: number;
  readonly work: PairWorkspace;
  readonly flow: FlowLaw;
}

const DEFAULTS: FeedbackLawSettings = { gain: 10, feedforward: true, law: 'safeguarded', controller: null };

/**
 * The feedback law of the closest points of two shapes. Append the parameters to the state of any system of differential equations: `startLaw` gives
 * their initial values, `evaluateLaw` their rates, `switchLaw` after each step the change of features.
 *
 * @example
 * ```ts
 * import { createMovingPose } from 'appulse';
 * import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
 * import { createFeedbackLaw, evaluateLaw, startLaw, switchLaw } from 'appulse/tracking';
 *
 * // a sphere on a spring swings past an ellipsoid: position, velocity and the parameters in one state, with Heun's method
 * const law = createFeedbackLaw(tiledEllipsoid([1, 0.7, 0.5]), tiledSphere(0.2), { gain: 200 });
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * let [y, v] = [-1, 0];
 * const place = (position: number, velocity: number) => {
 *   b.pose.position.x = 2;
 *   b.pose.position.y = position;
 *   b.velocity.y = velocity;
 * };
 * place(y, v);
 * let x = startLaw(law, a, b);
 * const h = 1e-3;
 * for (let k = 0; k < 1000; k++) {
 *   place(y, v);
 *   const first = [...evaluateLaw(law, x, a, b, k * h)];
 *   const [p, q] = [y + h * v, v - h * 9 * y];
 *   place(p, q);
 *   const second = evaluateLaw(law, x.map((value, i) => value + h * first[i]), a, b, (k + 1) * h);
 *   x = x.map((value, i) => value + 0.5 * h * (first[i] + second[i]));
 *   [y, v] = [y + 0.5 * h * (v + q), v - 0.5 * h * 9 * (y + p)];
 *   x = switchLaw(law, x);
 * }
 * place(y, v);
 * evaluateLaw(law, x, a, b, 1);
 * console.log(law.distance.toFixed(6)); // 1.095281
 * ```
 */
export function createFeedbackLaw(
  shapeA: TrackedShape,
  shapeB: TrackedShape,
  settings: Partial<FeedbackLawSettings> = {},
): FeedbackLaw {
  checkKeys('feedback law', settings, Object.keys(DEFAULTS));
  checkShapes(shapeA, shapeB);
  const all = { ...DEFAULTS, ...settings };
  checkLawGain(all);
  return {
    settings: all,
    count: 0,
    errors: new Float64Array(4),
    matrix: new Float64Array(16),
    drift: new Float64Array(4),
    rates: new Float64Array(4),
    distance: 0,
    distanceRate: 0,
    pointSpeed: 0,
    work: createPairWorkspace(shapeA, shapeB),
    flow: { ...all, form: 'direct' },
  };
}

/** Conditions on the gain that do not depend on an integrator. */
function checkLawGain(settings: FeedbackLawSettings): void {
  const { gain } = settings;
  const isPositive = typeof gain === 'object' || (gain > 0 && gain < Number.POSITIVE_INFINITY);
  const problem = isPositive
    ? gainProblem({ ...settings, mode: 'euler', form: 'direct' }, 0)
    : 'must be a finite number above zero';
  if (problem !== undefined) throw new RangeError(`feedback law: gain ${problem}, got ${JSON.stringify(gain)}`);
}

/**
 * Sets the points: at the given start, else at the closest points of these poses. Returns their parameters, those of A first.
 * The features of the points are now those of the law.
 */
export function startLaw(
  law: FeedbackLaw,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  startA?: WitnessStart,
  startB?: WitnessStart,
): number[] {
  const { work } = law;
  const { pair } = work;
  if (startA) setWitness(pair.a, startA.feature, startA.x[0], startA.x[1]);
  if (startB) setWitness(pair.b, startB.feature, startB.x[0], startB.x[1]);
  movePair(pair, motionA, motionB);
  evaluatePair(pair);
  if (!startA && !startB) solvePair(work);
  return parametersOf(law);
}

/**
 * Rates dx/dt of the parameters at these values, poses and velocities (world axes [m], [m/s], [rad/s]); also writes errors, M, b, distance and its rate.
 * Parameters are clamped to [0, 1]. Returns `law.rates`, of which the first `law.count` numbers count. `time` [s] is for a controller.
 */
export function evaluateLaw(
  law: FeedbackLaw,
  parameters: ArrayLike<number>,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  time: number,
): Float64Array {
  const { work, settings, flow, rates } = law;
  const { pair, system } = work;
  setParameters(work, parameters);
  movePair(pair, motionA, motionB);
  evaluatePair(pair);
  findBounds(work.bounds, pair);
  rates.fill(0);
  // the displacement in one step is not limited: the step is that of the caller
  flowVelocity(rates, work, flow, typeof settings.gain === 'number' ? settings.gain : 1, NO_ERRORS, 0, time);
  assembleSystem(system, pair);
  assembleDrift(system, pair);
  printedForm(law.errors, law.matrix, law.drift, system);
  law.count = system.count;
  law.distance = pairDistance(pair);
  law.distanceRate = distanceRate(pair);
  law.pointSpeed = feedforwardSpeed(law);
  return rates;
}

/** Switches features after a step at the poses last evaluated; returns the parameters on the new ones. */
export function switchLaw(law: FeedbackLaw, parameters: ArrayLike<number>): number[] {
  const { work } = law;
  setParameters(work, parameters);
  evaluatePair(work.pair);
  switchFeatures(work.pair, SWITCH_ROUNDS);
  return parametersOf(law);
}

/** Maximum number of switching rounds. [PG05-6.2] */
const SWITCH_ROUNDS = 8;
const NO_ERRORS = new Float64Array(4);
const NO_VELOCITY = new Float64Array(4);
const start = new Float64Array(4);
const velocity = new Float64Array(4);

function setParameters({ pair }: PairWorkspace, parameters: ArrayLike<number>): void {
  for (let i = 0; i < 4; i++) start[i] = parameters[i] ?? 0;
  moveParameters(pair, start, NO_VELOCITY, 0);
}

function parametersOf({ work }: FeedbackLaw): number[] {
  readParameters(start, work.pair);
  return [...start.subarray(0, work.pair.a.dimension + work.pair.b.dimension)];
}

function feedforwardSpeed({ work }: FeedbackLaw): number {
  velocity.fill(0);
  flowVelocity(velocity, work, FEEDFORWARD_ONLY, 0, NO_ERRORS, 0, 0);
  return witnessSpeed(work.pair, velocity);
}
