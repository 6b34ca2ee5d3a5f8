import { createPose, type Pose } from '../../src/math/pose.ts';
import type { Recording } from '../../src/record/recorder.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Recorded } from '../session/session.ts';

/** What overlays are drawn from: a frame of a recording. */
export interface Shown {
  readonly recorded: Recorded;
  readonly frame: number;
  /** Where the time cursor stands, at the frame or after it [s]. */
  readonly time: number;
  /** Largest extent of all that moves [m]. */
  readonly size: number;
  /** The selected body; -1 for none. */
  readonly selected: number;
}

/** Shapes of rigid bodies, in the order of the scene; undefined for worlds whose bodies have none of their own. */
export function shapesOf({ scene }: Recorded): readonly Shape[] | undefined {
  return scene.world === 'meshes' || scene.world === 'vehicles' ? undefined : scene.bodies.map(({ shape }) => shape);
}

/** Where a body is in a frame. */
export function poseIn({ frames, bodies }: Recording, frame: number, body: number): Pose {
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  const row = frame * bodies.length + body;
  return createPose([x[row], y[row], z[row]], [qw[row], qx[row], qy[row], qz[row]]);
}

/** The bodies to show details of: all when there are few, else the selected one. */
export function detailed({ recorded, selected }: Shown, most: number): readonly number[] {
  const { bodies } = recorded.recording;
  if (bodies.length <= most) return bodies.map((_, body) => body);
  return selected >= 0 ? [selected] : [];
}
