import { describe, expect, it } from 'vitest';
import { exampleModel, vehicleJson } from '../../../test/vehicle-files.ts';
import { VehicleError } from '../../shapes/vehicle-error.ts';
import { type Equilibrium, setStart, staticEquilibrium } from './equilibrium.ts';
import { createVehicleBody } from './vehicle-body.ts';
import type { VehicleModel } from './vehicle-model.ts';
import { vehicleRates } from './vehicle-rates.ts';
import { DIRECTOR_RATES, headingOf, LOAD_STRIDE, VEHICLE_STRIDE, VELOCITY } from './vehicle-state.ts';
import { DEFAULT_ROAD } from './wheels.ts';

const model = exampleModel();
const { exact } = vehicleJson<{ exact: Record<string, number> }>('equilibrium.json');

/** Spring mounts below the centre of mass [m]. */
function lowered(H1: number, H2: number): VehicleModel {
  return { ...model, SUSPENSION: { ...model.SUSPENSION, H1, H2 } };
}

/** Largest acceleration of a vehicle at rest [m/s²], [1/s²]. */
function maxAcceleration(vehicle: VehicleModel, rest: Equilibrium): number {
  const state = new Float64Array(VEHICLE_STRIDE);
  const rates = new Float64Array(VEHICLE_STRIDE);
  setStart(state, 0, rest, { model: 1, X: 3, Y: 2, ORIENTATION: 1, SPEED: 0, STEERING: 0 });
  vehicleRates(rates, state, 0, createVehicleBody(vehicle), DEFAULT_ROAD, 0, new Float64Array(LOAD_STRIDE), 0);
  return Math.max(...rates.subarray(VELOCITY, DIRECTOR_RATES + 9).map(Math.abs));
}

describe('a vehicle at rest on its springs [PATH98-7]', () => {
  it('has the height and pitch of the reference', () => {
    const rest = staticEquilibrium(model);
    // closed form: rounding only
    for (const key of ['R3', 'D11', 'D13', 'D22', 'D31', 'D33'] as const) {
      expect(Math.abs(rest[key] - exact[key])).toBeLessThan(1e-12);
    }
  });

  it('confirms g = 9.81: the height in the file requires it', () => {
    const fileHeight = model.EQUILIBRIUM?.R3 ?? 0;
    expect(Math.abs(staticEquilibrium(model).R3 - fileHeight)).toBeLessThan(1e-8);
    expect(Math.abs(staticEquilibrium(model, 9.80665).R3 - fileHeight)).toBeGreaterThan(3e-5);
  });

  it('is strained slightly when its springs are fixed lower', () => {
    const rest = staticEquilibrium(lowered(0.1, 0.1));
    // from an independent program, to the last digit
    expect(rest.R3).toBeCloseTo(0.1503654152, 9);
    expect(rest.D13).toBeCloseTo(-0.01391032597, 10);
    expect(rest.D31).toBeCloseTo(0.01391065822, 10);
    expect(rest.D33).toBeCloseTo(0.9998848723, 9);
    expect(rest.D11).toBeCloseTo(0.9999087544, 9);
    expect(rest.D22).toBeCloseTo(1.0000055117, 9);
  });

  it('does not move', () => {
    for (const vehicle of [model, lowered(0.1, 0.1), lowered(0.3, -0.2)]) {
      // strains of one ulp cause accelerations of about V E 1e-16 / y = 1e-9
      expect(maxAcceleration(vehicle, staticEquilibrium(vehicle))).toBeLessThan(1e-8);
    }
  });

  it('does not exist on springs that cannot carry it', () => {
    const soft = { ...model, SUSPENSION: { ...model.SUSPENSION, C1: 900, C2: 9000 } };
    expect(() => staticEquilibrium(soft)).toThrow(VehicleError);
  });

  it('starts rotated and rolling', () => {
    const state = new Float64Array(VEHICLE_STRIDE);
    setStart(state, 0, staticEquilibrium(model), { model: 1, X: 1, Y: 2, ORIENTATION: 2, SPEED: 3, STEERING: 0 });
    expect(headingOf(state, 0)).toBeCloseTo(2, 14);
    expect([state[VELOCITY], state[VELOCITY + 1]]).toEqual([3 * Math.cos(2), 3 * Math.sin(2)]);
  });
});
