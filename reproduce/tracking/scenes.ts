import type { MotionOfPair } from '../../src/distance/smooth/tracking/tracker-state.ts';
import type { Transition } from '../../src/distance/smooth/witness/transition.ts';
import type { TrackedShape, WitnessStart } from '../../src/distance/smooth/witness/witness.ts';
import type { MovingPose } from '../../src/math/moving-pose.ts';
import { movingPoseAt, type PathPosition, type PrescribedPath } from '../../src/math/prescribed-path.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { conicTriangle, cubicTriangle, largeLens, onePatch, smallLens } from './bodies.ts';

/**
 * The moving scenes of section V of [PG05], with the parameters of [PG05-10], poor starts and the times at which features
 * change: by dense sampling of every feature, accurate to 1e-7 s.
 */
export interface TrackedScene {
  readonly shapeA: TrackedShape;
  readonly shapeB: TrackedShape;
  readonly motionAt: MotionOfPair;
  /** From 0 to here [s]. */
  readonly end: number;
  readonly startA: WitnessStart;
  readonly startB: WitnessStart;
  readonly transitions: readonly Transition[];
}

const POINT: WitnessStart = { feature: 0, x: [] };

function motionOf(pathA: PrescribedPath, pathB: PrescribedPath): MotionOfPair {
  return (outA: MovingPose, outB: MovingPose, time: number) => {
    movingPoseAt(outA, pathA, time);
    movingPoseAt(outB, pathB, time);
  };
}

/** `time body from to`, one per line. A transition from a feature to itself is a boundary crossing; inside a body witnesses jump. */
function transitionsOf(text: string, jumpsUntil = 0): Transition[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [time, body, from, to] = line.trim().split(' ');
      const kind = from === to ? 'boundary-crossing' : Number(time) < jumpsUntil ? 'medial-axis' : 'voronoi';
      return { time: Number(time), foundAt: Number(time), body: body as 'A' | 'B', from, to, kind };
    });
}

/** Section V.A: one patch, and a point that moves above it. */
export function patchAndPoint(): TrackedScene {
  const position: PathPosition = {
    kind: 'harmonic',
    center: createVec3(0.05, 0, 0.75),
    velocity: createVec3(),
    amplitude: createVec3(0.7, 0.55, 0.2),
    frequency: createVec3(1.1, 0.7, 0.9),
    phase: createVec3(0.3, 1, 0),
  };
  return {
    shapeA: onePatch(),
    shapeB: createPoint(),
    motionAt: motionOf({}, { position }),
    end: 10,
    startA: { feature: 0, x: [0.06, 0.93] },
    startB: POINT,
    transitions: [],
  };
}

/** Section V.B: three cubic arcs, and a point on an outward spiral, from inside to outside. */
export function arcsAndPoint(): TrackedScene {
  return {
    shapeA: cubicTriangle(),
    shapeB: createPoint(),
    motionAt: motionOf({}, { position: spiral([0.05, -0.15], 0.1, 0.018, -3.1, 0.078) }),
    end: 100,
    startA: { feature: 0, x: [0.95] },
    startB: POINT,
    transitions: transitionsOf(
      `36.138240744904 A C1 C2
       59.48814963662 A C2 C3
       66.589788083233 A C3 C3
       85.819101381432 A C3 Vc
       87.293552890856 A Vc C1`,
      66.58978809,
    ),
  };
}

/** Section V.C: two bodies of three arcs, the second rotating on an inward spiral. */
export function arcsAndArcs(): TrackedScene {
  const orientation = { axis: createVec3(0, 0, 1), angle: 0.2, rate: 1.1 };
  return {
    shapeA: cubicTriangle(),
    shapeB: conicTriangle(),
    motionAt: motionOf({}, { position: spiral([0, 0], 4.5, -0.08, 0.3, 0.35), orientation }),
    end: 20,
    startA: { feature: 2, x: [0.2] },
    startB: { feature: 0, x: [0.7] },
    transitions: transitionsOf(
      `0.136645270297 B Wc Cc
       1.939987502083 B Cc Wb
       2.704602483822 B Wb Cb
       3.032212608951 A C2 Vb
       3.960823891272 A Vb C3
       4.726983912867 B Cb Wa
       5.594640050497 B Wa Ca
       7.274664383872 B Ca Wc
       8.281736792915 B Wc Cc
       9.278091984597 A C3 Vc
       10.401386344806 A Vc C1
       10.579118530102 B Cc Wb
       11.312421168919 B Wb Cb
       12.9474891848 B Cb Wa
       13.764610006751 B Wa Ca
       15.093798653635 A C1 Va
       15.820533743801 A Va C2
       15.95817926008 B Ca Wc
       16.902672242765 B Wc Cc
       18.81967586085 B Cc Wb
       19.5103962678 B Wb Cb`,
    ),
  };
}

