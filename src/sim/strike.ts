import { addVec3, createVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { normalSpeed } from '../response/impulse.ts';
import type { Material } from '../response/material.ts';
import { resolveContacts } from '../response/several.ts';
import { bookGiven } from './books.ts';
import type { Mover } from './mover.ts';
import type { ContactMode } from './observer.ts';
import { recordContact, recordEvent, type World } from './world.ts';

/** Two movers that touch now, along one normal, at one or two points; and the bodies of the scene they touch with. */
export interface Strike {
  readonly a: Mover;
  readonly b: Mover;
  readonly bodyA: number;
  readonly bodyB: number;
  /** Unit vector from A to B. */
  readonly normal: ReadonlyVec3;
  /** One point or two, at which both bodies are pushed. */
  readonly points: readonly StrikePoint[];
  readonly material: Material;
}

export interface StrikePoint {
  readonly pointA: ReadonlyVec3;
  readonly pointB: ReadonlyVec3;
  /** Signed gap [m]. */
  readonly distance: number;
}

/**
 * Both bodies are pushed at the middle of the gap: with one point for both, friction across a gap leaks no angular momentum.
 */
export function strikePoint(pointA: ReadonlyVec3, pointB: ReadonlyVec3, distance: number): StrikePoint {
  const middle = createVec3();
  scaleVec3(middle, addVec3(middle, pointA, pointB), 0.5);
  return { pointA: middle, pointB: middle, distance };
}

/** Greatest speed of approach among the points of a strike [m/s]; below zero when it parts. */
export function closingSpeed(strike: Strike): number {
  const { a, b, normal, points } = strike;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const { pointA, pointB } of points) {
    greatest = Math.max(greatest, -normalSpeed({ pointA, pointB, normal }, a, b));
  }
  return greatest;
}

/**
 * Resolves everything that strikes at this moment together, books and records it. Exact times of impact name every approach that
 * is more than rounding, however slow (`approachTolerance` 0); fixed steps leave the slowest to rest.
 */
export function resolveStrikes(world: World, strikes: readonly Strike[], approachTolerance?: number): void {
  const { multi, order } = world.scene.contacts;
  const speeds = strikes.map(closingSpeed);
  const resolution = resolveContacts(strikes, { multi, order, approachTolerance });
  world.books.contactWork += resolution.work;
  strikes.forEach((strike, i) => {
    const { points, normalImpulse, work, mode } = resolution.pairs[i];
    if (normalImpulse === 0) return;
    points.forEach((impulse, k) => {
      const share = work / points.length;
      recordImpulse(world, strike, strike.points[k], {
        impulse,
        closingSpeed: speeds[i],
        work: share,
        mode: modeOf(mode),
      });
    });
    recordEvent(world, {
      type: 'collision',
      time: world.time,
      bodies: [world.names[strike.bodyA], world.names[strike.bodyB]],
      point: triple(strike.points[0].pointA),
      normal: triple(strike.normal),
      impulse: normalImpulse,
      closingSpeed: speeds[i],
      points: strike.points.length,
    });
  });
}

function modeOf(mode: string): ContactMode {
  return mode === 'stick' || mode === 'slide' ? mode : 'frictionless';
}

interface PointImpulse {
  readonly impulse: ReadonlyVec3;
  readonly closingSpeed: number;
  readonly work: number;
  readonly mode: ContactMode;
}

const opposite: Vec3 = createVec3();

/** One row of the contact table; what an immovable body received goes into the books. */
export function recordImpulse(world: World, strike: Strike, point: StrikePoint, received: PointImpulse): void {
  const { impulse, closingSpeed, work, mode } = received;
  if (strike.b.inverseMass === 0) bookGiven(world.books, point.pointB, impulse);
  if (strike.a.inverseMass === 0) bookGiven(world.books, point.pointA, scaleVec3(opposite, impulse, -1));
  recordContact(world, {
    time: world.time,
    bodyA: strike.bodyA,
    bodyB: strike.bodyB,
    point: point.pointA,
    normal: strike.normal,
    distance: point.distance,
    impulse,
    closingSpeed,
    work,
    mode,
  });
}

function triple({ x, y, z }: ReadonlyVec3): [number, number, number] {
  return [x, y, z];
}
