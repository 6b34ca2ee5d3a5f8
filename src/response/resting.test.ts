import { describe, expect, it } from 'vitest';
import { advanceBody } from '../dynamics/advance.ts';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { addScaledVec3, createVec3, dotVec3, lengthVec3, type Vec3 } from '../math/vec3.ts';
import { normalSpeed } from './impulse.ts';
import { createMaterial, type Material } from './material.ts';
import { createRestingPoint, type RestingPoint, solveResting } from './resting.ts';

const G = 9.81;
const H = 1e-3;
const immovable = () =>
  createPlanarBody(createPose([0, 0]), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, createVec3(), 0);

/** A block 1 m wide and 0.4 m high on a slope along x: the axes are those of the slope, gravity is inclined. */
function blockOnSlope() {
  const body = createPlanarBody(createPose([0, 0.2]), 3, (3 * (1 + 0.16)) / 12, createVec3(), 0);
  const ground = immovable();
  const contacts = (material: Material) =>
    [-0.5, 0.5].map((x) => {
      const point = createVec3(body.pose.position.x + x, 0);
      return createRestingPoint(ground, body, { pointA: point, pointB: point, normal: createVec3(0, 1) }, material);
    });
  return { body, contacts };
}

/** Gravity, then the contacts, then the motion; impulses of the last step are the warm start of the next. */
function slide(angle: number, material: Material, steps: number, start = 0) {
  const { body, contacts } = blockOnSlope();
  body.velocity.x = start;
  const gravity = createVec3(G * Math.sin(angle), -G * Math.cos(angle));
  let last: RestingPoint[] = [];
  for (let step = 0; step < steps; step++) {
    addScaledVec3(body.velocity, body.velocity, gravity, H);
    const points = contacts(material).map((point, i) => {
      Object.assign(point.tangentImpulse, last[i]?.tangentImpulse);
      return { ...point, normalImpulse: last[i]?.normalImpulse ?? 0 };
    });
    expect(solveResting(points).status).toBe('converged');
    advanceBody(body, H);
    last = points;
  }
  return { body, points: last };
}

describe('a block on a slope, friction angle atan(0.5), dynamic friction 0.4', () => {
  const material = createMaterial({ restitution: 0, staticFriction: 0.5, dynamicFriction: 0.4 });
  const limit = Math.atan(0.5);

  it.each([0, 0.2, limit - 1e-3, limit - 1e-6])('does not move at %d rad, below the friction angle', (angle) => {
    const { body, points } = slide(angle, material, 300);
    // speeds are solved to 1e-13 of g h; over 300 steps they move the block by less than a proton
    expect(lengthVec3(body.velocity)).toBeLessThan(1e-14);
    expect(Math.hypot(body.pose.position.x, body.pose.position.y - 0.2)).toBeLessThan(1e-15);
    expect(points.map(({ mode }) => mode)).toEqual(['stick', 'stick']);
    // the points together carry the weight
    const carried = points.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
    expect(carried / (3 * G * Math.cos(angle) * H)).toBeCloseTo(1, 12);
  });

  it.each([limit + 1e-6, limit + 0.1, 0.9])('slides with g (sin α - μ_d cos α) at %d rad, above it', (angle) => {
    const { body, points } = slide(angle, material, 300);
    const expected = G * (Math.sin(angle) - 0.4 * Math.cos(angle)) * 300 * H;
    expect(body.velocity.x / expected).toBeCloseTo(1, 10);
    expect(Math.abs(body.velocity.y) + Math.abs(body.angularVelocity.z)).toBeLessThan(1e-12);
    expect(points.map(({ mode }) => mode)).toEqual(['slide', 'slide']);
  });

  it('continues to slide between the two angles once it slides, and stops below the dynamic one', () => {
    const between = (Math.atan(0.4) + limit) / 2;
    const sliding = slide(between, material, 200, 1).body.velocity.x;
    expect(sliding).toBeCloseTo(1 + G * (Math.sin(between) - 0.4 * Math.cos(between)) * 0.2, 10);
    const { body } = slide(0, material, 400, 1); // 1 m/s takes 1/(0.4 g) = 0.255 s to stop
    expect(Math.abs(body.velocity.x)).toBeLessThan(1e-14);
    // x = Σ h v after the kick: v²/(2 μ g) less half a step of the speed lost in it
    expect(body.pose.position.x).toBeCloseTo(1 / (2 * 0.4 * G), 3);
  });
});

