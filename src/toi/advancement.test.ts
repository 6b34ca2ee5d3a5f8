import { describe, expect, it } from 'vitest';
import { randomTiledBody } from '../../test/tiled-bodies.ts';
import { createMotion, type Motion, poseAt } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { closest, impact } from '../pairs/query.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon } from '../shapes/polygon.ts';
import type { Shape } from '../shapes/shape.ts';
import { tiledBox } from '../shapes/tiled/box-bodies.ts';
import { tiledDisc, tiledEllipse, tiledPolygon } from '../shapes/tiled/outline-bodies.ts';
import { tiledEllipsoid, tiledSphere, tiledTorus } from '../shapes/tiled/revolved-bodies.ts';

interface Moving {
  readonly shape: Shape;
  readonly motion: Motion;
}

const distanceAt = (a: Moving, b: Moving, t: number) =>
  closest(a.shape, poseAt(createPose(), a.motion, t), b.shape, poseAt(createPose(), b.motion, t)).distance;

/** The first time at which samples show a distance below `level` [m], refined by bisection; undefined if none does. */
function firstSampleBelow(a: Moving, b: Moving, duration: number, samples: number, level: number): number | undefined {
  for (let i = 1; i <= samples; i++) {
    if (!(distanceAt(a, b, (i / samples) * duration) < level)) continue;
    let [apart, near] = [((i - 1) / samples) * duration, (i / samples) * duration];
    for (let k = 0; k < 50; k++) {
      const midpoint = 0.5 * (apart + near);
      if (distanceAt(a, b, midpoint) < level) near = midpoint;
      else apart = midpoint;
    }
    return near;
  }
  return undefined;
}

/** A body that passes near the origin within 1 s, from about 3 m away. */
function flying(random: Random, shape: Shape, dimension: 2 | 3, angularVelocity: number, acceleration: number): Moving {
  const vector = (k: number) => [0, 1, 2].map((axis) => (axis < dimension ? k * random.between(-1, 1) : 0));
  const [x, y, z] = vector(1).map((value) => 3 * value);
  const [mx, my, mz] = vector(0.8);
  const speed = random.between(1, 2);
  const [wx, wy, wz] = vector(angularVelocity);
  const [ax, ay, az] = vector(acceleration);
  const rotation = dimension === 2 ? random.between(-4, 4) : [0, 0, 0, 0].map(() => random.normal());
  return {
    shape,
    motion: createMotion(
      createPose([x, y, z], rotation),
      createVec3(speed * (mx - x), speed * (my - y), speed * (mz - z)),
      dimension === 2 ? createVec3(0, 0, angularVelocity * random.between(-1, 1)) : createVec3(wx, wy, wz),
      createVec3(ax, ay, az),
    ),
  };
}

/** In units of the size: where the search stops, and where its samples begin to detect a contact. */
const TOLERANCE = 1e-9;

function expectFirstContact(a: Moving, b: Moving, samples: number): string {
  const found = impact(a.shape, a.motion, b.shape, b.motion, 1);
  const start = distanceAt(a, b, 0);
  if (start < 0) {
    expect(found.status).toBe('initial-overlap');
    return found.status;
  }
  expect(['hit', 'none']).toContain(found.status);
  // never late: before the time returned no sample shows an overlap (sizes here are at most 4 m)
  const overlap = firstSampleBelow(a, b, found.time, samples, -4 * TOLERANCE);
  expect(overlap).toBeUndefined();
  if (found.status === 'hit') {
    // never early: the distance at the time returned is that small
    expect(Math.abs(distanceAt(a, b, found.time))).toBeLessThan(4 * TOLERANCE);
    expect(Math.abs(found.gap)).toBeLessThan(4 * TOLERANCE);
    expect(found.closingSpeed).toBeGreaterThan(0);
    const { pointA: p, pointB: q, normal: n, gap } = found;
    expect(Math.hypot(q.x - p.x - gap * n.x, q.y - p.y - gap * n.y, q.z - p.z - gap * n.z)).toBeLessThan(1e-14);
  }
  return found.status;
}

