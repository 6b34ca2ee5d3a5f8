import { describe, expect, it } from 'vitest';
import { exampleModel } from '../../../test/vehicle-files.ts';
import { createRandom } from '../../math/random.ts';
import { addElasticLoads, strainEnergy } from './elasticity.ts';
import { createVehicleBody, fastestVibration, type VehicleBody } from './vehicle-body.ts';
import { vehicleStore } from './vehicle-energy.ts';
import { vehicleRates } from './vehicle-rates.ts';
import {
  DIRECTOR_RATES,
  DIRECTORS,
  LOAD_STRIDE,
  SUSPENSION_LOSS,
  TYRE_FORCES,
  TYRE_WORK,
  VEHICLE_STRIDE,
  VELOCITY,
  VISCOUS_LOSS,
  yawRateOf,
} from './vehicle-state.ts';
import { DEFAULT_ROAD } from './wheels.ts';

const model = exampleModel();
const body = createVehicleBody(model, 0.05);

/** Deformed, rotated, moving and sliding in all directions. */
function randomState(seed: number): Float64Array {
  const random = createRandom(seed);
  const state = new Float64Array(VEHICLE_STRIDE);
  const angle = random.between(-3, 3);
  const identity = [Math.cos(angle), Math.sin(angle), 0, -Math.sin(angle), Math.cos(angle), 0, 0, 0, 1];
  state.set([random.between(-9, 9), random.between(-9, 9), random.between(0.02, 0.08)]);
  identity.forEach((value, k) => {
    state[DIRECTORS + k] = value + random.between(-0.02, 0.02);
  });
  for (let k = VELOCITY; k < DIRECTOR_RATES + 9; k++) state[k] = random.between(-1, 1);
  for (let k = 0; k < 4; k++) state[TYRE_FORCES + k] = random.between(-900, 900);
  return state;
}

function ratesAt(state: Float64Array, road = DEFAULT_ROAD, viscosity = 0): Float64Array {
  const rates = new Float64Array(VEHICLE_STRIDE);
  vehicleRates(rates, state, 0, body, road, viscosity, new Float64Array(LOAD_STRIDE), 0);
  return rates;
}

/** The state after a time step h, to first order. */
function moved(state: Float64Array, rates: Float64Array, h: number): Float64Array {
  return state.map((value, k) => value + h * rates[k]);
}

describe('the elastic body [PATH98-6]', () => {
  it('has forces along minus the gradient of its energy', () => {
    for (let seed = 1; seed < 40; seed++) {
      const state = randomState(seed);
      const loads = new Float64Array(LOAD_STRIDE);
      addElasticLoads(loads, 0, new Float64Array(VEHICLE_STRIDE), state, 0, body, 0);
      for (let k = 0; k < 9; k++) {
        const energy = [1e-6, -1e-6].map((step) => {
          const shifted = state.slice();
          shifted[DIRECTORS + k] += step;
          return strainEnergy(shifted, 0, body);
        });
        const slope = (energy[0] - energy[1]) / 2e-6;
        // central differences of forces of 1e6 N m: rounding of 1e5 J over 2e-6, curvature below it
        expect(Math.abs(loads[3 + k] + slope)).toBeLessThan(1e-3);
      }
    }
  });

  it('has no resultant moment', () => {
    for (let seed = 1; seed < 40; seed++) {
      const state = randomState(seed);
      const loads = new Float64Array(LOAD_STRIDE);
      addElasticLoads(loads, 0, new Float64Array(VEHICLE_STRIDE), state, 0, body, 0.003);
      let [x, y, z] = [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        const [dx, dy, dz] = state.subarray(DIRECTORS + 3 * i);
        const [kx, ky, kz] = loads.subarray(3 + 3 * i);
        x += dy * kz - dz * ky;
        y += dz * kx - dx * kz;
        z += dx * ky - dy * kx;
      }
      // rounding of director forces of 1e7 N m
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeLessThan(1e-8);
    }
  });

  it('vibrates at the specified frequency, 936 rad/s, and at that from the derivative of its forces', () => {
    expect(fastestVibration(body)).toBeCloseTo(936, 0);
    for (const nu of [-0.95, -0.5, 0, 0.3, 0.45]) {
      const other = createVehicleBody({ ...model, COSSERAT_POINT: { ...model.COSSERAT_POINT, nu } });
      // power iteration with differences of 1e-7: six digits
      expect(fastestVibration(other) / frequencyByIteration(other)).toBeCloseTo(1, 5);
    }
  });
});

