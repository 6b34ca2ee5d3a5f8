import { createPlanarBody } from '../dynamics/rigid-body.ts';
import { createMotion, type Motion } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { closestWithDerivatives } from '../pairs/closest-with-derivatives.ts';
import { closest, impact } from '../pairs/query.ts';
import { createMaterial, FRICTION_LAWS } from '../response/material.ts';
import { respond } from '../response/respond.ts';
import type { Shape } from '../shapes/shape.ts';
import {
  booleanOr,
  choiceAt,
  components,
  countAt,
  expectAbsent,
  fieldsAt,
  numberAt,
  numberOr,
  numbersAt,
  numberWithin,
  positiveAt,
  QueryError,
  vectorAt,
} from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';
import { SHAPE_WORLDS, shapeAt } from './shapes.ts';

/**
 * Pose and velocity of a body, with the keys of scenes: rotated by an `angle` about z or a `rotation` [w, x, y, z], with an
 * `angularVelocity` about z or about [x, y, z]. Default: at the origin, without rotation, at rest.
 */
function motionAt(body: Fields, path: string): Motion {
  const position = body.position === undefined ? [0, 0, 0] : numbersAt(body, 'position', [2, 3], path);
  const vector = (key: string) => (body[key] === undefined ? createVec3() : vectorAt(body, key, [2, 3], path));
  const angularVelocity = Array.isArray(body.angularVelocity)
    ? vectorAt(body, 'angularVelocity', [3], path)
    : createVec3(0, 0, numberOr(body, 'angularVelocity', 0, path));
  return createMotion(
    createPose(position, rotateAt(body, path)),
    vector('velocity'),
    angularVelocity,
    vector('acceleration'),
  );
}

function rotateAt(body: Fields, path: string): number | readonly number[] {
  if (body.rotation === undefined) return numberOr(body, 'angle', 0, path);
  expectAbsent(body, 'angle', 'no angle together with rotation', path);
  const quaternion = numbersAt(body, 'rotation', [4], path);
  if (!quaternion.some((value) => value !== 0)) {
    throw new QueryError(`${path}.rotation`, quaternion, 'a quaternion [w, x, y, z] that is not zero');
  }
  return quaternion;
}

export interface Body {
  readonly shape: Shape;
  readonly motion: Motion;
}

/** The body in field `key` of a query, its shape with the keys of the query's `world`. */
export function bodyAt(fields: Fields, key: string): Body {
  const body = fieldsAt(fields, key);
  const world = fields.world === undefined ? 'smooth' : choiceAt(fields, 'world', SHAPE_WORLDS);
  return { shape: shapeAt(body, key, world), motion: motionAt(body, key) };
}

const BOX = {
  kind: 'polygon',
  vertices: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
};
const A = { shape: BOX, position: [0, 0], angle: 0.3, velocity: [1, 0], angularVelocity: 0.5 };
const B = { shape: { kind: 'disc', radius: 0.5 }, position: [3, 0.2] };

const closestOperation: QueryOperation = {
  name: 'closest',
  description:
    'closest points of two bodies: signed distance, witness points, normal from A to B; with `"derivatives": true` their derivatives with respect to the poses',
  example: { A, B },
  // two half-spaces that do not face each other overlap without bound
  infinite: ['distance', 'derivatives.distance'],
  answer(fields) {
    const a = bodyAt(fields, 'A');
    const b = bodyAt(fields, 'B');
    const { pointA, pointB, normal, ...rest } = closest(a.shape, a.motion.pose, b.shape, b.motion.pose);
    return {
      ...rest,
      pointA: components(pointA, 3),
      pointB: components(pointB, 3),
      normal: components(normal, 3),
      ...(booleanOr(fields, 'derivatives', false) && { derivatives: derivatives(a, b) }),
    };
  },
};

/** By rows; columns are the twelve pose coordinates: translation and rotation vector of A, then of B, world axes. */
function derivatives(a: Body, b: Body): Fields {
  const found = closestWithDerivatives(a.shape, a.motion.pose, b.shape, b.motion.pose);
  const { status, distance, unique, unavailable } = found;
  const byRows = (block: Float64Array, rows: number) =>
    Array.from({ length: rows }, (_, i) => Array.from(block.subarray(12 * i, 12 * i + 12)));
  return {
    status,
    distance,
    unique,
    ...(unavailable !== '' && { unavailable }),
    distanceGradient: Array.from(found.distanceGradient),
    distanceHessian: byRows(found.distanceHessian, 12),
    pointAByPose: byRows(found.pointAByPose, 3),
    pointBByPose: byRows(found.pointBByPose, 3),
    normalByPose: byRows(found.normalByPose, 3),
  };
}

