import type { SolverBodies } from './solver-bodies.ts';
import { ADD_KERNEL, FLY_KERNEL, KICK_KERNEL, type SolverKernels, WORK_KERNEL } from './solver-memory.ts';

/** Loops over the bodies by the kernels of `wasm/body-kernels.ts`. */

/** Acceleration by gravity [m/s²]. */
interface Gravity {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Adds the impulse of gravity in `time` [s] to the velocities of movable bodies, and stores those before it in `solver.before`; `solver.sums` are the
 * impulse and its moment about the origin.
 */
export function kickByKernel(
  { run }: SolverKernels,
  { records, sums, centres, before, count }: SolverBodies,
  { x, y, z }: Gravity,
  time: number,
): void {
  run[KICK_KERNEL](records.byteOffset, sums.byteOffset, 0, count, centres.byteOffset, before.byteOffset, x, y, z, time);
}

/** Adds `sign` times the velocities to the pseudo-velocities. */
export function addVelocitiesByKernel(
  { run }: SolverKernels,
  { records, sums, pseudoVelocities, count }: SolverBodies,
  sign: number,
): void {
  run[ADD_KERNEL](records.byteOffset, sums.byteOffset, 0, count, pseudoVelocities.byteOffset, sign);
}

/** Work of the contacts in `time` [s] under gravity alone, from the velocities in `solver.before` and those now [J]. */
export function workByKernel({ run }: SolverKernels, solver: SolverBodies, { x, y, z }: Gravity, time: number): number {
  const { records, sums, before, pseudoVelocities, moments, principalOrientations, count } = solver;
  const { byteOffset: ofOrientations } = principalOrientations;
  const [ofBefore, ofPseudo, ofMoments] = [before.byteOffset, pseudoVelocities.byteOffset, moments.byteOffset];
  run[WORK_KERNEL](
    records.byteOffset,
    sums.byteOffset,
    0,
    count,
    ofBefore,
    ofPseudo,
    ofMoments,
    ofOrientations,
    x,
    y,
    z,
    time,
  );
  return sums[0];
}

/** Moves the bodies from `first` on; returns the first of two bodies which the kernel cannot move, or at least the number of bodies. */
export function flyByKernel(
  { run }: SolverKernels,
  { records, sums, pseudoVelocities, principalOrientations, centres, count }: SolverBodies,
  first: number,
  time: number,
  correctionTime: number,
  maxSquare: number,
): number {
  return run[FLY_KERNEL](
    records.byteOffset,
    sums.byteOffset,
    first,
    count,
    pseudoVelocities.byteOffset,
    principalOrientations.byteOffset,
    centres.byteOffset,
    time,
    correctionTime,
    maxSquare,
  );
}
