/**
 * Two bodies in free flight during the search for their first contact: their poses at the time of the search, and their
 * distance. Everything is relative to A's centre, in world axes.
 */

import { type Contact, createContact } from '../distance/contact.ts';
import { RELATIVE_LENGTH } from '../distance/convex/core.ts';
import { coreDistance } from '../distance/convex/gjk.ts';
import { DISTANCE, LOWER, NORMAL, OVERLAP, POINT_A } from '../distance/convex/gjk-result.ts';
import type { GjkWorkspace } from '../distance/convex/gjk-workspace.ts';
import { corePenetration } from '../distance/convex/penetration.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../distance/simplex-cache.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import type { Shape } from '../shapes/shape.ts';
import { firstRoot } from '../toi/planar-step.ts';
import { createSeparatingPlane, gapOfVertices, type SeparatingPlane } from '../toi/separating-plane.ts';
import { createFreeFlightBody, type FreeFlightBody, loadFreeFlightBody, maxRotationSpeed } from './free-flight-body.ts';

/** In units of the size, the sum of both radii: bodies this close touch. */
const CONTACT = 1e-9;
/** Rounding error of positions, relative to their terms. */
const ROUNDING = 4e-16;
/** Touching bodies with a closing speed below this fraction of the speeds slide along each other. */
const AT_REST = 1e-9;
/** Bounding spheres closer than this fraction of the size touch. */
const SPHERES_TOUCH = 1e-6;

/** Two bodies in free flight, and the state of the search for their first contact. */
export interface FreeFlightPair {
  readonly bodyA: FreeFlightBody;
  readonly bodyB: FreeFlightBody;
  /** Perpendicular to the normal of the last distance query of two cores. */
  readonly plane: SeparatingPlane;
  readonly relative: Float64Array;
  readonly cache: SimplexCache;
  /** Normal and witness points of the last distance query. */
  readonly contact: Contact;
  /** B's centre relative to A's: x(t) = x0 + v0 t + a t²/2, and the same at the time of the search. */
  readonly startPosition: Vec3;
  readonly startVelocity: Vec3;
  readonly acceleration: Vec3;
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly search: FreeFlightSearch;
}

/** State of the search, and result of the last distance query. */
export interface FreeFlightSearch {
  /** [s] */
  time: number;
  duration: number;
  /** Signed distance, and its possible excess over the true one [m]. */
  gap: number;
  error: number;
  /** Gap at which bodies touch [m]. */
  tolerance: number;
  /** Of the witness points [m/s]. */
  closingSpeed: number;
  /** Touching bodies with a lower closing speed slide [m/s]. */
  slowest: number;
  /** Allowed depth: overlapping bodies touch where they are this deep [m]. */
  depth: number;
}

export function createFreeFlightPair(): FreeFlightPair {
  const bodyB = createFreeFlightBody();
  return {
    bodyA: createFreeFlightBody(),
    bodyB,
    plane: createSeparatingPlane(),
    relative: new Float64Array(RELATIVE_LENGTH),
    cache: createSimplexCache(),
    contact: createContact(),
    startPosition: createVec3(),
    startVelocity: createVec3(),
    acceleration: createVec3(),
    position: bodyB.now.pose.position,
    velocity: bodyB.now.velocity,
    search: { time: 0, duration: 0, gap: 0, error: 0, tolerance: 0, closingSpeed: 0, slowest: 0, depth: 0 },
  };
}

export function beginSearch(
  pair: FreeFlightPair,
  shapeA: Shape,
  flightA: FreeFlight,
  shapeB: Shape,
  flightB: FreeFlight,
  duration: number,
): void {
  const { bodyA, bodyB, startPosition, startVelocity, acceleration, cache, search } = pair;
  loadFreeFlightBody(bodyA, shapeA, flightA);
  loadFreeFlightBody(bodyB, shapeB, flightB);
  subVec3(startPosition, flightB.pose.position, flightA.pose.position);
  subVec3(startVelocity, flightB.velocity, flightA.velocity);
  subVec3(acceleration, flightB.acceleration, flightA.acceleration);
  bodyB.core.acceleration[0] = acceleration.x;
  bodyB.core.acceleration[1] = acceleration.y;
  bodyB.core.acceleration[2] = acceleration.z;
  clearSimplexCache(cache);
  search.time = 0;
  search.duration = duration;
}

/** Moves both centres to the time of the search, relative to A's. */
function moveCentres(pair: FreeFlightPair): void {
  const { search, velocity, startVelocity, acceleration, position, startPosition, bodyB } = pair;
  const { time: t } = search;
  addScaledVec3(velocity, startVelocity, acceleration, t);
  addScaledVec3(position, startPosition, startVelocity, t);
  addScaledVec3(position, position, acceleration, 0.5 * t * t);
  const { core } = bodyB;
  core.position[0] = position.x;
  core.position[1] = position.y;
  core.position[2] = position.z;
  core.velocity[0] = velocity.x;
  core.velocity[1] = velocity.y;
  core.velocity[2] = velocity.z;
}

const axis = createVec3();

