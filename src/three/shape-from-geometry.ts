import { checkAboveZero, checkKeys, checkNotBelowZero, describeValue } from '../shapes/checks.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import type { Hull } from '../shapes/hull.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { createTrimesh, type Trimesh } from '../shapes/trimesh.ts';
import { largestCoordinate, type WeldedTriangles, weldVertices } from '../shapes/weld-vertices.ts';
import type { AttributeLike, GeometryLike } from './three-types.ts';

/** Options of `shapeFromGeometry`. */
export interface GeometryShapeOptions {
  /** True: the convex hull of the vertices, for which queries are faster. Default: false, the triangles themselves. */
  readonly convex?: boolean;
  /** True, the default: the mesh must be closed and is a solid. False: the surface alone, with two sides and no interior. */
  readonly closed?: boolean;
  /** Uniform scale, above zero: `uniformScale(object)` for the geometry of a scaled object. Default: 1. */
  readonly scale?: number;
  /** Vertices at most so far apart along each axis are one [m], before scaling. Default: 2^-21 of the largest coordinate. */
  readonly tolerance?: number;
}

/** Positions are single precision: computed along different paths, the same point differs by a few units of 2^-24 of the largest coordinate. */
const DEFAULT_TOLERANCE = 2 ** -21;

/**
 * The shape of a `BufferGeometry`, in its own axes [m]. Vertices at the same position are merged: three.js repeats them at edges and
 * seams for the sake of normals and textures. All triangles are used, whatever draw range or groups the geometry has.
 * Throws a RangeError for a mesh that is not closed, with the number of open edges, unless `closed: false` asks for a surface or `convex: true`
 * for the hull.
 *
 * @example
 * ```ts
 * import { shapeFromGeometry } from 'appulse/three';
 * import { PlaneGeometry, TorusGeometry } from 'three';
 *
 * console.log(shapeFromGeometry(new TorusGeometry(1, 0.25)).closed); // true
 * console.log(shapeFromGeometry(new PlaneGeometry(10, 10), { closed: false }).closed); // false
 * ```
 */
export function shapeFromGeometry(
  geometry: GeometryLike,
  options: GeometryShapeOptions & { readonly convex: true },
): Hull;
export function shapeFromGeometry(
  geometry: GeometryLike,
  options?: GeometryShapeOptions & { readonly convex?: false },
): Trimesh;
export function shapeFromGeometry(geometry: GeometryLike, options?: GeometryShapeOptions): Hull | Trimesh;
export function shapeFromGeometry(geometry: GeometryLike, options: GeometryShapeOptions = {}): Hull | Trimesh {
  checkKeys('options', options, ['convex', 'closed', 'scale', 'tolerance']);
  const { convex = false, closed = true, scale = 1 } = options;
  checkAboveZero('options.scale', scale);
  const position = positionOf(geometry);
  const corners = readCorners(geometry, position.count);
  const tolerance = options.tolerance ?? DEFAULT_TOLERANCE * largestCoordinate(position);
  checkNotBelowZero('options.tolerance', tolerance);
  const welded = weldVertices(position, corners, tolerance);
  if (welded.triangles.length === 0) {
    throw new RangeError(`geometry: no triangle is left after merging vertices within ${tolerance} m`);
  }
  const positions = welded.positions.map((value) => scale * value);
  if (convex) return createHull(positions);
  if (closed) checkClosed(welded);
  return createTrimesh(createSurfaceMesh({ positions, triangles: welded.triangles }), { closed });
}

function positionOf(geometry: GeometryLike): AttributeLike {
  const position = geometry?.attributes?.position;
  if (typeof position?.getX !== 'function' || !(position.count > 0)) {
    throw new RangeError(
      `geometry: must be a BufferGeometry with a "position" attribute of one vertex or more, got ${describePosition(position)}`,
    );
  }
  return position;
}

function describePosition(position: AttributeLike | undefined): string {
  return position === undefined ? 'none' : `${describeValue(position.count)} vertices`;
}

/** The vertices of the corners, three per triangle. */
function readCorners({ index }: GeometryLike, vertexCount: number): Int32Array {
  const count = index ? index.count : vertexCount;
  if (count === 0 || count % 3 !== 0) {
    const list = index ? 'index' : '"position" attribute without an index';
    throw new RangeError(`geometry: its ${list} must have three vertices per triangle, got ${count}`);
  }
  return Int32Array.from({ length: count }, (_, k) => {
    const vertex = index ? index.getX(k) : k;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount)) {
      throw new RangeError(
        `geometry: index ${k} must be a vertex from 0 to ${vertexCount - 1}, got ${describeValue(vertex)}`,
      );
    }
    return vertex;
  });
}

/** Rejects a mesh that encloses no solid, with the number of edges that show it. */
function checkClosed({ positions, triangles }: WeldedTriangles): void {
  const nodeCount = positions.length / 3;
  // triangles at each edge, and their sum of directions: 0 for two neighbours with the same orientation
  const edges = new Map<number, { count: number; direction: number }>();
  triangles.forEach((node, side) => {
    const next = triangles[side % 3 === 2 ? side - 2 : side + 1];
    const key = Math.min(node, next) * nodeCount + Math.max(node, next);
    const edge = edges.get(key) ?? { count: 0, direction: 0 };
    edge.count += 1;
    edge.direction += node < next ? 1 : -1;
    edges.set(key, edge);
  });
  const open = [...edges].filter(([, { count }]) => count === 1);
  const wrong = [...edges].filter(([, { count, direction }]) => count > 2 || (count === 2 && direction !== 0));
  const at = ([key]: readonly [number, unknown]) => {
    const pointOf = (node: number) => describeValue([...positions.subarray(3 * node, 3 * node + 3)]);
    return `the first from ${pointOf(Math.floor(key / nodeCount))} to ${pointOf(key % nodeCount)}`;
  };
  const advice =
    'use closed: false for a surface without interior, convex: true for the convex hull, or a larger tolerance if vertices should coincide';
  if (open.length > 0) {
    throw new RangeError(
      `geometry: a solid needs a closed mesh, but ${open.length} of ${edges.size} edges are open (one triangle only), ${at(open[0])}; ${advice}`,
    );
  }
  if (wrong.length > 0) {
    throw new RangeError(
      `geometry: a solid needs two triangles of the same orientation at each edge, but ${wrong.length} of ${edges.size} edges have others, ${at(wrong[0])}; ${advice}`,
    );
  }
}
