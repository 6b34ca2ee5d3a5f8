import { describe, expect, it } from 'vitest';
import { createMat3 } from '../math/mat3.ts';
import { createVec3 } from '../math/vec3.ts';
import { ellipsoidMass, ellipsoidMatrix } from './ellipsoid.ts';
import { boxOfEllipsoid, createVehicleBox, ellipsoidOfBox, vehicleBoxVolume } from './vehicle-box.ts';
import { VehicleError } from './vehicle-error.ts';

describe('rounded boxes [PATH98-2.1]', () => {
  it('the ellipsoid of a box has its volume, and the box of that ellipsoid its edges', () => {
    const ellipsoid = ellipsoidOfBox([2.5, 1.5, 1.45]);
    // the volume is the mass at density 1
    expect(ellipsoidMass(ellipsoid, 1).mass).toBeCloseTo(43.5, 12);
    const box = createVehicleBox([0.5, 0.5, 0.5], 0);
    expect(boxOfEllipsoid(box, createVec3(), ellipsoidMatrix(createMat3(), ellipsoid), 0.3)).toBe('ok');
    expect(2 * box.halfExtents.x).toBeCloseTo(5, 14);
    expect(2 * box.halfExtents.y).toBeCloseTo(3, 14);
    expect(2 * box.halfExtents.z).toBeCloseTo(2.9, 14);
  });

  it('worked example: rounding reduces 43.5 m³ to 42.69 m³', () => {
    expect(vehicleBoxVolume(createVehicleBox([2.5, 1.5, 1.45], 0.3))).toBeCloseTo(42.69, 2);
    expect(vehicleBoxVolume(createVehicleBox([2.5, 1.5, 1.45], 0))).toBeCloseTo(43.5, 13);
    // a box rounded to a sphere
    expect(vehicleBoxVolume(createVehicleBox([1, 1, 1], 1))).toBeCloseTo((4 * Math.PI) / 3, 13);
  });

  it('M10: a radius above half of ANY edge is rejected, on input and by status', () => {
    const code = (make: () => unknown) => {
      try {
        make();
        return 'none';
      } catch (error) {
        return error instanceof VehicleError ? error.code : error;
      }
    };
    expect(code(() => createVehicleBox([2.5, 0.25, 1.45], 0.3))).toBe('E_RADIUS');
    expect(code(() => createVehicleBox([2.5, 1.5, 1.45], -0.1))).toBe('E_RADIUS');
    expect(code(() => createVehicleBox([2.5, 1.5, 1.45], Number.NaN))).toBe('E_RADIUS');
    expect(code(() => createVehicleBox([2.5, 0.3, 1.45], 0.3))).toBe('none');
    const thin = ellipsoidMatrix(createMat3(), ellipsoidOfBox([2.5, 0.25, 1.45]));
    expect(boxOfEllipsoid(createVehicleBox([0.5, 0.5, 0.5], 0), createVec3(), thin, 0.3)).toBe('E_RADIUS');
  });

  it('half extents must be three numbers above zero', () => {
    expect(() => createVehicleBox([2.5, 1.5], 0.3)).toThrow(/halfExtents/);
    expect(() => createVehicleBox([2.5, 1.5, 0], 0)).toThrow(/halfExtents/);
  });
});
