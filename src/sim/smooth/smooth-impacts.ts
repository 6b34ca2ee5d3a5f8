import { velocityOfPoint } from '../../math/motion.ts';
import { addVec3, createVec3, dotVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../../math/vec3.ts';
import type { Material } from '../../response/material.ts';
import type { PairContact } from '../../response/pair-contact.ts';
import { resolveContacts } from '../../response/resolve-contacts.ts';
import { addImpulseOnImmovable } from '../ledger-totals.ts';
import type { ContactMode } from '../observer.ts';
import { distanceRate, type PairTracker } from './pair-tracker.ts';
import { isFree, type SmoothComposite } from './smooth-composite.ts';
import type { SmoothWorld } from './smooth-world.ts';

/** A pair that collides now. */
interface ImpactContact extends PairContact {
  readonly a: SmoothComposite;
  readonly b: SmoothComposite;
  readonly pairTracker: PairTracker;
  readonly index: number;
  readonly point: Vec3;
  /** [m/s] */
  readonly closingSpeed: number;
  /** Below the restitution threshold. */
  readonly resting: boolean;
}

/** Gaps up to this many contact tolerances take part in an impact at one tolerance. */
const SIMULTANEOUS = 1 + 1e-3;

/** Resolves the impacts of all pairs that touch now and approach; `after` [s] have passed since the start of the interval. */
export function resolveImpacts(world: SmoothWorld, after: number): void {
  const impactContacts = findImpacts(world, after);
  const before = impactContacts.map(({ a, b, point }) => [pointVelocity(a, point), pointVelocity(b, point)]);
  const { pairs } = resolveContacts(impactContacts, { approachTolerance: 0 });
  for (const [i, impactContact] of impactContacts.entries()) {
    const { impulse, normalImpulse, mode } = pairs[i];
    if (normalImpulse === 0) continue;
    const work =
      workOn(impactContact.b, impulse, impactContact.point, before[i][1], 1) +
      workOn(impactContact.a, impulse, impactContact.point, before[i][0], -1);
    addToLedger(world, impactContact, impulse, work);
    report(world, impactContact, impulse, normalImpulse, work, impactContact.resting ? 'resting' : modeOf(mode));
  }
}

function findImpacts(world: SmoothWorld, after: number): ImpactContact[] {
  const { tolerance } = world.scene.contacts;
  return world.colliders.flatMap((pairTracker, index): ImpactContact[] => {
    const { a, b, contact } = pairTracker;
    const closingSpeed = -distanceRate(pairTracker);
    if (!(contact.distance <= SIMULTANEOUS * tolerance && closingSpeed > 0)) return [];
    // one point for both: friction does not change angular momentum
    const point = scaleVec3(createVec3(), addVec3(createVec3(), contact.pointA, contact.pointB), 0.5);
    const resting = closingSpeed < world.scene.contacts.restitutionThreshold;
    const material = resting ? restingMaterial(world, pairTracker, closingSpeed, after) : world.scene.contacts.material;
    const points = [{ pointA: point, pointB: point }];
    return [
      { a, b, normal: { ...contact.normal }, points, material, pairTracker, index, point, closingSpeed, resting },
    ];
  });
}

/**
 * A contact under a steady load rests by separating at just the speed that the load reverses in one step: it is off by
 * the free fall of one step, never penetrates, and never gains energy.
 */
function restingMaterial({ scene }: SmoothWorld, { startRate }: PairTracker, speed: number, after: number): Material {
  const acceleration = after > 0 ? Math.max(0, (startRate + speed) / after) : 0;
  return { ...scene.contacts.material, restitution: Math.min(1, (0.5 * acceleration * scene.time.step) / speed) };
}

function pointVelocity(body: SmoothComposite, point: ReadonlyVec3): Vec3 {
  return velocityOfPoint(createVec3(), body, point);
}

/** Impulse times the mean velocity of its point; the work of immovable bodies is done by their drive. */
function workOn(body: SmoothComposite, impulse: ReadonlyVec3, point: ReadonlyVec3, before: Vec3, sign: 1 | -1): number {
  if (!isFree(body)) return 0;
  return 0.5 * sign * dotVec3(impulse, addVec3(before, before, pointVelocity(body, point)));
}

const opposite = createVec3();

function addToLedger(
  { totals }: SmoothWorld,
  { a, b, point }: ImpactContact,
  impulse: ReadonlyVec3,
  work: number,
): void {
  totals.contactWork += work;
  if (!isFree(b)) addImpulseOnImmovable(totals, point, impulse, pointVelocity(b, point));
  if (!isFree(a)) addImpulseOnImmovable(totals, point, scaleVec3(opposite, impulse, -1), pointVelocity(a, point));
}

function report(
  world: SmoothWorld,
  impactContact: ImpactContact,
  impulse: ReadonlyVec3,
  normalImpulse: number,
  work: number,
  mode: ContactMode,
): void {
  const { scene, observer, time } = world;
  const { point, normal, closingSpeed, pairTracker, index, resting } = impactContact;
  const [bodyA, bodyB] = pairTracker.bodies;
  const { distance } = pairTracker.contact;
  world.maxPenetration = Math.max(world.maxPenetration, -distance);
  observer.contact({ time, bodyA, bodyB, point, normal, distance, closingSpeed, impulse, work, mode });
  if (resting) {
    world.touchingNow[index] = 1;
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
