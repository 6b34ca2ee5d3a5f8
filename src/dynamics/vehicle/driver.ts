import { checkAboveZero, checkNotBelowZero, describeValue } from '../../shapes/checks.ts';

/** Points of time [s] and value, in increasing order of time; linear between them, constant before and after. */
export type InputTable = readonly (readonly [number, number])[];

/** What the driver of a vehicle does over time. */
export interface VehicleDriver {
  /** Brake and throttle pedals, from 0 to 1. */
  readonly brake?: InputTable;
  readonly throttle?: InputTable;
  /** Angle of the front wheels, counter-clockwise [rad]; without it the constant steering of the vehicle. */
  readonly steering?: InputTable;
  readonly follow?: FollowRule;
}

/**
 * Car following after Helly: the driver wants the acceleration speedGain (v_leader - v) + gapGain (gap - distance - headway v), and
 * acts on it after the reaction time. The gap is measured between the boxes, along the vehicle; the pedals are the wanted acceleration
 * over that at full brake or throttle on a level road. Pedals of the tables count where they are pressed more.
 */
export interface FollowRule {
  /** Index of the leader in the platoon. */
  readonly vehicle: number;
  /** Reaction time [s]. */
  readonly reaction: number;
  /** Wanted gap at standstill [m]. */
  readonly distance: number;
  /** Wanted time gap, added to it [s]. */
  readonly headway: number;
  /** Acceleration per difference of speeds [1/s]. */
  readonly speedGain: number;
  /** Acceleration per error of the gap [1/s²]. */
  readonly gapGain: number;
}

/** Gains that close small errors without overshoot for reaction times up to half a second. */
export const DEFAULT_FOLLOW = { reaction: 1, distance: 2, headway: 1, speedGain: 0.6, gapGain: 0.2 } as const;

/** A table as alternating times and values. */
export function createInput(table: InputTable, at: string, isPedal: boolean): Float64Array {
  if (table.length === 0) throw new RangeError(`${at}: must have at least one point`);
  table.forEach(([time, value], i) => {
    const isIncreasing = i === 0 || time > table[i - 1][0];
    const isValid = Number.isFinite(time) && Number.isFinite(value) && (!isPedal || (value >= 0 && value <= 1));
    if (isIncreasing && isValid) return;
    const expected = isPedal ? 'a value from 0 to 1' : 'a finite value';
    throw new RangeError(
      `${at}[${i}]: must be a time above the last one and ${expected}, got ${describeValue([time, value])}`,
    );
  });
  return Float64Array.from(table.flat());
}

/** Value of a prepared table at a time. */
export function inputAt(points: Float64Array, time: number): number {
  const last = points.length - 2;
  if (!(time > points[0])) return points[1];
  if (time >= points[last]) return points[last + 1];
  let i = 0;
  while (time >= points[i + 2]) i += 2;
  const t = (time - points[i]) / (points[i + 2] - points[i]);
  return points[i + 1] + t * (points[i + 3] - points[i + 1]);
}

/** Checks the numbers of a rule; `at` names it in errors. */
export function checkFollow(rule: FollowRule, self: number, count: number, at: string): void {
  const { vehicle, reaction, distance, headway, speedGain, gapGain } = rule;
  if (!(Number.isInteger(vehicle) && vehicle >= 0 && vehicle < count && vehicle !== self)) {
    throw new RangeError(`${at}.vehicle: must be the index of another vehicle, got ${describeValue(vehicle)}`);
  }
  checkNotBelowZero(`${at}.reaction`, reaction);
  checkNotBelowZero(`${at}.distance`, distance);
  checkNotBelowZero(`${at}.headway`, headway);
  checkAboveZero(`${at}.speedGain`, speedGain);
  checkNotBelowZero(`${at}.gapGain`, gapGain);
}
