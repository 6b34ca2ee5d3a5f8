import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { velocityOfPoint } from '../math/motion.ts';
import {
  addScaledVec3,
  addVec3,
  copyVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { type CompositeBody, createSnapshot, flightTime, snapshotAt } from './composite-body.ts';
import type { Balance, LedgerRow } from './observer.ts';

/**
 * Running totals of impulse and work, [CP13-3.5]: of contacts, immovable bodies, gravity and loads. With them the
 * balance of momentum, angular momentum and energy closes to machine precision.
 */
export interface LedgerTotals {
  contactWork: number;
  /** Part of the contact work done by the drives of prescribed bodies and the motors of joints [J]. */
  driveWork: number;
  /** Energy created by contacts so far [J], see `closeContactWork`. */
  energyCreated: number;
  /** Contact work without drives up to the last call of `closeContactWork` [J]. */
  closedWork: number;
  /** Energy now stored in penalty springs and in the springs of joints [J]. */
  springEnergy: number;
  /** Part of the contact work that is an error of the integration of joints, which exact joints would not have [J]. */
  jointError: number;
  /** Largest value of `jointError` so far [J]. */
  maxJointError: number;
  externalWork: number;
  readonly impulseOnImmovable: Vec3;
  readonly angularImpulseOnImmovable: Vec3;
  readonly externalImpulse: Vec3;
  readonly externalAngularImpulse: Vec3;
}

export function createLedgerTotals(): LedgerTotals {
  return {
    contactWork: 0,
    driveWork: 0,
    energyCreated: 0,
    closedWork: 0,
    springEnergy: 0,
    jointError: 0,
    maxJointError: 0,
    externalWork: 0,
    impulseOnImmovable: createVec3(),
    angularImpulseOnImmovable: createVec3(),
    externalImpulse: createVec3(),
    externalAngularImpulse: createVec3(),
  };
}

export function copyLedgerTotals(out: LedgerTotals, from: LedgerTotals): void {
  out.contactWork = from.contactWork;
  out.driveWork = from.driveWork;
  out.energyCreated = from.energyCreated;
  out.closedWork = from.closedWork;
  out.springEnergy = from.springEnergy;
  out.jointError = from.jointError;
  out.maxJointError = from.maxJointError;
  out.externalWork = from.externalWork;
  copyVec3(out.impulseOnImmovable, from.impulseOnImmovable);
  copyVec3(out.angularImpulseOnImmovable, from.angularImpulseOnImmovable);
  copyVec3(out.externalImpulse, from.externalImpulse);
  copyVec3(out.externalAngularImpulse, from.externalAngularImpulse);
}

const moment = createVec3();

/**
 * Adds `impulse` [N s] at `point`, received by an immovable body. With the `velocity` of that point of the body, also the work that its drive
 * does through the contact: it is part of the contact work and no creation of energy.
 */
export function addImpulseOnImmovable(
  totals: LedgerTotals,
  point: ReadonlyVec3,
  impulse: ReadonlyVec3,
  velocity?: ReadonlyVec3,
): void {
  // written out: a number returned is boxed
  if (velocity) totals.driveWork -= impulse.x * velocity.x + impulse.y * velocity.y + impulse.z * velocity.z;
  addVec3(totals.impulseOnImmovable, totals.impulseOnImmovable, impulse);
  addVec3(totals.angularImpulseOnImmovable, totals.angularImpulseOnImmovable, crossVec3(moment, point, impulse));
}

const driven = createVec3();

/**
 * The same where contact work is counted from the relative motion of the bodies: the drive of a prescribed body adds its own work to it.
 */
export function addDrivenImpulse(
  totals: LedgerTotals,
  body: Pick<RigidBody, 'pose' | 'velocity' | 'angularVelocity'>,
  point: ReadonlyVec3,
  impulse: ReadonlyVec3,
): void {
  velocityOfPoint(driven, body, point);
  addImpulseOnImmovable(totals, point, impulse, driven);
  totals.contactWork -= dotVec3(impulse, driven);
}

/**
 * Closes a step or an event. Contacts without a drive are passive: together they lose energy or keep it. Work of theirs above zero is energy
 * created by the method, which the balance alone does not show, since it adds up with that work included. The error of joints oscillates: only
 * its growth counts.
 */
export function closeContactWork(totals: LedgerTotals): void {
  const passive = totals.contactWork - totals.driveWork - totals.jointError;
  if (passive > totals.closedWork) totals.energyCreated += passive - totals.closedWork;
  totals.closedWork = passive;
  if (!(totals.jointError > totals.maxJointError)) return;
  totals.energyCreated += totals.jointError - totals.maxJointError;
  totals.maxJointError = totals.jointError;
}

/** Adds `impulse` [N s] of gravity or a load at `point`. */
export function addExternalImpulse(totals: LedgerTotals, point: ReadonlyVec3, impulse: ReadonlyVec3): void {
  addVec3(totals.externalImpulse, totals.externalImpulse, impulse);
  addVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, crossVec3(moment, point, impulse));
}

