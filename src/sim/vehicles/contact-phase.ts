import {
  DIRECTORS,
  headingOf,
  POSITION,
  VEHICLE_STRIDE,
  VELOCITY,
  yawRateOf,
} from '../../dynamics/vehicle/vehicle-state.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../../math/vec3.ts';
import type { Obstacle } from '../../response/vehicle-contact/obstacle.ts';
import { principalDirection } from '../../response/vehicle-contact/principal-direction.ts';
import type { ContactRule, VehicleContact } from '../../response/vehicle-contact/vehicle-contact.ts';
import {
  beginCrush,
  type CrushDraft,
  type CrushResult,
  endCrush,
  sampleCrush,
  storedAtDepth,
} from './crush-results.ts';
import { DEPTH, IMPULSE, type PairRecord, type VehicleSystem, WORK } from './vehicle-system.ts';

/** Position and motion of a vehicle. */
export interface VehicleMotion {
  /** [m] */
  readonly position: ReadonlyVec3;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
  /** Counter-clockwise from the x axis [rad]. */
  readonly heading: number;
  /** Rate of the heading [rad/s]. */
  readonly yawRate: number;
}

/** A contact of two vehicles, or of a vehicle and an obstacle, from begin to end. [PATH98-8] */
export interface ContactPhase {
  /** Indices of the vehicles in the platoon, from 0; obstacles follow the vehicles. */
  readonly vehicles: readonly [number, number];
  /** [s] */
  readonly start: number;
  readonly end: number;
  /** False when the run ended before the contact did. */
  readonly isOver: boolean;
  /** Impulse on the second vehicle [N s]. */
  readonly impulse: ReadonlyVec3;
  /** Maxima at the ends of steps [N], [m]. */
  readonly peakForce: number;
  readonly peakDepth: number;
  /** Overlap of the boxes [m]; 0 where the law does not use them. */
  readonly boxOverlap: number;
  /** Rules that determined the direction of the force, each with the number of steps. */
  readonly rules: Readonly<Partial<Record<ContactRule, number>>>;
  /** |impulse| / mass of each vehicle [m/s]. */
  readonly deltaV: readonly [number, number];
  /** Principal direction of force on each vehicle, clockwise from straight ahead at the start [rad], -π to π. */
  readonly pdof: readonly [number, number];
  /** Work of the contact on both vehicles [J]; negative when energy is dissipated. */
  readonly contactWork: number;
  /** Energy in the spring of the incremental law when the bodies separated [J]: part of the contact loss. */
  readonly releaseLoss: number;
  /** Structures only: crush of each vehicle, and the speed of separation over that of approach along the normal. */
  readonly crush?: readonly [CrushResult, CrushResult];
  readonly restitution?: number;
  readonly before: readonly [VehicleMotion, VehicleMotion];
  readonly after: readonly [VehicleMotion, VehicleMotion];
}

/** An ongoing phase. */
export interface PhaseDraft {
  readonly start: number;
  readonly before: readonly [VehicleMotion, VehicleMotion];
  /** Impulse and work of the pair so far. */
  readonly impulse: Vec3;
  readonly work: number;
  /** Forward directions of both vehicles on the ground. */
  readonly ahead: readonly [Vec3, Vec3];
  readonly rules: Partial<Record<ContactRule, number>>;
  peakForce: number;
  peakDepth: number;
  boxOverlap: number;
  readonly crush: CrushDraft | undefined;
}

type StateArray = 'now' | 'next';

export function beginPhase(
  system: VehicleSystem,
  pair: PairRecord,
  start: number,
  which: StateArray,
  contact: VehicleContact,
): PhaseDraft {
  const values = pair.arrays[which];
  return {
    start,
    before: momentsOf(system, pair, which),
    impulse: createVec3(values[IMPULSE], values[IMPULSE + 1], values[IMPULSE + 2]),
    work: values[WORK],
    ahead: [aheadOf(system, pair.a, which), aheadOf(system, pair.b, which)],
    rules: {},
    peakForce: 0,
    peakDepth: 0,
    boxOverlap: 0,
    crush: pair.crush && contact.sideA >= 0 ? beginCrush(pair.crush, contact) : undefined,
  };
}

