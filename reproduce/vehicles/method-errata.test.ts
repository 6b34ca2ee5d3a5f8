import { describe, expect, it } from 'vitest';
import { staticEquilibrium } from '../../src/dynamics/vehicle/equilibrium.ts';
import { createVehicleBody } from '../../src/dynamics/vehicle/vehicle-body.ts';
import type { EquilibriumKey, VehicleModel } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { DIRECTORS, LOAD_STRIDE, POSITION, VEHICLE_STRIDE } from '../../src/dynamics/vehicle/vehicle-state.ts';
import { addWheelLoads, DEFAULT_ROAD } from '../../src/dynamics/vehicle/wheels.ts';
import { createMat3 } from '../../src/math/mat3.ts';
import { createRandom } from '../../src/math/random.ts';
import { createVec3, crossVec3, lengthVec3, normalizeVec3, type Vec3 } from '../../src/math/vec3.ts';
import { createPrincipalAxes, principalAxes } from '../../src/shapes/principal-axes.ts';
import { createVehicleBox, ellipsoidOfBox, vehicleBoxVolume } from '../../src/shapes/vehicle-box.ts';
import { EXAMPLE_MODEL } from './example-files.ts';
import { forcesOfBothModels } from './figures.ts';
import { EDGES, halved, RADIUS } from './printed-answers.ts';
import { printedOrder } from './printed-listing.ts';

/** Product of the two surface tangents of an ellipsoid along its axes, divided by its length. */
function normalOfTangents(u: Vec3, v: Vec3): Vec3 {
  const normal = crossVec3(createVec3(), u, v);
  const length = lengthVec3(normal);
  return createVec3(normal.x / length, normal.y / length, normal.z / length);
}

