import { lengthVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { APPROACH, ROW } from '../../response/solver/contact-rows.ts';
import type { ContactMode } from '../observer.ts';
import { namesOf, recordSolidContact, recordSolidEvent, type SolidRun } from './solid-frames.ts';
import { type ActivePoint, activePoints } from './steps/active-points.ts';
import type { StepWorld } from './steps/step-world.ts';

/** A friction impulse above this fraction of the Coulomb limit slides. */
const SLIDES = 1 - 1e-6;

/** Maps body `i` of the steps to a body of the scene, nearest to a contact point if given: docked bodies are one body of the steps. */
export type BodyOf = (i: number, point?: ReadonlyVec3) => number;

/**
 * Records the contacts of the last step: impacts as collisions; contacts that began and ended; and, if `all`,
 * every point with an impulse. A thousand bodies have ten thousand such points, so `all` is for frames only.
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
  for (let patch = 0; patch < contacts.manifoldCount; patch++) {
    if (!(all || isFast(world, patch))) continue;
    const points = activePoints(world, patch);
    const impacted = recordCollision(run, world, patch, points, bodyOf);
    if (all || impacted) recordPoints(run, world, patch, points, bodyOf);
  }
}

/** Whether a point approaches above the restitution threshold. Rejects most manifolds without allocation. */
function isFast({ contacts, settings }: StepWorld, patch: number): boolean {
  const { rows, starts } = contacts;
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    if (-rows[at + APPROACH] > settings.restitutionThreshold) return true;
  }
  return false;
}

/** Records an approach above the restitution threshold: one event for any number of points. */
function recordCollision(
  run: SolidRun,
  world: StepWorld,
  patch: number,
  points: readonly ActivePoint[],
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
  points: readonly ActivePoint[],
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

function impactMode(impulse: ReadonlyVec3, normalImpulse: number, friction: number): ContactMode {
  if (friction === 0) return 'frictionless';
  const magnitude = lengthVec3(impulse);
  const frictionImpulse = Math.sqrt(Math.max(0, magnitude * magnitude - normalImpulse * normalImpulse));
  return frictionImpulse >= SLIDES * friction * normalImpulse ? 'slide' : 'stick';
}
