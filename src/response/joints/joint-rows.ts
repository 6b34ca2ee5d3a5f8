import { INVERSE_INERTIA, INVERSE_MASS, RECORD } from '../solver/solver-bodies.ts';
import { clearSkyline, createSymmetricSkyline, factoriseSkyline, resizeSkyline, type SymmetricSkyline } from './ldl.ts';

/**
 * Rows of joints: each is a direction in which an impulse acts on two bodies, its bounds, and the velocity it is to reach,
 * w + softness · impulse = target.
 */
export interface JointRows {
  count: number;
  /** `JOINT_ROW` numbers each: n, torque on A, torque on B per unit impulse, and the angular responses of A and B, xyz each. */
  numbers: Float64Array;
  /** Index of body A of each row; -1 for the world. */
  bodiesA: Int32Array;
  bodiesB: Int32Array;
  /** Index of the joint of each row among those of the system, and its axis. */
  joints: Int32Array;
  axes: Int32Array;
  /** One of the kinds below. */
  kinds: Uint8Array;
  /** Bounds of the impulse, [N s] or [N m s]. */
  lows: Float64Array;
  highs: Float64Array;
  /** [m/s] or [rad/s] */
  targets: Float64Array;
  /** [m/(N s²)] or [rad/(N m s²)], per impulse. */
  softness: Float64Array;
  /** Index of an earlier row of the same impulse, times a factor; -1: none. A row and its partner act on up to four bodies. */
  partners: Int32Array;
  factors: Float64Array;
  /** Impulse so far. */
  impulses: Float64Array;
  /** Velocity change per unit impulse of the row itself. */
  masses: Float64Array;
  /** -1 or 1: the impulse is held at its lower or upper bound; 0: it is solved for. */
  bounds: Int8Array;
  readonly matrix: SymmetricSkyline;
  /** Unknowns of the equations. */
  unknowns: Float64Array;
}

/** Numbers per row. */
export const JOINT_ROW = 15;
export const TORQUE_A = 3;
export const TORQUE_B = 6;
const RESPONSE_A = 9;
const RESPONSE_B = 12;

/** Kinds of rows. */
export const LOCKED = 0;
export const LIMIT = 1;
export const SPRING = 2;
export const MOTOR = 3;
export const FRICTION = 4;
/** Of a contact, not of a joint. */
export const CONTACT = 5;
/** The axis of the leader of a coupling, without an impulse of its own. */
export const LEADER = 6;
/** The axis of the follower, which has the preceding one as its partner. */
export const COUPLED = 7;

export function createJointRows(): JointRows {
  return { count: 0, ...arrays(0), matrix: createSymmetricSkyline(), unknowns: new Float64Array(0) };
}

function arrays(count: number) {
  return {
    numbers: new Float64Array(JOINT_ROW * count),
    bodiesA: new Int32Array(count),
    bodiesB: new Int32Array(count),
    joints: new Int32Array(count),
    axes: new Int32Array(count),
    kinds: new Uint8Array(count),
    lows: new Float64Array(count),
    highs: new Float64Array(count),
    targets: new Float64Array(count),
    softness: new Float64Array(count),
    partners: new Int32Array(count),
    factors: new Float64Array(count),
    impulses: new Float64Array(count),
    masses: new Float64Array(count),
    bounds: new Int8Array(count),
    unknowns: new Float64Array(count),
  };
}

/** Ensures capacity for `count` rows; their numbers are lost. */
export function reserveJointRows(rows: JointRows, count: number): void {
  if (rows.bodiesA.length < count) Object.assign(rows, arrays(2 * count));
  resizeSkyline(rows.matrix, count);
}

