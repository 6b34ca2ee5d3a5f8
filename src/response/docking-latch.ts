/**
 * Soft-capture latch: springs and dampers between two docking ports, in position and attitude, and hooks around the ports.
 *
 * e = p_B - p_A - L a is the displacement of port B from its rest position at the distance L on the axis a of A, θ the rotation vector
 * from the attitude at rest to that of B, u and ω the relative velocity of B in the axes of A, less L' a for the latch itself, and the
 * relative angular velocity. The latch acts on B at p_B, and with the opposite on A at the same point, so momentum and angular momentum are conserved:
 *
 *   F = -k e - c u,   τ = -κ θ - γ ω,   stored energy = k |e|²/2 + κ |θ|²/2
 *
 * A closed hook pulls its point on B to that on A: F_i = -k_i e_i - c_i u_i. Over a step of h the dampers act on the mean velocity
 * u + (h/2) K (F, τ), with K the inverse mass of both bodies at p_B: a linear system of six unknowns, stable for any damping.
 */
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { atan2 } from '../math/inverse-trig.ts';
import { solveLinear } from '../math/linear-solve.ts';
import { createMat3, multiplyMat3, type ReadonlyMat3, transformVec3 } from '../math/mat3.ts';
import { cos, sin } from '../math/trig.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { column, facingFrame, type PortState } from './capture-envelope.ts';
import { relativeVelocity } from './impulse.ts';

/** Springs and dampers of a soft-capture latch. */
export interface LatchLaw {
  /** [N/m] */
  readonly stiffness: number;
  /** [N s/m] */
  readonly damping: number;
  /** [N m/rad] */
  readonly angularStiffness: number;
  /** [N m s/rad] */
  readonly angularDamping: number;
  /** Hooks around the ports; undefined: none. */
  readonly hooks?: HookLaw;
}

/** Hooks, uniformly spaced around the ports. Each closes by itself when its two points are near each other. */
export interface HookLaw {
  /** Number of hooks. */
  readonly count: number;
  /** Distance of the hooks from the port [m]. */
  readonly radius: number;
  /** A hook closes when its points are at most this far apart [m]. */
  readonly tolerance: number;
  /** Of each hook [N/m]. */
  readonly stiffness: number;
  /** Of each hook [N s/m]. */
  readonly damping: number;
}

/** Rest state of a latch at one time. */
export interface LatchRest {
  /** Distance of the ports along the axis of A [m]. */
  readonly length: number;
  /** Its rate [m/s]. */
  readonly lengthRate: number;
  /** Roll of B relative to A [rad]. */
  readonly roll: number;
  /** One flag per hook: closed. */
  readonly closed: readonly boolean[];
}

/** Deformation of a latch. */
export interface LatchStretch {
  /** e, world axes [m]. */
  readonly displacement: ReadonlyVec3;
  /** θ, world axes [rad]. */
  readonly rotation: ReadonlyVec3;
  /** Points of each hook on A and B, world axes [m]. */
  readonly hooks: readonly { readonly onA: ReadonlyVec3; readonly onB: ReadonlyVec3 }[];
}

/** How far the latch is from its rest state. Both ports need a frame. */
export function latchStretch(law: LatchLaw, rest: LatchRest, a: PortState, b: PortState): LatchStretch {
  const frameA = a.frame ?? createMat3();
  const facing = facingFrame(b.frame ?? createMat3());
  const wanted = multiplyMat3(createMat3(), frameA, rotationAboutX(rest.roll));
  const displacement = subVec3(createVec3(), b.position, a.position);
  addScaledVec3(displacement, displacement, column(frameA, 0), -rest.length);
  const hooks = Array.from({ length: law.hooks?.count ?? 0 }, (_, k) => ({
    onA: hookPoint(a.position, wanted, law.hooks, k),
    onB: hookPoint(b.position, facing, law.hooks, k),
  }));
  return { displacement, rotation: rotationVector(facing, wanted), hooks };
}

