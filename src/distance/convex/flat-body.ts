import { createCompound } from '../../bounds/create-compound.ts';
import type { Compound } from '../../shapes/compound.ts';
import { convexDecomposition } from '../../shapes/convex-decomposition.ts';
import type { Cylinder } from '../../shapes/cylinder.ts';
import type { Disc } from '../../shapes/disc.ts';
import { type Hull, NO_EDGE_FANS, NO_START_VERTICES } from '../../shapes/hull.ts';
import type { Polygon } from '../../shapes/polygon.ts';

const made = new WeakMap<Disc | Polygon, Cylinder | Compound>();

/** A disc or polygon as a 3-D body: a cylinder of zero height, flat hulls. Computed once per shape. */
export function flatBody(shape: Disc | Polygon): Cylinder | Compound {
  let body = made.get(shape);
  if (body === undefined) {
    body = shape.kind === 'disc' ? { kind: 'cylinder', radius: shape.radius, halfHeight: 0 } : flatPolygon(shape);
    made.set(shape, body);
  }
  return body;
}

function flatPolygon(polygon: Polygon): Compound {
  const pieces = polygon.convex ? [polygon] : convexDecomposition(polygon).map((piece) => piece.polygon);
  return createCompound(pieces.map((piece) => ({ shape: flatHull(piece.vertices) })));
}

/** A hull with two faces, top and bottom; corner i has the edges i - 1 and i. */
function flatHull(corners: Float64Array): Hull {
  const count = corners.length / 2;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const next = (i: number) => (i + 1) % count;
  const before = (i: number) => (i + count - 1) % count;
  const around = (pair: (i: number) => number[]) => Int32Array.from(numbers.flatMap(pair));
  return {
    kind: 'hull',
    vertices: Float64Array.from(numbers.flatMap((i) => [corners[2 * i], corners[2 * i + 1], 0])),
    faceStarts: Int32Array.of(0, count, 2 * count),
    faceVertices: Int32Array.from([...numbers, ...numbers.toReversed()]),
    normals: Float64Array.of(0, 0, 1, 0, 0, -1),
    edges: around((i) => [i, next(i), 0, 1]),
    neighbourStarts: Int32Array.from({ length: count + 1 }, (_, i) => 2 * i),
    neighbours: around((i) => [before(i), next(i)]),
    neighbourEdges: around((i) => [before(i), i]),
    startVertices: NO_START_VERTICES,
    edgeFans: NO_EDGE_FANS,
    boundingRadius: Math.max(...numbers.map((i) => Math.sqrt(corners[2 * i] ** 2 + corners[2 * i + 1] ** 2))),
  };
}
