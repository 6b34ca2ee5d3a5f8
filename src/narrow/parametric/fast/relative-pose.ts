import { OFFSET_B, ROTATION_B, type WitnessPair } from '../witness-pair.ts';
import { ROTATION, SHIFT } from './layout.ts';

/**
 * Writes the pose of the second body as seen from the first: R₁ᵀR₂ and R₁ᵀ(p₂ - p₁). First is A, or B if `exchanged`.
 */
export function setRelativePose(work: Float64Array, { frame }: WitnessPair, exchanged: boolean): void {
  const first = exchanged ? ROTATION_B : 0;
  const second = exchanged ? 0 : ROTATION_B;
  const sign = exchanged ? -1 : 1;
  for (let i = 0; i < 3; i++) {
    // column i of R₁
    const x = frame[first + i];
    const y = frame[first + 3 + i];
    const z = frame[first + 6 + i];
    for (let j = 0; j < 3; j++) {
      work[ROTATION + 3 * i + j] = x * frame[second + j] + y * frame[second + 3 + j] + z * frame[second + 6 + j];
    }
    work[SHIFT + i] = sign * (x * frame[OFFSET_B] + y * frame[OFFSET_B + 1] + z * frame[OFFSET_B + 2]);
  }
}
