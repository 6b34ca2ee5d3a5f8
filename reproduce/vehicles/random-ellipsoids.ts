import { ELLIPSOID_STRIDE, packPosedEllipsoid } from '../../src/distance/ellipsoid/packed-ellipsoid.ts';
import { exp, log } from '../../src/math/exponential.ts';
import { createPose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';

/** Two ellipsoids, packed, with their known gap and normal. */
export interface PlacedPair {
  readonly pair: Float64Array;
  /** Signed distance [m] and unit normal from the first to the second. */
  readonly gap: number;
  readonly normal: readonly number[];
}

/**
 * Bodies 0.5 to 2 m long with semi-axes down to 1/aspect of that, randomly rotated. The support point of the second against a
 * random direction is `gap` [m] beyond the support point of the first along it: for positive gaps that is the
 * distance. [PATH98-3.1]
 */
export function placedPair(random: Random, aspect: number, gap: number): PlacedPair {
  const pair = new Float64Array(2 * ELLIPSOID_STRIDE);
  for (const index of [0, 1]) {
    const size = random.between(0.5, 2);
    const fraction = () => exp(random.between(-log(aspect), 0));
    const rotation = [random.normal(), random.normal(), random.normal(), random.normal()];
    packPosedEllipsoid(
      pair,
      index,
      createEllipsoid([size, size * fraction(), size / aspect]),
      createPose([0, 0, 0], rotation),
    );
  }
  const direction = [random.normal(), random.normal(), random.normal()];
  const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
  const normal = direction.map((x) => x / length);
  const [first, second] = [0, 1].map((index) => foremost(pair, index, normal));
  for (let k = 0; k < 3; k++) pair[ELLIPSOID_STRIDE + k] = first[k] + second[k] + gap * normal[k];
  return { pair, gap, normal };
}

/** From the centre of a packed body to its support point along n: B Bᵀn / |Bᵀn|. */
export function foremost(packed: Float64Array, index: number, n: ArrayLike<number>): number[] {
  const b = packed.subarray(ELLIPSOID_STRIDE * index + 3, ELLIPSOID_STRIDE * (index + 1));
  const v = [0, 1, 2].map((c) => b[c] * n[0] + b[c + 3] * n[1] + b[c + 6] * n[2]);
  const h = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return [0, 3, 6].map((row) => (b[row] * v[0] + b[row + 1] * v[1] + b[row + 2] * v[2]) / h);
}
