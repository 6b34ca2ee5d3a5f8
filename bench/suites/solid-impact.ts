import {
  box,
  closestInto,
  createContact,
  createImpact,
  hull,
  impactInto,
  type Motion,
  motion,
  pose,
  poseAt,
  type Shape,
  vec3,
} from 'appulse';
import type { Effort, Implementation, Suite, Verdict, Workload } from '../harness.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import { firstTouch, gapAt, type MovingSolids } from '../oracles/solid-touch.ts';

export const solidImpact: Suite = {
  name: 'solid-impact',
  description: 'time of impact of two convex solids that translate and rotate',
  async *workloads(effort) {
    yield describe(effort, 'boxes', drawBox, 3, 14);
    yield describe(effort, 'boxes', drawBox, 10, 8.6);
    yield describe(effort, '32-vertex hulls', drawHull, 3, 6.9);
    yield describe(effort, '32-vertex hulls', drawHull, 10, 4);
  },
};

/** Number of different bodies. */
const POOL = 256;
/** Duration [s] */
const DURATION = 1;
/** Maximum delay of a correct time [s]: the accuracy of the sampling. */
const LATE = 1e-9;
/** Maximum remaining gap of a correct time, as a fraction of the sum of the radii. */
const EARLY = 1.001e-9;
/** Minimum initial gap, as a fraction of the sum of the radii. */
const MIN_START = 0.01;
/** Maximum offset of the path of B from the centre of A, in sums of the radii: chosen for 60 % impacts. */
const MISS = 1.3;

interface Solid {
  readonly shape: Shape;
  readonly radius: number;
}

interface Inputs {
  readonly pairs: readonly MovingSolids[];
  /** Position, rotation by rows, velocity and angular velocity of A, then of B. */
  readonly motions: Float64Array;
  /** Times of first contact; Infinity: none. */
  readonly touches: Float64Array;
  readonly grazing: Uint8Array;
}

/** Numbers per body. */
const STRIDE = 18;

