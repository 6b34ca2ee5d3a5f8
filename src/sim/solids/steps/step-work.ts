import { addAngularImpulses } from '../../../response/solver/angular-friction.ts';
import { workByKernel } from '../../../response/solver/body-loops.ts';
import { addHalfWork, addImmovableImpulse } from '../../../response/solver/row-ledger.ts';
import { ANGULAR_VELOCITY, hasEqualMoments, INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import { isForced } from './find-forces.ts';
import type { StepWorld } from './step-world.ts';
import { surfaceDriveWork } from './surface-velocity.ts';

const immovableImpulse = new Float64Array(7);

/** Adds the impulses on immovable bodies and the work of the contacts to the ledger, with forces that acted for `time` [s]. */
export function addContactWork(world: StepWorld, time: number): void {
  const { contacts, solver, before, bodies, totals } = world;
  immovableImpulse.fill(0);
  addImmovableImpulse(immovableImpulse, contacts, solver.records, bodies.positions);
  const { impulseOnImmovable: p, angularImpulseOnImmovable: l } = totals;
  p.x += immovableImpulse[0];
  p.y += immovableImpulse[1];
  p.z += immovableImpulse[2];
  l.x += immovableImpulse[3];
  l.y += immovableImpulse[4];
  l.z += immovableImpulse[5];
  totals.contactWork += workOfContacts(world, time);
  totals.driveWork += immovableImpulse[6];
  if (contacts.driven) totals.driveWork += surfaceDriveWork(contacts);
  if (!world.options.measureWork) return;
  addHalfWork(contacts, solver.records, before, 6);
  addHalfWork(contacts, solver.records, solver.records, RECORD);
}

/** Adds the angular impulses of rolling and spinning resistance to the ledger; their work is part of the contact work. */
export function addResistance({ contacts, solver, totals, before, options }: StepWorld): void {
  immovableImpulse.fill(0);
  addAngularImpulses(immovableImpulse, contacts, solver.records, options.measureWork ? before : undefined);
  const { angularImpulseOnImmovable: l } = totals;
  l.x += immovableImpulse[3];
  l.y += immovableImpulse[4];
  l.z += immovableImpulse[5];
  totals.driveWork += immovableImpulse[6];
}

/**
 * Work of contacts on the bodies, with forces that acted for `time` [s]: the change of kinetic energy less the work of gravity and loads along
 * the mean velocity, and the work of gravity and loads along the position correction.
 */
// biome-ignore format: one vector per line
function workOfContacts(world: StepWorld, time: number): number {
  const { bodies, solver, forces, torques, before } = world;
  const { records, pseudoVelocities } = solver;
  const { moments } = bodies;
  const { x: gx, y: gy, z: gz } = world.scene.forces.gravity;
  if (world.contacts.memory && !isForced(world)) {
    solver.before.set(before);
    return workByKernel(world.contacts.memory.kernels, solver, world.scene.forces.gravity, time);
  }
  let work = 0;
  for (let i = 0; i < bodies.count; i++) {
    const r = RECORD * i;
    const inverseMass = records[r + INVERSE_MASS];
    if (inverseMass === 0) continue;
    const k = 3 * i, b = 6 * i;
    const mass = 1 / inverseMass;
    const fx = time * (mass * gx + forces[k]), fy = time * (mass * gy + forces[k + 1]), fz = time * (mass * gz + forces[k + 2]);
    // impulse of the contacts times the mean of the velocities before and after
    work +=
      0.5 * (mass * (records[r] - before[b]) - fx) * (records[r] + before[b]) +
      0.5 * (mass * (records[r + 1] - before[b + 1]) - fy) * (records[r + 1] + before[b + 1]) +
      0.5 * (mass * (records[r + 2] - before[b + 2]) - fz) * (records[r + 2] + before[b + 2]);
    work -= fx * pseudoVelocities[b] + fy * pseudoVelocities[b + 1] + fz * pseudoVelocities[b + 2];
    const sx = 0.5 * (records[r + 3] + before[b + 3]);
    const sy = 0.5 * (records[r + 4] + before[b + 4]);
    const sz = 0.5 * (records[r + 5] + before[b + 5]);
    if (hasEqualMoments(moments, i)) {
      const dx = records[r + 3] - before[b + 3], dy = records[r + 4] - before[b + 4], dz = records[r + 5] - before[b + 5];
      rotationWork[0] = moments[k] * (sx * dx + sy * dy + sz * dz);
    } else findRotationWork(world, i);
    work += rotationWork[0] - time * (torques[k] * sx + torques[k + 1] * sy + torques[k + 2] * sz);
  }
  return work;
}

/** Change of the rotational energy of one body [J]: in an array, because numbers returned by a call are boxed. */
const rotationWork = new Float64Array(1);

/** ω̄·I (ω - ω0), ω̄ the mean angular velocity: the change of the rotational energy. */
// biome-ignore format: one vector per line
function findRotationWork({ bodies, solver, before }: StepWorld, i: number): void {
  const { records, principalOrientations } = solver;
  const { moments } = bodies;
  const r = RECORD * i + ANGULAR_VELOCITY, s = 6 * i + 3;
  const dx = records[r] - before[s], dy = records[r + 1] - before[s + 1], dz = records[r + 2] - before[s + 2];
  rotationWork[0] = 0;
  if (dx === 0 && dy === 0 && dz === 0) return;
  const sx = 0.5 * (records[r] + before[s]), sy = 0.5 * (records[r + 1] + before[s + 1]), sz = 0.5 * (records[r + 2] + before[s + 2]);
  const a = moments[3 * i], b = moments[3 * i + 1], c = moments[3 * i + 2];
  const w = principalOrientations[4 * i], x = principalOrientations[4 * i + 1], y = principalOrientations[4 * i + 2], z = principalOrientations[4 * i + 3];
  const xx = 1 - 2 * (y * y + z * z), xy = 2 * (x * y - w * z), xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z), yy = 1 - 2 * (x * x + z * z), yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y), zy = 2 * (y * z + w * x), zz = 1 - 2 * (x * x + y * y);
  rotationWork[0] =
    a * (xx * sx + yx * sy + zx * sz) * (xx * dx + yx * dy + zx * dz) +
    b * (xy * sx + yy * sy + zy * sz) * (xy * dx + yy * dy + zy * dz) +
    c * (xz * sx + yz * sy + zz * sz) * (xz * dx + yz * dy + zz * dz);
}

/** Work of loads and other forces besides gravity: half a substep with the velocity before the impulses, half with the one after, plus the position correction. */
export function addExternalWork(world: StepWorld): void {
  if (!isForced(world)) return;
  const { bodies, solver, forces, torques, before, settings, totals } = world;
  const { records, pseudoVelocities } = solver;
  for (let i = 0; i < bodies.count; i++) {
    if (records[RECORD * i + INVERSE_MASS] === 0) continue;
    let work = 0;
    for (let k = 0; k < 3; k++) {
      const meanVelocity = 0.5 * (before[6 * i + k] + records[RECORD * i + k]) + pseudoVelocities[6 * i + k];
      const rotation = 0.5 * (before[6 * i + 3 + k] + records[RECORD * i + 3 + k]);
      work += forces[3 * i + k] * meanVelocity + torques[3 * i + k] * rotation;
    }
    totals.externalWork += settings.time * work;
  }
  for (const link of world.bodyForces.links) link.addWork?.(settings.time);
}
