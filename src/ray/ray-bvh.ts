/** Ray traversal of a bounding volume hierarchy, nearer child first. */
import type { Bvh } from '../shapes/bvh.ts';
import { nearestEntry } from './nearest-span.ts';
import { FROM, span, TO } from './ray-span.ts';

/** Trees split their items in halves: 64 levels hold more items than fit in memory. */
const stack = new Int32Array(64);
const entries = new Float64Array(64);
/** Boxes are inflated by this fraction of the coordinates: the rounding of a ray. */
const ROUNDING = 4e-15;

/** Entry into the box tested last; Infinity for a miss. */
let boxEntry = 0;

/** Calls `visit` for the items whose boxes, inflated by `radius`, the ray hits before `nearestEntry`. */
export function visitItems(
  { boxes, links }: Bvh,
  line: Float64Array,
  radius: number,
  visit: (item: number) => void,
): void {
  let count = 0;
  if (!hitsBox(boxes, 0, line, radius)) return;
  stack[count] = 0;
  entries[count++] = boxEntry;
  while (count > 0) {
    const node = stack[--count];
    if (entries[count] > nearestEntry()) continue;
    const link = links[node];
    if (link < 0) {
      visit(-1 - link);
      continue;
    }
    const first = hitsBox(boxes, node + 1, line, radius) ? boxEntry : Number.POSITIVE_INFINITY;
    const second = hitsBox(boxes, link, line, radius) ? boxEntry : Number.POSITIVE_INFINITY;
    // nearer child on top
    const near = first <= second ? node + 1 : link;
    const far = first <= second ? link : node + 1;
    if (Math.max(first, second) < Number.POSITIVE_INFINITY) {
      stack[count] = far;
      entries[count++] = Math.max(first, second);
    }
    if (Math.min(first, second) < Number.POSITIVE_INFINITY) {
      stack[count] = near;
      entries[count++] = Math.min(first, second);
    }
  }
}

function hitsBox(boxes: Float64Array, node: number, line: Float64Array, radius: number): boolean {
  let enter = span[FROM];
  let exit = span[TO];
  for (let k = 0; k < 3; k++) {
    const midpoint = boxes[6 * node + k];
    const half = boxes[6 * node + 3 + k] + radius;
    const h = half + ROUNDING * (Math.abs(midpoint) + half + Math.abs(line[k]));
    const o = line[k] - midpoint;
    const d = line[3 + k];
    if (d === 0) {
      if (Math.abs(o) > h) return false;
      continue;
    }
    const a = (-h - o) / d;
    const b = (h - o) / d;
    enter = Math.max(enter, Math.min(a, b));
    exit = Math.min(exit, Math.max(a, b));
  }
  boxEntry = enter;
  return enter <= exit;
}