function describe(
  effort: Effort,
  name: string,
  draw: (random: Random) => Solid,
  rotation: number,
  perReference: number,
): Workload {
  const inputs = drawInputs(createRandom(900 + rotation), effort.cases, draw, rotation);
  return {
    name: `${name}, up to ${rotation} rad per step each`,
    operation: 'query',
    error: 'max. remaining gap [m]',
    caseCount: effort.cases,
    distribution: distributionOf(inputs),
    oracle:
      `dense sampling of the distance; missed: contact not detected; late: by more than ${LATE} s; early: remaining gap above 1e-9 of the radii, ` +
      'false positives included',
    implementations: [
      { name: 'appulse', isAppulse: true, run: runAppulse(inputs), judge: judge(inputs) },
      { name: 'plain advancement', isAppulse: false, run: runPlain(inputs), judge: judge(inputs) },
    ],
    targets: [
      { kind: 'reference', atLeast: perReference },
      { kind: 'figure', figure: 'wrong answers', atMost: 0 },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: {
      'every JavaScript package':
        'none known that computes a time of impact in 3-D with rotation; the shape cast of rapier3d has no rotation',
    },
  };
}

function distributionOf({ touches, grazing, pairs }: Inputs): Workload['distribution'] {
  const hits = touches.filter((time) => time < Number.POSITIVE_INFINITY).sort();
  const radii = pairs.flatMap(({ radiusA, radiusB }) => [radiusA, radiusB]).sort((a, b) => a - b);
  return {
    radii: `${radii[0].toFixed(2)} to ${radii[radii.length - 1].toFixed(2)} m`,
    'initial distance of centres': '0.8 to 2 sums of the radii along the path, offset up to 1.3',
    'relative speed': '1 to 4 m/s',
    'rotation of each body': 'uniform from 0, about a random axis',
    impacts: `${((100 * hits.length) / touches.length).toFixed(1)} %`,
    'median time of impact': `${hits[hits.length >> 1].toFixed(2)} s of ${DURATION}`,
    'grazing, not judged': grazing.reduce((sum, flag) => sum + flag, 0),
  };
}

function drawInputs(random: Random, count: number, draw: (random: Random) => Solid, rotation: number): Inputs {
  const pool = Array.from({ length: POOL }, () => draw(random));
  const touches = new Float64Array(count);
  const grazing = new Uint8Array(count);
  const pairs = Array.from({ length: count }, (_, i) => {
    const pair = drawPair(random, pool[random.below(POOL)], pool[random.below(POOL)], rotation);
    const touch = firstTouch(pair, DURATION);
    touches[i] = touch.time;
    grazing[i] = touch.grazing ? 1 : 0;
    return pair;
  });
  const motions = Float64Array.from(pairs.flatMap(({ motionA, motionB }) => [...packed(motionA), ...packed(motionB)]));
  return { pairs, motions, touches, grazing };
}

function packed({ pose: { position: x, rotation: r }, velocity: v, angularVelocity: w }: Motion): number[] {
  return [x.x, x.y, x.z, r.xx, r.xy, r.xz, r.yx, r.yy, r.yz, r.zx, r.zy, r.zz, v.x, v.y, v.z, w.x, w.y, w.z];
}

/** B moves towards A with a random offset; both rotate. */
function drawPair(random: Random, a: Solid, b: Solid, rotation: number): MovingSolids {
  const radii = a.radius + b.radius;
  for (;;) {
    const path = drawDirection(random);
    const miss = drawDirection(random).map((c) => c * radii * random.between(0, MISS));
    const start = radii * random.between(0.8, 2);
    const speed = random.between(1, 4);
    const moving = (position: readonly number[], sign: 1 | -1) => {
      const rotated = [0, 0, 0, 0].map(() => drawNormal(random));
      const [vx, vy, vz] = path.map((c) => 0.5 * sign * speed * c);
      const angularVelocity = random.between(0, rotation) / DURATION;
      const [wx, wy, wz] = drawDirection(random).map((c) => c * angularVelocity);
      return motion(pose(position, rotated), vec3(vx, vy, vz), vec3(wx, wy, wz));
    };
    const pair: MovingSolids = {
      shapeA: a.shape,
      motionA: moving([0, 0, 0], 1),
      shapeB: b.shape,
      motionB: moving(
        path.map((c, i) => c * start + miss[i]),
        -1,
      ),
      radiusA: a.radius,
      radiusB: b.radius,
    };
    if (gapAt(pair, 0) > MIN_START * radii) return pair;
  }
}

/** Approximately normal: a sum of uniform numbers. */
function drawNormal(random: Random): number {
  let sum = -6;
  for (let k = 0; k < 12; k++) sum += random.next();
  return sum;
}

function drawDirection(random: Random): number[] {
  const v = [drawNormal(random), drawNormal(random), drawNormal(random)];
  const length = Math.hypot(...v);
  return v.map((c) => c / length);
}

function drawBox(random: Random): Solid {
  const halfExtents = [0, 0, 0].map(() => random.between(0.4, 1.4) / 2);
  return { shape: box(halfExtents), radius: Math.hypot(...halfExtents) };
}

function drawHull(random: Random): Solid {
  const axes = [0, 0, 0].map(() => random.between(0.4, 1));
  const points = Array.from({ length: 32 }, () => drawDirection(random).map((c, i) => c * axes[i]));
  return { shape: hull(points), radius: Math.max(...points.map((p) => Math.hypot(...p))) };
}

/** The answer is the time of first contact, Infinity for none. */
function judge({ pairs, touches, grazing }: Inputs): Implementation['judge'] {
  return (answer, i): Verdict => {
    if (Number.isNaN(answer)) return { error: Number.NaN, failure: 'undecided' };
    if (answer === Number.POSITIVE_INFINITY) {
      return { error: 0, failure: touches[i] < answer && !grazing[i] ? 'missed' : null };
    }
    const { radiusA, radiusB } = pairs[i];
    const gap = gapAt(pairs[i], answer);
    if (answer > touches[i] + LATE) return { error: Math.abs(gap), failure: 'late' };
    return { error: Math.abs(gap), failure: gap > EARLY * (radiusA + radiusB) ? 'early' : null };
  };
}

function runAppulse({ pairs, motions }: Inputs): Implementation['run'] {
  const out = createImpact();
  const bodyA = createComposite();
  const bodyB = createComposite();
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const { shapeA, shapeB } = pairs[i];
      fillComposite(bodyA, motions, 2 * STRIDE * i);
      fillComposite(bodyB, motions, 2 * STRIDE * i + STRIDE);
      impactInto(out, shapeA, bodyA.motion, shapeB, bodyB.motion, DURATION);
      if (out.status === 'hit') answers[i] = out.time;
      else answers[i] = out.status === 'none' ? Number.POSITIVE_INFINITY : Number.NaN;
    }
  };
}

