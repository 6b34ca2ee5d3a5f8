import { copyMovingPose, createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { copyPoses } from '../search/interior.ts';
import { assembleContactForm } from '../witness/contact-form.ts';
import { copyFlow, createFlowMemory, type FlowMemory } from '../witness/flow-step.ts';
import type { HessianModel } from '../witness/hessian-modification.ts';
import { setWitnessAt } from '../witness/witness.ts';
import { evaluatePair, movePair, saveWitnesses } from '../witness/witness-pair.ts';
import type { Tracker, TrackerStatus } from './tracker-state.ts';

/** The state of a tracker between steps in preallocated arrays: `saveTracker` for loops that allocate nothing. */
export interface TrackerBuffer {
  /** As `saveWitnesses` writes them. */
  readonly witnesses: Float64Array;
  readonly reported: Int32Array;
  readonly memory: FlowMemory;
  readonly motionA: MovingPose;
  readonly motionB: MovingPose;
  /** Distance, its rate, largest error, last move. */
  readonly readings: Float64Array;
  readonly errors: Float64Array;
  outdated: boolean;
  converged: boolean;
  status: TrackerStatus;
  hessian: HessianModel;
  iterations: number;
  nonUnique: number;
  below: boolean;
  age: number;
  lowerDepth: number;
  active: number;
  interiorAge: number;
  /** For a point in a body: u, v and the integrator of each face witness. */
  readonly faceParameters: Float64Array;
  readonly faceMemories: readonly FlowMemory[];
}

export function createTrackerBuffer(tracker: Tracker): TrackerBuffer {
  const faces = tracker.signed?.interior?.faceWitnesses.length ?? 0;
  return {
    witnesses: new Float64Array(6),
    reported: new Int32Array(2),
    memory: createFlowMemory(),
    motionA: createMovingPose(),
    motionB: createMovingPose(),
    readings: new Float64Array(4),
    errors: new Float64Array(4),
    outdated: false,
    converged: false,
    status: 'converging',
    hessian: 'exact',
    iterations: 0,
    nonUnique: 0,
    below: false,
    age: 0,
    lowerDepth: 0,
    active: 0,
    interiorAge: 0,
    faceParameters: new Float64Array(2 * faces),
    faceMemories: Array.from({ length: faces }, createFlowMemory),
  };
}

/** Stores the state of the tracker. */
export function storeTracker(out: TrackerBuffer, tracker: Tracker): void {
  const { work, errorReadings, signed } = tracker;
  saveWitnesses(out.witnesses, work.pair);
  out.reported.set(tracker.reported);
  copyFlow(out.memory, tracker.memory);
  copyMovingPose(out.motionA, tracker.motionA);
  copyMovingPose(out.motionB, tracker.motionB);
  out.readings[0] = tracker.distance;
  out.readings[1] = tracker.distanceRate;
  out.readings[2] = errorReadings.largest;
  out.readings[3] = work.lastMove;
  out.errors.set(errorReadings.values);
  out.outdated = errorReadings.outdated;
  out.converged = work.converged;
  out.status = tracker.status;
  out.hessian = tracker.hessian;
  out.iterations = tracker.iterations;
  out.nonUnique = tracker.nonUnique;
  if (signed === null) return;
  out.below = signed.below;
  out.age = signed.age;
  out.lowerDepth = signed.lowerDepth;
  const { interior } = signed;
  if (interior === null) return;
  out.active = interior.active;
  out.interiorAge = interior.age;
  for (let k = 0; k < interior.faceWitnesses.length; k++) {
    const { work: own, memory } = interior.faceWitnesses[k];
    const { x } = own.pair[interior.side];
    out.faceParameters[2 * k] = x[0];
    out.faceParameters[2 * k + 1] = x[1];
    copyFlow(out.faceMemories[k], memory);
  }
}

/** Restores a stored state of the same tracker: results continue bitwise identical. */
export function reloadTracker(tracker: Tracker, from: TrackerBuffer): void {
  const { work, errorReadings } = tracker;
  tracker.reported.set(from.reported);
  setWitnessAt(work.pair.a, from.witnesses, 0);
  setWitnessAt(work.pair.b, from.witnesses, 3);
  copyFlow(tracker.memory, from.memory);
  copyMovingPose(tracker.motionA, from.motionA);
  copyMovingPose(tracker.motionB, from.motionB);
  movePair(work.pair, tracker.motionA, tracker.motionB);
  evaluatePair(work.pair);
  reloadSigned(tracker, from);
  tracker.distance = from.readings[0];
  tracker.distanceRate = from.readings[1];
  errorReadings.largest = from.readings[2];
  work.lastMove = from.readings[3];
  errorReadings.values.set(from.errors);
  errorReadings.outdated = from.outdated;
  work.converged = from.converged;
  tracker.status = from.status;
  tracker.hessian = from.hessian;
  work.hessian = from.hessian;
  tracker.iterations = from.iterations;
  work.iterations = from.iterations;
  tracker.nonUnique = from.nonUnique;
}

/** As `restoreSigned`, after the pair is evaluated. */
function reloadSigned({ signed }: Tracker, from: TrackerBuffer): void {
  if (signed === null) return;
  const { contact, interior } = signed;
  signed.below = from.below;
  signed.age = from.age;
  signed.lowerDepth = from.lowerDepth;
  if (contact !== null) assembleContactForm(contact.form, contact.pair);
  if (interior === null) return;
  interior.active = from.active;
  interior.age = from.interiorAge;
  for (let k = 0; k < interior.faceWitnesses.length; k++) {
    const { work: own, memory } = interior.faceWitnesses[k];
    const witness = own.pair[interior.side];
    row[0] = k;
    row[1] = from.faceParameters[2 * k];
    row[2] = from.faceParameters[2 * k + 1];
    setWitnessAt(witness, row, 0);
    copyPoses(own.pair, interior.leader);
    evaluatePair(own.pair);
    copyFlow(memory, from.faceMemories[k]);
  }
}

const row = new Float64Array(3);
