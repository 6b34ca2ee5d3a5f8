import type { Recording } from './recorder.ts';

/** The largest impulse of a contact in a recording [N s]; 0 without contacts. */
export function largestImpulse({ contacts: { rowCount, columns } }: Pick<Recording, 'contacts'>): number {
  const { jx, jy, jz } = columns;
  let largest = 0;
  for (let row = 0; row < rowCount; row++) largest = Math.max(largest, Math.hypot(jx[row], jy[row], jz[row]));
  return largest;
}