/** Adds a row of a joint without bounds, whose target is 0; returns its index. `jacobian` has n and the two torques from `from`. */
export function addJointRow(
  rows: JointRows,
  kind: number,
  joint: number,
  axis: number,
  bodies: { readonly bodyA: number; readonly bodyB: number },
  jacobian: Float64Array,
  from: number,
  records: Float64Array,
): number {
  const i = rows.count++;
  const at = JOINT_ROW * i;
  for (let k = 0; k < RESPONSE_A; k++) rows.numbers[at + k] = jacobian[from + k];
  rows.bodiesA[i] = bodies.bodyA;
  rows.bodiesB[i] = bodies.bodyB;
  rows.joints[i] = joint;
  rows.axes[i] = axis;
  rows.kinds[i] = kind;
  rows.lows[i] = Number.NEGATIVE_INFINITY;
  rows.highs[i] = Number.POSITIVE_INFINITY;
  rows.targets[i] = 0;
  rows.softness[i] = 0;
  rows.impulses[i] = 0;
  rows.bounds[i] = 0;
  rows.partners[i] = -1;
  setResponse(rows.numbers, at + TORQUE_A, at + RESPONSE_A, bodies.bodyA, records);
  setResponse(rows.numbers, at + TORQUE_B, at + RESPONSE_B, bodies.bodyB, records);
  rows.masses[i] = coupling(rows, i, i, records);
  return i;
}

/**
 * Makes the last row act on the bodies of `partner` as well, with `factor` times its impulse: w = own + factor · that of the partner. The
 * partner has no impulse of its own.
 */
export function setPartner(rows: JointRows, partner: number, factor: number, records: Float64Array): void {
  const i = rows.count - 1;
  rows.partners[i] = partner;
  rows.factors[i] = factor;
  rows.lows[partner] = 0;
  rows.highs[partner] = 0;
  rows.bounds[partner] = -1;
  rows.masses[i] = coupling(rows, i, i, records);
}

/** Inverse inertia times the torque. */
// biome-ignore format: one row per line
function setResponse(numbers: Float64Array, torque: number, out: number, body: number, records: Float64Array): void {
  if (body < 0) {
    numbers.fill(0, out, out + 3);
    return;
  }
  const j = RECORD * body + INVERSE_INERTIA;
  const x = numbers[torque], y = numbers[torque + 1], z = numbers[torque + 2];
  numbers[out] = records[j] * x + records[j + 1] * y + records[j + 2] * z;
  numbers[out + 1] = records[j + 1] * x + records[j + 3] * y + records[j + 4] * z;
  numbers[out + 2] = records[j + 2] * x + records[j + 4] * y + records[j + 5] * z;
}

/** Velocity change of row i per unit impulse of row j. */
function coupling(rows: JointRows, i: number, j: number, records: Float64Array): number {
  const { partners, factors } = rows;
  const p = partners[i];
  const q = partners[j];
  let sum = ownCoupling(rows, i, j, records);
  if (p >= 0) sum += factors[i] * ownCoupling(rows, p, j, records);
  if (q >= 0) sum += factors[j] * ownCoupling(rows, i, q, records);
  if (p >= 0 && q >= 0) sum += factors[i] * factors[j] * ownCoupling(rows, p, q, records);
  return sum;
}

/** The same without partners. */
function ownCoupling(rows: JointRows, i: number, j: number, records: Float64Array): number {
  const { bodiesA, bodiesB } = rows;
  let sum = 0;
  const a = bodiesA[i];
  const b = bodiesB[i];
  if (a >= 0) {
    if (a === bodiesA[j]) sum += bodyCoupling(rows, i, TORQUE_A, j, RESPONSE_A, a, records);
    if (a === bodiesB[j]) sum -= bodyCoupling(rows, i, TORQUE_A, j, RESPONSE_B, a, records);
  }
  if (b >= 0) {
    if (b === bodiesA[j]) sum -= bodyCoupling(rows, i, TORQUE_B, j, RESPONSE_A, b, records);
    if (b === bodiesB[j]) sum += bodyCoupling(rows, i, TORQUE_B, j, RESPONSE_B, b, records);
  }
  return sum;
}

// biome-ignore format: one vector per line
function bodyCoupling({ numbers }: JointRows, i: number, torque: number, j: number, response: number, body: number, records: Float64Array): number {
  const p = JOINT_ROW * i, q = JOINT_ROW * j;
  const t = p + torque, r = q + response;
  return (
    records[RECORD * body + INVERSE_MASS] * (numbers[p] * numbers[q] + numbers[p + 1] * numbers[q + 1] + numbers[p + 2] * numbers[q + 2]) +
    (numbers[t] * numbers[r] + numbers[t + 1] * numbers[r + 1] + numbers[t + 2] * numbers[r + 2])
  );
}

