import { rejectNumber } from '../math/check-arguments.ts';
import { checkSize } from './checks.ts';

/** A planar disc about the origin of its pose. */
export interface Disc {
  readonly kind: 'disc';
  /** Radius [m], above zero. */
  readonly radius: number;
}

/**
 * A planar disc of `radius` [m] about the origin, in the xy plane. Throws a RangeError for a radius that is not above
 * zero.
 *
 * @example
 * ```ts
 * import { closest, disc, pose } from 'appulse';
 *
 * console.log(closest(disc(1), pose(), disc(1), pose([3, 4])).distance); // 3
 * ```
 */
export function createDisc(radius: number): Disc {
  if (!(Number.isFinite(radius) && radius > 0)) {
    rejectNumber('disc: radius', radius, 'finite and above zero');
  }
  checkSize('disc', radius);
  return { kind: 'disc', radius };
}
