import { SIZES } from '../../../distance/convex/core.ts';
import { PLACE, PLACE_APART, PLACE_MARGIN, SLACK, SLACK_ARM, SLACK_MARGIN } from './contact-cache.ts';
import type { ContactSearch, SearchWorkspace } from './contact-search.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';

/** In units of the smaller body's radius, and in radians: pairs with less relative motion than this keep their points. */
const SAME_POSE = 1e-3;
/** In units of the slop: minimum distance up to which contacts are searched. */
export const SPECULATIVE_MARGIN = 4;
/** Points are searched beyond the margin by this factor, so that a slightly higher speed does not need a new search. */
const MARGIN_FACTOR = 1.5;
/** Fraction of the slack that is used: rounding errors of the sums of travels must not matter. */
const SAFE = 0.99;
/** A quaternion that has changed by d, less than this, has rotated by at most `ROTATION` d [rad]: 4 asin(d/2). */
const SMALL_CHANGE = 0.5;
const ROTATION = 2.1;

/** Writes the maximum approach of two bodies in a step, by relative velocity and rotation, to `out[0]` [m]. */
// biome-ignore format: one vector per line
export function setMaxApproach(out: Float64Array, search: ContactSearch, a: number, b: number): void {
  const { rotationDisplacements, scene } = search;
  const { velocities: v } = search.bodies;
  const x = v[3 * b] - v[3 * a], y = v[3 * b + 1] - v[3 * a + 1], z = v[3 * b + 2] - v[3 * a + 2];
  out[0] = Math.sqrt(x * x + y * y + z * z) * scene.time.step + rotationDisplacements[a] + rotationDisplacements[b];
}

/**
 * Whether the contact points of bodies a and b have to be searched: not if their relative pose is that of the last search, nor if B has approached A
 * by less than their distance then. If so, writes the relative pose and the margin, which is the maximum approach of the bodies in the step, and
 * some slop.
 *
 * Stores the slack, too: how far the bodies may move until the result can change, by their displacements and, times the arm, the angles of both. The
 * position of B in the axes of A changes by at most its distance times the angle of A besides, a quaternion by half of an angle. Relative to A, no
 * point of B moves farther than its centre and, about it, the angle times the radius. One function: numbers passed between several get boxed.
 */
// biome-ignore format: one quaternion or vector per line
export function isSearchDue(
  { relativePose, margin: searchMargin }: SearchWorkspace, search: ContactSearch, slot: number, a: number, b: number, isRoundPair: boolean,
): boolean {
  const { cache, radii, innerRadii, rotationDisplacements: r, bodies: { positions: p, orientations: o, velocities: v } } = search;
  const { places, slacks } = cache;
  const at = PLACE * slot, to = SLACK * slot;
  const size = Math.min(radii[a], radii[b]);
  const vx = v[3 * b] - v[3 * a], vy = v[3 * b + 1] - v[3 * a + 1], vz = v[3 * b + 2] - v[3 * a + 2];
  const approach = Math.sqrt(vx * vx + vy * vy + vz * vz) * search.scene.time.step + r[a] + r[b] + search.gravityDisplacement;
  const margin = SPECULATIVE_MARGIN * search.settings.slop + Math.min(approach, MAX_SPECULATIVE_MARGIN * (innerRadii[a] + innerRadii[b]));
  // q = conj(qA) qB and x = RAᵀ (xB - xA)
  const w = o[4 * a], x = -o[4 * a + 1], y = -o[4 * a + 2], z = -o[4 * a + 3];
  const c = o[4 * b], d = o[4 * b + 1], e = o[4 * b + 2], f = o[4 * b + 3];
  const q0 = w * c - x * d - y * e - z * f, q1 = w * d + x * c + y * f - z * e;
  const q2 = w * e - x * f + y * c + z * d, q3 = w * f + x * e - y * d + z * c;
  const px = p[3 * b] - p[3 * a], py = p[3 * b + 1] - p[3 * a + 1], pz = p[3 * b + 2] - p[3 * a + 2];
  // p + 2 w (u × p) + 2 u × (u × p)
  const ux = 2 * (y * pz - z * py), uy = 2 * (z * px - x * pz), uz = 2 * (x * py - y * px);
  const x0 = px + w * ux + y * uz - z * uy, x1 = py + w * uy + z * ux - x * uz, x2 = pz + w * uz + x * uy - y * ux;
  const arm = size + Math.sqrt(x0 * x0 + x1 * x1 + x2 * x2);
  // changes since the last search; both signs of a quaternion represent the same rotation, but neighbours in time have the same
  const dw = q0 - places[at], dx = q1 - places[at + 1], dy = q2 - places[at + 2], dz = q3 - places[at + 3];
  const sx = x0 - places[at + 4], sy = x1 - places[at + 5], sz = x2 - places[at + 6];
  const moved = Math.max(Math.abs(sx), Math.abs(sy), Math.abs(sz));
  const rotated = Math.max(Math.abs(dw), Math.abs(dx), Math.abs(dy), Math.abs(dz));
  // a point that remains fixed on a round body does not stay below its centre while it rolls, and the normal impulse would drive it
  const isSame = isRoundPair ? moved === 0 && rotated === 0 : moved <= SAME_POSE * size && rotated <= 0.5 * SAME_POSE;
  if (isSame && margin <= places[at + PLACE_MARGIN]) {
    slacks[to] = isRoundPair ? -1 : SAFE * Math.min(SAME_POSE * size - moved, arm * (SAME_POSE - 2 * rotated));
    slacks[to + SLACK_ARM] = arm;
    slacks[to + SLACK_MARGIN] = places[at + PLACE_MARGIN];
    return false;
  }
  if (cache.counts[slot] === 0 && places[at + PLACE_APART] > margin) {
    const change = Math.sqrt(dw * dw + dx * dx + dy * dy + dz * dz), left = SMALL_CHANGE - change;
    const gap = places[at + PLACE_APART] - (Math.sqrt(sx * sx + sy * sy + sz * sz) + ROTATION * change * radii[b]) - margin;
    if (left > 0 && gap > 0) {
      // half of the distance that is left is for the motion, half for a larger margin
      slacks[to] = SAFE * Math.min(0.5 * gap, (arm + ROTATION * radii[b]) * left);
      slacks[to + SLACK_ARM] = arm + ROTATION * radii[b];
      slacks[to + SLACK_MARGIN] = margin + 0.5 * gap;
      return false;
    }
  }
  searchMargin[0] = MARGIN_FACTOR * margin;
  places[at] = relativePose[0] = q0; places[at + 1] = relativePose[1] = q1; places[at + 2] = relativePose[2] = q2; places[at + 3] = relativePose[3] = q3;
  places[at + 4] = relativePose[4] = x0; places[at + 5] = relativePose[5] = x1; places[at + 6] = relativePose[6] = x2;
  places[at + PLACE_MARGIN] = searchMargin[0];
  slacks[to] = isRoundPair ? -1 : SAFE * SAME_POSE * size;
  slacks[to + SLACK_ARM] = arm;
  slacks[to + SLACK_MARGIN] = searchMargin[0];
  return true;
}

/** Whether two bodies are sharp boxes. */
export function areBoxes({ boxSizes }: Pick<ContactSearch, 'boxSizes'>, a: number, b: number): boolean {
  return boxSizes[4 * a + SIZES] > 0 && boxSizes[4 * b + SIZES] > 0;
}