const mean = createVec3();
const impulse = createVec3();

/** A planar or spatial body in free flight. */
type FlyingMass = Pick<
  CompositeBody,
  'since' | 'sinceLow' | 'mass' | 'inverseMass' | 'pose' | 'velocity' | 'acceleration'
>;

/**
 * Adds the impulse of gravity over the free flight of `composite` from its own time to time + timeLow: m a s at the mean position,
 * x + v s/2 + a s²/6, which makes the angular impulse exact.
 */
export function addFlightImpulse(totals: LedgerTotals, composite: FlyingMass, time: number, timeLow = 0): void {
  const s = flightTime(composite, time, timeLow);
  if (composite.inverseMass === 0 || s === 0) return;
  addScaledVec3(mean, composite.pose.position, composite.velocity, s / 2);
  addScaledVec3(mean, mean, composite.acceleration, (s * s) / 6);
  scaleVec3(impulse, composite.acceleration, composite.mass * s);
  addExternalImpulse(totals, mean, impulse);
}

/**
 * Adds the work of loads over the free flight of `composite` from its own time to time + timeLow, and the angular impulse of their torque:
 * m (a - g)·Δx + I α Δθ, and I α s.
 */
export function addLoadWork(
  totals: LedgerTotals,
  composite: CompositeBody,
  gravity: ReadonlyVec3,
  time: number,
  timeLow = 0,
): void {
  const { acceleration: a, velocity: v, angularAcceleration, angularVelocity, mass, inertia, inverseMass } = composite;
  const [fx, fy] = [a.x - gravity.x, a.y - gravity.y];
  if (inverseMass === 0 || (fx === 0 && fy === 0 && angularAcceleration === 0)) return;
  const s = flightTime(composite, time, timeLow);
  const torque = angularAcceleration === 0 ? 0 : inertia * angularAcceleration;
  totals.externalWork +=
    mass * (fx * s * (v.x + 0.5 * s * a.x) + fy * s * (v.y + 0.5 * s * a.y)) +
    torque * s * (angularVelocity.z + 0.5 * s * angularAcceleration);
  totals.externalAngularImpulse.z += torque * s;
}

