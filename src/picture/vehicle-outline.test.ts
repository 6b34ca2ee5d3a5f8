import { describe, expect, it } from 'vitest';
import { DIRECTORS, VEHICLE_STRIDE } from '../dynamics/vehicle/vehicle-state.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { ellipsoidOfBox } from '../shapes/vehicle-box.ts';
import { vehicleOutline } from './vehicle-outline.ts';

const { semiAxes } = ellipsoidOfBox([2.5, 1.5, 1.45]);

/** The second of two vehicles at a position, with given directors. */
function stateOf(center: readonly number[], directors: readonly number[]): Float64Array {
  const states = new Float64Array(2 * VEHICLE_STRIDE);
  states.set(center, VEHICLE_STRIDE);
  states.set(directors, VEHICLE_STRIDE + DIRECTORS);
  return states;
}

/** Minimum and maximum of every other number from `k` on. */
function reach(points: Float64Array, k: 0 | 1): [number, number] {
  const values = points.filter((_, i) => i % 2 === k);
  return [Math.min(...values), Math.max(...values)];
}

describe('a vehicle seen from above', () => {
  it('without rotation has the length and width of its box and of its ellipsoid, about its centre', () => {
    const { box, ellipsoid, center, ahead } = vehicleOutline(
      stateOf([10, 20, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1]),
      1,
      semiAxes,
      0.3,
    );
    expect([center, ahead]).toEqual([
      [10, 20],
      [1, 0],
    ]);
    // 72 directions, none exactly along an axis: 2.5 degrees off
    for (const [points, x, y] of [
      [box, 2.5, 1.5],
      [ellipsoid, semiAxes.x, semiAxes.y],
    ] as const) {
      const [[left, right], [low, high]] = [reach(points, 0), reach(points, 1)];
      for (const [found, expected] of [
        [10 - left, x],
        [right - 10, x],
        [20 - low, y],
        [high - 20, y],
      ]) {
        expect(found).toBeLessThanOrEqual(expected + 1e-12);
        expect(found).toBeGreaterThan(expected - 0.01);
      }
    }
  });

  it('deformed and tilted: the outline of the ellipsoid contains the whole body', () => {
    const random = createRandom(8);
    const directors = [0.9, 0.4, 0.1, -0.35, 0.95, -0.05, -0.1, 0.1, 1.02];
    const { ellipsoid } = vehicleOutline(stateOf([0, 0, 0], directors), 1, semiAxes, 0.3);
    let nearest = Number.NEGATIVE_INFINITY;
    for (let run = 0; run < 2000; run++) {
      const u = createVec3(random.normal(), random.normal(), random.normal());
      const k = 1 / Math.hypot(u.x, u.y, u.z);
      const [a, b, c] = [k * u.x * semiAxes.x, k * u.y * semiAxes.y, k * u.z * semiAxes.z];
      const [x, y] = [0, 1].map((axis) => a * directors[axis] + b * directors[3 + axis] + c * directors[6 + axis]);
      nearest = Math.max(nearest, outside(ellipsoid, x, y));
    }
    // between two of 72 directions a chord cuts off a thousandth of the radius of curvature, at most some 6 m
    expect(nearest).toBeLessThan(6e-3);
    expect(nearest).toBeGreaterThan(-0.02);
  });
});

/** Distance of a point outside a convex counter-clockwise outline; negative inside [m]. */
function outside(points: Float64Array, x: number, y: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < points.length; k += 2) {
    const [px, py, qx, qy] = [0, 1, 2, 3].map((i) => points[(k + i) % points.length]);
    const [dx, dy] = [qx - px, qy - py];
    most = Math.max(most, (dy * (x - px) - dx * (y - py)) / Math.hypot(dx, dy));
  }
  return most;
}
