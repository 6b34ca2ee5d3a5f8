/** Gains of the tracker's feedback law, and derivatives of its answers. [PG05-4.2], [PG05-8] */

import { advanceTracker, setTrackerWitnesses } from '../distance/smooth/tracking/tracker.ts';
import { createTracker, type MotionOfPair, trackerParameters } from '../distance/smooth/tracking/tracker-state.ts';
import { solvePair } from '../distance/smooth/witness/back-side.ts';
import { heldByGradient } from '../distance/smooth/witness/bounded-step.ts';
import { createPairDerivatives, pairDerivatives } from '../distance/smooth/witness/derivatives.ts';
import { gainLimits } from '../distance/smooth/witness/gains.ts';
import { findBounds } from '../distance/smooth/witness/pair-workspace.ts';
import { assembleSystem } from '../distance/smooth/witness/projection-error.ts';
import { INTEGRATORS, type Integrator } from '../distance/smooth/witness/schemes.ts';
import { setWitness } from '../distance/smooth/witness/witness.ts';
import { evaluatePair, movePair } from '../distance/smooth/witness/witness-pair.ts';
import { createMovingPose, type MovingPose } from '../math/moving-pose.ts';
import { movingPoseAt } from '../math/prescribed-path.ts';
import type { SmoothScene, WitnessPlace } from '../scene/smooth-scene.ts';
import { near, within } from './compare.ts';
import { choiceAt, fieldsAt, listAt, numberAt, objectsAt, positiveAt, QueryError } from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';
import { referenceScene, siblingScene } from './tracking.ts';

/** Bodies on prescribed paths, and the initial closest points. */
function pairOf(fields: Fields, start: readonly [Fields, Fields], step: number) {
  const scene: SmoothScene = referenceScene(fields, { tracking: { start }, time: { end: 1, step }, interval: 1 });
  const [a, b] = scene.bodies;
  const motionAt: MotionOfPair = (outA, outB, time) => {
    if (a.motion.kind === 'prescribed') movingPoseAt(outA, a.motion.path, time);
    if (b.motion.kind === 'prescribed') movingPoseAt(outB, b.motion.path, time);
  };
  const witnesses = scene.tracking.pairs[0].start as readonly [WitnessPlace, WitnessPlace];
  return { shapeA: a.shape, shapeB: b.shape, motionAt, witnesses };
}

/** Bodies, motions and start of the scene that a file refers to. */
function pairFields(scene: Fields): Fields {
  const { bodies, motion, start } = scene;
  return { bodies, motion, start };
}

const SQUARE_PATCH = [
  [
    [-1, -1, 0],
    [-1, 1, 0],
  ],
  [
    [1, -1, 0],
    [1, 1, 0],
  ],
];
const example = {
  bodies: { A: { kind: 'patch', faces: [{ id: 'S', points: SQUARE_PATCH }] }, B: { kind: 'point', point: [0, 0, 0] } },
  motion: {
    A: null,
    B: { position: { kind: 'harmonic', center: [0, 0, 1], amp: [0.5, 0, 0], freq: [1, 0, 0], phase: [0, 0, 0] } },
  },
};

/** End of a run of scene A: all convergent gains have converged by then. */
const STEPS = 300;
/** Steps that the file lists one by one. */
const FIRST_STEPS = 12;

const gainsOperation: QueryOperation = {
  name: 'tracker-gains',
  description:
    'limits of the gain K for an integrator with step h (null: there is none), and the number of steps until the projection error stays below 1e-3',
  example: {
    integrator: 'heun',
    h: 0.001,
    gains: [1000],
    ...example,
    start: { A: { feature: 'S', x: [0.9, 0.1] }, B: { feature: 'P' } },
  },
  answer(fields) {
    const integrator = choiceAt(fields, 'integrator', INTEGRATORS);
    const h = positiveAt(fields, 'h');
    const { limit, fastest, contraction, evaluations } = gainLimits(integrator, h);
    const runs = listAt(fields, 'gains').map(
      (gain) => [String(gain), run(fields, integrator, Number(gain), h)] as const,
    );
    return {
      limitKh: limit * h,
      fastestKh: fastest * h,
      fastestContraction: contraction,
      evalsPerStep: evaluations,
      stepsTo1e3: Object.fromEntries(runs.map(([gain, { steps }]) => [gain, steps])),
      firstSteps: Object.fromEntries(runs.map(([gain, { first }]) => [gain, first])),
    };
  },
  casesIn(file, sibling) {
    const scene = pairFields(siblingScene(file.scene, sibling));
    const firstSteps = fieldsAt(file, 'firstSteps');
    return Object.entries(fieldsAt(file, 'integrators')).map(([integrator, exact]) => {
      const { stepsTo1e3 } = exact as { stepsTo1e3: Fields };
      const first = Object.keys(stepsTo1e3).map((gain) => [gain, firstSteps[`${integrator}/${gain}`]]);
      const known = Object.fromEntries(first.filter(([, steps]) => steps !== undefined));
      const gains = Object.keys(stepsTo1e3).map(Number);
      return { id: integrator, integrator, h: file.h, gains, ...scene, ...(exact as Fields), firstSteps: known };
    });
  },
  check(exact, answer) {
    const [wanted, got] = [fieldsAt(exact, 'firstSteps'), fieldsAt(answer, 'firstSteps')];
    return [
      ...['limitKh', 'fastestKh', 'fastestContraction', 'evalsPerStep'].map((key) =>
        near(key, answer[key], exact[key], 1e-11),
      ),
      // counts may differ by one between programs that order their operations differently
      within('steps', Object.values(fieldsAt(answer, 'stepsTo1e3')), Object.values(fieldsAt(exact, 'stepsTo1e3')), 1),
      ...Object.keys(wanted).map((gain) => within(`first steps for K = ${gain}`, got[gain], wanted[gain], 1e-9)),
    ];
  },
};