describe('advanceToImpact', () => {
  it.each([
    ['translation', 0, 0],
    ['rotation', 4, 0],
    ['rotation and acceleration', 3, 3],
  ])(
    'convex smooth bodies, %s: the first contact, not one sample late, none missed',
    (_, angularVelocity, acceleration) => {
      const random = createRandom(31);
      const statuses: Record<string, number> = {};
      for (let run = 0; run < 24; run++) {
        const dimension = run % 3 === 0 ? 2 : 3;
        const other = run % 4 === 1 ? createPoint() : randomTiledBody(random, dimension).body;
        const a = flying(random, other, dimension, angularVelocity, acceleration);
        const b = flying(random, randomTiledBody(random, dimension).body, dimension, angularVelocity, acceleration);
        const status = expectFirstContact(a, b, 40);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      expect(statuses.hit).toBeGreaterThan(5);
      expect(statuses.none).toBeGreaterThan(1);
    },
  );

  it('discs, polygons, ellipsoids and walls among smooth bodies', () => {
    const random = createRandom(33);
    const L = createPolygon([
      [0, 0],
      [1.2, 0],
      [1.2, 0.5],
      [0.5, 0.5],
      [0.5, 1.2],
      [0, 1.2],
    ]);
    const ellipse = tiledEllipse([0.9, 0.4]);
    const pairs: [Shape, Shape, 2 | 3][] = [
      [createDisc(0.5), ellipse, 2],
      [L, ellipse, 2],
      [createEllipsoid([0.9, 0.4, 0.6]), createEllipsoid([0.5, 0.5, 1.1]), 3],
      [createEllipsoid([0.9, 0.4, 0.6]), createPoint(), 3],
      [createEllipsoid([0.9, 0.4, 0.6]), tiledBox([0.4, 0.5, 0.6]), 3],
      [tiledPolygon([...Array(6).keys()].map((i) => [Math.cos(i), (1 + (i % 2)) * 0.4 * Math.sin(i)])), ellipse, 2],
    ];
    const statuses = new Set<string>();
    for (const [shapeA, shapeB, dimension] of pairs) {
      for (let run = 0; run < 4; run++) {
        const a = flying(random, shapeA, dimension, 3, 1);
        statuses.add(expectFirstContact(a, flying(random, shapeB, dimension, 3, 1), 30));
      }
    }
    expect(statuses).toContain('hit');
    expect(statuses).toContain('none');
  });

  it('a ball that falls on the floor arrives at the time of the parabola', () => {
    const fall = createMotion(
      createPose([0, 0, 3]),
      createVec3(1, 2, 0.5),
      createVec3(1, -2, 3),
      createVec3(0, 0, -9.81),
    );
    const floor = createMotion(createPose([5, 5, 0], [1, 1, 0, 0]));
    const wall = createHalfspace([0, 1]);
    // 3 + t/2 - 9.81 t²/2 = 0.5
    const expected = (0.5 + Math.sqrt(0.25 + 4 * 4.905 * 2.5)) / 9.81;
    for (const ball of [tiledSphere(0.5), createEllipsoid([0.5, 0.5, 0.5])]) {
      const { status, time, gap } = impact(ball, fall, wall, floor, 2);
      expect(status).toBe('hit');
      // within 1e-9 of the size, at 7 m/s
      expect(Math.abs(time - expected)).toBeLessThan(1e-9);
      expect(time).toBeLessThan(expected + 1e-15);
      expect(gap).toBeGreaterThan(-1e-15);
    }
  });

  it('a non-convex body: a ball flies through the hole of a torus, or against its tube', () => {
    const torus = createMotion(createPose(), createVec3(), createVec3(0, 0, 2));
    const ball = tiledSphere(0.3);
    const through = createMotion(createPose([0, 0, -2]), createVec3(0, 0, 4), createVec3(1, 2, 3));
    expect(impact(ball, through, tiledTorus(1, 0.3), torus, 1).status).toBe('none');
    const against = createMotion(createPose([1, 0, -2]), createVec3(0, 0, 4), createVec3(1, 2, 3));
    const hit = impact(ball, against, tiledTorus(1, 0.3), torus, 1);
    expect(hit.status).toBe('hit');
    expect(hit.time).toBeCloseTo((2 - 0.6) / 4, 8);
  });

  it('touching bodies hit when they approach, but not when they separate or slide', () => {
    const ball = tiledSphere(1);
    const at = createMotion(createPose([2, 0, 0]), createVec3(-1, 0, 0));
    const still = createMotion(createPose());
    expect(impact(ball, still, ball, at, 1)).toMatchObject({ status: 'hit', time: 0 });
    for (const velocity of [createVec3(1, 0, 0), createVec3(1e-3, 1, 0), createVec3(0, 2, 0)]) {
      const leaving = createMotion(createPose([2, 0, 0]), velocity, createVec3(0, 0, 2));
      expect(impact(ball, still, ball, leaving, 1).status).toBe('none');
    }
    const box = tiledBox([1, 1, 1]);
    const sliding = createMotion(createPose([2, 0, 0]), createVec3(0, 1, 0.3));
    expect(impact(box, still, box, sliding, 5).status).toBe('none');
    const inside = createMotion(createPose([1.9, 0, 0]), createVec3(1, 0, 0));
    expect(impact(ball, still, ball, inside, 1).status).toBe('initial-overlap');
  });

  it('far from the origin, tiny and huge bodies touch at the same time as those of 1 m', () => {
    const impactTime = (k: number, shift: number) => {
      const still = createMotion(createPose([shift, shift, shift]));
      const start = createPose([shift + 3 * k, shift, shift]);
      const coming = createMotion(start, createVec3(-4 * k, 0.4 * k, 0), createVec3(0, 1, 2));
      const { status, time } = impact(tiledEllipsoid([k, 0.6 * k, 0.5 * k]), still, tiledSphere(0.5 * k), coming, 1);
      expect(status).toBe('hit');
      return time;
    };
    const time = impactTime(1, 0);
    for (const k of [1e-6, 1e6]) expect(Math.abs(impactTime(k, 0) - time)).toBeLessThan(2e-9);
    expect(Math.abs(impactTime(1, 1e6) - time)).toBeLessThan(2e-9);
  });

  it('motions that are invalid for a pair are rejected with a reason', () => {
    const disc = tiledDisc(1);
    const rising = createMotion(createPose(), createVec3(0, 0, 1));
    expect(() => impact(disc, rising, disc, createMotion(createPose([4, 0])), 1)).toThrow(/out of the xy plane/);
    const rotating = createMotion(createPose(), createVec3(), createVec3(0, 0, 1));
    expect(() => impact(disc, createMotion(createPose()), createHalfspace([1, 0]), rotating, 1)).toThrow(
      /must not rotate/,
    );
  });
});
