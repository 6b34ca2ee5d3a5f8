import { createMovingPose, type PointShape, point } from 'appulse';
import { type TiledBody, tiledEllipsoid } from 'appulse/nurbs';
import { createTracker, startTracker, updateTracker } from 'appulse/tracking';
import type { Effort, Implementation, Suite, Workload } from '../harness.ts';
import { within } from '../harness.ts';
import { AXES_A, AXES_B, type EllipsoidPoses, moveEllipsoids, STRIDE, type Triple } from '../inputs/smooth-bodies.ts';
import { fillPose } from '../inputs/smooth-poses.ts';
import { loadOpenCascade, loadVerb, runCascade, runProjection, runVerb } from '../nurbs-peers.ts';
import { absentPeers } from '../peers.ts';

export const surfaceTracking: Suite = {
  name: 'surface-tracking',
  description:
    'closest points of two moving NURBS ellipsoids (9 x 5 control points, 8 faces each), tracked in steps of 1 ms',
  async *workloads(effort) {
    yield tracked(effort.cases, AXES_B, 46);
    yield withOpenCascade(effort);
  },
};

export const pointTracking: Suite = {
  name: 'point-tracking',
  description: 'closest point of a moving NURBS ellipsoid to a moving point, tracked in steps of 1 ms',
  async *workloads(effort) {
    yield tracked(effort.cases, POINT, 170);
    yield withProjections(effort);
  },
};

/** A point is an ellipsoid without extent. */
const POINT: Triple = [0, 0, 0];
/** Time step [s] */
const STEP = 0.001;
/** Number of steps, and time step [s], for peers that start every query cold and take milliseconds. */
const FEW = 96;
const FEW_QUICK = 24;
const FEW_STEP = 0.01;

/** Maximum error of a correct answer [m]; bodies are about 2 m long. */
const TOLERANCE_APPULSE = 1e-13;
const TOLERANCE_PEERS = 1e-5;

const ORACLE =
  'known gap and normal by construction; ' +
  `wrong: error above ${TOLERANCE_APPULSE} m (appulse), ${TOLERANCE_PEERS} m (others)`;

const MOTION = {
  'semi-axes': `${AXES_A.join(', ')} and ${AXES_B.join(', ')} m, or a point`,
  motion: 'both rotate at about 1 rad/s, the normal moves over the whole body, gaps 0.1 to 1.1 m',
};

async function tracked(cases: number, axesB: Triple, perReference: number): Promise<Workload> {
  const inputs = moveEllipsoids(cases, STEP, axesB);
  return {
    name: 'poses given in every step of 1 ms',
    operation: 'update',
    error: 'max. error [m]',
    caseCount: cases,
    distribution: MOTION,
    oracle: ORACLE,
    implementations: [appulseImplementation(inputs, axesB, STEP)],
    targets: [
      { kind: 'reference', atLeast: perReference },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: {},
  };
}

async function withOpenCascade({ quick }: Effort): Promise<Workload> {
  const inputs = moveEllipsoids(quick ? FEW_QUICK : FEW, FEW_STEP, AXES_B);
  const cascade = await loadOpenCascade();
  const implementations = [appulseImplementation(inputs, AXES_B, FEW_STEP)];
  if (cascade.module) implementations.push(peer('OpenCascade', runCascade(cascade.module, inputs), inputs));
  return {
    ...(await comparison(inputs, implementations)),
    targets: [{ kind: 'speed', peer: 'OpenCascade', atLeast: 1000 }],
    absent: absentPeers({ OpenCascade: cascade }),
  };
}

async function withProjections({ quick }: Effort): Promise<Workload> {
  const inputs = moveEllipsoids(quick ? FEW_QUICK : FEW, FEW_STEP, POINT);
  const [cascade, verb] = [await loadOpenCascade(), await loadVerb()];
  const implementations = [appulseImplementation(inputs, POINT, FEW_STEP)];
  if (cascade.module) implementations.push(peer('OpenCascade', runProjection(cascade.module, inputs), inputs));
  if (verb.module) implementations.push(peer('verb', runVerb(verb.module, inputs), inputs));
  return {
    ...(await comparison(inputs, implementations)),
    targets: ['OpenCascade', 'verb'].map((name) => ({ kind: 'speed', peer: name, atLeast: 1000 })),
    absent: absentPeers({ OpenCascade: cascade, verb }),
  };
}

async function comparison(
  { expected }: EllipsoidPoses,
  implementations: Implementation[],
): Promise<Omit<Workload, 'targets' | 'absent'>> {
  return {
    name: 'compared with cold starts, steps of 10 ms',
    operation: 'update',
    error: 'max. error [m]',
    caseCount: expected.length,
    distribution: { ...MOTION, peers: 'independent queries, no tracking' },
    oracle: ORACLE,
    implementations,
  };
}

function peer(name: string, run: Implementation['run'], { expected }: EllipsoidPoses): Implementation {
  return { name, isAppulse: false, run, judge: within(expected, TOLERANCE_PEERS) };
}

function appulseImplementation(inputs: EllipsoidPoses, axesB: Triple, step: number): Implementation {
  const shapeB = axesB === POINT ? point() : tiledEllipsoid(axesB);
  return {
    name: 'appulse',
    isAppulse: true,
    run: runAppulse(inputs, shapeB, step),
    judge: within(inputs.expected, TOLERANCE_APPULSE),
  };
}

/** Restarts the tracker if a run does not continue the last one. Transitions are not used, so the time is 0. */
function runAppulse({ poses }: EllipsoidPoses, shapeB: TiledBody | PointShape, step: number): Implementation['run'] {
  const tracker = createTracker(tiledEllipsoid(AXES_A), shapeB);
  const a = createMovingPose();
  const b = createMovingPose();
  let next = -1;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      fillPose(a.pose, poses, STRIDE * i);
      fillPose(b.pose, poses, STRIDE * i + 12);
      if (i === next) updateTracker(tracker, a, b, 0, step);
      else startTracker(tracker, a, b);
      answers[i] = tracker.distance;
      next = i + 1;
    }
  };
}
