import { pose } from 'appulse';
import { type TiledBody, tiledEllipsoid, tiledLens } from 'appulse/nurbs';
import { closestTiled, createTiledClosest, createTiledWorkspace } from 'appulse/tracking';
import type { Effort, Implementation, Suite, Verdict, Workload } from '../harness.ts';
import { within } from '../harness.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import {
  AXES_A,
  AXES_B,
  axisRotation,
  direction,
  drawEllipsoidPoses,
  STRIDE,
  type Triple,
} from '../inputs/smooth-bodies.ts';
import { fillPose } from '../inputs/smooth-poses.ts';
import { loadOpenCascade, runCascade } from '../nurbs-peers.ts';
import { type Lens, lensExcess, lensPoints } from '../oracles/lens-slab.ts';
import { absentPeers } from '../peers.ts';

export const surfaceCold: Suite = {
  name: 'surface-cold',
  description: 'closest points of two NURBS bodies from their poses alone, with a proof of the distance',
  async *workloads(effort) {
    yield ellipsoidsApart(effort);
    yield anyPoses(effort, 'ellipsoids, overlaps included', ellipsoids(), [0.2, 3.9]);
    yield anyPoses(effort, 'lenses, overlaps included', lenses(), [0.5, 4]);
    yield besideOpenCascade(effort);
  },
};

/** Beyond this a distance of ours is wrong [m]; bodies measure about 2 m. */
const TOLERANCE_OURS = 1e-12;
const TOLERANCE_PEERS = 1e-5;
/** A common point may be so far outside of a body [m]. */
const TOLERANCE_COMMON = 1e-10;
/** OpenCascade takes a twentieth of a second a pose. */
const FEW = 96;
const FEW_QUICK = 24;

/** Two bodies, and what is known of each without our code. */
interface Bodies {
  readonly shapes: readonly [TiledBody, TiledBody];
  readonly description: string;
  /** How far outside of body 0 or 1 a point in its frame is, below 0 inside [m]. */
  excess(body: 0 | 1, point: Triple): number;
  /** max n·x over body 0 or 1, n in its frame; for lenses over many of its points, which is too small by the square of their spacing. */
  support(body: 0 | 1, n: Triple): number;
  readonly supportError: number;
}

function ellipsoids(): Bodies {
  const axes = [AXES_A, AXES_B];
  return {
    shapes: [tiledEllipsoid(AXES_A), tiledEllipsoid(AXES_B)],
    description: `semi-axes ${AXES_A.join(', ')} and ${AXES_B.join(', ')} m`,
    excess: (body, point) => Math.hypot(...point.map((x, k) => x / axes[body][k])) - 1,
    support: (body, n) => Math.hypot(...n.map((x, k) => x * axes[body][k])),
    supportError: 0,
  };
}

function lenses(): Bodies {
  const forms: readonly Lens[] = [
    { radius: 1.5, offset: 0.75, scale: [1, 1, 1] },
    { radius: 1.2, offset: 0.5, scale: [0.8, 1.1, 0.75] },
  ];
  const random = createRandom(810);
  const points = forms.map((form) => lensPoints(random, form, 1500));
  const [a, b] = forms.map(({ radius, offset, scale }) => tiledLens(radius, offset, scale));
  return {
    shapes: [a, b],
    description: 'three faces, three edges, two vertices each; R, offset, scale as in the reference scene E',
    excess: (body, [x, y, z]) => lensExcess(forms[body], x, y, z),
    support: (body, [x, y, z]) => {
      const list = points[body];
      let highest = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < list.length; k += 3) {
        highest = Math.max(highest, x * list[k] + y * list[k + 1] + z * list[k + 2]);
      }
      return highest;
    },
    supportError: Number.POSITIVE_INFINITY,
  };
}