/** Beyond the source: the same two bodies through contact, overlap and out again. */
export function overlappingArcs(): TrackedScene {
  const position: PathPosition = {
    kind: 'harmonic',
    center: createVec3(1.9, 0.4),
    velocity: createVec3(),
    amplitude: createVec3(0.9, 0.5),
    frequency: createVec3(0.9, 0.6),
    phase: createVec3(1.2, 0.2),
  };
  const orientation = { axis: createVec3(0, 0, 1), angle: 0.4, rate: 0.5 };
  return {
    shapeA: cubicTriangle(),
    shapeB: conicTriangle(),
    motionAt: motionOf({}, { position, orientation }),
    end: 12,
    startA: { feature: 1, x: [0.5] },
    startB: { feature: 2, x: [0.5] },
    transitions: transitionsOf(
      `2.234291539654 A C2 C2
       3.559660602445 B Cc Wb
       4.245797458335 B Wb Cb
       6.00535494966 A C2 C2
       6.440991882133 B Cb Wa
       7.48844805702 B Wa Ca
       8.78137485337 A C2 C2
       11.58829312776 B Ca Wc`,
    ),
  };
}

/** Section V.D: three patches, and a point on a helix around them. */
export function patchesAndPoint(): TrackedScene {
  const orientation = { axis: createVec3(0, 1, 0), angle: 1.4, rate: 0 };
  return {
    shapeA: largeLens(),
    shapeB: createPoint(),
    motionAt: motionOf({ orientation }, { position: spiral([0, 0], 1.8, 0, 0.4, 0.6, -0.9, 0.09) }),
    end: 20,
    startA: { feature: 1, x: [0.5, 0.5] },
    startB: POINT,
    transitions: transitionsOf(
      `0.372195170109 A S1 Ea
       4.494936633358 A Ea V0
       4.650212244503 A V0 Ec
       5.421786593554 A Ec S3
       8.479022179237 A S3 Ec
       9.736965424701 A Ec S1
       9.859564786481 A S1 Ea
       10.736670666095 A Ea S2
       14.750748755721 A S2 Eb
       15.340955725433 A Eb S3
       19.934681890881 A S3 Eb`,
    ),
  };
}

/** Section V.E: two bodies of three patches, the second tumbling around the first. */
export function patchesAndPatches(): TrackedScene {
  const orientation = {
    axis: createVec3(1, 2, 3),
    angle: 0,
    rate: 0.8,
    tilt: { axis: createVec3(1, 0, 0), angle: 0.7 },
  };
  return {
    shapeA: largeLens(),
    shapeB: smallLens(),
    motionAt: motionOf({}, { position: spiral([0, 0], 2.9, -0.05, 0, 0.6, -0.8, 0.15), orientation }),
    end: 12,
    startA: { feature: 0, x: [0.8, 0.7] },
    startB: { feature: 2, x: [0.3, 0.3] },
    transitions: transitionsOf(
      `1.209704891757 A S1 Ea
       2.233292788619 A Ea S2
       3.919236085623 B Eb S2
       4.67478346509 A S2 Eb
       5.682655603675 A Eb S3
       7.83705646243 B S2 Ea
       8.181750114095 A S3 Ec
       9.261557574343 A Ec S1
       9.488411333878 B Ea V0
       9.688019014299 B V0 Ec
       11.706659129054 A S1 Ea`,
    ),
  };
}

function spiral(
  [x, y]: readonly [number, number],
  radius: number,
  radiusRate: number,
  angle: number,
  angleRate: number,
  height = 0,
  heightRate = 0,
): PathPosition {
  return { kind: 'spiral', center: createVec3(x, y), radius, radiusRate, angle, angleRate, height, heightRate };
}
