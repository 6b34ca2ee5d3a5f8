import { describe, expect, it } from 'vitest';
import { createMotion } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { closest, impact } from '../pairs/query.ts';
import { raycast } from '../ray/raycast.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { BodyId } from './body-options.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

/** Bodies at random, some moving, some of them removed, above a floor. */
function crowd(seed: number): { world: World; shapeOf: Map<BodyId, ReturnType<typeof createSphere> | object> } {
  const random = createRandom(seed);
  const world = createWorld({ timeStep: 0.01 });
  const shapeOf = new Map<BodyId, object>();
  const floor = createHalfspace([0, 0, 1]);
  shapeOf.set(world.addBody({ shape: floor, position: [0, 0, -4] }), floor);
  const at = () => [6 * random.next() - 3, 6 * random.next() - 3, 6 * random.next() - 3] as const;
  for (let k = 0; k < 60; k++) {
    const size = 0.1 + 0.2 * random.next();
    const shape = [createSphere(size), createBox([size, 0.5 * size, size]), createCapsule(0.5 * size, size)][k % 3];
    const body = world.addBody({
      shape,
      position: at(),
      velocity: at(),
      orientation: [1, random.next(), random.next(), random.next()],
    });
    shapeOf.set(body, shape);
  }
  for (let k = 0; k < 20; k++) world.step();
  for (const body of world.bodies().filter((_, k) => k % 7 === 3)) {
    world.removeBody(body);
    shapeOf.delete(body);
  }
  return { world, shapeOf };
}

const poseOf = (world: World, body: BodyId) => {
  const { position, rotation } = world.state(body);
  return { position, rotation };
};

describe('queries over the whole world agree with a loop over all bodies', () => {
  it.each([1, 2, 3])('at random, seed %i, also after bodies were moved and removed', (seed) => {
    const { world, shapeOf } = crowd(seed);
    const random = createRandom(100 + seed);
    const at = () => [8 * random.next() - 4, 8 * random.next() - 4, 8 * random.next() - 4] as [number, number, number];
    const bodies = [...shapeOf].map(([body, shape]) => ({ body, shape: shape as ReturnType<typeof createSphere> }));
    for (let k = 0; k < 40; k++) {
      if (k === 20) world.set(bodies[5].body, { position: at() });
      const probe = createBox([0.4, 0.3, 0.2]);
      const pose = createPose(at(), [1, random.next(), random.next(), random.next()]);
      const distances = bodies.map(({ body, shape }) => closest(probe, pose, shape, poseOf(world, body)).distance);
      const min = Math.min(...distances);
      expect(world.closestTo(probe, pose)?.contact.distance).toBe(min);
      expect(world.closestTo(probe, pose)?.body).toBe(bodies[distances.indexOf(min)].body);
      if (min > 0) expect(world.closestTo(probe, pose, { maxDistance: min / 2 })).toBeUndefined();
      expect(world.overlap(probe, pose).sort()).toEqual(
        bodies
          .filter((_, i) => distances[i] < 0)
          .map(({ body }) => body)
          .sort(),
      );

      const [from, direction] = [at(), at()];
      const [origin, along] = [createVec3(...from), createVec3(...direction)];
      const hits = bodies
        .map(({ body, shape }) => ({ body, hit: raycast(shape, poseOf(world, body), origin, along) }))
        .filter(({ hit }) => hit.hit)
        .sort((a, b) => a.hit.distance - b.hit.distance);
      expect(world.raycastAll(from, direction)).toEqual(hits);
      expect(world.raycast(from, direction)).toEqual(hits[0]);
      const far = hits.length > 0 ? 0.5 * hits[0].hit.distance : 1;
      if (far > 0) expect(world.raycast(from, direction, { maxDistance: far })).toBeUndefined();

      const motion = createMotion(pose, along, createVec3(...at()));
      const impacts = bodies
        .map(({ body, shape }) => ({
          body,
          impact: impact(probe, motion, shape, createMotion(poseOf(world, body)), 0.5),
        }))
        .filter(({ impact: { status } }) => status !== 'none');
      const first = impacts.reduce((best, one) => Math.min(best, one.impact.time), Number.POSITIVE_INFINITY);
      expect(world.castShape(probe, motion, 0.5)?.impact.time ?? Number.POSITIVE_INFINITY).toBe(first);
    }
  });

  it('do not change the world: steps after them have the same bits', () => {
    const [one, other] = [crowd(5).world, crowd(5).world];
    for (let k = 0; k < 50; k++) {
      one.raycast([0, 0, 5], [0, 0.1, -1]);
      one.overlap(createSphere(1), createPose());
      one.closestTo(createSphere(1), createPose());
      one.step();
      other.step();
    }
    expect(one.snapshot().steps).toEqual(other.snapshot().steps);
  });

  it('filters: triggers only on request, bodies by choice', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const gate = world.addBody({ shape: createBox([0.1, 1, 1]), type: 'static', trigger: true, position: [1, 0, 0] });
    const wall = world.addBody({ shape: createBox([0.1, 1, 1]), type: 'static', position: [2, 0, 0] });
    expect(world.raycast([0, 0, 0], [1, 0, 0])?.body).toBe(wall);
    expect(world.raycast([0, 0, 0], [1, 0, 0], { triggers: true })?.body).toBe(gate);
    expect(world.raycast([0, 0, 0], [1, 0, 0], { filter: (body) => body !== wall })).toBeUndefined();
    expect(world.raycast([0, 1.05, 0], [1, 0, 0], { radius: 0.1 })?.body).toBe(wall);
  });
});
