import { type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { Brep } from '../../shapes/brep/brep.ts';
import { bezierPatch } from '../../shapes/nurbs/bezier.ts';
import { boundaryOf, patchCell } from './boundary.ts';
import { closestBoundaries, createBoundarySearch } from './closest-boundaries.ts';

const search = createBoundarySearch();
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
/** Tolerance of the height, relative to the radius. */
const TOLERANCE = 1e-12;

/**
 * The point of a body of trimmed faces that is farthest along `d`, of any length, body axes: the nearest one to a square beyond the body that is
 * perpendicular to d and wider than it.
 */
export function brepSupport(out: Vec3, brep: Brep, d: ReadonlyVec3): Vec3 {
  const { center, radius } = brep;
  const length = Math.sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  if (!(length > 0)) return setVec3(out, brep.vertices[0], brep.vertices[1], brep.vertices[2]);
  const n = [d.x / length, d.y / length, d.z / length];
  const least = n.reduce((best, x, k) => (Math.abs(x) < Math.abs(n[best]) ? k : best), 0);
  // two axes perpendicular to n and the coordinate axis of its smallest component
  const e = [0, 1, 2].map((k) => (k === least ? 1 - n[k] * n[least] : -n[k] * n[least]));
  const scale = 2 / Math.sqrt(e[0] ** 2 + e[1] ** 2 + e[2] ** 2);
  const u = e.map((x) => radius * scale * x);
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const c = [center.x, center.y, center.z];
  const corners = [-1, 1].flatMap((s) =>
    [-1, 1].flatMap((t) => [...c.map((x, k) => x + 2 * radius * n[k] + s * u[k] + t * v[k]), 1]),
  );
  const square = patchCell(bezierPatch(1, 1, Float64Array.from(corners)), 0);
  closestBoundaries(search, boundaryOf(brep), square, IDENTITY, TOLERANCE * radius);
  const { pointA } = search;
  return setVec3(out, pointA[0], pointA[1], pointA[2]);
}
