import { createMat3 } from '../../math/mat3.ts';
import { createVec3, type Vec3 } from '../../math/vec3.ts';
import { checkHalfExtents, describeValue } from '../checks.ts';
import { arcCurve } from '../nurbs/arc.ts';
import type { BezierPatch } from '../nurbs/bezier.ts';
import { bilinearPatch, spherePatch } from '../nurbs/quadric-patches.ts';
import { transformPatch } from '../nurbs/subdivide.ts';
import { extrudedPatch } from '../nurbs/swept-patches.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';
import type { PointInput } from './tiled-input.ts';

type Triple = readonly [number, number, number];

interface NamedPatch {
  readonly name: string;
  readonly patch: BezierPatch;
}

const AXES = [0, 1, 2] as const;
const SIGNS = [-1, 1] as const;

/** A box about its centre with half extents along x, y, z [m]. Faces are named by their outward axis: -x, +x ... */
export function tiledBox(halfExtents: Triple): TiledBody {
  checkHalfExtents('box', halfExtents);
  return join(AXES.flatMap((axis) => SIGNS.map((sign) => flatSide(halfExtents, halfExtents, axis, sign))));
}

/**
 * Six bilinear faces between eight corners [m]: four around the bottom, counter-clockwise seen from above, and the four
 * above them. It is convex if its faces are flat and their edges are convex.
 */
export function tiledHexahedron(corners: readonly PointInput[]): TiledBody {
  if (corners.length !== 8) throw new RangeError(`hexahedron: must have 8 corners, got ${corners.length}`);
  const points = corners.map((corner) => createVec3(...corner));
  const side = (name: string, [p00, p10, p01, p11]: readonly number[]): NamedPatch => ({
    name,
    patch: bilinearPatch(points[p00], points[p10], points[p01], points[p11]),
  });
  return join([
    side('bottom', [3, 2, 0, 1]),
    side('top', [4, 5, 7, 6]),
    ...[0, 1, 2, 3].map((i) => side(`side ${i + 1}`, [i, (i + 1) % 4, i + 4, ((i + 1) % 4) + 4])),
  ]);
}

/**
 * A box with half extents along x, y, z [m] and all edges and corners rounded by `radius` [m]: 6 planes, 12 quarters of
 * a cylinder, 8 octants of a sphere, all edges smooth. Faces are named by the axes of their normals: +x, +x-y, +x-y+z.
 *
 * @example
 * ```ts
 * import { closest, pose } from 'appulse';
 * import { tiledRoundedBox, tiledSphere } from 'appulse/nurbs';
 *
 * const { distance } = closest(tiledRoundedBox([1, 0.5, 0.5], 0.1), pose(), tiledSphere(0.5), pose([3, 0, 0]));
 * console.log(distance.toFixed(9)); // 1.500000000
 * ```
 */
export function tiledRoundedBox(halfExtents: Triple, radius: number): TiledBody {
  checkHalfExtents('rounded box', halfExtents);
  const min = Math.min(...halfExtents);
  if (!(radius > 0 && radius < min)) {
    throw new RangeError(
      `rounded box: radius must be above zero and below the half extents, ${min}, got ${describeValue(radius)}`,
    );
  }
  const core = halfExtents.map((size) => size - radius) as unknown as Triple;
  const planes = AXES.flatMap((axis) => SIGNS.map((sign) => flatSide(core, halfExtents, axis, sign)));
  const rounds = AXES.flatMap((axis) => [0, 1, 2, 3].map((quarter) => roundEdge(core, radius, axis, quarter)));
  const corners = SIGNS.flatMap((sign) => [0, 1, 2, 3].map((quarter) => roundCorner(core, radius, quarter, sign)));
  return join([...planes, ...rounds, ...corners]);
}

function join(pieces: readonly NamedPatch[]): TiledBody {
  return tileFromPatches(
    pieces.map(({ patch }) => patch),
    { names: pieces.map(({ name }) => name) },
  );
}

/** The vector with these components along axis, the next and the one after. */
function alongAxes(axis: number, a: number, b: number, c: number): Vec3 {
  return axis === 0 ? createVec3(a, b, c) : axis === 1 ? createVec3(c, a, b) : createVec3(b, c, a);
}

/** +x-y ... from the signs along an axis, the next and the one after; 0 is omitted. */
function axesName(axis: number, ...signs: readonly number[]): string {
  const { x, y, z } = alongAxes(axis, signs[0], signs[1], signs[2]);
  const part = (sign: number, letter: string) => (sign === 0 ? '' : `${sign > 0 ? '+' : '-'}${letter}`);
  return part(x, 'x') + part(y, 'y') + part(z, 'z');
}

/** The rectangle of extent `core` with the normal ±axis, at distance `outer`. */
function flatSide(core: Triple, outer: Triple, axis: number, sign: 1 | -1): NamedPatch {
  const [b, c] = [core[(axis + 1) % 3], core[(axis + 2) % 3]];
  const corner = (u: number, v: number): Vec3 => {
    const [along, across] = sign > 0 ? [u, v] : [v, u];
    return alongAxes(axis, sign * outer[axis], along * b, across * c);
  };
  return {
    name: axesName(axis, sign, 0, 0),
    patch: bilinearPatch(corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)),
  };
}

/** Signs of cosine and sine in each quadrant. */
const QUADRANTS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

function quarterSpan(quarter: number): [number, number] {
  return [(quarter * Math.PI) / 2, ((quarter + 1) * Math.PI) / 2];
}

/** A quarter of a cylinder along `axis`. */
function roundEdge(core: Triple, radius: number, axis: number, quarter: number): NamedPatch {
  const [p, q] = QUADRANTS[quarter];
  const center = alongAxes(axis, -core[axis], p * core[(axis + 1) % 3], q * core[(axis + 2) % 3]);
  const arc = arcCurve(center, alongAxes(axis, 0, radius, 0), alongAxes(axis, 0, 0, radius), quarterSpan(quarter));
  return { name: axesName(axis, 0, p, q), patch: extrudedPatch(arc, alongAxes(axis, 2 * core[axis], 0, 0)) };
}

/** An octant of a sphere, above (sign 1) or below the centre. */
function roundCorner(core: Triple, radius: number, quarter: number, sign: 1 | -1): NamedPatch {
  const [p, q] = QUADRANTS[quarter];
  const octant = spherePatch(radius, quarterSpan(quarter), sign > 0 ? [0, Math.PI / 2] : [-Math.PI / 2, 0]);
  const center = createVec3(p * core[0], q * core[1], sign * core[2]);
  return { name: axesName(0, p, q, sign), patch: transformPatch(octant, createMat3(), center) };
}
