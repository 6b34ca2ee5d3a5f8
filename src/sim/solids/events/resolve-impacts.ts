import { createContactPoints, createPairCache, solidContactPoints } from '../../../manifold/contact-points.ts';
import { velocityOfPoint } from '../../../math/motion.ts';
import { addVec3, createVec3, dotVec3, type ReadonlyVec3, scaleVec3 } from '../../../math/vec3.ts';
import type { Material } from '../../../response/material.ts';
import {
  approachSpeedAt,
  createManifoldPoint,
  type ManifoldImpact,
  type ManifoldPoint,
  resolveManifolds,
} from '../../../response/resolve-manifolds.ts';
import { addImpulseOnImmovable, closeContactWork } from '../../ledger-totals.ts';
import type { ContactRow, SimEvent } from '../../observer.ts';
import { noteChange, rotateByImpulse, type SolidComposite } from '../solid-composite.ts';
import type { Approach, EventWorld } from './event-world.ts';

/** Two composites that touch now, at one point or at the corners of a face, and the result of the impact. */
interface ImpactContact extends ManifoldImpact {
  readonly a: SolidComposite;
  readonly b: SolidComposite;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly contacts: readonly ImpactPoint[];
  /** [m/s] */
  readonly closingSpeed: number;
}

/** One point of an impact, and the velocities of its points before. */
interface ImpactPoint extends ManifoldPoint {
  readonly distance: number;
  readonly velocityA: ReadonlyVec3;
  readonly velocityB: ReadonlyVec3;
}

/** Points farther apart by less than this fraction of the bodies' size touch together with the first: twice the contact tolerance. */
const FLUSH = 2e-9;

/** Result of the impacts at one time. */
export interface Resolved {
  readonly impactContacts: readonly ImpactContact[];
  /** The composites whose flight has changed. */
  readonly changed: readonly SolidComposite[];
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

/**
 * Resolves all impacts of the current time and adds them to the ledger. Points of one pair are one problem, different pairs are resolved one by
 * one, the fastest first and equally fast ones together, until none approaches. [CP13-3.4]
 */
export function resolveApproaches(world: EventWorld, approaches: readonly Approach[]): Resolved {
  const impactContacts = approaches.map((approach) => impactContactOf(world, approach));
  resolveManifolds(impactContacts);
  const changed = new Set<SolidComposite>();
  for (const { a, b, contacts } of impactContacts) {
    for (const { point, impulse } of contacts) {
      rotateByImpulse(a, point, impulse, -1);
      rotateByImpulse(b, point, impulse, 1);
    }
    for (const composite of [a, b]) if (composite.inverseMass > 0) changed.add(composite);
  }
  for (const composite of changed) noteChange(composite);
  const contacts = impactContacts.flatMap((impactContact) =>
    impactContact.contacts.flatMap((contact) => addPointImpulse(world, impactContact, contact)),
  );
  closeContactWork(world.totals);
  const events = impactContacts.flatMap((impactContact) => reportImpact(world, impactContact));
  return { changed: [...changed], contacts, events, impactContacts };
}

const points = createContactPoints();

function impactContactOf(world: EventWorld, { a, b, partA, partB, impact }: Approach): ImpactContact {
  const { material } = world.laws(partA.body, partB.body);
  const size = [a.boundingRadius, b.boundingRadius].filter(Number.isFinite).reduce((sum, radius) => sum + radius, 0);
  const margin = impact.gap + FLUSH * size;
  solidContactPoints(points, partA.shape, a.pose, partB.shape, b.pose, margin, createPairCache());
  const contacts = Array.from({ length: points.count }, (_, k) => {
    const { pointsA: p, pointsB: q, normals: n, distances } = points;
    const point = createVec3(
      0.5 * (p[3 * k] + q[3 * k]),
      0.5 * (p[3 * k + 1] + q[3 * k + 1]),
      0.5 * (p[3 * k + 2] + q[3 * k + 2]),
    );
    const normal = createVec3(n[3 * k], n[3 * k + 1], n[3 * k + 2]);
    return impactPoint(a, b, point, normal, distances[k], material);
  });
  if (!contacts.some((contact) => approachSpeedAt(contact) > 0)) {
    // the points of a face are those of features; the witness point is the one found to approach
    const point = scaleVec3(createVec3(), addVec3(createVec3(), impact.pointA, impact.pointB), 0.5);
    contacts.splice(0, contacts.length, impactPoint(a, b, point, { ...impact.normal }, impact.gap, material));
  }
  const closingSpeed = Math.max(...contacts.map((contact) => approachSpeedAt(contact)));
  return { a, b, bodyA: partA.body, bodyB: partB.body, contacts, closingSpeed };
}

function impactPoint(
  a: SolidComposite,
  b: SolidComposite,
  point: ReadonlyVec3,
  normal: ReadonlyVec3,
  distance: number,
  material: Material,
): ImpactPoint {
  return {
    ...createManifoldPoint(a, b, point, normal, material),
    distance,
    velocityA: velocityOfPoint(createVec3(), a, point),
    velocityB: velocityOfPoint(createVec3(), b, point),
  };
}

const velocity = createVec3();

/**
 * J·(u + u')/2 at the points of the free bodies: the change of their kinetic energy. The work that moves an immovable body against the
 * impulse is not counted.
 */
function workOf({ a, b, point, impulse, velocityA, velocityB }: ImpactPoint): number {
  let work = 0;
  if (b.inverseMass > 0) work += dotVec3(impulse, velocityB) + dotVec3(impulse, velocityOfPoint(velocity, b, point));
  if (a.inverseMass > 0) work -= dotVec3(impulse, velocityA) + dotVec3(impulse, velocityOfPoint(velocity, a, point));
  return 0.5 * work;
}

/** The row of one point, once all are resolved; undefined for a point without an impulse. */
function addPointImpulse(
  { totals, time }: EventWorld,
  impactContact: ImpactContact,
  contact: ImpactPoint,
): ContactRow[] {
  const { a, b, bodyA, bodyB, closingSpeed } = impactContact;
  const { point, normal, distance, impulse, mode } = contact;
  if (dotVec3(impulse, impulse) === 0) return [];
  const work = workOf(contact);
  totals.contactWork += work;
  if (b.inverseMass === 0) addImpulseOnImmovable(totals, point, impulse, velocityOfPoint(velocity, b, point));
  if (a.inverseMass === 0)
    addImpulseOnImmovable(totals, point, scaleVec3(createVec3(), impulse, -1), velocityOfPoint(velocity, a, point));
  return [{ time, bodyA, bodyB, point, normal, distance, closingSpeed, impulse, work, mode }];
}

function reportImpact(world: EventWorld, { bodyA, bodyB, contacts, closingSpeed }: ImpactContact): SimEvent[] {
  const impacted = contacts.filter(({ impulse }) => dotVec3(impulse, impulse) > 0);
  if (impacted.length === 0) return [];
  const [{ point, normal }] = impacted;
  const { bodies } = world.scene;
  world.collisions++;
  return [
    {
      type: 'collision',
      time: world.time,
      bodies: [bodies[bodyA].name, bodies[bodyB].name],
      point: [point.x, point.y, point.z],
      normal: [normal.x, normal.y, normal.z],
      impulse: impacted.reduce((sum, contact) => sum + dotVec3(contact.impulse, contact.normal), 0),
      closingSpeed,
      points: impacted.length,
    },
  ];
}
