/**
 * Separation of two convex polygons by brute force: every edge with every vertex. Slow, short, and independent of the
 * methods that it checks. Polygons are world vertices xy xy ..., counter-clockwise.
 */

/** Writes the world vertices of a body polygon at position (x, y), rotated by the angle with cosine c and sine s. */
// biome-ignore format: one rotation, one line
export function placePolygon(
  out: Float64Array, body: Float64Array, x: number, y: number, c: number, s: number,
): Float64Array {
  for (let k = 0; k < body.length; k += 2) {
    out[k] = x + c * body[k] - s * body[k + 1];
    out[k + 1] = y + s * body[k] + c * body[k + 1];
  }
  return out;
}

/** Signed distance: the gap, or minus the length of the minimum translation that separates them. */
export function signedDistance(a: Float64Array, b: Float64Array): number {
  const separation = separationAlongNormals(a, b);
  return separation < 0 ? separation : Math.min(nearestVertex(a, b), nearestVertex(b, a));
}

/** Maximum gap along the edge normals of both: a lower bound of the distance, and minus the depth for overlapping polygons. */
export function separationAlongNormals(a: Float64Array, b: Float64Array): number {
  return Math.max(alongNormalsOf(a, b), alongNormalsOf(b, a));
}

function alongNormalsOf(a: Float64Array, b: Float64Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < a.length; i += 2) {
    const j = i + 2 < a.length ? i + 2 : 0;
    const dx = a[j] - a[i];
    const dy = a[j + 1] - a[i + 1];
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < b.length; k += 2) {
      nearest = Math.min(nearest, dy * (b[k] - a[i]) - dx * (b[k + 1] - a[i + 1]));
    }
    best = Math.max(best, nearest / Math.sqrt(dx * dx + dy * dy));
  }
  return best;
}

/** Minimum distance of the vertices of b from the edges of a. */
function nearestVertex(a: Float64Array, b: Float64Array): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.length; i += 2) {
    const j = i + 2 < a.length ? i + 2 : 0;
    const dx = a[j] - a[i];
    const dy = a[j + 1] - a[i + 1];
    const lengthSq = dx * dx + dy * dy;
    for (let k = 0; k < b.length; k += 2) {
      const gx = b[k] - a[i];
      const gy = b[k + 1] - a[i + 1];
      const t = Math.min(1, Math.max(0, (gx * dx + gy * dy) / lengthSq));
      const ex = gx - t * dx;
      const ey = gy - t * dy;
      best = Math.min(best, ex * ex + ey * ey);
    }
  }
  return Math.sqrt(best);
}
