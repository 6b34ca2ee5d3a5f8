import { shapeRadius } from '../../src/entries/bounds.ts';
import {
  addScaledVec3,
  contactManifolds,
  createLedger,
  pose as createPose,
  dotVec3,
  type Impact,
  impact,
  material,
  measureLedger,
  planarBody,
  poseAt,
  type ReadonlyVec3,
  type Response,
  type RigidBody,
  respond,
  type Shape,
  spatialBody,
  subVec3,
  toWorld,
  vec3,
} from '../../src/index.ts';
import { createMat3, type Mat3, rotateTensor } from '../../src/math/mat3.ts';
import type { BuiltBody } from './build-body.ts';
import { isPlanarPair } from './planar-pair.ts';

/** Contact points of the impact: gap relative to the size of the bodies. */
const TOUCHING = 1e-6;

/** Totals of the movable bodies, world axes, about the origin. */
export interface Totals {
  /** [kg m/s] */
  readonly momentum: ReadonlyVec3;
  /** [kg m²/s] */
  readonly angularMomentum: ReadonlyVec3;
  /** [J] */
  readonly energy: number;
}

/** The response at the moment of impact. */
export interface ImpactResponse {
  readonly response: Response;
  /** Where the impulse acts: the centre of the contact points, or the closest point [m]. */
  readonly point: ReadonlyVec3;
  readonly pointCount: number;
  readonly normal: ReadonlyVec3;
  /** Bodies before the impulse, at their centres of mass. */
  readonly before: readonly [RigidBody, RigidBody];
  /** World axes, about the centres of mass [kg m²]. */
  readonly inertia: readonly [Mat3, Mat3];
  readonly kilograms: readonly [number, number];
  readonly immovable: readonly [string | undefined, string | undefined];
  readonly planar: boolean;
  readonly totalsBefore: Totals;
  readonly totalsAfter: Totals;
}

export interface ImpactAnswer {
  readonly impact: Impact;
  readonly response?: ImpactResponse;
  /** Why there is no response after a hit. */
  readonly noResponse?: string;
}

export function answerImpact(
  a: BuiltBody,
  b: BuiltBody,
  duration: number,
  restitution: number,
  friction: number,
): ImpactAnswer {
  const found = impact(a.shape, a.motion, b.shape, b.motion, duration);
  if (found.status !== 'hit') return { impact: found };
  if (a.mass.immovable && b.mass.immovable) return { impact: found, noResponse: 'both bodies are immovable' };
  const planar = isPlanarPair(a.body.shape, b.body.shape);
  const before = [bodyAt(a, found.time, planar), bodyAt(b, found.time, planar)] as const;
  const { point, count } = contactPoint(a, b, found, before);
  const { normal } = found;
  const contact = { pointA: point, pointB: point, normal };
  const response = respond(contact, before[0], before[1], material({ restitution, staticFriction: friction }));
  const after = before.map((body, i) => ({
    ...body,
    velocity: i === 0 ? response.velocityA : response.velocityB,
    angularVelocity: i === 0 ? response.angularVelocityA : response.angularVelocityB,
  }));
  return {
    impact: found,
    response: {
      response,
      point,
      pointCount: count,
      normal,
      before,
      inertia: [worldInertia(a, found.time), worldInertia(b, found.time)],
      kilograms: [a.mass.kilograms, b.mass.kilograms],
      immovable: [a.mass.immovable, b.mass.immovable],
      planar,
      totalsBefore: totalsOf(before),
      totalsAfter: totalsOf(after),
    },
  };
}

/** The rigid body at a time of its motion; its pose is that of the centre of mass. */
function bodyAt(built: BuiltBody, time: number, planar: boolean): RigidBody {
  const { motion, mass } = built;
  const pose = poseAt(createPose(), motion, time);
  const center = toWorld(vec3(), pose, mass.centroid);
  const arm = subVec3(vec3(), center, pose.position);
  const { angularVelocity: w } = motion;
  const velocity = addScaledVec3(vec3(), motion.velocity, cross(w, arm), 1);
  const at = { position: center, rotation: pose.rotation };
  const isFixed = mass.immovable !== undefined;
  if (planar)
    return planarBody(at, mass.kilograms, isFixed ? Number.POSITIVE_INFINITY : mass.inertia.zz, velocity, w.z);
  return spatialBody(at, mass.kilograms, worldInertia(built, time), velocity, w);
}

/** Symmetric to the last bit, as queries expect. */
function worldInertia({ motion, mass }: BuiltBody, time: number): Mat3 {
  const { rotation } = poseAt(createPose(), motion, time);
  const world = rotateTensor(createMat3(), rotation, mass.inertia);
  [world.yx, world.zx, world.zy] = [world.xy, world.xz, world.yz];
  return world;
}

/** Centre of the manifold of the impact: a face that lands flat has no preferred corner. */
function contactPoint(
  a: BuiltBody,
  b: BuiltBody,
  { time, pointA, pointB, normal }: Impact,
  [bodyA, bodyB]: readonly [RigidBody, RigidBody],
): { point: ReadonlyVec3; count: number } {
  const midpoint = (p: ReadonlyVec3, q: ReadonlyVec3) => vec3((p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2);
  const witness = { point: midpoint(pointA, pointB), count: 1 };
  const [poseA, poseB] = [poseAt(createPose(), a.motion, time), poseAt(createPose(), b.motion, time)];
  const tolerance = TOUCHING * Math.min(sizeOf(a.shape), sizeOf(b.shape));
  const manifold = manifoldsAt(a.shape, poseA, b.shape, poseB, tolerance).find(
    (found) => dotVec3(found.normal, normal) > 1 - TOUCHING,
  );
  if (manifold === undefined || manifold.points.length < 2) return witness;
  const center = vec3();
  for (const found of manifold.points) addScaledVec3(center, center, midpoint(found.pointA, found.pointB), 1);
  const count = manifold.points.length;
  const point = vec3(center.x / count, center.y / count, center.z / count);
  // where a rotating body approaches at one end of the contact only, that end is hit
  const speed = (at: ReadonlyVec3) => dotVec3(normal, subVec3(vec3(), velocityAt(bodyB, at), velocityAt(bodyA, at)));
  return speed(point) < 0 ? { point, count } : witness;
}

function manifoldsAt(...[a, poseA, b, poseB, tolerance]: Parameters<typeof contactManifolds>) {
  try {
    return contactManifolds(a, poseA, b, poseB, tolerance);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function sizeOf(shape: Shape): number {
  return shape.kind === 'point' ? 1 : Math.min(shapeRadius(shape), Number.MAX_VALUE);
}

function velocityAt({ pose, velocity, angularVelocity }: RigidBody, point: ReadonlyVec3) {
  const arm = subVec3(vec3(), point, pose.position);
  return addScaledVec3(vec3(), velocity, cross(angularVelocity, arm), 1);
}

function cross(a: ReadonlyVec3, b: ReadonlyVec3): ReadonlyVec3 {
  return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

function totalsOf(bodies: readonly RigidBody[]): Totals {
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), bodies);
  return { momentum, angularMomentum, energy: kineticEnergy };
}