describe('resting contact', () => {
  it('tips a tall block over its edge instead of holding it', () => {
    const { body, contacts } = blockOnSlope();
    body.pose.position.y = 1.5; // the centre is now three half-widths up
    addScaledVec3(body.velocity, body.velocity, createVec3(5, -8), H);
    const points = contacts(createMaterial({ restitution: 0, staticFriction: 2 }));
    solveResting(points);
    expect(points.map(({ mode }) => mode)).toEqual(['open', 'stick']);
    expect(body.angularVelocity.z).toBeLessThan(0);
  });

  it('holds a stack of ten: every point carries the load above it', () => {
    const ground = immovable();
    const boxes = Array.from({ length: 10 }, (_, i) =>
      createPlanarBody(createPose([0, 0.5 + i]), 1, 1 / 6, createVec3(0, -G * H), 0),
    );
    const material = createMaterial({ restitution: 0, staticFriction: 0.5 });
    const points = boxes.flatMap((box, i) =>
      [-0.5, 0.5].map((x) => {
        const point = createVec3(x, i);
        const below: RigidBody = boxes[i - 1] ?? ground;
        return createRestingPoint(below, box, { pointA: point, pointB: point, normal: createVec3(0, 1) }, material);
      }),
    );
    const { status, sweeps } = solveResting(points);
    expect(status).toBe('converged');
    expect(sweeps).toBeLessThan(5); // the normal impulses are solved together, not passed down box by box
    points.forEach(({ normalImpulse }, i) => {
      const above = 10 - Math.floor(i / 2);
      expect(normalImpulse / (above * G * H)).toBeCloseTo(0.5, 12);
    });
  });

  it('is the same for many blocks in one problem (by sweeps alone) as for each by itself', () => {
    const material = createMaterial({ restitution: 0, staticFriction: 0.5, dynamicFriction: 0.4 });
    const blocks = Array.from({ length: 40 }, (_, i) => {
      const block = blockOnSlope();
      Object.assign(block.body.velocity, createVec3(0.004 * (i / 20), -0.008)); // some stick, some slide
      return { body: block.body, points: block.contacts(material) };
    });
    expect(solveResting(blocks.flatMap(({ points }) => points)).status).toBe('converged');
    blocks.forEach(({ body }, i) => {
      const alone = blockOnSlope();
      Object.assign(alone.body.velocity, createVec3(0.004 * (i / 20), -0.008));
      solveResting(alone.contacts(material));
      expect(body.velocity.x).toBeCloseTo(alone.body.velocity.x, 12);
      expect(body.velocity.x > 1e-9).toBe(i > 20);
    });
  });

  it('separates with the bias speed: a penetration is corrected, and a gap may close', () => {
    for (const bias of [0.3, -0.3]) {
      const body = createPlanarBody(createPose([0, 1]), 1, 1, createVec3(0, -1), 0);
      const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) };
      const point = createRestingPoint(immovable(), body, contact, createMaterial(), bias);
      solveResting([point]);
      expect(normalSpeed(contact, point.a, body)).toBeCloseTo(bias, 15);
    }
  });

  it('never pulls a separating body back, and skips immovable pairs', () => {
    const body = createPlanarBody(createPose([0, 1]), 1, 1, createVec3(0, 2), 0);
    const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) };
    const points = [
      createRestingPoint(immovable(), body, contact, createMaterial()),
      createRestingPoint(immovable(), immovable(), contact, createMaterial()),
    ];
    expect(solveResting(points).status).toBe('converged');
    expect(body.velocity).toEqual(createVec3(0, 2));
    expect(points.map(({ mode, normalImpulse }) => [mode, normalImpulse])).toEqual([
      ['open', 0],
      ['open', 0],
    ]);
  });

  it('in 3-D, the friction on a cube sliding diagonally is opposite to its motion, with a round friction disc', () => {
    const inertia = createMat3(1 / 6, 1 / 6, 1 / 6);
    const slideAlong = (direction: Vec3) => {
      const ground = createSpatialBody(createPose(), Number.POSITIVE_INFINITY, inertia, createVec3(), createVec3());
      const velocity = addScaledVec3(createVec3(0, 0, -G * H), createVec3(0, 0, -G * H), direction, 1);
      // the centre in the plane of contact, so that friction does not tip it
      const cube = createSpatialBody(createPose([0, 0, 0]), 1, inertia, velocity, createVec3());
      const corners = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([x, y]) => createVec3(x / 2, y / 2, 0));
      const material = createMaterial({ restitution: 0, staticFriction: 0.5 });
      const points = corners.map((point) =>
        createRestingPoint(ground, cube, { pointA: point, pointB: point, normal: createVec3(0, 0, 1) }, material),
      );
      solveResting(points);
      return 1 - dotVec3(cube.velocity, direction);
    };
    const straight = slideAlong(createVec3(1, 0, 0));
    expect(straight).toBeCloseTo(0.5 * G * H, 12);
    expect(slideAlong(createVec3(Math.SQRT1_2, Math.SQRT1_2, 0))).toBeCloseTo(straight, 12);
  });
});
