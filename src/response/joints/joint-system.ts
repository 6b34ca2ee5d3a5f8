import { exp } from '../../math/exponential.ts';
import { INVERSE_MASS, RECORD } from '../solver/solver-bodies.ts';
import { type Articulation, findArticulations } from './articulation.ts';
import type { Joint, JointAxis } from './joint.ts';
import { mainAxis, ROW_KINDS } from './joint.ts';
import {
  createJointGeometry,
  findJointGeometry,
  JACOBIAN,
  type JointGeometry,
  type JointPoses,
} from './joint-coordinates.ts';
import { orderJoints } from './joint-order.ts';
import {
  addJointRow,
  COUPLED,
  createJointRows,
  FRICTION,
  type JointRows,
  LEADER,
  LIMIT,
  LOCKED,
  MOTOR,
  reserveJointRows,
  rowVelocity,
  SPRING,
  setPartner,
} from './joint-rows.ts';

/** All joints of a world, and the rows of those that move now. */
export interface JointSystem {
  /** In elimination order; without broken ones. */
  joints: Joint[];
  /** The same by connected bodies. */
  articulations: Articulation[];
  /** Joints that follow others, as indices in `joints`. */
  couplings: { readonly follower: number; readonly leader: number }[];
  readonly rows: JointRows;
  /** Number of rows that the caller adds behind those of the joints. */
  extraRows: number;
  /** Of the joint that is being evaluated. */
  readonly geometry: JointGeometry;
}

export function createJointSystem(): JointSystem {
  return {
    joints: [],
    articulations: [],
    couplings: [],
    rows: createJointRows(),
    extraRows: 0,
    geometry: createJointGeometry(),
  };
}

/**
 * Sets the joints of the system, in elimination order; only bodies for which `isMovable` is true connect joints. `list`: all joints, to which the
 * indices of couplings refer.
 */
export function setSystemJoints(
  system: JointSystem,
  joints: readonly Joint[],
  isMovable: (body: number) => boolean,
  list: readonly (Joint | undefined)[] = joints,
): void {
  const connecting = (body: number) => (body >= 0 && isMovable(body) ? body : -1);
  const order = orderJoints(
    joints.map(({ definition: { bodyA, bodyB } }) => [connecting(bodyA), connecting(bodyB)] as const),
  );
  system.joints = order.map((i) => joints[i]);
  system.couplings = system.joints.flatMap(({ definition: { mimic } }, follower) => {
    const joint = mimic && list[mimic.joint];
    const leader = joint ? system.joints.indexOf(joint) : -1;
    return leader < 0 ? [] : [{ follower, leader }];
  });
  const pairs = system.couplings.map(
    ({ follower, leader }) => [system.joints[follower], system.joints[leader]] as const,
  );
  system.articulations = findArticulations(system.joints, isMovable, pairs);
}

/** What rows at the midpoint of a substep need besides the poses. */
export interface SubstepState {
  /** Length of the substep [s]. */
  readonly time: number;
  /** Velocities before its forces, six numbers per body. */
  readonly before: Float64Array;
}

/**
 * Sets the rows at the given poses. With a substep: all of them. Without: only those of locked axes and limits. The coordinates of the joints
 * are updated. `flight` [s]: how long the bodies then fly; a limit that they do not reach in this time does not act.
 */
export function setJointRows(
  system: JointSystem,
  poses: JointPoses,
  records: Float64Array,
  flight: number,
  substep?: SubstepState,
): void {
  const { joints, rows, geometry } = system;
  rows.count = 0;
  let most = system.extraRows;
  for (const { definition } of joints) most += 4 * definition.axes.length + (definition.mimic ? 2 : 0);
  reserveJointRows(rows, most);
  for (let k = 0; k < joints.length; k++) {
    const joint = joints[k];
    if (!isMoving(joint, records)) continue;
    findJointGeometry(geometry, joint, poses);
    const { axes } = joint.definition;
    for (let axis = 0; axis < axes.length; axis++) {
      joint.coordinates[axis] = geometry.coordinates[axis];
      addAxisRows(system, k, axis, records, flight, substep);
    }
  }
  for (const coupling of system.couplings) addCoupling(system, coupling, poses, records);
  setFirsts(rows, records);
}

