import { ENERGY_ERROR, type Joint, LOSS, MOTOR_WORK, springEnergyOf } from '../../../response/joints/joint.ts';
import { JACOBIAN } from '../../../response/joints/joint-coordinates.ts';
import {
  FRICTION,
  JOINT_ROW,
  type JointRows,
  LIMIT,
  MOTOR,
  rowVelocity,
  SPRING,
  TORQUE_A,
  TORQUE_B,
} from '../../../response/joints/joint-rows.ts';
import { damperFraction } from '../../../response/joints/joint-system.ts';
import { INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import type { JointedWorld } from './jointed-world.ts';

/**
 * Adds the impulses of the current rows of the joints to their reactions and to the ledger. `earlier`: velocities before them, six numbers per
 * body. `isAlone`: their work is not part of that of contacts.
 */
export function addJointImpulses(world: JointedWorld, earlier: Float64Array, isAlone: boolean): void {
  const { joints, totals } = world;
  const { rows, joints: acting } = joints.system;
  let work = 0;
  for (let i = 0; i < rows.count; i++) {
    const impulse = rows.impulses[i];
    if (impulse === 0) continue;
    const joint = acting[rows.joints[i]];
    addReaction(joint, rows, i, impulse);
    let driven = addImmovable(world, rows, i, impulse, earlier);
    const partner = rows.partners[i];
    if (partner >= 0) {
      const passed = rows.factors[i] * impulse;
      addReaction(acting[rows.joints[partner]], rows, partner, passed);
      driven += addImmovable(world, rows, partner, passed, earlier);
    }
    const relative = impulse * meanVelocity(world, rows, i, earlier);
    totals.driveWork += driven;
    work += relative + driven;
    addRowWork(world, joint, i, relative, earlier);
  }
  if (isAlone) totals.contactWork += work;
}

/** Work of row i by what it stands for. */
function addRowWork(world: JointedWorld, joint: Joint, i: number, work: number, earlier: Float64Array): void {
  const { joints, totals } = world;
  const { rows } = joints.system;
  const kind = rows.kinds[i];
  if (kind === MOTOR) {
    joint.energies[MOTOR_WORK] += work;
    totals.driveWork += work;
    joint.motorImpulses[rows.axes[i]] += rows.impulses[i];
  } else if (kind === FRICTION || kind === LIMIT) joint.energies[LOSS] -= work;
  else if (kind === SPRING) {
    const loss = damperWork(world, joint, i, earlier);
    joint.energies[LOSS] -= loss;
    addError(world, joint, work - loss);
  } else addError(world, joint, work);
}

/** Adds work of a joint that an exact method would not have, or that its springs store. */
export function addError({ totals }: JointedWorld, joint: Joint, work: number): void {
  joint.energies[ENERGY_ERROR] += work;
  totals.jointError += work;
}

function meanVelocity({ solver }: JointedWorld, rows: JointRows, i: number, earlier: Float64Array): number {
  return 0.5 * (rowVelocity(rows, i, earlier, 6) + rowVelocity(rows, i, solver.records, RECORD));
}

/** Work of the damper of a spring [J], at most 0 except for rounding. */
function damperWork(world: JointedWorld, joint: Joint, i: number, earlier: Float64Array): number {
  const { joints, solver, settings } = world;
  const { rows } = joints.system;
  const { spring } = joint.definition.axes[rows.axes[i]];
  if (!spring || spring.damping === 0) return 0;
  const theta = damperFraction(spring.damping * settings.time * rows.masses[i]);
  const before = rowVelocity(rows, i, earlier, 6);
  const after = rowVelocity(rows, i, solver.records, RECORD);
  return -settings.time * spring.damping * (theta * after + (1 - theta) * before) * 0.5 * (before + after);
}

/** Force and torque on B about the origin of its frame: rows along an axis act there and have no torque. */
function addReaction(joint: Joint, { numbers }: JointRows, i: number, impulse: number): void {
  const at = JOINT_ROW * i;
  const isTorque = numbers[at] === 0 && numbers[at + 1] === 0 && numbers[at + 2] === 0;
  for (let k = 0; k < 3; k++) {
    joint.impulse[k] += impulse * numbers[at + k];
    if (isTorque) joint.impulse[3 + k] += impulse * numbers[at + TORQUE_B + k];
  }
}

/** Adds the impulse of row i on immovable bodies to the ledger; returns the work of their drives [J]. */
function addImmovable(world: JointedWorld, rows: JointRows, i: number, impulse: number, earlier: Float64Array): number {
  const { solver } = world;
  let work = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? rows.bodiesA[i] : rows.bodiesB[i];
    const sign = side === 0 ? -1 : 1;
    if (body < 0) addWorldImpulse(world, rows, i, sign * impulse, side);
    else if (solver.records[RECORD * body + INVERSE_MASS] === 0) {
      addBodyImpulse(world, rows, i, sign * impulse, side, body);
      work -= sign * impulse * immovableVelocity(rows, i, side, body, earlier);
    }
  }
  return work;
}

