import { flyByKernel } from '../../../response/solver/body-loops.ts';
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
import type { SolverKernels } from '../../../response/solver/solver-memory.ts';
import type { StepWorld } from './step-world.ts';

/** Of a flight: work [J] and angular impulse on immovable bodies [N m s]; in an array, because numbers returned by a call are boxed. */
const flightSums = new Float64Array(4);

/** Moves all bodies for `time` [s] with their velocities, and for `correctionTime` [s] with their pseudo-velocities. */
export function fly(world: StepWorld, time: number, correctionTime: number): void {
  const { totals, contacts, solver } = world;
  const sums = contacts.memory ? solver.sums : flightSums;
  sums.fill(0);
  if (contacts.memory) flyTwoBodies(world, contacts.memory.kernels, time, correctionTime);
  else flyBodies(world, time, correctionTime);
  totals.contactWork += sums[0];
  const { angularImpulseOnImmovable: l } = totals;
  l.x += sums[1];
  l.y += sums[2];
  l.z += sums[3];
}

/** By the kernel, two bodies at a time, where it can. */
function flyTwoBodies(world: StepWorld, kernels: SolverKernels, time: number, correctionTime: number): void {
  const { bodies, solver, active } = world;
  const { positions, count } = bodies;
  solver.centres.set(positions);
  for (let i = 0; ; i += 2) {
    i = flyByKernel(kernels, solver, i, time, correctionTime, SERIES_ANGLE_SQ);
    if (i >= count) break;
    for (let k = i; k < Math.min(i + 2, count); k++) {
      if (active[k] === 0) continue;
      flyBody(world, k, time, correctionTime, solver.sums);
      for (let l = 3 * k; l < 3 * k + 3; l++) solver.centres[l] = positions[l];
    }
  }
  positions.set(solver.centres);
}

// biome-ignore format: one vector per line
function flyBodies(world: StepWorld, time: number, correctionTime: number): void {
  const { bodies, solver, active, free } = world;
  const { records, pseudoVelocities: u, principalOrientations: o } = solver;
  const { positions, moments } = bodies;
  const half = 0.5 * time, halfCorrection = 0.5 * correctionTime;
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    const r = RECORD * i, p = 6 * i;
    const wx = records[r + ANGULAR_VELOCITY], wy = records[r + ANGULAR_VELOCITY + 1], wz = records[r + ANGULAR_VELOCITY + 2];
    const sx = u[p + 3], sy = u[p + 4], sz = u[p + 5];
    const square = half * half * (wx * wx + wy * wy + wz * wz), correctionSquare = halfCorrection * halfCorrection * (sx * sx + sy * sy + sz * sz);
    if (free[i] === 0 || !hasEqualMoments(moments, i) || square > SERIES_ANGLE_SQ || correctionSquare > SERIES_ANGLE_SQ) {
      flyBody(world, i, time, correctionTime, flightSums);
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
}

/** The flight of any body. */
// biome-ignore format: one vector per line
function flyBody({ bodies, solver, free }: StepWorld, i: number, time: number, correctionTime: number, sums: Float64Array): void {
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
    else sums[0] += rotateByPseudoVelocity(solver, moments, i, correctionTime);
    // position correction moves a body with its momentum: the change of angular momentum is assigned to immovable bodies
    const mass = 1 / records[r + INVERSE_MASS];
    sums[1] -= mass * (qy * vz - qz * vy);
    sums[2] -= mass * (qz * vx - qx * vz);
    sums[3] -= mass * (qx * vy - qy * vx);
  }
  positions[3 * i] += dx; positions[3 * i + 1] += dy; positions[3 * i + 2] += dz;
  records[r + TRANSLATION] += dx; records[r + TRANSLATION + 1] += dy; records[r + TRANSLATION + 2] += dz;
  records[r + ROTATION] += ex; records[r + ROTATION + 1] += ey; records[r + ROTATION + 2] += ez;
  if (movable && !isIsotropic) writeInverseInertia(solver, moments, i);
}
