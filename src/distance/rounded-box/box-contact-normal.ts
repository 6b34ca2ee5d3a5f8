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

/** Contact normal of two rounded boxes, and how it was found. */
export interface BoxContactNormal {
  /** Unit vector from A to B: the direction of the force that B receives. */
  normal: Vec3;
  rule: NormalRule;
  regionA: BoxRegion;
  regionB: BoxRegion;
  /** Outward normal of box A in world axes. */
  normalA: Vec3;
  /** Outward normal of box B in world axes. */
  normalB: Vec3;
  /** Angle between the ray to the contact point and the outward normal of A [rad]. */
  psiA: number;
  /** The same of B [rad]. */
  psiB: number;
}

/** An empty result for `boxContactNormal`. */
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
const armA = createVec3();
const armB = createVec3();
const local = createVec3();
const cross = createVec3();

/**
 * The contact normal of the box model for contact points `pointA`, `pointB` (world axes [m]): the rule, both outward normals and
 * the angles ψ. On failure, E_ZERO_RAY for a point in the centre of its box, `out` is invalid; otherwise returns `ok`. [PATH98-4]
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { boxContactNormal, createBoxContactNormal, createVehicleBox } from 'appulse/vehicles';
 *
 * const behind = createVehicleBox([2.5, 1.5, 1.45], 0.3);
 * const ahead = createVehicleBox([2.5, 1.5, 1.45], 0.3, vec3(4.9, 1));
 * const found = createBoxContactNormal();
 * const status = boxContactNormal(found, behind, ahead, vec3(2.5, 0.5), vec3(2.4, 0.5)); // points on the two ellipsoids
 * console.log(status, found.rule, found.normal.x, found.normal.y); // ok I 1 0
 * ```
 */
export function boxContactNormal(
  out: BoxContactNormal,
  boxA: VehicleBox,
  boxB: VehicleBox,
  pointA: ReadonlyVec3,
  pointB: ReadonlyVec3,
): VehicleStatus {
  const status = boxContactRule(out, boxA, boxB, pointA, pointB);
  if (status === 'ok') setAngles(out);
  return status;
}

/** `boxContactNormal` without the angles ψ, which are expensive: they are only set where they decide. */
export function boxContactRule(
  out: BoxContactNormal,
  boxA: VehicleBox,
  boxB: VehicleBox,
  pointA: ReadonlyVec3,
  pointB: ReadonlyVec3,
): VehicleStatus {
  subVec3(armA, pointA, boxA.center);
  let status = boxRay(rayA, boxA.halfExtents, boxA.radius, transformTransposedVec3(local, boxA.rotation, armA));
  if (status !== 'ok') return status;
  subVec3(armB, pointB, boxB.center);
  status = boxRay(rayB, boxB.halfExtents, boxB.radius, transformTransposedVec3(local, boxB.rotation, armB));
  if (status !== 'ok') return status;
  transformVec3(out.normalA, boxA.rotation, rayA.normal);
  transformVec3(out.normalB, boxB.rotation, rayB.normal);
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
  return smallerAngle(found);
}

/** Tangents of angles that differ by more than this decide without the angles: ten times `EQUAL_ANGLE`. */
const CLEAR_TANGENT = 1e-8;

/** The rule for two faces at an angle: by the smaller ψ. */
function smallerAngle(found: BoxContactNormal): NormalRule {
  const { normalA, normalB } = found;
  const alongA = dotVec3(armA, normalA);
  const alongB = dotVec3(armB, normalB);
  const acrossA = lengthVec3(crossVec3(cross, armA, normalA));
  const acrossB = lengthVec3(crossVec3(cross, armB, normalB));
  // tan(ψA - ψB) = (tA - tB)/(1 + tA tB), with both angles below 90°
  const difference = acrossA * alongB - acrossB * alongA;
  const clear = CLEAR_TANGENT * (alongA * alongB + acrossA * acrossB);
  if (alongA > 0 && alongB > 0 && Math.abs(difference) > clear) return difference < 0 ? 'II-1' : 'II-2';
  setAngles(found);
  if (Math.abs(found.psiA - found.psiB) <= EQUAL_ANGLE) return 'II-tie';
  return found.psiA < found.psiB ? 'II-1' : 'II-2';
}

function setAngles(out: BoxContactNormal): void {
  out.psiA = angleBetween(armA, out.normalA);
  out.psiB = angleBetween(armB, out.normalB);
}

function takeNormal(out: BoxContactNormal): void {
  const { normal, normalA, normalB, rule } = out;
  if (rule === 'II-1' || rule === 'III-1') scaleVec3(normal, normalA, 1);
  else if (rule === 'II-2' || rule === 'III-2') scaleVec3(normal, normalB, -1);
  else normalizeVec3(normal, subVec3(normal, normalA, normalB));
}

/** In 3-D, accurate also for small angles. */
function angleBetween(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return atan2(lengthVec3(crossVec3(cross, a, b)), dotVec3(a, b));
}
