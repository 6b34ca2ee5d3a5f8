import type { Random } from './random.ts';

/**
 * Poses of two ellipsoids with a distance known by construction: the points with outward normals n of A and -n of B are a given
 * gap apart along n, and for convex bodies these are the closest points.
 */
export interface EllipsoidPoses {
  /** `STRIDE` numbers per case: position xyz and rotation by rows of A, then of B. */
  readonly poses: Float64Array;
  /** [m] */
  readonly expected: Float64Array;
}

export type Triple = readonly [number, number, number];

/** Semi-axes of the two ellipsoids of these suites [m]. */
export const AXES_A: Triple = [1, 0.7, 0.5];
export const AXES_B: Triple = [0.8, 0.6, 1.1];

export const STRIDE = 24;

/** Independent poses: random rotations and directions, 0.05 to 2 m apart. */
export function drawEllipsoidPoses(random: Random, count: number, axesB: Triple): EllipsoidPoses {
  return placeEllipsoids(count, axesB, () => ({
    normal: direction(random),
    gap: random.between(0.05, 2),
    rotationA: axisRotation(direction(random), random.between(-Math.PI, Math.PI)),
    rotationB: axisRotation(direction(random), random.between(-Math.PI, Math.PI)),
  }));
}

/** A smooth motion: both bodies rotate at about 1 rad/s, the normal moves over all of A, the gap oscillates between 0.1 and 1.1 m. */
export function moveEllipsoids(count: number, step: number, axesB: Triple): EllipsoidPoses {
  const axisA = unit([1, 0.2, 0.5]);
  const axisB = unit([0.3, 1, -0.4]);
  return placeEllipsoids(count, axesB, (i) => {
    const t = i * step;
    return {
      normal: unit([Math.cos(0.7 * t), Math.sin(0.7 * t), 0.8 * Math.sin(0.45 * t + 1)]),
      gap: 0.6 + 0.5 * Math.sin(1.1 * t),
      rotationA: axisRotation(axisA, 0.9 * t),
      rotationB: axisRotation(axisB, 1.2 * t),
    };
  });
}

interface Placement {
  readonly normal: Triple;
  readonly gap: number;
  readonly rotationA: readonly number[];
  readonly rotationB: readonly number[];
}

function placeEllipsoids(count: number, axesB: Triple, place: (i: number) => Placement): EllipsoidPoses {
  const poses = new Float64Array(STRIDE * count);
  const expected = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const { normal, gap, rotationA, rotationB } = place(i);
    const reachA = support(AXES_A, rotationA, normal);
    const reachB = support(axesB, rotationB, normal);
    const position = normal.map((n, k) => reachA[k] + gap * n + reachB[k]);
    poses.set([0, 0, 0, ...rotationA, ...position, ...rotationB], STRIDE * i);
    expected[i] = gap;
  }
  return { poses, expected };
}

/** Support point in direction n, relative to the centre: R S² Rᵀn / |S Rᵀn|. */
function support(axes: Triple, r: readonly number[], n: Triple): number[] {
  const m = axes.map((a, k) => a * (r[k] * n[0] + r[3 + k] * n[1] + r[6 + k] * n[2]));
  const length = Math.hypot(...m);
  const p = axes.map((a, k) => (a * m[k]) / (length || 1));
  return [0, 3, 6].map((row) => r[row] * p[0] + r[row + 1] * p[1] + r[row + 2] * p[2]);
}

export function direction(random: Random): Triple {
  const z = random.between(-1, 1);
  const angle = random.between(-Math.PI, Math.PI);
  const ring = Math.sqrt(1 - z * z);
  return [ring * Math.cos(angle), ring * Math.sin(angle), z];
}

function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Rotation about a unit axis, by rows. */
export function axisRotation([x, y, z]: Triple, angle: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const k = 1 - c;
  // biome-ignore format: one row per line
  return [
    c + k * x * x, k * x * y - s * z, k * x * z + s * y,
    k * x * y + s * z, c + k * y * y, k * y * z - s * x,
    k * x * z - s * y, k * y * z + s * x, c + k * z * z,
  ];
}

/** The ellipsoid as one NURBS surface of degree 2 with 9 x 5 control points, a half circle revolved about z, as in CAD files. */
export function ellipsoidNurbs([a, b, c]: Triple) {
  const corners = [1, 0, 1, 1, 0, 1, -1, 1, -1, 0, -1, -1, 0, -1, 1, -1, 1, 0];
  const profile = [0, -1, 1, -1, 1, 0, 1, 1, 0, 1];
  const grid = <T>(make: (i: number, j: number) => T) =>
    Array.from({ length: 9 }, (_, i) => Array.from({ length: 5 }, (_, j) => make(i, j)));
  return {
    points: grid((i, j) => [
      a * corners[2 * i] * profile[2 * j],
      b * corners[2 * i + 1] * profile[2 * j],
      c * profile[2 * j + 1],
    ]),
    weights: grid((i, j) => (i % 2 ? Math.SQRT1_2 : 1) * (j % 2 ? Math.SQRT1_2 : 1)),
    knotsU: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    knotsV: [0, 0, 0, 1, 1, 2, 2, 2],
  };
}
