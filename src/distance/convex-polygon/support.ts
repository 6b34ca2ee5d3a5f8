import { direction } from './scratch.ts';

/** Three neighbours whose heights differ by less than this share of the coordinates lie on a side square to the direction. */
const FLAT = 1e-12;

/** Up to this many vertices all heights are looked at. */
const FEW = 15;

/** Index of the vertex of a convex polygon that lies farthest along `direction`. */
export function supportVertex(vertices: Float64Array, count: number): number {
  const top = count <= FEW ? onlyTop(vertices, count) : -1;
  return top >= 0 ? top : highestVertex(vertices, count);
}

/**
 * The vertex after which the heights stop rising, or -1 where rounding makes them do so more than once. A bit for each vertex
 * that is above the one before it: no branch to guess, which for so few vertices would be most of the time.
 */
function onlyTop(vertices: Float64Array, count: number): number {
  const dx = direction[0];
  const dy = direction[1];
  const first = dx * vertices[0] + dy * vertices[1];
  let before = first;
  let rising = 0;
  for (let i = 1; i < count; i++) {
    const height = dx * vertices[2 * i] + dy * vertices[2 * i + 1];
    rising |= +(height > before) << i;
    before = height;
  }
  rising |= +(first > before);
  const tops = rising & ~((rising >> 1) | (rising << (count - 1)));
  return tops !== 0 && (tops & (tops - 1)) === 0 ? 31 - Math.clz32(tops) : -1;
}

/**
 * The same by comparing heights, of up to 15 vertices all. More: the height along the outline has one hill, so the best of some
 * eight evenly spread vertices brackets the top, and halving the stride closes in.
 */
function highestVertex(vertices: Float64Array, count: number): number {
  const dx = direction[0];
  const dy = direction[1];
  let best = 0;
  let height = dx * vertices[0] + dy * vertices[1];
  let stride = Math.max(1, count >> 3);
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

/**
 * The same by climbing from the vertex `start`. A climb that ends level with both neighbours may be at the foot of the hill,
 * on a straight side that faces away: then the search starts over.
 */
export function climbVertex(vertices: Float64Array, count: number, start: number): number {
  const dx = direction[0];
  const dy = direction[1];
  let best = start;
  let up = best + 1 < count ? best + 1 : 0;
  let down = best > 0 ? best - 1 : count - 1;
  let height = dx * vertices[2 * best] + dy * vertices[2 * best + 1];
  let hUp = dx * vertices[2 * up] + dy * vertices[2 * up + 1];
  let hDown = dx * vertices[2 * down] + dy * vertices[2 * down + 1];
  if (hUp > height) {
    do {
      hDown = height;
      height = hUp;
      best = up;
      up = best + 1 < count ? best + 1 : 0;
      hUp = dx * vertices[2 * up] + dy * vertices[2 * up + 1];
    } while (hUp > height);
  } else {
    while (hDown > height) {
      hUp = height;
      height = hDown;
      best = down;
      down = best > 0 ? best - 1 : count - 1;
      hDown = dx * vertices[2 * down] + dy * vertices[2 * down + 1];
    }
  }
  const size = Math.abs(vertices[2 * up]) + Math.abs(vertices[2 * up + 1]) + Math.abs(vertices[2 * down]);
  const flat = FLAT * (Math.abs(dx) + Math.abs(dy)) * (size + Math.abs(vertices[2 * down + 1]));
  return count < 3 || height - hUp + (height - hDown) > flat ? best : supportVertex(vertices, count);
}
