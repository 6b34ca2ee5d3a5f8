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
  description: 'certified closest points of two NURBS bodies without an initial guess',
  async *workloads(effort) {
    yield separateEllipsoids(effort);
    yield anyPoses(effort, 'ellipsoids, overlaps included', ellipsoids(), [0.2, 3.9]);
    yield anyPoses(effort, 'lenses, overlaps included', lenses(), [0.5, 4]);
    yield withOpenCascade(effort);
  },
};

/** Maximum error of a correct distance [m]; bodies are about 2 m long. */
const TOLERANCE_APPULSE = 1e-12;
const TOLERANCE_PEERS = 1e-5;
/** Maximum distance of a common point from a body [m]. */
const TOLERANCE_COMMON = 1e-10;
/** Number of cases with OpenCascade, which takes about 50 ms per case. */
const FEW = 96;
const FEW_QUICK = 24;

/** Two bodies, with functions that are independent of this library. */
interface Bodies {
  readonly shapes: readonly [TiledBody, TiledBody];
  readonly description: string;
  /** Positive for a point outside of body 0 or 1, negative inside; the point is in the frame of the body [m]. */
  excess(body: 0 | 1, point: Triple): number;
  /** Support function max n·x of body 0 or 1, n in its frame; for lenses over sampled points, too small by the order of their spacing squared. */
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

async function separateEllipsoids({ cases }: Effort): Promise<Workload> {
  const { poses, expected } = drawEllipsoidPoses(createRandom(801), cases, AXES_B);
  const answers = runAppulse(ellipsoids().shapes, poses);
  return {
    name: 'separate ellipsoids, with certificate',
    operation: 'query',
    error: 'max. error [m]',
    caseCount: cases,
    distribution: { bodies: ellipsoids().description, 'normals and rotations': 'uniform', gap: '0.05 to 2 m' },
    oracle: `known gap and normal by construction; wrong: error above ${TOLERANCE_APPULSE} m`,
    implementations: [{ name: 'appulse', isAppulse: true, ...answers, judge: within(expected, TOLERANCE_APPULSE) }],
    targets: [
      { kind: 'reference', atLeast: 4.6 },
      { kind: 'figure', figure: 'max. certificate gap [m]', atMost: 1e-9 },
      { kind: 'figure', figure: 'uncertified', atMost: 0 },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: {},
  };
}

async function anyPoses({ cases }: Effort, name: string, bodies: Bodies, range: [number, number]): Promise<Workload> {
  const poses = drawPoses(createRandom(802), cases, range);
  const { witnesses, ...answers } = runAppulse(bodies.shapes, poses);
  return {
    name,
    operation: 'query',
    error: 'max. error [m]',
    caseCount: cases,
    distribution: {
      bodies: bodies.description,
      'distance of the centres': `${range.join(' to ')} m`,
      rotations: 'uniform',
    },
    oracle:
      'both points satisfy the equations of their bodies, and no point of a body is beyond its supporting plane ' +
      '(ellipsoids: support functions, which give the distance; lenses: 1500 points of each surface); a common point is in both bodies',
    implementations: [
      { name: 'appulse', isAppulse: true, ...answers, judge: judgeCertificate(bodies, poses, witnesses) },
    ],
    targets: [
      { kind: 'figure', figure: 'max. certificate gap [m]', atMost: 1e-9 },
      { kind: 'figure', figure: 'uncertified', atMost: 0 },
    ],
    absent: {},
  };
}

async function withOpenCascade({ quick }: Effort): Promise<Workload> {
  const inputs = drawEllipsoidPoses(createRandom(803), quick ? FEW_QUICK : FEW, AXES_B);
  const { poses, expected } = inputs;
  const cascade = await loadOpenCascade();
  const implementations: Implementation[] = [
    {
      name: 'appulse',
      isAppulse: true,
      ...runAppulse(ellipsoids().shapes, poses),
      judge: within(expected, TOLERANCE_APPULSE),
    },
  ];
  if (cascade.module) {
    const run = runCascade(cascade.module, inputs);
    implementations.push({ name: 'OpenCascade', isAppulse: false, run, judge: within(expected, TOLERANCE_PEERS) });
  }
  return {
    name: 'ellipsoids, compared with OpenCascade',
    operation: 'query',
    error: 'max. error [m]',
    caseCount: expected.length,
    distribution: { bodies: ellipsoids().description, 'normals and rotations': 'uniform', gap: '0.05 to 2 m' },
    oracle:
      'known gap and normal by construction; ' +
      `wrong: error above ${TOLERANCE_APPULSE} m (appulse), ${TOLERANCE_PEERS} m (OpenCascade, which has no certificate)`,
    implementations,
    targets: [{ kind: 'speed', peer: 'OpenCascade', atLeast: 1000 }],
    absent: absentPeers({ OpenCascade: cascade }),
  };
}

/** A at the origin, B at a distance in `range`; random rotations. */
function drawPoses(random: Random, count: number, range: readonly [number, number]): Float64Array {
  const poses = new Float64Array(STRIDE * count);
  const anyRotation = () => axisRotation(direction(random), random.between(-Math.PI, Math.PI));
  for (let i = 0; i < count; i++) {
    const away = random.between(...range);
    const position = direction(random).map((x) => away * x);
    poses.set([0, 0, 0, ...anyRotation(), ...position, ...anyRotation()], STRIDE * i);
  }
  return poses;
}

/** Witness points of A and B, and the normal: nine numbers per case. */
const WITNESS_STRIDE = 9;

type Answers = Pick<Implementation, 'run' | 'figures'> & { readonly witnesses: Float64Array };

/** The answer is the distance, 0 for a common point, NaN without a certificate. */
function runAppulse([a, b]: readonly [TiledBody, TiledBody], poses: Float64Array): Answers {
  const workspace = createTiledWorkspace(a, b);
  const out = createTiledClosest();
  const poseA = pose();
  const poseB = pose();
  const witnesses = new Float64Array((WITNESS_STRIDE * poses.length) / STRIDE);
  const gaps = new Float64Array(poses.length / STRIDE);
  const { pointA, pointB, normal } = out;
  return {
    witnesses,
    run: (answers, first, last) => {
      for (let i = first; i < last; i++) {
        fillPose(poseA, poses, STRIDE * i);
        fillPose(poseB, poses, STRIDE * i + 12);
        closestTiled(out, a, poseA, b, poseB, workspace);
        answers[i] = out.status === 'uncertified' ? Number.NaN : out.distance;
        gaps[i] = out.errorBound;
        const k = WITNESS_STRIDE * i;
        witnesses[k] = pointA.x;
        witnesses[k + 1] = pointA.y;
        witnesses[k + 2] = pointA.z;
        witnesses[k + 3] = pointB.x;
        witnesses[k + 4] = pointB.y;
        witnesses[k + 5] = pointB.z;
        witnesses[k + 6] = normal.x;
        witnesses[k + 7] = normal.y;
        witnesses[k + 8] = normal.z;
      }
    },
    figures: (answers) => ({
      'max. certificate gap [m]': gaps.reduce((widest, gap, i) => (answers[i] > 0 ? Math.max(widest, gap) : widest), 0),
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

function judgeCertificate({ excess, support, supportError }: Bodies, poses: Float64Array, witnesses: Float64Array) {
  return (answer: number, i: number): Verdict => {
    if (Number.isNaN(answer)) return { error: Number.NaN, failure: 'uncertified' };
    const at = (k: number): Triple => [
      witnesses[WITNESS_STRIDE * i + k],
      witnesses[WITNESS_STRIDE * i + k + 1],
      witnesses[WITNESS_STRIDE * i + k + 2],
    ];
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
    if (outside > TOLERANCE_COMMON) return { error: outside, failure: 'point not on its body' };
    if (answer === 0) return { error: 0, failure: null };
    // the gap between the supporting planes is the distance if the support functions are exact
    const beyond = Math.max(...heights.map((height) => height.beyond));
    const error = supportError === 0 ? Math.abs(heights[0].beyond + heights[1].beyond) : Math.max(0, beyond);
    return { error, failure: error > TOLERANCE_APPULSE ? 'point beyond the supporting plane' : null };
  };
}
