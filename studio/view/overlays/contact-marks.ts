import type { Recording } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { firstAfter, frameTimes, timeSpan } from '../../session/frames.ts';
import type { OverlayName } from '../../session/session.ts';
import { sharedMaximum } from '../shared-scales.ts';
import type { Shown } from '../shown.ts';
import type { Mark, Point } from '../view.ts';
import { impulseScale } from './impulse-scale.ts';

/** Length of normals as a fraction of the extent of the scene. */
const NORMAL = 0.07;
/** An impact stays visible for this fraction of the run. */
const AFTERGLOW = 0.02;
const MOST = 3000;
/** Arrows shorter than this fraction of the extent are not drawn. */
const SHORTEST = 1e-3;

/** Normals, impulses and points of the current contacts. */
export function contactMarks(shown: Shown, overlays: ReadonlySet<OverlayName>): Mark[] {
  const wanted = (['normals', 'impulses', 'manifolds'] as const).filter((name) => overlays.has(name));
  if (wanted.length === 0) return [];
  const { recording } = shown.recorded;
  const { px, py, pz, nx, ny, nz, jx, jy, jz } = recording.contacts.columns;
  const scale = impulseScale(recording, shown.size);
  const { size } = sharedMaximum({ recording, size: shown.size }, () => 0);
  const colors = { normal: themeColor('--normal'), impulse: themeColor('--impulse') };
  const rows = rowsNow(recording, shown.frame, shown.time);
  return rows.flatMap((row): Mark[] => {
    const at: Point = [px[row], py[row], pz[row]];
    const along = (x: number, y: number, z: number, length: number): Point => [
      at[0] + length * x,
      at[1] + length * y,
      at[2] + length * z,
    ];
    return wanted.flatMap((name): Mark[] => {
      if (name === 'manifolds') return [{ kind: 'point', at, color: colors.impulse }];
      if (name === 'normals') return [arrow(at, along(nx[row], ny[row], nz[row], NORMAL * size), colors.normal)];
      const impulse = Math.hypot(jx[row], jy[row], jz[row]);
      const length = scale.lengthOf(impulse);
      if (length < SHORTEST * size) return [];
      return [
        {
          ...arrow(at, along(jx[row], jy[row], jz[row], length / impulse), colors.impulse),
          thin: scale.kind !== 'linear',
        },
      ];
    });
  });
}

const arrow = (from: Point, to: Point, color: string) => ({ kind: 'arrow', from, to, color }) as const;

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
