import type { Recording } from '../../../src/index.ts';
import { frameTimes } from '../../session/frames.ts';
import { sharedMaximum } from '../shared-scales.ts';

/** Length of the arrow of the largest impulse, as a fraction of the extent of the scene. */
const LONGEST = 0.14;
/** With more contacts than this in one frame, lengths grow with the square root of the impulse: small ones stay visible next to large ones. */
const MANY = 60;

/** How long arrows of impulses are. */
export interface ImpulseScale {
  readonly kind: 'linear' | 'square-root';
  /** Largest impulse of the run [N s]. */
  readonly largest: number;
  /** Length of an arrow [m]. */
  lengthOf(impulse: number): number;
}

const known = new WeakMap<Recording, { readonly largest: number; readonly most: number }>();

/** Recordings that are compared have one scale. */
export function impulseScale(recording: Recording, own: number): ImpulseScale {
  const { value: largest, size } = sharedMaximum({ recording, size: own }, (one) => measured(one).largest);
  const { value: most } = sharedMaximum({ recording, size: own }, (one) => measured(one).most);
  const kind = most > MANY ? 'square-root' : 'linear';
  const longest = LONGEST * size;
  const lengthOf = (impulse: number) => {
    if (!(largest > 0)) return 0;
    return kind === 'linear' ? (longest * impulse) / largest : longest * Math.sqrt(impulse / largest);
  };
  return { kind, largest, lengthOf };
}

function measured(recording: Recording): { readonly largest: number; readonly most: number } {
  const found = known.get(recording) ?? measure(recording);
  known.set(recording, found);
  return found;
}

/** The largest impulse, and the largest number of contacts in one frame. */
function measure(recording: Recording): { largest: number; most: number } {
  const { jx, jy, jz, time } = recording.contacts.columns;
  const times = frameTimes(recording);
  let [largest, most, count, frame] = [0, 0, 0, 0];
  for (let row = 0; row < jx.length; row++) {
    largest = Math.max(largest, Math.hypot(jx[row], jy[row], jz[row]));
    while (frame < times.length && times[frame] < time[row]) {
      frame++;
      count = 0;
    }
    most = Math.max(most, ++count);
  }
  return { largest, most };
}