/** Adds the row of a coupling: the axis of the leader without an impulse of its own, then that of the follower. */
function addCoupling(
  { joints, rows, geometry }: JointSystem,
  { follower, leader }: JointSystem['couplings'][number],
  poses: JointPoses,
  records: Float64Array,
): void {
  const add = (k: number, kind: number) => {
    findJointGeometry(geometry, joints[k], poses);
    const axis = mainAxis(joints[k].definition);
    return addJointRow(rows, kind, k, axis, joints[k].definition, geometry.jacobian, JACOBIAN * axis, records);
  };
  if (!isMoving(joints[follower], records) && !isMoving(joints[leader], records)) return;
  const partner = add(leader, LEADER);
  add(follower, COUPLED);
  setPartner(rows, partner, -(joints[follower].definition.mimic?.multiplier ?? 0), records);
}

/** Whether an impulse of the joint moves anything. */
export function isMoving({ definition: { bodyA, bodyB } }: Joint, records: Float64Array): boolean {
  return (
    (bodyA >= 0 && records[RECORD * bodyA + INVERSE_MASS] > 0) ||
    (bodyB >= 0 && records[RECORD * bodyB + INVERSE_MASS] > 0)
  );
}

function addAxisRows(
  { joints, rows, geometry }: JointSystem,
  k: number,
  axis: number,
  records: Float64Array,
  flight: number,
  substep: SubstepState | undefined,
): void {
  const { definition, bounds, targets } = joints[k];
  const settings = definition.axes[axis];
  const add = (kind: number): number => {
    const i = addJointRow(rows, kind, k, axis, definition, geometry.jacobian, JACOBIAN * axis, records);
    if (kind !== LOCKED) rows.bounds[i] = bounds[ROW_KINDS * axis + kind];
    return i;
  };
  if (settings.locked) {
    if (definition.planar === true && !actsInPlane(geometry.jacobian, JACOBIAN * axis)) return;
    // an axis that no impulse moves, as the rotation of a point, has no row
    if (!(rows.masses[add(LOCKED)] > 0)) rows.count--;
    return;
  }
  const x = geometry.coordinates[axis];
  if (settings.min > Number.NEGATIVE_INFINITY || settings.max < Number.POSITIVE_INFINITY) {
    setLimit(rows, add(LIMIT), settings, x, flight);
  }
  if (!substep) return;
  const { time } = substep;
  const { spring, motor, friction } = settings;
  if (spring) setSpring(rows, add(SPRING), x - spring.rest, spring, substep);
  if (motor) setMotor(rows, add(MOTOR), motor, x, targets[axis], substep);
  if (friction > 0) {
    const i = add(FRICTION);
    rows.lows[i] = -friction * time;
    rows.highs[i] = friction * time;
  }
}

/** Largest component of a direction of force or torque that is a rounding error. */
const OUT_OF_PLANE = 1e-9;

/** Whether a row moves bodies in the plane z = 0. */
function actsInPlane(jacobian: Float64Array, at: number): boolean {
  const inPlane = Math.abs(jacobian[at]) + Math.abs(jacobian[at + 1]);
  return inPlane + Math.abs(jacobian[at + 5]) + Math.abs(jacobian[at + 8]) > OUT_OF_PLANE;
}

/** The nearer limit: the coordinate must not pass it during the flight. */
function setLimit(rows: JointRows, i: number, { min, max }: JointAxis, x: number, flight: number): void {
  const isMin = x - min < max - x;
  if (isMin) rows.lows[i] = 0;
  else rows.highs[i] = 0;
  const free = isMin ? -1 : 1;
  if (rows.bounds[i] !== 0) rows.bounds[i] = free;
  const room = isMin ? x - min : max - x;
  rows.targets[i] = (free * Math.max(room, 0)) / flight;
  // one that was not active in the last substep
  if (rows.bounds[i] === 0 && room > 0) rows.bounds[i] = free;
}

