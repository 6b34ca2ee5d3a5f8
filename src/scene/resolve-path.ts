import type { PathOrientation, PathPosition, PrescribedPath } from '../math/prescribed-path.ts';
import { createVec3 } from '../math/vec3.ts';
import { checkLength, spatial } from './resolve-pose.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SmoothDocument } from './smooth-schema.ts';

type PathDocument = NonNullable<SmoothDocument['bodies'][number]['path']>;
type PositionDocument = NonNullable<PathDocument['position']>;
type OrientationDocument = NonNullable<PathDocument['orientation']>;

/** Converts a path of the file to a `PrescribedPath`. */
export function resolvePath({ position, orientation }: PathDocument, path: JsonPath, fail: Fail): PrescribedPath {
  return {
    ...(position && { position: resolvePosition(position) }),
    ...(orientation && { orientation: resolveOrientation(orientation, [...path, 'orientation'], fail) }),
  };
}

function resolvePosition(given: PositionDocument): PathPosition {
  switch (given.kind) {
    case 'static':
      return { kind: 'static', point: spatial(given.point) };
    case 'linear':
      return {
        kind: 'harmonic',
        center: spatial(given.point),
        velocity: spatial(given.velocity),
        amplitude: createVec3(),
        frequency: createVec3(),
        phase: createVec3(),
      };
    case 'spiral':
      return {
        kind: 'spiral',
        center: spatial(given.center),
        radius: given.r0,
        radiusRate: given.radialSpeed,
        angle: given.theta0,
        angleRate: given.angularSpeed,
        height: given.z0,
        heightRate: given.vz,
      };
    case 'harmonic':
      return {
        kind: 'harmonic',
        center: spatial(given.center),
        velocity: spatial(given.velocity),
        amplitude: spatial(given.amplitude),
        frequency: spatial(given.angularFrequency),
        phase: spatial(given.phase),
      };
  }
}

function resolveOrientation(given: OrientationDocument, path: JsonPath, fail: Fail): PathOrientation {
  const { axis, angle0, rate, tilt } = given;
  checkLength(axis, [...path, 'axis'], fail);
  if (tilt) checkLength(tilt.axis, [...path, 'tilt', 'axis'], fail);
  return {
    axis: spatial(axis),
    angle: angle0,
    rate,
    ...(tilt && { tilt: { axis: spatial(tilt.axis), angle: tilt.angle } }),
  };
}
