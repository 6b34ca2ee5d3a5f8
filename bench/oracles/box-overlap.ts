import type { BinBox } from '../inputs/box-bin.ts';

/** Overlaps of the boxes of a bin, from their poses alone: separating axes of all pairs of neighbours in a grid. The same for all engines. */

export interface Overlaps {
  /** Number of pairs that overlap. */
  readonly pairs: number;
  /** Mean over these pairs, and maximum [m]. */
  readonly mean: number;
  readonly deepest: number;
}

/** A box with the unit vectors along its edges, and the radius of its circumscribed sphere. */
interface OrientedBox {
  readonly at: Triple;
  readonly half: Triple;
  readonly axes: readonly [Triple, Triple, Triple];
  readonly radius: number;
}

type Triple = readonly [number, number, number];

/** Below this length the cross product of two edges is not an axis: the edges are parallel. */
const PARALLEL = 1e-6;

/** `fixed` boxes are not compared with each other. */
export function measureOverlaps(fixed: readonly BinBox[], boxes: readonly BinBox[]): Overlaps {
  const [obstacles, free] = [fixed.map(orient), boxes.map(orient)];
  const depths: number[] = [];
  const compare = (a: OrientedBox, b: OrientedBox) => {
    const depth = overlapOf(a, b);
    if (depth > 0) depths.push(depth);
  };
  const cell = 2 * Math.max(...free.map(({ radius }) => radius));
  const grid = new Map<string, OrientedBox[]>();
  for (const box of free) {
    for (const obstacle of obstacles) compare(obstacle, box);
    const [i, j, k] = box.at.map((x) => Math.floor(x / cell));
    for (let near = 0; near < 27; near++) {
      const key = `${i + (near % 3) - 1} ${j + (Math.floor(near / 3) % 3) - 1} ${k + Math.floor(near / 9) - 1}`;
      for (const other of grid.get(key) ?? []) compare(other, box);
    }
    const key = `${i} ${j} ${k}`;
    grid.set(key, [...(grid.get(key) ?? []), box]);
  }
  const sum = depths.reduce((total, depth) => total + depth, 0);
  return { pairs: depths.length, mean: depths.length > 0 ? sum / depths.length : 0, deepest: Math.max(0, ...depths) };
}

/** Smallest overlap along the normals of the faces and the cross products of the edges: the penetration depth; negative if apart. */
function overlapOf(a: OrientedBox, b: OrientedBox): number {
  const between: Triple = [b.at[0] - a.at[0], b.at[1] - a.at[1], b.at[2] - a.at[2]];
  let least = a.radius + b.radius - Math.hypot(...between);
  if (least < 0) return least;
  least = Number.POSITIVE_INFINITY;
  const along = (axis: Triple) => {
    const length = Math.hypot(...axis);
    if (length < PARALLEL) return;
    least = Math.min(least, (extentOf(a, axis) + extentOf(b, axis) - Math.abs(dot(between, axis))) / length);
  };
  for (const axis of [...a.axes, ...b.axes]) along(axis);
  for (const u of a.axes) for (const v of b.axes) along(cross(u, v));
  return least;
}

function extentOf({ half, axes }: OrientedBox, axis: Triple): number {
  return axes.reduce((sum, edge, k) => sum + half[k] * Math.abs(dot(edge, axis)), 0);
}

function orient({ half, at, rotated: [w, x, y, z] }: BinBox): OrientedBox {
  return {
    at,
    half,
    axes: [
      [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
      [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
      [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ],
    radius: Math.hypot(...half),
  };
}

function dot(u: Triple, v: Triple): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: Triple, v: Triple): Triple {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