/** The source's law from the given start, clamped to the patch: steps until the error stays small, and the final parameters. */
function run(fields: Fields, mode: Integrator, gain: number, h: number) {
  const start = fieldsAt(fields, 'start');
  const { shapeA, shapeB, motionAt, witnesses } = pairOf(fields, [fieldsAt(start, 'A'), fieldsAt(start, 'B')], h);
  const tracker = createTracker(shapeA, shapeB, { mode, gain, law: 'printed' });
  setTrackerWitnesses(tracker, ...posesAt(motionAt, 0), ...witnesses);
  const first = [trackerParameters(tracker, 'A')];
  let last = 0;
  for (let k = 1; k <= STEPS; k++) {
    advanceTracker(tracker, motionAt, (k - 1) * h, h);
    if (k <= FIRST_STEPS) first.push(trackerParameters(tracker, 'A'));
    if (!(tracker.error < 1e-3)) last = k;
  }
  return { first, steps: last === STEPS ? null : last + 1 };
}

const derivativesOperation: QueryOperation = {
  name: 'tracker-derivatives',
  description:
    'derivatives of distance and closest points by the poses of both bodies at time t: translation and rotation vector of A, then of B',
  example: { t: 0.5, featureA: 'S', xA: [0.6, 0.5], featureB: 'P', xB: [], ...example },
  answer(fields) {
    const witnessOf = (body: 'A' | 'B') => ({ feature: fields[`feature${body}`], x: fields[`x${body}`] });
    const { shapeA, shapeB, motionAt, witnesses } = pairOf(fields, [witnessOf('A'), witnessOf('B')], 1);
    const { work } = createTracker(shapeA, shapeB);
    const [a, b] = posesAt(motionAt, numberAt(fields, 't'));
    setWitness(work.pair.a, witnesses[0].feature, ...witnesses[0].x);
    setWitness(work.pair.b, witnesses[1].feature, ...witnesses[1].x);
    movePair(work.pair, a, b);
    evaluatePair(work.pair);
    solvePair(work);
    // parameters clamped at the boundary of an open patch stay constant
    assembleSystem(work.system, work.pair);
    const held = heldByGradient(work.system.gradient, work.system.count, findBounds(work.bounds, work.pair));
    const out = createPairDerivatives();
    if (!pairDerivatives(out, work.pair, a.pose.position, 'contact', held)) {
      throw new QueryError('xA', fields.xA, 'a pair that has a normal');
    }
    const columns = (block: Float64Array) =>
      Array.from({ length: 12 }, (_, k) => [block[k], block[12 + k], block[24 + k]]);
    return {
      distance: out.distance,
      gradDistance: [...out.distanceGradient],
      dxdq: rowsOf(out.parameters, out.parameterCount),
      dPointA: columns(out.pointAByPose),
      dPointB: columns(out.pointBByPose),
      hessDistance: rowsOf(out.distanceHessian, 12),
    };
  },
  casesIn(file, sibling) {
    return objectsAt(file, 'cases').map((exact) => ({
      id: `${exact.scene} at ${exact.t} s`,
      ...pairFields(siblingScene(exact.scene, sibling)),
      ...exact,
    }));
  },
  check(exact, answer) {
    const keys = ['distance', 'gradDistance', 'dxdq', 'dPointA', 'dPointB', 'hessDistance'];
    const isPlanar = String(exact.scene).includes('planar');
    // in a planar scene only planar motions are meaningful
    const means = (k: number) => !isPlanar || PLANAR_COLUMNS.includes(k);
    return keys
      .filter((key) => exact[key] !== undefined)
      .map((key) => near(key, meaning(answer[key], means), meaning(exact[key], means), 1e-8));
  },
};

/** Translation along x and y and rotation about z, of A and of B. */
const PLANAR_COLUMNS = [0, 1, 5, 6, 7, 11];

/** The meaningful entries of lists of twelve; other lists are unchanged. */
function meaning(value: unknown, means: (k: number) => boolean): unknown {
  if (!Array.isArray(value)) return value;
  const retained = value.length === 12 ? value.filter((_, k) => means(k)) : value;
  return retained.map((item) => meaning(item, means));
}

function rowsOf(values: Float64Array, count: number): number[][] {
  return Array.from({ length: count }, (_, i) => [...values.subarray(12 * i, 12 * i + 12)]);
}

function posesAt(motionAt: MotionOfPair, time: number): [MovingPose, MovingPose] {
  const [a, b] = [createMovingPose(), createMovingPose()];
  motionAt(a, b, time);
  return [a, b];
}

export const trackerNumberOperations: readonly QueryOperation[] = [gainsOperation, derivativesOperation];
