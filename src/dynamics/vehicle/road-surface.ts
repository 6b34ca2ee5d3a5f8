import { cos, sin } from '../../math/trig.ts';
import { checkAboveZero, checkNotBelowZero, describeValue, finiteNumbers } from '../../shapes/checks.ts';

/** A rectangle of the road with its own friction coefficient; where areas overlap, the last one counts. */
export interface RoadArea {
  /** [m] */
  readonly center: readonly [number, number];
  /** Half the length along `heading`, and half the width [m]. */
  readonly halfExtents: readonly [number, number];
  /** Counter-clockwise from the x axis [rad]. */
  readonly heading: number;
  /** Friction coefficient of the tyres there. */
  readonly friction: number;
}

/**
 * A straight rise of the road, across its whole width: a slope, a bank (heading across the road) or, if it is short, a curb. The
 * height grows from 0 at `from` to `rise` after `length` along `heading`; `rounding` is the length of each of its rounded ends.
 */
export interface RoadRamp {
  /** [m] */
  readonly from: readonly [number, number];
  /** [rad] */
  readonly heading: number;
  /** [m] */
  readonly length: number;
  /** Height gained; below zero for a descent [m]. */
  readonly rise: number;
  /** Above 0, at most half the length [m]. */
  readonly rounding: number;
}

/** Areas and ramps, prepared for evaluation. */
export interface RoadSurface {
  /** Six numbers per area: centre, direction, half extents. */
  readonly areas: Float64Array;
  readonly frictions: Float64Array;
  /** Seven numbers per ramp: start, direction, length, slope, rounding. */
  readonly ramps: Float64Array;
}

const AREA_STRIDE = 6;
const RAMP_STRIDE = 7;

/** Checks areas and ramps and prepares them. */
export function createRoadSurface(areas: readonly RoadArea[], ramps: readonly RoadRamp[]): RoadSurface {
  areas.forEach(({ center, halfExtents, heading, friction }, i) => {
    const at = `road.areas[${i}]`;
    checkFinite(at, [...center, heading]);
    halfExtents.forEach((half, k) => {
      checkAboveZero(`${at}.halfExtents[${k}]`, half);
    });
    checkAboveZero(`${at}.friction`, friction);
  });
  ramps.forEach(({ from, heading, length, rise, rounding }, i) => {
    const at = `road.ramps[${i}]`;
    checkFinite(at, [...from, heading, rise]);
    checkAboveZero(`${at}.length`, length);
    checkAboveZero(`${at}.rounding`, rounding);
    if (rounding > length / 2) {
      throw new RangeError(`${at}.rounding: must be at most half the length, ${length / 2} m, got ${rounding}`);
    }
  });
  return {
    areas: Float64Array.from(
      areas.flatMap(({ center, halfExtents, heading }) => [...center, cos(heading), sin(heading), ...halfExtents]),
    ),
    frictions: Float64Array.from(areas, ({ friction }) => friction),
    ramps: Float64Array.from(
      ramps.flatMap(({ from, heading, length, rise, rounding }) => [
        ...from,
        cos(heading),
        sin(heading),
        length,
        rise / (length - rounding),
        rounding,
      ]),
    ),
  };
}

function checkFinite(at: string, values: readonly number[]): void {
  if (!finiteNumbers(values))
    throw new RangeError(`${at}: must be made of finite numbers, got ${describeValue(values)}`);
}

/** Friction coefficient at a point of the ground; `basic` outside all areas. */
export function frictionAt({ areas, frictions }: RoadSurface, x: number, y: number, basic: number): number {
  for (let k = frictions.length - 1; k >= 0; k--) {
    const i = AREA_STRIDE * k;
    const dx = x - areas[i];
    const dy = y - areas[i + 1];
    const along = dx * areas[i + 2] + dy * areas[i + 3];
    const across = dy * areas[i + 2] - dx * areas[i + 3];
    if (Math.abs(along) <= areas[i + 4] && Math.abs(across) <= areas[i + 5]) return frictions[k];
  }
  return basic;
}

/** Height [m] and slopes of the road at a point, into `out` at 0, 1 and 2. */
export function surfaceAt(out: Float64Array, { ramps }: RoadSurface, x: number, y: number): void {
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  for (let i = 0; i < ramps.length; i += RAMP_STRIDE) {
    const s = (x - ramps[i]) * ramps[i + 2] + (y - ramps[i + 1]) * ramps[i + 3];
    const length = ramps[i + 4];
    const slope = ramps[i + 5];
    const rounding = ramps[i + 6];
    if (s <= 0) continue;
    let height = slope * (length - rounding);
    let rate = 0;
    if (s < rounding) {
      rate = (slope * s) / rounding;
      height = 0.5 * rate * s;
    } else if (s <= length - rounding) {
      rate = slope;
      height = slope * (s - 0.5 * rounding);
    } else if (s < length) {
      rate = (slope * (length - s)) / rounding;
      height -= 0.5 * rate * (length - s);
    }
    out[0] += height;
    out[1] += rate * ramps[i + 2];
    out[2] += rate * ramps[i + 3];
  }
}

/** Checks a fraction from 0 to 1. */
export function checkFraction(name: string, value: number): void {
  checkNotBelowZero(name, value);
  if (value > 1) throw new RangeError(`${name}: must be at most 1, got ${value}`);
}
