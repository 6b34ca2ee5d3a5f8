import { MOMENT_COUNT, MOMENT_DEGREES } from '../tiled/moments.ts';
import { massFromMoments, type TiledMassProperties } from '../tiled/tiled-mass.ts';
import type { Brep } from './brep.ts';
import { brepMoments } from './brep-moments.ts';

/** Intervals are halved until the change is below this fraction of radius^(3 + degree), at most `MAX_HALVINGS` times. */
const ACCURACY = 1e-13;
const MAX_HALVINGS = 4;

/**
 * Mass [kg], centre of mass [m] and inertia [kg m²] of a closed body of trimmed faces with constant `density` [kg/m³], body axes, with error
 * estimates: the change by the last halving of the intervals of Gauss's rule.
 */
export function brepMassProperties(brep: Brep, density: number): TiledMassProperties {
  if (!brep.closed) throw new RangeError('massProperties: an open brep encloses no volume');
  const { center, radius } = brep;
  const volume = radius * radius * radius;
  const scales = MOMENT_DEGREES.map((degree) => volume * [1, radius, radius * radius][degree]);
  let moments = brepMoments(brep, 1);
  let change = scales.slice();
  for (let k = 1; k <= MAX_HALVINGS; k++) {
    const finer = brepMoments(brep, 2 ** k);
    change = scales.map((_, i) => Math.abs(finer[i] - moments[i]));
    moments = finer;
    if (change.every((difference, i) => difference <= ACCURACY * scales[i])) break;
  }
  const errors = [change[0], Math.max(...change.slice(1, 4)), Math.max(...change.slice(4))] as const;
  return massFromMoments(moments.subarray(0, MOMENT_COUNT), errors, center, density);
}
