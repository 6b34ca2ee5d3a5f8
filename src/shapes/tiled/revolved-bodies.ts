import { checkList } from '../../math/check-arguments.ts';
import { createVec3 } from '../../math/vec3.ts';
import { checkAboveZero, checkNotBelowZero } from '../checks.ts';
import { arcCurve, type Span } from '../nurbs/arc.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import { createBezierCurve } from '../nurbs/create-bezier.ts';
import { ellipsoidPatch } from '../nurbs/quadric-patches.ts';
import { revolvedPatch } from '../nurbs/swept-patches.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/** Bodies of revolution about the z axis of their frame, every piece of their profile in four quadrants. */

const QUARTERS = [0, 1, 2, 3].map((k): Span => [(k * Math.PI) / 2, ((k + 1) * Math.PI) / 2]);
const SOUTH: Span = [-Math.PI / 2, 0];
const NORTH: Span = [0, Math.PI / 2];

/** A piece of a profile with the name of its faces, to which the number of the quadrant is appended. */
export interface ProfilePiece {
  readonly name: string;
  /** In the half-plane x >= 0, y = 0. */
  readonly curve: BezierCurve;
}

/**
 * The body swept by a profile about the z axis. The pieces are consecutive curves in the half-plane x >= 0, y = 0 [m]
 * and have the body on their left, x to the right and z up; they begin and end on the axis, or form a closed ring.
 *
 * @example
 * ```ts
 * import { massProperties } from 'appulse';
 * import { bezierCurve, tiledRevolution } from 'appulse/nurbs';
 *
 * const corners = [[0, 0, -1], [1, 0, -1], [1, 0, 1], [0, 0, 1]]; // a cylinder of radius 1 m and height 2 m
 * const sides = ['bottom', 'side', 'top'].map((name, i) => ({ name, curve: bezierCurve([corners[i], corners[i + 1]]) }));
 * console.log((massProperties(tiledRevolution(sides), 1).mass / Math.PI).toFixed(9)); // 2.000000000
 * ```
 */
export function tiledRevolution(profile: readonly ProfilePiece[]): TiledBody {
  const pieces = profile.flatMap(({ name, curve }) =>
    QUARTERS.map((angles, k) => ({ name: `${name} ${k + 1}`, patch: revolvedPatch(curve, angles) })),
  );
  return tileFromPatches(
    pieces.map(({ patch }) => patch),
    { names: pieces.map(({ name }) => name) },
  );
}

/** A sphere of `radius` [m] about the origin: eight rational biquadratic faces. */
export function tiledSphere(radius: number): TiledBody {
  checkAboveZero('sphere: radius', radius);
  return tiledEllipsoid([radius, radius, radius]);
}

/**
 * An ellipsoid about the origin with `semiAxes` along x, y, z [m]: eight rational biquadratic faces.
 *
 * @example
 * ```ts
 * import { closest, pose } from 'appulse';
 * import { tiledEllipsoid } from 'appulse/nurbs';
 *
 * const egg = tiledEllipsoid([1, 0.7, 0.5]);
 * const { distance, status } = closest(egg, pose(), egg, pose([3, 0, 0]));
 * console.log(distance.toFixed(9), status); // 1.000000000 bounded
 * ```
 */
export function tiledEllipsoid(semiAxes: readonly [number, number, number]): TiledBody {
  checkList('ellipsoid: semiAxes', semiAxes, 'three numbers [a, b, c]');
  semiAxes.forEach((value, i) => {
    checkAboveZero(`ellipsoid: semiAxes[${i}]`, value);
  });
  const axes = createVec3(...semiAxes);
  const halves = [
    { name: 'south', latitudes: SOUTH },
    { name: 'north', latitudes: NORTH },
  ];
  return tileFromPatches(
    halves.flatMap(({ latitudes }) => QUARTERS.map((longitudes) => ellipsoidPatch(axes, longitudes, latitudes))),
    { names: halves.flatMap(({ name }) => QUARTERS.map((_, k) => `${name} ${k + 1}`)) },
  );
}

/**
 * A capsule about the z axis: half a sphere of `radius` [m] on either end of a cylinder from z = -halfHeight to
 * halfHeight [m].
 */
export function tiledCapsule(radius: number, halfHeight: number): TiledBody {
  checkAboveZero('capsule: radius', radius);
  checkAboveZero('capsule: halfHeight', halfHeight);
  const [x, z] = [createVec3(radius), createVec3(0, 0, radius)];
  return tiledRevolution([
    { name: 'south', curve: arcCurve(createVec3(0, 0, -halfHeight), x, z, SOUTH) },
    { name: 'side', curve: profileLine([radius, -halfHeight], [radius, halfHeight]) },
    { name: 'north', curve: arcCurve(createVec3(0, 0, halfHeight), x, z, NORTH) },
  ]);
}

/** A cylinder of `radius` [m] about the z axis, from z = -halfHeight to halfHeight [m]. */
export function tiledCylinder(radius: number, halfHeight: number): TiledBody {
  checkAboveZero('cylinder: radius', radius);
  return tiledCone(radius, radius, halfHeight);
}

/**
 * A cone or frustum about the z axis from z = -halfHeight to halfHeight; radii and height in metres, one of the radii
 * may be 0, the tip.
 */
export function tiledCone(bottomRadius: number, topRadius: number, halfHeight: number): TiledBody {
  checkNotBelowZero('cone: bottomRadius', bottomRadius);
  checkNotBelowZero('cone: topRadius', topRadius);
  checkAboveZero('cone: halfHeight', halfHeight);
  checkAboveZero('cone: the larger radius', Math.max(bottomRadius, topRadius));
  const corners = [
    [0, -halfHeight],
    [bottomRadius, -halfHeight],
    [topRadius, halfHeight],
    [0, halfHeight],
  ];
  const names = ['bottom', 'side', 'top'];
  return tiledRevolution(
    names.flatMap((name, i) => {
      const [from, to] = [corners[i], corners[i + 1]];
      return from[0] === 0 && to[0] === 0 ? [] : [{ name, curve: profileLine(from, to) }];
    }),
  );
}

/** A torus about the z axis: a tube of radius `minor` [m] around a circle of radius `major` [m]. It is not convex. */
export function tiledTorus(major: number, minor: number): TiledBody {
  checkAboveZero('torus: minor', minor);
  checkAboveZero('torus: major - minor', major - minor);
  const [x, z] = [createVec3(minor), createVec3(0, 0, minor)];
  return tiledRevolution(
    QUARTERS.map((angles, k) => ({
      name: ['outer top', 'inner top', 'inner bottom', 'outer bottom'][k],
      curve: arcCurve(createVec3(major), x, z, angles),
    })),
  );
}

function profileLine(from: readonly number[], to: readonly number[]): BezierCurve {
  return createBezierCurve([from, to].map(([x, z]) => [x, 0, z]));
}