/** The ledger at `time`; composites may still be at earlier times. Has no side effects. */
export function ledgerAt(
  totals: LedgerTotals,
  composites: readonly CompositeBody[],
  gravity: ReadonlyVec3,
  time: number,
): LedgerRow {
  const free = composites.filter((composite) => composite.inverseMass > 0);
  const now = free.map((composite) => {
    const { pose, velocity, angularVelocity } = snapshotAt(createSnapshot(), composite, time);
    const { mass, inertia, inverseMass, inverseInertia } = composite;
    return { pose, velocity, angularVelocity, mass, inertia, inverseMass, inverseInertia };
  });
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), now);
  let momentumScale = 0;
  let angularMomentumScale = 0;
  let potentialEnergy = totals.springEnergy;
  for (const { mass, inertia, pose, velocity, angularVelocity } of now) {
    const { position } = pose;
    const linear = mass * lengthVec3(velocity);
    const angular = angularVelocity.z === 0 ? 0 : inertia * Math.abs(angularVelocity.z);
    momentumScale += linear;
    angularMomentumScale += linear * lengthVec3(position) + angular;
    potentialEnergy -= mass * dotVec3(gravity, position);
  }
  const pending: LedgerTotals = {
    ...totals,
    externalImpulse: { ...totals.externalImpulse },
    externalAngularImpulse: { ...totals.externalAngularImpulse },
  };
  for (const composite of free) {
    addFlightImpulse(pending, composite, time);
    addLoadWork(pending, composite, gravity, time);
  }
  return {
    time,
    momentum,
    angularMomentum,
    momentumScale,
    angularMomentumScale,
    kineticEnergy,
    potentialEnergy,
    strainEnergy: 0,
    ...totalsRow(pending),
  };
}

/** The running totals as columns of a ledger row. */
export function totalsRow(totals: LedgerTotals) {
  const {
    contactWork,
    driveWork,
    energyCreated,
    externalWork,
    impulseOnImmovable,
    angularImpulseOnImmovable,
    externalImpulse,
    externalAngularImpulse,
  } = totals;
  return {
    contactWork,
    driveWork,
    energyCreated,
    impulseOnImmovable: { ...impulseOnImmovable },
    angularImpulseOnImmovable: { ...angularImpulseOnImmovable },
    externalImpulse: { ...externalImpulse },
    externalAngularImpulse: { ...externalAngularImpulse },
    externalWork,
  };
}

/**
 * Momentum, angular momentum and energy at the end relative to the start, less all impulses and work in between. The totals
 * at the start are not zero where a run resumes from the state of another one.
 */
export function balance(start: LedgerRow, end: LedgerRow): Balance {
  const since = (
    total: 'impulseOnImmovable' | 'externalImpulse' | 'angularImpulseOnImmovable' | 'externalAngularImpulse',
  ) => subVec3(createVec3(), end[total], start[total]);
  const rest = (after: ReadonlyVec3, before: ReadonlyVec3, onImmovable: ReadonlyVec3, external: ReadonlyVec3) =>
    Math.hypot(
      after.x - before.x + onImmovable.x - external.x,
      after.y - before.y + onImmovable.y - external.y,
      after.z - before.z + onImmovable.z - external.z,
    );
  const fraction = (error: number, ...sizes: number[]) => {
    const size = Math.max(...sizes.map(Math.abs));
    return size > 0 ? error / size : 0;
  };
  const length = (v: ReadonlyVec3) => Math.hypot(v.x, v.y, v.z);
  const [onImmovable, external] = [since('impulseOnImmovable'), since('externalImpulse')];
  const [angularOnImmovable, angularExternal] = [since('angularImpulseOnImmovable'), since('externalAngularImpulse')];
  const work = end.contactWork - start.contactWork + (end.externalWork - start.externalWork);
  const potential = end.potentialEnergy - start.potentialEnergy;
  const energy = Math.abs(end.kineticEnergy - start.kineticEnergy + potential - work);
  const energies = [start.kineticEnergy, end.kineticEnergy, start.potentialEnergy, end.potentialEnergy, work];
  return {
    momentumError: fraction(
      rest(end.momentum, start.momentum, onImmovable, external),
      start.momentumScale,
      end.momentumScale,
      length(onImmovable),
      length(external),
    ),
    angularMomentumError: fraction(
      rest(end.angularMomentum, start.angularMomentum, angularOnImmovable, angularExternal),
      start.angularMomentumScale,
      end.angularMomentumScale,
      length(angularOnImmovable),
      length(angularExternal),
    ),
    energyError: fraction(energy, ...energies),
    energyCreationError: fraction(end.energyCreated - start.energyCreated, ...energies),
  };
}
