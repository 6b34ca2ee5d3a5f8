import { createMat3, type Mat3, solveSymmetric } from '../../../math/mat3.ts';
import { createVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import type { Articulation } from '../../../response/joints/articulation.ts';
import {
  ENERGY_ERROR,
  ENERGY_SCALE,
  type Joint,
  SPRING_START,
  springEnergyOf,
} from '../../../response/joints/joint.ts';
import { ANGULAR_VELOCITY, INVERSE_MASS, RECORD, VELOCITY } from '../../../response/solver/solver-bodies.ts';
import type { JointedWorld } from './jointed-world.ts';

/**
 * Limits the energy error of joints. Impulses of joints are symplectic for flights of equal length: their error oscillates and stays small. Where
 * light links of a heavy chain rotate by large angles in a flight, flights are divided, and errors add up to a drift. Beyond a small fraction
 * of the energy, the relative motion of an articulation is scaled so that its error stays at that fraction: a projection onto the energy
 * (Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.4). The motion of the articulation as one rigid body is left
 * as it is, so momentum and angular momentum are conserved, and all locked axes hold, because their velocities are zero before and after.
 */

/** Energy error that is left alone, relative to the largest kinetic energy of the relative motion so far. */
const MAX_ERROR = 1e-4;
/** Fraction of the energy of the relative motion that a step takes at most, and that it gives at most. */
const MAX_TAKEN = 0.5;
const MAX_GIVEN = 0.05;

/** Corrects the velocities at the end of a step, which must satisfy the joints. */
export function limitJointEnergy(world: JointedWorld): void {
  for (const articulation of world.joints.system.articulations) limitArticulation(world, articulation);
}

function limitArticulation(world: JointedWorld, articulation: Articulation): void {
  const { bodies, joints } = articulation;
  const { records } = world.solver;
  for (const joint of joints) closeSpringEnergy(joint);
  for (const body of bodies) if (records[RECORD * body + INVERSE_MASS] === 0) return;
  if (!setRigidMotion(world, articulation)) {
    // driven from several sides: there is no account of its energy, which later joints could inherit
    for (const joint of joints) joint.energies[ENERGY_ERROR] = 0;
    return;
  }
  measureRelativeMotion(world, articulation);
  let error = 0;
  let scale = energies[RELATIVE];
  for (const joint of joints) {
    error += joint.energies[ENERGY_ERROR];
    scale = Math.max(scale, joint.energies[ENERGY_SCALE]);
  }
  for (const joint of joints) joint.energies[ENERGY_SCALE] = scale;
  const excess = Math.abs(error) - MAX_ERROR * scale;
  const relative = energies[RELATIVE];
  if (excess > 0 && relative > 0) {
    const change = error > 0 ? -Math.min(excess, MAX_TAKEN * relative) : Math.min(excess, MAX_GIVEN * relative);
    scaleRelativeMotion(world, articulation, change);
    // energy that was lost in so short a time stays lost
    error += error > 0 ? change : excess;
  }
  // in equal parts: single joints have errors that cancel each other, and one that ends must not leave them behind
  for (const joint of joints) joint.energies[ENERGY_ERROR] = error / joints.length;
}

/** The change of the energy in its springs during the step is part of what their work became. */
function closeSpringEnergy(joint: Joint): void {
  const energy = springEnergyOf(joint);
  joint.energies[ENERGY_ERROR] += energy - joint.energies[SPRING_START];
  joint.energies[SPRING_START] = energy;
}

/** Rigid motion of the articulation: velocity at `centre`, and angular velocity. */
const centre = createVec3();
const velocity = createVec3();
const angularVelocity = createVec3();

/**
 * The rigid motion with the momentum and angular momentum of the articulation, or that of the immovable body to which it is joined. False: it
 * is joined to bodies with different motions.
 */
function setRigidMotion(world: JointedWorld, articulation: Articulation): boolean {
  const { anchors } = articulation;
  setVec3(centre, 0, 0, 0);
  setVec3(velocity, 0, 0, 0);
  setVec3(angularVelocity, 0, 0, 0);
  if (anchors.length === 0) {
    setFreeMotion(world, articulation);
    return true;
  }
  const { records } = world.solver;
  let moving = -1;
  for (const body of anchors) {
    if (body < 0) continue;
    for (let k = 0; k < 6; k++) if (records[RECORD * body + k] !== 0) moving = body;
  }
  if (moving < 0) return true;
  if (anchors.length > 1) return false;
  const r = RECORD * moving;
  const { positions: x } = world.bodies;
  setVec3(centre, x[3 * moving], x[3 * moving + 1], x[3 * moving + 2]);
  setVec3(velocity, records[r + VELOCITY], records[r + VELOCITY + 1], records[r + VELOCITY + 2]);
  const w = r + ANGULAR_VELOCITY;
  setVec3(angularVelocity, records[w], records[w + 1], records[w + 2]);
  return true;
}

const inertia: Mat3 = createMat3();
const angularMomentum = createVec3();
const ownMomentum = createVec3();

// biome-ignore format: one vector per line
function setFreeMotion(world: JointedWorld, { bodies }: Articulation): void {
  const { solver: { records }, bodies: { positions: x } } = world;
  let mass = 0;
  for (const i of bodies) {
    const m = 1 / records[RECORD * i + INVERSE_MASS], r = RECORD * i;
    mass += m;
    centre.x += m * x[3 * i]; centre.y += m * x[3 * i + 1]; centre.z += m * x[3 * i + 2];
    velocity.x += m * records[r]; velocity.y += m * records[r + 1]; velocity.z += m * records[r + 2];
  }
  for (const sum of [centre, velocity]) setVec3(sum, sum.x / mass, sum.y / mass, sum.z / mass);
  Object.assign(inertia, ZERO);
  setVec3(angularMomentum, 0, 0, 0);
  for (const i of bodies) {
    const m = 1 / records[RECORD * i + INVERSE_MASS], r = RECORD * i;
    const dx = x[3 * i] - centre.x, dy = x[3 * i + 1] - centre.y, dz = x[3 * i + 2] - centre.z;
    const vx = records[r] - velocity.x, vy = records[r + 1] - velocity.y, vz = records[r + 2] - velocity.z;
    addInertia(world, i, m, dx, dy, dz);
    setVec3(ownMomentum, records[r + ANGULAR_VELOCITY], records[r + ANGULAR_VELOCITY + 1], records[r + ANGULAR_VELOCITY + 2]);
    applyInertia(ownMomentum, world, i);
    angularMomentum.x += ownMomentum.x + m * (dy * vz - dz * vy);
    angularMomentum.y += ownMomentum.y + m * (dz * vx - dx * vz);
    angularMomentum.z += ownMomentum.z + m * (dx * vy - dy * vx);
  }
  solveSymmetric(angularVelocity, inertia, angularMomentum);
}

const ZERO: Mat3 = { ...createMat3(0, 0, 0) };

const column = createVec3();

/** Adds the inertia of body i about `centre`, whose distance from it is d. */
// biome-ignore format: one row per line
function addInertia(world: JointedWorld, i: number, m: number, dx: number, dy: number, dz: number): void {
  applyInertia(setVec3(column, 1, 0, 0), world, i);
  inertia.xx += column.x + m * (dy * dy + dz * dz);
  inertia.yx += column.y - m * dx * dy;
  inertia.zx += column.z - m * dx * dz;
  applyInertia(setVec3(column, 0, 1, 0), world, i);
  inertia.xy += column.x - m * dx * dy;
  inertia.yy += column.y + m * (dx * dx + dz * dz);
  inertia.zy += column.z - m * dy * dz;
  applyInertia(setVec3(column, 0, 0, 1), world, i);
  inertia.xz += column.x - m * dx * dz;
  inertia.yz += column.y - m * dy * dz;
  inertia.zz += column.z + m * (dx * dx + dy * dy);
}

/** Replaces w by the inertia of body i times w, world axes. */
// biome-ignore format: one vector per line
function applyInertia(w: Vec3, { solver: { principalOrientations: p }, bodies: { moments } }: JointedWorld, i: number): void {
  const a = p[4 * i], b = p[4 * i + 1], c = p[4 * i + 2], d = p[4 * i + 3];
  rotate(w, a, -b, -c, -d);
  w.x *= moments[3 * i]; w.y *= moments[3 * i + 1]; w.z *= moments[3 * i + 2];
  rotate(w, a, b, c, d);
}

// biome-ignore format: one vector per line
function rotate(v: Vec3, w: number, i: number, j: number, k: number): void {
  const tx = 2 * (j * v.z - k * v.y), ty = 2 * (k * v.x - i * v.z), tz = 2 * (i * v.y - j * v.x);
  v.x += w * tx + (j * tz - k * ty);
  v.y += w * ty + (k * tx - i * tz);
  v.z += w * tz + (i * ty - j * tx);
}

/** Energies of the last articulation [J]: of the relative motion, and the product of the rigid and the relative motion. */
const energies = new Float64Array(2);
const RELATIVE = 0;
const MIXED = 1;
/** Velocity and angular velocity of a body relative to the rigid motion, then those of the rigid motion there. */
const relative = new Float64Array(12);

// biome-ignore format: one vector per line
function setRelative({ solver: { records }, bodies: { positions: x } }: JointedWorld, i: number): void {
  const r = RECORD * i;
  const dx = x[3 * i] - centre.x, dy = x[3 * i + 1] - centre.y, dz = x[3 * i + 2] - centre.z;
  const { x: wx, y: wy, z: wz } = angularVelocity;
  relative[6] = velocity.x + wy * dz - wz * dy;
  relative[7] = velocity.y + wz * dx - wx * dz;
  relative[8] = velocity.z + wx * dy - wy * dx;
  relative[9] = wx; relative[10] = wy; relative[11] = wz;
  for (let k = 0; k < 6; k++) relative[k] = records[r + k] - relative[6 + k];
}

function measureRelativeMotion(world: JointedWorld, { bodies }: Articulation): void {
  energies.fill(0);
  const { records } = world.solver;
  for (const i of bodies) {
    setRelative(world, i);
    const m = 1 / records[RECORD * i + INVERSE_MASS];
    applyInertia(setVec3(ownMomentum, relative[3], relative[4], relative[5]), world, i);
    energies[RELATIVE] += 0.5 * (m * productOf(0, 0) + productWithOwn(3));
    energies[MIXED] += m * productOf(0, 6) + productWithOwn(9);
  }
}

function productOf(a: number, b: number): number {
  return relative[a] * relative[b] + relative[a + 1] * relative[b + 1] + relative[a + 2] * relative[b + 2];
}

function productWithOwn(at: number): number {
  return ownMomentum.x * relative[at] + ownMomentum.y * relative[at + 1] + ownMomentum.z * relative[at + 2];
}

/**
 * Scales the relative motion such that its energy without the drives of prescribed bodies changes by `change` [J]. Momentum that it gains comes
 * from immovable bodies.
 */
// biome-ignore format: one vector per line
function scaleRelativeMotion(world: JointedWorld, articulation: Articulation, change: number): void {
  const { solver: { records }, bodies: { positions: x }, totals } = world;
  const factor = Math.sqrt(1 + change / energies[RELATIVE]) - 1;
  const { impulseOnImmovable: j, angularImpulseOnImmovable: l } = totals;
  for (const i of articulation.bodies) {
    setRelative(world, i);
    const m = 1 / records[RECORD * i + INVERSE_MASS], r = RECORD * i;
    for (let k = 0; k < 6; k++) records[r + k] += factor * relative[k];
    if (articulation.anchors.length === 0) continue;
    applyInertia(setVec3(ownMomentum, relative[3], relative[4], relative[5]), world, i);
    const px = factor * m * relative[0], py = factor * m * relative[1], pz = factor * m * relative[2];
    j.x -= px; j.y -= py; j.z -= pz;
    l.x -= factor * ownMomentum.x + x[3 * i + 1] * pz - x[3 * i + 2] * py;
    l.y -= factor * ownMomentum.y + x[3 * i + 2] * px - x[3 * i] * pz;
    l.z -= factor * ownMomentum.z + x[3 * i] * py - x[3 * i + 1] * px;
  }
  const driven = factor * energies[MIXED];
  totals.driveWork += driven;
  totals.contactWork += change + driven;
  totals.jointError += change;
}
