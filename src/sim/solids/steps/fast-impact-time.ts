import { tumblingImpact } from '../../../free-flight/tumbling-impact.ts';
import { lengthVec3 } from '../../../math/vec3.ts';
import { createImpact } from '../../../toi/impact.ts';
import { speculativeMargin } from './fast-candidates.ts';
import { type Flight, laterFlight } from './fast-flights.ts';
import { endOf, type FastStep, flightAt, isImmovable, pathOf } from './fast-step.ts';
import { minGap } from './min-gap.ts';
import type { StepWorld } from './step-world.ts';

/** Distance queries of a search for the next contact, without those for rotation, and the factor of the allowed depth after that. */
const STEP_LIMIT = 256;
const DEEPER = 4;
/** The same for bodies that stay in contact: a fast approach needs few of them, and a slide too many in any case. */
const PERSISTENT_STEP_LIMIT = 32;

/** Relative to the speeds of the bodies: approach of touching bodies below this is rounding. */
const SPEED_NOISE = 1e-12;

/** Relative to the size: bounding spheres this much apart do not touch, whatever the rounding errors. */
const CERTAIN = 1e-3;

/** The next contact of a pair. */
export interface FastCandidate {
  readonly slot: number;
  /** Time of contact [s]; Infinity for never. */
  readonly time: number;
  /**
   * True: the bodies wait for the next step from then on. Before this time there is no contact, and it is not known whether there is one at it; or
   * they have stayed in contact, and are as deep as the solver leaves bodies.
   */
  readonly waits: boolean;
}

const impact = createImpact();

/** The next contact of the pair in `slot` on the paths of its bodies. */
export function findNextContact(fastStep: FastStep, slot: number): FastCandidate {
  const time = impactTime(fastStep, slot);
  const isSlow = impact.closingSpeed <= fastStep.world.settings.restitutionThreshold;
  const waits = impact.status === 'iteration-limit' || (isSlow && fastStep.persistent.has(slot));
  return { slot, time, waits: time < Infinity && waits };
}

/** Time of the step at which the bodies of a pair touch [s]; Infinity for never. */
function impactTime(fastStep: FastStep, slot: number): number {
  const { world } = fastStep;
  const { pairs, scene } = world;
  const [a, b] = [pairs.first[slot], pairs.second[slot]];
  // two bodies that no impact moves would collide without end
  if (isImmovable(fastStep, a) && isImmovable(fastStep, b)) return Infinity;
  const { step } = scene.time;
  let from = Math.max(pathOf(fastStep, a)[0].start, pathOf(fastStep, b)[0].start);
  while (from < step) {
    const [flightA, flightB] = [flightAt(fastStep, a, from), flightAt(fastStep, b, from)];
    // the last pieces end with the step; a rounded sum of start and duration may miss it
    const until = Math.min(endOf(fastStep, a, flightA), endOf(fastStep, b, flightB));
    if (!areApart(world, a, b, flightA, flightB, from, until)) {
      const time = timeOnFlights(fastStep, slot, flightA, flightB, from, until);
      if (time < Infinity) return time;
    }
    from = until;
  }
  return Infinity;
}

/**
 * Whether the bounding spheres of two bodies stay apart from `from` to `until` [s]: the path of one centre relative to the other deviates from
 * its chord by at most |a| s²/8. Most pairs need no search for their impact.
 */
