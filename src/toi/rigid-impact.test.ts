import { describe, expect, it } from 'vitest';
import {
  drawPair,
  expectFirstContact,
  firstSampleBelow,
  GAP,
  gapAt,
  impactOf,
  MEASURED,
  moving,
  pairOf,
  randomVec3,
  SOLIDS,
  type SolidPair,
  sizeOf,
} from '../../test/solid-motions.ts';
import type { Solid } from '../distance/convex/core.ts';
import { createMotion, type Motion, poseAt, velocityOfPoint } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, dotVec3, lengthVec3, scaleVec3, subVec3 } from '../math/vec3.ts';
import { impact } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createSphere } from '../shapes/sphere.ts';

describe('the first contact of rotating bodies', () => {
  const kinds = Object.keys(SOLIDS);

  it.each([0, 3, 10])('is neither missed nor late nor early, for rotations up to %d rad, for any pair', (rotation) => {
    const random = createRandom(300 + rotation);
    let hits = 0;
    let count = 0;
    for (const kindA of kinds) {
      for (const kindB of kinds) {
        for (let k = 0; k < 14; k++) {
          const pair = drawPair(random, SOLIDS[kindA](random), SOLIDS[kindB](random), rotation);
          const found = impactOf(pair);
          expectFirstContact(pair, found, 80);
          hits += found.status === 'hit' ? 1 : 0;
          count++;
        }
      }
    }
    // a fraction of hits that tests both outcomes
    expect(hits / count).toBeGreaterThan(0.3);
    expect(hits / count).toBeLessThan(0.8);
  });

  it('is found in a few steps, also for edge-edge contacts', () => {
    const random = createRandom(7);
    let steps = 0;
    for (let k = 0; k < 2000; k++) {
      const found = impactOf(drawPair(random, SOLIDS.box(random), SOLIDS.box(random), 10));
      steps += found.iterations;
      expect(found.iterations).toBeLessThan(60);
    }
    // with a bound of the second derivative instead of the third it took 8.2
    expect(steps / 2000).toBeLessThan(7);
  });

  it('has the points, the normal and the closing speed at that time', () => {
    const random = createRandom(21);
    for (let k = 0; k < 300; k++) {
      const pair = drawPair(random, SOLIDS.hull(random), SOLIDS['rounded box'](random), 6);
      const found = impactOf(pair);
      if (found.status !== 'hit') continue;
      const { time, pointA, pointB, normal, gap } = found;
      const across = subVec3(createVec3(), pointB, pointA);
      expect(lengthVec3(normal)).toBeCloseTo(1, 14);
      // the points are rounded in world coordinates of a few metres
      expect(lengthVec3(subVec3(createVec3(), across, scaleVec3(createVec3(), normal, gap)))).toBeLessThan(1e-14);
      const speeds = pair.map(({ motion }) => {
        const { velocity: v, angularVelocity, pose } = motion;
        const position = createVec3(
          pose.position.x + time * v.x,
          pose.position.y + time * v.y,
          pose.position.z + time * v.z,
        );
        const now = { pose: { position, rotation: pose.rotation }, velocity: v, angularVelocity };
        return dotVec3(velocityOfPoint(createVec3(), now, pointA), normal);
      });
      expect(found.closingSpeed).toBeGreaterThan(0);
      expect(found.closingSpeed).toBeCloseTo(speeds[0] - speeds[1], 7);
      // the gap decreases at that speed: measured shortly before
      const before = (gapAt(pair, time - 1e-6) - gapAt(pair, time)) / 1e-6;
      expect(Math.abs(before - found.closingSpeed)).toBeLessThan(1e-3);
    }
  });

  it('is the same from the pair table, and with the bodies swapped', () => {
    const random = createRandom(5);
    for (let k = 0; k < 300; k++) {
      const [a, b] = drawPair(random, SOLIDS.box(random), SOLIDS.capsule(random), 6);
      const one = impactOf([a, b]);
      const other = impactOf([b, a]);
      expect(impact(a.shape, a.motion, b.shape, b.motion, 1)).toEqual(one);
      expect(other.status).toBe(one.status);
      // both are within the tolerance of the true time; closing speeds are a few m/s, rarely below 0.01
      expect(Math.abs(other.time - one.time)).toBeLessThan(1e-6);
    }
  });

  it('is the same far from the origin and at any scale', () => {
    const random = createRandom(6);
    for (let k = 0; k < 100; k++) {
      const [a, b] = drawPair(random, createBox([0.5, 0.25, 0.125]), createBox([0.25, 0.5, 0.375]), 6);
      const near = impactOf([a, b]);
      // integer multiples of 2^-20 m are exact 2^20 m away
      const round = (x: number) => Math.round(x * 2 ** 20) / 2 ** 20;
      const shifted = (far: number, k: number) =>
        [a, b].map(({ motion: { pose, velocity, angularVelocity } }) => {
          const { x, y, z } = pose.position;
          const position = createVec3(k * (round(x) + far), k * (round(y) - far), k * (round(z) + far));
          return createMotion(
            { position, rotation: pose.rotation },
            scaleVec3(createVec3(), velocity, k),
            angularVelocity,
          );
        });
      const [a0, b0] = shifted(0, 1);
      const [a1, b1] = shifted(2 ** 20, 1);
      const here = impactOf(pairOf(a.shape, a0, b.shape, b0));
      const away = impactOf(pairOf(a.shape, a1, b.shape, b1));
      expect(away.status).toBe(here.status);
      expect(away.time).toBe(here.time);
      expect(Math.abs(here.time - near.time)).toBeLessThan(1e-3);
      for (const scale of [2 ** -30, 2 ** 30]) {
        const [a2, b2] = shifted(0, scale);
        const boxes = [
          createBox([0.5, 0.25, 0.125].map((e) => e * scale)),
          createBox([0.25, 0.5, 0.375].map((e) => e * scale)),
        ];
        const scaled = impactOf(pairOf(boxes[0], a2, boxes[1], b2));
        expect(scaled.status).toBe(here.status);
        expect(Math.abs(scaled.time - here.time)).toBeLessThan(1e-6);
      }
    }
  });
});

