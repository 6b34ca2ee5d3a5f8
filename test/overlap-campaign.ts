import { createContact } from '../src/distance/contact.ts';
import { advanceTracker, startTracker } from '../src/distance/smooth/tracking/tracker.ts';
import { trackerContact } from '../src/distance/smooth/tracking/tracker-contact.ts';
import { createTracker } from '../src/distance/smooth/tracking/tracker-state.ts';
import { supportTiled } from '../src/distance/smooth/witness/support-tiled.ts';
import {
  tiledBox,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledLens,
  tiledRoundedBox,
  tiledSphere,
  tiledSuperellipsoid,
} from '../src/entries/nurbs.ts';
import { transformTransposedVec3 } from '../src/math/mat3.ts';
import { createMovingPose, type MovingPose } from '../src/math/moving-pose.ts';
import { type ReadonlyPose, toWorld } from '../src/math/pose.ts';
import { movingPoseAt, type PrescribedPath } from '../src/math/prescribed-path.ts';
import { createRandom } from '../src/math/random.ts';
import { createVec3, dotVec3, normalizeVec3, type ReadonlyVec3, scaleVec3 } from '../src/math/vec3.ts';
import type { TiledBody } from '../src/shapes/tiled/tiled-body.ts';
import { type SampledBody, sampleBody, sampledGap } from './brute-force-support.ts';

/** Steps of one pair of bodies. */
const STEPS_PER_PAIR = 250;

type Random = () => number;

/** Bodies of about unit size: strongly curved, flat, with edges and vertices, thin. */
function drawBody(random: Random): TiledBody {
  const between = (low: number, high: number) => low + (high - low) * random();
  switch (Math.floor(8 * random())) {
    case 0:
      return tiledSphere(between(0.3, 1));
    case 1:
      return tiledEllipsoid([between(0.2, 1), between(0.2, 1), between(0.2, 1)]);
    case 2:
      return tiledLens(1.5, between(0.4, 1), [between(0.5, 1), between(0.5, 1), between(0.5, 1)]);
    case 3:
      return tiledRoundedBox([between(0.3, 1), between(0.3, 1), between(0.3, 1)], between(0.02, 0.25));
    case 4:
      return tiledBox([between(0.2, 0.8), between(0.2, 0.8), between(0.2, 0.8)]);
    case 5:
      return tiledCylinder(between(0.2, 0.8), between(0.2, 0.8));
    case 6:
      return tiledCone(between(0.3, 0.8), random() < 0.5 ? 0 : between(0.1, 0.3), between(0.3, 0.8));
    default:
      return tiledSuperellipsoid([between(0.4, 1), between(0.4, 1), between(0.4, 1)], between(0.4, 1), between(0.4, 1));
  }
}

function drawDirection(random: Random) {
  const v = createVec3(2 * random() - 1, 2 * random() - 1, 2 * random() - 1);
  return normalizeVec3(v, v);
}

/** A path through the other body and out, rotating; one in four is aligned with the axes, where faces are parallel. */
function drawPath(random: Random): PrescribedPath {
  const aligned = random() < 0.25;
  const amplitude = createVec3(1.5 * random(), 1.5 * random(), 1.5 * random());
  return {
    position: {
      kind: 'harmonic',
      center: aligned ? createVec3() : createVec3(0.4 * random(), 0.4 * random(), 0.4 * random()),
      velocity: createVec3(),
      amplitude: aligned ? createVec3(0, 0, amplitude.z + 0.5) : amplitude,
      frequency: createVec3(1 + random(), 1 + random(), 1 + random()),
      phase: aligned ? createVec3() : createVec3(6 * random(), 6 * random(), 6 * random()),
    },
    orientation: aligned
      ? { axis: createVec3(0, 0, 1), angle: 0, rate: random() < 0.5 ? 0 : 1 }
      : { axis: drawDirection(random), angle: 6 * random(), rate: 2 * random() },
  };
}

const [local, point, worldA, worldB] = [createVec3(), createVec3(), createVec3(), createVec3()];

/** Gap between the support planes perpendicular to m, from the support points alone [m]. */
function gapAlong(
  bodyA: TiledBody,
  poseA: ReadonlyPose,
  bodyB: TiledBody,
  poseB: ReadonlyPose,
  m: ReadonlyVec3,
): number {
  transformTransposedVec3(local, poseA.rotation, m);
  toWorld(worldA, poseA, supportTiled(point, bodyA, local));
  transformTransposedVec3(local, poseB.rotation, m);
  toWorld(worldB, poseB, supportTiled(point, bodyB, scaleVec3(local, local, -1)));
  return dotVec3(m, worldB) - dotVec3(m, worldA);
}

/** Counts of a campaign. */
export interface OverlapTally {
  steps: number;
  overlapping: number;
  lost: number;
  /** Steps whose distance is not that of its support planes, or a direction has less depth than the lower bound. */
  outside: number;
  /** Largest difference of a distance from that of its support planes, as a fraction of the size. */
  worst: number;
  /** Steps with a lower bound above zero, sum of their relative widths, and recoveries. */
  bounded: number;
  widths: number;
  recovered: number;
  /** Steps checked by brute force as well, and the largest width of its bounds as a fraction of the size. */
  sampled: number;
  sampledWidth: number;
  failures: string[];
}

