/**
 * Points with constant acceleration over one step: P(τ) = x + τ v Δt + ½ τ² a Δt², with τ = t/Δt in [0, 1] and every product
 * taken exactly. A constant force increment F on a node of mass m is the acceleration F/m.
 */
export interface AcceleratedMotion {
  readonly given: 'accelerations';
  /** Positions at the start, xyz xyz ... [m] */
  readonly start: Float64Array;
  /** Velocities at the start [m/s] */
  readonly velocities: Float64Array;
  /** [m/s²] */
  readonly accelerations: Float64Array;
  /** Δt [s] */
  readonly duration: number;
}

/**
 * Points `start` (xyz xyz ... [m]) with `velocities` [m/s] at the start and constant `accelerations` [m/s²] for `duration` [s]. The
 * arrays are used, not copied. Throws a RangeError for arrays of different length or numbers that are not finite.
 *
 * @example
 * ```ts
 * import { acceleratedMotion, acceleratedNodeTriangleContact, createNodeTriangleContact } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 2); // a triangle, and a node 2 m above it
 * const v = new Float64Array(12);
 * const a = new Float64Array(12);
 * a[11] = -4; // which falls from rest with 4 m/s²
 * const motion = acceleratedMotion(x, v, a, 2);
 * const { hit, time, gapRate } = acceleratedNodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
 * console.log(hit, time, gapRate); // true 1 -4
 * ```
 */
export function createAcceleratedMotion(
  start: Float64Array,
  velocities: Float64Array,
  accelerations: Float64Array,
  duration: number,
): AcceleratedMotion {
  const lengths = [start.length, velocities.length, accelerations.length];
  if (lengths.some((length) => length !== start.length) || start.length % 3 !== 0) {
    throw new RangeError(
      `motion: expected three packed arrays xyz xyz ... of equal length, got lengths ${lengths.join(', ')}`,
    );
  }
  if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`motion: duration must be finite and above zero, got ${duration}`);
  }
  for (const [name, values] of Object.entries({ start, velocities, accelerations })) {
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throw new RangeError(`motion: ${name}[${bad}] must be finite, got ${values[bad]}`);
  }
  return { given: 'accelerations', start, velocities, accelerations, duration };
}
