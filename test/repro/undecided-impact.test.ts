import { describe, expect, it } from 'vitest';
import { createCompound } from '../../src/bounds/create-compound.ts';
import { createMotion, type Motion, poseAt, velocityOfPoint } from '../../src/math/motion.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3, dotVec3, lengthVec3, type Vec3 } from '../../src/math/vec3.ts';
import { closest, impact } from '../../src/pairs/query.ts';
import { runQueryLine } from '../../src/query/run-query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Impact } from '../../src/toi/impact.ts';

type Numbers = [number, number, number];

const moving = (place: Numbers, velocity: Numbers, angularVelocity: Numbers, angle = 0) =>
  createMotion(createPose(place, angle), createVec3(...velocity), createVec3(...angularVelocity));

/** A rotor of the length 2 m about z; two of them, 1.5 m apart, would collide if they did not rotate synchronously. */
const BLADE = createBox([1, 0.05, 0.01]);
const FLAT_BLADE = createPolygon([
  [-1, -0.05],
  [1, -0.05],
  [1, 0.05],
  [-1, 0.05],
]);
const BLADES = createCompound([{ shape: createBox([0.5, 0.05, 0.01]), pose: createPose([0.5, 0, 0]) }, { shape: createBox([0.5, 0.05, 0.01]), pose: createPose([-0.5, 0, 0]) }]); // biome-ignore format: one shape a line
const ROUND_BLADE = createEllipsoid([1, 0.05, 0.02]);

const rotorA = moving([0, 0, 0], [0, 0, 0], [0, 0, 700]);
const rotorB = moving([1.5, 0, 0], [0, 0, 0], [0, 0, -700], Math.PI / 2);

/** Closing speed of the witness points, from the motions alone. */
function closingSpeedOf(found: Impact, motionA: Motion, motionB: Motion): number {
  const speedOf = (motion: Motion, point: Vec3) => {
    const now = createMovingPose();
    poseAt(now.pose, motion, found.time);
    Object.assign(now.velocity, motion.velocity);
    Object.assign(now.angularVelocity, motion.angularVelocity);
    return dotVec3(velocityOfPoint(createVec3(), now, point), found.normal);
  };
  return speedOf(motionA, found.pointA) - speedOf(motionB, found.pointB);
}

describe('a search for a first contact that reaches its limit', () => {
  const pairs: [string, Shape][] = [
    ['boxes', BLADE],
    ['polygons', FLAT_BLADE],
    ['ellipsoids', ROUND_BLADE],
    ['compounds', BLADES],
  ];

  it.each(pairs)('reports the time it reached, and the distance there: %s', (_, blade) => {
    const found = impact(blade, rotorA, blade, rotorB, 1, { maxIterations: 5 });
    expect(found.status).toBe('iteration-limit');
    expect(found.iterations).toBe(5);
    expect(found.time).toBeGreaterThan(0);
    expect(found.time).toBeLessThan(1);
    const [poseA, poseB] = [rotorA, rotorB].map((motion) => poseAt(createPose(), motion, found.time));
    const measured = closest(blade, poseA, blade, poseB);
    expect(measured.distance).toBeGreaterThan(0.01);
    expect(found.gap).toBeLessThanOrEqual(measured.distance + 1e-12);
    expect(found.gap).toBeGreaterThan(measured.distance - 1e-8);
    const { pointA: p, pointB: q, normal: n } = found;
    expect(lengthVec3(n)).toBeCloseTo(1, 12);
    expect(Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z)).toBeCloseTo(measured.distance, 8);
    expect(found.closingSpeed).toBeCloseTo(closingSpeedOf(found, rotorA, rotorB), 6);
  });

  it.each(pairs)('has a limit at which synchronous rotors at 700 rad/s are decided: %s', (_, blade) => {
    expect(impact(blade, rotorA, blade, rotorB, 1).status).toBe('none');
  });

  it('finds the contact with a higher limit, and never before the time it had reached', () => {
    const late = moving([1.5, 0, 0], [0, 0, 0], [0, 0, -690], Math.PI / 2);
    const found = impact(BLADE, rotorA, BLADE, late, 1, { maxIterations: 100_000 });
    expect(found.status).toBe('hit');
    for (const maxIterations of [1, 2, 5, 17]) {
      const early = impact(BLADE, rotorA, BLADE, late, 1, { maxIterations });
      expect(early.status).toBe('iteration-limit');
      expect(early.time).toBeLessThanOrEqual(found.time);
    }
  });

  it('gives the same result in a query as in the library', () => {
    const body = (angularVelocity: number, x: number, angle: number) => ({
      shape: { kind: 'polygon', vertices: [[-1, -0.05], [1, -0.05], [1, 0.05], [-1, 0.05]] }, // biome-ignore format: one shape a line
      position: [x, 0],
      angle,
      angularVelocity,
    });
    const line = { op: 'impact', A: body(700, 0, 0), B: body(-700, 1.5, Math.PI / 2), duration: 1 };
    const ask = (more: object) => JSON.parse(runQueryLine(JSON.stringify({ ...line, ...more }), 1).json);
    const few = ask({ maxIterations: 5 });
    const found = impact(FLAT_BLADE, rotorA, FLAT_BLADE, rotorB, 1, { maxIterations: 5 });
    expect([few.status, few.time, few.gap, few.iterations]).toEqual([found.status, found.time, found.gap, 5]);
    expect(ask({}).status).toBe('none');
    expect(JSON.stringify(ask({ maxIterations: 0 }))).toMatch(
      /maxIterations: expected an integer of at least 1, got 0/,
    );
    expect(JSON.stringify(ask({ maxIterations: 2.5 }))).toMatch(/maxIterations: expected an integer/);
  });

  it('accepts only an integer as limit', () => {
    for (const maxIterations of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => impact(BLADE, rotorA, BLADE, rotorB, 1, { maxIterations })).toThrow(
        /maxIterations: must be an integer/,
      );
    }
  });
});

describe('a search that finds no contact', () => {
  it.each([
    ['boxes', BLADE],
    ['polygons', FLAT_BLADE],
    ['ellipsoids', ROUND_BLADE],
    ['compounds', BLADES],
  ] as [string, Shape][])('reports no position and no direction: %s', (_, blade) => {
    for (const separation of [0, 0.01]) {
      const found = impact(blade, rotorA, blade, moving([4, 0, 0], [-1, 0, 0], [0, 0, 3]), 1, { separation });
      const nothing = { x: 0, y: 0, z: 0 };
      expect(found).toMatchObject({ status: 'none', time: 1, pointA: nothing, pointB: nothing, normal: nothing });
      expect([found.gap, found.closingSpeed, found.twoPoints]).toEqual([separation, 0, false]);
    }
  });
});
