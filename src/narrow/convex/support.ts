/** Up to this many vertices a plain scan is fastest. */
export const SCAN_LIMIT = 8;

/**
 * Index of the vertex of a convex polygon that lies farthest along (dx, dy). Few vertices are scanned. Many: the height along
 * the outline has one hill, so the best of eight evenly spread vertices brackets the top, and halving the stride closes in.
 */
export function supportVertex(vertices: Float64Array, count: number, dx: number, dy: number): number {
  let best = 0;
  let height = dx * vertices[0] + dy * vertices[1];
  let stride = count > SCAN_LIMIT ? (count / SCAN_LIMIT) | 0 : 1;
  for (let i = stride; i < count; i += stride) {
    const h = dx * vertices[2 * i] + dy * vertices[2 * i + 1];
    if (h > height) {
      height = h;
      best = i;
    }
  }
  while (stride > 1) {
    stride = (stride + 1) >> 1;
    const up = best + stride < count ? best + stride : best + stride - count;
    const down = best >= stride ? best - stride : best - stride + count;
    const hUp = dx * vertices[2 * up] + dy * vertices[2 * up + 1];
    const hDown = dx * vertices[2 * down] + dy * vertices[2 * down + 1];
    if (hUp > height) {
      height = hUp;
      best = up;
    }
    if (hDown > height) {
      height = hDown;
      best = down;
    }
  }
  return best;
}

/** The same by climbing from the vertex `start`, which should face much the same way. Goes up the steeper side. */
export function climbVertex(vertices: Float64Array, count: number, start: number, dx: number, dy: number): number {
  let best = start;
  let height = dx * vertices[2 * best] + dy * vertices[2 * best + 1];
  let up = best + 1 < count ? best + 1 : 0;
  let down = best > 0 ? best - 1 : count - 1;
  let hUp = dx * vertices[2 * up] + dy * vertices[2 * up + 1];
  let hDown = dx * vertices[2 * down] + dy * vertices[2 * down + 1];
  if (hUp >= hDown) {
    while (hUp > height) {
      height = hUp;
      best = up;
      up = best + 1 < count ? best + 1 : 0;
      hUp = dx * vertices[2 * up] + dy * vertices[2 * up + 1];
    }
  } else {
    while (hDown > height) {
      height = hDown;
      best = down;
      down = best > 0 ? best - 1 : count - 1;
      hDown = dx * vertices[2 * down] + dy * vertices[2 * down + 1];
    }
  }
  return best;
}
