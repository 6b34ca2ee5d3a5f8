/** Docked bodies of a sample: their velocities are projected onto common motions, in the docking sample and in every later one. [CP13-5.5] */
import { createLedger, measureLedger } from '../../dynamics/ledger.ts';
import type { RigidBody } from '../../dynamics/rigid-body.ts';
import { solveLinear } from '../../math/linear-solve.ts';
import { createMat3, invertSymmetric, type Mat3, solveSymmetric } from '../../math/mat3.ts';
import { createPose, type Pose, relativePose } from '../../math/pose.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  lengthVec3,
  type ReadonlyVec3,
  subVec3,
} from '../../math/vec3.ts';
import { applyDocking, dockPin } from '../../response/docking.ts';
import { applyImpulse, relativeVelocity } from '../../response/impulse.ts';
import type { DockError } from './block-io.ts';
import type { SamplePair } from './block-pair.ts';

/** Bodies that are rigidly docked, directly or through others, and the body they form. */
export interface DockedGroup {
  readonly members: readonly RigidBody[];
  readonly joined: RigidBody;
}

/** Groups of the rigidly docked pairs. Bodies that no impulse can join, two of infinite mass or inertia, form no group. */
export function joinDocked(docked: readonly SamplePair[], dimension: 2 | 3): DockedGroup[] {
  const groups: Set<RigidBody>[] = [];
  for (const { a, b } of docked) {
    const touched = groups.filter((group) => group.has(a.body) || group.has(b.body));
    const merged = new Set([...touched.flatMap((group) => [...group]), a.body, b.body]);
    groups.splice(0, groups.length, ...groups.filter((group) => !touched.includes(group)), merged);
  }
  return groups.flatMap((group) => {
    const members = [...group];
    const joined = joinedBody(members, dimension);
    return joined === undefined ? [] : [{ members, joined }];
  });
}

/** Sets the velocities of the members to those of the body they form: v = V + ω × d. */
export function carryMembers({ members, joined }: DockedGroup): void {
  for (const { pose, velocity, angularVelocity } of members) {
    const arm = subVec3(createVec3(), pose.position, joined.pose.position);
    addVec3(velocity, joined.velocity, crossVec3(arm, joined.angularVelocity, arm));
    Object.assign(angularVelocity, joined.angularVelocity);
  }
}

/**
 * c and V weighted by mass, I_c = Σ I + m(|d|² 1 - d dᵀ), ω = I_c⁻¹ Σ [d × m (v - V) + I ω]; an infinite mass imposes its velocity, an
 * infinite inertia its angular velocity.
 */
function joinedBody(members: readonly RigidBody[], dimension: 2 | 3): RigidBody | undefined {
  const heavy = members.filter(({ inverseMass }) => inverseMass === 0);
  const locked = members.filter(hasInfiniteInertia);
  if (heavy.length > 1 || locked.length > 1) return undefined;
  const position = heavy.length > 0 ? { ...heavy[0].pose.position } : meanOf(members, ({ pose }) => pose.position);
  const velocity = heavy.length > 0 ? { ...heavy[0].velocity } : meanOf(members, (body) => body.velocity);
  const inertia = createMat3(0, 0, 0);
  for (const body of members) addInertiaAbout(inertia, position, body);
  if (dimension === 2) Object.assign(inertia, { xx: 0, yy: 0, xy: 0, yx: 0, xz: 0, zx: 0, yz: 0, zy: 0 });
  const moved = members.map((body) => ({ ...body, velocity: subVec3(createVec3(), body.velocity, velocity) }));
  const { angularMomentum } = measureLedger(createLedger(), moved, position);
  const angularVelocity =
    locked.length > 0 ? { ...locked[0].angularVelocity } : solveSymmetric(createVec3(), inertia, angularMomentum);
  return {
    pose: { position, rotation: createMat3() },
    velocity,
    angularVelocity,
    inverseMass: heavy.length > 0 ? 0 : 1 / members.reduce((sum, { inverseMass }) => sum + 1 / inverseMass, 0),
    inverseInertia: locked.length > 0 ? createMat3(0, 0, 0) : invertSymmetric(createMat3(), inertia),
  };
}

function hasInfiniteInertia({ inverseInertia: { xx, yy, zz } }: RigidBody): boolean {
  return xx === 0 && yy === 0 && zz === 0;
}

/** Mean weighted by mass, as differences from the first, so that a far-away origin costs no digits. */
function meanOf(members: readonly RigidBody[], vectorOf: (body: RigidBody) => ReadonlyVec3) {
  const first = vectorOf(members[0]);
  const total = members.reduce((sum, { inverseMass }) => sum + 1 / inverseMass, 0);
  const mean = { x: first.x, y: first.y, z: first.z };
  for (const body of members) {
    addScaledVec3(mean, mean, subVec3(createVec3(), vectorOf(body), first), 1 / body.inverseMass / total);
  }
  return mean;
}

