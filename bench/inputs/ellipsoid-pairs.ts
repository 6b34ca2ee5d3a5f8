import type { Random } from './random.ts';

/** Pairs of ellipsoids with known distances; bodies 2 i and 2 i + 1 are a pair. */
export interface EllipsoidPairs {
  /** Centre xyz [m] and the matrix B by rows of every body: center + B u, |u| ≤ 1. */
  readonly packed: Float64Array;
  /** Three per body, the longest first [m]. */
  readonly semiAxes: Float64Array;
  /** By rows, body to world axes. */
  readonly rotations: Float64Array;
  /** [m] */
  readonly expected: Float64Array;
}

/** Numbers of one body in `packed`. */
export const STRIDE = 12;

/**
 * The points with outward normals n and -n are placed a given gap apart along n: for convex bodies these are the closest
 * points, so the distance is known by construction.
 */
export function drawEllipsoidPairs(random: Random, count: number, aspect: number): EllipsoidPairs {
  const packed = new Float64Array(2 * STRIDE * count);
  const semiAxes = new Float64Array(6 * count);
  const rotations = new Float64Array(18 * count);
  const expected = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const normal = direction(random);
    const [pointA, pointB] = [0, 1].map((body) => {
      const k = 2 * i + body;
      const longest = random.between(0.5, 2);
      const fraction = () => longest * Math.exp(-random.next() * Math.log(aspect));
      const axes = [longest, fraction(), fraction()];
      const rotation = randomRotation(random);
      semiAxes.set(axes, 3 * k);
      rotations.set(rotation, 9 * k);
      const b = rotation.map((value, entry) => value * axes[entry % 3]);
      packed.set(b, STRIDE * k + 3);
      return support(b, normal);
    });
    expected[i] = random.between(0.01, 3);
    packed.set(
      pointA.map((value, c) => value + expected[i] * normal[c] + pointB[c]),
      STRIDE * (2 * i + 1),
    );
  }
  return { packed, semiAxes, rotations, expected };
}

/** B Bᵀn / |Bᵀn| */
function support(b: readonly number[], n: readonly number[]): number[] {
  const v = [0, 1, 2].map((c) => b[c] * n[0] + b[3 + c] * n[1] + b[6 + c] * n[2]);
  const length = Math.hypot(...v);
  return [0, 3, 6].map((row) => (b[row] * v[0] + b[row + 1] * v[1] + b[row + 2] * v[2]) / length);
}

/** Uniform on the sphere: uniform height and angle (Archimedes). */
function direction(random: Random): number[] {
  const angle = random.between(0, 2 * Math.PI);
  const z = random.between(-1, 1);
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** Uniform over all rotations: a quaternion of two circles (Shoemake). */
function randomRotation(random: Random): number[] {
  const u = random.next();
  const [p, q] = [random.between(0, 2 * Math.PI), random.between(0, 2 * Math.PI)];
  const [s, t] = [Math.sqrt(1 - u), Math.sqrt(u)];
  const [w, x, y, z] = [t * Math.cos(q), s * Math.sin(p), s * Math.cos(p), t * Math.sin(q)];
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}
