import { describe, expect, it } from 'vitest';
import {
  expectFirstContact,
  impactOf,
  moving,
  pairOf,
  randomRotation,
  randomVec3,
  SOLIDS,
} from '../../test/solid-motions.ts';
import { createRandom } from '../math/random.ts';
import { createBox } from '../shapes/box.ts';
import { createSphere } from '../shapes/sphere.ts';

describe('no tunnelling', () => {
  it('through a thin wall, at any speed and rotation', () => {
    const random = createRandom(13);
    const wall = createBox([0.0005, 10, 10]);
    for (let k = 0; k < 1000; k++) {
      const shape = SOLIDS[['box', 'needle', 'sphere', 'capsule', 'hull'][k % 5]](random);
      const speed = 10 ** random.between(0, 5);
      const angularVelocity = randomVec3(random, random.between(0, 30));
      // through the centre of the wall half-way through the step
      const start = moving(
        [-0.5 * speed - 2.5, random.between(-3, 3), random.between(-3, 3)],
        [speed + 5, 0, 0],
        [angularVelocity.x, angularVelocity.y, angularVelocity.z],
        randomRotation(random),
      );
      const slow = randomVec3(random, 0.05);
      const found = impactOf(pairOf(wall, moving([0, 0, 0], [0, 0, 0], [slow.x, slow.y, slow.z]), shape, start));
      expect(found.status).toBe('hit');
      // the wall rotates by up to 0.025 rad until then, 0.11 m at the point of impact
      expect(found.time).toBeLessThan(0.5 + 0.11 / (speed + 5));
    }
  });

  it('through a thin post, both of them fast', () => {
    const random = createRandom(14);
    const post = createBox([0.001, 0.001, 10]);
    for (let k = 0; k < 1000; k++) {
      const shape = SOLIDS[['box', 'sphere', 'capsule', 'hull', 'rounded box'][k % 5]](random);
      const speed = 10 ** random.between(0, 4);
      const shared = randomVec3(random, 10 ** random.between(0, 4));
      const angularVelocity = randomVec3(random, random.between(0, 30));
      // the body's origin, which lies inside it, reaches the axis of the post half-way through the step
      const body = moving(
        [-0.5 * (speed + 5), 0, 0],
        [speed + 5 + shared.x, shared.y, shared.z],
        [angularVelocity.x, angularVelocity.y, angularVelocity.z],
        randomRotation(random),
      );
      const found = impactOf(pairOf(post, moving([0, 0, 0], [shared.x, shared.y, shared.z], [0, 0, 40]), shape, body));
      expect(found.status).toBe('hit');
      expect(found.time).toBeLessThan(0.5);
    }
  });

  it('of two small bodies in a head-on collision', () => {
    const random = createRandom(15);
    const kinds = ['box', 'plate', 'needle', 'sphere', 'capsule', 'hull'];
    for (let k = 0; k < 1000; k++) {
      const direction = randomVec3(random);
      const speed = 10 ** random.between(1, 5);
      const flying = (sign: number) => {
        const angularVelocity = randomVec3(random, random.between(0, 50));
        const from = [direction.x, direction.y, direction.z].map((c) => sign * c * speed * 0.5);
        return moving(
          from,
          from.map((c) => -2 * c),
          [angularVelocity.x, angularVelocity.y, angularVelocity.z],
          randomRotation(random),
        );
      };
      const shapes = [0, 1].map(() => SOLIDS[kinds[random.below(kinds.length)]](random));
      const found = impactOf(pairOf(shapes[0], flying(1), shapes[1], flying(-1)));
      expect(found.status).toBe('hit');
      expect(found.time).toBeLessThan(0.5);
    }
  });
});

describe('difficult cases', () => {
  it('nearly parallel edges do not slow the search down', () => {
    const random = createRandom(16);
    let max = 0;
    for (let k = 0; k < 500; k++) {
      const beam = createBox([0.25, 0.25, 2]);
      const tilt = 10 ** random.between(-14, -1);
      // two beams rotated by 45 degrees about z, edge towards edge, crossed by `tilt`; they tumble as they approach
      const [c, s] = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];
      const angularVelocity = () => randomVec3(random, random.between(0, 2));
      const [p, q] = [angularVelocity(), angularVelocity()];
      const pair = pairOf(
        beam,
        moving([0, 0, 0], [0, 0, 0], [p.x, p.y, p.z], [c, 0, 0, s]),
        beam,
        moving(
          [1.2, random.between(-0.1, 0.1), random.between(-1, 1)],
          [-1, 0, 0],
          [q.x, q.y, q.z],
          [c, tilt * c, -tilt * s, s],
        ),
      );
      const found = impactOf(pair);
      expectFirstContact(pair, found, 60);
      max = Math.max(max, found.iterations);
    }
    // without the second plane there were 201 steps and a miss
    expect(max).toBeLessThan(100);
  });

  it('exactly aligned parallel faces and edges are no special case', () => {
    const rotations = [
      [1, 0, 0, 0],
      [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      [1, 0, 0, 1e-9],
      [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
    ];
    for (const rotation of rotations) {
      for (const angularVelocity of [
        [0, 0, 0],
        [1, 0, 0],
        [0, 0, 2],
        [0, 3, 0],
      ]) {
        for (const offset of [0, 0.5, 1]) {
          const pair = pairOf(
            createBox([0.5, 0.5, 0.5]),
            moving([0, 0, 0], [0.5, 0, 0], angularVelocity),
            createBox([0.5, 0.5, 0.5]),
            moving(
              [3, offset, 0],
              [-2, 0, 0],
              angularVelocity.map((w) => -w),
              rotation,
            ),
          );
          expectFirstContact(pair, impactOf(pair, 2), 100);
        }
      }
    }
  });

  it('a body that rotates many times hits one that approaches slowly', () => {
    const blade = createBox([2, 0.05, 0.05]);
    const pair = pairOf(
      blade,
      moving([0, 0, 0], [0, 0, 0], [0, 0, 200]),
      createSphere(0.1),
      moving([3, 0, 0], [-1, 0, 0]),
    );
    const found = impactOf(pair, 2);
    expect(found.status).toBe('hit');
    // within the half turn (π/200 s, which is 16 mm) after the ball comes within range at 0.9 s
    expect(found.time).toBeGreaterThan(0.9 - 0.01);
    expect(found.time).toBeLessThan(0.9 + 0.03);
    expectFirstContact(pair, found, 4000);
  });
});
