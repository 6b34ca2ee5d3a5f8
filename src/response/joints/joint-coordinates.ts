import type { SolidBodies } from '../../dynamics/solid-bodies.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import { isRadial, type Joint, SWING, TWIST } from './joint.ts';

/** Positions and principal orientations of bodies: where joints are evaluated. */
export interface JointPoses {
  /** Centres of mass, xyz [m]. */
  readonly positions: Float64Array;
  /** Unit quaternions wxyz: principal axes to world axes. */
  readonly principalOrientations: Float64Array;
}

/** Numbers of a joint at given poses: coordinates, then for each axis a direction of force n and the torque on A and on B per unit of it. */
export interface JointGeometry {
  /** Origins of frame A and of frame B, xyz each [m]. */
  readonly origins: Float64Array;
  /** Displacements [m] and angles [rad]. */
  readonly coordinates: Float64Array;
  /** For each axis: n, torque on A, torque on B, xyz each. B gets the force n, A gets -n. */
  readonly jacobian: Float64Array;
}

/** Numbers per axis in `jacobian`. */
export const JACOBIAN = 9;

export function createJointGeometry(): JointGeometry {
  return {
    origins: new Float64Array(6),
    coordinates: new Float64Array(8),
    jacobian: new Float64Array(8 * JACOBIAN),
  };
}

const TWO_PI = 2 * Math.PI;
/** Squared cosine of the second angle below which the first and the third one are not distinguished. */
const MIN_COSINE_SQ = 1e-12;

/** Frames of the joint relative to principal axes: those of a body change with its mass distribution. */
export function setPrincipalFrames(joint: Joint, bodies: Pick<SolidBodies, 'principalAxes'>): void {
  const { bodyA, bodyB } = joint.definition;
  setPrincipalFrame(joint.principalA, joint.definition.frameA, bodies, bodyA);
  setPrincipalFrame(joint.principalB, joint.definition.frameB, bodies, bodyB);
}

// biome-ignore format: one vector or quaternion per line
function setPrincipalFrame(out: Float64Array, frame: Joint['definition']['frameA'], { principalAxes: p }: Pick<SolidBodies, 'principalAxes'>, body: number): void {
  const { position: { x, y, z }, rotation: r } = frame;
  const { w: a, x: b, y: c, z: d } = quaternionFromRotation(r);
  if (body < 0) {
    out[0] = x; out[1] = y; out[2] = z;
    out[3] = a; out[4] = b; out[5] = c; out[6] = d;
    return;
  }
  // conj(principal axes), applied to both
  const w = p[4 * body], i = -p[4 * body + 1], j = -p[4 * body + 2], k = -p[4 * body + 3];
  rotate(out, 0, w, i, j, k, x, y, z);
  out[3] = w * a - i * b - j * c - k * d;
  out[4] = w * b + i * a + j * d - k * c;
  out[5] = w * c - i * d + j * a + k * b;
  out[6] = w * d + i * c - j * b + k * a;
}

/** Rotates x y z by the quaternion w i j k. */
// biome-ignore format: one vector per line
function rotate(out: Float64Array, at: number, w: number, i: number, j: number, k: number, x: number, y: number, z: number): void {
  const tx = 2 * (j * z - k * y), ty = 2 * (k * x - i * z), tz = 2 * (i * y - j * x);
  out[at] = x + w * tx + (j * tz - k * ty);
  out[at + 1] = y + w * ty + (k * tx - i * tz);
  out[at + 2] = z + w * tz + (i * ty - j * tx);
}

/** Origin and axes of a frame in the world: origin, x axis, y axis, z axis. */
const placedA = new Float64Array(12);
const placedB = new Float64Array(12);

