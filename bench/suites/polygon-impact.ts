import { createImpact, impactInto, motion, polygon, pose, vec3 } from 'appulse';
import type { Effort, Implementation, Suite, Verdict, Workload } from '../harness.ts';
import { drawBox, drawConvexPolygon, radiusOf, type Vertices } from '../inputs/convex-polygons.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import { firstTouch, gapAt, type MovingPair } from '../oracles/first-touch.ts';
import { absentPeers, type Box2d, loadBox2d, loadPlanck, type Planck, type Sweep } from '../peers.ts';

export const polygonImpact: Suite = {
  name: 'polygon-impact',
  description: 'time of impact of two convex polygons that translate and rotate',
  async *workloads(effort) {
    for (const rotation of [0.3, 3, 10]) {
      yield describe(effort, 'boxes', drawBox, rotation);
      yield describe(effort, 'octagons', (random) => drawConvexPolygon(random, 8), rotation);
    }
  },
};

const POOL = 256;
/** Duration [s] */
const DURATION = 1;
/** Maximum delay of a correct time [s]. */
const LATE = 1e-6;
/** Maximum remaining gap of a correct time [m]. The peers stop at their slop of 5 mm, with a tolerance of a quarter of it. */
const EARLY_APPULSE = 1e-9;
const EARLY_PEERS = 0.005 + 0.00125 + 1e-9;
/** Minimum initial gap [m]: the peers report smaller gaps as contact. */
const MIN_START = 0.02;
/** The state `touching` of planck and Box2D; their worlds ignore all others. */
const TOUCHING = 3;

interface Inputs {
  readonly sideA: readonly Vertices[];
  readonly sideB: readonly Vertices[];
  readonly indexA: Int32Array;
  readonly indexB: Int32Array;
  /** x y angle and their rates, of A, then of B. */
  readonly motions: Float64Array;
  /** Times of first contact; Infinity: none. */
  readonly touches: Float64Array;
  readonly grazing: Uint8Array;
}

const STRIDE = 12;

