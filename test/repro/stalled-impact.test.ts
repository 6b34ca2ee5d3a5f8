import { describe, expect, it } from 'vitest';
import { createMotion } from '../../src/math/motion.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { impact } from '../../src/pairs/query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { tiledDisc } from '../../src/shapes/tiled/outline-bodies.ts';

type Numbers = [number, number, number];

const moving = (
  place: number[],
  velocity: Numbers = [0, 0, 0],
  angularVelocity: Numbers = [0, 0, 0],
  rotation?: number[],
) => createMotion(createPose(place, rotation), createVec3(...velocity), createVec3(...angularVelocity));

describe('a search for a first contact continues', () => {
  it('where the bound of a distance comes from an earlier direction', () => {
    // found by adversarial cases: the bound was 3e-9 of the size below the distance, and the first step 0
    const ball = moving([0, 0, 0], [0, 0, 0], [0, 0, 0]);
    const block = moving(
      [200000.00079317697, 0.00513947186180533, -0.007284059717211577],
      [-0.00317270783567157, -0.02055788744722132, 0.02913623886884631],
    );
    const found = impact(createSphere(1e5), ball, createBox([100000, 100000, 100000], 5e4), block, 1);
    expect(found.status).toBe('hit');
    // 0.793 mm at 3.17 mm/s, less 1e-9 of the size of 237 km
    expect(found.time).toBeGreaterThan(0.17);
    expect(found.time).toBeLessThan(0.25);
  });

  it('where a box rotates about an axis through the point that touches it', () => {
    const point = moving([0.3, 0.1, 0.2]);
    const found = impact(
      createPoint(),
      point,
      createBox([0.3, 1, 1]),
      moving([0, 0, 0], [0, 0, 0], [0.3, 0.1, 0.2].map((x) => 8 * x) as Numbers),
      1,
    );
    expect(found.status).toBe('none');
    expect(found.iterations).toBeLessThan(50);
  });

  it('where a polygon rotates about a corner of its notch at which a point lies', () => {
    const notched = createPolygon([
      [-1, -1],
      [1, -1],
      [1, 0],
      [0, 0],
      [0, 1],
      [-1, 1],
    ]);
    const found = impact(createPoint(), moving([0, 0]), notched, moving([0, 0], [0, 0, 0], [0, 0, -1]), 1);
    expect(found.status).toBe('none');
    expect(found.iterations).toBeLessThan(50);
  });

  it('where a cylinder rotates about its own axis on a floor that its rim touches', () => {
    const cylinder = createCylinder(1, 0.5);
    const floor = moving([0, 0, 0], [0, 0, 0], [0, 0, 0], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]);
    // leaning by 30 degrees: its rim is at (1 - 0.5 √3) / 2 over the floor when its centre is 0.5 + 0.25 √3 over it
    const height = Math.sin(Math.PI / 6) + 0.5 * Math.cos(Math.PI / 6);
    const leaning = [Math.cos(Math.PI / 12), Math.sin(Math.PI / 12), 0, 0];
    const axis: Numbers = [0, -Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)];
    const found = impact(cylinder, moving([0, 0, height], [0, 0, 0], axis, leaning), createHalfspace([0, 1]), floor, 1);
    expect(found.status).toBe('none');
  });

  it('where a point on a half-space at the world origin leaves it', () => {
    const wall = createHalfspace([0, 0, 1]);
    expect(impact(createPoint(), moving([0, 0, 0], [1, 0, 1]), wall, moving([0, 0, 0]), 1).status).toBe('none');
    expect(impact(createPoint(), moving([0, 0, 0], [1, 0, 0]), wall, moving([0, 0, 0]), 1).status).toBe('none');
    expect(impact(createPoint(), moving([0, 0, 0], [1, 0, -1]), wall, moving([0, 0, 0]), 1)).toMatchObject({
      status: 'hit',
      time: 0,
    });
  });

  it('where a smooth body slides close to a polygon that is not convex', () => {
    const steps = createPolygon([
      [-5, -2],
      [5, -2],
      [5, 1],
      [4, 1],
      [4, 0],
      [-5, 0],
    ]);
    const sliding = moving([-3, 1 + 1e-7], [6, 0, 0]);
    const found = impact(tiledDisc(1), sliding, steps, moving([0, 0]), 2);
    expect(found.status).toBe('hit');
    expect(found.time).toBeCloseTo(1, 8);
    expect(found.iterations).toBeLessThan(200);
  });
});
