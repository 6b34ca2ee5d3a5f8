import { expect, test } from 'vitest';
import { rotationAboutZ } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { createVehicleBox, type VehicleBox } from '../../shapes/vehicle-box.ts';
import { overlapCentroid } from './box-overlap.ts';

function box(x: number, y: number, angle: number, halfExtents: readonly number[]): VehicleBox {
  const made = createVehicleBox(halfExtents, 0.1, createVec3(x, y, 0.5));
  rotationAboutZ(made.rotation, angle);
  return made;
}

test('the centroid of the overlap agrees with that of a fine grid of points', () => {
  const random = createRandom(3);
  for (let k = 0; k < 20; k++) {
    const a = box(0, 0, 6 * random.next(), [2, 1, 0.7]);
    const b = box(1.5 * random.next(), 1.5 * random.next(), 6 * random.next(), [1.5, 0.8, 0.7]);
    let [count, x, y] = [0, 0, 0];
    const isIn = ({ center, rotation: r, halfExtents: h }: VehicleBox, px: number, py: number) => {
      const [dx, dy] = [px - center.x, py - center.y];
      return Math.abs(dx * r.xx + dy * r.yx) <= h.x && Math.abs(dx * r.xy + dy * r.yy) <= h.y;
    };
    for (let px = -3; px < 3; px += 0.02) {
      for (let py = -3; py < 3; py += 0.02) {
        if (!isIn(a, px, py) || !isIn(b, px, py)) continue;
        count++;
        x += px;
        y += py;
      }
    }
    const found = overlapCentroid(createVec3(), a, b);
    expect(Math.abs(found.x - x / count)).toBeLessThan(0.02);
    expect(Math.abs(found.y - y / count)).toBeLessThan(0.02);
    expect(found.z).toBeCloseTo(0.5, 12);
    const swapped = overlapCentroid(createVec3(), b, a);
    expect(Math.abs(found.x - swapped.x) + Math.abs(found.y - swapped.y)).toBeLessThan(1e-12);
  }
});

test('aligned faces that barely overlap have the centroid of their common width; separate boxes the midpoint of the centres', () => {
  const thin = overlapCentroid(createVec3(), box(0, 0, 0, [2, 1, 1]), box(4 - 1e-9, 0.6, 0, [2, 1, 1]));
  expect(thin.x).toBeCloseTo(2, 8);
  expect(thin.y).toBeCloseTo(0.3, 9);
  const apart = overlapCentroid(createVec3(), box(0, 0, 0, [2, 1, 1]), box(9, 1, 0, [2, 1, 1]));
  expect([apart.x, apart.y]).toEqual([4.5, 0.5]);
});
