/** Times of a contact that is known as an exact root. */
import { type PolynomialRoot, rootToNumber } from '../math/polynomial-root.ts';
import { setVec3 } from '../math/vec3.ts';
import { roundingOfTime } from './decide-contact.ts';
import type { FirstContact } from './first-contact.ts';
import { safeTime } from './first-contact.ts';

const found = new Float64Array(2);

/** Writes `time`, `safeTime` and, where the result has it, `latestTime`; returns τ. */
export function writeRootTimes(
  out: FirstContact & { latestTime?: number },
  root: PolynomialRoot,
  duration: number,
): number {
  const tau = rootToNumber(root);
  found[0] = tau;
  found[1] = roundingOfTime(tau);
  out.time = tau * duration;
  out.safeTime = safeTime(found, duration);
  // four roundings; a time among subnormal doubles is enclosed by the smallest normal one
  if (out.latestTime !== undefined) {
    out.latestTime = Math.min((tau + found[1]) * duration * (1 + 2 ** -50) + 2 ** -1022, duration);
  }
  return tau;
}

/** A step without contact. */
export function writeMissTimes(out: FirstContact & { latestTime?: number }, duration: number): void {
  out.hit = false;
  out.time = out.safeTime = duration;
  if (out.latestTime !== undefined) out.latestTime = duration;
  out.gapRate = 0;
  setVec3(out.normal, 0, 0, 0);
}