async function describe(
  effort: Effort,
  name: string,
  draw: (random: Random) => Vertices,
  rotation: number,
): Promise<Workload> {
  const inputs = drawInputs(createRandom(700 + 10 * rotation), effort.cases, draw, rotation);
  const planck = await loadPlanck();
  const box2d = await loadBox2d();
  const implementations: Implementation[] = [
    { name: 'appulse', isAppulse: true, run: runAppulse(inputs), judge: judge(inputs, EARLY_APPULSE) },
  ];
  const peer = (title: string, run: Implementation['run']) =>
    implementations.push({ name: title, isAppulse: false, run, judge: judge(inputs, EARLY_PEERS) });
  if (planck.module) peer('planck', runPlanck(planck.module, inputs));
  if (box2d.module) peer('@box2d/core', runBox2d(box2d.module, inputs));
  return {
    name: `${name}, up to ${rotation} rad per step`,
    operation: 'query',
    error: 'max. remaining gap [m]',
    caseCount: effort.cases,
    distribution: distributionOf(inputs),
    oracle:
      `dense sampling; missed: contact not detected; late: by more than ${LATE} s; early: remaining gap above ${EARLY_APPULSE} m ` +
      `(others: ${EARLY_PEERS.toFixed(5)} m, their slop), false positives included`,
    implementations,
    targets: [
      { kind: 'speed', peer: 'planck', atLeast: 1.5 },
      { kind: 'speed', peer: '@box2d/core', atLeast: 1.5 },
      { kind: 'figure', figure: 'wrong answers', atMost: 0 },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: {
      ...absentPeers({ planck, '@box2d/core': box2d }),
      rapier2d: 'its shape cast has no rotation',
    },
  };
}

function distributionOf({ touches, grazing, motions }: Inputs): Workload['distribution'] {
  const count = touches.length;
  const hits = touches.filter((time) => time < Number.POSITIVE_INFINITY).sort();
  const starts = Float64Array.from(touches, (_, i) => {
    const k = STRIDE * i;
    return Math.hypot(motions[k + 6] - motions[k], motions[k + 7] - motions[k + 1]);
  }).sort();
  return {
    radii: '0.4 to 1.1 m',
    'initial distance of centres': `${starts[Math.floor(0.1 * count)].toFixed(2)} to ${starts[Math.floor(0.9 * count)].toFixed(2)} m (10 to 90 %)`,
    'relative speed': '1 to 4 m/s',
    impacts: `${((100 * hits.length) / count).toFixed(1)} %`,
    'median time of impact': `${hits[hits.length >> 1].toFixed(2)} s of ${DURATION}`,
    'grazing, not judged': grazing.reduce((sum, flag) => sum + flag, 0),
  };
}

function drawInputs(random: Random, count: number, draw: (random: Random) => Vertices, rotation: number): Inputs {
  const sideA = Array.from({ length: POOL }, () => draw(random));
  const sideB = Array.from({ length: POOL }, () => draw(random));
  const indexA = Int32Array.from({ length: count }, () => random.below(POOL));
  const indexB = Int32Array.from({ length: count }, () => random.below(POOL));
  const motions = new Float64Array(STRIDE * count);
  const touches = new Float64Array(count);
  const grazing = new Uint8Array(count);
  const inputs = { sideA, sideB, indexA, indexB, motions, touches, grazing };
  const pairAt = movingPairs(inputs);
  for (let i = 0; i < count; i++) {
    const pair = pairAt(i);
    do drawMotion(random, pair, rotation);
    while (gapAt(pair, 0) < MIN_START);
    const touch = firstTouch(pair, DURATION);
    touches[i] = touch.time;
    grazing[i] = touch.grazing ? 1 : 0;
  }
  return inputs;
}

/** B moves towards a point within the sum of the radii from A; both rotate. */
function drawMotion(random: Random, { motion, radiusA, radiusB }: MovingPair, rotation: number): void {
  const radii = radiusA + radiusB;
  const direction = random.between(0, 2 * Math.PI);
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  const distance = radii * random.between(0.8, 2);
  const miss = radii * random.between(-1, 1);
  const speed = random.between(1, 4);
  const half = 0.5 * speed;
  const angularVelocity = () => random.between(-rotation, rotation) / DURATION;
  const angle = () => random.between(-Math.PI, Math.PI);
  const x = random.between(-5, 5);
  const y = random.between(-5, 5);
  motion.set([x, y, angle(), half * c, half * s, angularVelocity()]);
  motion.set(
    [x + distance * c - miss * s, y + distance * s + miss * c, angle(), -half * c, -half * s, angularVelocity()],
    6,
  );
}

function movingPairs({ sideA, sideB, indexA, indexB, motions }: Inputs): (i: number) => MovingPair {
  const pack = (vertices: Vertices) => ({ body: Float64Array.from(vertices.flat()), radius: radiusOf(vertices) });
  const packedA = sideA.map(pack);
  const packedB = sideB.map(pack);
  return (i) => {
    const { body: bodyA, radius: radiusA } = packedA[indexA[i]];
    const { body: bodyB, radius: radiusB } = packedB[indexB[i]];
    return { bodyA, bodyB, radiusA, radiusB, motion: motions.subarray(STRIDE * i, STRIDE * (i + 1)) };
  };
}

/** The answer is the time of first contact, Infinity for none. */
function judge(inputs: Inputs, early: number): Implementation['judge'] {
  const pairAt = movingPairs(inputs);
  const { touches, grazing } = inputs;
  return (answer, i): Verdict => {
    if (Number.isNaN(answer)) return { error: Number.NaN, failure: 'undecided' };
    if (answer === Number.POSITIVE_INFINITY) {
      return { error: 0, failure: touches[i] < answer && !grazing[i] ? 'missed' : null };
    }
    const gap = gapAt(pairAt(i), answer);
    if (grazing[i]) return { error: 0, failure: gap > early + 1e-6 ? 'early' : null };
    if (answer > touches[i] + LATE) return { error: Math.abs(gap), failure: 'late' };
    return { error: Math.abs(gap), failure: gap > early ? 'early' : null };
  };
}

function runAppulse({ sideA, sideB, indexA, indexB, motions }: Inputs): Implementation['run'] {
  const polygonsA = sideA.map((vertices) => polygon(vertices));
  const polygonsB = sideB.map((vertices) => polygon(vertices));
  const out = createImpact();
  const bodyA = createComposite();
  const bodyB = createComposite();
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      fillComposite(bodyA, motions, STRIDE * i);
      fillComposite(bodyB, motions, STRIDE * i + 6);
      impactInto(out, polygonsA[indexA[i]], bodyA.motion, polygonsB[indexB[i]], bodyB.motion, DURATION);
      answers[i] = out.status === 'hit' ? out.time : out.status === 'none' ? Number.POSITIVE_INFINITY : Number.NaN;
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
  const { position, rotation } = composite.pose;
  const c = Math.cos(motions[k + 2]);
  const s = Math.sin(motions[k + 2]);
  position.x = motions[k];
  position.y = motions[k + 1];
  rotation.xx = c;
  rotation.xy = -s;
  rotation.yx = s;
  rotation.yy = c;
  composite.velocity.x = motions[k + 3];
  composite.velocity.y = motions[k + 4];
  composite.angularVelocity.z = motions[k + 5];
}

function runPlanck(
  { Vec2, TOIInput, TOIOutput, TimeOfImpact }: Planck,
  { sideA, sideB, indexA, indexB, motions }: Inputs,
): Implementation['run'] {
  const cloud = (vertices: Vertices) => vertices.map(([x, y]) => new Vec2(x, y));
  const cloudsA = sideA.map(cloud);
  const cloudsB = sideB.map(cloud);
  const input = new TOIInput();
  input.tMax = 1;
  const output = new TOIOutput();
  const { proxyA, proxyB, sweepA, sweepB } = input;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const a = cloudsA[indexA[i]];
      const b = cloudsB[indexB[i]];
      proxyA.setVertices(a, a.length, 0);
      proxyB.setVertices(b, b.length, 0);
      fillSweep(sweepA, motions, STRIDE * i);
      fillSweep(sweepB, motions, STRIDE * i + 6);
      TimeOfImpact(output, input);
      answers[i] = output.state === TOUCHING ? output.t * DURATION : Number.POSITIVE_INFINITY;
    }
  };
}