// biome-ignore format: one vector or quaternion per line
function placeFrame(out: Float64Array, frame: Float64Array, { positions, principalOrientations: q }: JointPoses, body: number): void {
  let w = 1, i = 0, j = 0, k = 0, x = 0, y = 0, z = 0;
  if (body >= 0) {
    w = q[4 * body]; i = q[4 * body + 1]; j = q[4 * body + 2]; k = q[4 * body + 3];
    x = positions[3 * body]; y = positions[3 * body + 1]; z = positions[3 * body + 2];
  }
  rotate(out, 0, w, i, j, k, frame[0], frame[1], frame[2]);
  out[0] += x; out[1] += y; out[2] += z;
  const a = frame[3], b = frame[4], c = frame[5], d = frame[6];
  const pw = w * a - i * b - j * c - k * d;
  const px = w * b + i * a + j * d - k * c;
  const py = w * c - i * d + j * a + k * b;
  const pz = w * d + i * c - j * b + k * a;
  out[3] = 1 - 2 * (py * py + pz * pz); out[4] = 2 * (px * py + pw * pz); out[5] = 2 * (px * pz - pw * py);
  out[6] = 2 * (px * py - pw * pz); out[7] = 1 - 2 * (px * px + pz * pz); out[8] = 2 * (py * pz + pw * px);
  out[9] = 2 * (px * pz + pw * py); out[10] = 2 * (py * pz - pw * px); out[11] = 1 - 2 * (px * px + py * py);
}

/**
 * Coordinates of the joint at the given poses, and unless `onlyCoordinates` its Jacobian. Angles about x and z are continued from those of
 * `joint.coordinates`.
 */
export function findJointGeometry(out: JointGeometry, joint: Joint, poses: JointPoses, onlyCoordinates = false): void {
  const { definition, principalA, principalB } = joint;
  placeFrame(placedA, principalA, poses, definition.bodyA);
  placeFrame(placedB, principalB, poses, definition.bodyB);
  for (let k = 0; k < 3; k++) {
    out.origins[k] = placedA[k];
    out.origins[3 + k] = placedB[k];
  }
  if (isRadial(definition)) {
    setRadialAxis(out, joint, poses, onlyCoordinates);
    return;
  }
  const dx = placedB[0] - placedA[0];
  const dy = placedB[1] - placedA[1];
  const dz = placedB[2] - placedA[2];
  for (let axis = 0; axis < 3; axis++) {
    const u = 3 + 3 * axis;
    out.coordinates[axis] = dx * placedA[u] + dy * placedA[u + 1] + dz * placedA[u + 2];
    if (!onlyCoordinates) setForceAxis(out, axis, joint, poses, placedA[u], placedA[u + 1], placedA[u + 2]);
  }
  setAngles(out, joint);
  if (!onlyCoordinates) setTorqueAxes(out);
  if (definition.axes.length > SWING) setSwingAndTwist(out, joint);
}

function setRadialAxis(out: JointGeometry, joint: Joint, poses: JointPoses, onlyCoordinates: boolean): void {
  const dx = placedB[0] - placedA[0];
  const dy = placedB[1] - placedA[1];
  const dz = placedB[2] - placedA[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out.coordinates[0] = length;
  if (onlyCoordinates) return;
  // two points at the same position have no line: any direction, that of frame A
  if (length > 0) setForceAxis(out, 0, joint, poses, dx / length, dy / length, dz / length);
  else setForceAxis(out, 0, joint, poses, placedA[3], placedA[4], placedA[5]);
}

/** A force along n at the origin of frame B, on both bodies: it does not change their angular momentum. */
// biome-ignore format: one vector per line
function setForceAxis({ jacobian }: JointGeometry, axis: number, joint: Joint, { positions }: JointPoses, nx: number, ny: number, nz: number): void {
  const at = JACOBIAN * axis;
  jacobian[at] = nx; jacobian[at + 1] = ny; jacobian[at + 2] = nz;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? joint.definition.bodyA : joint.definition.bodyB;
    const x = placedB[0] - (body < 0 ? 0 : positions[3 * body]);
    const y = placedB[1] - (body < 0 ? 0 : positions[3 * body + 1]);
    const z = placedB[2] - (body < 0 ? 0 : positions[3 * body + 2]);
    const t = at + 3 + 3 * side;
    jacobian[t] = y * nz - z * ny; jacobian[t + 1] = z * nx - x * nz; jacobian[t + 2] = x * ny - y * nx;
  }
}

