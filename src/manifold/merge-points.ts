/** Of the points of many parts the few that hold a body: up to four for each direction they push in. */

import { candidates, clearCandidates, GAP, reserveCandidates } from './candidate-points.ts';
import { frameA, setContactFrameOfA } from './contact-frame.ts';
import { type ContactPoints, movePoint, reservePoints } from './point-list.ts';
import { chooseBest, chosen } from './reduce-manifold.ts';

/** Normals at a smaller angle than this (its cosine) are one direction. */
const SAME_DIRECTION = 0.995;
/** Points nearer to each other than this share of the size are one. */
const SAME_PLACE = 1e-6;

/** What became of each point. */
const FREE = 0;
const KEPT = 1;
const DROPPED = 2;
let fates = new Uint8Array(64);
/** Numbers of the points of a group. */
let members = new Int32Array(64);
const normal = new Float64Array(3);

/** Keeps the best of the points for every direction, and puts the deepest first. `size` is that of the smaller body [m]. */
export function mergePoints(out: ContactPoints, size: number): void {
  const { count } = out;
  if (count > fates.length) {
    fates = new Uint8Array(2 * count);
    members = new Int32Array(2 * count);
  }
  fates.fill(FREE, 0, count);
  reserveCandidates(count);
  for (let leader = deepestFree(out); leader >= 0; leader = deepestFree(out))
    mergeAround(out, leader, SAME_PLACE * size);
  let kept = 0;
  for (let k = 0; k < count; k++) if (fates[k] === KEPT) movePoint(out, k, kept++);
  out.count = kept;
  sortByDepth(out);
}

function deepestFree({ count, distances }: ContactPoints): number {
  let best = -1;
  for (let k = 0; k < count; k++) if (fates[k] === FREE && (best < 0 || distances[k] < distances[best])) best = k;
  return best;
}

/** All free points that push in nearly the same direction as the leader, seen along it. */
// biome-ignore format: one vector per line
function mergeAround(out: ContactPoints, leader: number, near: number): void {
  const { count, normals: n, pointsA: p, distances } = out;
  const x = n[3 * leader], y = n[3 * leader + 1], z = n[3 * leader + 2];
  normal[0] = x; normal[1] = y; normal[2] = z;
  setContactFrameOfA(normal);
  clearCandidates();
  for (let k = 0; k < count; k++) {
    if (fates[k] !== FREE || n[3 * k] * x + n[3 * k + 1] * y + n[3 * k + 2] * z < SAME_DIRECTION) continue;
    const dx = p[3 * k] - p[3 * leader], dy = p[3 * k + 1] - p[3 * leader + 1], dz = p[3 * k + 2] - p[3 * leader + 2];
    const at = 4 * candidates.count;
    candidates.numbers[at] = frameA[3] * dx + frameA[4] * dy + frameA[5] * dz;
    candidates.numbers[at + 1] = frameA[6] * dx + frameA[7] * dy + frameA[8] * dz;
    candidates.numbers[at + GAP] = distances[k];
    members[candidates.count++] = k;
    fates[k] = DROPPED;
  }
  const best = chooseBest(near * near);
  for (let k = 0; k < best; k++) fates[members[chosen[k]]] = KEPT;
}

/** By insertion: there are few left. */
function sortByDepth(out: ContactPoints): void {
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
