import type { Recording } from '../../src/index.ts';
import { CONTACT_MODES } from '../../src/record/columns.ts';
import type { ChartData } from './series.ts';

/** Two rows are of consecutive steps if their times differ by less than this many steps. */
const CONSECUTIVE = 1.5;

/** Forces of penalty contacts over time, summed over the contact points of each step; undefined if the recording has none. */
export function contactForces({ contacts, summary }: Recording): ChartData | undefined {
  const { time, jx, jy, jz, nx, ny, nz, mode } = contacts.columns;
  const penalty = CONTACT_MODES.indexOf('penalty');
  if (!mode.includes(penalty)) return undefined;
  const step = (summary.ledgerEnd.time - summary.ledgerStart.time) / summary.steps;
  const times: number[] = [];
  const [normal, friction]: [number[], number[]] = [[], []];
  const add = (at: number, values: readonly [number, number]) => {
    times.push(at);
    normal.push(values[0]);
    friction.push(values[1]);
  };
  for (let row = 0; row < contacts.rowCount; row++) {
    if (mode[row] !== penalty) continue;
    const last = times[times.length - 1];
    if (time[row] !== last) {
      // no rows: no contact, the force is zero
      if (last !== undefined && time[row] - last > CONSECUTIVE * step) add(last + step, [0, 0]);
      if (last === undefined || time[row] - last > CONSECUTIVE * step) add(time[row] - step, [0, 0]);
      add(time[row], [0, 0]);
    }
    const along = jx[row] * nx[row] + jy[row] * ny[row] + jz[row] * nz[row];
    const across = [jx[row] - along * nx[row], jy[row] - along * ny[row], jz[row] - along * nz[row]];
    normal[normal.length - 1] += along / step;
    friction[friction.length - 1] += Math.hypot(...across) / step;
  }
  return {
    times: Float64Array.from(times),
    series: [
      { name: 'normal', values: Float64Array.from(normal) },
      { name: 'friction', values: Float64Array.from(friction) },
    ],
  };
}
