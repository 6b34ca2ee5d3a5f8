import { NO_SEAM, type PackedFaces } from './packed-faces.ts';

/**
 * A witness that has met a side of its face goes on in the face beyond, if the surface does so smoothly. Its parameters are at
 * work[x], work[x + 1]; `direction` says which of them is 0 or 1. Answers the new face, or `NO_SEAM`. [PG05] spec 6.1
 */
export function crossSeam(
  work: Float64Array,
  x: number,
  direction: number,
  { across }: PackedFaces,
  face: number,
): number {
  const beyond = across[4 * face + 2 * direction + (work[x + direction] > 0 ? 1 : 0)];
  if (beyond === NO_SEAM) return NO_SEAM;
  const along = work[x + 1 - direction];
  const side = (beyond >> 1) & 3;
  const fixed = side >> 1;
  work[x + fixed] = side & 1;
  work[x + 1 - fixed] = (beyond & 1) === 1 ? 1 - along : along;
  return beyond >> 3;
}
