/**
 * Accuracy of `closest` for one pair of kinds, as fractions of L, the largest coordinate difference between any two points of the two
 * bodies. The numbers are upper bounds, checked by `test/adversarial`; a `bounded` contact adds its own `errorBound`. Witness points are
 * also rounded in world coordinates: far from the origin this adds the floating-point spacing there.
 */
export interface PairAccuracy {
  /** Maximum error of the distance of separate bodies [L]. */
  readonly distance: number;
  /**
   * Maximum error of the depth of overlapping bodies [L]. `lower-bound`: the depth is a lower bound. `minimum-found`: the smallest depth
   * found, without a certificate. Contacts with such depths have the status `approximate`.
   */
  readonly depth: number | 'lower-bound' | 'minimum-found';
  /** Maximum distance of a witness point from its body [L]. */
  readonly points: number;
  /**
   * Maximum angle between the normal and one whose support planes are at the distance [rad]; if omitted, the support planes perpendicular
   * to the normal itself have that distance.
   */
  readonly normal?: number;
  /** Bodies of these kinds with lower accuracy, and that accuracy. */
  readonly exception?: string;
}

/** A few rounding errors of the coordinates. */
export const ROUNDING: PairAccuracy = { distance: 1e-14, depth: 1e-14, points: 1e-14 };

const DEPTHS = { 'lower-bound': 'a lower bound of the depth', 'minimum-found': 'the smallest depth found' };

/** As text, for the page of the pair table. */
export function describeAccuracy({ distance, depth, points, normal, exception }: PairAccuracy): string {
  const overlap = typeof depth === 'number' ? `${depth} L` : DEPTHS[depth];
  const parts = [
    `${distance} L`,
    depth === distance ? '' : `overlapping: ${overlap}`,
    points === distance ? '' : `witness points: ${points} L`,
    normal === undefined ? '' : `normal: ${normal} rad`,
    exception ?? '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** Is the depth of some overlapping bodies of these kinds not certified? */
export function isDepthUncertified({ depth, exception = '' }: PairAccuracy): boolean {
  return typeof depth === 'string' || exception.includes('depth');
}