/** Interval of the steps that are checked by brute force, and the number of directions. */
const SAMPLED_EVERY = 50;
const SAMPLED_DIRECTIONS = 60;

/** A step by brute force: samples of both surfaces instead of support points that were searched for. */
function disagreement(
  { distance, errorBound, normal }: ReturnType<typeof createContact>,
  gap: (m: ReadonlyVec3) => number,
  width: number,
  random: Random,
): string | undefined {
  const rounding = 1e-12;
  const own = gap(normal);
  if (distance > own + rounding || distance < own - width - rounding) {
    return `distance ${distance} outside ${own - width} to ${own}`;
  }
  for (let i = 0; i < SAMPLED_DIRECTIONS; i++) {
    const other = gap(drawDirection(random));
    // apart: no direction separates by more than the distance; overlapping: none by less than the lower bound of the depth
    const most = distance >= 0 ? distance : distance + errorBound;
    if (other - width > most + rounding) return `a direction has a gap of at least ${other - width}, bound ${most}`;
  }
  return undefined;
}

function trackPair(tally: OverlapTally, seed: number, index: number): void {
  const random = createRandom(1e6 * seed + index).next;
  const [bodyA, bodyB] = [drawBody(random), drawBody(random)];
  const [pathA, pathB] = [drawPath(random), drawPath(random)];
  const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
    movingPoseAt(outA, pathA, time);
    movingPoseAt(outB, pathB, time);
  };
  const tracker = createTracker(bodyA, bodyB, { signed: true });
  const [a, b] = [createMovingPose(), createMovingPose()];
  motionAt(a, b, 0);
  startTracker(tracker, a, b);
  const step = [0.001, 0.005, 0.02][Math.floor(3 * random())];
  const contact = createContact();
  const size = Math.max(bodyA.radius, bodyB.radius);
  const [sampledA, sampledB]: SampledBody[] = [sampleBody(bodyA), sampleBody(bodyB)];
  const width = sampledA.missing + sampledB.missing;
  const sampledRandom = createRandom(index).next;
  tally.sampledWidth = Math.max(tally.sampledWidth, width / size);
  for (let k = 0; k < STEPS_PER_PAIR; k++) {
    advanceTracker(tracker, motionAt, k * step, step);
    motionAt(a, b, (k + 1) * step);
    trackerContact(contact, tracker);
    tally.steps++;
    const name = `pair ${index}, step ${k}`;
    if (tracker.status === 'lost') {
      tally.lost++;
      tally.failures.push(`${name}: lost`);
      continue;
    }
    if (tracker.status === 'recovered') tally.recovered++;
    const { distance, errorBound, normal } = contact;
    const own = gapAlong(bodyA, a.pose, bodyB, b.pose, normal);
    tally.worst = Math.max(tally.worst, Math.abs(own - distance) / size);
    let isOutside = Math.abs(own - distance) > 1e-8 * size;
    if (distance < 0) {
      tally.overlapping++;
      const lower = -distance - errorBound;
      if (lower > 0) {
        tally.bounded++;
        tally.widths += errorBound / size;
      }
      for (let i = 0; i < 6; i++) {
        const depth = -gapAlong(bodyA, a.pose, bodyB, b.pose, drawDirection(random));
        isOutside ||= depth < lower - 1e-8 * size;
      }
    }
    if (k % SAMPLED_EVERY === 0) {
      tally.sampled++;
      const gap = (m: ReadonlyVec3) => sampledGap(sampledA, a.pose, sampledB, b.pose, m);
      const problem = disagreement(contact, gap, width, sampledRandom);
      if (problem !== undefined) tally.failures.push(`${name}, by brute force: ${problem}`);
    }
    if (!isOutside) continue;
    tally.outside++;
    tally.failures.push(
      `${name}: ${bodyA.faces.length} and ${bodyB.faces.length} faces, distance ${distance}, support planes ${own}, bound ${errorBound}`,
    );
  }
}

/** What a campaign runs: pairs `first`, `first + 1`, … of a seed, until the number of steps is reached. */
export interface OverlapCampaign {
  readonly seed: number;
  readonly first: number;
  readonly steps: number;
}

/**
 * Tracks random pairs of smooth bodies through overlap and checks every step a second way: the distance against the support planes of its
 * normal, the lower bound of the depth against other directions, and a share of the steps both against samples of the surfaces. Campaigns of other seeds, or of other pairs, are independent.
 */
export function runOverlapCampaign({ seed, first, steps }: OverlapCampaign): OverlapTally {
  const tally: OverlapTally = {
    steps: 0,
    overlapping: 0,
    lost: 0,
    outside: 0,
    worst: 0,
    bounded: 0,
    widths: 0,
    recovered: 0,
    sampled: 0,
    sampledWidth: 0,
    failures: [],
  };
  for (let index = first; tally.steps < steps; index++) trackPair(tally, seed, index);
  return tally;
}
