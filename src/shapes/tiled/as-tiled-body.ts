import { createVec3 } from '../../math/vec3.ts';
import type { Ellipsoid } from '../ellipsoid.ts';
import type { Polygon } from '../polygon.ts';
import { tiledPolygon } from './outline-bodies.ts';
import { tiledEllipsoid } from './revolved-bodies.ts';
import type { TiledBody } from './tiled-body.ts';
import { transformTiledBody } from './transform-tiled-body.ts';

const made = new WeakMap<Polygon | Ellipsoid, TiledBody>();
const AT_ORIGIN = createVec3();

/** The same body made of curves or patches, exactly: sides of a polygon keep their numbers. Made once for a shape. */
export function asTiledBody(shape: Polygon | Ellipsoid): TiledBody {
  let body = made.get(shape);
  if (body === undefined) {
    body = shape.kind === 'polygon' ? tilePolygon(shape) : tileEllipsoid(shape);
    made.set(shape, body);
  }
  return body;
}

function tilePolygon({ vertices }: Polygon): TiledBody {
  const corners = Array.from({ length: vertices.length / 2 }, (_, i) => [vertices[2 * i], vertices[2 * i + 1]]);
  return tiledPolygon(corners);
}

function tileEllipsoid({ semiAxes, deformation }: Ellipsoid): TiledBody {
  const { x, y, z } = semiAxes;
  return transformTiledBody(tiledEllipsoid([x, y, z]), deformation, AT_ORIGIN);
}