/** Largest frequency about the undeformed state [rad/s], from the forces alone. */
function frequencyByIteration(vehicle: VehicleBody): number {
  const inertias = [vehicle.y1, vehicle.y2, vehicle.y3];
  let shape = Array.from({ length: 9 }, (_, k) => 1 + k / 10);
  let square = 0;
  for (let round = 0; round < 300; round++) {
    const state = new Float64Array(VEHICLE_STRIDE);
    state.set([1, 0, 0, 0, 1, 0, 0, 0, 1], DIRECTORS);
    const size = Math.hypot(...shape);
    for (let k = 0; k < 9; k++) state[DIRECTORS + k] += (1e-7 * shape[k]) / size;
    const loads = new Float64Array(LOAD_STRIDE);
    addElasticLoads(loads, 0, new Float64Array(VEHICLE_STRIDE), state, 0, vehicle, 0);
    shape = shape.map((_, k) => -loads[3 + k] / inertias[Math.floor(k / 3)] / 1e-7);
    square = Math.hypot(...shape);
  }
  return Math.sqrt(square);
}

describe('the energy of a vehicle', () => {
  it.each([0, 0.004])('changes by the recorded work of springs, tyres and viscosity (%d s)', (viscosity) => {
    for (let seed = 1; seed < 40; seed++) {
      const state = randomState(seed);
      const rates = ratesAt(state, DEFAULT_ROAD, viscosity);
      const h = 1e-7;
      const [after, before] = [h, -h].map((step) => {
        const store = vehicleStore(moved(state, rates, step), 0, body, DEFAULT_ROAD);
        return store.kinetic + store.strain + store.spring + store.gravity;
      });
      const power = rates[TYRE_WORK] - rates[SUSPENSION_LOSS] - rates[VISCOUS_LOSS];
      // the rounding of 1e5 J over 2e-7 s
      expect(Math.abs((after - before) / (2 * h) - power)).toBeLessThan(1e-3 * (1 + Math.abs(power)));
      expect(rates[SUSPENSION_LOSS]).toBeGreaterThan(0);
      expect(rates[VISCOUS_LOSS] > 0).toBe(viscosity > 0);
    }
  });

  it('is not affected by tyres that are switched off', () => {
    const rates = ratesAt(randomState(5), { ...DEFAULT_ROAD, tyres: false });
    expect([rates[TYRE_WORK], rates[VELOCITY], rates[TYRE_FORCES]]).toEqual([0, 0, 0]);
  });

  it('is dissipated by tyres without lag', () => {
    const instant = createVehicleBody({ ...model, TYRE: 0 });
    for (let seed = 1; seed < 40; seed++) {
      const rates = new Float64Array(VEHICLE_STRIDE);
      const state = randomState(seed);
      vehicleRates(rates, state, 0, instant, DEFAULT_ROAD, 0, new Float64Array(LOAD_STRIDE), 0);
      expect(rates[TYRE_WORK]).toBeLessThan(0);
      expect(rates[TYRE_FORCES]).toBe(0);
    }
  });
});

describe('the yaw rate', () => {
  it('is the rate of the heading of a rotating body', () => {
    const state = new Float64Array(VEHICLE_STRIDE);
    state.set([0.6, 0.8, 0.1], DIRECTORS);
    state.set([-0.8 * 1.7, 0.6 * 1.7, 0], DIRECTOR_RATES);
    expect(yawRateOf(state, 0)).toBeCloseTo(1.7, 14);
  });
});

describe('an invalid vehicle model', () => {
  it('is rejected with the invalid key', () => {
    const heavy = { ...model, COSSERAT_POINT: { ...model.COSSERAT_POINT, MASS: Number.NaN } };
    expect(() => createVehicleBody(heavy)).toThrow('model 1: MASS must be above zero, got NaN');
    expect(() => createVehicleBody(model, Number.POSITIVE_INFINITY)).toThrow('steering: must be a finite angle');
  });
});
