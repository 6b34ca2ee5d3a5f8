import { type FalseContactFilter, PARALLEL_ANGLE } from '../../distance/rounded-box/false-contact.ts';
import { checkAboveZero, checkKeys, checkNotBelowZero, describeValue } from '../../shapes/checks.ts';
import type { AxisOrder } from '../../shapes/principal-axes.ts';

/** `EM`: contact of the ellipsoids. `BM`: points from the ellipsoids, direction from the rounded boxes. [PATH98-4] */
export type VehicleContactModel = 'EM' | 'BM';

/**
 * Depth of the box model. `incremental`: a depth stored with the pair that grows with the approach along the normal; never creates
 * energy. `ellipsoid`: overlap of the ellipsoids, one reading of the source; `box`: the smaller of that and the overlap of the
 * boxes. The last two apply the force in another direction than they measure the depth in, and create energy: for comparison only.
 */
export type DepthLaw = 'incremental' | 'ellipsoid' | 'box';

/** All depth laws, the default first. */
export const DEPTH_LAWS: readonly DepthLaw[] = ['incremental', 'ellipsoid', 'box'];

/** Contact force law of two vehicles. [PATH98-5] */
export interface VehicleContactLaw {
  readonly model: VehicleContactModel;
  /** kPen [N/m] and cPen [N s/m] of a pair. */
  readonly stiffness: number;
  readonly damping: number;
  /** Coulomb's coefficient, and the sliding speed below which friction fades out [m/s]. */
  readonly friction: number;
  readonly slipSpeed: number;
  /** The remaining fields are for the box model. */
  readonly depthLaw: DepthLaw;
  readonly filter: FalseContactFilter;
  /** For `eq1`: vehicles are parallel within this angle [rad]. */
  readonly parallelAngle: number;
  /** Edge radius of the boxes [m]. */
  readonly radius: number;
  readonly axisOrder: AxisOrder;
  /**
   * Use the normal of the ellipsoids where the box normal would let bodies pass through each other: when the boxes overlap by more
   * than `fallbackOverlap` [m] and the approach along the box normal is below `fallbackFraction` of that along the other.
   */
  readonly fallback: boolean;
  readonly fallbackOverlap: number;
  readonly fallbackFraction: number;
}

export const DEFAULT_CONTACT_LAW: VehicleContactLaw = {
  model: 'EM',
  stiffness: 2e6,
  damping: 0,
  friction: 0,
  slipSpeed: 0.1,
  depthLaw: 'incremental',
  filter: 'sat',
  parallelAngle: PARALLEL_ANGLE,
  radius: 0.3,
  axisOrder: 'material',
  fallback: true,
  fallbackOverlap: 0.05,
  fallbackFraction: 0.1,
};

const POSITIVE = ['stiffness', 'slipSpeed'] as const;
const NOT_NEGATIVE = ['damping', 'friction', 'parallelAngle', 'radius', 'fallbackOverlap', 'fallbackFraction'] as const;

/** A law from some of its fields, with defaults for the others. */
export function createContactLaw(given: Partial<VehicleContactLaw> = {}): VehicleContactLaw {
  checkKeys('contact', given, Object.keys(DEFAULT_CONTACT_LAW));
  const law = { ...DEFAULT_CONTACT_LAW, ...given };
  checkWord('model', law.model, ['EM', 'BM']);
  checkWord('depthLaw', law.depthLaw, DEPTH_LAWS);
  checkWord('filter', law.filter, ['sat', 'eq1']);
  checkWord('axisOrder', law.axisOrder, ['material', 'length']);
  for (const name of POSITIVE) checkAboveZero(`contact.${name}`, law[name]);
  for (const name of NOT_NEGATIVE) checkNotBelowZero(`contact.${name}`, law[name]);
  return law;
}

function checkWord(name: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) {
    throw new RangeError(`contact.${name}: must be one of ${words.join(', ')}, got ${describeValue(value)}`);
  }
}

/** Whether forces of this law can create energy, which must be reported to the user. */
export function createsEnergy({ model, depthLaw }: VehicleContactLaw): boolean {
  return model === 'BM' && depthLaw !== 'incremental';
}