function runBox2d(
  { b2Vec2, b2TOIInput, b2TOIOutput, b2TimeOfImpact }: Box2d,
  { sideA, sideB, indexA, indexB, motions }: Inputs,
): Implementation['run'] {
  const cloud = (vertices: Vertices) => vertices.map(([x, y]) => new b2Vec2(x, y));
  const cloudsA = sideA.map(cloud);
  const cloudsB = sideB.map(cloud);
  const input = new b2TOIInput();
  input.tMax = 1;
  const output = new b2TOIOutput();
  const { proxyA, proxyB, sweepA, sweepB } = input;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const a = cloudsA[indexA[i]];
      const b = cloudsB[indexB[i]];
      proxyA.SetVerticesRadius(a, a.length, 0);
      proxyB.SetVerticesRadius(b, b.length, 0);
      fillSweep(sweepA, motions, STRIDE * i);
      fillSweep(sweepB, motions, STRIDE * i + 6);
      b2TimeOfImpact(output, input);
      answers[i] = output.state === TOUCHING ? output.t * DURATION : Number.POSITIVE_INFINITY;
    }
  };
}

function fillSweep(sweep: Sweep, motions: Float64Array, k: number): void {
  sweep.c0.x = motions[k];
  sweep.c0.y = motions[k + 1];
  sweep.a0 = motions[k + 2];
  sweep.c.x = motions[k] + DURATION * motions[k + 3];
  sweep.c.y = motions[k + 1] + DURATION * motions[k + 4];
  sweep.a = motions[k + 2] + DURATION * motions[k + 5];
  sweep.alpha0 = 0;
}