function addInertiaAbout(out: Mat3, center: ReadonlyVec3, body: RigidBody): void {
  const own = invertSymmetric(createMat3(), body.inverseInertia);
  const d = subVec3(createVec3(), body.pose.position, center);
  const m = body.inverseMass > 0 ? 1 / body.inverseMass : 0;
  out.xx += own.xx + m * (d.y * d.y + d.z * d.z);
  out.yy += own.yy + m * (d.x * d.x + d.z * d.z);
  out.zz += own.zz + m * (d.x * d.x + d.y * d.y);
  for (const [i, k] of [
    ['x', 'y'],
    ['x', 'z'],
    ['y', 'z'],
  ] as const) {
    // biome-ignore format: pairs of axes
    out[`${i}${k}`] += own[`${i}${k}`] - m * d[i] * d[k];
    out[`${k}${i}` as keyof Mat3] += own[`${i}${k}`] - m * d[i] * d[k];
  }
}

/** One pinned pair: the point that both bodies share. */
interface Pin {
  readonly a: RigidBody;
  readonly b: RigidBody;
  readonly joint: ReadonlyVec3;
}

/** Passes over redundant pins, which the direct solution excludes; each contracts the relative velocities. */
const MAX_PASSES = 200;
/** Relative speeds below this fraction of the first ones are rounding. */
const CONVERGED = 1e-14;

/** Ends the relative velocity at the joints of all pinned pairs, by impulses there. */
export function projectPins(docked: readonly SamplePair[]): void {
  const pins: Pin[] = docked.flatMap(({ a, b, sensors }) => {
    if (sensors === undefined || !canMove(a.body, b.body)) return [];
    const { pointA, pointB } = sensors;
    const joint = addScaledVec3(createVec3(), pointA, subVec3(createVec3(), pointB, pointA), 0.5);
    return [{ a: a.body, b: b.body, joint }];
  });
  if (pins.length === 1) projectPin(pins[0]);
  if (pins.length < 2 || solvePins(pins)) return;
  // a closed loop of pins has more conditions than freedoms
  const scale = largestSpeed(pins);
  for (let pass = 0; pass < MAX_PASSES && largestSpeed(pins) > CONVERGED * scale; pass++) pins.forEach(projectPin);
}

function canMove(a: RigidBody, b: RigidBody): boolean {
  return a.inverseMass + b.inverseMass > 0 || !(hasInfiniteInertia(a) && hasInfiniteInertia(b));
}

function projectPin({ a, b, joint }: Pin): void {
  applyDocking(dockPin(a, b, joint, joint), a, b);
}

function largestSpeed(pins: readonly Pin[]): number {
  const velocity = createVec3();
  return Math.max(...pins.map(({ a, b, joint }) => lengthVec3(relativeVelocity(velocity, a, b, joint, joint))));
}

const AXES = [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)] as const;

/** All pins as one linear system for their impulses; false, with nothing changed, if it is singular. */
function solvePins(pins: readonly Pin[]): boolean {
  const n = 3 * pins.length;
  const matrix = new Float64Array(n * n);
  const rest = new Float64Array(n);
  const bodies = [...new Set(pins.flatMap(({ a, b }) => [a, b]))];
  const at = (body: RigidBody, still: readonly RigidBody[]) => still[bodies.indexOf(body)];
  const velocity = createVec3();
  const write = (out: Float64Array, row: number, stride: number, sign: number, of: readonly RigidBody[]) => {
    for (const [i, { a, b, joint }] of pins.entries()) {
      const { x, y, z } = relativeVelocity(velocity, at(a, of), at(b, of), joint, joint);
      for (const [axis, value] of [x, y, z].entries()) out[row + (3 * i + axis) * stride] = sign * value;
    }
  };
  write(rest, 0, 1, -1, bodies);
  for (let column = 0; column < n; column++) {
    const { a, b, joint } = pins[Math.floor(column / 3)];
    const still = bodies.map((body) => ({ ...body, velocity: createVec3(), angularVelocity: createVec3() }));
    applyImpulse(at(a, still), at(b, still), joint, joint, AXES[column % 3]);
    write(matrix, column, n, 1, still);
  }
  if (!solveLinear(matrix, rest, n, 1)) return false;
  for (const [i, { a, b, joint }] of pins.entries()) {
    applyImpulse(a, b, joint, joint, createVec3(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]));
  }
  return true;
}

/** Pose of B in the frame of A. */
export function relativePoseOf({ a, b }: SamplePair): Pose {
  return relativePose(createPose(), a.body.pose, b.body.pose);
}

/** How far the relative pose of docked bodies has changed. */
export function poseChange(from: Pose, to: Pose): DockError {
  const distance = lengthVec3(subVec3(createVec3(), to.position, from.position));
  const { rotation: r } = relativePose(createPose(), from, to);
  // sine and cosine of the angle of a rotation matrix: half of its skew part and of its trace
  const sine = lengthVec3(createVec3(r.zy - r.yz, r.xz - r.zx, r.yx - r.xy));
  return { distance, angle: Math.atan2(sine, r.xx + r.yy + r.zz - 1) };
}
