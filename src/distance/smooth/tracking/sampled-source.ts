import { poseAt } from '../../../math/motion.ts';
import { createSampledMotion, motionBetween, type SampledMotion } from '../../../math/motion-between.ts';
import {
  copyMovingPose,
  createMovingPose,
  type MovingPose,
  type ReadonlyMovingPose,
} from '../../../math/moving-pose.ts';
import { copyVec3 } from '../../../math/vec3.ts';

/**
 * Motion of a pair between two samples of its poses: at constant velocity between them, and exactly the new poses with their given
 * velocities at the end. [PG05-4.3]
 */
export interface SampledSource {
  /** Start of the step and its length [s]. */
  time: number;
  step: number;
  readonly betweenA: SampledMotion;
  readonly betweenB: SampledMotion;
  readonly endA: MovingPose;
  readonly endB: MovingPose;
  readonly motionAt: (outA: MovingPose, outB: MovingPose, time: number) => void;
}

export function createSampledSource(): SampledSource {
  const source: SampledSource = {
    time: 0,
    step: 0,
    betweenA: createSampledMotion(),
    betweenB: createSampledMotion(),
    endA: createMovingPose(),
    endB: createMovingPose(),
    motionAt: (outA, outB, time) => {
      if (time === source.time + source.step) {
        copyMovingPose(outA, source.endA);
        copyMovingPose(outB, source.endB);
      } else {
        sampleAt(outA, source.betweenA, time - source.time);
        sampleAt(outB, source.betweenB, time - source.time);
      }
    },
  };
  return source;
}

function sampleAt(out: MovingPose, motion: SampledMotion, t: number): void {
  poseAt(out.pose, motion, t);
  copyVec3(out.velocity, motion.velocity);
  copyVec3(out.angularVelocity, motion.angularVelocity);
}

/** Sets the step: from the poses of `fromA` and `fromB` at `time` to those of `endA` and `endB`, `step` seconds later. */
export function sampleStep(
  source: SampledSource,
  fromA: ReadonlyMovingPose,
  fromB: ReadonlyMovingPose,
  endA: ReadonlyMovingPose,
  endB: ReadonlyMovingPose,
  time: number,
  step: number,
): void {
  source.time = time;
  source.step = step;
  motionBetween(source.betweenA, fromA.pose, endA.pose, step);
  motionBetween(source.betweenB, fromB.pose, endB.pose, step);
  copyMovingPose(source.endA, endA);
  copyMovingPose(source.endB, endB);
}
