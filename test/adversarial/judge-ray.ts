import type { RayHit } from '../../src/ray/ray-hit.ts';
import type { Placed } from '../contract/draw-pair.ts';
import type { AdversarialRay } from './draw-ray.ts';
import {
  addVectors,
  dot,
  type ExtendedVector,
  extended,
  fromVec3,
  length,
  scaleVector,
  subtractVectors,
  toNumber,
  unit,
  vector,
} from './extended.ts';
import { distanceOutside, isInsideMesh } from './membership.ts';
import { supportAlong, toBodyAxes, toWorldAxes } from './support.ts';

// Judges the hit of a ray by nothing but membership in double-double arithmetic: the hit is on the body, nothing before it is inside, a
// ray that misses is never inside, and the normal is that of a support plane.

/** Points of a ray that are looked at for an entry that was missed. */
const SAMPLES = 24;
const REFINEMENTS = 48;
const EPSILON = 2 ** -52;
/** A ray meets a point or a segment if it passes through it to this fraction of the size of the query. */
const INCIDENT = 1e-12;

interface RayCase {
  readonly body: Placed;
  readonly radius: number;
  readonly at: (t: number) => ExtendedVector;
  /** Errors up to this are rounding [m]. */
  readonly limit: number;
  readonly planar: boolean;
}

const describe = (value: number) => value.toExponential(2);

/** What is wrong with a hit: an empty list is a sound one. `accuracy` is in parts of the size of the query. */
export function judgeRay(drawn: AdversarialRay, hit: RayHit, accuracy: number, planar: boolean): string[] {
  const { origin, maxDistance, radius } = drawn;
  const body = drawn.body.twin;
  const from = fromVec3(origin);
  const u = unit(fromVec3(drawn.direction));
  const far = toNumber(length(subtractVectors(from, fromVec3(body.pose.position))));
  const scale = drawn.size + far + radius;
  const coordinates = [origin, body.pose.position].flatMap(({ x, y, z }) => [x, y, z].map(Math.abs));
  const way = hit.hit ? hit.distance : 0;
  const limit = accuracy * (scale + way) + 4 * EPSILON * Math.max(...coordinates) + hit.errorBound;
  const at = (t: number) => addVectors(from, scaleVector(u, extended(t)));
  const ray: RayCase = { body, radius, at, limit, planar };
  if (!hit.hit) {
    if (hit.distance !== Number.POSITIVE_INFINITY) return [`a miss at ${hit.distance}`];
    return judgeMiss(ray, Math.min(maxDistance, 2 * far + 8 * scale), scale);
  }
  const numbers = [hit.distance, ...Object.values(hit.point), ...Object.values(hit.normal), hit.errorBound];
  if (!numbers.every(Number.isFinite)) return ['not a finite number'];
  if (!(hit.distance >= 0 && hit.distance <= maxDistance)) return [`hit at ${hit.distance} of ${maxDistance}`];
  const unitError = Math.abs(toNumber(length(fromVec3(hit.normal))) - 1);
  if (unitError > 8 * EPSILON) return [`normal of length 1 + ${describe(unitError)}`];
  const off = toNumber(length(subtractVectors(fromVec3(hit.point), at(hit.distance))));
  const faults = off > 4 * limit ? [`point ${describe(off)} m off the ray, limit ${describe(4 * limit)}`] : [];
  const beyond = outside(ray, fromVec3(hit.point));
  const touching = isSegmentCore(body) && radius === 0 ? Math.max(limit, 2 * INCIDENT * scale) : limit;
  if (beyond > touching) faults.push(`hit ${describe(beyond)} m off the body, limit ${describe(touching)}`);
  if (hit.inside) return hit.distance === 0 ? faults : [...faults, `inside at ${hit.distance}`];
  return [...faults, ...judgeBefore(ray, hit.distance), ...judgeNormal(ray, hit, u, drawn.size)];
}

const isSegmentCore = ({ shape }: Placed) => shape.kind === 'point' || shape.kind === 'segment';

/** Distance of a point from the body inflated by the radius [m]. */
function outside({ body, radius }: RayCase, p: ExtendedVector): number {
  const { shape, pose } = body;
  if (shape.kind === 'trimesh' && shape.closed) {
    const local = toBodyAxes(pose.rotation, subtractVectors(p, fromVec3(pose.position)));
    if (isInsideMesh(shape, local)) return -radius;
  }
  return (distanceOutside(body, p) ?? 0) - radius;
}

const isSurface = ({ shape }: Placed) => shape.kind === 'trimesh' && !shape.closed;

