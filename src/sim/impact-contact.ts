import { addVec3, createVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { normalSpeed } from '../response/impulse.ts';
import type { Material } from '../response/material.ts';
import { type ResolveOptions, resolveContacts } from '../response/resolve-contacts.ts';
import type { CompositeBody } from './composite-body.ts';
import { addDrivenImpulse } from './ledger-totals.ts';
import type { ContactMode } from './observer.ts';
import { recordContact, recordEvent, type World } from './world.ts';

/** Two composites that touch now, with one normal and one or two points; and the scene bodies in contact. */
export interface ImpactContact {
  readonly a: CompositeBody;
  readonly b: CompositeBody;
  readonly bodyA: number;
  readonly bodyB: number;
  /** Unit vector from A to B. */
  readonly normal: ReadonlyVec3;
  /** One point or two, at which the impulses act on both bodies. */
  readonly points: readonly ImpactPoint[];
  readonly material: Material;
}

export interface ImpactPoint {
  readonly pointA: ReadonlyVec3;
  readonly pointB: ReadonlyVec3;
  /** Signed gap [m]. */
  readonly distance: number;
}

/**
 * The impulses act on both bodies at the midpoint of the gap: with one common point, friction does not change angular momentum.
 */
export function impactPoint(pointA: ReadonlyVec3, pointB: ReadonlyVec3, distance: number): ImpactPoint {
  const midpoint = createVec3();
  scaleVec3(midpoint, addVec3(midpoint, pointA, pointB), 0.5);
  return { pointA: midpoint, pointB: midpoint, distance };
}

/** Maximum approach speed of the points of a contact [m/s]; below zero when the bodies separate. */
export function closingSpeed(impactContact: ImpactContact): number {
  const { a, b, normal, points } = impactContact;
  let max = Number.NEGATIVE_INFINITY;
  for (const { pointA, pointB } of points) {
    max = Math.max(max, -normalSpeed({ pointA, pointB, normal }, a, b));
  }
  return max;
}

/**
 * Resolves all impacts of the current time together, records them and adds them to the ledger. With exact times of impact every approach
 * above rounding counts, however slow (`approachTolerance` 0); fixed steps leave the slowest to resting contact.
 */
export function resolveImpacts(
  world: World,
  impactContacts: readonly ImpactContact[],
  limits: Pick<ResolveOptions, 'approachTolerance' | 'restitutionThreshold'>,
): void {
  const { multiContact, order } = world.scene.contacts;
  const speeds = impactContacts.map(closingSpeed);
  const resolution = resolveContacts(impactContacts, { multiContact, order, ...limits });
  world.totals.contactWork += resolution.work;
  impactContacts.forEach((impactContact, i) => {
    const { points, normalImpulse, work, mode } = resolution.pairs[i];
    if (normalImpulse === 0) return;
    points.forEach((impulse, k) => {
      const fraction = work / points.length;
      recordImpulse(world, impactContact, impactContact.points[k], {
        impulse,
        closingSpeed: speeds[i],
        work: fraction,
        mode: modeOf(mode),
      });
    });
    recordEvent(world, {
      type: 'collision',
      time: world.time,
      bodies: [world.names[impactContact.bodyA], world.names[impactContact.bodyB]],
      point: triple(impactContact.points[0].pointA),
      normal: triple(impactContact.normal),
      impulse: normalImpulse,
      closingSpeed: speeds[i],
      points: impactContact.points.length,
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

/** One row of the contact table; the impulse on an immovable body goes into the ledger. */
export function recordImpulse(
  world: World,
  impactContact: ImpactContact,
  point: ImpactPoint,
  received: PointImpulse,
): void {
  const { impulse, closingSpeed, work, mode } = received;
  if (impactContact.b.inverseMass === 0) addDrivenImpulse(world.totals, impactContact.b, point.pointB, impulse);
  if (impactContact.a.inverseMass === 0)
    addDrivenImpulse(world.totals, impactContact.a, point.pointA, scaleVec3(opposite, impulse, -1));
  recordContact(world, {
    time: world.time,
    bodyA: impactContact.bodyA,
    bodyB: impactContact.bodyB,
    point: point.pointA,
    normal: impactContact.normal,
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
