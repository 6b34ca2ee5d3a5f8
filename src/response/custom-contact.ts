import { describeValue } from '../math/describe-value.ts';
import { checkKeys } from '../shapes/checks.ts';

/** A contact law given by functions of the penetration depth; they are called for depths from 0 up. */
export interface CustomContact {
  readonly kind: 'custom';
  /** Force [N] at a depth [m] and its rate [m/s]; repulsion is positive. At rate 0: the derivative of `potential`. */
  readonly force: (depth: number, depthRate: number) => number;
  /** Energy stored at a depth [J]; 0 at depth 0. */
  readonly potential: (depth: number) => number;
}

/**
 * A contact law of two functions: `force(depth, depthRate)` [N] and the energy it stores, `potential(depth)` [J], for depths from 0 up.
 * Both must be continuous in the depth. Throws a TypeError for anything else than functions.
 *
 * @example
 * ```ts
 * import { contactForce, customContact } from 'appulse';
 *
 * const foam = customContact({
 *   force: (depth, rate) => 2e4 * depth + 5e7 * depth ** 3 + 10 * rate,
 *   potential: (depth) => 1e4 * depth ** 2 + 1.25e7 * depth ** 4,
 * });
 * console.log(contactForce(foam, 0.01, 0), contactForce(foam, -0.01, 0)); // 250 0
 * ```
 */
export function createCustomContact(given: Omit<CustomContact, 'kind'>): CustomContact {
  checkKeys('custom', given, ['kind', 'force', 'potential']);
  const { force, potential } = given;
  checkFunction('custom.force', force);
  checkFunction('custom.potential', potential);
  return { kind: 'custom', force, potential };
}

function checkFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${name}: must be a function, got ${describeValue(value)}`);
}

/** Differences of depth are this fraction of the depth, or of `SMALL_DEPTH` [m] below that. */
const RELATIVE_STEP = 2 ** -20;
const SMALL_DEPTH = 1e-6;
/** [m/s] */
const RATE_STEP = 2 ** -20;

/** Derivatives of the force by the depth [N/m] and by its rate [N s/m], by differences; not below zero. */
export function customSlopes({ force }: CustomContact, depth: number): { stiffness: number; damping: number } {
  const d = Math.max(0, depth);
  const rise = RELATIVE_STEP * Math.max(SMALL_DEPTH, d);
  const resting = force(d, 0);
  return {
    stiffness: Math.max(0, (force(d + rise, 0) - resting) / rise),
    damping: Math.max(0, (force(d, RATE_STEP) - resting) / RATE_STEP),
  };
}
