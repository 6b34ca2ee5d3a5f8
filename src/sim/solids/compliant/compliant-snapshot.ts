import { rotateTensor } from '../../../math/mat3.ts';
import { copyLedgerTotals, createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { SimulationError } from '../../world.ts';
import { evaluateForces } from './attachment.ts';
import { hasRadius } from './check-laws.ts';
import type { CompliantBody, CompliantPair, PointSpring } from './compliant-pair.ts';
import { type CompliantWorld, createPair } from './compliant-world.ts';
import { createPointSpring } from './point-springs.ts';

/**
 * The complete state of a world with compliant contact between two steps. A world of the same scene that restores it continues bitwise
 * identically to the original one. Plain data: it can be copied, sent and saved.
 */
export interface CompliantSnapshot {
  readonly response: 'penalty';
  /** Simulated time [s]. */
  readonly time: number;
  /** Number of steps so far. */
  readonly stepCount: number;
  readonly totals: LedgerTotals;
  /** Position, rows of the rotation, velocity and angular velocity of each body. */
  readonly bodies: Float64Array;
  /** Indices of the bodies of the attached pairs, lower index first, sorted. */
  readonly pairs: Int32Array;
  /** Effective radius of the contact of each pair [m]; 0 where the law does not depend on curvatures. */
  readonly radii: Float64Array;
  /** Number of tangential springs of each pair. */
  readonly springCounts: Int32Array;
  /** Feature id and whether it slips, of each spring. */
  readonly springFlags: Int32Array;
  /** Displacement, stiffness, contact point and normal of each spring. */
  readonly springs: Float64Array;
}

/** Numbers of a body and of a spring, and flags of a spring. */
export const BODY_NUMBERS = 18;
export const SPRING_NUMBERS = 10;
export const SPRING_FLAGS = 2;

/** The complete state of the world as new plain data; `restoreCompliantSnapshot` continues from it bitwise identically. */
export function takeCompliantSnapshot(world: CompliantWorld): CompliantSnapshot {
  const totals = createLedgerTotals();
  copyLedgerTotals(totals, world.totals);
  const attached = [...world.pairs.values()].filter((pair) => pair.attached);
  const held = attached.map(({ springs }) => springs.filter(({ isNew }) => !isNew));
  return {
    response: 'penalty',
    time: world.time,
    stepCount: world.stepCount,
    totals,
    bodies: Float64Array.from(world.bodies.flatMap(bodyNumbers)),
    pairs: Int32Array.from(attached.flatMap(({ a, b }) => [a.index, b.index])),
    radii: Float64Array.from(attached.map(radiusOf)),
    springCounts: Int32Array.from(held.map(({ length }) => length)),
    springFlags: Int32Array.from(held.flat().flatMap(({ feature, slips }) => [feature, slips ? 1 : 0])),
    springs: Float64Array.from(held.flat().flatMap(springNumbers)),
  };
}

function bodyNumbers({ pose: { position: x, rotation: r }, velocity: v, angularVelocity: w }: CompliantBody): number[] {
  return [...[x.x, x.y, x.z, r.xx, r.xy, r.xz, r.yx, r.yy, r.yz, r.zx, r.zy, r.zz], ...[v.x, v.y, v.z, w.x, w.y, w.z]];
}

function radiusOf({ given, law }: CompliantPair): number {
  return hasRadius(given) || law === undefined || !('radius' in law) ? 0 : law.radius;
}

function springNumbers({ displacement: d, stiffness, point: p, normal: n }: PointSpring): number[] {
  return [d.x, d.y, d.z, stiffness, p.x, p.y, p.z, n.x, n.y, n.z];
}

/** Restores the state of a snapshot; both must be of the same scene. Throws a SimulationError if they are not. */
export function restoreCompliantSnapshot(world: CompliantWorld, snapshot: CompliantSnapshot): void {
  const { bodies } = world;
  const count = snapshot.bodies.length / BODY_NUMBERS;
  if (count !== bodies.length) {
    throw new SimulationError(`snapshot: has ${count} bodies, the world has ${bodies.length}`);
  }
  const { time, stepCount } = snapshot;
  const { step } = world.scene.time;
  // the last step of a run may be shorter, and so may the time
  if (!(time <= (stepCount + 1e-6) * step) || time > 0 !== stepCount > 0) {
    throw new SimulationError(`snapshot: time ${time} s, expected at most ${stepCount} steps of ${step} s`);
  }
  world.time = time;
  world.stepCount = stepCount;
  copyLedgerTotals(world.totals, snapshot.totals);
  for (const [i, body] of bodies.entries()) restoreBody(body, snapshot.bodies, BODY_NUMBERS * i);
  world.pairs.clear();
  let spring = 0;
  for (let k = 0; k < snapshot.radii.length; k++) {
    const [i, j] = [snapshot.pairs[2 * k], snapshot.pairs[2 * k + 1]];
    const pair = createPair(world, bodies[i], bodies[j]);
    if (pair === undefined) throw new SimulationError(`snapshot: bodies ${i} and ${j} have no contact in this scene`);
    pair.attached = true;
    if (!hasRadius(pair.given)) {
      const radius = snapshot.radii[k];
      if (!(radius > 0))
        throw new SimulationError(`snapshot: radii[${k}]: expected a number above zero, got ${radius}`);
      pair.law = { ...pair.given, radius };
    }
    for (let left = snapshot.springCounts[k]; left > 0; left--) pair.springs.push(restoredSpring(snapshot, spring++));
    world.pairs.set(i * bodies.length + j, pair);
  }
  evaluateForces(world);
}

function restoreBody(body: CompliantBody, from: Float64Array, at: number): void {
  const { pose, velocity, angularVelocity } = body;
  [pose.position.x, pose.position.y, pose.position.z] = from.subarray(at, at + 3);
  const { rotation: r } = pose;
  [r.xx, r.xy, r.xz, r.yx, r.yy, r.yz, r.zx, r.zy, r.zz] = from.subarray(at + 3, at + 12);
  [velocity.x, velocity.y, velocity.z] = from.subarray(at + 12, at + 15);
  [angularVelocity.x, angularVelocity.y, angularVelocity.z] = from.subarray(at + 15, at + 18);
  rotateTensor(body.inverseInertia, r, body.ownInverseInertia);
}

function restoredSpring({ springs, springFlags }: CompliantSnapshot, index: number): PointSpring {
  const spring = createPointSpring(springFlags[SPRING_FLAGS * index]);
  const { displacement: d, point: p, normal: n } = spring;
  const at = SPRING_NUMBERS * index;
  [d.x, d.y, d.z, spring.stiffness] = springs.subarray(at, at + 4);
  [p.x, p.y, p.z, n.x, n.y, n.z] = springs.subarray(at + 4, at + 10);
  spring.slips = springFlags[SPRING_FLAGS * index + 1] === 1;
  spring.isNew = false;
  return spring;
}