const impactOperation: QueryOperation = {
  name: 'impact',
  description:
    'first time at which two moving bodies touch, or come within a `separation`, within `duration` seconds; `maxIterations` sets the iteration limit',
  example: { A, B, duration: 5 },
  answer(fields) {
    const a = bodyAt(fields, 'A');
    const b = bodyAt(fields, 'B');
    const separation =
      fields.separation === undefined ? 0 : numberWithin(fields, 'separation', 0, Number.POSITIVE_INFINITY);
    const maxIterations = fields.maxIterations === undefined ? undefined : countAt(fields, 'maxIterations');
    const duration = positiveAt(fields, 'duration');
    const found = impact(a.shape, a.motion, b.shape, b.motion, duration, { separation, maxIterations });
    const { status, time, iterations } = found;
    if (status === 'none') return { status, time, iterations };
    const { gap, closingSpeed, twoPoints, secondPointA } = found;
    return {
      status,
      time,
      pointA: components(found.pointA, 3),
      pointB: components(found.pointB, 3),
      normal: components(found.normal, 3),
      gap,
      closingSpeed,
      ...(twoPoints ? { secondPoint: components(secondPointA, 3) } : {}),
      iterations,
    };
  },
};

const respondOperation: QueryOperation = {
  name: 'respond',
  description: 'impact response of two planar bodies at `point` along `normal` (from A to B)',
  example: {
    A: { position: [0, 0], velocity: [1, 0], mass: 2, inertia: 1 },
    B: { position: [2, 0], mass: 1, inertia: 0.5 },
    point: [1, 0.1],
    normal: [1, 0],
    restitution: 0.8,
    friction: { law: 'algebraic', static: 0.4, dynamic: 0.3 },
  },
  answer(fields) {
    const body = (key: string) => {
      const given = fieldsAt(fields, key);
      const { pose, velocity, angularVelocity } = motionAt(given, key);
      const isFixed = booleanOr(given, 'fixed', false, key);
      if (isFixed) for (const name of ['mass', 'inertia']) expectAbsent(given, name, 'no value for a fixed body', key);
      const mass = isFixed ? Number.POSITIVE_INFINITY : positiveAt(given, 'mass', key);
      const inertia = isFixed ? Number.POSITIVE_INFINITY : positiveAt(given, 'inertia', key);
      const { position } = pose;
      return createPlanarBody(createPose([position.x, position.y]), mass, inertia, velocity, angularVelocity.z);
    };
    const point = vectorAt(fields, 'point', [2]);
    const [nx, ny] = numbersAt(fields, 'normal', [2]);
    const length = Math.hypot(nx, ny);
    if (!(length > 0)) throw new QueryError('normal', fields.normal, 'a vector that is not zero');
    const contact = { pointA: point, pointB: point, normal: createVec3(nx / length, ny / length) };
    const response = respond(contact, body('A'), body('B'), materialAt(fields));
    return {
      impulse: components(response.impulse, 2),
      normalImpulse: response.normalImpulse,
      tangentImpulse: response.tangentImpulse,
      mode: response.mode,
      work: response.work,
      A: { velocity: components(response.velocityA, 2), angularVelocity: response.angularVelocityA.z },
      B: { velocity: components(response.velocityB, 2), angularVelocity: response.angularVelocityB.z },
    };
  },
};

function materialAt(fields: Fields) {
  const restitution = numberOr(fields, 'restitution', 1);
  if (fields.friction === undefined) return createMaterial({ restitution });
  const friction = fieldsAt(fields, 'friction');
  return createMaterial({
    restitution,
    frictionLaw: choiceAt(friction, 'law', FRICTION_LAWS, 'friction'),
    staticFriction: numberAt(friction, 'static', 'friction'),
    dynamicFriction: numberAt(friction, 'dynamic', 'friction'),
    tangentialRestitution: numberOr(friction, 'tangentialRestitution', 0, 'friction'),
  });
}

export const generalOperations: readonly QueryOperation[] = [closestOperation, impactOperation, respondOperation];
