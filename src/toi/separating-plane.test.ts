import { describe, expect, it } from 'vitest';
import { randomRotation, randomVec3, SOLIDS } from '../../test/solid-motions.ts';
import { transformVec3 } from '../math/mat3.ts';
import { createMotion, poseAt } from '../math/motion.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3, dotVec3, type ReadonlyVec3, scaleVec3 } from '../math/vec3.ts';
import { createSegment } from '../shapes/segment.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createRotatingCore, loadCore, prepareRotations, type RotatingCore, rotateToTime } from './rotating-core.ts';
import { createSeparatingPlane, stepWithPlane } from './separating-plane.ts';

/** A body at a random position on its side of the plane x = 0, with a random motion. */
function drawSide(random: Random, side: 1 | -1, maxAngle: number) {
  const kinds = ['box', 'rounded box', 'capsule', 'sphere', 'hull'];
  const shape = SOLIDS[kinds[random.below(kinds.length)]](random);
  const position = side === -1 ? [0, 0, 0] : [4, random.between(-1, 1), random.between(-1, 1)];
  const moves = side === 1;
  const motion = createMotion(
    createPose(position, randomRotation(random)),
    moves ? randomVec3(random, random.between(0, 3)) : createVec3(),
    randomVec3(random, random.between(0, maxAngle)),
    moves ? randomVec3(random, random.between(0, 3)) : createVec3(),
  );
  const core = createRotatingCore();
  loadCore(core, shape, motion);
  prepareRotations(core, motion);
  core.time = 0;
  rotateToTime(core);
  core.position.set(position);
  core.velocity.set(components(motion.velocity));
  core.acceleration.set(components(motion.acceleration));
  return { core, motion };
}

const components = ({ x, y, z }: ReadonlyVec3) => [x, y, z];

/** Support height of a body in a direction at a time, relative to A's origin at the start. */
function heightAlong({ core, motion }: ReturnType<typeof drawSide>, time: number, n: ReadonlyVec3): number {
  const pose = poseAt(createPose(), motion, time);
  const heights = Array.from({ length: core.vertexCount }, (_, i) => {
    const [x, y, z] = core.vertices.subarray(3 * i, 3 * i + 3);
    return dotVec3(n, toWorld(createVec3(), pose, createVec3(x, y, z)));
  });
  return Math.max(...heights) + core.radius;
}

describe('a plane that rotates between two bodies', () => {
  it('separates them for the certified time, whichever way it rotates', () => {
    const random = createRandom(31);
    const [along, against] = [createVec3(1, 0, 0), createVec3(-1, 0, 0)];
    let shortened = 0;
    let sum = 0;
    for (let k = 0; k < 1500; k++) {
      const maxAngle = random.between(0, 8);
      const a = drawSide(random, -1, maxAngle);
      const b = drawSide(random, 1, maxAngle);
      const plane = createSeparatingPlane();
      // perpendicular to x, with any witness at the height of A's support vertex: it need not be the best plane
      const top = heightAlong(a, 0, along) - a.core.radius;
      plane.witness.set([top, random.between(-0.5, 0.5), random.between(-0.5, 0.5)]);
      plane.coreDistance = -(heightAlong(b, 0, against) - b.core.radius) - top;
      plane.clearance = 0.01;
      const { angularVelocity } = a.motion;
      const rotationRate = [createVec3(), angularVelocity, randomVec3(random, random.between(0, maxAngle))][k % 3];
      plane.rotationRate.set(components(rotationRate));
      plane.known = 0;
      const asked = random.between(0.05, 2);
      plane.step = asked;
      stepWithPlane(plane, a.core, b.core);
      const { step } = plane;
      shortened += step < asked ? 1 : 0;
      sum += step;
      const normals = createMotion(createPose(), createVec3(), rotationRate);
      let narrowest = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 30; i++) {
        const time = (step * i) / 30;
        const { rotation } = poseAt(createPose(), normals, time);
        const n = transformVec3(createVec3(), rotation, along);
        narrowest = Math.min(
          narrowest,
          -heightAlong(b, time, scaleVec3(createVec3(), n, -1)) - heightAlong(a, time, n),
        );
      }
      // rounding error of heights of a few metres
      expect(narrowest).toBeGreaterThan(plane.clearance - 1e-13);
    }
    // many planes do not last for the requested time
    expect(shortened).toBeGreaterThan(700);
    expect(sum / 1500).toBeGreaterThan(0.1);
  });
});

describe('a rod that swings away from the plane', () => {
  it('limits the step by its return from the other side', () => {
    // from the origin along y, rotating about z at 2 rad/s: its end is at x = -sin 2t, the plane stays at x = 0.35
    const rod = createRotatingCore();
    const motion = createMotion(createPose(), createVec3(), createVec3(0, 0, 2));
    loadCore(rod, createSegment([0, 0, 0], [0, 1, 0]), motion);
    prepareRotations(rod, motion);
    rod.time = 0;
    rotateToTime(rod);
    const ball = createRotatingCore();
    loadCore(ball, createSphere(0.1), createMotion(createPose([0.8, 0, 0])));
    ball.position.set([0.8, 0, 0]);
    const plane = createSeparatingPlane();
    plane.coreDistance = 0.8;
    plane.clearance = 0;
    plane.known = 0;
    plane.step = 10;
    stepWithPlane(plane, rod, ball);
    expect(plane.step).toBeGreaterThan(0);
    expect(plane.step).toBeLessThan((Math.PI + Math.asin(0.35)) / 2);
  });
});

describe('the rotation of a body', () => {
  it('is that of its motion, at any time', () => {
    const random = createRandom(32);
    for (let k = 0; k < 300; k++) {
      const motion = createMotion(
        createPose([0, 0, 0], randomRotation(random)),
        createVec3(),
        randomVec3(random, k % 10 === 0 ? 0 : random.between(0, 100)),
      );
      const core = createRotatingCore();
      loadCore(core, SOLIDS.box(random), motion);
      prepareRotations(core, motion);
      const time = random.between(-2, 2);
      core.time = time;
      rotateToTime(core);
      const { rotation: r } = poseAt(createPose(), motion, time);
      const expected = [r.xx, r.xy, r.xz, r.yx, r.yy, r.yz, r.zx, r.zy, r.zz];
      // an angle of up to 200 rad has a rounding error of 3e-14
      for (const [i, entry] of expected.entries()) expect(Math.abs(core.rotation[i] - entry)).toBeLessThan(1e-13);
    }
  });

  it('gives a flat box its distinct corners, each once', () => {
    const random = createRandom(33);
    const motion = createMotion(createPose());
    const counts = { sphere: 1, capsule: 2, box: 8 };
    for (const [kind, count] of Object.entries(counts)) {
      const core: RotatingCore = createRotatingCore();
      loadCore(core, SOLIDS[kind](random), motion);
      expect(core.vertexCount).toBe(count);
      const corners = Array.from({ length: count }, (_, i) => core.vertices.subarray(3 * i, 3 * i + 3).join());
      expect(new Set(corners).size).toBe(count);
      for (let i = 0; i < count; i++) {
        const [x, y, z] = core.vertices.subarray(3 * i, 3 * i + 3);
        expect(Math.sqrt(x * x + y * y + z * z)).toBeCloseTo(core.boundingRadius, 14);
      }
    }
  });
});