/** Point of hook k: at its radius from the port, at the angle 2πk/n from the roll mark. */
function hookPoint(position: ReadonlyVec3, frame: ReadonlyMat3, hooks: HookLaw | undefined, k: number): Vec3 {
  const { count, radius } = hooks ?? { count: 1, radius: 0 };
  const angle = (2 * Math.PI * k) / count;
  const out = transformVec3(createVec3(), frame, createVec3(0, radius * cos(angle), radius * sin(angle)));
  return addVec3(out, out, position);
}

function rotationAboutX(angle: number): ReadonlyMat3 {
  const [c, s] = [cos(angle), sin(angle)];
  return { xx: 1, xy: 0, xz: 0, yx: 0, yy: c, yz: -s, zx: 0, zy: s, zz: c };
}

/** Rotation vector, world axes, of the rotation that takes `from` to `to`: R = to fromᵀ. */
function rotationVector(to: ReadonlyMat3, from: ReadonlyMat3): Vec3 {
  const transposed = { ...from, xy: from.yx, xz: from.zx, yx: from.xy, yz: from.zy, zx: from.xz, zy: from.yz };
  const r = multiplyMat3(createMat3(), to, transposed);
  const v = createVec3(0.5 * (r.zy - r.yz), 0.5 * (r.xz - r.zx), 0.5 * (r.yx - r.xy));
  const sine = lengthVec3(v);
  return sine === 0 ? v : scaleVec3(v, v, atan2(sine, 0.5 * (r.xx + r.yy + r.zz - 1)) / sine);
}

/** Energy stored in the springs of a latch [J]. */
export function latchEnergy(law: LatchLaw, rest: LatchRest, stretch: LatchStretch): number {
  const { displacement: e, rotation: theta } = stretch;
  let energy = 0.5 * (law.stiffness * dotVec3(e, e) + law.angularStiffness * dotVec3(theta, theta));
  for (const [k, { onA, onB }] of stretch.hooks.entries()) {
    if (!rest.closed[k]) continue;
    const gap = subVec3(createVec3(), onB, onA);
    energy += 0.5 * (law.hooks?.stiffness ?? 0) * dotVec3(gap, gap);
  }
  return energy;
}

/** Force and torque on B, and the opposite on A; both act at `point`, world axes. */
export interface LatchForce {
  /** [m] */
  readonly point: ReadonlyVec3;
  /** [N] */
  readonly force: Vec3;
  /** [N m] */
  readonly torque: Vec3;
  /** Part of the force along the axis of A that acts on the rest length, hooks excluded [N]. */
  readonly axialForce: number;
}

/** Force and torque of the latch on B over a step of `h` [s], from the velocities before it; `h` = 0: at this moment. */
// biome-ignore format: the two sides
export function latchForce(
  law: LatchLaw, rest: LatchRest,
  a: RigidBody, portA: PortState,
  b: RigidBody, portB: PortState,
  h: number,
): LatchForce {
  const stretch = latchStretch(law, rest, portA, portB);
  const point = portB.position;
  const axis = column(portA.frame ?? createMat3(), 0);
  const u = relativeVelocity(createVec3(), a, b, point, point);
  const omega = subVec3(createVec3(), b.angularVelocity, a.angularVelocity);
  const d = new Float64Array(36);
  const w = new Float64Array(6);
  // springs, and dampers at the velocities before the step
  const spring = scaleVec3(createVec3(), stretch.displacement, law.stiffness);
  addScaledVec3(spring, spring, axis, -law.damping * rest.lengthRate);
  addTerm(d, w, createVec3(), law.damping, spring);
  for (let k = 0; k < 3; k++) d[(3 + k) * 6 + 3 + k] += law.angularDamping;
  const { rotation: theta } = stretch;
  w[3] -= law.angularStiffness * theta.x;
  w[4] -= law.angularStiffness * theta.y;
  w[5] -= law.angularStiffness * theta.z;
  for (const [k, { onA, onB }] of stretch.hooks.entries()) {
    if (!rest.closed[k] || !law.hooks) continue;
    const pull = scaleVec3(createVec3(), subVec3(createVec3(), onB, onA), law.hooks.stiffness);
    addTerm(d, w, subVec3(createVec3(), onB, point), law.hooks.damping, pull);
  }
  subtractProduct(w, d, [u.x, u.y, u.z, omega.x, omega.y, omega.z]);
  const k = inverseMassAt(a, b, point);
  if (h > 0) solveMean(w, d, k, 0.5 * h);
  // the damper of the latch itself acts on the mean velocity
  const mean = [u.x, u.y, u.z].map((value, i) => value + 0.5 * h * w.reduce((sum, x, j) => sum + k[6 * i + j] * x, 0));
  const axialForce = -dotVec3(spring, axis) - law.damping * dotVec3(createVec3(mean[0], mean[1], mean[2]), axis);
  return { point, force: createVec3(w[0], w[1], w[2]), torque: createVec3(w[3], w[4], w[5]), axialForce };
}

