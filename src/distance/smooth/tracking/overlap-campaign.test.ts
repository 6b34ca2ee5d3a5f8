import { describe, expect, it } from 'vitest';
import {
  tiledBox,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledLens,
  tiledRoundedBox,
  tiledSphere,
  tiledSuperellipsoid,
} from '../../../entries/nurbs.ts';
import { transformTransposedVec3 } from '../../../math/mat3.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { type ReadonlyPose, toWorld } from '../../../math/pose.ts';
import { movingPoseAt, type PrescribedPath } from '../../../math/prescribed-path.ts';
import { createRandom } from '../../../math/random.ts';
import { createVec3, dotVec3, normalizeVec3, type ReadonlyVec3, scaleVec3 } from '../../../math/vec3.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { createContact } from '../../contact.ts';
import { supportTiled } from '../witness/support-tiled.ts';
import { advanceTracker, startTracker } from './tracker.ts';
import { trackerContact } from './tracker-contact.ts';
import { createTracker } from './tracker-state.ts';

/** Steps of the campaign: `OVERLAP_STEPS=1000000 npx vitest run src/distance/smooth/tracking/overlap-campaign.test.ts`. */
const STEPS = Number(process.env.OVERLAP_STEPS ?? 1500);
const SEED = Number(process.env.OVERLAP_SEED ?? 1);
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

interface Tally {
  steps: number;
  overlapping: number;
  lost: number;
  /** Steps whose distance is not that of its support planes, or a direction has less depth than the lower bound. */
  outside: number;
  /** Steps with a lower bound above zero, sum of their relative widths, and recoveries. */
  bounded: number;
  widths: number;
  recovered: number;
  failures: string[];
}

function trackPair(tally: Tally, index: number): void {
  const random = createRandom(1e6 * SEED + index).next;
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
    if (!isOutside) continue;
    tally.outside++;
    tally.failures.push(
      `${name}: ${bodyA.faces.length} and ${bodyB.faces.length} faces, distance ${distance}, support planes ${own}, bound ${errorBound}`,
    );
  }
}

describe('signed tracking of random smooth pairs through overlap', () => {
  it(`${STEPS} steps: none is lost, every distance is inside its bound`, { timeout: 3_600_000 }, () => {
    const tally: Tally = {
      steps: 0,
      overlapping: 0,
      lost: 0,
      outside: 0,
      bounded: 0,
      widths: 0,
      recovered: 0,
      failures: [],
    };
    for (let index = 0; tally.steps < STEPS; index++) trackPair(tally, index);
    if (process.env.OVERLAP_STEPS) {
      const { failures, ...counts } = tally;
      process.stdout.write(`${JSON.stringify(counts)}\n${failures.slice(0, 40).join('\n')}\n`);
    }
    expect(tally.failures).toEqual([]);
    expect(tally.overlapping).toBeGreaterThan(0.2 * tally.steps);
  });
});
