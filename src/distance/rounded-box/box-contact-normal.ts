/**
 * Direction of the contact force between two vehicles with rounded boxes, from the contact points on their ellipsoids.
 * [PATH98-4]
 */
import { atan2 } from '../../math/inverse-trig.ts';
import { transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import {
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { VehicleBox } from '../../shapes/vehicle-box.ts';
import type { VehicleStatus } from '../../shapes/vehicle-error.ts';
import { type BoxRegion, boxRay, createBoxRay } from './box-ray.ts';

/** Case of the table: two opposite faces, two other faces (by the smaller psi), one face, no face. */
export type NormalRule = 'I' | 'II-tie' | 'II-1' | 'II-2' | 'III-1' | 'III-2' | 'IV';

export interface BoxContactNormal {
  /** Unit vector from A to B: the direction of the force that B receives. */
  normal: Vec3;
  rule: NormalRule;
  regionA: BoxRegion;
  regionB: BoxRegion;
  /** Outward normals of each box in world axes. */
  normalA: Vec3;
  normalB: Vec3;
  /** Angle between the ray to the contact point and the outward normal [rad]. */
  psiA: number;
  psiB: number;
}

export function createBoxContactNormal(): BoxContactNormal {
  return {
    normal: createVec3(1, 0, 0),
    rule: 'I',
    regionA: 'face',
    regionB: 'face',
    normalA: createVec3(1, 0, 0),
    normalB: createVec3(-1, 0, 0),
    psiA: 0,
    psiB: 0,
  };
}

/** Faces whose normals are opposite within this tolerance are coplanar. */
const OPPOSITE = 1e-12;
/** Angles that agree to this are equal [rad]: a tie gives the mean, so that swapping the vehicles only flips it (M8). */
const EQUAL_ANGLE = 1e-9;

const rayA = createBoxRay();
const rayB = createBoxRay();
const arm = createVec3();
const local = createVec3();

/** The normal for contact points `pointA`, `pointB` (world axes [m]). On failure, E_ZERO_RAY, `out` is invalid. */
export function boxContactNormal(
  out: BoxContactNormal,
  boxA: VehicleBox,
  boxB: VehicleBox,
  pointA: ReadonlyVec3,
  pointB: ReadonlyVec3,
): VehicleStatus {
  subVec3(arm, pointA, boxA.center);
  let status = boxRay(rayA, boxA.halfExtents, boxA.radius, transformTransposedVec3(local, boxA.rotation, arm));
  if (status !== 'ok') return status;
  out.psiA = angleBetween(arm, transformVec3(out.normalA, boxA.rotation, rayA.normal));
  subVec3(arm, pointB, boxB.center);
  status = boxRay(rayB, boxB.halfExtents, boxB.radius, transformTransposedVec3(local, boxB.rotation, arm));
  if (status !== 'ok') return status;
  out.psiB = angleBetween(arm, transformVec3(out.normalB, boxB.rotation, rayB.normal));
  out.regionA = rayA.region;
  out.regionB = rayB.region;
  out.rule = chooseRule(out);
  takeNormal(out);
  return 'ok';
}

function chooseRule(found: BoxContactNormal): NormalRule {
  const faceA = found.regionA === 'face';
  const faceB = found.regionB === 'face';
  if (!faceA && !faceB) return 'IV';
  if (!faceB) return 'III-1';
  if (!faceA) return 'III-2';
  if (-dotVec3(found.normalA, found.normalB) > 1 - OPPOSITE) return 'I';
  if (Math.abs(found.psiA - found.psiB) <= EQUAL_ANGLE) return 'II-tie';
  return found.psiA < found.psiB ? 'II-1' : 'II-2';
}

function takeNormal(out: BoxContactNormal): void {
  const { normal, normalA, normalB, rule } = out;
  if (rule === 'II-1' || rule === 'III-1') scaleVec3(normal, normalA, 1);
  else if (rule === 'II-2' || rule === 'III-2') scaleVec3(normal, normalB, -1);
  else normalizeVec3(normal, subVec3(normal, normalA, normalB));
}

const cross = createVec3();

/** In 3-D, accurate also for small angles. */
function angleBetween(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return atan2(lengthVec3(crossVec3(cross, a, b)), dotVec3(a, b));
}