/** Updates the draft with the contact at the end of a step. */
export function sampleContact(draft: PhaseDraft, { contact, crush }: PairRecord): void {
  const { rule, force, depth, boxGap } = contact;
  if (rule !== '-') draft.rules[rule] = (draft.rules[rule] ?? 0) + 1;
  draft.peakForce = Math.max(draft.peakForce, force);
  draft.peakDepth = Math.max(draft.peakDepth, depth);
  draft.boxOverlap = Math.max(draft.boxOverlap, -boxGap);
  if (draft.crush && crush) sampleCrush(draft.crush, crush, contact);
}

/** `ending`: the depth returned to zero, the bodies separated with remaining depth, or the run ended first. */
export function endPhase(
  system: VehicleSystem,
  pair: PairRecord,
  draft: PhaseDraft,
  end: number,
  which: StateArray,
  ending: 'over' | 'released' | 'open',
  contact: VehicleContact,
): ContactPhase {
  const values = pair.arrays[which];
  const impulse = createVec3(
    values[IMPULSE] - draft.impulse.x,
    values[IMPULSE + 1] - draft.impulse.y,
    values[IMPULSE + 2] - draft.impulse.z,
  );
  const onA = scaleVec3(createVec3(), impulse, -1);
  const size = lengthVec3(impulse);
  const depth = ending === 'released' ? Math.max(0, values[DEPTH]) : 0;
  return {
    vehicles: [pair.a, pair.b],
    start: draft.start,
    end,
    isOver: ending !== 'open',
    impulse,
    peakForce: draft.peakForce,
    peakDepth: draft.peakDepth,
    boxOverlap: draft.boxOverlap,
    rules: draft.rules,
    deltaV: [size / massOf(system, pair.a), size / massOf(system, pair.b)],
    pdof: [principalDirection(onA, draft.ahead[0]), principalDirection(impulse, draft.ahead[1])],
    contactWork: values[WORK] - draft.work,
    releaseLoss: storedAtDepth(system, pair, draft.crush, depth),
    ...(draft.crush && pair.crush && endCrush(draft.crush, pair.crush, contact, system, pair)),
    before: draft.before,
    after: momentsOf(system, pair, which),
  };
}

/** Position and motion of a vehicle of packed states. */
export function momentOf(state: Float64Array, index: number): VehicleMotion {
  const i = VEHICLE_STRIDE * index;
  const vector = (at: number) => createVec3(state[at], state[at + 1], state[at + 2]);
  return {
    position: vector(i + POSITION),
    velocity: vector(i + VELOCITY),
    heading: headingOf(state, i),
    yawRate: yawRateOf(state, i),
  };
}

/** Mass of a vehicle; infinite for an obstacle [kg]. */
function massOf({ bodies }: VehicleSystem, index: number): number {
  return bodies[index]?.mass ?? Number.POSITIVE_INFINITY;
}

function momentsOf({ arrays }: VehicleSystem, pair: PairRecord, which: StateArray): [VehicleMotion, VehicleMotion] {
  const { a, b, obstacle } = pair;
  return [momentOf(arrays[which], a), obstacle ? restOf(obstacle) : momentOf(arrays[which], b)];
}

function restOf({ box, alongX, alongY }: Obstacle): VehicleMotion {
  const heading = atan2(alongY, alongX);
  return { position: { ...box.center }, velocity: createVec3(), heading, yawRate: 0 };
}

function aheadOf({ arrays, bodies }: VehicleSystem, index: number, which: StateArray): Vec3 {
  if (index >= bodies.length) return createVec3(1, 0, 0);
  const d = VEHICLE_STRIDE * index + DIRECTORS;
  return createVec3(arrays[which][d], arrays[which][d + 1], 0);
}
