/**
 * Two bodies in free flight on the way to their first contact: where they are at the time of the search, and how near. Everything is
 * seen from A's centre, in world axes.
 */

import { createContact } from '../distance/contact.ts';
import { RELATIVE_LENGTH } from '../distance/convex/core.ts';
import { coreDistance } from '../distance/convex/gjk.ts';
import { DISTANCE, found, LOWER, NORMAL, OVERLAP, POINT_A } from '../distance/convex/gjk-result.ts';
import { corePenetration } from '../distance/convex/penetration.ts';
import { clearSimplexCache, createSimplexCache } from '../distance/simplex-cache.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, scaleVec3, subVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import type { Shape } from '../shapes/shape.ts';
import { firstRoot } from '../toi/planar-step.ts';
import { createSeparatingPlane, gapOfVertices } from '../toi/separating-plane.ts';
import { createFlyingSide, type FlyingSide, loadFlyingSide, maxRotationSpeed } from './free-flight-body.ts';

/** In units of the size, the sum of both radii: bodies this near touch. */
const CONTACT = 1e-9;
/** Rounding of positions, relative to what they are made of. */
const ROUNDING = 4e-16;
/** Closing more slowly than this share of the speeds, touching bodies slide along each other. */
const AT_REST = 1e-9;
/** Bounding spheres nearer than this share of the size have met. */
const MET = 1e-6;

export const sideA = createFlyingSide();
export const sideB = createFlyingSide();
/** Across the normal of the last measurement of two cores. */
export const plane = createSeparatingPlane();
const relative = new Float64Array(RELATIVE_LENGTH);
const cache = createSimplexCache();
/** Normal and witness points of the last measurement. */
export const contact = createContact();

/** B's centre relative to A's: x(t) = x0 + v0 t + a t²/2, and the same at the time of the search. */
const startPosition = createVec3();
const startVelocity = createVec3();
export const acceleration = createVec3();
const { position } = sideB.now.pose;
export const { velocity } = sideB.now;

/** Where the search stands, and what the last measurement found. */
export const search = {
  time: 0,
  duration: 0,
  /** Signed distance, and what it may be too large by [m]. */
  gap: 0,
  error: 0,
  /** Gap at which bodies touch [m]. */
  tolerance: 0,
  /** Of the witness points [m/s]. */
  closingSpeed: 0,
  /** Touching bodies that close more slowly slide [m/s]. */
  slowest: 0,
};

export function beginSearch(
  shapeA: Shape,
  flightA: FreeFlight,
  shapeB: Shape,
  flightB: FreeFlight,
  duration: number,
): void {
  loadFlyingSide(sideA, shapeA, flightA);
  loadFlyingSide(sideB, shapeB, flightB);
  subVec3(startPosition, flightB.pose.position, flightA.pose.position);
  subVec3(startVelocity, flightB.velocity, flightA.velocity);
  subVec3(acceleration, flightB.acceleration, flightA.acceleration);
  sideB.core.acceleration[0] = acceleration.x;
  sideB.core.acceleration[1] = acceleration.y;
  sideB.core.acceleration[2] = acceleration.z;
  clearSimplexCache(cache);
  search.time = 0;
  search.duration = duration;
}

/** Both centres at the time of the search, seen from A's. */
function placeCentres(): void {
  const { time: t } = search;
  addScaledVec3(velocity, startVelocity, acceleration, t);
  addScaledVec3(position, startPosition, startVelocity, t);
  addScaledVec3(position, position, acceleration, 0.5 * t * t);
  const { core } = sideB;
  core.position[0] = position.x;
  core.position[1] = position.y;
  core.position[2] = position.z;
  core.velocity[0] = velocity.x;
  core.velocity[1] = velocity.y;
  core.velocity[2] = velocity.z;
}

const across = createVec3();

/**
 * For how long the bounding spheres certainly stay apart, along the line of their centres; 0 once they have met. The centre of what is
 * over a wall is seen along the wall's normal.
 */
