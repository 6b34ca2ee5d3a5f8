/** Reduces the points of many parts to at most four for each contact normal. */

import { clearCandidates, GAP, reserveCandidates } from './candidate-points.ts';
import { setContactFrameOfA } from './contact-frame.ts';
import { createManifoldWorkspace } from './manifold-workspace.ts';
import { type ContactPoints, movePoint, reservePoints } from './point-list.ts';
import { chooseBest } from './reduce-manifold.ts';

const manifold = createManifoldWorkspace();
const candidates = manifold.candidates;
const frameA = manifold.frameA;
const chosen = manifold.chosen;

/** Normals at a smaller angle than this (cosine) count as equal. */
const SAME_DIRECTION = 0.995;
/** Points closer together than this fraction of the size are merged. */
const SAME_POINT = 1e-6;

/** State of each point. */
const FREE = 0;
const SELECTED = 1;
const DROPPED = 2;
let states = new Uint8Array(64);
/** Indices of the points of a group. */
let members = new Int32Array(64);
const normal = new Float64Array(3);

/**
 * Selects the best points for each normal and sorts them by depth, deepest first. `size` is that of the smaller body, `margin` the largest
 * gap of a point [m].
 */
export function mergePoints(out: ContactPoints, size: number, margin: number): void {
  const { count } = out;
  if (count > states.length) {
    states = new Uint8Array(2 * count);
    members = new Int32Array(2 * count);
  }
  states.fill(FREE, 0, count);
  reserveCandidates(manifold, count);
  for (let leader = deepestFree(out); leader >= 0; leader = deepestFree(out))
    mergeAround(out, leader, SAME_POINT * size, margin);
  let selected = 0;
  for (let k = 0; k < count; k++) if (states[k] === SELECTED) movePoint(out, k, selected++);
  out.count = selected;
  sortByDepth(out);
}

function deepestFree({ count, distances }: ContactPoints): number {
  let best = -1;
  for (let k = 0; k < count; k++) if (states[k] === FREE && (best < 0 || distances[k] < distances[best])) best = k;
  return best;
}

/** Reduces all free points whose normal is nearly that of the leader, in its contact frame. */
// biome-ignore format: one vector per line
function mergeAround(out: ContactPoints, leader: number, near: number, margin: number): void {
  const { count, normals: n, pointsA: p, distances } = out;
  const x = n[3 * leader], y = n[3 * leader + 1], z = n[3 * leader + 2];
  normal[0] = x; normal[1] = y; normal[2] = z;
  setContactFrameOfA(manifold, normal);
  clearCandidates(manifold, margin);
  for (let k = 0; k < count; k++) {
    if (states[k] !== FREE || n[3 * k] * x + n[3 * k + 1] * y + n[3 * k + 2] * z < SAME_DIRECTION) continue;
    const dx = p[3 * k] - p[3 * leader], dy = p[3 * k + 1] - p[3 * leader + 1], dz = p[3 * k + 2] - p[3 * leader + 2];
    const at = 4 * candidates.count;
    candidates.numbers[at] = frameA[3] * dx + frameA[4] * dy + frameA[5] * dz;
    candidates.numbers[at + 1] = frameA[6] * dx + frameA[7] * dy + frameA[8] * dz;
    candidates.numbers[at + GAP] = distances[k];
    members[candidates.count++] = k;
    states[k] = DROPPED;
  }
  const best = chooseBest(manifold, near * near);
  for (let k = 0; k < best; k++) states[members[chosen[k]]] = SELECTED;
}

/** Sorts points by depth, the deepest first. Insertion sort: few points remain. */
export function sortByDepth(out: ContactPoints): void {
  const { count, distances } = out;
  reservePoints(out, 1);
  for (let k = 1; k < count; k++) {
    let to = k;
    while (to > 0 && distances[to - 1] > distances[k]) to--;
    if (to === k) continue;
    movePoint(out, k, count);
    for (let l = k; l > to; l--) movePoint(out, l - 1, l);
    movePoint(out, count, to);
  }
}
