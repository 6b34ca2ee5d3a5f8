import type { PolygonWorkspace } from './scratch.ts';

/** Three neighbours whose heights differ by less than this fraction of the coordinates lie on a side perpendicular to the direction. */
const FLAT = 1e-12;

/** Up to this many vertices all heights are compared. */
const FEW = 15;

/** Support point: index of the vertex of a convex polygon that is extreme in `direction`. */
export function supportVertex(workspace: PolygonWorkspace, vertices: Float64Array, count: number): number {
  const top = count <= FEW ? onlyTop(workspace, vertices, count) : -1;
  return top >= 0 ? top : highestVertex(workspace, vertices, count);
}

/**
 * The vertex after which the heights stop rising, or -1 where rounding makes that ambiguous. One bit per vertex
 * that is higher than its predecessor: branch-free, because mispredicted branches would dominate for few vertices.
 */
function onlyTop(workspace: PolygonWorkspace, vertices: Float64Array, count: number): number {
  const { direction } = workspace;
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
 * The same by comparing heights; for up to 15 vertices, all of them. Beyond: the height along the outline is unimodal, so the best of about
 * eight uniformly spaced vertices brackets the maximum, and halving the stride closes in.
 */
function highestVertex(workspace: PolygonWorkspace, vertices: Float64Array, count: number): number {
  const { direction } = workspace;
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
 * The same by hill climbing from the vertex `start`. A climb that ends level with both neighbours may be at a minimum,
 * on a straight side that faces away: then the full search runs.
 */
export function climbVertex(workspace: PolygonWorkspace, vertices: Float64Array, count: number, start: number): number {
  const { direction } = workspace;
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
  return count < 3 || height - hUp + (height - hDown) > flat ? best : supportVertex(workspace, vertices, count);
}
