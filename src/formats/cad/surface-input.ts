import { cos, sin } from '../../math/trig.ts';
import { arcControlPoints } from '../../shapes/nurbs/arc.ts';
import { createNurbsSurface, type NurbsSurface } from '../../shapes/nurbs/nurbs.ts';
import { type AxisMap, angleMap } from './axis-map.ts';
import type { CadCurve3, CadSurface, Vector } from './cad-geometry.ts';

/** The surface of a face as NURBS, exactly, with the maps of its parameters. Planes and cylinders end around the loops. */
export interface SurfaceInput {
  readonly surface: NurbsSurface;
  readonly mapU: AxisMap;
  readonly mapV: AxisMap;
}

/** Bounds of the loops of a face: low and high u, low and high v. */
export type LoopBounds = readonly [number, number, number, number];

/** A control point times its weight: w center + c x + s y, x and y the vectors of the circle through it. */
interface ProfilePoint {
  readonly center: Vector;
  readonly x: Vector;
  readonly y: Vector;
  readonly weight: number;
}

interface Profile {
  readonly degree: number;
  readonly points: readonly ProfilePoint[];
  readonly knots: readonly number[];
}

const add = (a: Vector, b: Vector, k = 1): Vector => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const times = (a: Vector, k: number): Vector => [k * a[0], k * a[1], k * a[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Latitudes beyond a pole by rounding. */
function latitudes(low: number, high: number): readonly [number, number] {
  const quarter = 0.5 * Math.PI;
  return [Math.max(low, -quarter), Math.min(high, quarter)];
}

/** `scale`: metres per unit of the file. Throws a RangeError for surfaces that have no exact NURBS form. */
export function surfaceInput(surface: CadSurface, bounds: LoopBounds, scale: number): SurfaceInput {
  const [u0, u1, v0, v1] = bounds;
  switch (surface.kind) {
    case 'plane': {
      const { origin, x, y } = surface.frame;
      const [mu, mv] = [0.05 * (u1 - u0), 0.05 * (v1 - v0)];
      const [a, b, c, d] = [u0 - mu, u1 + mu, v0 - mv, v1 + mv];
      const corner = (u: number, v: number) => times(add(add(origin, x, u), y, v), scale);
      const points = [a, b].map((u) => [c, d].map((v) => corner(u, v)));
      return plain(createNurbsSurface(1, 1, points, [a, a, b, b], [c, c, d, d]));
    }
    case 'cylinder': {
      const { frame: { origin, x, y, z }, radius } = surface; // biome-ignore format: one frame
      const points = [v0, v1].map((v) => ({
        center: add(origin, z, v),
        x: times(x, radius),
        y: times(y, radius),
        weight: 1,
      }));
      const mapV: AxisMap = { kind: 'same', from: v0, to: v1 };
      return revolve({ degree: 1, points, knots: [v0, v0, v1, v1] }, angleMap(u0, u1), mapV, scale);
    }
    case 'cone': {
      const { frame: { origin, x, y, z }, radius, angle } = surface; // biome-ignore format: one frame
      const points = [v0, v1].map((v) => {
        const r = snap(radius + v * sin(angle), radius);
        return { center: add(origin, z, v * cos(angle)), x: times(x, r), y: times(y, r), weight: 1 };
      });
      const mapV: AxisMap = { kind: 'same', from: v0, to: v1 };
      return revolve({ degree: 1, points, knots: [v0, v0, v1, v1] }, angleMap(u0, u1), mapV, scale);
    }
    case 'sphere': {
      const { frame: { origin, x, y, z }, radius } = surface; // biome-ignore format: one frame
      return revolveArc(origin, x, y, z, 0, radius, angleMap(u0, u1), angleMap(...latitudes(v0, v1)), scale);
    }
    case 'torus': {
      const { frame: { origin, x, y, z }, major, minor } = surface; // biome-ignore format: one frame
      return revolveArc(origin, x, y, z, major, minor, angleMap(u0, u1), angleMap(v0, v1), scale);
    }
    case 'extrusion': {
      const { curve, map } = curveProfile(surface.curve, u0, u1);
      const rows = curve.points.map((p) => [v0, v1].map((v) => times(add(p, surface.direction, v), scale)));
      const weights = curve.weights.map((w) => [w, w]);
      const made = createNurbsSurface(curve.degree, 1, rows, curve.knots, [v0, v0, v1, v1], weights);
      return { surface: made, mapU: map, mapV: { kind: 'same', from: v0, to: v1 } };
    }
    case 'revolution': {
      const { origin, direction } = surface;
      const { curve, map } = curveProfile(surface.curve, v0, v1);
      const points = curve.points.map((p, i) => {
        const offset = add(p, origin, -1);
        const center = add(origin, direction, dot(offset, direction));
        const x = add(p, center, -1);
        return { center, x, y: cross(direction, x), weight: curve.weights[i] };
      });
      return revolve({ degree: curve.degree, points, knots: curve.knots }, angleMap(u0, u1), map, scale);
    }
    case 'spline-surface': {
      const { degreeU, degreeV, knotsU, knotsV, weights } = surface;
      const points = surface.points.map((row) => row.map((p) => times(p, scale)));
      return plain(createNurbsSurface(degreeU, degreeV, points, knotsU, knotsV, weights));
    }
    case 'other':
      throw new RangeError(`the surface is an ${surface.name}, which has no exact NURBS form`);
  }
}

/** A radius at the apex of a cone is 0, not a rounding error. */
function snap(radius: number, size: number): number {
  return Math.abs(radius) < 1e-12 * Math.max(1, Math.abs(size)) ? 0 : radius;
}

function plain(surface: NurbsSurface): SurfaceInput {
  const [fromU, toU] = [surface.knotsU[surface.degreeU], surface.knotsU[surface.countU]];
  const [fromV, toV] = [surface.knotsV[surface.degreeV], surface.knotsV[surface.countV]];
  return { surface, mapU: { kind: 'same', from: fromU, to: toU }, mapV: { kind: 'same', from: fromV, to: toV } };
}

/** Control points c, s, w of arcs one after the other, and their knots. */
function arcRow(map: Extract<AxisMap, { kind: 'angle' }>): {
  row: { c: number; s: number; w: number }[];
  knots: number[];
} {
  const row: { c: number; s: number; w: number }[] = [];
  const knots = [0, 0, 0];
  for (let k = 0; k < map.count; k++) {
    const span = [map.from + k * map.step, map.from + (k + 1) * map.step] as const;
    const arc = arcControlPoints(span);
    row.push(...(k === 0 ? arc : arc.slice(1)));
    knots.push(k + 1, k + 1);
  }
  // a full turn ends where it starts, bit for bit
  if (Math.abs(map.step * map.count - 2 * Math.PI) < 1e-12) row[row.length - 1] = row[0];
  knots.push(map.count);
  return { row, knots };
}

function revolve({ degree, points, knots }: Profile, mapU: AxisMap, mapV: AxisMap, scale: number): SurfaceInput {
  if (mapU.kind !== 'angle') throw new RangeError('a revolution needs an angle');
  const arcs = arcRow(mapU);
  const grid = arcs.row.map(({ c, s, w }) =>
    points.map(({ center, x, y }) => times(add(add(center, x, c / w), y, s / w), scale)),
  );
  const weights = arcs.row.map(({ w }) => points.map(({ weight }) => w * weight));
  return { surface: createNurbsSurface(2, degree, grid, arcs.knots, knots, weights), mapU, mapV };
}

/** Spheres (major 0) and tori: the profile is an arc in the plane of x and z. */
function revolveArc(
  origin: Vector,
  x: Vector,
  y: Vector,
  z: Vector,
  major: number,
  minor: number,
  mapU: AxisMap,
  mapV: AxisMap,
  scale: number,
): SurfaceInput {
  if (mapV.kind !== 'angle') throw new RangeError('a sphere or torus needs an angle');
  const { row, knots } = arcRow(mapV);
  const points = row.map(({ c, s, w }) => {
    const radius = major + (minor * c) / w;
    return { center: add(origin, z, (minor * s) / w), x: times(x, radius), y: times(y, radius), weight: w };
  });
  return revolve({ degree: 2, points, knots }, mapU, mapV, scale);
}

interface ProfileCurve {
  readonly degree: number;
  readonly points: readonly Vector[];
  readonly weights: readonly number[];
  readonly knots: readonly number[];
}

/** A curve over [from, to] as NURBS, with the map of its parameter. */
function curveProfile(given: CadCurve3, from: number, to: number): { curve: ProfileCurve; map: AxisMap } {
  switch (given.kind) {
    case 'line': {
      const points = [from, to].map((t) => add(given.origin, given.direction, t));
      const curve = { degree: 1, points, weights: [1, 1], knots: [from, from, to, to] };
      return { curve, map: { kind: 'same', from, to } };
    }
    case 'conic': {
      const map = angleMap(from, to);
      if (map.kind !== 'angle') throw new RangeError('an arc needs an angle');
      const { row, knots } = arcRow(map);
      const points = row.map(({ c, s, w }) => add(add(given.center, given.x, c / w), given.y, s / w));
      return { curve: { degree: 2, points, weights: row.map(({ w }) => w), knots }, map };
    }
    case 'spline': {
      const { degree, points, weights, knots } = given;
      return {
        curve: { degree, points, weights, knots },
        map: { kind: 'same', from: knots[degree], to: knots[points.length] },
      };
    }
    case 'other':
      throw new RangeError(`the surface is made from a ${given.name}, which is not supported`);
  }
}
