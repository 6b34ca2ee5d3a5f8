import { createVec3, lengthVec3, type Vec3 } from '../../math/vec3.ts';
import { APPROACH, ARM_A, GAP, IMPULSE, ROW, WORK } from '../../response/solver/contact-rows.ts';
import type { ContactMode } from '../observer.ts';
import { namesOf, recordSolidContact, recordSolidEvent, type SolidRun } from './solid-frames.ts';
import type { StepWorld } from './steps/step-world.ts';

/** Drag within this share of the friction coefficient times push slides. */
const SLIDES = 1 - 1e-6;

/**
 * Tells the contacts of the step that has just been made: those that struck, as collisions; those that began and ceased; and, if `all`,
 * every point that pressed. A thousand bodies have ten thousand points that press, so that is for frames alone.
 */
export function recordStepContacts(run: SolidRun, world: StepWorld, all: boolean): void {
  const { contacts, begun, ended, time } = world;
  const tell = (type: 'contact-begin' | 'contact-end', pairs: readonly number[]) => {
    for (let k = 0; k < pairs.length; k += 2) {
      recordSolidEvent(run, { type, time, bodies: namesOf(run, pairs[k], pairs[k + 1]) });
    }
  };
  tell('contact-end', ended);
  tell('contact-begin', begun);
  for (let patch = 0; patch < contacts.patchCount; patch++) {
    const struck = recordCollision(run, world, patch);
    if (all || struck) recordPoints(run, world, patch);
  }
}

/** Two bodies that met faster than the speed of rest: one event, whatever the number of points. */
function recordCollision(run: SolidRun, world: StepWorld, patch: number): boolean {
  const { contacts, settings, time } = world;
  const { rows, starts, bodiesA, bodiesB } = contacts;
  let [impulse, points] = [0, 0];
  let fastest = -1;
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    const push = normalImpulse(rows, at);
    if (!(-rows[at + APPROACH] > settings.restSpeed && push > 0)) continue;
    impulse += push;
    points++;
    if (fastest < 0 || rows[at + APPROACH] < rows[fastest + APPROACH]) fastest = at;
  }
  if (fastest < 0) return false;
  const { x, y, z } = pointOf(world, bodiesA[patch], fastest);
  recordSolidEvent(run, {
    type: 'collision',
    time,
    bodies: namesOf(run, bodiesA[patch], bodiesB[patch]),
    point: [x, y, z],
    normal: [rows[fastest], rows[fastest + 1], rows[fastest + 2]],
    impulse,
    closingSpeed: -rows[fastest + APPROACH],
    points,
  });
  return true;
}

function recordPoints(run: SolidRun, world: StepWorld, patch: number): void {
  const { contacts, settings, time } = world;
  const { rows, starts, bodiesA, bodiesB, materials } = contacts;
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    if (!(normalImpulse(rows, at) > 0)) continue;
    const struck = -rows[at + APPROACH] > settings.restSpeed;
    recordSolidContact(run, {
      time,
      bodyA: bodiesA[patch],
      bodyB: bodiesB[patch],
      point: pointOf(world, bodiesA[patch], at),
      normal: vectorAt(rows, at),
      distance: rows[at + GAP],
      closingSpeed: -rows[at + APPROACH],
      impulse: vectorAt(rows, at + IMPULSE),
      work: rows[at + WORK],
      mode: struck ? strikeMode(rows, at, materials[3 * patch + 1]) : 'rest',
    });
  }
}

/** Along the normal, over the whole step [N s]. */
function normalImpulse(rows: Float64Array, at: number): number {
  return rows[at] * rows[at + IMPULSE] + rows[at + 1] * rows[at + IMPULSE + 1] + rows[at + 2] * rows[at + IMPULSE + 2];
}

function strikeMode(rows: Float64Array, at: number, friction: number): ContactMode {
  if (friction === 0) return 'frictionless';
  const push = normalImpulse(rows, at);
  const whole = lengthVec3(vectorAt(rows, at + IMPULSE));
  const drag = Math.sqrt(Math.max(0, whole * whole - push * push));
  return drag >= SLIDES * friction * push ? 'slide' : 'stick';
}

/** The middle of the gap when the contact was found, at the start of the step. */
function pointOf({ startPoses, contacts }: StepWorld, bodyA: number, at: number): Vec3 {
  const { rows } = contacts;
  const k = 7 * bodyA;
  return createVec3(
    startPoses[k] + rows[at + ARM_A],
    startPoses[k + 1] + rows[at + ARM_A + 1],
    startPoses[k + 2] + rows[at + ARM_A + 2],
  );
}

function vectorAt(packed: Float64Array, k: number): Vec3 {
  return createVec3(packed[k], packed[k + 1], packed[k + 2]);
}
