import { vec3 } from 'appulse';
import { closestPlanarSegments, closestSegmentSegment, createSegmentSegment } from 'appulse/kernels';
import type { Effort, Implementation, Suite, Workload } from '../harness.ts';
import { within } from '../harness.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import { exactSegmentDistance } from '../oracles/segment-distance.ts';
import { absentPeers, type Box2d, loadBox2d, loadPlanck, loadThree, type Planck, type Three } from '../peers.ts';

export const segmentPairs: Suite = {
  name: 'segment-pairs',
  description: 'closest points of two segments, in 3-D and in 2-D',
  async *workloads(effort) {
    yield inSpace(effort);
    yield inPlane(effort);
  },
};

/** End points are multiples of 2^-20 m, so that the oracle can use integers. */
const GRID = 2 ** 20;
/** Numbers of one pair: the ends a1 b1 a2 b2, xyz each. */
const STRIDE = 12;
/** Maximum error of a correct answer [m]; the segments are up to 1.5 m long, within 3 m. */
const TOLERANCE_APPULSE = 1e-14;
const TOLERANCE_PEERS = 1e-9;

async function inSpace(effort: Effort): Promise<Workload> {
  const pairs = drawPairs(createRandom(31), effort.cases, 3);
  const three = await loadThree();
  return describe('3-D', pairs, [appulseInSpace, textbook, three.module && threeImplementation(three.module)], {
    ...absentPeers({ three }),
    'planck, @box2d/core, rapier2d': 'planar only',
  });
}

async function inPlane(effort: Effort): Promise<Workload> {
  const pairs = drawPairs(createRandom(32), effort.cases, 2);
  const three = await loadThree();
  const planck = await loadPlanck();
  const box2d = await loadBox2d();
  const implementations = [
    appulseInPlane,
    textbook,
    three.module && threeImplementation(three.module),
    planck.module && planckImplementation(planck.module),
    box2d.module && box2dImplementation(box2d.module),
  ];
  return describe('2-D', pairs, implementations, absentPeers({ three, planck, '@box2d/core': box2d }));
}

/** An implementation without its inputs. */
interface Entry {
  readonly name: string;
  readonly isAppulse: boolean;
  run(pairs: Float64Array, answers: Float64Array, first: number, last: number): void;
}

