/**
 * Accuracy of `closest` for one pair of kinds, in parts of L: the largest coordinate difference between any two points of the two bodies.
 * Numbers are limits, checked by `test/adversarial`; a `bounded` contact adds its own `errorBound`. The coordinates of witness points are
 * rounded in world axes as well: far from the origin this adds the spacing of numbers there.
 */
export interface PairAccuracy {
  /** Largest error of the distance of bodies apart [L]. */
  readonly distance: number;
  /**
   * Largest error of the depth of overlapping bodies [L]. `lower-bound`: the depth is a lower bound. `minimum-found`: the smallest depth
   * found, without a certificate. Contacts with such depths have the status `approximate`.
   */
  readonly depth: number | 'lower-bound' | 'minimum-found';
  /** Largest distance of a witness point from its body [L]. */
  readonly points: number;
  /**
   * Largest angle of the normal off one with support planes at the distance [rad]; where it is left out, the planes across the normal itself
   * have that distance.
   */
  readonly normal?: number;
  /** Which bodies of these kinds have less, and what. */
  readonly exception?: string;
}

/** A few roundings of coordinates. */
export const ROUNDING: PairAccuracy = { distance: 1e-14, depth: 1e-14, points: 1e-14 };

const DEPTHS = { 'lower-bound': 'a lower bound of the depth', 'minimum-found': 'the smallest depth found' };

/** In words, for the page of the pair table. */
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

/** Is the depth of overlapping bodies, or of some of them, less than certified? */
export function isDepthUncertified({ depth, exception = '' }: PairAccuracy): boolean {
  return typeof depth === 'string' || exception.includes('depth');
}
