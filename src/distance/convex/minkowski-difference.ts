/** Support points of the Minkowski difference W = A - B of two cores. */
import type { Core } from './core.ts';
import { supportCore } from './support.ts';

/** A support point w of W, its height along the direction, and the point of A it is a difference of. */
export const EXTREME_LENGTH = 7;
export const HEIGHT = 3;
export const EXTREME_A = 4;

const direction = new Float64Array(3);
const point = new Float64Array(3);

/** Writes the support point of W, in the direction at `numbers[at]` in A's frame, to `extreme`. */
// biome-ignore format: one vector per line
export function supportMinkowski(extreme: Float64Array, coreA: Core, coreB: Core, relative: Float64Array, numbers: Float64Array, at: number): void {
  const x = numbers[at], y = numbers[at + 1], z = numbers[at + 2];
  direction[0] = x; direction[1] = y; direction[2] = z;
  supportCore(point, coreA, direction);
  const ax = point[0], ay = point[1], az = point[2];
  direction[0] = -(relative[0] * x + relative[3] * y + relative[6] * z);
  direction[1] = -(relative[1] * x + relative[4] * y + relative[7] * z);
  direction[2] = -(relative[2] * x + relative[5] * y + relative[8] * z);
  supportCore(point, coreB, direction);
  const bx = point[0], by = point[1], bz = point[2];
  const wx = ax - (relative[0] * bx + relative[1] * by + relative[2] * bz + relative[9]);
  const wy = ay - (relative[3] * bx + relative[4] * by + relative[5] * bz + relative[10]);
  const wz = az - (relative[6] * bx + relative[7] * by + relative[8] * bz + relative[11]);
  extreme[0] = wx; extreme[1] = wy; extreme[2] = wz;
  extreme[HEIGHT] = x * wx + y * wy + z * wz;
  extreme[EXTREME_A] = ax; extreme[EXTREME_A + 1] = ay; extreme[EXTREME_A + 2] = az;
}
