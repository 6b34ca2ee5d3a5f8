/** One pair of a sample: closest points, sensors, contact points and hints for the step control of the host. */
import { type Contact, createContact } from '../../distance/contact.ts';
import { createContactPoints, solidContactPoints } from '../../manifold/contact-points.ts';
import { clearPairCache, createPairCache } from '../../manifold/pair-cache.ts';
import { planarManifold } from '../../manifold/planar-manifold.ts';
import { createMotion, velocityOfPoint } from '../../math/motion.ts';
import { toWorld } from '../../math/pose.ts';
import { createVec3, dotVec3, lengthVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { closestInto, impactInto } from '../../pairs/query.ts';
import type { ContactLaw } from '../../response/contact-laws.ts';
import { relativeVelocity } from '../../response/impulse.ts';
import { shapeRadius } from '../../shapes/radius.ts';
import type { PlanarShape } from '../../shapes/shape.ts';
import { createImpact } from '../../toi/impact.ts';
import type { SampleBody } from './block-body.ts';
import type { BlockContactMode } from './block-io.ts';
import type { BlockSettings, PairSettings } from './block-settings.ts';

/** One pair of a sample: geometry, and the result of its contact. */
export interface SamplePair {
  readonly settings: PairSettings;
  readonly a: SampleBody;
  readonly b: SampleBody;
  readonly contact: Contact;
  /** Rate at which the gap decreases before the event [m/s]. */
  readonly closingSpeed: number;
  readonly sensors: SensorPair | undefined;
  /** On B [N s]. */
  readonly impulse: Vec3;
  /** Normal part [N s]. */
  normalImpulse: number;
  /** On B [N], by a contact law. */
  readonly force: Vec3;
  /** Normal part [N]. */
  normalForce: number;
  /** [J] */
  storedEnergy: number;
  mode: BlockContactMode;
}

/** The nearest pair of sensors, world axes. */
export interface SensorPair {
  /** [m] */
  readonly pointA: Vec3;
  /** [m] */
  readonly pointB: Vec3;
  /** [m] */
  readonly distance: number;
  /** Relative speed [m/s]. */
  readonly speed: number;
}

/** A point of contact. */
export interface BlockPoint {
  readonly pointA: ReadonlyVec3;
  readonly pointB: ReadonlyVec3;
  readonly normal: ReadonlyVec3;
  /** [m] */
  readonly distance: number;
}

/** Closest points, closing speed and nearest sensors of a pair. */
export function createSamplePair(
  block: BlockSettings,
  settings: PairSettings,
  bodies: readonly SampleBody[],
): SamplePair {
  const [a, b] = [bodies[settings.a], bodies[settings.b]];
  // a new contact and no cache: the result depends on this sample alone
  const contact = closestInto(createContact(), a.shape, a.body.pose, b.shape, b.body.pose);
  const velocity = relativeVelocity(createVec3(), a.body, b.body, contact.pointA, contact.pointB);
  return {
    settings,
    a,
    b,
    contact,
    closingSpeed: 0 - dotVec3(velocity, contact.normal),
    sensors: nearestSensors(block.bodies[settings.a].sensors, block.bodies[settings.b].sensors, a, b),
    impulse: createVec3(),
    normalImpulse: 0,
    force: createVec3(),
    normalForce: 0,
    storedEnergy: 0,
    mode: 'none',
  };
}

/** The nearest pair of sensors of A and B; undefined when a body has none. */
function nearestSensors(
  sensorsA: readonly (readonly number[])[],
  sensorsB: readonly (readonly number[])[],
  { body: a }: SampleBody,
  { body: b }: SampleBody,
): SensorPair | undefined {
  let nearest: SensorPair | undefined;
  for (const sensorA of sensorsA) {
    for (const sensorB of sensorsB) {
      const pointA = toWorld(createVec3(), a.pose, createVec3(sensorA[0], sensorA[1], sensorA[2] ?? 0));
      const pointB = toWorld(createVec3(), b.pose, createVec3(sensorB[0], sensorB[1], sensorB[2] ?? 0));
      const distance = lengthVec3(subVec3(createVec3(), pointB, pointA));
      if (nearest && nearest.distance <= distance) continue;
      const velocityA = velocityOfPoint(createVec3(), a, pointA);
      const velocityB = velocityOfPoint(createVec3(), b, pointB);
      nearest = { pointA, pointB, distance, speed: lengthVec3(subVec3(velocityA, velocityB, velocityA)) };
    }
  }
  return nearest;
}

/** Gap at which a contact begins [m]. */
export function contactDistance(law: ContactLaw | undefined, tolCollision: number): number {
  if (law === undefined) return tolCollision;
  return law.kind === 'spring-damper' ? Math.max(0, law.restDistance) : 0;
}

/**
 * Contact points with gaps up to `margin` [m]. `single`: the closest points. `all`: both ends of an edge on an edge, if more than the margin
 * apart, [CP13-5.3.1]; in space the points of the manifold. Without such points, the closest ones.
 */
export function contactPoints(block: BlockSettings, pair: SamplePair, margin: number): readonly BlockPoint[] {
  const { a, b, contact } = pair;
  const single = [contact];
  if (block.manifold === 'single') return single;
  if (block.dimension === 3) {
    const points = manifoldPoints(a, b, margin);
    return points.length > 0 ? points : single;
  }
  const shapes = [a.shape, b.shape] as [PlanarShape, PlanarShape];
  const { normal, points } = planarManifold(shapes[0], a.body.pose, shapes[1], b.body.pose, contact, margin);
  return points.length === 2 ? points.map((point) => ({ ...point, normal })) : single;
}

const points = createContactPoints();
const cache = createPairCache();

function manifoldPoints(a: SampleBody, b: SampleBody, margin: number): BlockPoint[] {
  points.count = 0;
  // a cold start: the result depends on this sample alone
  clearPairCache(cache);
  solidContactPoints(points, a.shape, a.body.pose, b.shape, b.body.pose, margin, cache);
  const { count, pointsA, pointsB, normals, distances } = points;
  const vectorAt = (packed: Float64Array, k: number) => createVec3(packed[3 * k], packed[3 * k + 1], packed[3 * k + 2]);
  return Array.from({ length: count }, (_, k) => ({
    pointA: vectorAt(pointsA, k),
    pointB: vectorAt(pointsB, k),
    normal: vectorAt(normals, k),
    distance: distances[k],
  }));
}

/** Time until the gap falls to `separation` [m] with constant velocities and angular velocities, at most the horizon [s]. */
export function timeToContact({ horizon, dimension }: BlockSettings, pair: SamplePair, separation: number): number {
  const { a, b, contact } = pair;
  const velocity = relativeVelocity(createVec3(), a.body, b.body, contact.pointA, contact.pointB);
  if (contact.distance <= separation) return dotVec3(velocity, contact.normal) < 0 ? 0 : horizon;
  if (contact.distance - separation > horizon * speedBound(a, b)) return horizon;
  const [motionA, motionB] = [a, b].map(({ body, shape }) => {
    // a half-space has no edge, and the queries do not rotate it
    const angularVelocity = shape.kind === 'halfspace' ? createVec3() : body.angularVelocity;
    const pose = dimension === 2 ? { ...body.pose, position: { ...body.pose.position, z: 0 } } : body.pose;
    return createMotion(pose, body.velocity, angularVelocity);
  });
  const { status, time } = impactInto(createImpact(), a.shape, motionA, b.shape, motionB, horizon, separation);
  return status === 'none' ? horizon : Math.min(time, horizon);
}

/** Bound of the closing speed of any two points [m/s]; Infinity for a rotating half-space. */
function speedBound(a: SampleBody, b: SampleBody): number {
  const linear = lengthVec3(subVec3(createVec3(), b.body.velocity, a.body.velocity));
  const angular = [a, b].reduce((sum, { body, shape }) => {
    const rate = lengthVec3(body.angularVelocity);
    return rate > 0 ? sum + rate * shapeRadius(shape) : sum;
  }, 0);
  return linear + angular;
}
