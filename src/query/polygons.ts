import { createPolygon, type Polygon } from '../shapes/polygon.ts';
import { pointsAt, QueryError } from './fields.ts';
import type { Fields } from './query-operation.ts';

/** A polygon from its vertices; what is wrong with them is told with the place. */
export function polygonAt(fields: Fields, key: string, path = ''): Polygon {
  const vertices = pointsAt(fields, key, 2, path);
  try {
    return createPolygon(vertices);
  } catch (error) {
    const place = path === '' ? key : `${path}.${key}`;
    throw new QueryError(place, vertices, `a simple polygon (${(error as Error).message})`);
  }
}