describe('errata of the report outside of its routines for box normals', () => {
  it('M17: at the points of the ellipsoids the force of the boxes leaves a couple, at their midpoint none', () => {
    const { checks } = forcesOfBothModels();
    const measured = (what: string) => Number(checks.find((check) => check.what.startsWith(what))?.measured);
    expect(measured('BM at the points of the ellipsoids: net couple')).toBeGreaterThan(0.1);
    expect(measured('BM: net couple per force')).toBeLessThan(1e-13);
  });

  it('M18: descending lengths give the length of the vehicle first, ascending ones its height', () => {
    const { x, y, z } = ellipsoidOfBox(halved(EDGES)).semiAxes;
    const found = principalAxes(createPrincipalAxes(), createMat3(x, y, z), 'length').semiAxes;
    expect([found.x, found.y, found.z]).toEqual([x, y, z]);
    expect(printedOrder([x, y, z])).toEqual([0, 1, 2]);
    const ascending = [x, y, z].sort((p, q) => p - q);
    expect(ascending).toEqual([z, y, x]);
  });

  it('M19: at a pole one tangent vanishes and the normal is 0/0; the gradient of the quadratic form has a value', () => {
    const { x: a, y: b, z: c } = ellipsoidOfBox(halved(EDGES)).semiAxes;
    // x(u, v) = (a cos u cos v, b cos u sin v, c sin u): tangents at u = π/2, v = 0
    const pole = normalOfTangents(createVec3(-a, 0, 0), createVec3(0, 0, 0));
    expect([pole.x, pole.y, pole.z].every(Number.isNaN)).toBe(true);
    const gradient = normalizeVec3(createVec3(), createVec3(0 / (a * a), 0 / (b * b), c / (c * c)));
    expect([gradient.x, gradient.y, gradient.z]).toEqual([0, 0, 1]);
    // elsewhere both agree, up to the sign that the order of the tangents gives
    const [u, v] = [0.4, 1.1];
    const [cu, su, cv, sv] = [Math.cos(u), Math.sin(u), Math.cos(v), Math.sin(v)];
    const tangents = normalOfTangents(
      createVec3(-a * su * cv, -b * su * sv, c * cu),
      createVec3(-a * cu * sv, b * cu * cv, 0),
    );
    const form = normalizeVec3(createVec3(), createVec3((cu * cv) / a, (cu * sv) / b, su / c));
    expect(Math.abs(tangents.x * form.x + tangents.y * form.y + tangents.z * form.z)).toBeCloseTo(1, 14);
  });

  it('M20: D11 of the file implies a strain that nothing holds; with one digit changed it is that of rounding', () => {
    const given = EXAMPLE_MODEL.EQUILIBRIUM as Readonly<Record<EquilibriumKey, number>>;
    // γ11 = (d1·d1 - 1)/2
    const strain = (D11: number) => (D11 * D11 + given.D12 ** 2 + given.D13 ** 2 - 1) / 2;
    expect(strain(given.D11)).toBeCloseTo(1.07e-5, 7);
    expect(Math.abs(strain(9.999051e-1))).toBeLessThan(7e-7);
    const exact = staticEquilibrium(EXAMPLE_MODEL);
    expect(strain(exact.D11)).toBeLessThan(2e-7); // its D13 is not that of the file
    expect(given.D11 - exact.D11).toBeCloseTo(1.07e-5, 7);
  });

  it('M21: as half the track B gives four times the roll stiffness that it gives as the track', () => {
    const asTrack: VehicleModel = {
      ...EXAMPLE_MODEL,
      SUSPENSION: { ...EXAMPLE_MODEL.SUSPENSION, B: EXAMPLE_MODEL.SUSPENSION.B / 2 },
    };
    expect(rollStiffness(EXAMPLE_MODEL) / rollStiffness(asTrack)).toBeCloseTo(4, 3);
    // closed form: Σ C B² over the four springs
    expect(rollStiffness(EXAMPLE_MODEL) / (4 * 40_000 * 0.725 ** 2)).toBeCloseTo(1, 3);
    const left = createVehicleBody(EXAMPLE_MODEL).wheels[1];
    expect(2 * left).toBeCloseTo(1.45, 14);
  });

  it('M22: the rounded box has less than the volume of its ellipsoid, by the random points outside of it', () => {
    const [x, y, z] = halved(EDGES);
    const { semiAxes } = ellipsoidOfBox([x, y, z]);
    const ellipsoid = (4 / 3) * Math.PI * semiAxes.x * semiAxes.y * semiAxes.z;
    expect(ellipsoid).toBeCloseTo(8 * x * y * z, 12);
    const rounded = vehicleBoxVolume(createVehicleBox([x, y, z], RADIUS));
    expect(rounded / ellipsoid).toBeCloseTo(0.98147, 5);
    const random = createRandom(22);
    const count = 100_000;
    let outside = 0;
    for (let k = 0; k < count; k++) {
      const past = (half: number) => Math.max(Math.abs(random.between(-half, half)) - (half - RADIUS), 0);
      if (Math.hypot(past(x), past(y), past(z)) > RADIUS) outside++;
    }
    // 1.9 % of the points, with a standard deviation of 0.043 %
    expect(Math.abs(1 - outside / count - rounded / ellipsoid)).toBeLessThan(2e-3);
  });
});

/** Moment of the springs about the forward axis per roll angle [N m/rad], from the loads of a small roll about the centre of mass. */
function rollStiffness(model: VehicleModel): number {
  const roll = 1e-4;
  const rest = staticEquilibrium(model);
  const state = new Float64Array(VEHICLE_STRIDE);
  state[POSITION + 2] = rest.R3;
  const directors = [rest.D11, 0, rest.D13, 0, Math.cos(roll), Math.sin(roll), rest.D31, -Math.sin(roll), rest.D33];
  state.set(directors, DIRECTORS);
  const loads = new Float64Array(LOAD_STRIDE);
  const road = { ...DEFAULT_ROAD, tyres: false };
  addWheelLoads(loads, 0, new Float64Array(VEHICLE_STRIDE), state, 0, createVehicleBody(model), road);
  // l2 = Σ X2 f: its vertical part is the moment of the vertical forces about the forward axis
  return -loads[8] / roll;
}
