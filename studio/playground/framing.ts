import type { Point } from '../view/view.ts';
import { isPlanarPair } from './planar-pair.ts';
import type { PlayStore } from './play-model.ts';
import { SIDES } from './play-state.ts';
import type { Framing } from './stage.ts';

/** Space around the bodies, as a factor of their radius. */
const MARGIN = 1.12;
/** Below the bodies, relative to the radius. */
const FLOOR_GAP = 0.12;

/** What the camera shows: both bodies, half-spaces only near the other one. */
export function framingOf({ state, built }: PlayStore): Framing {
  const balls = SIDES.flatMap((side) => {
    const radius = built[side]?.radius ?? 0;
    return Number.isFinite(radius) ? [{ center: state[side].position, radius }] : [];
  });
  const grounded = SIDES.some((side) => state[side].shape.kind === 'halfspace');
  const shown = balls.length > 0 ? balls : [{ center: [0, 0, 0] as const, radius: 1 }];
  const axis = (k: number) => {
    const low = Math.min(...shown.map(({ center, radius }) => center[k] - radius));
    const high = Math.max(...shown.map(({ center, radius }) => center[k] + radius));
    return { low, midpoint: (low + high) / 2 };
  };
  const [x, y, z] = [axis(0), axis(1), axis(2)];
  const center: Point = [x.midpoint, y.midpoint, z.midpoint];
  const reach = ({ center: c, radius }: (typeof shown)[number]) =>
    Math.hypot(c[0] - center[0], c[1] - center[1], c[2] - center[2]) + radius;
  const size = Math.max(...shown.map(reach));
  const ground = grounded ? groundReach(state, center) : 0;
  const radius = MARGIN * Math.max(size, ground) || 1;
  return {
    center,
    radius,
    planar: isPlanarPair(state.A.shape, state.B.shape),
    floor: z.low - FLOOR_GAP * radius,
    grounded,
  };
}

/** Distance of the centre from the origin of the half-space, at most: its boundary should be visible. */
function groundReach(state: PlayStore['state'], center: Point): number {
  const grounds = SIDES.filter((side) => state[side].shape.kind === 'halfspace');
  return Math.max(...grounds.map((side) => Math.hypot(...state[side].position.map((value, k) => value - center[k]))));
}
