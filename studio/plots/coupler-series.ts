import { frameTimes } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import { type ChartData, somethingOf } from './series.ts';

type CouplerValue = 'force' | 'torque' | 'energy';

/** Smaller values of a coupler are rounding errors, SI units. */
const ROUNDING = 1e-12;

/**
 * Force or torque that each coupler exerts on its handle, by magnitude, or the energy exchanged with the hand. Couplers come in the same order in every
 * frame. Lines that are zero throughout are left out.
 */
export function couplerSeries({ scene, recording }: Recorded, value: CouplerValue): ChartData | undefined {
  const { couplers: table } = recording;
  if (table === undefined || scene.world !== 'smooth') return undefined;
  const { couplers } = scene;
  const { columns } = table;
  const times = frameTimes(recording);
  const pick = (values: Float64Array, coupler: number) => times.map((_, i) => values[i * couplers.length + coupler]);
  const size = (parts: readonly Float64Array[], coupler: number) => {
    const [x, y, z] = parts.map((part) => pick(part, coupler));
    return x.map((_, i) => Math.hypot(x[i], y[i], z[i]));
  };
  const series = couplers.flatMap(({ name }, coupler) => {
    if (value === 'energy') {
      return [
        { name: `${name}: put in`, values: pick(columns.energyPut, coupler), color: 2 * coupler },
        { name: `${name}: returned`, values: pick(columns.energyReturned, coupler), color: 2 * coupler + 1 },
      ];
    }
    const parts = value === 'force' ? [columns.fx, columns.fy, columns.fz] : [columns.tx, columns.ty, columns.tz];
    return [{ name, values: size(parts, coupler), color: coupler }];
  });
  const changing = series.filter(({ values }) => values.some((x) => Math.abs(x) > ROUNDING));
  return changing.length === 0 ? undefined : somethingOf(times, changing);
}