function setMotor(
  rows: JointRows,
  i: number,
  motor: NonNullable<JointAxis['motor']>,
  x: number,
  target: number,
  substep: SubstepState,
): void {
  const { time } = substep;
  if ('force' in motor) {
    rows.lows[i] = motor.force * time;
    rows.highs[i] = motor.force * time;
    rows.bounds[i] = -1;
    return;
  }
  if ('position' in motor) setSpring(rows, i, x - (motor.path ? target : motor.position), motor, substep);
  else rows.targets[i] = motor.velocity;
  rows.lows[i] = Math.max(rows.lows[i], -motor.maxForce * time);
  rows.highs[i] = Math.min(rows.highs[i], motor.maxForce * time);
}

/** Below this product of damping, inverse mass and time its series is used. */
const SMALL_DAMPING = 1e-3;

/** θ for damping · time / mass: the fraction of the later velocity with which a damper acts over a substep. */
export function damperFraction(decay: number): number {
  return decay > SMALL_DAMPING ? 1 / (1 - exp(-decay)) - 1 / decay : 0.5 + decay / 12;
}

/**
 * Spring and damper over a substep h, of second order and stable for any stiffness and damping. The spring acts with the mean of the displacements
 * (x0 + 2 x + x1)/4 at three midpoints, x + h (w1 - w0)/4, w0 and w1 the velocities before and after. The damper acts with θ w1 + (1 - θ) w0, θ
 * such that a single mass decays exactly: 1/2 for weak damping, 1 for strong.
 */
function setSpring(
  rows: JointRows,
  i: number,
  displacement: number,
  { stiffness, damping }: { readonly stiffness: number; readonly damping: number },
  { time, before }: SubstepState,
): void {
  const decay = damping * time * rows.masses[i];
  const theta = damperFraction(decay);
  const springPart = 0.25 * stiffness * time * time;
  const w = rowVelocity(rows, i, before, 6);
  const implicit = springPart + damping * time * theta;
  if (implicit === 0) {
    rows.lows[i] = 0;
    rows.highs[i] = 0;
    rows.bounds[i] = -1;
    return;
  }
  rows.softness[i] = 1 / implicit;
  rows.targets[i] = (-stiffness * time * displacement + (springPart - damping * time * (1 - theta)) * w) / implicit;
}

/** Sets the first earlier row with a movable body in common, of all rows. */
export function setFirsts(rows: JointRows, records: Float64Array): void {
  const { count, bodiesA, bodiesB, joints, kinds, partners, matrix } = rows;
  const { firsts } = matrix;
  const isMovable = (body: number) => body >= 0 && records[RECORD * body + INVERSE_MASS] > 0;
  const firstOf = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    if (i > 0 && joints[i] === joints[i - 1] && kinds[i] !== COUPLED && kinds[i] !== LEADER) {
      firsts[i] = firsts[i - 1];
      continue;
    }
    let first = i;
    const p = partners[i];
    for (const body of p < 0 ? [bodiesA[i], bodiesB[i]] : [bodiesA[i], bodiesB[i], bodiesA[p], bodiesB[p]]) {
      if (!isMovable(body)) continue;
      const earlier = firstOf.get(body);
      if (earlier === undefined) firstOf.set(body, i);
      else first = Math.min(first, earlier);
    }
    firsts[i] = first;
  }
}

/** Stores at which bounds the rows are: the first guess of the next substep. */
export function storeBounds({ joints, rows }: JointSystem): void {
  for (let i = 0; i < rows.count; i++) {
    if (rows.kinds[i] < ROW_KINDS && rows.kinds[i] !== LOCKED)
      joints[rows.joints[i]].bounds[ROW_KINDS * rows.axes[i] + rows.kinds[i]] = rows.bounds[i];
  }
}
