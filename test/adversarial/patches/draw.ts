import type { Random } from '../../../src/math/random.ts';

/** Points with velocities and accelerations, xyz xyz ..., for a step of one second. */
export interface DrawnMotion {
  readonly start: Float64Array;
  readonly velocities: Float64Array;
  readonly accelerations: Float64Array;
  /** There is a contact at this time or before it, by construction. */
  readonly aimedAt?: number;
}

export const PATH_KINDS = [
  'random',
  'grid',
  'aimed',
  'near the boundary',
  'flat',
  'flat in passing',
  'collapsed',
  'on the surface',
  'far away',
  'mixed exponents',
  'co-moving',
] as const;

export type PathKind = (typeof PATH_KINDS)[number];

type Points = number[][];

/** Coordinates of the corners 0 to 3, then of the node; with and without accelerations. */
export function drawPatch(random: Random, kind: PathKind, accelerated: boolean): DrawnMotion {
  const whole = (size: number) => random.below(2 * size + 1) - size;
  const eighth = () => whole(16) / 8;
  const real = () => random.between(-1, 1);
  const rows = (value: () => number): Points => [0, 1, 2, 3, 4].map(() => [value(), value(), value()]);
  const draw = { random: real, grid: () => whole(2) }[kind as 'random' | 'grid'] ?? eighth;
  const [x, v, a] = [rows(draw), rows(draw), rows(() => (accelerated ? 2 * draw() : 0))];
  switch (kind) {
    case 'aimed':
      return aim(random, x, v, a, 0);
    case 'near the boundary':
      return aim(random, x, v, a, (random.next() < 0.5 ? 1 : -1) * 2 ** -(3 + random.below(30)));
    case 'flat': {
      // a plane that stays one: z is an affine function of x and y
      const [p, q] = [whole(2), whole(2)];
      for (const points of [x, v, a]) for (let i = 0; i < 4; i++) points[i][2] = p * points[i][0] + q * points[i][1];
      return random.next() < 0.5 ? aim(random, x, v, a, 0) : pack(x, v, a);
    }
    case 'flat in passing': {
      // in the plane z = 0 at half the step
      for (let i = 0; i < 4; i++) x[i][2] = -v[i][2] / 2 - a[i][2] / 8;
      return random.next() < 0.7 ? aim(random, x, v, a, 0) : pack(x, v, a);
    }
    case 'collapsed': {
      const [from, to] = [random.below(4), random.below(4)];
      for (const points of [x, v, a]) points[to] = [...points[from]];
      return random.next() < 0.5 ? aim(random, x, v, a, 0) : pack(x, v, a);
    }
    case 'on the surface': {
      // a point of the patch, or of the surface beyond it, that moves with it
      const weights = shapeFunctions([0.5, 1, 1.25, -0.25][random.below(4)], [0.25, 0, 1][random.below(3)]);
      for (const points of [x, v, a]) points[4] = [0, 1, 2].map((axis) => mean(weights, points, axis));
      return pack(x, v, a);
    }
    case 'far away': {
      for (const point of x) for (let axis = 0; axis < 3; axis++) point[axis] += 2 ** 20;
      return aim(random, x, v, a, 0);
    }
    case 'mixed exponents': {
      const stretch = (points: Points) => points.map((point) => point.map((value) => value * 2 ** whole(30)));
      return pack(stretch(x), stretch(v), stretch(a));
    }
    case 'co-moving': {
      for (let i = 1; i < 5; i++) {
        v[i] = [...v[0]];
        if (i < 4) a[i] = [...a[0]];
      }
      return random.next() < 0.5 ? aim(random, x, v, a, 0) : pack(x, v, a);
    }
    default:
      return pack(x, v, a);
  }
}

function shapeFunctions(xi: number, eta: number): number[] {
  return [(1 - xi) * (1 - eta), xi * (1 - eta), xi * eta, (1 - xi) * eta];
}

function mean(weights: readonly number[], points: Points, axis: number): number {
  return weights.reduce((sum, weight, i) => sum + weight * points[i][axis], 0);
}

/** Moves the node so that at a quarter of the step or later it is at a point of the patch, or `offset` beyond its boundary. */
function aim(random: Random, x: Points, v: Points, a: Points, offset: number): DrawnMotion {
  const parameter = () => [0, 0.25, 0.5, 0.625, 1][random.below(5)];
  const [xi, eta, tau] = [parameter(), parameter(), [0.25, 0.5, 0.75, 1][random.below(4)]];
  const weights = shapeFunctions(offset === 0 ? xi : 1 + offset, eta);
  const at = (i: number, axis: number) => x[i][axis] + tau * v[i][axis] + (tau * tau * a[i][axis]) / 2;
  const there = [0, 1, 2].map((axis) => weights.reduce((sum, weight, i) => sum + weight * at(i, axis), 0));
  x[4] = there.map((value, axis) => value - tau * v[4][axis] - (tau * tau * a[4][axis]) / 2);
  return pack(x, v, a, offset <= 0 ? tau : undefined);
}

function pack(x: Points, v: Points, a: Points, aimedAt?: number): DrawnMotion {
  const [start, velocities, accelerations] = [x, v, a].map((points) => Float64Array.from(points.flat()));
  return { start, velocities, accelerations, aimedAt };
}