/** A motion and the parts of it that are written between queries. */
function createComposite() {
  const start = pose();
  const velocity = vec3();
  const angularVelocity = vec3();
  return { pose: start, velocity, angularVelocity, motion: motion(start, velocity, angularVelocity) };
}

function fillComposite(composite: ReturnType<typeof createComposite>, motions: Float64Array, k: number): void {
  const { velocity, angularVelocity } = composite;
  const { position, rotation } = composite.pose;
  position.x = motions[k];
  position.y = motions[k + 1];
  position.z = motions[k + 2];
  rotation.xx = motions[k + 3];
  rotation.xy = motions[k + 4];
  rotation.xz = motions[k + 5];
  rotation.yx = motions[k + 6];
  rotation.yy = motions[k + 7];
  rotation.yz = motions[k + 8];
  rotation.zx = motions[k + 9];
  rotation.zy = motions[k + 10];
  rotation.zz = motions[k + 11];
  velocity.x = motions[k + 12];
  velocity.y = motions[k + 13];
  velocity.z = motions[k + 14];
  angularVelocity.x = motions[k + 15];
  angularVelocity.y = motions[k + 16];
  angularVelocity.z = motions[k + 17];
}

/** Conservative advancement from distances and the maximum speed of approach along the normal, with the same tolerance. */
function runPlain({ pairs, motions }: Inputs): Implementation['run'] {
  const contact = createContact();
  const bodyA = createComposite();
  const bodyB = createComposite();
  const poseA = pose();
  const poseB = pose();
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const { shapeA, shapeB, radiusA, radiusB } = pairs[i];
      fillComposite(bodyA, motions, 2 * STRIDE * i);
      fillComposite(bodyB, motions, 2 * STRIDE * i + STRIDE);
      const { motion: motionA } = bodyA;
      const { motion: motionB } = bodyB;
      const { velocity: v, angularVelocity: w } = motionA;
      const { velocity: u, angularVelocity: q } = motionB;
      const tolerance = 1e-9 * (radiusA + radiusB);
      let time = 0;
      for (;;) {
        closestInto(contact, shapeA, poseAt(poseA, motionA, time), shapeB, poseAt(poseB, motionB, time));
        const { distance, normal: n } = contact;
        if (distance <= tolerance) break;
        const rate =
          n.x * (v.x - u.x) +
          n.y * (v.y - u.y) +
          n.z * (v.z - u.z) +
          radiusA *
            Math.sqrt((n.y * w.z - n.z * w.y) ** 2 + (n.z * w.x - n.x * w.z) ** 2 + (n.x * w.y - n.y * w.x) ** 2) +
          radiusB *
            Math.sqrt((n.y * q.z - n.z * q.y) ** 2 + (n.z * q.x - n.x * q.z) ** 2 + (n.x * q.y - n.y * q.x) ** 2);
        time += rate > 0 ? (distance - 0.5 * tolerance) / rate : DURATION;
        if (time >= DURATION) break;
      }
      answers[i] = time < DURATION ? time : Number.POSITIVE_INFINITY;
    }
  };
}