async function ellipsoidsApart({ cases }: Effort): Promise<Workload> {
  const { poses, expected } = drawEllipsoidPoses(createRandom(801), cases, AXES_B);
  const answers = runOurs(ellipsoids().shapes, poses);
  return {
    name: 'ellipsoids apart, with certificate',
    operation: 'query',
    error: 'worst error [m]',
    caseCount: cases,
    distribution: { bodies: ellipsoids().description, 'normal and turns': 'uniform', gap: '0.05 to 2 m' },
    oracle: `poses are built from a gap and a normal, which convex bodies have one of; wrong is off by more than ${TOLERANCE_OURS} m`,
    implementations: [{ name: 'appulse', ours: true, ...answers, judge: within(expected, TOLERANCE_OURS) }],
    targets: [
      { kind: 'rate', atLeast: 8e4 },
      { kind: 'figure', figure: 'widest certificate gap', atMost: 1e-9 },
      { kind: 'figure', figure: 'uncertified', atMost: 0 },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: {},
  };
}

async function anyPoses({ cases }: Effort, name: string, bodies: Bodies, reach: [number, number]): Promise<Workload> {
  const poses = drawPoses(createRandom(802), cases, reach);
  const { places, ...answers } = runOurs(bodies.shapes, poses);
  return {
    name,
    operation: 'query',
    error: 'worst error [m]',
    caseCount: cases,
    distribution: {
      bodies: bodies.description,
      'distance of the centres': `${reach.join(' to ')} m`,
      rotations: 'uniform',
    },
    oracle:
      'both points must belong to their bodies by the equations of these, and no point of a body may pass its plane ' +
      '(ellipsoids: support functions, so the distance itself is known; lenses: 1500 points of each surface); a common point must be in both',
    implementations: [{ name: 'appulse', ours: true, ...answers, judge: judgeProof(bodies, poses, places) }],
    targets: [
      { kind: 'figure', figure: 'widest certificate gap', atMost: 1e-9 },
      { kind: 'figure', figure: 'uncertified', atMost: 0 },
    ],
    absent: {},
  };
}

async function besideOpenCascade({ quick }: Effort): Promise<Workload> {
  const inputs = drawEllipsoidPoses(createRandom(803), quick ? FEW_QUICK : FEW, AXES_B);
  const { poses, expected } = inputs;
  const cascade = await loadOpenCascade();
  const implementations: Implementation[] = [
    { name: 'appulse', ours: true, ...runOurs(ellipsoids().shapes, poses), judge: within(expected, TOLERANCE_OURS) },
  ];
  if (cascade.module) {
    const run = runCascade(cascade.module, inputs);
    implementations.push({ name: 'OpenCascade', ours: false, run, judge: within(expected, TOLERANCE_PEERS) });
  }
  return {
    name: 'ellipsoids beside OpenCascade',
    operation: 'query',
    error: 'worst error [m]',
    caseCount: expected.length,
    distribution: { bodies: ellipsoids().description, 'normal and turns': 'uniform', gap: '0.05 to 2 m' },
    oracle:
      'poses are built from a gap and a normal, which convex bodies have one of; ' +
      `wrong is off by more than ${TOLERANCE_OURS} m (ours), ${TOLERANCE_PEERS} m (OpenCascade, which gives no proof)`,
    implementations,
    targets: [{ kind: 'speed', peer: 'OpenCascade', atLeast: 1000 }],
    absent: absentPeers({ OpenCascade: cascade }),
  };
}

/** A at the origin, B at `reach` from it; both turned anyhow. */
function drawPoses(random: Random, count: number, reach: readonly [number, number]): Float64Array {
  const poses = new Float64Array(STRIDE * count);
  const anyRotation = () => axisRotation(direction(random), random.between(-Math.PI, Math.PI));
  for (let i = 0; i < count; i++) {
    const away = random.between(...reach);
    const position = direction(random).map((x) => away * x);
    poses.set([0, 0, 0, ...anyRotation(), ...position, ...anyRotation()], STRIDE * i);
  }
  return poses;
}

/** Points of A and B, normal: nine numbers a case. */
const PLACES = 9;

type Answers = Pick<Implementation, 'run' | 'figures'> & { readonly places: Float64Array };

/** The answer is the distance, 0 for a common point, NaN without proof. */
function runOurs([a, b]: readonly [TiledBody, TiledBody], poses: Float64Array): Answers {
  const workspace = createTiledWorkspace(a, b);
  const out = createTiledClosest();
  const poseA = pose();
  const poseB = pose();
  const places = new Float64Array((PLACES * poses.length) / STRIDE);
  const gaps = new Float64Array(poses.length / STRIDE);
  const { pointA, pointB, normal } = out;
  return {
    places,
    run: (answers, first, last) => {
      for (let i = first; i < last; i++) {
        fillPose(poseA, poses, STRIDE * i);
        fillPose(poseB, poses, STRIDE * i + 12);
        closestTiled(out, a, poseA, b, poseB, workspace);
        answers[i] = out.status === 'uncertified' ? Number.NaN : out.distance;
        gaps[i] = out.errorBound;
        const k = PLACES * i;
        places[k] = pointA.x;
        places[k + 1] = pointA.y;
        places[k + 2] = pointA.z;
        places[k + 3] = pointB.x;
        places[k + 4] = pointB.y;
        places[k + 5] = pointB.z;
        places[k + 6] = normal.x;
        places[k + 7] = normal.y;
        places[k + 8] = normal.z;
      }
    },
    figures: (answers) => ({
      'widest certificate gap': gaps.reduce((widest, gap, i) => (answers[i] > 0 ? Math.max(widest, gap) : widest), 0),
      overlapping: answers.filter((answer) => answer === 0).length,
      uncertified: answers.filter(Number.isNaN).length,
    }),
  };
}

/** Vectors into the frame of body 0 or 1 of case i. */
function intoBody(poses: Float64Array, i: number, body: 0 | 1, [x, y, z]: Triple): Triple {
  const r = STRIDE * i + 12 * body + 3;
  const along = (k: number) => poses[r + k] * x + poses[r + 3 + k] * y + poses[r + 6 + k] * z;
  return [along(0), along(1), along(2)];
}

function judgeProof({ excess, support, supportError }: Bodies, poses: Float64Array, places: Float64Array) {
  return (answer: number, i: number): Verdict => {
    if (Number.isNaN(answer)) return { error: Number.NaN, fault: 'no proof' };
    const at = (k: number): Triple => [places[PLACES * i + k], places[PLACES * i + k + 1], places[PLACES * i + k + 2]];
    const normal = at(6);
    const heights = ([0, 1] as const).map((body) => {
      const origin = poses.subarray(STRIDE * i + 12 * body);
      const [x, y, z] = at(3 * body);
      const point = intoBody(poses, i, body, [x - origin[0], y - origin[1], z - origin[2]]);
      const [nx, ny, nz] = intoBody(poses, i, body, normal);
      const n: Triple = body === 0 ? [nx, ny, nz] : [-nx, -ny, -nz];
      const beyond = support(body, n) - (n[0] * point[0] + n[1] * point[1] + n[2] * point[2]);
      return { outside: excess(body, point), beyond };
    });
    const outside = Math.max(...heights.map((height) => height.outside));
    if (outside > TOLERANCE_COMMON) return { error: outside, fault: 'a point off its body' };
    if (answer === 0) return { error: 0, fault: null };
    // the slab of the bodies' own heights along the normal is the true gap, if these are known exactly
    const beyond = Math.max(...heights.map((height) => height.beyond));
    const error = supportError === 0 ? Math.abs(heights[0].beyond + heights[1].beyond) : Math.max(0, beyond);
    return { error, fault: error > TOLERANCE_OURS ? 'a point beyond its plane' : null };
  };
}