describe('bodies that do not rotate', () => {
  /** The time of a gap of 1e-9 of the size, at 1 m/s and with bodies of a few metres. */
  const EARLY = 1e-8;

  it('touch when the distance of two balls is the sum of their radii', () => {
    const random = createRandom(8);
    for (let k = 0; k < 500; k++) {
      const [r, s] = [random.between(0.1, 1), random.between(0.1, 1)];
      const x = randomVec3(random, (r + s) * random.between(1.01, 4));
      const v = randomVec3(random, random.between(1, 4));
      const found = impactOf(
        pairOf(
          createSphere(r),
          moving([0, 0, 0], [0, 0, 0], [1, 2, 3]),
          createSphere(s),
          moving([x.x, x.y, x.z], [v.x, v.y, v.z]),
        ),
        3,
      );
      // |x + v t|² = (r + s)²
      const [p, q, speedSq] = [dotVec3(x, v), dotVec3(x, x) - (r + s) ** 2, dotVec3(v, v)];
      const root = p * p - speedSq * q;
      // a grazing contact may or may not be within the tolerance
      if (Math.abs(root) < 1e-6) continue;
      const time = p < 0 && root > 0 ? q / (Math.sqrt(root) - p) : Number.POSITIVE_INFINITY;
      expect(found.status).toBe(time < 3 ? 'hit' : 'none');
      if (time >= 3) continue;
      expect(found.time).toBeLessThanOrEqual(time + 1e-14);
      // they close at sqrt(root)/(r + s)
      expect(time - found.time).toBeLessThan((2e-9 * (r + s) ** 2) / Math.sqrt(root));
    }
  });

  it('touch face to face, corner to face and cap to face when the distance between them is covered', () => {
    const box = createBox([1, 1, 1]);
    const corner = createBox([1, 1, 1]);
    // a cube rotated so that a corner points along -x: its half diagonal is √3
    const rotation = [Math.cos(0.5 * Math.acos(1 / Math.sqrt(3))), 0, Math.SQRT1_2, -Math.SQRT1_2].map((c, i) =>
      i === 0 ? c : c * Math.sin(0.5 * Math.acos(1 / Math.sqrt(3))),
    );
    const cases: [Solid, number, number[]][] = [
      [box, 4, [1, 0, 0, 0]],
      [corner, 5 - Math.sqrt(3), rotation],
      [createCapsule(0.5, 1), 4.5, [1, 0, 0, 0]],
      [createCapsule(0.5, 1), 3.5, [Math.SQRT1_2, 0, Math.SQRT1_2, 0]],
      [createSphere(0.75), 4.25, [1, 0, 0, 0]],
    ];
    for (const [shape, distance, pose] of cases) {
      const found = impactOf(
        pairOf(box, moving([0, 0, 0], [0, 0, 0]), shape, moving([6, 0.1, 0.2], [-1, 0, 0], [0, 0, 0], pose)),
        10,
      );
      expect(found.status).toBe('hit');
      expect(found.time).toBeLessThanOrEqual(distance + 1e-14);
      expect(distance - found.time).toBeLessThan(EARLY);
      expect(found.normal.x).toBeCloseTo(1, 12);
      expect(found.closingSpeed).toBeCloseTo(1, 12);
    }
  });

  it('fall onto each other as s = g t²/2', () => {
    const down = createMotion(createPose([0, 0, 3]), createVec3(), createVec3(0, 0, 5), createVec3(0, 0, -10));
    const found = impactOf(
      pairOf(createBox([2, 2, 0.5]), moving([0, 0, 0], [0, 0, 0]), createBox([0.5, 0.5, 0.5]), down),
      10,
    );
    expect(found.status).toBe('hit');
    expect(found.time).toBeLessThanOrEqual(Math.sqrt(0.4) + 1e-14);
    expect(found.time).toBeCloseTo(Math.sqrt(0.4), 8);
    // thrown up, it reverses before it arrives
    const up = createMotion(createPose([0, 0, -2]), createVec3(0, 0, 5.9), createVec3(3, 0, 0), createVec3(0, 0, -10));
    const thrown = impactOf(pairOf(createBox([2, 2, 0.5]), moving([0, 0, 1], [0, 0, 0]), createSphere(0.5), up), 2);
    expect(thrown.status).toBe('none');
  });
});