/** u_i·w_j: entry of the rotation from frame A to frame B. */
function entry(i: number, j: number): number {
  const u = 3 + 3 * i;
  const w = 3 + 3 * j;
  return placedA[u] * placedB[w] + placedA[u + 1] * placedB[w + 1] + placedA[u + 2] * placedB[w + 2];
}

function setAngles({ coordinates }: JointGeometry, joint: Joint): void {
  const xx = entry(0, 0);
  const xy = entry(0, 1);
  coordinates[3] = continued(atan2(-entry(1, 2), entry(2, 2)), joint.coordinates[3]);
  coordinates[4] = atan2(entry(0, 2), Math.sqrt(xx * xx + xy * xy));
  coordinates[5] = continued(atan2(-xy, xx), joint.coordinates[5]);
}

/** The angle nearest to `last` that differs from `angle` by full rotations. */
function continued(angle: number, last: number): number {
  return angle + TWO_PI * Math.round((last - angle) / TWO_PI);
}

/** Cosine of the largest swing whose twist is distinguished from that of the opposite direction. */
const MIN_TWIST_COSINE = -1 + 1e-12;

/**
 * Swing: the angle between the x axes u and w, which increases by rotation about u × w. Twist: the rotation about x without the shortest
 * rotation from u to w; its rate is that about (u + w)/(1 + u·w).
 */
// biome-ignore format: one vector per line
function setSwingAndTwist(out: JointGeometry, joint: Joint): void {
  const { coordinates } = out;
  const ux = placedA[3], uy = placedA[4], uz = placedA[5];
  const wx = placedB[3], wy = placedB[4], wz = placedB[5];
  const cosine = ux * wx + uy * wy + uz * wz;
  const nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
  const sine = Math.sqrt(nx * nx + ny * ny + nz * nz);
  coordinates[SWING] = atan2(sine, cosine);
  // without a swing any perpendicular axis: y of A
  if (sine > 0) setTorqueAxis(out, SWING, nx / sine, ny / sine, nz / sine);
  else setTorqueAxis(out, SWING, placedA[6], placedA[7], placedA[8]);
  const trace = cosine + entry(1, 1) + entry(2, 2);
  coordinates[TWIST] = continued(2 * atan2(entry(2, 1) - entry(1, 2), 1 + trace), joint.coordinates[TWIST]);
  const k = 1 / (1 + Math.max(cosine, MIN_TWIST_COSINE));
  setTorqueAxis(out, TWIST, k * (ux + wx), k * (uy + wy), k * (uz + wz));
}

/** Gradients of the Cardan angles: vectors whose product with the relative angular velocity is the rate of the angle. */
// biome-ignore format: one vector per line
function setTorqueAxes(out: JointGeometry): void {
  const ux = placedA[3], uy = placedA[4], uz = placedA[5];
  const wx = placedB[9], wy = placedB[10], wz = placedB[11];
  const s = ux * wx + uy * wy + uz * wz;
  const cosineSq = Math.max(1 - s * s, MIN_COSINE_SQ);
  const k = 1 / cosineSq, l = 1 / Math.sqrt(cosineSq);
  setTorqueAxis(out, 3, k * (ux - s * wx), k * (uy - s * wy), k * (uz - s * wz));
  setTorqueAxis(out, 4, l * (wy * uz - wz * uy), l * (wz * ux - wx * uz), l * (wx * uy - wy * ux));
  setTorqueAxis(out, 5, k * (wx - s * ux), k * (wy - s * uy), k * (wz - s * uz));
}

// biome-ignore format: one vector per line
function setTorqueAxis({ jacobian }: JointGeometry, axis: number, x: number, y: number, z: number): void {
  const at = JACOBIAN * axis;
  jacobian[at] = 0; jacobian[at + 1] = 0; jacobian[at + 2] = 0;
  jacobian[at + 3] = x; jacobian[at + 4] = y; jacobian[at + 5] = z;
  jacobian[at + 6] = x; jacobian[at + 7] = y; jacobian[at + 8] = z;
}
