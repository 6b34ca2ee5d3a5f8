import { enterInterior, type Interior, seemsInside, updateInterior } from '../search/interior.ts';
import { gapRate, type SignedLevel, startContact, trackContactForm } from '../search/signed-level.ts';
import { seesBackSide } from '../witness/back-side.ts';
import { type ContactSolver, contactErrors, maxError } from '../witness/contact-solve.ts';
import { clearFlow } from '../witness/flow-step.ts';
import { distanceRate } from '../witness/projection-error.ts';
import { boundsOf } from '../witness/witness.ts';
import { pairDistance } from '../witness/witness-pair.ts';
import { measureErrors } from './tracker-errors.ts';
import type { Tracker } from './tracker-state.ts';
import { stepWitnesses } from './witness-step.ts';

/**
 * Tracking of negative distances. Two bodies are tracked by the contact form throughout; a point switches between the outer automaton and
 * the face witnesses when it crosses the boundary. [PG05-6.6], [PG05-7]
 */

/** After a full search at the start: determines the side of the boundary. */
export function startSigned(tracker: Tracker, level: SignedLevel): void {
  if (level.contact !== null) {
    const found = startContact(level, level.contact);
    readContact(tracker, level, found ? 'tracking' : 'lost');
  } else if (tracker.status === 'inside') {
    enterSigned(tracker, level);
  } else {
    level.below = false;
  }
}

/** For witnesses set without a search: a point inside starts its face witnesses, each by its own search. */
export function resetSigned(tracker: Tracker, level: SignedLevel): void {
  level.below = false;
  if (level.interior !== null && seemsInside(level.interior)) enterSigned(tracker, level);
}

/** One step of two bodies over the interval of the tracker. */
export function advanceContactForm(tracker: Tracker, level: SignedLevel, contact: ContactSolver): void {
  const { settings, endPoses, interval } = tracker;
  readContact(tracker, level, trackContactForm(level, contact, settings.corrections, endPoses, interval));
  // NaN poses
  if (Number.isNaN(contact.form.gap)) tracker.status = 'lost';
}

/** One step of a point at negative distance; false if the step belongs to the outer automaton. */
export function advanceSigned(tracker: Tracker, level: SignedLevel, time: number, step: number): boolean {
  const { interior } = level;
  if (interior === null || !level.below) return false;
  stepFaceWitnesses(tracker, interior, time, step);
  updateInterior(interior);
  level.below = seesBackSide(interior.leader, interior.side);
  if (!level.below) clearFlow(tracker.work, tracker.memory);
  readInterior(tracker, level, interior);
  return true;
}

/** Starts the face witnesses after the point was found inside. */
export function enterSigned(tracker: Tracker, level: SignedLevel): void {
  const { interior } = level;
  if (interior === null) return;
  level.below = enterInterior(interior);
  readInterior(tracker, level, interior);
}

/** Every face witness makes the step of the witness. */
function stepFaceWitnesses({ settings }: Tracker, { faceWitnesses, side }: Interior, time: number, step: number): void {
  for (let k = 0; k < faceWitnesses.length; k++) {
    const { work, memory, poses } = faceWitnesses[k];
    const bounds = boundsOf(work.pair[side]);
    stepWitnesses(settings, work, memory, poses, time, step);
    if (boundsOf(work.pair[side]) !== bounds) clearFlow(work, memory);
  }
}

function readInterior(tracker: Tracker, { below }: SignedLevel, { faceWitnesses, active, leader }: Interior): void {
  const sign = below ? -1 : 1;
  const { hessian, iterations, converged, lastMove } = faceWitnesses[active].work;
  const corrected = tracker.settings.mode === 'predictor-corrector';
  tracker.distance = sign * pairDistance(leader);
  tracker.distanceRate = sign * distanceRate(leader);
  measureErrors(tracker.errorReadings, leader);
  tracker.hessian = hessian;
  tracker.iterations = iterations;
  tracker.nonUnique = 0;
  tracker.work.hessian = hessian;
  tracker.work.iterations = iterations;
  tracker.work.converged = corrected && converged;
  tracker.work.lastMove = corrected ? lastMove : 0;
  tracker.status = below ? 'inside' : 'tracking';
}

const rate = new Float64Array(1);

function readContact(tracker: Tracker, level: SignedLevel, found: 'tracking' | 'recovered' | 'lost'): void {
  const { contact } = level;
  const { errorReadings } = tracker;
  if (contact === null) return;
  const { gap } = contact.form;
  level.below = gap < 0;
  tracker.distance = gap;
  gapRate(rate, contact);
  tracker.distanceRate = rate[0];
  contactErrors(errorReadings.values, contact);
  errorReadings.largest = maxError(errorReadings.values);
  errorReadings.outdated = false;
  tracker.hessian = 'exact';
  tracker.iterations = contact.iterations;
  tracker.nonUnique = 0;
  tracker.work.converged = found !== 'lost';
  tracker.work.lastMove = 0;
  tracker.status = level.below && found === 'tracking' ? 'overlapping' : found;
}
