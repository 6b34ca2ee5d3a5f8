/**
 * Simultaneous impacts of pairs of spatial bodies, each at the points of its manifold. Points of one pair are one problem; different pairs
 * are resolved one by one, the fastest first and equally fast ones together, until none approaches. [CP13-3.4]
 */
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { addVec3, createVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';
import { isFaceContact, resolveFaceImpact } from './face-impact.ts';
import { normalSpeed } from './impulse.ts';
import type { Material } from './material.ts';
import type { PairContact } from './pair-contact.ts';
import { resolveContacts } from './resolve-contacts.ts';

/** One point of a manifold as a contact of its own, and its impulse so far. */
export interface ManifoldPoint extends PairContact {
  /** Where the impulses act on both bodies: with one common point, friction does not change angular momentum [m]. */
  readonly point: ReadonlyVec3;
  /** On B [N s]. */
  readonly impulse: Vec3;
  /** Of the last impact. */
  mode: 'frictionless' | 'stick' | 'slide';
}

/** Two bodies that touch, with at least one point. */
export interface ManifoldImpact {
  readonly a: RigidBody;
  readonly b: RigidBody;
  readonly contacts: readonly ManifoldPoint[];
}

/** Approach speeds that differ by less than this fraction are equal. */
const EQUAL_SPEED = 1e-9;
/** Maximum number of impacts per colliding pair. */
const IMPACTS_PER_PAIR = 1000;

/** A point without an impulse; `normal` is the unit vector from A to B. */
export function createManifoldPoint(
  a: RigidBody,
  b: RigidBody,
  point: ReadonlyVec3,
  normal: ReadonlyVec3,
  material: Material,
): ManifoldPoint {
  const points = [{ pointA: point, pointB: point }];
  return { a, b, normal, points, material, point, impulse: createVec3(), mode: 'frictionless' };
}

/** Changes the velocities until no pair approaches faster than its rounding error, and adds the impulses to the points. */
export function resolveManifolds(impacts: readonly ManifoldImpact[]): void {
  for (let left = IMPACTS_PER_PAIR * impacts.length; left > 0; left--) {
    const next = nextImpacts(impacts);
    if (next.length === 0 || !takeImpact(next)) break;
  }
}

/** Speed of approach of a point [m/s], above zero when approaching. */
export function approachSpeedAt({ a, b, normal, point }: ManifoldPoint): number {
  return -normalSpeed({ pointA: point, pointB: point, normal }, a, b);
}

/** The fastest approach of an impact, not below zero [m/s]. */
function approachOf({ contacts }: ManifoldImpact): number {
  return contacts.reduce((max, contact) => Math.max(max, approachSpeedAt(contact)), 0);
}

/**
 * The contact with the fastest approach now, and equally fast ones with a common body: their order is undefined, so they
 * are resolved together, which preserves symmetry. The friction law of face contacts covers two bodies only, so these are resolved one by one.
 */
function nextImpacts(impacts: readonly ManifoldImpact[]): ManifoldImpact[] {
  const speeds = impacts.map(approachOf);
  const fastest = Math.max(0, ...speeds);
  if (fastest === 0) return [];
  const equallyFast = impacts.filter((_, i) => speeds[i] >= (1 - EQUAL_SPEED) * fastest);
  const group = equallyFast.slice(0, 1);
  for (const impact of group) {
    group.push(...equallyFast.filter((other) => !group.includes(other) && hasCommonBody(impact, other)));
  }
  return group.some(({ contacts }) => isFaceContact(contacts)) ? group.slice(0, 1) : group;
}

function hasCommonBody(one: ManifoldImpact, other: ManifoldImpact): boolean {
  return [one.a, one.b].some((body) => body.inverseMass > 0 && (body === other.a || body === other.b));
}

/** Resolves one impact, all points together. False when its approach is rounding. */
function takeImpact(impacts: readonly ManifoldImpact[]): boolean {
  const contacts = impacts.flatMap((impact) => impact.contacts);
  if (impacts.length === 1 && isFaceContact(contacts)) return takeFaceImpact(contacts);
  const multiContact = contacts.length > 1 ? 'simultaneous' : 'sequential';
  const { pairs, impactCount } = resolveContacts(contacts, { multiContact, approachTolerance: 0 });
  for (const [k, contact] of contacts.entries()) {
    const { impulse, normalImpulse, mode } = pairs[k];
    addVec3(contact.impulse, contact.impulse, impulse);
    if (normalImpulse > 0) contact.mode = mode === 'stick' || mode === 'slide' ? mode : 'frictionless';
  }
  return impactCount > 0;
}

function takeFaceImpact(contacts: readonly ManifoldPoint[]): boolean {
  const face = resolveFaceImpact(contacts);
  if (!face) return false;
  for (const [k, contact] of contacts.entries()) {
    addVec3(contact.impulse, contact.impulse, face.points[k]);
    if (face.mode === 'stick' || face.mode === 'slide') contact.mode = face.mode;
  }
  return true;
}
