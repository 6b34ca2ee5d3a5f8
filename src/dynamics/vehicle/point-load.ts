import type { ReadonlyVec3, Vec3 } from '../../math/vec3.ts';
import { DIRECTOR_RATES, DIRECTORS, VELOCITY } from './vehicle-state.ts';

/** X = F⁻¹ (x - r): the material point that is at `point`. [PATH98-6] */
// biome-ignore format: one vector per line
export function materialPoint(out: Vec3, state: Float64Array, vehicle: number, point: ReadonlyVec3): Vec3 {
  const d = vehicle + DIRECTORS;
  const px = point.x - state[vehicle], py = point.y - state[vehicle + 1], pz = point.z - state[vehicle + 2];
  const d1x = state[d], d1y = state[d + 1], d1z = state[d + 2];
  const d2x = state[d + 3], d2y = state[d + 4], d2z = state[d + 5];
  const d3x = state[d + 6], d3y = state[d + 7], d3z = state[d + 8];
  const ax = d2y * d3z - d2z * d3y, ay = d2z * d3x - d2x * d3z, az = d2x * d3y - d2y * d3x;
  const bx = d3y * d1z - d3z * d1y, by = d3z * d1x - d3x * d1z, bz = d3x * d1y - d3y * d1x;
  const cx = d1y * d2z - d1z * d2y, cy = d1z * d2x - d1x * d2z, cz = d1x * d2y - d1y * d2x;
  const det = d1x * ax + d1y * ay + d1z * az;
  out.x = (ax * px + ay * py + az * pz) / det;
  out.y = (bx * px + by * py + bz * pz) / det;
  out.z = (cx * px + cy * py + cz * pz) / det;
  return out;
}

/** Velocity of a material point: v + X1 w1 + X2 w2 + X3 w3 [m/s]. */
export function materialVelocity(out: Vec3, state: Float64Array, vehicle: number, at: ReadonlyVec3): Vec3 {
  const v = vehicle + VELOCITY;
  const w = vehicle + DIRECTOR_RATES;
  const { x, y, z } = at;
  out.x = state[v] + x * state[w] + y * state[w + 3] + z * state[w + 6];
  out.y = state[v + 1] + x * state[w + 1] + y * state[w + 4] + z * state[w + 7];
  out.z = state[v + 2] + x * state[w + 2] + y * state[w + 5] + z * state[w + 8];
  return out;
}

/** Adds `force` times `sign` at the material point `at` to the loads from `l` on. */
export function addPointLoad(
  loads: Float64Array,
  l: number,
  at: ReadonlyVec3,
  force: ReadonlyVec3,
  sign: 1 | -1,
): void {
  const x = sign * force.x;
  const y = sign * force.y;
  const z = sign * force.z;
  loads[l] += x;
  loads[l + 1] += y;
  loads[l + 2] += z;
  loads[l + 3] += at.x * x;
  loads[l + 4] += at.x * y;
  loads[l + 5] += at.x * z;
  loads[l + 6] += at.y * x;
  loads[l + 7] += at.y * y;
  loads[l + 8] += at.y * z;
  loads[l + 9] += at.z * x;
  loads[l + 10] += at.z * y;
  loads[l + 11] += at.z * z;
}
