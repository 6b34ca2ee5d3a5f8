import { createVec3, crossVec3, lengthVec3, type ReadonlyVec3, type Vec3 } from '../../src/math/vec3.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { edgeDirections, faceNormals } from './depth.ts';
import { fromVec3, toNumber, unit } from './extended.ts';
import { gapAlong } from './support.ts';

// When two convex polytopes that translate overlap, by brute force over every direction that can separate them last: face normals and
// products of two edges. Along each the gap is linear in time.

/** More products of two edges than this take too long. */
const MAX_PRODUCTS = 1500;
const POLYTOPES = ['point', 'segment', 'box', 'hull', 'polygon'];
const THIN = ['point', 'segment'];

/** Do the directions below separate the bodies whenever they are apart? */
export function isDecidedByDirections(a: Placed, b: Placed, planar: boolean): boolean {
  const polytopes = [a, b].every(({ shape }) => {
    if (shape.kind === 'box') return shape.radius === 0;
    return POLYTOPES.includes(shape.kind) && !('convex' in shape && !shape.convex);
  });
  if (!polytopes || [a, b].every(({ shape }) => THIN.includes(shape.kind))) return false;
  return planar || edgesOf(a).length * edgesOf(b).length <= MAX_PRODUCTS;
}

const edgesOf = (body: Placed) => (body.shape.kind === 'point' ? [] : edgeDirections(body));

function separatingDirections(a: Placed, b: Placed, planar: boolean): Vec3[] {
  const directions = [a, b]
    .filter(({ shape }) => !THIN.includes(shape.kind))
    .flatMap((body) => faceNormals(body, planar));
  if (planar) {
    for (const body of [a, b]) {
      if (body.shape.kind !== 'segment') continue;
      const [{ x, y }] = edgeDirections(body);
      directions.push(createVec3(-y, x, 0), createVec3(x, y, 0));
    }
  } else {
    for (const one of edgesOf(a)) {
      for (const other of edgesOf(b)) {
        const n = crossVec3(createVec3(), one, other);
        if (lengthVec3(n) > 1e-12 * lengthVec3(one) * lengthVec3(other)) directions.push(n);
      }
    }
  }
  return directions.filter((n) => lengthVec3(n) > 0);
}

export interface OverlapInterval {
  readonly from: number;
  readonly to: number;
}

/**
 * The times [s] at which bodies, B moving with `velocity` [m/s] relative to A, overlap along every direction by more than `depth` [m];
 * undefined if there are none.
 */
export function overlapInterval(
  a: Placed,
  b: Placed,
  velocity: ReadonlyVec3,
  depth: number,
  planar: boolean,
): OverlapInterval | undefined {
  let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const direction of separatingDirections(a, b, planar)) {
    for (const sign of [1, -1]) {
      const n = unit(fromVec3(createVec3(sign * direction.x, sign * direction.y, sign * direction.z)));
      const along = gapAlong(a, b, n);
      if (along === undefined) return undefined;
      const gap = toNumber(along) + depth;
      const rate = toNumber(n.x) * velocity.x + toNumber(n.y) * velocity.y + toNumber(n.z) * velocity.z;
      if (rate < 0) from = Math.max(from, gap / -rate);
      else if (rate > 0) to = Math.min(to, -gap / rate);
      else if (gap > 0) return undefined;
    }
  }
  return from < to ? { from, to } : undefined;
}
