import { firstRoot } from '../toi/planar-step.ts';

/** How two docking sensors stand to each other at one moment. */
export interface SensorGap {
  /** [m] */
  readonly distance: number;
  /** Relative speed [m/s]. */
  readonly speed: number;
  /** Rate of change of the distance [m/s]. */
  readonly rate: number;
  /** Bound of |d²/dt²| of the vector between the sensors, for all that follows [m/s²]. */
  readonly bend: number;
}

/** Sensors have parted again when they are farther apart than this multiple of the docking tolerance. */
export const SEPARATED = 1.000001;
/** Closer than this share of the docking tolerance to the tolerance itself: the sensors have met. */
const MET = 1e-12;
const SEARCH_LIMIT = 10_000;

/**
 * When sensors next come within `tolerance` [m], from `from` on; Infinity if not before `until`. Never late:
 * |d(t + s)| >= |d| + d' s - M s²/2 along the present direction. Those that met too fast (`separation`) first have to part, which is
 * looked for with the same bound turned round.
 */
export function meetingTime(
  gapAt: (time: number) => SensorGap,
  tolerance: number,
  isParting: boolean,
  from: number,
  until: number,
): number {
  let time = from;
  let separation = isParting;
  for (let step = 0; step < SEARCH_LIMIT && time < until; step++) {
    const { distance, speed, rate, bend } = gapAt(time);
    if (separation) {
      const missing = SEPARATED * tolerance - distance;
      separation = missing > 0;
      if (separation) time += Math.max(firstRoot(missing, -speed, bend), (tolerance * 1e-3) / Math.max(speed, 1e-300));
      continue;
    }
    const gap = distance - tolerance;
    if (gap <= MET * tolerance) return time;
    time += firstRoot(gap, rate, bend);
  }
  return Number.POSITIVE_INFINITY;
}
