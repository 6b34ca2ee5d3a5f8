import { createVec3 } from '../../math/vec3.ts';
import { checkAboveZero, describeValue } from '../checks.ts';
import { arcCurve } from '../nurbs/arc.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import { createBezierCurve } from '../nurbs/create-bezier.ts';
import { createPolygon } from '../polygon.ts';
import { outlineFromCurves } from './outline-from-curves.ts';
import type { TiledBody } from './tiled-body.ts';

/** Planar bodies as outlines of lines and arcs. */

/** A planar disc of `radius` [m] about the origin: four arcs, one per quadrant. */
export function tiledDisc(radius: number): TiledBody {
  checkAboveZero('disc: radius', radius);
  return tiledEllipse([radius, radius]);
}

/** A planar ellipse with semi-axes along x and y [m]: four arcs, one per quadrant. */
export function tiledEllipse(semiAxes: readonly [number, number]): TiledBody {
  semiAxes.forEach((value, i) => {
    checkAboveZero(`ellipse: semiAxes[${i}]`, value);
  });
  return outlineFromCurves([0, 1, 2, 3].map((quarter) => quarterArc(0, 0, semiAxes[0], semiAxes[1], quarter)));
}

/**
 * A planar rectangle with half extents along x and y [m] and corners of `radius` [m]: four sides and four quarter
 * circles.
 */
export function tiledRoundedRectangle(halfExtents: readonly [number, number], radius: number): TiledBody {
  const [hx, hy] = halfExtents;
  checkAboveZero('rounded rectangle: halfExtents[0]', hx);
  checkAboveZero('rounded rectangle: halfExtents[1]', hy);
  const min = Math.min(hx, hy);
  if (!(radius > 0 && radius < min)) {
    throw new RangeError(
      `rounded rectangle: radius must be above zero and below the half extents, ${min}, got ${describeValue(radius)}`,
    );
  }
  const [cx, cy] = [hx - radius, hy - radius];
  const corners = [
    [cx, cy],
    [-cx, cy],
    [-cx, -cy],
    [cx, -cy],
  ];
  const sides = [
    line([hx, -cy], [hx, cy]),
    line([cx, hy], [-cx, hy]),
    line([-hx, cy], [-hx, -cy]),
    line([-cx, -hy], [cx, -hy]),
  ];
  return outlineFromCurves(
    corners.flatMap(([x, y], quarter) => [sides[quarter], quarterArc(x, y, radius, radius, quarter)]),
    { names: ['+x', '+x+y', '+y', '-x+y', '-x', '-x-y', '-y', '+x-y'] },
  );
}

/** A planar capsule along x: half a disc on either end of a strip from x = -halfHeight to halfHeight [m]. */
export function tiledStadium(radius: number, halfHeight: number): TiledBody {
  checkAboveZero('stadium: radius', radius);
  checkAboveZero('stadium: halfHeight', halfHeight);
  const arc = (x: number, quarter: number) => quarterArc(x, 0, radius, radius, quarter);
  return outlineFromCurves([
    arc(halfHeight, 0),
    line([halfHeight, radius], [-halfHeight, radius]),
    arc(-halfHeight, 1),
    arc(-halfHeight, 2),
    line([-halfHeight, -radius], [halfHeight, -radius]),
    arc(halfHeight, 3),
  ]);
}

/** A planar polygon, convex or not, given by at least three [x, y] [m] in either order; every side is a curve. */
export function tiledPolygon(vertices: readonly (readonly number[])[]): TiledBody {
  const { vertices: v } = createPolygon(vertices);
  const sides: BezierCurve[] = [];
  for (let i = 0; i < v.length; i += 2) {
    const next = (i + 2) % v.length;
    sides.push(line([v[i], v[i + 1]], [v[next], v[next + 1]]));
  }
  return outlineFromCurves(sides);
}

function line(from: readonly number[], to: readonly number[]): BezierCurve {
  return createBezierCurve([from, to]);
}

function quarterArc(x: number, y: number, a: number, b: number, quarter: number): BezierCurve {
  return arcCurve(createVec3(x, y), createVec3(a), createVec3(0, b), [
    (quarter * Math.PI) / 2,
    ((quarter + 1) * Math.PI) / 2,
  ]);
}