/** Adds a spring force `pull` and a damper `c` at the offset s from the point: c [1, -s×; s×, -s×s×] and -(pull, s × pull). */
function addTerm(d: Float64Array, w: Float64Array, s: ReadonlyVec3, c: number, pull: ReadonlyVec3): void {
  const moment = crossVec3(createVec3(), s, pull);
  for (const [k, value] of [pull.x, pull.y, pull.z, moment.x, moment.y, moment.z].entries()) w[k] -= value;
  // columns: force and moment of a unit velocity, and of a unit angular velocity, whose velocity at s is ω × s
  for (let j = 0; j < 6; j++) {
    const unit = createVec3(j % 3 === 0 ? 1 : 0, j % 3 === 1 ? 1 : 0, j % 3 === 2 ? 1 : 0);
    const f = scaleVec3(createVec3(), j < 3 ? unit : crossVec3(createVec3(), unit, s), c);
    const t = crossVec3(createVec3(), s, f);
    for (const [i, value] of [f.x, f.y, f.z, t.x, t.y, t.z].entries()) d[6 * i + j] += value;
  }
}

function subtractProduct(w: Float64Array, d: Float64Array, u: readonly number[]): void {
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) w[i] -= d[6 * i + j] * u[j];
}

/** w ← (1 + half D K)⁻¹ w. */
function solveMean(w: Float64Array, d: Float64Array, k: Float64Array, half: number): void {
  const system = new Float64Array(36);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = i === j ? 1 : 0;
      for (let m = 0; m < 6; m++) sum += half * d[6 * i + m] * k[6 * m + j];
      system[6 * i + j] = sum;
    }
  }
  // D and K are positive semi-definite, so 1 + half D K is regular
  solveLinear(system, w, 6, 1);
}

/** Change of relative velocity and angular velocity at `point` by a unit force and torque on B and the opposite on A, by rows. */
export function inverseMassAt(a: RigidBody, b: RigidBody, point: ReadonlyVec3): Float64Array {
  const k = new Float64Array(36);
  for (const { inverseMass, inverseInertia, pose } of [a, b]) {
    const r = subVec3(createVec3(), point, pose.position);
    for (let j = 0; j < 6; j++) {
      const unit = createVec3(j % 3 === 0 ? 1 : 0, j % 3 === 1 ? 1 : 0, j % 3 === 2 ? 1 : 0);
      const moment = j < 3 ? crossVec3(createVec3(), r, unit) : unit;
      const omega = transformVec3(createVec3(), inverseInertia, moment);
      const v = crossVec3(createVec3(), omega, r);
      if (j < 3) addScaledVec3(v, v, unit, inverseMass);
      for (const [i, value] of [v.x, v.y, v.z, omega.x, omega.y, omega.z].entries()) k[6 * i + j] += value;
    }
  }
  return k;
}

/** Largest step for which the springs of a latch are integrated stably, h ω < 2 with the highest frequency bounded by the trace of K S [s]. */
export function maxLatchStep(law: LatchLaw, a: RigidBody, b: RigidBody, point: ReadonlyVec3): number {
  const k = inverseMassAt(a, b, point);
  const hooks = law.hooks ?? { count: 0, radius: 0, stiffness: 0 };
  const linear = law.stiffness + hooks.count * hooks.stiffness;
  const angular = law.angularStiffness + hooks.count * hooks.stiffness * hooks.radius * hooks.radius;
  const squared = linear * (k[0] + k[7] + k[14]) + angular * (k[21] + k[28] + k[35]);
  return squared > 0 ? 2 / Math.sqrt(squared) : Number.POSITIVE_INFINITY;
}