function describe(name: string, pairs: Float64Array, entries: (Entry | null)[], absent: Workload['absent']): Workload {
  const caseCount = pairs.length / STRIDE;
  const expected = exactDistances(pairs);
  const intersecting = expected.reduce((count, distance) => count + (distance === 0 ? 1 : 0), 0);
  const present = entries.filter((entry) => entry !== null);
  return {
    name,
    operation: 'pair',
    error: 'max. error [m]',
    caseCount,
    distribution: {
      ends: 'first end uniform in 2 m, length 0.1 to 1.5 m',
      parallel: '5 %',
      'zero length': '1 %',
      intersecting: `${((100 * intersecting) / caseCount).toFixed(1)} %`,
      'median distance': `${[...expected].sort((a, b) => a - b)[caseCount >> 1].toFixed(2)} m`,
    },
    oracle: `integer arithmetic; wrong: error above ${TOLERANCE_APPULSE} m (appulse), ${TOLERANCE_PEERS} m (others)`,
    implementations: present.map(
      (entry): Implementation => ({
        name: entry.name,
        isAppulse: entry.isAppulse,
        run: (answers, first, last) => entry.run(pairs, answers, first, last),
        judge: within(expected, entry.isAppulse ? TOLERANCE_APPULSE : TOLERANCE_PEERS),
      }),
    ),
    targets: [
      { kind: 'speed', peer: 'three', atLeast: 1 },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent,
  };
}

function drawPairs(random: Random, count: number, dimension: 2 | 3): Float64Array {
  const pairs = new Float64Array(STRIDE * count);
  const snap = (value: number) => Math.round(value * GRID) / GRID;
  const direction = () => {
    const angle = random.between(0, 2 * Math.PI);
    // uniform on the sphere: uniform height and angle (Archimedes)
    const z = dimension === 3 ? random.between(-1, 1) : 0;
    const r = Math.sqrt(1 - z * z);
    const length = random.between(0.1, 1.5);
    return [r * Math.cos(angle), r * Math.sin(angle), z].map((value) => snap(length * value));
  };
  for (let i = 0; i < count; i++) {
    const first = direction();
    const kind = random.next();
    const second = kind < 0.05 ? first.map((value) => -value) : kind < 0.06 ? [0, 0, 0] : direction();
    [first, second].forEach((d, segment) => {
      for (let axis = 0; axis < dimension; axis++) {
        const start = snap(random.between(-1, 1));
        pairs[STRIDE * i + 6 * segment + axis] = start;
        pairs[STRIDE * i + 6 * segment + 3 + axis] = start + d[axis];
      }
    });
  }
  return pairs;
}

function exactDistances(pairs: Float64Array): Float64Array {
  const end = (from: number) => Array.from(pairs.subarray(from, from + 3), (value) => BigInt(value * GRID));
  return Float64Array.from({ length: pairs.length / STRIDE }, (_, i) => {
    const k = STRIDE * i;
    return exactSegmentDistance(end(k), end(k + 3), end(k + 6), end(k + 9)) / GRID;
  });
}

/** Writes the four end points of pair i into the vectors of an implementation. */
function fillEnds(ends: readonly { x: number; y: number; z: number }[], pairs: Float64Array, i: number): void {
  for (let k = 0; k < 4; k++) {
    const end = ends[k];
    const from = STRIDE * i + 3 * k;
    end.x = pairs[from];
    end.y = pairs[from + 1];
    end.z = pairs[from + 2];
  }
}

const out = createSegmentSegment();
const vectors = [vec3(), vec3(), vec3(), vec3()];

const appulseInSpace: Entry = {
  name: 'appulse',
  isAppulse: true,
  run(pairs, answers, first, last) {
    for (let i = first; i < last; i++) {
      fillEnds(vectors, pairs, i);
      closestSegmentSegment(out, vectors[0], vectors[1], vectors[2], vectors[3]);
      answers[i] = out.distance;
    }
  },
};

/** Also decides exactly whether the segments intersect. */
const appulseInPlane: Entry = {
  name: 'appulse',
  isAppulse: true,
  run(pairs, answers, first, last) {
    for (let i = first; i < last; i++) {
      fillEnds(vectors, pairs, i);
      closestPlanarSegments(out, vectors[0], vectors[1], vectors[2], vectors[3]);
      answers[i] = out.distance;
    }
  },
};

/** The usual method (Ericson, *Real-Time Collision Detection*, 5.1.9), in scalars: closest points and distance only. */
const textbook: Entry = {
  name: 'textbook clamp',
  isAppulse: false,
  run(pairs, answers, first, last) {
    for (let i = first; i < last; i++) {
      fillEnds(vectors, pairs, i);
      textbookClamp(out, vectors[0], vectors[1], vectors[2], vectors[3]);
      answers[i] = out.distance;
    }
  },
};

type Vector = { x: number; y: number; z: number };

function textbookClamp(
  out: { distance: number; pointA: Vector; pointB: Vector },
  p1: Vector,
  q1: Vector,
  p2: Vector,
  q2: Vector,
): void {
  const ux = q1.x - p1.x;
  const uy = q1.y - p1.y;
  const uz = q1.z - p1.z;
  const vx = q2.x - p2.x;
  const vy = q2.y - p2.y;
  const vz = q2.z - p2.z;
  const rx = p1.x - p2.x;
  const ry = p1.y - p2.y;
  const rz = p1.z - p2.z;
  const a = ux * ux + uy * uy + uz * uz;
  const e = vx * vx + vy * vy + vz * vz;
  const b = ux * vx + uy * vy + uz * vz;
  const c = ux * rx + uy * ry + uz * rz;
  const f = vx * rx + vy * ry + vz * rz;
  const denominator = a * e - b * b;
  let s = denominator > 0 ? clampUnit((b * f - c * e) / denominator) : 0;
  let t = e > 0 ? (b * s + f) / e : 0;
  if (e === 0 || t < 0) {
    t = 0;
    s = a > 0 ? clampUnit(-c / a) : 0;
  } else if (t > 1) {
    t = 1;
    s = a > 0 ? clampUnit((b - c) / a) : 0;
  }
  const { pointA, pointB } = out;
  pointA.x = p1.x + s * ux;
  pointA.y = p1.y + s * uy;
  pointA.z = p1.z + s * uz;
  pointB.x = p2.x + t * vx;
  pointB.y = p2.y + t * vy;
  pointB.z = p2.z + t * vz;
  const dx = pointA.x - pointB.x;
  const dy = pointA.y - pointB.y;
  const dz = pointA.z - pointB.z;
  out.distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function clampUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The same method in three: `Line3.distanceSqToLine3`. */
function threeImplementation({ Vector3, Line3 }: Three): Entry {
  const ends = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  const lineA = new Line3(ends[0], ends[1]);
  const lineB = new Line3(ends[2], ends[3]);
  const pointA = new Vector3();
  const pointB = new Vector3();
  return {
    name: 'three',
    isAppulse: false,
    run(pairs, answers, first, last) {
      for (let i = first; i < last; i++) {
        fillEnds(ends, pairs, i);
        answers[i] = Math.sqrt(lineA.distanceSqToLine3(lineB, pointA, pointB));
      }
    },
  };
}

/** GJK on two sets of two points: planck has no special function for segments. */
function planckImplementation({ Vec2, DistanceInput, DistanceOutput, SimplexCache, Distance }: Planck): Entry {
  const ends = [new Vec2(0, 0), new Vec2(0, 0), new Vec2(0, 0), new Vec2(0, 0)];
  const input = new DistanceInput();
  input.proxyA.setVertices(ends.slice(0, 2), 2, 0);
  input.proxyB.setVertices(ends.slice(2, 4), 2, 0);
  const output = new DistanceOutput();
  const cache = new SimplexCache();
  return {
    name: 'planck',
    isAppulse: false,
    run(pairs, answers, first, last) {
      for (let i = first; i < last; i++) {
        fillPlanarEnds(ends, pairs, i);
        cache.count = 0;
        Distance(output, cache, input);
        answers[i] = output.distance;
      }
    },
  };
}

function box2dImplementation({ b2Vec2, b2DistanceInput, b2DistanceOutput, b2SimplexCache, b2Distance }: Box2d): Entry {
  const ends = [new b2Vec2(0, 0), new b2Vec2(0, 0), new b2Vec2(0, 0), new b2Vec2(0, 0)];
  const input = new b2DistanceInput();
  input.proxyA.SetVerticesRadius(ends.slice(0, 2), 2, 0);
  input.proxyB.SetVerticesRadius(ends.slice(2, 4), 2, 0);
  const output = new b2DistanceOutput();
  const cache = new b2SimplexCache();
  return {
    name: '@box2d/core',
    isAppulse: false,
    run(pairs, answers, first, last) {
      for (let i = first; i < last; i++) {
        fillPlanarEnds(ends, pairs, i);
        cache.count = 0;
        b2Distance(output, cache, input);
        answers[i] = output.distance;
      }
    },
  };
}

function fillPlanarEnds(ends: readonly { x: number; y: number }[], pairs: Float64Array, i: number): void {
  for (let k = 0; k < 4; k++) {
    const end = ends[k];
    const from = STRIDE * i + 3 * k;
    end.x = pairs[from];
    end.y = pairs[from + 1];
  }
}
