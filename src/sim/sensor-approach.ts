import { firstRoot } from '../toi/planar-step.ts';

/** Gap of two docking sensors at one time. */
export interface SensorGap {
  /** [m] */
  readonly distance: number;
  /** Relative speed [m/s]. */
  readonly speed: number;
  /** Rate of change of the distance [m/s]. */
  readonly rate: number;
  /** Upper bound of |d²/dt²| of the vector between the sensors, for all later times [m/s²]. */
  readonly accelerationBound: number;
}

/** Sensors are separated again when their distance exceeds this multiple of the docking tolerance. */
export const SEPARATED = 1.000001;
/** Sensors touch when their distance exceeds the docking tolerance by at most this fraction of it. */
const TOUCHING = 1e-12;
const SEARCH_LIMIT = 10_000;

/**
 * Time at which sensors next come within `tolerance` [m], from `from` on; Infinity if not before `until`. Never late:
 * |d(t + s)| >= |d| + d' s - M s²/2 in the current direction. After a rejected docking (`separation`) the sensors must separate
 * first; that time is found with the same bound reversed.
 */
export function sensorContactTime(
  gapAt: (time: number) => SensorGap,
  tolerance: number,
  mustSeparate: boolean,
  from: number,
  until: number,
): number {
  let time = from;
  let separation = mustSeparate;
  for (let step = 0; step < SEARCH_LIMIT && time < until; step++) {
    const { distance, speed, rate, accelerationBound } = gapAt(time);
    if (separation) {
      const missing = SEPARATED * tolerance - distance;
      separation = missing > 0;
      if (separation)
        time += Math.max(firstRoot(missing, -speed, accelerationBound), (tolerance * 1e-3) / Math.max(speed, 1e-300));
      continue;
    }
    const gap = distance - tolerance;
    if (gap <= TOUCHING * tolerance) return time;
    time += firstRoot(gap, rate, accelerationBound);
  }
  return Number.POSITIVE_INFINITY;
}