/** Velocity of B relative to A along row i, with that of its partner, in records of `stride` numbers per body. */
export function rowVelocity(rows: JointRows, i: number, velocities: Float64Array, stride: number): number {
  const w = ownVelocity(rows, i, velocities, stride);
  const partner = rows.partners[i];
  return partner < 0 ? w : w + rows.factors[i] * ownVelocity(rows, partner, velocities, stride);
}

// biome-ignore format: one vector per line
function ownVelocity({ numbers, bodiesA, bodiesB }: JointRows, i: number, velocities: Float64Array, stride: number): number {
  const at = JOINT_ROW * i;
  const nx = numbers[at], ny = numbers[at + 1], nz = numbers[at + 2];
  let w = 0;
  if (bodiesB[i] >= 0) {
    const b = stride * bodiesB[i], t = at + TORQUE_B;
    w += nx * velocities[b] + ny * velocities[b + 1] + nz * velocities[b + 2] +
      (numbers[t] * velocities[b + 3] + numbers[t + 1] * velocities[b + 4] + numbers[t + 2] * velocities[b + 5]);
  }
  if (bodiesA[i] >= 0) {
    const a = stride * bodiesA[i], t = at + TORQUE_A;
    w -= nx * velocities[a] + ny * velocities[a + 1] + nz * velocities[a + 2] +
      (numbers[t] * velocities[a + 3] + numbers[t + 1] * velocities[a + 4] + numbers[t + 2] * velocities[a + 5]);
  }
  return w;
}

/** Applies a further impulse along row i to the velocities of its bodies. */
export function applyRow(rows: JointRows, i: number, impulse: number, records: Float64Array): void {
  rows.impulses[i] += impulse;
  addRowResponse(rows, i, impulse, records, records, RECORD);
}

/** Adds the velocity change by an impulse along row i to `velocities`, `stride` numbers per body. */
export function addRowResponse(
  rows: JointRows,
  i: number,
  impulse: number,
  records: Float64Array,
  velocities: Float64Array,
  stride: number,
): void {
  addOwnResponse(rows, i, impulse, records, velocities, stride);
  const partner = rows.partners[i];
  if (partner >= 0) addOwnResponse(rows, partner, rows.factors[i] * impulse, records, velocities, stride);
}

function addOwnResponse(
  { numbers, bodiesA, bodiesB }: JointRows,
  i: number,
  impulse: number,
  records: Float64Array,
  velocities: Float64Array,
  stride: number,
): void {
  const at = JOINT_ROW * i;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodiesA[i] : bodiesB[i];
    if (body < 0) continue;
    const signed = side === 0 ? -impulse : impulse;
    const p = signed * records[RECORD * body + INVERSE_MASS];
    const r = at + (side === 0 ? RESPONSE_A : RESPONSE_B);
    const v = stride * body;
    velocities[v] += p * numbers[at];
    velocities[v + 1] += p * numbers[at + 1];
    velocities[v + 2] += p * numbers[at + 2];
    velocities[v + 3] += signed * numbers[r];
    velocities[v + 4] += signed * numbers[r + 1];
    velocities[v + 5] += signed * numbers[r + 2];
  }
}

/**
 * Sets and factorises the matrix of all rows whose impulse is solved for; the others get the row of a unit matrix. `matrix.firsts` must be
 * filled in.
 */
export function factoriseRows(rows: JointRows, records: Float64Array): void {
  const { matrix, bounds, softness, masses, count } = rows;
  matrix.size = count;
  clearSkyline(matrix);
  const { firsts, bases, lower, diagonal } = matrix;
  for (let i = 0; i < count; i++) {
    if (bounds[i] !== 0) {
      diagonal[i] = 1;
      continue;
    }
    diagonal[i] = masses[i] + softness[i];
    for (let j = firsts[i]; j < i; j++) if (bounds[j] === 0) lower[bases[i] + j] = coupling(rows, i, j, records);
  }
  factoriseSkyline(matrix);
}
