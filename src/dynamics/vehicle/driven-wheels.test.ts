import { expect, test } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createRoadSurface, frictionAt, surfaceAt } from './road-surface.ts';
import { createVehicleBody } from './vehicle-body.ts';
import { vehicleStore } from './vehicle-energy.ts';
import type { VehicleModel } from './vehicle-model.ts';
import { vehicleRates } from './vehicle-rates.ts';
import {
  AIR_WORK,
  BRAKE_WORK,
  DIRECTORS,
  ENGINE_WORK,
  LOAD_STRIDE,
  ROAD_IMPULSE,
  ROAD_MOMENT,
  SUSPENSION_LOSS,
  TYRE_WORK,
  VEHICLE_STRIDE,
  VELOCITY,
} from './vehicle-state.ts';
import { DEFAULT_ROAD, type Road } from './wheels.ts';

const MODEL: VehicleModel = {
  id: 1,
  COSSERAT_POINT: { MASS: 1500, Ix: 550, Iy: 2400, Iz: 2600, E: 2e8, nu: 0.3, volume: 0.42 },
  SUSPENSION: { L1: 1.2, L2: 1.5, B: 0.75, H1: 0.4, H2: 0.45, spring_ref: 0.2, C1: 3e4, C2: 4e4, D1: 3e3, D2: 2e3 },
  TYRE: 0,
  CONTACT: { A1: 4.8, A2: 1.9, A3: 1.5 },
  drive: {
    stiffness: [10, 13],
    longitudinal: 1.1,
    sliding: 0.8,
    loadSensitivity: 0.2,
    brakes: { force: 15_000, front: 0.6 },
    engine: { force: 5000, power: 6e4, front: 0.7 },
    dragArea: 0.7,
  },
};
const RAMPS = [
  { from: [-3, 1], heading: 0.4, length: 6, rise: 1, rounding: 2 },
  { from: [0, -2], heading: -1.2, length: 4, rise: -0.3, rounding: 1 },
] as const;
const AREAS = [{ center: [1, 0], halfExtents: [1, 2], heading: 0.3, friction: 0.2 }] as const;
const ROAD: Road = {
  ...DEFAULT_ROAD,
  tyreModel: 'ellipse',
  areas: AREAS,
  ramps: RAMPS,
  surface: createRoadSurface(AREAS, RAMPS),
};

test('works and losses of all causes are the rate of energy, and impulses those of momenta, in any state on a slope', () => {
  const random = createRandom(11);
  const body = createVehicleBody(MODEL);
  const ground = new Float64Array(3);
  for (let trial = 0; trial < 40; trial++) {
    const state = new Float64Array(VEHICLE_STRIDE);
    for (let k = 0; k < 12; k++) state[k] = 0.04 * (random.next() - 0.5);
    for (const k of [0, 4, 8]) state[DIRECTORS + k] += 1;
    state[0] = 4 * (random.next() - 0.5);
    state[1] = 4 * (random.next() - 0.5);
    surfaceAt(ground, ROAD.surface, state[0], state[1]);
    state[2] += ground[0] + 0.5;
    for (let k = VELOCITY; k < 24; k++) state[k] = random.next() - 0.5;
    state[VELOCITY] *= 30;
    state[VELOCITY + 1] *= 5;
    const controls = {
      brake: trial % 3 === 0 ? 1 : 0.3 * (trial % 2),
      throttle: trial % 2,
      steerCos: Math.cos(0.1),
      steerSin: Math.sin(0.1),
    };
    const rates = new Float64Array(VEHICLE_STRIDE);
    vehicleRates(rates, state, 0, body, ROAD, 0, new Float64Array(LOAD_STRIDE), 0, controls);
    const at = (time: number) =>
      vehicleStore(
        state.map((value, k) => value + time * rates[k]),
        0,
        body,
        ROAD,
      );
    const h = 1e-6;
    const [before, after] = [at(-h), at(h)];
    const total = (store: typeof before) => store.kinetic + store.strain + store.spring + store.gravity;
    const rate = (total(after) - total(before)) / (2 * h);
    const works = rates[TYRE_WORK] + rates[BRAKE_WORK] + rates[ENGINE_WORK] + rates[AIR_WORK] - rates[SUSPENSION_LOSS];
    expect(Math.abs(rate - works)).toBeLessThan(1e-5 * (Math.abs(works) + 1e5));
    expect(rates[BRAKE_WORK]).toBeLessThanOrEqual(0);
    expect(rates[TYRE_WORK]).toBeLessThanOrEqual(0);
    expect(rates[AIR_WORK]).toBeLessThanOrEqual(0);
    (['x', 'y', 'z'] as const).forEach((axis, k) => {
      const force = (after.momentum[axis] - before.momentum[axis]) / (2 * h);
      expect(Math.abs(force - rates[ROAD_IMPULSE + k])).toBeLessThan(1e-3);
      const moment = (after.angularMomentum[axis] - before.angularMomentum[axis]) / (2 * h);
      expect(Math.abs(moment - rates[ROAD_MOMENT + k])).toBeLessThan(1e-2 + 1e-6 * Math.abs(moment));
    });
  }
});

test('the slopes of the road are the derivatives of its height, also at the ends of ramps', () => {
  const [low, high, here] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let k = 0; k < 200; k++) {
    const [x, y] = [-6 + 0.08 * k, 3 - 0.05 * k];
    surfaceAt(here, ROAD.surface, x, y);
    surfaceAt(low, ROAD.surface, x - 1e-5, y);
    surfaceAt(high, ROAD.surface, x + 1e-5, y);
    expect(Math.abs((high[0] - low[0]) / 2e-5 - here[1])).toBeLessThan(1e-4);
    surfaceAt(low, ROAD.surface, x, y - 1e-5);
    surfaceAt(high, ROAD.surface, x, y + 1e-5);
    expect(Math.abs((high[0] - low[0]) / 2e-5 - here[2])).toBeLessThan(1e-4);
  }
});

test('an area has its friction inside, the last of several counts', () => {
  const square = { center: [0, 0], halfExtents: [1, 1], heading: Math.PI / 4, friction: 0.3 } as const;
  const surface = createRoadSurface([square, { ...square, center: [1, 0], friction: 0.1 }], []);
  expect([-1.3, -1, 0.5, 3].map((x) => frictionAt(surface, x, 0, 0.8))).toEqual([0.3, 0.3, 0.1, 0.8]);
  expect(frictionAt(surface, -1, 0.9, 0.8)).toBe(0.8);
});