describe('bodies at rest or touching', () => {
  const cube = createBox([0.5, 0.5, 0.5]);

  it('do not touch without motion', () => {
    const random = createRandom(9);
    for (const kind of Object.keys(SOLIDS)) {
      const [a, b] = drawPair(random, SOLIDS[kind](random), SOLIDS.box(random), 0);
      const still = (motion: Motion) => createMotion(motion.pose);
      const found = impactOf(pairOf(a.shape, still(a.motion), b.shape, still(b.motion)), 5);
      expect(found.status).toBe('none');
      expect(found.time).toBe(5);
    }
  });

  it('overlap at the start', () => {
    const found = impactOf(
      pairOf(cube, moving([0, 0, 0], [0, 0, 0]), cube, moving([0.9, 0.1, 0.2], [-1, 0, 0], [3, 2, 1])),
    );
    expect(found.status).toBe('initial-overlap');
    expect(found.time).toBe(0);
    expect(found.gap).toBeCloseTo(-0.1, 6);
    const balls = impactOf(
      pairOf(createSphere(1), moving([0, 0, 0], [0, 0, 0]), createSphere(1), moving([1.5, 0, 0], [1, 0, 0])),
    );
    expect(balls.status).toBe('initial-overlap');
  });

  it('touching face to face: approach is a hit at once; rest, sliding, rotation about the normal and separation are none', () => {
    const touching = (velocity: number[], angularVelocity = [0, 0, 0]) =>
      impactOf(pairOf(cube, moving([0, 0, 0], [0, 0, 0]), cube, moving([1, 0.2, 0.3], velocity, angularVelocity)));
    expect(touching([-1, 0, 0]).status).toBe('hit');
    expect(touching([-1, 0, 0]).time).toBe(0);
    for (const velocity of [
      [0, 0, 0],
      [0, 0.5, 0.2],
      [1, 0, 0],
      [1e-6, 1, 0],
    ])
      expect(touching(velocity).status).toBe('none');
    expect(touching([0, 0, 0], [2, 0, 0]).status).toBe('none');
    // in a tilt about y one half of the face penetrates
    expect(touching([0, 0, 0], [0, 1, 0]).status).toBe('hit');
  });

  it('that separated after a hit do not hit again until they return', () => {
    const random = createRandom(10);
    let checked = 0;
    for (let k = 0; k < 400; k++) {
      const pair = drawPair(random, SOLIDS.box(random), SOLIDS.hull(random), 5);
      const found = impactOf(pair);
      if (found.status !== 'hit' || found.closingSpeed < 0.01) continue;
      // time reversed: the path they came along is free until the start
      const back = pair.map(({ shape, motion }) => {
        const { velocity: v, angularVelocity: w } = motion;
        const there = poseAt(createPose(), motion, found.time);
        return { shape, motion: createMotion(there, scaleVec3(createVec3(), v, -1), scaleVec3(createVec3(), w, -1)) };
      }) as unknown as SolidPair;
      const again = impactOf(back, found.time);
      expect(again.status).toBe('none');
      checked++;
    }
    expect(checked).toBeGreaterThan(100);
  });
});

describe('a required separation', () => {
  it('is reached earlier than contact, and is the distance of the bodies then', () => {
    const random = createRandom(12);
    let hits = 0;
    for (let k = 0; k < 300; k++) {
      const pair = drawPair(random, SOLIDS.box(random), SOLIDS['rounded box'](random), 6);
      const size = sizeOf(pair);
      const separation = 5e-4 * size;
      const found = impactOf(pair, 1, separation);
      expect(firstSampleBelow(pair, found.time, 60, separation)).toBeUndefined();
      if (found.status !== 'hit') continue;
      hits++;
      const gap = gapAt(pair, found.time);
      expect(gap - separation).toBeLessThanOrEqual((GAP + MEASURED) * size);
      expect(Math.abs(gap - found.gap)).toBeLessThan(MEASURED * size);
      expect(found.time).toBeLessThan(impactOf(pair).time);
    }
    expect(hits).toBeGreaterThan(100);
  });
});
