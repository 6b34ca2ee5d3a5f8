import { orientation3 } from '../../math/orientation.ts';

/** A triangle of the hull surface, counter-clockwise seen from outside. */
export interface HullTriangle {
  /** Point indices. */
  readonly corners: readonly [number, number, number];
  /** The neighbour at the edge from corner k to corner k + 1. */
  readonly neighbours: HullTriangle[];
  /** Points strictly outside this triangle, not yet in the hull. */
  outside: number[];
  alive: boolean;
}

/**
 * Quickhull [CP13-1.5] on packed points xyz xyz ... from four points that span a volume. An exact predicate decides
 * whether a point sees a triangle, so the surface is closed and convex for any input: no tolerance, no failure case.
 * Faces with more than three corners are returned as coplanar triangles.
 */
export function quickhull(points: Float64Array, simplex: readonly [number, number, number, number]): HullTriangle[] {
  const triangles = startTriangles(points, simplex);
  const others = Array.from({ length: points.length / 3 }, (_, i) => i).filter((i) => !simplex.includes(i));
  assignOutside(points, triangles, others);
  const waiting = triangles.slice();
  for (let triangle = waiting.pop(); triangle; triangle = waiting.pop()) {
    if (!triangle.alive || triangle.outside.length === 0) continue;
    const added = addPoint(points, triangle, farthestOutside(points, triangle));
    triangles.push(...added);
    waiting.push(...added);
  }
  return triangles.filter((triangle) => triangle.alive);
}

function createTriangle(a: number, b: number, c: number): HullTriangle {
  return { corners: [a, b, c], neighbours: [], outside: [], alive: true };
}

function startTriangles(points: Float64Array, simplex: readonly [number, number, number, number]): HullTriangle[] {
  const [a, d] = [simplex[0], simplex[3]];
  // seen from d, a b c is clockwise: it is the outside of the bottom
  const flip = orientation3(points, a, simplex[1], simplex[2], d) > 0;
  const [b, c] = flip ? [simplex[2], simplex[1]] : [simplex[1], simplex[2]];
  const bottom = createTriangle(a, b, c);
  const sides = [createTriangle(b, a, d), createTriangle(c, b, d), createTriangle(a, c, d)];
  bottom.neighbours.push(...sides);
  sides.forEach((side, k) => {
    side.neighbours.push(bottom, sides[(k + 2) % 3], sides[(k + 1) % 3]);
  });
  return [bottom, ...sides];
}

function sees(points: Float64Array, triangle: HullTriangle, point: number): boolean {
  return heightAbove(points, triangle, point) > 0;
}

/** Height over the triangle times twice its area; the sign is exact. */
function heightAbove(points: Float64Array, triangle: HullTriangle, point: number): number {
  const [a, b, c] = triangle.corners;
  return orientation3(points, a, b, c, point);
}

/** Assigns each point to one triangle it sees; a point that sees none is inside and is dropped. */
function assignOutside(points: Float64Array, triangles: readonly HullTriangle[], candidates: readonly number[]): void {
  for (const point of candidates) {
    triangles.find((triangle) => sees(points, triangle, point))?.outside.push(point);
  }
}

function farthestOutside(points: Float64Array, triangle: HullTriangle): number {
  let farthest = triangle.outside[0];
  let greatest = 0;
  for (const point of triangle.outside) {
    const height = heightAbove(points, triangle, point);
    if (height > greatest) {
      greatest = height;
      farthest = point;
    }
  }
  return farthest;
}

/** Replaces all triangles that `point` sees by a fan from it to the horizon; returns the fan. */
function addPoint(points: Float64Array, start: HullTriangle, point: number): HullTriangle[] {
  start.alive = false;
  const seen = [start];
  for (const triangle of seen) {
    for (const neighbour of triangle.neighbours) {
      if (!neighbour.alive || !sees(points, neighbour, point)) continue;
      neighbour.alive = false;
      seen.push(neighbour);
    }
  }
  const fan = fanToHorizon(seen, point);
  const orphans = seen.flatMap((triangle) => triangle.outside).filter((other) => other !== point);
  assignOutside(points, fan, orphans);
  return fan;
}

/** The horizon is one closed loop: each fan triangle starts at the corner where another one ends. */
function fanToHorizon(seen: readonly HullTriangle[], point: number): HullTriangle[] {
  const startingAt = new Map<number, HullTriangle>();
  for (const triangle of seen) {
    for (let k = 0; k < 3; k++) {
      const beyond = triangle.neighbours[k];
      if (!beyond.alive) continue;
      const [from, to] = [triangle.corners[k], triangle.corners[(k + 1) % 3]];
      const created = createTriangle(from, to, point);
      created.neighbours[0] = beyond;
      beyond.neighbours[beyond.corners.indexOf(to)] = created;
      startingAt.set(from, created);
    }
  }
  for (const triangle of startingAt.values()) {
    const next = startingAt.get(triangle.corners[1]) as HullTriangle;
    triangle.neighbours[1] = next;
    next.neighbours[2] = triangle;
  }
  return [...startingAt.values()];
}
