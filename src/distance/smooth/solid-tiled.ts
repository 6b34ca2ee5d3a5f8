import type { ReadonlyPose } from '../../math/pose.ts';
import { createPoint } from '../../shapes/point.ts';
import type { SolidShape } from '../../shapes/solid.ts';
import { asTiledBody } from '../../shapes/tiled/as-tiled-body.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import type { Contact } from '../contact.ts';
import { hasCore } from '../convex/core.ts';
import { closestSolids } from '../convex/solid-contact.ts';
import { addRadii } from '../planar/core-contact.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import { closestTiledShapes } from './tiled-contact.ts';

const POINT = createPoint();

/**
 * Contact of a convex 3-D body and a tiled one. A sphere is its centre, inflated; a convex tiled body provides its support
 * function; paired with a non-convex or open one, the other body is tiled as well, which is slow.
 */
export function closestSolidToTiled(
  out: Contact,
  shape: SolidShape,
  pose: ReadonlyPose,
  body: TiledBody,
  bodyPose: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  if (shape.kind === 'sphere') {
    closestTiledShapes(out, POINT, pose, body, bodyPose);
    // above a dent, a sphere may have a shorter minimum translation than its centre
    if (!body.convex && out.distance < shape.radius) out.status = 'approximate';
    return addRadii(out, shape.radius, 0);
  }
  if (hasCore(body)) return closestSolids(out, shape, pose, body, bodyPose, cache);
  return closestTiledShapes(out, asTiledBody(shape), pose, body, bodyPose);
}
