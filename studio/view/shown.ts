import { pose as createPose } from '../../src/index.ts';
import type { Recorded } from '../session/session.ts';
import { type Placed, placedIn } from './placed.ts';
import type { Point } from './view.ts';

/** Input of overlays: a frame of a recording. */
export interface Shown {
  readonly recorded: Recorded;
  readonly frame: number;
  /** Time cursor, at the frame or after it [s]. */
  readonly time: number;
  /** Between two frames: the fraction of the interval, and x y z qw qx qy qz of each body as drawn. */
  readonly fraction?: number;
  readonly poses?: Float64Array;
  /** Largest extent of all that moves [m]. */
  readonly size: number;
  /** The selected body; -1 for none. */
  readonly selected: number;
}

/** Cache of deformed bodies: several overlays use the same ones, and each needs a new surface. */
const MAX_CACHED = 200;
const cache = new WeakMap<Recorded, Map<number, Placed | undefined>>();

/** A body in this frame or another; undefined if it has no valid shape. */
export function bodyIn({ recorded, frame: now, poses }: Shown, body: number, frame = now): Placed | undefined {
  const { recording, scene } = recorded;
  if (scene.world !== 'deformable' && scene.world !== 'vehicles') {
    const placed = placedIn(recording, scene, frame, body);
    if (placed === undefined || poses === undefined || frame !== now) return placed;
    const [x, y, z, qw, qx, qy, qz] = poses.subarray(7 * body, 7 * body + 7);
    return { shape: placed.shape, pose: createPose([x, y, z], [qw, qx, qy, qz]) };
  }
  const known = cache.get(recorded);
  const made = known && known.size < MAX_CACHED ? known : new Map<number, Placed | undefined>();
  cache.set(recorded, made);
  const key = frame * recording.bodies.length + body;
  if (!made.has(key)) made.set(key, placedIn(recording, scene, frame, body));
  return made.get(key);
}

/** The same without half-spaces, which are infinite. */
export function finiteBodyIn(shown: Shown, body: number, frame?: number): Placed | undefined {
  const placed = bodyIn(shown, body, frame);
  return placed?.shape.kind === 'halfspace' ? undefined : placed;
}

/** Centre of a body as drawn [m]. */
export function centreIn({ recorded: { recording }, frame, poses }: Shown, body: number): Point {
  if (poses) return [poses[7 * body], poses[7 * body + 1], poses[7 * body + 2]];
  const { x, y, z } = recording.frames.columns;
  const row = frame * recording.bodies.length + body;
  return [x[row], y[row], z[row]];
}

/** The bodies to show details of: all when there are few, else the selected one. */
export function detailed({ recorded, selected }: Shown, most: number): readonly number[] {
  const { bodies } = recorded.recording;
  if (bodies.length <= most) return bodies.map((_, body) => body);
  return selected >= 0 ? [selected] : [];
}
