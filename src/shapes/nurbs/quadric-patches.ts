import { createMat3 } from '../../math/mat3.ts';
import { addVec3, createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { checkAboveZero, checkNotBelowZero, describeValue } from '../checks.ts';
import { arcCurve, type Span } from './arc.ts';
import type { BezierPatch } from './bezier.ts';
import { createBezierCurve, createBezierPatch } from './create-bezier.ts';
import { transformPatch } from './subdivide.ts';
import { revolvedPatch } from './swept-patches.ts';

/**
 * Exact patches of planes, quadrics and tori, about the z axis of their frame, with outward normals. Angles are measured
 * from the x axis towards y, latitudes from the xy plane towards z [rad]; each span is above 0 and at most 179 degrees.
 */

const ORIGIN = createVec3();
const X = createVec3(1, 0, 0);
const Z = createVec3(0, 0, 1);

/** A parallelogram: origin + u alongU + v alongV [m]; its outward normal is alongU × alongV. */
export function planePatch(origin: ReadonlyVec3, alongU: ReadonlyVec3, alongV: ReadonlyVec3): BezierPatch {
  const [p10, p01] = [addVec3(createVec3(), origin, alongU), addVec3(createVec3(), origin, alongV)];
  return bilinearPatch(origin, p10, p01, addVec3(createVec3(), p10, alongV), 'plane patch');
}

/** The bilinear patch between four corners, named by their (u, v): flat if they lie in a plane. */
export function bilinearPatch(
  p00: ReadonlyVec3,
  p10: ReadonlyVec3,
  p01: ReadonlyVec3,
  p11: ReadonlyVec3,
  path = 'bilinear patch',
): BezierPatch {
  const rows = [
    [p00, p01],
    [p10, p11],
  ].map((row) => row.map(({ x, y, z }) => [x, y, z]));
  return createBezierPatch(rows, undefined, path);
}

/**
 * A patch of a sphere of `radius` [m]: u along the longitudes, v along the latitudes [rad]. A pole is a degenerate
 * side.
 */
export function spherePatch(radius: number, longitudes: Span, latitudes: Span): BezierPatch {
  checkAboveZero('sphere patch: radius', radius);
  return ellipsoidPatch(createVec3(radius, radius, radius), longitudes, latitudes);
}

/**
 * A patch of an ellipsoid with semi-axes along x, y, z [m]: the scaled unit sphere. Longitudes and latitudes [rad] are
 * those of the sphere.
 */
export function ellipsoidPatch(semiAxes: ReadonlyVec3, longitudes: Span, latitudes: Span): BezierPatch {
  const { x: a, y: b, z: c } = semiAxes;
  [a, b, c].forEach((value, i) => {
    checkAboveZero(`ellipsoid patch: semiAxes.${'xyz'[i]}`, value);
  });
  const [south, north] = latitudes;
  const quarter = 0.5 * Math.PI;
  if (!(south >= -quarter && north <= quarter)) {
    throw new RangeError(`ellipsoid patch: latitudes must be -π/2 to π/2, got ${describeValue(latitudes)}`);
  }
  const sphere = revolvedPatch(arcCurve(ORIGIN, X, Z, latitudes), longitudes);
  return transformPatch(sphere, createMat3(a, b, c), ORIGIN);
}

/** A patch of a cylinder about the z axis: u around, over `angles` [rad]; v up, over `heights` [m]. */
export function cylinderPatch(radius: number, heights: Span, angles: Span): BezierPatch {
  checkAboveZero('cylinder patch: radius', radius);
  return conePatch([radius, radius], heights, angles);
}

/**
 * A patch of a cone or frustum about the z axis: u around, over `angles` [rad]; v from the first radius and height [m]
 * to the second. A radius of 0 is the apex, a degenerate side. Equal heights give flat rings: outward is +z if the
 * radius decreases, -z if it increases.
 */
export function conePatch(
  radii: readonly [number, number],
  heights: readonly [number, number],
  angles: Span,
): BezierPatch {
  radii.forEach((radius, i) => {
    checkNotBelowZero(`cone patch: radii[${i}]`, radius);
  });
  const profile = createBezierCurve(
    radii.map((radius, i) => [radius, 0, heights[i]]),
    undefined,
    'cone patch',
  );
  if (!(Math.max(...radii) > 0)) throw new RangeError('cone patch: one of the radii must be above zero, got two of 0');
  return revolvedPatch(profile, angles);
}

/**
 * A patch of a torus of radii `major` and `minor` [m] about the z axis: u around the axis, v around the tube from its
 * outermost point (0) over the top (π/2), both in rad. Beyond ±π/2 it is the saddle-shaped inner half. The axis is
 * outside the tube: major > minor.
 */
export function torusPatch(major: number, minor: number, angles: Span, tubeAngles: Span): BezierPatch {
  checkAboveZero('torus patch: minor radius', minor);
  if (!(major > minor && major < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`torus patch: major radius must be above the minor, ${minor}, got ${describeValue(major)}`);
  }
  const circle = arcCurve(createVec3(major, 0, 0), createVec3(minor, 0, 0), createVec3(0, 0, minor), tubeAngles);
  return revolvedPatch(circle, angles);
}
