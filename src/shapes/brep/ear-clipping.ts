import { orientation } from '../../math/orientation.ts';

/**
 * Triangulates polygons with holes: each hole is joined to its outer polygon by a bridge, then ears are cut off. `x` and `y` are the corners;
 * a loop lists its corners, outer ones counter-clockwise, holes clockwise. Returns three corners per triangle, counter-clockwise.
 */
export function triangulateLoops(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  outer: readonly number[],
  holes: readonly (readonly number[])[],
): number[] {
  const rightmost = (loop: readonly number[]) => loop.reduce((best, p) => (x[p] > x[best] ? p : best), loop[0]);
  let polygon = [...outer];
  for (const hole of holes.toSorted((a, b) => x[rightmost(b)] - x[rightmost(a)])) {
    polygon = bridge(x, y, polygon, hole, rightmost(hole));
  }
  return cutEars(x, y, polygon);
}

/** Joins a hole to a polygon between its rightmost corner and a corner that it sees (Eberly). */
function bridge(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  polygon: readonly number[],
  hole: readonly number[],
  m: number,
): number[] {
  let nearest = Number.POSITIVE_INFINITY;
  let at = -1;
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    if (y[p] > y[m] || y[q] < y[m] || y[p] === y[q]) return;
    const cross = x[p] + ((y[m] - y[p]) / (y[q] - y[p])) * (x[q] - x[p]);
    if (cross < x[m] || cross >= nearest) return;
    nearest = cross;
    at = x[p] > x[q] ? i : (i + 1) % polygon.length;
  });
  if (at < 0) return [...polygon];
  // a corner inside the triangle of m, the crossing and the candidate hides the candidate: take the one at the smallest angle
  const candidate = polygon[at];
  let least = Number.POSITIVE_INFINITY;
  polygon.forEach((p, i) => {
    if (p === candidate || x[p] < x[m]) return;
    const up = y[candidate] >= y[m];
    if (up ? y[p] < y[m] || y[p] > y[candidate] : y[p] > y[m] || y[p] < y[candidate]) return;
    const side = orientation(x[m], y[m], x[candidate], y[candidate], x[p], y[p]);
    if (up ? side > 0 : side < 0) return;
    if (orientation(nearest, y[m], x[candidate], y[candidate], x[p], y[p]) * (up ? 1 : -1) < 0) return;
    const slope = Math.abs(y[p] - y[m]) / (x[p] - x[m]);
    if (slope >= least) return;
    least = slope;
    at = i;
  });
  const start = hole.indexOf(m);
  const around = [...hole.slice(start), ...hole.slice(0, start), m];
  return [...polygon.slice(0, at + 1), ...around, ...polygon.slice(at)];
}

function cutEars(x: ArrayLike<number>, y: ArrayLike<number>, polygon: number[]): number[] {
  const triangles: number[] = [];
  const rest = [...polygon];
  let k = 0;
  let failures = 0;
  while (rest.length > 3) {
    const n = rest.length;
    const [a, b, c] = [rest[(k + n - 1) % n], rest[k % n], rest[(k + 1) % n]];
    // after a whole round without an ear the polygon is degenerate: cut anyway
    if (isEar(x, y, rest, a, b, c) || failures > n) {
      if (orientation(x[a], y[a], x[b], y[b], x[c], y[c]) > 0) triangles.push(a, b, c);
      rest.splice(k % n, 1);
      failures = 0;
      k = (k + 1) % rest.length;
    } else {
      failures++;
      k = (k + 1) % n;
    }
  }
  if (orientation(x[rest[0]], y[rest[0]], x[rest[1]], y[rest[1]], x[rest[2]], y[rest[2]]) > 0) triangles.push(...rest);
  return triangles;
}

// biome-ignore format: one group per line
function isEar(
  x: ArrayLike<number>, y: ArrayLike<number>, polygon: readonly number[], a: number, b: number, c: number,
): boolean {
  if (!(orientation(x[a], y[a], x[b], y[b], x[c], y[c]) > 0)) return false;
  const [lowX, highX] = [Math.min(x[a], x[b], x[c]), Math.max(x[a], x[b], x[c])];
  const [lowY, highY] = [Math.min(y[a], y[b], y[c]), Math.max(y[a], y[b], y[c])];
  for (const p of polygon) {
    const [px, py] = [x[p], y[p]];
    if (px < lowX || px > highX || py < lowY || py > highY) continue;
    // corners of bridges appear twice
    if ((px === x[a] && py === y[a]) || (px === x[b] && py === y[b]) || (px === x[c] && py === y[c])) continue;
    if (
      orientation(x[a], y[a], x[b], y[b], px, py) >= 0 &&
      orientation(x[b], y[b], x[c], y[c], px, py) >= 0 &&
      orientation(x[c], y[c], x[a], y[a], px, py) >= 0
    ) {
      return false;
    }
  }
  return true;
}
