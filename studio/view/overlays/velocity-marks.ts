import type { Recording } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { sharedMaximum } from '../shared-scales.ts';
import { centreIn, type Shown } from '../shown.ts';
import type { Mark } from '../view.ts';

/** Length of the maximum velocity of the run, as a fraction of the extent of the scene. */
const LONGEST = 0.18;

const fastest = new WeakMap<Recording, number>();

/** Length of an arrow per speed [s]. */
export function velocityScale({ recorded: { recording }, size: own }: Pick<Shown, 'recorded' | 'size'>): number {
  const { value: most, size } = sharedMaximum({ recording, size: own }, fastestOf);
  return most > 0 ? (LONGEST * size) / most : 0;
}

/** Maximum speed of the run [m/s]. */
function fastestOf(recording: Recording): number {
  const known = fastest.get(recording);
  if (known !== undefined) return known;
  const { vx, vy, vz } = recording.frames.columns;
  let most = 0;
  for (let row = 0; row < vx.length; row++) most = Math.max(most, Math.hypot(vx[row], vy[row], vz[row]));
  fastest.set(recording, most);
  return most;
}

export function velocityMarks(shown: Shown): Mark[] {
  const { recording } = shown.recorded;
  const { vx, vy, vz } = recording.frames.columns;
  const scale = velocityScale(shown);
  const color = themeColor('--velocity');
  return recording.bodies.flatMap((_, body): Mark[] => {
    const row = shown.frame * recording.bodies.length + body;
    if (vx[row] === 0 && vy[row] === 0 && vz[row] === 0) return [];
    const from = centreIn(shown, body);
    const to = [from[0] + scale * vx[row], from[1] + scale * vy[row], from[2] + scale * vz[row]] as const;
    return [{ kind: 'arrow', from, to, color }];
  });
}
