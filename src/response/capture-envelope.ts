/**
 * Capture envelope of two docking ports: the limits within which a docking mechanism captures, and the criteria that a state violates.
 *
 * Ports A and B have unit axes a (of A) and b (of B) that point out of their bodies; aligned ports face each other, b = -a. With
 * d = p_B - p_A and the relative velocity w of p_B in the rotating axes of A:
 *
 *   axial = |d·a|, lateral = |d - (d·a) a|, pitch-yaw angle = angle of (a, -b), roll = twist about a,
 *   closing speed = -w·a, lateral speed = |w - (w·a) a|, and the same two parts of ω_B - ω_A.
 */
import { atan2 } from '../math/inverse-trig.ts';
import type { ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';

/** Limits of a capture envelope. Infinity means no limit. */
export interface CaptureEnvelope {
  /** Maximum distance of port B from the axis of port A [m]. */
  readonly lateral: number;
  /** Maximum distance of the ports along the axis of port A [m]. */
  readonly axial: number;
  /** Maximum angle between the axis of A and the reversed axis of B [rad]. */
  readonly pitchYaw: number;
  /** Maximum roll angle from the nearest position of symmetry [rad]. */
  readonly roll: number;
  /** Number of roll positions per revolution in which the ports fit. */
  readonly rollSymmetry: number;
  /** Minimum closing speed along the axis of A [m/s]; -Infinity for none. */
  readonly minClosingSpeed: number;
  /** Maximum closing speed along the axis of A [m/s]. */
  readonly maxClosingSpeed: number;
  /** Maximum speed perpendicular to the axis of A [m/s]. */
  readonly lateralSpeed: number;
  /** Maximum relative angular rate about axes perpendicular to the axis of A [rad/s]. */
  readonly pitchYawRate: number;
  /** Maximum relative angular rate about the axis of A [rad/s]. */
  readonly rollRate: number;
  /** Maximum relative speed of the two port points [m/s]. */
  readonly speed: number;
}

/** Name of a criterion of the envelope. `stroke` is that of a soft-capture latch. */
export type DockingCriterion = Exclude<keyof CaptureEnvelope, 'rollSymmetry'> | 'stroke';

/** Unit of the value and the limit of each criterion. */
export const CRITERION_UNITS: Readonly<Record<DockingCriterion, string>> = {
  lateral: 'm',
  axial: 'm',
  pitchYaw: 'rad',
  roll: 'rad',
  minClosingSpeed: 'm/s',
  maxClosingSpeed: 'm/s',
  lateralSpeed: 'm/s',
  pitchYawRate: 'rad/s',
  rollRate: 'rad/s',
  speed: 'm/s',
  stroke: 'm',
};

/** A violated criterion: its name, the value and the limit, SI units. */
export interface DockingViolation {
  readonly criterion: DockingCriterion;
  /** [m], [rad], [m/s] or [rad/s] */
  readonly value: number;
  /** In the unit of the value. */
  readonly limit: number;
}

/** A port of a moving body at one time, world axes. */
export interface PortState {
  /** [m] */
  readonly position: ReadonlyVec3;
  /** Columns: axis out of the body, roll mark, and their cross product. Undefined: a sensor without orientation. */
  readonly frame?: ReadonlyMat3;
  /** Whether the roll mark is given; without it the port fits in every roll position. */
  readonly hasRoll: boolean;
  /** Of the port point [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** Of the body [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
}

/** Relative state of two ports. All values but `closingSpeed`, `roll` and `gap` are magnitudes; zero without orientation, except `speed`. */
export interface DockingState {
  /** [m] */
  readonly lateral: number;
  /** |gap| [m]. */
  readonly axial: number;
  /** Signed distance of port B along the axis of A [m]. */
  readonly gap: number;
  /** [rad] */
  readonly pitchYaw: number;
  /** Twist of B relative to A about the axis of A, -π to π [rad]; 0 without roll marks. */
  readonly roll: number;
  /** Positive when the ports approach [m/s]. */
  readonly closingSpeed: number;
  /** [m/s] */
  readonly lateralSpeed: number;
  /** [rad/s] */
  readonly pitchYawRate: number;
  /** [rad/s] */
  readonly rollRate: number;
  /** Relative speed of the two port points [m/s]. */
  readonly speed: number;
}

const NONE: DockingState = {
  lateral: 0,
  axial: 0,
  gap: 0,
  pitchYaw: 0,
  roll: 0,
  closingSpeed: 0,
  lateralSpeed: 0,
  pitchYawRate: 0,
  rollRate: 0,
  speed: 0,
};

/**
 * The relative state of two ports.
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { envelopeViolations, IDSS_ENVELOPE, measureDocking } from 'appulse/kernels';
 *
 * const station = { position: vec3(), frame: { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 } };
 * const vehicle = { position: vec3(0.2, 0.15, 0), frame: { ...station.frame, xx: -1, zz: -1 } };
 * const still = { hasRoll: true, velocity: vec3(), angularVelocity: vec3() };
 * const state = measureDocking({ ...station, ...still }, { ...vehicle, ...still, velocity: vec3(-0.08, 0, 0) });
 * console.log(envelopeViolations(state, IDSS_ENVELOPE)); // [ { criterion: 'lateral', value: 0.15, limit: 0.1 } ]
 * ```
 */
export function measureDocking(a: PortState, b: PortState): DockingState {
  const speed = lengthVec3(subVec3(createVec3(), b.velocity, a.velocity));
  if (!a.frame || !b.frame) return { ...NONE, speed };
  const axis = column(a.frame, 0);
  const d = subVec3(createVec3(), b.position, a.position);
  // velocity of p_B in the rotating axes of A
  const w = subVec3(createVec3(), b.velocity, a.velocity);
  subVec3(w, w, crossVec3(createVec3(), a.angularVelocity, d));
  const rate = subVec3(createVec3(), b.angularVelocity, a.angularVelocity);
  const gap = dotVec3(d, axis);
  const facing = column(b.frame, 0);
  // atan2(|a × b|, -a·b) keeps its digits near 0 and π, unlike acos
  const pitchYaw = atan2(lengthVec3(crossVec3(createVec3(), axis, facing)), -dotVec3(axis, facing));
  return {
    lateral: perpendicular(d, axis),
    axial: Math.abs(gap),
    gap,
    pitchYaw,
    roll: a.hasRoll && b.hasRoll ? rollAngle(a.frame, b.frame) : 0,
    closingSpeed: -dotVec3(w, axis),
    lateralSpeed: perpendicular(w, axis),
    pitchYawRate: perpendicular(rate, axis),
    rollRate: Math.abs(dotVec3(rate, axis)),
    speed,
  };
}

/** |v - (v·a) a| for a unit vector a: |a × v|, which does not cancel. */
function perpendicular(v: ReadonlyVec3, axis: ReadonlyVec3): number {
  return lengthVec3(crossVec3(createVec3(), axis, v));
}

/** A column of a matrix. */
export function column(m: ReadonlyMat3, k: 0 | 1 | 2): Vec3 {
  if (k === 0) return createVec3(m.xx, m.yx, m.zx);
  return k === 1 ? createVec3(m.xy, m.yy, m.zy) : createVec3(m.xz, m.yz, m.zz);
}

/** The frame of port B rotated to face the same way as A: columns -axis, mark, -(axis × mark). */
export function facingFrame({ xx, xy, xz, yx, yy, yz, zx, zy, zz }: ReadonlyMat3): ReadonlyMat3 {
  return { xx: -xx, xy, xz: -xz, yx: -yx, yy, yz: -yz, zx: -zx, zy, zz: -zz };
}

/** Twist about the axis of A of the rotation R that takes the frame of A to the facing frame of B: 2 atan2(q_x, q_w) = atan2(R_32 - R_23, R_22 + R_33). */
function rollAngle(a: ReadonlyMat3, b: ReadonlyMat3): number {
  const facing = facingFrame(b);
  const entry = (i: 1 | 2, k: 1 | 2) => dotVec3(column(a, i), column(facing, k));
  return atan2(entry(2, 1) - entry(1, 2), entry(1, 1) + entry(2, 2));
}

/** Roll angle from the nearest of `symmetry` positions per revolution, -π/n to π/n [rad]. */
export function symmetricRoll(roll: number, symmetry: number): number {
  const part = (2 * Math.PI) / symmetry;
  return roll - part * Math.round(roll / part);
}

/** The criteria of the envelope that the state violates, in a fixed order; empty when the ports can be captured. */
export function envelopeViolations(state: DockingState, envelope: CaptureEnvelope): DockingViolation[] {
  const upper: readonly (readonly [DockingCriterion, number, number])[] = [
    ['lateral', state.lateral, envelope.lateral],
    ['axial', state.axial, envelope.axial],
    ['pitchYaw', state.pitchYaw, envelope.pitchYaw],
    ['roll', Math.abs(symmetricRoll(state.roll, envelope.rollSymmetry)), envelope.roll],
    ['maxClosingSpeed', state.closingSpeed, envelope.maxClosingSpeed],
    ['lateralSpeed', state.lateralSpeed, envelope.lateralSpeed],
    ['pitchYawRate', state.pitchYawRate, envelope.pitchYawRate],
    ['rollRate', state.rollRate, envelope.rollRate],
    ['speed', state.speed, envelope.speed],
  ];
  const violations = upper
    .filter(([, value, limit]) => value > limit)
    .map(([criterion, value, limit]): DockingViolation => ({ criterion, value, limit }));
  if (state.closingSpeed < envelope.minClosingSpeed) {
    violations.push({ criterion: 'minClosingSpeed', value: state.closingSpeed, limit: envelope.minClosingSpeed });
  }
  return violations;
}

const NEVER = Number.POSITIVE_INFINITY;

/** No limit at all. */
export const OPEN_ENVELOPE: CaptureEnvelope = {
  lateral: NEVER,
  axial: NEVER,
  pitchYaw: NEVER,
  roll: NEVER,
  rollSymmetry: 1,
  minClosingSpeed: -NEVER,
  maxClosingSpeed: NEVER,
  lateralSpeed: NEVER,
  pitchYawRate: NEVER,
  rollRate: NEVER,
  speed: NEVER,
};

/** Default limit of the pitch-yaw and roll angle of ports with an orientation: 5 degrees [rad]. */
export const DEFAULT_PORT_ANGLE = (5 * Math.PI) / 180;

/**
 * Initial contact conditions of the International Docking System Standard (Interface Definition Document, revision E, 2016, table 3.3.1.1-2, as
 * secondary sources quote it): 0.1 m, 4 degrees, 0.05 to 0.1 m/s closing, 0.04 m/s lateral, 0.2 degrees per second.
 */
export const IDSS_ENVELOPE: CaptureEnvelope = {
  ...OPEN_ENVELOPE,
  lateral: 0.1,
  pitchYaw: (4 * Math.PI) / 180,
  roll: (4 * Math.PI) / 180,
  minClosingSpeed: 0.05,
  maxClosingSpeed: 0.1,
  lateralSpeed: 0.04,
  pitchYawRate: (0.2 * Math.PI) / 180,
  rollRate: (0.2 * Math.PI) / 180,
};
