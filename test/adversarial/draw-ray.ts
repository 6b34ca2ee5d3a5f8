import { composePose, createPose, type Pose, toWorld } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3, lengthVec3, normalizeVec3, type Vec3 } from '../../src/math/vec3.ts';
import type { Shape, ShapeKind } from '../../src/shapes/shape.ts';
import { drawUnit } from './depth.ts';
import { type AdversarialBody, drawMotion, drawNoise, drawRotation } from './draw-pair.ts';
import { drawShape } from './draw-shape.ts';
import { toNumber, vector } from './extended.ts';
import { supportInBody } from './support.ts';

// Points and rays in positions that random ones never have: on faces, edges, vertices, axes and centres, along faces and tangent to round
// bodies; exactly, to the last digit, and with noise.

export interface AdversarialPoint {
  readonly body: AdversarialBody;
  /** World axes [m]. */
  readonly point: Vec3;
  /** Largest coordinate of the body in its own axes [m]. */
  readonly size: number;
  readonly noise: number;
  readonly description: string;
}

export interface AdversarialRay extends Omit<AdversarialPoint, 'point'> {
  readonly origin: Vec3;
  readonly direction: Vec3;
  readonly maxDistance: number;
  readonly radius: number;
}

const AXES = [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)] as const;

/** Extents of a body along its axes: -x, x, -y, y, -z, z. A half-space counts as one of size 1. */
function extentsOf(shape: Shape): number[] {
  return AXES.flatMap(({ x, y, z }) =>
    [-1, 1].map((sign) => sign * toNumber(supportInBody(shape, vector(sign * x, sign * y, sign * z)) ?? [1, 0])),
  );
}

/** A corner, the midpoint of an edge or a face, the centre, or a point between them, in body axes. */
function drawFeaturePoint(random: Random, shape: Shape, planar: boolean): Vec3 {
  const packed = packedVertices(shape);
  if (packed && random.below(2) === 0) {
    const { values, dimension } = packed;
    const pick = () => {
      const i = dimension * random.below(values.length / dimension);
      return createVec3(values[i], values[i + 1], dimension === 3 ? values[i + 2] : 0);
    };
    const [p, q] = [pick(), pick()];
    const k = [0, 0.5, random.next()][random.below(3)];
    return createVec3(p.x + k * (q.x - p.x), p.y + k * (q.y - p.y), p.z + k * (q.z - p.z));
  }
  const extents = extentsOf(shape);
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const [low, high] = [extents[2 * axis], extents[2 * axis + 1]];
    return [low, high, 0, low + (high - low) / 2, low + (high - low) * random.next()][random.below(5)];
  });
  return createVec3(x, y, planar ? 0 : z);
}

function packedVertices(shape: Shape): { values: Float64Array; dimension: 2 | 3 } | undefined {
  if (shape.kind === 'polygon') return { values: shape.vertices, dimension: 2 };
  if (shape.kind === 'hull') return { values: shape.vertices, dimension: 3 };
  if (shape.kind === 'trimesh') return { values: shape.positions, dimension: 3 };
  if (shape.kind !== 'segment') return undefined;
  const { start, end } = shape;
  return { values: Float64Array.of(start.x, start.y, start.z, end.x, end.y, end.z), dimension: 3 };
}

/** Along an axis, a face or body diagonal, or anywhere; body axes. */
function drawBodyDirection(random: Random, planar: boolean): Vec3 {
  const part = () => [0, 1, -1][random.below(3)];
  const chosen = createVec3(part(), part(), planar ? 0 : part());
  const any = drawUnit(random, planar);
  if (random.below(3) === 0 || lengthVec3(chosen) === 0) return any;
  return normalizeVec3(chosen, chosen);
}

interface DrawnBody extends Omit<AdversarialPoint, 'point'> {
  readonly place: Pose;
}

function drawBody(random: Random, kind: ShapeKind, planar: boolean): DrawnBody {
  const noise = drawNoise(random);
  const k = [1, 1, 1, 1e-3, 1e5][random.below(5)];
  const { shape, twin } = drawShape(random, kind, k, planar, noise);
  const rotation = drawRotation(random, planar, noise);
  const motion = drawMotion(random, planar, k);
  const own: Pose = { position: createVec3(), rotation };
  const pose = motion ? composePose(createPose(), motion.pose, own) : own;
  const size = Math.max(...extentsOf(twin).map(Math.abs)) || k;
  return {
    body: { shape, pose, twin: { shape: twin, pose } },
    place: pose,
    size,
    noise,
    description: `noise ${noise}, ${motion?.name ?? 'as drawn'}`,
  };
}

export function drawAdversarialPoint(random: Random, kind: ShapeKind, planar: boolean): AdversarialPoint {
  const { place, ...drawn } = drawBody(random, kind, planar);
  const p = drawFeaturePoint(random, drawn.body.twin.shape, planar);
  const away = drawUnit(random, planar);
  // on the feature, off it by noise, a little, or well off
  const distance =
    drawn.size * [0, 0, drawn.noise, 10 ** random.between(-15, -4), random.between(0, 2)][random.below(5)];
  const local = createVec3(p.x + distance * away.x, p.y + distance * away.y, p.z + distance * away.z);
  const point = toWorld(createVec3(), place, local);
  return { ...drawn, point: planar ? createVec3(point.x, point.y, place.position.z) : point };
}

export function drawAdversarialRay(random: Random, kind: ShapeKind, planar: boolean): AdversarialRay {
  const { place, ...drawn } = drawBody(random, kind, planar);
  const { size, noise } = drawn;
  const target = drawFeaturePoint(random, drawn.body.twin.shape, planar);
  const heading = drawBodyDirection(random, planar);
  const back = size * [0, 2 ** -52, noise, 0.5, 3, 3, 1e3][random.below(7)];
  const shift = () => noise * size * random.normal();
  const from = createVec3(
    target.x - back * heading.x + shift(),
    target.y - back * heading.y + shift(),
    planar ? 0 : target.z - back * heading.z + shift(),
  );
  const length = [1, 1, size, 1e-3][random.below(4)];
  const { rotation: r } = place;
  const direction = createVec3(
    length * (r.xx * heading.x + r.xy * heading.y + r.xz * heading.z),
    length * (r.yx * heading.x + r.yy * heading.y + r.yz * heading.z),
    planar ? 0 : length * (r.zx * heading.x + r.zy * heading.y + r.zz * heading.z),
  );
  const origin = toWorld(createVec3(), place, from);
  const maxDistance = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, back, 0.5 * back][random.below(4)];
  const radius = size * [0, 0, 0, 0.1, 1, 1e-6, 100][random.below(7)];
  return {
    ...drawn,
    origin: planar ? createVec3(origin.x, origin.y, place.position.z) : origin,
    direction,
    maxDistance,
    radius,
    description: `${drawn.description}, radius ${radius}, from ${back.toExponential(1)} m, up to ${maxDistance}`,
  };
}
