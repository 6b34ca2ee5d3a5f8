import {
  rotateAboutAxis,
  rotateByPseudoVelocity,
  rotateTorqueFree,
  SERIES_ANGLE_SQ,
} from '../../../response/solver/rotate-bodies.ts';
import {
  ANGULAR_VELOCITY,
  hasEqualMoments,
  INVERSE_MASS,
  RECORD,
  ROTATION,
  TRANSLATION,
  VELOCITY,
  writeInverseInertia,
} from '../../../response/solver/solver-bodies.ts';
import type { StepWorld } from './step-world.ts';

/** Of a flight: work [J] and angular impulse on immovable bodies [N m s]; in an array, because numbers returned by a call are boxed. */
const flightSums = new Float64Array(4);

/** Moves all bodies for `time` [s] with their velocities, and for `correctionTime` [s] with their pseudo-velocities. */
// biome-ignore format: one vector per line
export function fly(world: StepWorld, time: number, correctionTime: number): void {
  const { bodies, solver, active, free, totals } = world;
  const { records, pseudoVelocities: u, principalOrientations: o } = solver;
  const { positions, moments } = bodies;
  const half = 0.5 * time, halfCorrection = 0.5 * correctionTime;
  flightSums.fill(0);
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    const r = RECORD * i, p = 6 * i;
    const wx = records[r + ANGULAR_VELOCITY], wy = records[r + ANGULAR_VELOCITY + 1], wz = records[r + ANGULAR_VELOCITY + 2];
    const sx = u[p + 3], sy = u[p + 4], sz = u[p + 5];
    const square = half * half * (wx * wx + wy * wy + wz * wz), correctionSquare = halfCorrection * halfCorrection * (sx * sx + sy * sy + sz * sz);
    if (free[i] === 0 || !hasEqualMoments(moments, i) || square > SERIES_ANGLE_SQ || correctionSquare > SERIES_ANGLE_SQ) {
      flyBody(world, i, time, correctionTime);
      continue;
    }
    // as `flyBody`, with both rotations in local values
    const vx = records[r + VELOCITY], vy = records[r + VELOCITY + 1], vz = records[r + VELOCITY + 2];
    const qx = correctionTime * u[p], qy = correctionTime * u[p + 1], qz = correctionTime * u[p + 2];
    let w = o[4 * i], x = o[4 * i + 1], y = o[4 * i + 2], z = o[4 * i + 3];
    if (square !== 0) {
      const c = 1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720)));
      const f = half * (1 - square * (1 / 6 - square * (1 / 120 - square * (1 / 5040))));
      const a = f * wx, b = f * wy, d = f * wz;
      const nw = c * w - a * x - b * y - d * z, nx = c * x + a * w + b * z - d * y, ny = c * y - a * z + b * w + d * x, nz = c * z + a * y - b * x + d * w;
      const k = 1.5 - 0.5 * (nw * nw + nx * nx + ny * ny + nz * nz);
      w = k * nw; x = k * nx; y = k * ny; z = k * nz;
    }
    if (correctionSquare !== 0) {
      const c = 1 - correctionSquare * (1 / 2 - correctionSquare * (1 / 24 - correctionSquare * (1 / 720)));
      const f = halfCorrection * (1 - correctionSquare * (1 / 6 - correctionSquare * (1 / 120 - correctionSquare * (1 / 5040))));
      const a = f * sx, b = f * sy, d = f * sz;
      const nw = c * w - a * x - b * y - d * z, nx = c * x + a * w + b * z - d * y, ny = c * y - a * z + b * w + d * x, nz = c * z + a * y - b * x + d * w;
      const k = 1.5 - 0.5 * (nw * nw + nx * nx + ny * ny + nz * nz);
      w = k * nw; x = k * nx; y = k * ny; z = k * nz;
    }
    o[4 * i] = w; o[4 * i + 1] = x; o[4 * i + 2] = y; o[4 * i + 3] = z;
    const mass = 1 / records[r + INVERSE_MASS];
    flightSums[1] -= mass * (qy * vz - qz * vy);
    flightSums[2] -= mass * (qz * vx - qx * vz);
    flightSums[3] -= mass * (qx * vy - qy * vx);
    const dx = time * vx + qx, dy = time * vy + qy, dz = time * vz + qz;
    positions[3 * i] += dx; positions[3 * i + 1] += dy; positions[3 * i + 2] += dz;
    records[r + TRANSLATION] += dx; records[r + TRANSLATION + 1] += dy; records[r + TRANSLATION + 2] += dz;
    records[r + ROTATION] += time * wx + correctionTime * sx;
    records[r + ROTATION + 1] += time * wy + correctionTime * sy;
    records[r + ROTATION + 2] += time * wz + correctionTime * sz;
  }
  totals.contactWork += flightSums[0];
  const l = totals.angularImpulseOnImmovable;
  l.x += flightSums[1]; l.y += flightSums[2]; l.z += flightSums[3];
}

/** The flight of any body. */
// biome-ignore format: one vector per line
function flyBody({ bodies, solver, free }: StepWorld, i: number, time: number, correctionTime: number): void {
  const { records, pseudoVelocities, principalOrientations } = solver;
  const { positions, moments } = bodies;
  const r = RECORD * i, p = 6 * i;
  const movable = free[i] === 1;
  const vx = records[r + VELOCITY], vy = records[r + VELOCITY + 1], vz = records[r + VELOCITY + 2];
  let dx = time * vx, dy = time * vy, dz = time * vz;
  let ex = time * records[r + ANGULAR_VELOCITY], ey = time * records[r + ANGULAR_VELOCITY + 1], ez = time * records[r + ANGULAR_VELOCITY + 2];
  const isIsotropic = hasEqualMoments(moments, i);
  if (movable && !isIsotropic) rotateTorqueFree(solver, moments, i, time);
  else rotateAboutAxis(principalOrientations, i, records, r + ANGULAR_VELOCITY, time);
  if (movable && correctionTime > 0) {
    const qx = correctionTime * pseudoVelocities[p], qy = correctionTime * pseudoVelocities[p + 1], qz = correctionTime * pseudoVelocities[p + 2];
    dx += qx; dy += qy; dz += qz;
    ex += correctionTime * pseudoVelocities[p + 3]; ey += correctionTime * pseudoVelocities[p + 4]; ez += correctionTime * pseudoVelocities[p + 5];
    if (isIsotropic) rotateAboutAxis(principalOrientations, i, pseudoVelocities, p + 3, correctionTime);
    else flightSums[0] += rotateByPseudoVelocity(solver, moments, i, correctionTime);
    // position correction moves a body with its momentum: the change of angular momentum is assigned to immovable bodies
    const mass = 1 / records[r + INVERSE_MASS];
    flightSums[1] -= mass * (qy * vz - qz * vy);
    flightSums[2] -= mass * (qz * vx - qx * vz);
    flightSums[3] -= mass * (qx * vy - qy * vx);
  }
  positions[3 * i] += dx; positions[3 * i + 1] += dy; positions[3 * i + 2] += dz;
  records[r + TRANSLATION] += dx; records[r + TRANSLATION + 1] += dy; records[r + TRANSLATION + 2] += dz;
  records[r + ROTATION] += ex; records[r + ROTATION + 1] += ey; records[r + ROTATION + 2] += ez;
  if (movable && !isIsotropic) writeInverseInertia(solver, moments, i);
}
