import type { PlanarShape } from './shape.ts';

/**
 * The convex core of a planar shape, as packed vertices: a disc is a point and a radius, so every query runs on points,
 * segments and polygons, and radii are subtracted at the end (exact). Not for half-spaces.
 */
export interface PlanarCore {
  vertices: Float64Array;
  /** [m] */
  radius: number;
}

export function createPlanarCore(): PlanarCore {
  return { vertices: origin, radius: 0 };
}

const origin = Float64Array.of(0, 0);
const segments = new WeakMap<PlanarShape, Float64Array>();

/** Sets `out` to the core of `shape`. */
export function setPlanarCore(out: PlanarCore, shape: PlanarShape): PlanarCore {
  out.radius = shape.kind === 'disc' ? shape.radius : 0;
  if (shape.kind === 'polygon') {
    out.vertices = shape.vertices;
  } else if (shape.kind === 'segment') {
    let ends = segments.get(shape);
    if (ends === undefined) {
      const { start, end } = shape;
      const isPoint = start.x === end.x && start.y === end.y;
      ends = isPoint ? Float64Array.of(start.x, start.y) : Float64Array.of(start.x, start.y, end.x, end.y);
      segments.set(shape, ends);
    }
    out.vertices = ends;
  } else {
    out.vertices = origin;
  }
  return out;
}