const torque = (side: number) => (side === 0 ? TORQUE_A : TORQUE_B);

/** Velocity of an immovable body along row i, which does not change. */
function immovableVelocity({ numbers }: JointRows, i: number, side: number, body: number, v: Float64Array): number {
  const at = JOINT_ROW * i;
  const t = at + torque(side);
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += numbers[at + k] * v[6 * body + k] + numbers[t + k] * v[6 * body + 3 + k];
  return sum;
}

/** The torque of a row on the world is about its origin. */
function addWorldImpulse(
  { totals }: JointedWorld,
  { numbers }: JointRows,
  i: number,
  impulse: number,
  side: number,
): void {
  const at = JOINT_ROW * i;
  const t = at + torque(side);
  const { impulseOnImmovable: j, angularImpulseOnImmovable: l } = totals;
  j.x += impulse * numbers[at];
  j.y += impulse * numbers[at + 1];
  j.z += impulse * numbers[at + 2];
  l.x += impulse * numbers[t];
  l.y += impulse * numbers[t + 1];
  l.z += impulse * numbers[t + 2];
}

// biome-ignore format: one vector per line
function addBodyImpulse(world: JointedWorld, rows: JointRows, i: number, impulse: number, side: number, body: number): void {
  addWorldImpulse(world, rows, i, impulse, side);
  const { numbers } = rows;
  const at = JOINT_ROW * i;
  const { positions } = world.bodies;
  const x = positions[3 * body], y = positions[3 * body + 1], z = positions[3 * body + 2];
  const l = world.totals.angularImpulseOnImmovable;
  l.x += impulse * (y * numbers[at + 2] - z * numbers[at + 1]);
  l.y += impulse * (z * numbers[at] - x * numbers[at + 2]);
  l.z += impulse * (x * numbers[at + 1] - y * numbers[at]);
}

/** Energy in the springs of the joints that act [J]. */
export function springEnergyOfJoints({ joints }: JointedWorld): number {
  let energy = 0;
  for (const joint of joints.system.joints) energy += springEnergyOf(joint);
  return energy;
}

/** The change of the energy in springs in a step is potential energy; the difference to their work is an error of the method. */
export function updateSpringEnergy(world: JointedWorld): void {
  const { totals } = world;
  const { springEnergy: before } = world.joints;
  const energy = springEnergyOfJoints(world);
  totals.contactWork += energy - before;
  totals.jointError += energy - before;
  // other springs, those of latches, have their part of it
  totals.springEnergy = energy + (totals.springEnergy - before);
}

/** The energy in the springs of a joint that ends is lost. */
export function loseSpringEnergy({ totals }: JointedWorld, joint: Joint): void {
  const energy = springEnergyOf(joint);
  totals.springEnergy -= energy;
  totals.contactWork -= energy;
  joint.energies[LOSS] += energy;
}

/** Mean reaction and motor forces of a step of `time` [s]. */
export function storeReaction(joint: Joint, time: number): void {
  for (let k = 0; k < 6; k++) joint.reaction[k] = joint.impulse[k] / time;
  for (let axis = 0; axis < joint.motorForces.length; axis++) {
    joint.motorForces[axis] = joint.motorImpulses[axis] / time;
  }
}

/** Rates of all coordinates from the Jacobian of the joint. */
export function storeRates({ definition, rates }: Joint, jacobian: Float64Array, records: Float64Array): void {
  for (let axis = 0; axis < rates.length; axis++) {
    const at = JACOBIAN * axis;
    let rate = 0;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? definition.bodyA : definition.bodyB;
      if (body < 0) continue;
      const r = RECORD * body;
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum += jacobian[at + k] * records[r + k] + jacobian[at + 3 + 3 * side + k] * records[r + 3 + k];
      }
      rate += side === 0 ? -sum : sum;
    }
    rates[axis] = rate;
  }
}
