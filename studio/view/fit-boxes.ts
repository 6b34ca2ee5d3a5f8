import type { CameraState } from '../session/session.ts';
import type { BodyBoxes } from './extent.ts';

/** Margin around the scene. */
const MARGIN = 1.15;
/** Half the field of view of the perspective camera [rad]. */
export const HALF_FIELD = (17.5 * Math.PI) / 180;
/** With more boxes than this, the outermost fraction on each side may be cut off: one of many bodies that flies away. */
const MANY_BOXES = 6000;
const OUTLIERS = 0.004;

/** What the camera looks at, along the axes of the boxes [m], and the visible height there [m]. */
export interface BoxFit {
  readonly center: readonly [number, number, number];
  readonly height: number;
}

/**
 * The smallest view that contains boxes along the axes right, up and toward the viewer. A point (x, y, z) before the target is visible if
 * |y| + z tan f ≤ h / 2 and |x| + z a tan f ≤ a h / 2, with half the field of view f, the aspect a and the visible height h; the target is where
 * both sides of each condition are equal.
 */
export function fitBoxes(boxes: BodyBoxes, aspect: number, projection: CameraState['projection']): BoxFit {
  const slope = projection === 'perspective' ? Math.tan(HALF_FIELD) : 0;
  const count = boxes.length / 6;
  const side = (value: (at: number) => number) =>
    outermost(Float64Array.from({ length: count }, (_, i) => value(6 * i)));
  const [low, high] = [-side((i) => -boxes[i + 2]), side((i) => boxes[i + 5])];
  const depth = 0.5 * (low + high);
  const near = (i: number) => (boxes[i + 5] - depth) * slope;
  const up = side((i) => boxes[i + 4] + near(i));
  const down = side((i) => -boxes[i + 1] + near(i));
  const right = side((i) => boxes[i + 3] + aspect * near(i));
  const left = side((i) => -boxes[i] + aspect * near(i));
  const height = MARGIN * Math.max(up + down, (left + right) / aspect, 1e-9);
  return { center: [0.5 * (right - left), 0.5 * (up - down), depth], height };
}

/** The maximum; of many values, that of all but the largest few. */
function outermost(values: Float64Array): number {
  if (values.length <= MANY_BOXES) return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return values.sort()[Math.floor((1 - OUTLIERS) * (values.length - 1))];
}
