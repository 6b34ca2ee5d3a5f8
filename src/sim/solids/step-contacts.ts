import { lengthVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { APPROACH, ROW } from '../../response/solver/contact-rows.ts';
import type { ContactMode } from '../observer.ts';
import { namesOf, recordSolidContact, recordSolidEvent, type SolidRun } from './solid-frames.ts';
import { type ContactGraphPoint, contactGraphPoints } from './steps/contact-graph.ts';
import type { StepWorld } from './steps/step-world.ts';

/** Drag within this share of the friction coefficient times push slides. */
const SLIDES = 1 - 1e-6;

/** Which body of the scene is body `i` of the steps, at a point where it touches if there is one: several that docked are one. */
export type BodyOf = (i: number, point?: ReadonlyVec3) => number;

/**
 * Tells the contacts of the step that has just been made: those that struck, as collisions; those that began and ceased; and, if `all`,
 * every point that pressed. A thousand bodies have ten thousand points that press, so that is for frames alone.
 */
export function recordStepContacts(run: SolidRun, world: StepWorld, all: boolean, bodyOf: BodyOf = (i) => i): void {
  const { contacts, begun, ended, time } = world;
  const report = (type: 'contact-begin' | 'contact-end', pairs: readonly number[]) => {
    for (let k = 0; k < pairs.length; k += 2) {
      recordSolidEvent(run, { type, time, bodies: namesOf(run, bodyOf(pairs[k]), bodyOf(pairs[k + 1])) });
    }
  };
  report('contact-end', ended);
  report('contact-begin', begun);
  for (let patch = 0; patch < contacts.patchCount; patch++) {
    if (!(all || isFast(world, patch))) continue;
    const points = contactGraphPoints(world, patch);
    const impacted = recordCollision(run, world, patch, points, bodyOf);
    if (all || impacted) recordPoints(run, world, patch, points, bodyOf);
  }
}

/** Did bodies come together faster than the speed of rest? Most did not, and need no objects. */
function isFast({ contacts, settings }: StepWorld, patch: number): boolean {
  const { rows, starts } = contacts;
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    if (-rows[at + APPROACH] > settings.restitutionThreshold) return true;
  }
  return false;
}

/** Two bodies that met faster than the speed of rest: one event, whatever the number of points. */
function recordCollision(
  run: SolidRun,
  world: StepWorld,
  patch: number,
  points: readonly ContactGraphPoint[],
  bodyOf: BodyOf,
): boolean {
  const { contacts, settings, time } = world;
  const impactContacts = points.filter(({ closingSpeed }) => closingSpeed > settings.restitutionThreshold);
  if (impactContacts.length === 0) return false;
  const fastest = impactContacts.reduce((best, impactContact) =>
    impactContact.closingSpeed > best.closingSpeed ? impactContact : best,
  );
  const { point, normal, closingSpeed } = fastest;
  recordSolidEvent(run, {
    type: 'collision',
    time,
    bodies: namesOf(run, bodyOf(contacts.bodiesA[patch], point), bodyOf(contacts.bodiesB[patch], point)),
    point: [point.x, point.y, point.z],
    normal: [normal.x, normal.y, normal.z],
    impulse: impactContacts.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0),
    closingSpeed,
    points: impactContacts.length,
  });
  return true;
}

function recordPoints(
  run: SolidRun,
  world: StepWorld,
  patch: number,
  points: readonly ContactGraphPoint[],
  bodyOf: BodyOf,
): void {
  const { contacts, settings, time } = world;
  const friction = contacts.materials[3 * patch + 1];
  for (const { normalImpulse, ...row } of points) {
    const impacted = row.closingSpeed > settings.restitutionThreshold;
    recordSolidContact(run, {
      time,
      bodyA: bodyOf(contacts.bodiesA[patch], row.point),
      bodyB: bodyOf(contacts.bodiesB[patch], row.point),
      ...row,
      mode: impacted ? impactMode(row.impulse, normalImpulse, friction) : 'resting',
    });
  }
}

function impactMode(impulse: ReadonlyVec3, push: number, friction: number): ContactMode {
  if (friction === 0) return 'frictionless';
  const whole = lengthVec3(impulse);
  const drag = Math.sqrt(Math.max(0, whole * whole - push * push));
  return drag >= SLIDES * friction * push ? 'slide' : 'stick';
}
