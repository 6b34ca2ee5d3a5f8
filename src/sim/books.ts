import { createLedger, measureLedger } from '../dynamics/ledger.ts';
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
import { createSnapshot, flightTime, type Mover, snapshotAt } from './mover.ts';
import type { Balance, LedgerRow } from './observer.ts';

/**
 * The books of a run, [CP13] spec 3.5: what contacts, immovable bodies, gravity and loads took or gave. With them the
 * balance of momentum, angular momentum and energy closes to rounding, whatever happens in between.
 */
export interface Books {
  contactWork: number;
  /** Stored in penalty springs now [J]. */
  springEnergy: number;
  loadWork: number;
  readonly momentumGiven: Vec3;
  readonly angularMomentumGiven: Vec3;
  readonly momentumBrought: Vec3;
  readonly angularMomentumBrought: Vec3;
}

export function createBooks(): Books {
  return {
    contactWork: 0,
    springEnergy: 0,
    loadWork: 0,
    momentumGiven: createVec3(),
    angularMomentumGiven: createVec3(),
    momentumBrought: createVec3(),
    angularMomentumBrought: createVec3(),
  };
}

export function copyBooks(out: Books, from: Books): void {
  out.contactWork = from.contactWork;
  out.springEnergy = from.springEnergy;
  out.loadWork = from.loadWork;
  copyVec3(out.momentumGiven, from.momentumGiven);
  copyVec3(out.angularMomentumGiven, from.angularMomentumGiven);
  copyVec3(out.momentumBrought, from.momentumBrought);
  copyVec3(out.angularMomentumBrought, from.angularMomentumBrought);
}

const moment = createVec3();

/** An immovable body received `impulse` [N s] at `point`. */
export function bookGiven(books: Books, point: ReadonlyVec3, impulse: ReadonlyVec3): void {
  addVec3(books.momentumGiven, books.momentumGiven, impulse);
  addVec3(books.angularMomentumGiven, books.angularMomentumGiven, crossVec3(moment, point, impulse));
}

/** Gravity or a load brought `impulse` [N s] at `point`. */
export function bookBrought(books: Books, point: ReadonlyVec3, impulse: ReadonlyVec3): void {
  addVec3(books.momentumBrought, books.momentumBrought, impulse);
  addVec3(books.angularMomentumBrought, books.angularMomentumBrought, crossVec3(moment, point, impulse));
}

const mean = createVec3();
const impulse = createVec3();

/** A body in free flight since some time, of the plane or of space. */
type FlyingMass = Pick<Mover, 'since' | 'sinceLow' | 'mass' | 'inverseMass' | 'pose' | 'velocity' | 'acceleration'>;

/**
 * Gravity over the free flight of `mover` from its own time to time + timeLow: m a s, acting at the mean place of the flight,
 * x + v s/2 + a s²/6, which makes the moment exact.
 */
export function bookFlight(books: Books, mover: FlyingMass, time: number, timeLow = 0): void {
  const s = flightTime(mover, time, timeLow);
  if (mover.inverseMass === 0 || s === 0) return;
  addScaledVec3(mean, mover.pose.position, mover.velocity, s / 2);
  addScaledVec3(mean, mean, mover.acceleration, (s * s) / 6);
  scaleVec3(impulse, mover.acceleration, mover.mass * s);
  bookBrought(books, mean, impulse);
}

/** The ledger at `time`; movers may still stand at earlier times. Changes nothing. */
export function ledgerAt(books: Books, movers: readonly Mover[], gravity: ReadonlyVec3, time: number): LedgerRow {
  const free = movers.filter((mover) => mover.inverseMass > 0);
  const now = free.map((mover) => {
    const { pose, velocity, angularVelocity } = snapshotAt(createSnapshot(), mover, time);
    const { mass, inertia, inverseMass, inverseInertia } = mover;
    return { pose, velocity, angularVelocity, mass, inertia, inverseMass, inverseInertia };
  });
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), now);
  let momentumSize = 0;
  let angularMomentumSize = 0;
  let potentialEnergy = books.springEnergy;
  for (const { mass, inertia, pose, velocity, angularVelocity } of now) {
    const { position } = pose;
    const linear = mass * lengthVec3(velocity);
    const spin = angularVelocity.z === 0 ? 0 : inertia * Math.abs(angularVelocity.z);
    momentumSize += linear;
    angularMomentumSize += linear * lengthVec3(position) + spin;
    potentialEnergy -= mass * dotVec3(gravity, position);
  }
  const pending: Books = {
    ...books,
    momentumBrought: { ...books.momentumBrought },
    angularMomentumBrought: { ...books.angularMomentumBrought },
  };
  for (const mover of free) bookFlight(pending, mover, time);
  return {
    time,
    momentum,
    angularMomentum,
    momentumSize,
    angularMomentumSize,
    kineticEnergy,
    potentialEnergy,
    strainEnergy: 0,
    ...bookedSoFar(pending),
  };
}

/** What the books say has come and gone, as a row of the ledger has it. */
export function bookedSoFar(books: Books) {
  const { contactWork, loadWork, momentumGiven, angularMomentumGiven, momentumBrought, angularMomentumBrought } = books;
  return {
    contactWork,
    momentumGiven: { ...momentumGiven },
    angularMomentumGiven: { ...angularMomentumGiven },
    momentumBrought: { ...momentumBrought },
    angularMomentumBrought: { ...angularMomentumBrought },
    loadWork,
  };
}

/**
 * Momentum, angular momentum and energy at the end against those at the start and all that came and went in between. The totals
 * at the start are not zero where a run begins from the state of another one.
 */
export function balance(start: LedgerRow, end: LedgerRow): Balance {
  const since = (total: 'momentumGiven' | 'momentumBrought' | 'angularMomentumGiven' | 'angularMomentumBrought') =>
    subVec3(createVec3(), end[total], start[total]);
  const rest = (after: ReadonlyVec3, before: ReadonlyVec3, given: ReadonlyVec3, brought: ReadonlyVec3) =>
    Math.hypot(
      after.x - before.x + given.x - brought.x,
      after.y - before.y + given.y - brought.y,
      after.z - before.z + given.z - brought.z,
    );
  const share = (error: number, ...sizes: number[]) => {
    const size = Math.max(...sizes.map(Math.abs));
    return size > 0 ? error / size : 0;
  };
  const length = (v: ReadonlyVec3) => Math.hypot(v.x, v.y, v.z);
  const [given, brought] = [since('momentumGiven'), since('momentumBrought')];
  const [angularGiven, angularBrought] = [since('angularMomentumGiven'), since('angularMomentumBrought')];
  const work = end.contactWork - start.contactWork + (end.loadWork - start.loadWork);
  const potential = end.potentialEnergy - start.potentialEnergy;
  const energy = Math.abs(end.kineticEnergy - start.kineticEnergy + potential - work);
  return {
    momentumError: share(
      rest(end.momentum, start.momentum, given, brought),
      start.momentumSize,
      end.momentumSize,
      length(given),
      length(brought),
    ),
    angularMomentumError: share(
      rest(end.angularMomentum, start.angularMomentum, angularGiven, angularBrought),
      start.angularMomentumSize,
      end.angularMomentumSize,
      length(angularGiven),
      length(angularBrought),
    ),
    energyError: share(
      energy,
      start.kineticEnergy,
      end.kineticEnergy,
      start.potentialEnergy,
      end.potentialEnergy,
      work,
    ),
  };
}
