import type { Recording } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { firstAfter, frameTimes, timeSpan } from '../../session/frames.ts';
import type { OverlayName } from '../../session/session.ts';
import { sharedMaximum } from '../shared-scales.ts';
import type { Shown } from '../shown.ts';
import type { Mark, Point } from '../view.ts';

/** Lengths as fractions of the extent of the scene. */
const NORMAL = 0.07;
const LONGEST = 0.14;
/** An impact stays visible for this fraction of the run. */
const AFTERGLOW = 0.02;
const MOST = 3000;
/** With many contacts, impulses below this fraction of the maximum are not shown. */
const MANY = 100;
const DUST = 0.02;

/** Normals, impulses and points of the current contacts. */
export function contactMarks(shown: Shown, overlays: ReadonlySet<OverlayName>): Mark[] {
  const wanted = (['normals', 'impulses', 'manifolds'] as const).filter((name) => overlays.has(name));
  if (wanted.length === 0) return [];
  const { recording } = shown.recorded;
  const { px, py, pz, nx, ny, nz, jx, jy, jz } = recording.contacts.columns;
  const shared = sharedMaximum({ recording, size: shown.size }, largestImpulse);
  const largest = shared.value || 1;
  const perImpulse = (LONGEST * shared.size) / largest;
  const colors = { normal: themeColor('--normal'), impulse: themeColor('--impulse') };
  const rows = rowsNow(recording, shown.frame, shown.time);
  const minImpulse = rows.length > MANY ? DUST * largest : 0;
  return rows.flatMap((row): Mark[] => {
    const at: Point = [px[row], py[row], pz[row]];
    const along = (x: number, y: number, z: number, length: number): Point => [
      at[0] + length * x,
      at[1] + length * y,
      at[2] + length * z,
    ];
    return wanted.flatMap((name): Mark[] => {
      if (name === 'manifolds') return [{ kind: 'point', at, color: colors.impulse }];
      if (name === 'impulses' && Math.hypot(jx[row], jy[row], jz[row]) < minImpulse) return [];
      const [color, to] =
        name === 'normals'
          ? [colors.normal, along(nx[row], ny[row], nz[row], NORMAL * shared.size)]
          : [colors.impulse, along(jx[row], jy[row], jz[row], perImpulse)];
      return [{ kind: 'arrow', from: at, to, color }];
    });
  });
}

/** Rows of contacts since the previous frame; rare impacts are shown longer. */
export function rowsNow(recording: Recording, frame: number, now: number): number[] {
  const { time } = recording.contacts.columns;
  const times = frameTimes(recording);
  const [start, end] = timeSpan(recording);
  const rare = time.length < 2 * times.length;
  const since = Math.min(
    frame === 0 ? start - 1 : times[frame - 1],
    rare ? times[frame] - AFTERGLOW * (end - start) : Infinity,
  );
  const [first, last] = [firstAfter(time, since), firstAfter(time, Math.max(times[frame], now))];
  return Array.from({ length: Math.min(last - first, MOST) }, (_, i) => first + i);
}

const largestOf = new WeakMap<Recording, number>();

function largestImpulse(recording: Recording): number {
  const known = largestOf.get(recording);
  if (known !== undefined) return known;
  const { jx, jy, jz } = recording.contacts.columns;
  let most = 0;
  for (let row = 0; row < jx.length; row++) most = Math.max(most, Math.hypot(jx[row], jy[row], jz[row]));
  largestOf.set(recording, most);
  return most;
}
