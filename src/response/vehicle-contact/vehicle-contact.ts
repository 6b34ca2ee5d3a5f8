/**
 * The force between two vehicles at one instant. [PATH98-4] and [PATH98-5]
 *
 * A pair stores three quantities, which change between time steps only: the last normal of its ellipsoids, from which the
 * search starts; whether the fallback is active; and the depth of the incremental law, which is integrated with the motion.
 */

import { createEllipsoidPairs, ellipsoidPair, UNCONVERGED } from '../../distance/ellipsoid/ellipsoid-pair.ts';
import {
  boxContactRule,
  createBoxContactNormal,
  type NormalRule,
} from '../../distance/rounded-box/box-contact-normal.ts';
import { overlapCentroid } from '../../distance/rounded-box/box-overlap.ts';
import type { BoxRegion } from '../../distance/rounded-box/box-ray.ts';
import { isFalseContact } from '../../distance/rounded-box/false-contact.ts';
import { createRoundedBoxGap, roundedBoxGap } from '../../distance/rounded-box/rounded-box-gap.ts';
import type { CrushCurve } from '../../dynamics/vehicle/crush-curve.ts';
import { addPointLoad, materialPoint, materialVelocity } from '../../dynamics/vehicle/point-load.ts';
import { DIRECTORS } from '../../dynamics/vehicle/vehicle-state.ts';
import {
  addScaledVec3,
  addVec3,
  copyVec3,
  createVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { VehicleBox } from '../../shapes/vehicle-box.ts';
import type { VehicleStatus } from '../../shapes/vehicle-error.ts';
import type { VehicleContactLaw } from './contact-law.ts';
import { type CrushForce, crushForce, crushRegion } from './crush-force.ts';
import { type Obstacle, obstacleNormal } from './obstacle.ts';
import { updateVehicleBox, type VehicleBoxes } from './vehicle-boxes.ts';

/**
 * Rule of the direction: the box model, the flat side of an obstacle (`O`), the fallback, or the ellipsoids. `rejected`: the filter rejects the contact as false.
 * `-`: no contact, or none that grows.
 */
export type ContactRule = NormalRule | 'O' | 'F' | 'EM' | 'rejected' | '-';

/** Data of a pair stored from step to step in addition to its depth. */
export interface ContactCache {
  /** Normal of the ellipsoids at the last step; zero at first. */
  readonly normal: Vec3;
  fallback: boolean;
  /** Sides of A and B that are pressed, as indices of `CRUSH_REGIONS`; -1 without depth. They change between steps without force only. */
  sideA: number;
  sideB: number;
}

export function createContactCache(): ContactCache {
  return { normal: createVec3(), fallback: false, sideA: -1, sideB: -1 };
}

/** State of a pair at one instant; normals from A to B, forces as received by B. */
export interface VehicleContact {
  status: VehicleStatus;
  /** Signed distance of the ellipsoids, and of the boxes if the law uses them (else infinite) [m]. */
  gap: number;
  boxGap: number;
  /** Whether the ellipsoids overlap and the filter accepts the contact. */
  overlaps: boolean;
  rule: ContactRule;
  /** Direction of the force, unit vector from A to B; and those of the ellipsoids and of the box rule. */
  normal: Vec3;
  ellipsoidNormal: Vec3;
  boxNormal: Vec3;
  /** Depth of the force law [m], and its rate [m/s]. */
  depth: number;
  rate: number;
  /** Rate of the stored depth of the pair [m/s]: zero where the incremental law is inactive. */
  depthRate: number;
  /** Normal force [N], and the energy in its spring [J]. */
  force: number;
  stored: number;
  /** Structures only: sides in contact, as indices of `CRUSH_REGIONS`, and the residual crush of each [m]. */
  sideA: number;
  sideB: number;
  /** Sides that face each other along the normal now; another contact in progress keeps its own. */
  facingA: number;
  facingB: number;
  residualA: number;
  residualB: number;
  /** Normal force at `pointA` on A and `pointB` on B, friction at `point` between them [N]. */
  normalForce: Vec3;
  frictionForce: Vec3;
  pointA: Vec3;
  pointB: Vec3;
  point: Vec3;
  /** The deepest points of the two ellipsoids, from which the box model takes its regions. */
  ellipsoidPointA: Vec3;
  ellipsoidPointB: Vec3;
  /** Regions of the boxes through which the rays to these points leave; `-` where the box rule was not evaluated. */
  regionA: BoxRegion | '-';
  regionB: BoxRegion | '-';
  /** The material points of A and B where the normal force and the friction act. */
  materialA: Vec3;
  materialB: Vec3;
  midpointA: Vec3;
  midpointB: Vec3;
  /** Velocity of B relative to A where the normal force acts [m/s]. */
  relativeVelocity: Vec3;
  /** Power of these forces on each vehicle [W], and their moment about the z axis of the world [N m]. */
  powerA: number;
  powerB: number;
  momentA: number;
  momentB: number;
}

export function createVehicleContact(): VehicleContact {
  return {
    status: 'ok',
    gap: Number.POSITIVE_INFINITY,
    boxGap: Number.POSITIVE_INFINITY,
    overlaps: false,
    rule: '-',
    normal: createVec3(1, 0, 0),
    ellipsoidNormal: createVec3(1, 0, 0),
    boxNormal: createVec3(1, 0, 0),
    depth: 0,
    rate: 0,
    depthRate: 0,
    force: 0,
    stored: 0,
    sideA: -1,
    sideB: -1,
    facingA: -1,
    facingB: -1,
    residualA: 0,
    residualB: 0,
    normalForce: createVec3(),
    frictionForce: createVec3(),
    pointA: createVec3(),
    pointB: createVec3(),
    point: createVec3(),
    ellipsoidPointA: createVec3(),
    ellipsoidPointB: createVec3(),
    regionA: '-',
    regionB: '-',
    materialA: createVec3(),
    materialB: createVec3(),
    midpointA: createVec3(),
    midpointB: createVec3(),
    relativeVelocity: createVec3(),
    powerA: 0,
    powerB: 0,
    momentA: 0,
    momentB: 0,
  };
}

/** Current state of two vehicles: offsets into the state, indices of their packed ellipsoids. */
export interface VehiclePair {
  readonly state: Float64Array;
  readonly vehicleA: number;
  readonly vehicleB: number;
  readonly ellipsoids: Float64Array;
  readonly ellipsoidA: number;
  readonly ellipsoidB: number;
  /** Boxes by the indices of the ellipsoids. */
  readonly boxes: VehicleBoxes;
  /**
   * How accurate the gap of the boxes must be; measuring it is expensive. `exact`; `overlap`: a bound suffices where they are apart;
   * `sign`: bounds suffice wherever the law only needs to know whether they overlap.
   */
  readonly boxGapAccuracy: 'exact' | 'overlap' | 'sign';
  /** Structures of the vehicles, if one of them has any. */
  readonly crush?: PairCrush | undefined;
  /** Takes the place of B: an immovable obstacle. */
  readonly obstacle?: Obstacle | undefined;
}

/** Structures of two vehicles and their residual crush before the step [m]: four sides from each offset on. */
export interface PairCrush {
  readonly curvesA: readonly (CrushCurve | undefined)[] | undefined;
  readonly curvesB: readonly (CrushCurve | undefined)[] | undefined;
  readonly residual: Float64Array;
  readonly offsetA: number;
  readonly offsetB: number;
}

const entry = createEllipsoidPairs(1);
const boxRule = createBoxContactNormal();
const boxGap = createRoundedBoxGap();
const velocityA = createVec3();
const velocityB = createVec3();
const sliding = createVec3();

/** Writes the contact of a pair into `out`; `depth` is that of the incremental law. */
export function vehicleContact(
  out: VehicleContact,
  law: VehicleContactLaw,
  pair: VehiclePair,
  cache: ContactCache,
  depth: number,
): VehicleContact {
  const { ellipsoids, ellipsoidA, ellipsoidB } = pair;
  rest(out);
  if (pair.obstacle || pair.crush) {
    if (evaluateOverlap(out, law, pair, depth)) setForce(out, law, pair, cache);
    return out;
  }
  entry[1] = cache.normal.x;
  entry[2] = cache.normal.y;
  entry[3] = cache.normal.z;
  const outcome = ellipsoidPair(entry, 0, ellipsoids, ellipsoidA, ellipsoids, ellipsoidB);
  out.status = outcome === UNCONVERGED ? 'E_NO_CONVERGENCE' : 'ok';
  out.gap = entry[0];
  setVec3(out.ellipsoidNormal, entry[1], entry[2], entry[3]);
  setVec3(out.pointA, entry[4], entry[5], entry[6]);
  setVec3(out.pointB, entry[7], entry[8], entry[9]);
  copyVec3(out.ellipsoidPointA, out.pointA);
  copyVec3(out.ellipsoidPointB, out.pointB);
  scaleVec3(out.point, addVec3(out.point, out.pointA, out.pointB), 0.5);
  if (!(out.gap < 0) || out.status !== 'ok') return out;
  const isPressed = law.model === 'EM' ? evaluateEllipsoids(out, pair) : evaluateBoxes(out, law, pair, cache, depth);
  if (isPressed) setForce(out, law, pair, cache);
  return out;
}

function rest(out: VehicleContact): void {
  out.boxGap = Number.POSITIVE_INFINITY;
  out.overlaps = false;
  out.rule = '-';
  out.regionA = '-';
  out.regionB = '-';
  out.depth = 0;
  out.rate = 0;
  out.depthRate = 0;
  out.force = 0;
  out.stored = 0;
  out.sideA = -1;
  out.sideB = -1;
  setVec3(out.normalForce, 0, 0, 0);
  setVec3(out.frictionForce, 0, 0, 0);
  out.powerA = 0;
  out.powerB = 0;
  out.momentA = 0;
  out.momentB = 0;
}

/** EM: depth and direction are those of the ellipsoids, and each vehicle receives the force at its own point. True: a force acts. */
function evaluateEllipsoids(out: VehicleContact, pair: VehiclePair): boolean {
  out.overlaps = true;
  out.rule = 'EM';
  copyVec3(out.normal, out.ellipsoidNormal);
  setRelativeVelocity(out, pair);
  out.depth = -out.gap;
  out.rate = -dotVec3(out.normal, out.relativeVelocity);
  return true;
}

/** BM: the direction of the box rule at a common point, which leaves no net couple. True: a force acts. */
function evaluateBoxes(
  out: VehicleContact,
  law: VehicleContactLaw,
  pair: VehiclePair,
  cache: ContactCache,
  depth: number,
): boolean {
  setBoxes(out, law, pair);
  if (out.status !== 'ok') return false;
  if (!out.overlaps) {
    out.rule = 'rejected';
    return false;
  }
  const isIncremental = law.depthLaw === 'incremental';
  const fallsBack = isIncremental && cache.fallback;
  copyVec3(out.normal, fallsBack ? out.ellipsoidNormal : out.boxNormal);
  copyVec3(out.pointA, out.point);
  copyVec3(out.pointB, out.point);
  setRelativeVelocity(out, pair);
  out.rate = -dotVec3(out.normal, out.relativeVelocity);
  if (isIncremental && !(depth > 0 || out.rate > 0)) return false;
  out.rule = fallsBack ? 'F' : boxRule.rule;
  out.depth = isIncremental ? depth : law.depthLaw === 'box' ? Math.min(-out.gap, -out.boxGap) : -out.gap;
  out.depthRate = isIncremental ? out.rate : 0;
  return true;
}

/** Boxes of both vehicles, their gap where needed, the filter's decision, and the rule of a contact that it accepts. */
function setBoxes(out: VehicleContact, law: VehicleContactLaw, pair: VehiclePair): void {
  const { ellipsoids, ellipsoidA, ellipsoidB, boxes, boxGapAccuracy } = pair;
  out.status = updateVehicleBox(boxes, ellipsoids, ellipsoidA, law.axisOrder);
  if (out.status === 'ok') out.status = updateVehicleBox(boxes, ellipsoids, ellipsoidB, law.axisOrder);
  if (out.status !== 'ok') return;
  const boxA = boxes.boxes[ellipsoidA];
  const boxB = boxes.boxes[ellipsoidB];
  if (law.filter === 'sat' || law.depthLaw === 'box' || law.fallback) {
    const enough = boxGapAccuracy === 'exact' ? Number.POSITIVE_INFINITY : 0;
    const little = boxGapAccuracy === 'sign' && law.depthLaw !== 'box' ? 0 : Number.NEGATIVE_INFINITY;
    out.boxGap = roundedBoxGap(boxGap, boxA, boxB, enough, little).gap;
  }
  out.overlaps = law.filter === 'sat' ? out.boxGap <= 0 : !isFalseContact('eq1', boxA, boxB, law.parallelAngle);
  if (!out.overlaps) return;
  out.status = boxContactRule(boxRule, boxA, boxB, out.pointA, out.pointB);
  if (out.status !== 'ok') return;
  copyVec3(out.boxNormal, boxRule.normal);
  out.regionA = boxRule.regionA;
  out.regionB = boxRule.regionB;
}

/** Whether the boxes are apart and the law therefore has no force, whatever the ellipsoids do: cheaper than `vehicleContact`. */
export function hasNoForce(
  law: VehicleContactLaw,
  { ellipsoids, ellipsoidA, ellipsoidB, boxes }: VehiclePair,
): boolean {
  if (law.model !== 'BM' || law.filter !== 'sat') return false;
  if (updateVehicleBox(boxes, ellipsoids, ellipsoidA, law.axisOrder) !== 'ok') return false;
  if (updateVehicleBox(boxes, ellipsoids, ellipsoidB, law.axisOrder) !== 'ok') return false;
  return roundedBoxGap(boxGap, boxes.boxes[ellipsoidA], boxes.boxes[ellipsoidB], 0, 0).gap > 0;
}

/**
 * BM with structures or an obstacle, where overlaps are deeper than the ellipsoids can resolve: the incremental law at the centroid of
 * the overlap of the boxes, along the normal of the rule of the boxes there. True: a force acts.
 */
function evaluateOverlap(out: VehicleContact, law: VehicleContactLaw, pair: VehiclePair, depth: number): boolean {
  const { obstacle, boxes, ellipsoids, ellipsoidA, ellipsoidB } = pair;
  out.status = updateVehicleBox(boxes, ellipsoids, ellipsoidA, law.axisOrder);
  if (!obstacle && out.status === 'ok') out.status = updateVehicleBox(boxes, ellipsoids, ellipsoidB, law.axisOrder);
  if (out.status !== 'ok') return false;
  const boxA = boxes.boxes[ellipsoidA];
  const second = obstacle?.box ?? boxes.boxes[ellipsoidB];
  const enough = pair.boxGapAccuracy === 'exact' ? Number.POSITIVE_INFINITY : 0;
  out.boxGap = roundedBoxGap(boxGap, boxA, second, enough).gap;
  out.gap = out.boxGap;
  out.overlaps = out.boxGap <= 0;
  if (!out.overlaps) return false;
  overlapCentroid(out.point, boxA, second);
  const rule = obstacle ? obstacleNormal(out.normal, obstacle, boxA, out.point) : overlapRule(out, boxA, second);
  if (!rule) {
    out.status = 'E_ZERO_RAY';
    return false;
  }
  copyVec3(out.ellipsoidNormal, out.normal);
  copyVec3(out.boxNormal, out.normal);
  copyVec3(out.pointA, out.point);
  copyVec3(out.pointB, out.point);
  setRelativeVelocity(out, pair);
  out.rate = -dotVec3(out.normal, out.relativeVelocity);
  if (!(depth > 0 || out.rate > 0)) return false;
  out.rule = rule;
  out.depth = depth;
  out.depthRate = out.rate;
  return true;
}

function overlapRule(out: VehicleContact, boxA: VehicleBox, boxB: VehicleBox): NormalRule | undefined {
  if (boxContactRule(boxRule, boxA, boxB, out.point, out.point) !== 'ok') return undefined;
  copyVec3(out.normal, boxRule.normal);
  return boxRule.rule;
}

function setRelativeVelocity(out: VehicleContact, pair: VehiclePair): void {
  const { state, vehicleA, vehicleB } = pair;
  materialVelocity(velocityA, state, vehicleA, materialPoint(out.materialA, state, vehicleA, out.pointA));
  if (pair.obstacle) setVec3(velocityB, 0, 0, 0);
  else materialVelocity(velocityB, state, vehicleB, materialPoint(out.materialB, state, vehicleB, out.pointB));
  subVec3(out.relativeVelocity, velocityB, velocityA);
}

/** f = max(0, k δ + c δ') or the force of the structures, friction, and their effect on the vehicles. */
function setForce(out: VehicleContact, law: VehicleContactLaw, pair: VehiclePair, cache: ContactCache): void {
  if (!pair.crush || !setCrushForce(out, law, pair, pair.crush, cache)) {
    out.force = Math.max(0, law.stiffness * out.depth + law.damping * out.rate);
    out.stored = 0.5 * law.stiffness * out.depth ** 2;
  }
  scaleVec3(out.normalForce, out.normal, out.force);
  out.powerA = -dotVec3(out.normalForce, velocityA);
  out.powerB = dotVec3(out.normalForce, velocityB);
  out.momentA = -momentAboutZ(out.pointA, out.normalForce);
  out.momentB = momentAboutZ(out.pointB, out.normalForce);
  if (law.friction > 0) addFriction(out, law, pair);
}

const crushed: CrushForce = { force: 0.5, stored: 0.5, residualA: 0.5, residualB: 0.5 };

/** Force of the structures on the sides in contact; false where neither side has one. */
function setCrushForce(
  out: VehicleContact,
  law: VehicleContactLaw,
  { state, vehicleA, vehicleB, obstacle }: VehiclePair,
  { curvesA, curvesB, residual, offsetA, offsetB }: PairCrush,
  cache: ContactCache,
): boolean {
  const { x, y, z } = out.normal;
  out.facingA = crushRegion(state, vehicleA + DIRECTORS, x, y, z);
  out.facingB = obstacle ? 0 : crushRegion(state, vehicleB + DIRECTORS, -x, -y, -z);
  const sideA = cache.sideA >= 0 ? cache.sideA : out.facingA;
  const sideB = cache.sideB >= 0 ? cache.sideB : out.facingB;
  out.sideA = sideA;
  out.sideB = sideB;
  const curveA = curvesA?.[sideA];
  const curveB = curvesB?.[sideB];
  if (!curveA && !curveB) return false;
  const oldA = curveA ? residual[offsetA + sideA] : 0;
  const oldB = curveB ? residual[offsetB + sideB] : 0;
  crushForce(crushed, out.depth, curveA, oldA, curveB, oldB);
  out.residualA = crushed.residualA;
  out.residualB = crushed.residualB;
  out.stored = crushed.stored;
  out.force = crushed.force > 0 ? Math.max(0, crushed.force + law.damping * out.rate) : 0;
  return true;
}

/** -μ f v_t / √(v_t² + v_eps²) at the point between the two, so that friction leaves no net couple. */
function addFriction(out: VehicleContact, law: VehicleContactLaw, pair: VehiclePair): void {
  const { state, vehicleA, vehicleB } = pair;
  materialVelocity(velocityA, state, vehicleA, materialPoint(out.midpointA, state, vehicleA, out.point));
  if (pair.obstacle) setVec3(velocityB, 0, 0, 0);
  else materialVelocity(velocityB, state, vehicleB, materialPoint(out.midpointB, state, vehicleB, out.point));
  subVec3(sliding, velocityB, velocityA);
  addScaledVec3(sliding, sliding, out.normal, -dotVec3(sliding, out.normal));
  const speed = Math.sqrt(dotVec3(sliding, sliding) + law.slipSpeed * law.slipSpeed);
  scaleVec3(out.frictionForce, sliding, (-law.friction * out.force) / speed);
  out.powerA -= dotVec3(out.frictionForce, velocityA);
  out.powerB += dotVec3(out.frictionForce, velocityB);
  out.momentA -= momentAboutZ(out.point, out.frictionForce);
  out.momentB += momentAboutZ(out.point, out.frictionForce);
}

function momentAboutZ(point: ReadonlyVec3, force: ReadonlyVec3): number {
  return point.x * force.y - point.y * force.x;
}

/** Adds the forces of a contact to the loads of its vehicles, which begin at `loadA` and `loadB`; an obstacle has none, -1. */
export function addContactLoads(loads: Float64Array, loadA: number, loadB: number, contact: VehicleContact): void {
  const { normalForce, frictionForce } = contact;
  const isMovable = loadB >= 0;
  if (!(contact.force > 0)) return;
  addPointLoad(loads, loadA, contact.materialA, normalForce, -1);
  if (isMovable) addPointLoad(loads, loadB, contact.materialB, normalForce, 1);
  if (frictionForce.x === 0 && frictionForce.y === 0 && frictionForce.z === 0) return;
  addPointLoad(loads, loadA, contact.midpointA, frictionForce, -1);
  if (isMovable) addPointLoad(loads, loadB, contact.midpointB, frictionForce, 1);
}
