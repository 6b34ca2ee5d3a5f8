import { velocityOfPoint } from '../../math/motion.ts';
import { addVec3, createVec3, dotVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../../math/vec3.ts';
import type { Material } from '../../response/material.ts';
import type { PairContact } from '../../response/pair-contact.ts';
import { resolveContacts } from '../../response/several.ts';
import { bookGiven } from '../books.ts';
import type { ContactMode } from '../observer.ts';
import { distanceRate, type PairFollower } from './pair-follower.ts';
import { isFree, type SpaceMover } from './space-mover.ts';
import type { SpaceWorld } from './space-world.ts';

/** A pair that strikes now. */
interface Strike extends PairContact {
  readonly a: SpaceMover;
  readonly b: SpaceMover;
  readonly follower: PairFollower;
  readonly index: number;
  readonly point: Vec3;
  /** [m/s] */
  readonly closingSpeed: number;
  /** Too slow to bounce. */
  readonly resting: boolean;
}

/** Gaps up to this many contact tolerances touch with those that have come down to one. */
const TOGETHER = 1 + 1e-3;

/** Every pair that touches now and approaches is pushed apart; `after` [s] have passed since the start of the stretch. */
export function resolveImpacts(world: SpaceWorld, after: number): void {
  const strikes = findStrikes(world, after);
  const before = strikes.map(({ a, b, point }) => [pointVelocity(a, point), pointVelocity(b, point)]);
  const { pairs } = resolveContacts(strikes, { approachTolerance: 0 });
  for (const [i, strike] of strikes.entries()) {
    const { impulse, normalImpulse, mode } = pairs[i];
    if (normalImpulse === 0) continue;
    const work =
      workOn(strike.b, impulse, strike.point, before[i][1], 1) +
      workOn(strike.a, impulse, strike.point, before[i][0], -1);
    book(world, strike, impulse, work);
    report(world, strike, impulse, normalImpulse, work, strike.resting ? 'rest' : modeOf(mode));
  }
}

function findStrikes(world: SpaceWorld, after: number): Strike[] {
  const { tolerance } = world.scene.contacts;
  return world.colliders.flatMap((follower, index): Strike[] => {
    const { a, b, contact } = follower;
    const closingSpeed = -distanceRate(follower);
    if (!(contact.distance <= TOGETHER * tolerance && closingSpeed > 0)) return [];
    // one point for both: friction across a gap leaks no angular momentum
    const point = scaleVec3(createVec3(), addVec3(createVec3(), contact.pointA, contact.pointB), 0.5);
    const resting = closingSpeed < world.scene.contacts.restSpeed;
    const material = resting ? restingMaterial(world, follower, closingSpeed, after) : world.scene.contacts.material;
    const points = [{ pointA: point, pointB: point }];
    return [{ a, b, normal: { ...contact.normal }, points, material, follower, index, point, closingSpeed, resting }];
  });
}

/**
 * A contact under a steady push rests by leaving with just the speed that the push takes back in one step: it is off by
 * a step's worth of fall, never sinks, and never gains energy.
 */
function restingMaterial({ scene }: SpaceWorld, { startRate }: PairFollower, speed: number, after: number): Material {
  const push = after > 0 ? Math.max(0, (startRate + speed) / after) : 0;
  return { ...scene.contacts.material, restitution: Math.min(1, (0.5 * push * scene.time.step) / speed) };
}

function pointVelocity(body: SpaceMover, point: ReadonlyVec3): Vec3 {
  return velocityOfPoint(createVec3(), body, point);
}

/** Impulse times the mean velocity of its point; immovable bodies' work is their driver's. */
function workOn(body: SpaceMover, impulse: ReadonlyVec3, point: ReadonlyVec3, before: Vec3, sign: 1 | -1): number {
  if (!isFree(body)) return 0;
  return 0.5 * sign * dotVec3(impulse, addVec3(before, before, pointVelocity(body, point)));
}

const opposite = createVec3();

function book({ books }: SpaceWorld, { a, b, point }: Strike, impulse: ReadonlyVec3, work: number): void {
  books.contactWork += work;
  if (!isFree(b)) bookGiven(books, point, impulse);
  if (!isFree(a)) bookGiven(books, point, scaleVec3(opposite, impulse, -1));
}

function report(
  world: SpaceWorld,
  strike: Strike,
  impulse: ReadonlyVec3,
  normalImpulse: number,
  work: number,
  mode: ContactMode,
): void {
  const { scene, observer, time } = world;
  const { point, normal, closingSpeed, follower, index, resting } = strike;
  const [bodyA, bodyB] = follower.bodies;
  const { distance } = follower.contact;
  world.deepestPenetration = Math.max(world.deepestPenetration, -distance);
  observer.contact({ time, bodyA, bodyB, point, normal, distance, closingSpeed, impulse, work, mode });
  if (resting) {
    world.touchingNow.add(index);
    return;
  }
  world.collisions++;
  observer.event({
    type: 'collision',
    time,
    bodies: [scene.bodies[bodyA].name, scene.bodies[bodyB].name],
    point: [point.x, point.y, point.z],
    normal: [normal.x, normal.y, normal.z],
    impulse: normalImpulse,
    closingSpeed,
    points: 1,
  });
}

function modeOf(mode: string): ContactMode {
  return mode === 'stick' || mode === 'slide' ? mode : 'frictionless';
}
