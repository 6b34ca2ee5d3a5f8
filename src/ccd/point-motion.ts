/**
 * Points with constant velocity over one step. [VBC24-6.1]
 *
 * Given either by both ends, P(τ) = (1-τ) x(0) + τ x(1), or by velocities, P(τ) = x + τ v Δt, with τ = t/Δt in [0, 1].
 * The two are different queries: the difference or product of two doubles is in general not a double, and exact results
 * refer to the numbers as given.
 */
export interface PointMotion {
  /** What `endOrVelocity` holds. */
  readonly given: 'ends' | 'velocities';
  /** Positions at the start, xyz xyz ... [m] */
  readonly start: Float64Array;
  /** Positions at the end [m], or velocities [m/s]. */
  readonly endOrVelocity: Float64Array;
  /** Δt [s] */
  readonly duration: number;
}

/**
 * Points that move linearly from `start` to `end` (xyz xyz ... [m]) within `duration` [s]. The arrays are used, not
 * copied. Throws a RangeError for arrays of different length or numbers that are not finite.
 */
export function createEndpointMotion(start: Float64Array, end: Float64Array, duration = 1): PointMotion {
  return createMotion('ends', start, end, duration);
}

/**
 * Points `start` (xyz xyz ... [m]) with constant velocities [m/s] for `duration` [s]. The arrays are used, not copied.
 * Throws a RangeError for arrays of different length or numbers that are not finite.
 */
export function createConstantVelocityMotion(
  start: Float64Array,
  velocities: Float64Array,
  duration: number,
): PointMotion {
  return createMotion('velocities', start, velocities, duration);
}

function createMotion(
  given: PointMotion['given'],
  start: Float64Array,
  endOrVelocity: Float64Array,
  duration: number,
): PointMotion {
  if (start.length !== endOrVelocity.length || start.length % 3 !== 0) {
    const lengths = `${start.length} and ${endOrVelocity.length}`;
    throw new RangeError(`motion: expected two packed arrays xyz xyz ... of equal length, got lengths ${lengths}`);
  }
  if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`motion: duration must be finite and above zero, got ${duration}`);
  }
  checkFinite('start', start);
  checkFinite(given, endOrVelocity);
  return { given, start, endOrVelocity, duration };
}

function checkFinite(name: string, values: Float64Array): void {
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`motion: ${name}[${bad}] must be finite, got ${values[bad]}`);
}

/** Coordinate `index` of the packed points at τ, rounded. */
export function coordinateAt(motion: PointMotion, index: number, tau: number): number {
  const { start, endOrVelocity, duration } = motion;
  if (motion.given === 'ends') return (1 - tau) * start[index] + tau * endOrVelocity[index];
  return start[index] + tau * duration * endOrVelocity[index];
}
