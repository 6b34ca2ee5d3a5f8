import { createMat3, type Mat3 } from '../../math/mat3.ts';
import { composePose, createPose, type ReadonlyPose } from '../../math/pose.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  subVec3,
} from '../../math/vec3.ts';
import { createPoint } from '../../shapes/point.ts';
import type { Segment } from '../../shapes/segment.ts';
import { tiledStadium } from '../../shapes/tiled/outline-bodies.ts';
import { tiledCapsule } from '../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import type { Contact } from '../contact.ts';
import { hasCore } from '../convex/core.ts';
import { closestSolids } from '../convex/solid-contact.ts';
import { addRadii } from '../planar/core-contact.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import { closestTiledShapes } from './tiled-contact.ts';

/**
 * Radii of tubes around a segment, relative to its length: where one overlaps the other body the next is tried. The last one is within
 * the accuracy of an overlap.
 */
const RADII = [0.1, 1e-3, 1e-5];

/** Tubes around a segment, 2-D or 3-D, and their pose in its frame. */
interface Tubes {
  readonly length: number;
  readonly pose: ReadonlyPose;
  /** At the indices of their radii, created on demand. */
  readonly bodies: (TiledBody | undefined)[];
}

const POINT = createPoint();
const made: Record<2 | 3, WeakMap<Segment, Tubes>> = { 2: new WeakMap(), 3: new WeakMap() };
const tubePose = createPose();

/**
 * Contact of a segment and a tiled body. Inflated by a radius, a segment is a capsule (in 2-D a stadium), which is closer by exactly
 * that radius while they are apart: a smooth body replaces the segment where a support function is not enough.
 */
export function closestSegmentToTiled(
  out: Contact,
  shape: Segment,
  pose: ReadonlyPose,
  body: TiledBody,
  bodyPose: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  const { dimension } = body;
  if (hasCore(body)) return closestSolids(out, shape, pose, body, bodyPose, cache);
  const tubes = tubesOf(shape, dimension);
  composePose(tubePose, pose, tubes.pose);
  if (tubes.length === 0) return closestTiledShapes(out, POINT, tubePose, body, bodyPose);
  for (let k = 0; ; k++) {
    closestTiledShapes(out, tubeOf(tubes, k, dimension), tubePose, body, bodyPose);
    if (out.distance > 0 || k === RADII.length - 1) return addRadii(out, -RADII[k] * tubes.length, 0);
  }
}

function tubesOf(segment: Segment, dimension: 2 | 3): Tubes {
  let tubes = made[dimension].get(segment);
  if (tubes === undefined) {
    const axis = subVec3(createVec3(), segment.end, segment.start);
    const position = addScaledVec3(createVec3(), segment.start, axis, 0.5);
    const length = lengthVec3(axis);
    tubes = { length, pose: { position, rotation: axesAlong(axis, dimension) }, bodies: [] };
    made[dimension].set(segment, tubes);
  }
  return tubes;
}

function tubeOf({ length, bodies }: Tubes, k: number, dimension: 2 | 3): TiledBody {
  let body = bodies[k];
  if (body === undefined) {
    body = (dimension === 3 ? tiledCapsule : tiledStadium)(RADII[k] * length, 0.5 * length);
    bodies[k] = body;
  }
  return body;
}

/** Axes with z, in 2-D x, along a segment. */
function axesAlong(axis: ReadonlyVec3, dimension: 2 | 3): Mat3 {
  const axes = createMat3();
  const { x, y, z } = normalizeVec3(createVec3(), axis);
  if (x === 0 && y === 0 && z === 0) return axes;
  if (dimension === 2) {
    axes.xx = axes.yy = x;
    axes.yx = y;
    axes.xy = -y;
    return axes;
  }
  const w = createVec3(x, y, z);
  const u = normalizeVec3(
    createVec3(),
    crossVec3(createVec3(), Math.abs(x) < 0.5 ? createVec3(1) : createVec3(0, 1), w),
  );
  const v = crossVec3(createVec3(), w, u);
  return { xx: u.x, xy: v.x, xz: x, yx: u.y, yy: v.y, yz: y, zx: u.z, zy: v.z, zz: z };
}
