import { createContact, createSimplexCache, type Pose, polygon, pose } from 'appulse';
import { closestConvexPolygons } from 'appulse/kernels';
import type { Effort, Implementation, Suite, Target, Workload } from '../harness.ts';
import { within } from '../harness.ts';
import type { Vertices } from '../inputs/convex-polygons.ts';
import {
  describePairs,
  drawPairs,
  FRAMES,
  MAX_ROTATION,
  MAX_TRANSLATION,
  type PolygonPairs,
  STRIDE,
} from '../inputs/polygon-pairs.ts';
import { createRandom } from '../inputs/random.ts';
import {
  absentPeers,
  type Box2d,
  loadBox2d,
  loadPlanck,
  loadRapier,
  type Planck,
  type Rapier,
  type RapierContact,
} from '../peers.ts';

export const polygonDistance: Suite = {
  name: 'polygon-distance',
  description: 'distance and closest points of two convex polygons, cold and with a warm start',
  async *workloads(effort) {
    for (const vertexCount of [4, 8, 32]) {
      // targets for eight vertices only
      const targets = vertexCount === 8 ? { cold: 290, warm: 690 } : { cold: 0, warm: 0 };
      yield apart(effort, vertexCount, targets.cold);
      yield tracked(effort, vertexCount, targets.warm);
    }
    yield mixed(effort, 8);
  },
};

/** Maximum error of a correct answer [m]; bodies are about 1 m long, rapier uses single precision. */
const TOLERANCE_APPULSE = 1e-13;
const TOLERANCE_PEERS = 1e-5;

async function apart(effort: Effort, vertexCount: number, perReference: number): Promise<Workload> {
  const inputs = drawPairs(createRandom(400 + vertexCount), effort.cases, effort.cases, vertexCount, false);
  return describe(`${vertexCount} vertices, cold`, inputs, 'independent queries', perReference);
}

async function tracked(effort: Effort, vertexCount: number, perReference: number): Promise<Workload> {
  const inputs = drawPairs(createRandom(500 + vertexCount), effort.cases, effort.cases / FRAMES, vertexCount, false);
  const motion = `${FRAMES} frames, up to ${MAX_TRANSLATION} m and ${MAX_ROTATION} rad from frame to frame, persistent caches`;
  return describe(`${vertexCount} vertices, tracked`, inputs, motion, perReference);
}

/** planck and @box2d/core return 0 for overlapping polygons; appulse and rapier2d return the depth. */
async function mixed(effort: Effort, vertexCount: number): Promise<Workload> {
  const inputs = drawPairs(createRandom(600 + vertexCount), effort.cases, effort.cases, vertexCount, true);
  return describe(`${vertexCount} vertices, overlaps included`, inputs, 'independent queries', 0);
}

/** `perReference`: target in queries per thousand operations of the reference kernel, 0 for none. */
async function describe(name: string, inputs: PolygonPairs, motion: string, perReference: number): Promise<Workload> {
  const { expected } = inputs;
  const planck = await loadPlanck();
  const box2d = await loadBox2d();
  const rapier = await loadRapier();
  // without the depth of overlaps there is less to compute
  const overlaps = expected.some((distance) => distance < 0);
  const comparable = overlaps ? ['rapier2d'] : ['planck', '@box2d/core', 'rapier2d'];
  const gaps = expected.map((distance) => Math.max(0, distance));
  const implementations: Implementation[] = [
    { name: 'appulse', isAppulse: true, run: runAppulse(inputs), judge: within(expected, TOLERANCE_APPULSE) },
  ];
  const peer = (title: string, run: Implementation['run'], truth: Float64Array) =>
    implementations.push({ name: title, isAppulse: false, run, judge: within(truth, TOLERANCE_PEERS) });
  if (planck.module) peer('planck', runPlanck(planck.module, inputs), gaps);
  if (box2d.module) peer('@box2d/core', runBox2d(box2d.module, inputs), gaps);
  if (rapier.module) peer('rapier2d', runRapier(rapier.module, inputs), expected);
  return {
    name,
    operation: 'query',
    error: 'max. error [m]',
    caseCount: expected.length,
    distribution: { ...describePairs(inputs), motion },
    oracle:
      `every edge with every vertex; wrong: error above ${TOLERANCE_APPULSE} m (appulse), ` +
      `${TOLERANCE_PEERS} m (others); planck and @box2d/core compute the gap only (0 for overlaps), radius 0`,
    implementations,
    targets: [
      ...(perReference > 0 ? [{ kind: 'reference', atLeast: perReference } as const] : []),
      ...comparable.map((title): Target => ({ kind: 'speed', peer: title, atLeast: 1.5 })),
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: absentPeers({ planck, '@box2d/core': box2d, rapier2d: rapier }),
  };
}

function runAppulse({ sideA, sideB, indexA, indexB, poses, pairCount, expected }: PolygonPairs): Implementation['run'] {
  const polygonsA = sideA.map((vertices) => polygon(vertices));
  const polygonsB = sideB.map((vertices) => polygon(vertices));
  const isTracked = pairCount < expected.length;
  const caches = Array.from({ length: isTracked ? pairCount : 1 }, createSimplexCache);
  const out = createContact();
  const poseA = pose();
  const poseB = pose();
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      fillPose(poseA, poses, STRIDE * i);
      fillPose(poseB, poses, STRIDE * i + 5);
      const cache = isTracked ? caches[i % pairCount] : caches[0];
      if (i < pairCount) cache.count = 0;
      closestConvexPolygons(out, polygonsA[indexA[i]], poseA, polygonsB[indexB[i]], poseB, cache);
      answers[i] = out.distance;
    }
  };
}

