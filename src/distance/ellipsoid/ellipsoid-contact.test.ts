import { describe, expect, it } from 'vitest';
import { createMat3, mat3FromRows, multiplyMat3 } from '../../math/mat3.ts';
import { createPose, type Pose, toBody, toWorld } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { addScaledVec3, createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { closest } from '../../pairs/query.ts';
import { createEllipsoid, type Ellipsoid, ellipsoidSupport } from '../../shapes/ellipsoid.ts';
import { createHalfspace } from '../../shapes/halfspace.ts';
import { createPoint } from '../../shapes/point.ts';
import { type Contact, createContact } from '../contact.ts';
import { closestEllipsoids, closestEllipsoidToHalfspace } from './ellipsoid-contact.ts';

const SHEARED = mat3FromRows([
  [1.1, 0.2, 0],
  [-0.1, 0.9, 0.3],
  [0, 0.1, 1],
]);

function drawShape(random: Random): Ellipsoid {
  return createEllipsoid([random.between(0.2, 2), random.between(0.2, 2), random.between(0.2, 2)], SHEARED);
}

function drawPose(random: Random, range: number): Pose {
  const position = [random.between(-range, range), random.between(-range, range), random.between(-range, range)];
  return createPose(position, [random.normal(), random.normal(), random.normal(), random.normal()]);
}

function gapOf(a: Vec3, b: Vec3): number {
  return lengthVec3(subVec3(createVec3(), a, b));
}

function expectContract({ normal, pointA, pointB, distance }: Contact): void {
  expect(Math.abs(lengthVec3(normal) - 1)).toBeLessThan(1e-15 * 4);
  expect(gapOf(addScaledVec3(createVec3(), pointA, normal, distance), pointB)).toBe(0);
}

describe('closestEllipsoids', () => {
  it('moving both bodies together moves the whole contact', () => {
    const random = createRandom(1);
    for (let run = 0; run < 300; run++) {
      const [shapeA, shapeB] = [drawShape(random), drawShape(random)];
      const [poseA, poseB, motion] = [drawPose(random, 3), drawPose(random, 3), drawPose(random, 5)];
      const before = closestEllipsoids(createContact(), shapeA, poseA, shapeB, poseB);
      const [movedA, movedB] = [poseA, poseB].map((pose) => ({
        position: toWorld(createVec3(), motion, pose.position),
        rotation: multiplyMat3(createMat3(), motion.rotation, pose.rotation),
      }));
      const after = closestEllipsoids(createContact(), shapeA, movedA, shapeB, movedB);
      expectContract(before);
      expectContract(after);
      expect(Math.abs(after.distance - before.distance)).toBeLessThan(1e-13);
      // a deep overlap may have two equal minimum translations
      if (before.status !== 'exact') continue;
      expect(gapOf(after.pointA, toWorld(createVec3(), motion, before.pointA))).toBeLessThan(1e-11);
      expect(gapOf(after.pointB, toWorld(createVec3(), motion, before.pointB))).toBeLessThan(1e-11);
    }
  });

  it('tiny and huge bodies and a distant origin lose no accuracy', () => {
    const poses = [createPose([0, 0, 0], [1, 2, 3, 4]), createPose([3, 2, 1], [4, -3, 2, 1])];
    const query = (scale: number, origin: number) => {
      const [poseA, poseB] = poses.map(({ position: { x, y, z }, rotation }) => ({
        position: createVec3(scale * x + origin, scale * y + origin, scale * z + origin),
        rotation,
      }));
      const [a, b] = [
        createEllipsoid([2, 1, 0.5].map((s) => s * scale)),
        createEllipsoid([1, 1, 0.1].map((s) => s * scale)),
      ];
      return closestEllipsoids(createContact(), a, poseA, b, poseB);
    };
    const { distance } = query(1, 0);
    for (const scale of [1e-59, 1e-9, 1e9, 1e59]) {
      expect(Math.abs(query(scale, 0).distance / scale / distance - 1)).toBeLessThan(1e-13);
    }
    expect(query(1, 2 ** 40).distance).toBe(distance);
  });

  it('a warm start and the four angles of the source give the same result', () => {
    const random = createRandom(2);
    const contact = createContact();
    for (let run = 0; run < 100; run++) {
      const [shapeA, shapeB, poseA, poseB] = [
        drawShape(random),
        drawShape(random),
        drawPose(random, 1),
        drawPose(random, 1),
      ];
      poseB.position.x += 6;
      const { distance } = closestEllipsoids(contact, shapeA, poseA, shapeB, poseB);
      expect(contact.status).toBe('exact');
      const warm = closestEllipsoids(contact, shapeA, poseA, shapeB, poseB, { warm: true });
      expect(warm.iterations).toBe(1);
      expect(Math.abs(warm.distance - distance)).toBeLessThan(1e-14);
      const angles = closestEllipsoids(contact, shapeA, poseA, shapeB, poseB, { warm: true, method: 'angles' });
      expect(Math.abs(angles.distance - distance)).toBeLessThan(1e-13);
      expectContract(angles);
    }
  });
});

describe('a point and an ellipsoid', () => {
  it('worked example: a point on the axis of a 3 x 2 x 1 m ellipsoid, outside and inside', () => {
    const shape = createEllipsoid([3, 2, 1]);
    const outside = closest(createPoint(), createPose([5, 0, 0]), shape, createPose());
    expect(outside.distance).toBeCloseTo(2, 14);
    expect(outside.normal.x).toBeCloseTo(-1, 14);
    // 0.25 m below the top: the minimum translation is upwards, opposite to the normal
    const inside = closest(createPoint(), createPose([0, 0, 0.75]), shape, createPose());
    expect(inside.distance).toBeCloseTo(-0.25, 14);
    expect(inside.normal.z).toBeCloseTo(-1, 14);
    expect(inside.pointB.z).toBeCloseTo(1, 14);
  });

  it('from any point, also deep inside, no support point of the body is closer', () => {
    const random = createRandom(6);
    for (let run = 0; run < 300; run++) {
      const shape = drawShape(random);
      const [pose, point] = [drawPose(random, 0.3), drawPose(random, 1.5)];
      const found = closest(createPoint(), point, shape, pose);
      expectContract(found);
      expect(found.pointA).toEqual(point.position);
      const local = toBody(createVec3(), pose, point.position);
      for (let k = 0; k < 100; k++) {
        const d = createVec3(random.normal(), random.normal(), random.normal());
        const surface = ellipsoidSupport(createVec3(), shape, d);
        // inside and outside, no surface point is closer than the distance
        expect(gapOf(surface, local)).toBeGreaterThan(Math.abs(found.distance) - 1e-13);
        // and the point is on one side of every support plane by at most that distance
        const height = (dotVec3(local, d) - dotVec3(surface, d)) / lengthVec3(d);
        expect(height).toBeLessThan(found.distance + 1e-13);
      }
    }
  });

  it('the centre exits along the shortest axis', () => {
    const found = closest(createPoint(), createPose(), createEllipsoid([3, 2, 1]), createPose());
    expect(found.distance).toBeCloseTo(-1, 14);
    expect(Math.abs(found.normal.z)).toBeCloseTo(1, 14);
  });
});

describe('closestEllipsoidToHalfspace', () => {
  it('a sphere touches the half-space, an ellipsoid lies flat or upright', () => {
    const wall = createHalfspace([0, 2]);
    const ball = closestEllipsoidToHalfspace(
      createContact(),
      createEllipsoid([1, 1, 1]),
      createPose([3, 1]),
      wall,
      createPose(),
    );
    expect(ball.distance).toBe(0);
    expect(ball.pointA).toEqual(createVec3(3, 0, 0));
    expectContract(ball);
    const shape = createEllipsoid([3, 1, 2]);
    const at = (rotation: number) =>
      closestEllipsoidToHalfspace(createContact(), shape, createPose([0, 2], rotation), wall, createPose());
    expect(at(0).distance).toBe(1);
    expect(at(Math.PI / 2).distance).toBeCloseTo(-1, 14);
  });

  it('no point of the body is deeper in the half-space', () => {
    const random = createRandom(8);
    for (let run = 0; run < 200; run++) {
      const [shape, pose, halfspacePose] = [
        drawShape(random),
        drawPose(random, 2),
        createPose([1, 2], random.between(0, 6)),
      ];
      const found = closestEllipsoidToHalfspace(createContact(), shape, pose, createHalfspace([1, 0]), halfspacePose);
      expectContract(found);
      for (let k = 0; k < 30; k++) {
        const d = createVec3(random.normal(), random.normal(), random.normal());
        const point = toWorld(createVec3(), pose, ellipsoidSupport(createVec3(), shape, d));
        expect(toBody(createVec3(), halfspacePose, point).x).toBeGreaterThan(found.distance - 1e-13);
      }
    }
  });
});
