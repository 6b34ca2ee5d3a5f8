import { type ContactRows, prepareRow, ROW } from './contact-rows.ts';
import { ensurePairs } from './pair-manifolds.ts';
import type { SolverBodies } from './solver-bodies.ts';
import { PREPARE_KERNEL, runPass, type SolverMemory, WRITE_KERNEL } from './solver-memory.ts';

/**
 * Rows and effective masses from raw rows, in the memory of the kernels: see `write-rows-kernel.ts`. True if a contact would be too deep after
 * half of the substep of `time` [s].
 */
// biome-ignore format: one kind of parameters per line
export function writeRawRows(contacts: ContactRows, memory: SolverMemory, { records, poses }: SolverBodies, time: number): boolean {
  const { bodiesA, bodiesB, starts, fractions, rows } = contacts;
  const p = memory.parameters;
  p[0] = bodiesA.byteOffset; p[1] = bodiesB.byteOffset; p[2] = starts.byteOffset; p[3] = fractions.byteOffset;
  p[4] = rows.byteOffset; p[5] = records.byteOffset; p[6] = poses.byteOffset; p[7] = 0.5 * time;
  return runPass(contacts, memory, WRITE_KERNEL) > 0;
}

/** Effective masses of all rows, whose normals and arms are set. */
// biome-ignore format: one kind of parameters per line
export function prepareRows(contacts: ContactRows, records: Float64Array): void {
  const { bodiesA, bodiesB, starts, fractions, rows, memory, manifoldCount } = contacts;
  if (memory) {
    const p = memory.parameters;
    p[0] = bodiesA.byteOffset; p[1] = bodiesB.byteOffset; p[2] = starts.byteOffset; p[3] = fractions.byteOffset;
    p[4] = rows.byteOffset; p[5] = records.byteOffset;
    ensurePairs(contacts, records);
    runPass(contacts, memory, PREPARE_KERNEL);
    return;
  }
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) prepareRow(contacts, manifold, at, records);
  }
}