/**
 * Time for which the bounding spheres certainly stay apart, along the line of their centres; 0 once they touch. For a
 * half-space, the height of the centre along its normal is used.
 */
export function stepWhileFar(pair: FreeFlightPair): number {
  const { bodyA, bodyB, position, search, startVelocity, velocity, acceleration } = pair;
  moveCentres(pair);
  const size = bodyA.radius + bodyB.radius;
  const distance = lengthVec3(position);
  search.tolerance = CONTACT * size + ROUNDING * (distance + search.time * lengthVec3(startVelocity));
  if (bodyA.shape.kind === 'halfspace') halfspaceNormal(bodyA, 1);
  else if (bodyB.shape.kind === 'halfspace') halfspaceNormal(bodyB, -1);
  else scaleVec3(axis, position, distance > 0 ? 1 / distance : 0);
  const height = dotVec3(axis, position) - size;
  // a little beyond, so that they touch in the next call
  const beyond = height - 0.5 * SPHERES_TOUCH * size;
  return height > SPHERES_TOUCH * size ? firstRoot(beyond, dotVec3(axis, velocity), -dotVec3(axis, acceleration)) : 0;
}

function halfspaceNormal({ shape, now }: FreeFlightBody, sign: 1 | -1): void {
  if (shape.kind !== 'halfspace') return;
  const { x, y, z } = shape.normal;
  const { rotation: r } = now.pose;
  axis.x = sign * (r.xx * x + r.xy * y + r.xz * z);
  axis.y = sign * (r.yx * x + r.yy * y + r.yz * z);
  axis.z = sign * (r.zx * x + r.zy * y + r.zz * z);
}

/** Distance of two bodies with vertices: exact. */
export function measureCores(pair: FreeFlightPair, workspace: GjkWorkspace): void {
  const { bodyA, bodyB, relative, cache, plane, search, contact } = pair;
  const { result } = workspace;
  const { core: a } = bodyA;
  const { core: b } = bodyB;
  const { rotation: p } = a;
  const { rotation: q, position: x } = b;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) relative[3 * i + j] = p[i] * q[j] + p[i + 3] * q[j + 3] + p[i + 6] * q[j + 6];
    relative[9 + i] = p[i] * x[0] + p[i + 3] * x[1] + p[i + 6] * x[2];
  }
  if (coreDistance(workspace, a.core, b.core, relative, cache) === OVERLAP)
    corePenetration(workspace, a.core, b.core, relative);
  const { normal, witness } = plane;
  for (let i = 0; i < 3; i++) {
    normal[i] = p[3 * i] * result[NORMAL] + p[3 * i + 1] * result[NORMAL + 1] + p[3 * i + 2] * result[NORMAL + 2];
    witness[i] = p[3 * i] * result[POINT_A] + p[3 * i + 1] * result[POINT_A + 1] + p[3 * i + 2] * result[POINT_A + 2];
  }
  plane.coreDistance = result[DISTANCE];
  search.gap = plane.coreDistance - a.radius - b.radius;
  search.error = result[DISTANCE] - result[LOWER];
  // the distance query may have ended with a bound from one of its earlier directions
  if (search.error > 0.25 * search.tolerance)
    search.error = Math.min(search.error, result[DISTANCE] - gapOfVertices(plane, a, b));
  const { normal: n, pointA, pointB } = contact;
  n.x = normal[0];
  n.y = normal[1];
  n.z = normal[2];
  pointA.x = witness[0] + a.radius * n.x;
  pointA.y = witness[1] + a.radius * n.y;
  pointA.z = witness[2] + a.radius * n.z;
  addScaledVec3(pointB, pointA, n, search.gap);
}

/** Distance of any two bodies, by the pair table. */
export function measureShapes(pair: FreeFlightPair): void {
  const { contact, bodyA, bodyB, cache, search } = pair;
  closestInto(contact, bodyA.shape, bodyA.now.pose, bodyB.shape, bodyB.now.pose, cache);
  search.gap = contact.distance;
  search.error = contact.errorBound;
}

const velocityA = createVec3();
const velocityB = createVec3();

/** -(vB - vA)·n at the witness points [m/s]. */
export function findClosingSpeed(pair: FreeFlightPair): number {
  const { contact, bodyA, position, bodyB, velocity, search } = pair;
  const { pointA, pointB, normal } = contact;
  crossVec3(velocityA, bodyA.now.angularVelocity, pointA);
  subVec3(velocityB, pointB, position);
  crossVec3(velocityB, bodyB.now.angularVelocity, velocityB);
  addScaledVec3(velocityB, velocityB, velocity, 1);
  search.closingSpeed = dotVec3(velocityA, normal) - dotVec3(velocityB, normal);
  return search.closingSpeed;
}

/** 1 if touching bodies approach, -1 if they separate, 0 if they slide. */
export function closingSign(pair: FreeFlightPair): number {
  const { velocity, bodyA, bodyB, search } = pair;
  const speed = findClosingSpeed(pair);
  const scale = lengthVec3(velocity) + maxRotationSpeed(bodyA) + maxRotationSpeed(bodyB);
  return Math.abs(speed) > Math.max(AT_REST * scale, search.slowest) ? Math.sign(speed) : 0;
}