/** Is a point inside by more than the limit? Without a radius: are all points that far from it along the axes of the body inside? */
function isDeep(ray: RayCase, p: ExtendedVector): boolean {
  if (ray.radius > 0) return outside(ray, p) < -ray.limit;
  if (isSegmentCore(ray.body) || isSurface(ray.body) || outside(ray, p) > 0) return false;
  const { rotation } = ray.body.pose;
  // along the diagonals: an octahedron's corners alone would lie outside of a cone or a sharp wedge
  const step = ray.limit;
  for (const x of [-step, step]) {
    for (const y of [-step, step]) {
      for (const z of ray.planar ? [0] : [-step, step]) {
        if (outside(ray, addVectors(p, toWorldAxes(rotation, vector(x, y, z)))) > 0) return false;
      }
    }
  }
  return true;
}

/** Before the hit the ray is nowhere inside. */
function judgeBefore(ray: RayCase, hit: number): string[] {
  for (let back = 2 * ray.limit; back <= hit; back *= 2) {
    if (isDeep(ray, ray.at(hit - back))) return [`inside ${describe(back)} m before the hit`];
  }
  // on the face that two pieces of a compound share, a start is on the surface of each
  const shared = ray.body.shape.kind === 'compound' && hit <= ray.limit;
  return !shared && isDeep(ray, ray.at(0)) ? ['the start is inside'] : [];
}

/** The ray is nowhere inside, and passes through no body without width. */
function judgeMiss(ray: RayCase, last: number, scale: number): string[] {
  const gap = (t: number) => outside(ray, ray.at(t));
  const step = last / SAMPLES;
  const gaps = Array.from({ length: SAMPLES + 1 }, (_, i) => gap(i * step));
  const at = (i: number) => gaps[i] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= SAMPLES; i++) {
    if (at(i) <= 0) {
      let end = i;
      while (at(end + 1) <= 0) end++;
      const t = 0.5 * (i + end) * step;
      if (isDeep(ray, ray.at(t))) return [`missed, but inside at ${describe(t)} m`];
      i = end;
    } else if (at(i) < at(i - 1) && at(i) <= at(i + 1)) {
      const t = lowestPoint(gap, Math.max(0, i - 1) * step, Math.min(SAMPLES, i + 1) * step);
      if (isDeep(ray, ray.at(t))) return [`missed, but inside at ${describe(t)} m`];
      // passing through counts between the ends of the ray only
      const thin = isSegmentCore(ray.body) && ray.radius === 0 && Math.min(t, last - t) > 2 * INCIDENT * scale;
      if (thin && gap(t) < 0.1 * INCIDENT * scale) return [`missed, but within ${describe(gap(t))} m`];
    }
  }
  return [];
}

/** Minimum of a unimodal function, or the midpoint of the interval where it is not above zero. */
function lowestPoint(gap: (t: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let k = 0; k < REFINEMENTS; k++) {
    const [first, second] = [low + (high - low) / 3, high - (high - low) / 3];
    const [left, right] = [gap(first), gap(second)];
    if (left <= 0 || right <= 0) return midpointInside(gap, from, to, left <= 0 ? first : second);
    if (left <= right) high = second;
    else low = first;
  }
  return 0.5 * (low + high);
}

/** Midpoint of the interval of the ray inside: its ends by bisection. */
function midpointInside(gap: (t: number) => number, from: number, to: number, inside: number): number {
  const border = (out: number) => {
    let [a, b] = [out, inside];
    for (let k = 0; k < REFINEMENTS; k++) {
      const t = 0.5 * (a + b);
      if (gap(t) > 0) a = t;
      else b = t;
    }
    return b;
  };
  return 0.5 * (border(from) + border(to));
}

/** The whole convex body is behind the plane perpendicular to the normal at the hit. */
function judgeNormal(ray: RayCase, hit: RayHit, u: ExtendedVector, size: number): string[] {
  const { body, radius } = ray;
  // the normal of a small sphere is the offset of its centre from the body, divided by a small radius
  const limit = 8 * ray.limit * (1 + (radius > 0 ? size / radius : 0));
  const n = unit(fromVec3(hit.normal));
  const rate = toNumber(dot(n, u));
  if (rate > 1e-7) return [`normal along the ray: ${describe(rate)}`];
  const { kind } = body.shape;
  const convex = !(kind === 'compound' || kind === 'trimesh') && !('convex' in body.shape && !body.shape.convex);
  if (!convex || isSegmentCore(body)) return [];
  const height = supportAlong(body, n, fromVec3(hit.point));
  if (!height) return [];
  const miss = Math.abs(toNumber(height) + radius);
  return miss > limit ? [`support plane ${describe(miss)} m off the hit, limit ${describe(limit)}`] : [];
}