function fillPose({ position, rotation }: Pose, poses: Float64Array, k: number): void {
  position.x = poses[k];
  position.y = poses[k + 1];
  rotation.xx = poses[k + 3];
  rotation.xy = -poses[k + 4];
  rotation.yx = poses[k + 4];
  rotation.yy = poses[k + 3];
}

/** Vertex lists, because the polygon shape of planck drops all vertices after the twelfth. */
function runPlanck(
  { Vec2, DistanceInput, DistanceOutput, SimplexCache, Distance }: Planck,
  { sideA, sideB, indexA, indexB, poses, pairCount, expected }: PolygonPairs,
): Implementation['run'] {
  const cloud = (vertices: Vertices) => vertices.map(([x, y]) => new Vec2(x, y));
  const cloudsA = sideA.map(cloud);
  const cloudsB = sideB.map(cloud);
  const isTracked = pairCount < expected.length;
  const caches = Array.from({ length: isTracked ? pairCount : 1 }, () => new SimplexCache());
  const input = new DistanceInput();
  input.useRadii = false;
  const output = new DistanceOutput();
  const { proxyA, proxyB, transformA, transformB } = input;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const a = cloudsA[indexA[i]];
      const b = cloudsB[indexB[i]];
      proxyA.setVertices(a, a.length, 0);
      proxyB.setVertices(b, b.length, 0);
      fillTransform(transformA, poses, STRIDE * i);
      fillTransform(transformB, poses, STRIDE * i + 5);
      const cache = isTracked ? caches[i % pairCount] : caches[0];
      if (i < pairCount) cache.count = 0;
      Distance(output, cache, input);
      answers[i] = output.distance;
    }
  };
}

function runBox2d(
  { b2Vec2, b2DistanceInput, b2DistanceOutput, b2SimplexCache, b2Distance }: Box2d,
  { sideA, sideB, indexA, indexB, poses, pairCount, expected }: PolygonPairs,
): Implementation['run'] {
  const cloud = (vertices: Vertices) => vertices.map(([x, y]) => new b2Vec2(x, y));
  const cloudsA = sideA.map(cloud);
  const cloudsB = sideB.map(cloud);
  const isTracked = pairCount < expected.length;
  const caches = Array.from({ length: isTracked ? pairCount : 1 }, () => new b2SimplexCache());
  const input = new b2DistanceInput();
  input.useRadii = false;
  const output = new b2DistanceOutput();
  const { proxyA, proxyB, transformA, transformB } = input;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const a = cloudsA[indexA[i]];
      const b = cloudsB[indexB[i]];
      proxyA.SetVerticesRadius(a, a.length, 0);
      proxyB.SetVerticesRadius(b, b.length, 0);
      fillTransform(transformA, poses, STRIDE * i);
      fillTransform(transformB, poses, STRIDE * i + 5);
      const cache = isTracked ? caches[i % pairCount] : caches[0];
      if (i < pairCount) cache.count = 0;
      b2Distance(output, cache, input);
      answers[i] = output.distance;
    }
  };
}

function fillTransform(
  transform: { p: { x: number; y: number }; q: { s: number; c: number } },
  poses: Float64Array,
  k: number,
): void {
  transform.p.x = poses[k];
  transform.p.y = poses[k + 1];
  transform.q.c = poses[k + 3];
  transform.q.s = poses[k + 4];
}

/** Moves two colliders and queries their contact: the fastest of its three interfaces (shapes are copied once). */
function runRapier(rapier: Rapier, { sideA, sideB, indexA, indexB, poses }: PolygonPairs): Implementation['run'] {
  const world = new rapier.World({ x: 0, y: 0 });
  const collider = (vertices: Vertices) => {
    const description = rapier.ColliderDesc.convexPolyline(Float32Array.from(vertices.flat()));
    if (description === null) throw new Error('rapier2d rejects a strictly convex polygon');
    return world.createCollider(description);
  };
  const collidersA = sideA.map(collider);
  const collidersB = sideB.map(collider);
  const position = { x: 0, y: 0 };
  let contact: RapierContact | null = null;
  const anyDistance = 100;
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const k = STRIDE * i;
      const a = collidersA[indexA[i]];
      const b = collidersB[indexB[i]];
      position.x = poses[k];
      position.y = poses[k + 1];
      a.setTranslation(position);
      a.setRotation(poses[k + 2]);
      position.x = poses[k + 5];
      position.y = poses[k + 6];
      b.setTranslation(position);
      b.setRotation(poses[k + 7]);
      const found: RapierContact | null = a.contactCollider(b, anyDistance, contact ?? undefined);
      answers[i] = found === null ? Number.NaN : found.distance;
      contact = found ?? contact;
    }
  };
}
