import { createPolygon, type Polygon } from '../shapes/polygon.ts';
import { pointsAt, QueryError } from './fields.ts';
import type { Fields } from './query-operation.ts';

/** A polygon from its vertices; errors are reported with their location. */
export function polygonAt(fields: Fields, key: string, path = ''): Polygon {
  const vertices = pointsAt(fields, key, 2, path);
  try {
    return createPolygon(vertices);
  } catch (error) {
    const location = path === '' ? key : `${path}.${key}`;
    throw new QueryError(location, vertices, `a simple polygon (${(error as Error).message})`);
  }
}
