import { rotationAboutAxis } from '../src/math/mat3.ts';
import { createMovingPose, type MovingPose } from '../src/math/moving-pose.ts';
import { createVec3, normalizeVec3, setVec3 } from '../src/math/vec3.ts';
import { createBezierCurve, createBezierPatch } from '../src/shapes/nurbs/create-bezier.ts';
import type { Curve } from '../src/shapes/nurbs/curve.ts';
import type { Patch } from '../src/shapes/nurbs/patch.ts';
import type { TiledBody } from '../src/shapes/tiled/tiled-body.ts';

/** A feature of reference/tracker/unit-assembly.json. */
export type UnitFeature =
  | { kind: 'point'; point: number[] }
  | { kind: 'curve'; points: number[][]; weights: number[] }
  | { kind: 'patch'; points: number[][][]; weights: number[][] };

/** A pose and twist of that file: R = Rot(axis, angle), velocity v of the origin and angular velocity w in world axes. */
export interface UnitPose {
  axis: number[];
  angle: number;
  p: number[];
  v: number[];
  w: number[];
}

const BARE = { kind: 'tiled', dimension: 3, closed: false, convex: true, center: createVec3(), radius: 1 } as const;

/** Bodies that are nothing but one feature, number 0, that is never left. */
export function singleVertex(x: number, y: number, z: number): TiledBody {
  return { ...BARE, faces: [], edges: [], vertices: [{ name: 'P', point: createVec3(x, y, z), edges: [] }] };
}

export function singleCurve(curve: Curve): TiledBody {
  return { ...BARE, faces: [], edges: [{ name: 'C', curve, from: 0, to: 0, faces: [], smooth: false }], vertices: [] };
}

export function singlePatch(patch: Patch): TiledBody {
  const none = { kind: 'none' } as const;
  const face = { name: 'S', patch, sides: { u0: none, u1: none, v0: none, v1: none } };
  return { ...BARE, faces: [face], edges: [], vertices: [] };
}

/** |x|, |y| <= 1 at z = 0, seen from above. */
export function singleSquare(): TiledBody {
  return singlePatch(
    createBezierPatch([
      [
        [-1, -1, 0],
        [-1, 1, 0],
      ],
      [
        [1, -1, 0],
        [1, 1, 0],
      ],
    ]),
  );
}

export function singleFeature(feature: UnitFeature): TiledBody {
  if (feature.kind === 'point') return singleVertex(feature.point[0], feature.point[1], feature.point[2]);
  if (feature.kind === 'curve') return singleCurve(createBezierCurve(feature.points, feature.weights));
  return singlePatch(createBezierPatch(feature.points, feature.weights));
}

export function unitMotion({ axis, angle, p, v, w }: UnitPose): MovingPose {
  const motion = createMovingPose();
  const unit = createVec3(axis[0], axis[1], axis[2]);
  rotationAboutAxis(motion.pose.rotation, normalizeVec3(unit, unit), angle);
  setVec3(motion.pose.position, p[0], p[1], p[2]);
  setVec3(motion.velocity, v[0], v[1], v[2]);
  setVec3(motion.angularVelocity, w[0], w[1], w[2]);
  return motion;
}