// biome-ignore format: one vector per line
function areApart(
  { radii }: StepWorld, a: number, b: number,
  { pose: poseA, velocity: vA, acceleration: aA, start: startA }: Flight,
  { pose: poseB, velocity: vB, acceleration: aB, start: startB }: Flight,
  from: number, until: number,
): boolean {
  const { position: pA } = poseA, { position: pB } = poseB;
  const s = from - startA, t = from - startB, d = until - from;
  const ax = aB.x - aA.x, ay = aB.y - aA.y, az = aB.z - aA.z;
  const x = pB.x - pA.x + t * (vB.x + 0.5 * t * aB.x) - s * (vA.x + 0.5 * s * aA.x);
  const y = pB.y - pA.y + t * (vB.y + 0.5 * t * aB.y) - s * (vA.y + 0.5 * s * aA.y);
  const z = pB.z - pA.z + t * (vB.z + 0.5 * t * aB.z) - s * (vA.z + 0.5 * s * aA.z);
  const cx = d * (vB.x + t * aB.x - vA.x - s * aA.x + 0.5 * d * ax);
  const cy = d * (vB.y + t * aB.y - vA.y - s * aA.y + 0.5 * d * ay);
  const cz = d * (vB.z + t * aB.z - vA.z - s * aA.z + 0.5 * d * az);
  const chordSq = cx * cx + cy * cy + cz * cz;
  const nearest = chordSq > 0 ? Math.min(Math.max(-(x * cx + y * cy + z * cz) / chordSq, 0), 1) : 0;
  const nx = x + nearest * cx, ny = y + nearest * cy, nz = z + nearest * cz;
  const touching = (1 + CERTAIN) * (radii[a] + radii[b]) + 0.125 * d * d * Math.sqrt(ax * ax + ay * ay + az * az);
  return nx * nx + ny * ny + nz * nz > touching * touching;
}

/**
 * The same on one piece of each path. Bodies that overlap at its start are in contact where they are deeper, or than the solver leaves the
 * bodies of its contacts; after an impact they collide if they approach faster than the restitution threshold. Bodies that slide along each
 * other need too many distance queries: they may go deeper, as those of the solver. So may bodies that stay in contact: without that, they would
 * collide again and again within no time, since every impact leaves them at rest relative to each other, with no gap.
 */
// biome-ignore format: one interval per line
function timeOnFlights(
  fastStep: FastStep, slot: number,
  flightA: Flight, flightB: Flight,
  from: number, until: number,
): number {
  const { pairs, shapes, settings, cache, counts } = fastStep.world;
  const [shapeA, shapeB] = [shapes[pairs.first[slot]], shapes[pairs.second[slot]]];
  const slowest = SPEED_NOISE * (lengthVec3(flightA.velocity) + lengthVec3(flightB.velocity));
  const [a, b] = [laterFlight(flightA, from), laterFlight(flightB, from)];
  const search = (depth: number, stepLimit = STEP_LIMIT) => {
    counts.impactSearches++;
    tumblingImpact(impact, shapeA, a, shapeB, b, until - from, slowest, depth, stepLimit);
  };
  const isFast = () => impact.status !== 'iteration-limit' && impact.closingSpeed > settings.restitutionThreshold;
  const isPersistent = fastStep.persistent.has(slot);
  const hasImpact = flightA.impactCount + flightB.impactCount > 0;
  let depth = hasImpact ? 0 : depthOfSolver(fastStep, slot);
  search(depth, isPersistent ? PERSISTENT_STEP_LIMIT : STEP_LIMIT);
  if (isPersistent && impact.status !== 'none') {
    if (isFast()) return from + impact.time;
    depth = maxDepth(fastStep.world, slot);
    search(depth);
  }
  if (impact.status === 'initial-overlap' && cache.sensors[slot] !== 1) {
    if (hasImpact && isFast()) return from;
    depth = Math.max(-impact.gap, depthOfSolver(fastStep, slot));
    search(depth);
  }
  const deepest = maxDepth(fastStep.world, slot);
  while (impact.status === 'iteration-limit' && depth < deepest) {
    depth = Math.min(Math.max(settings.slop, DEEPER * depth), deepest);
    search(depth);
  }
  return impact.status === 'none' ? Infinity : from + impact.time;
}

/** Depth at which the solver may leave the bodies of a pair that touch at the start of the step, and have a contact of it [m]. */
function depthOfSolver({ world, solvedCount }: FastStep, slot: number): number {
  const { manifoldSlots, settings } = world;
  if (!manifoldSlots.subarray(0, solvedCount).includes(slot) || minGap(world, slot) > settings.slop) return 0;
  return maxDepth(world, slot);
}

/** Depth up to which contacts of the solver separate the bodies of a pair [m]. */
function maxDepth(world: StepWorld, slot: number): number {
  const { pairs, settings } = world;
  return settings.slop + speculativeMargin(world, pairs.first[slot], pairs.second[slot]);
}