export function stepWhileFar(): number {
  placeCentres();
  const size = sideA.radius + sideB.radius;
  const distance = lengthVec3(position);
  search.tolerance = CONTACT * size + ROUNDING * (distance + search.time * lengthVec3(startVelocity));
  if (sideA.shape.kind === 'halfspace') halfspaceNormal(sideA, 1);
  else if (sideB.shape.kind === 'halfspace') halfspaceNormal(sideB, -1);
  else scaleVec3(across, position, distance > 0 ? 1 / distance : 0);
  const height = dotVec3(across, position) - size;
  // a little beyond, so that the next time they have met
  const beyond = height - 0.5 * MET * size;
  return height > MET * size ? firstRoot(beyond, dotVec3(across, velocity), -dotVec3(across, acceleration)) : 0;
}

function halfspaceNormal({ shape, now }: FlyingSide, sign: 1 | -1): void {
  if (shape.kind !== 'halfspace') return;
  const { x, y, z } = shape.normal;
  const { rotation: r } = now.pose;
  across.x = sign * (r.xx * x + r.xy * y + r.xz * z);
  across.y = sign * (r.yx * x + r.yy * y + r.yz * z);
  across.z = sign * (r.zx * x + r.zy * y + r.zz * z);
}

/** Distance of two bodies with vertices: exact. */
export function measureCores(): void {
  const { core: a } = sideA;
  const { core: b } = sideB;
  const { rotation: p } = a;
  const { rotation: q, position: x } = b;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) relative[3 * i + j] = p[i] * q[j] + p[i + 3] * q[j + 3] + p[i + 6] * q[j + 6];
    relative[9 + i] = p[i] * x[0] + p[i + 3] * x[1] + p[i + 6] * x[2];
  }
  if (coreDistance(a.core, b.core, relative, cache) === OVERLAP) corePenetration(a.core, b.core, relative);
  const { normal, witness } = plane;
  for (let i = 0; i < 3; i++) {
    normal[i] = p[3 * i] * found[NORMAL] + p[3 * i + 1] * found[NORMAL + 1] + p[3 * i + 2] * found[NORMAL + 2];
    witness[i] = p[3 * i] * found[POINT_A] + p[3 * i + 1] * found[POINT_A + 1] + p[3 * i + 2] * found[POINT_A + 2];
  }
  plane.coreDistance = found[DISTANCE];
  search.gap = plane.coreDistance - a.radius - b.radius;
  search.error = found[DISTANCE] - found[LOWER];
  // the search for the distance may have ended with a bound from one of its earlier directions
  if (search.error > 0.25 * search.tolerance)
    search.error = Math.min(search.error, found[DISTANCE] - gapOfVertices(plane, a, b));
  const { normal: n, pointA, pointB } = contact;
  n.x = normal[0];
  n.y = normal[1];
  n.z = normal[2];
  pointA.x = witness[0] + a.radius * n.x;
  pointA.y = witness[1] + a.radius * n.y;
  pointA.z = witness[2] + a.radius * n.z;
  addScaledVec3(pointB, pointA, n, search.gap);
}

/** Distance of any two bodies, as the pair table has it. */
export function measureShapes(): void {
  closestInto(contact, sideA.shape, sideA.now.pose, sideB.shape, sideB.now.pose, cache);
  search.gap = contact.distance;
  search.error = contact.errorBound;
}

const velocityA = createVec3();
const velocityB = createVec3();

/** -(vB - vA)·n at the witness points [m/s]. */
export function findClosingSpeed(): number {
  const { pointA, pointB, normal } = contact;
  crossVec3(velocityA, sideA.now.angularVelocity, pointA);
  subVec3(velocityB, pointB, position);
  crossVec3(velocityB, sideB.now.angularVelocity, velocityB);
  addScaledVec3(velocityB, velocityB, velocity, 1);
  search.closingSpeed = dotVec3(velocityA, normal) - dotVec3(velocityB, normal);
  return search.closingSpeed;
}

/** 1 if touching bodies approach, -1 if they part, 0 if they slide. */
export function closingSign(): number {
  const speed = findClosingSpeed();
  const scale = lengthVec3(velocity) + maxRotationSpeed(sideA) + maxRotationSpeed(sideB);
  return Math.abs(speed) > Math.max(AT_REST * scale, search.slowest) ? Math.sign(speed) : 0;
}
