import { tumblingImpact } from '../../../free-flight/tumbling-impact.ts';
import { createImpact } from '../../../toi/impact.ts';
import { ANCHOR_A, ANCHOR_B, POINT } from './contact-cache.ts';
import { speculativeMargin } from './fast-candidates.ts';
import { flightAtStart } from './fast-flights.ts';
import { minGap } from './min-gap.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import type { StepWorld } from './step-world.ts';

/** [rad] Contact points found at the start of a step are those of its end for bodies that rotate less in it. */
const FAR_ROTATION = 1;

const impact = createImpact();
/** By body: number of movable bodies with which it has contact points in this step. */
let neighbourCounts = new Int32Array(64);

/** Counts the movable neighbours of each body; called after the search for contacts, before `isLeftToCcd`. */
export function countNeighbours({ pairs, cache, free, bodies, stepCount }: StepWorld): void {
  if (neighbourCounts.length < bodies.count) neighbourCounts = new Int32Array(2 * bodies.count);
  neighbourCounts.fill(0, 0, bodies.count);
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (cache.counts[slot] === 0 || cache.sensors[slot] === 1 || cache.visited[slot] !== stepCount) continue;
    const a = pairs.first[slot];
    const b = pairs.second[slot];
    neighbourCounts[a] += free[b];
    neighbourCounts[b] += free[a];
  }
}

/** Whether no other movable body has contact points with the movable bodies of a pair. */
function isAlone({ free }: StepWorld, a: number, b: number): boolean {
  return (free[a] === 0 || neighbourCounts[a] === free[b]) && (free[b] === 0 || neighbourCounts[b] === free[a]);
}

/**
 * Whether the impacts of a pair are left to CCD. Of an elastic pair: all its points are apart, and in the step the bodies may move relative to
 * each other by more than the speculative margin, within which contact points found at the start of the step are valid. Not in a crowd, where
 * another movable body has contact points with one of them: there every impact causes others, and their exact times would need hundreds of
 * searches per body, while the impacts of the substeps cost no more than slow ones. Of any pair: a body rotates so far that others of its points
 * touch, unless free flight leads no deeper, as for a rolling wheel or a top.
 */
// biome-ignore format: one vector per line
export function isLeftToCcd(world: StepWorld, slot: number): boolean {
  const { pairs, cache, bodies, innerRadii, rotationDisplacements, scene } = world;
  const a = pairs.first[slot], b = pairs.second[slot];
  if (rotatesFar(world, a) || rotatesFar(world, b)) return isApart(world, slot, a, b) || wouldPenetrate(world, slot, a, b);
  if (cache.materials[3 * slot + 2] === 0) return false;
  const { velocities: v } = bodies;
  const vx = v[3 * b] - v[3 * a], vy = v[3 * b + 1] - v[3 * a + 1], vz = v[3 * b + 2] - v[3 * a + 2];
  const motion = Math.sqrt(vx * vx + vy * vy + vz * vz) * scene.time.step + rotationDisplacements[a] + rotationDisplacements[b];
  return motion > MAX_SPECULATIVE_MARGIN * (innerRadii[a] + innerRadii[b]) && isAlone(world, a, b) && isApart(world, slot, a, b);
}

/** Whether body i rotates so far in the step that other points of it may touch than at the start. */
function rotatesFar({ rotationDisplacements: d, radii, innerRadii }: StepWorld, i: number): boolean {
  // a half-space has an infinite radius
  return (
    d[i] > FAR_ROTATION * radii[i] &&
    d[i] * (radii[i] - innerRadii[i]) > MAX_SPECULATIVE_MARGIN * innerRadii[i] * radii[i]
  );
}

/** Whether touching bodies would go deeper than the solver separates them if no contact acted. */
function wouldPenetrate(world: StepWorld, slot: number, a: number, b: number): boolean {
  const { shapes, scene, settings } = world;
  const depth = Math.max(-minGap(world, slot), settings.slop) + speculativeMargin(world, a, b);
  tumblingImpact(
    impact,
    shapes[a],
    flightAtStart(world, a),
    shapes[b],
    flightAtStart(world, b),
    scene.time.step,
    0,
    depth,
  );
  return impact.status !== 'none';
}

/** Whether the gaps of all points are larger than the slop. */
// biome-ignore format: one vector per line
function isApart({ cache, bodies, settings }: StepWorld, slot: number, a: number, b: number): boolean {
  const { positions: p, orientations: o } = bodies;
  const { points } = cache;
  for (let point = cache.blocks[slot]; point < cache.blocks[slot] + cache.counts[slot]; point++) {
    rotate(normal, o, a, points, POINT * point);
    rotate(pointA, o, a, points, POINT * point + ANCHOR_A);
    rotate(pointB, o, b, points, POINT * point + ANCHOR_B);
    let gap = 0;
    for (let k = 0; k < 3; k++) gap += normal[k] * (p[3 * b + k] - p[3 * a + k] + pointB[k] - pointA[k]);
    if (!(gap > settings.slop)) return false;
  }
  return true;
}

const normal = new Float64Array(3);
const pointA = new Float64Array(3);
const pointB = new Float64Array(3);

/** v + 2 w (u × v) + 2 u × (u × v) with the orientation w, u of body i and v the vector at offset k of packed numbers. */
// biome-ignore format: one vector per line
function rotate(out: Float64Array, o: Float64Array, i: number, packed: Float64Array, k: number): void {
  const w = o[4 * i], x = o[4 * i + 1], y = o[4 * i + 2], z = o[4 * i + 3];
  const vx = packed[k], vy = packed[k + 1], vz = packed[k + 2];
  const tx = 2 * (y * vz - z * vy), ty = 2 * (z * vx - x * vz), tz = 2 * (x * vy - y * vx);
  out[0] = vx + w * tx + y * tz - z * ty;
  out[1] = vy + w * ty + z * tx - x * tz;
  out[2] = vz + w * tz + x * ty - y * tx;
}
