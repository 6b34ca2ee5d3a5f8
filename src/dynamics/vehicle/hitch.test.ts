import { expect, test } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { addHitchLoads, checkHitch, type Hitch, hitchEnergy } from './hitch.ts';
import { DIRECTOR_RATES, DIRECTORS, LOAD_STRIDE, VEHICLE_STRIDE, VELOCITY } from './vehicle-state.ts';

const HITCH: Hitch = {
  vehicle: 0,
  trailer: 1,
  at: [-2.5, 0.1, -0.2],
  trailerAt: [3, -0.1, -0.3],
  stiffness: 1e6,
  damping: 3e3,
};

function randomState(seed: number): Float64Array {
  const random = createRandom(seed);
  const state = new Float64Array(2 * VEHICLE_STRIDE);
  for (const i of [0, VEHICLE_STRIDE]) {
    for (let k = 0; k < 24; k++) state[i + k] = 0.1 * (random.next() - 0.5);
    for (const k of [0, 4, 8]) state[i + DIRECTORS + k] += 1;
    for (let k = VELOCITY; k < 24; k++) state[i + k] *= 20;
  }
  state[VEHICLE_STRIDE] -= 5.5;
  return state;
}

test('forces of a hitch have no resultant and no moment, and their power is that of its spring and damper', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const state = randomState(seed);
    const loads = new Float64Array(2 * LOAD_STRIDE);
    const loss = addHitchLoads(loads, 0, LOAD_STRIDE, state, 0, VEHICLE_STRIDE, HITCH);
    for (let k = 0; k < 3; k++) expect(Math.abs(loads[k] + loads[LOAD_STRIDE + k])).toBeLessThan(1e-6);
    // moment about the origin: r × f + Σ d_i × l_i of both vehicles
    const moment = [0, 0, 0];
    let power = 0;
    [0, 1].forEach((vehicle) => {
      const [i, l] = [VEHICLE_STRIDE * vehicle, LOAD_STRIDE * vehicle];
      [i, i + DIRECTORS, i + DIRECTORS + 3, i + DIRECTORS + 6].forEach((arm, part) => {
        for (let k = 0; k < 3; k++) {
          const [m, n] = [(k + 1) % 3, (k + 2) % 3];
          moment[k] += state[arm + m] * loads[l + 3 * part + n] - state[arm + n] * loads[l + 3 * part + m];
        }
      });
      [i + VELOCITY, i + DIRECTOR_RATES, i + DIRECTOR_RATES + 3, i + DIRECTOR_RATES + 6].forEach((rate, part) => {
        for (let k = 0; k < 3; k++) power += state[rate + k] * loads[l + 3 * part + k];
      });
    });
    for (const value of moment) expect(Math.abs(value)).toBeLessThan(1e-5);
    // rate of the spring energy, by central differences
    const at = (time: number) => {
      const moved = state.slice();
      for (const i of [0, VEHICLE_STRIDE]) {
        for (let k = 0; k < 12; k++) moved[i + k] += time * state[i + VELOCITY + k];
      }
      return hitchEnergy(moved, 0, VEHICLE_STRIDE, HITCH);
    };
    const rate = (at(1e-5) - at(-1e-5)) / 2e-5;
    expect(loss).toBeGreaterThan(0);
    expect(Math.abs(power + rate + loss)).toBeLessThan(1e-6 * (Math.abs(power) + loss) + 1e-3);
  }
});

test('invalid hitches are rejected by name', () => {
  expect(() => checkHitch({ ...HITCH, trailer: 5 }, 2, 'hitches[0]')).toThrow('hitches[0].trailer: must be the index');
  expect(() => checkHitch({ ...HITCH, trailer: 0 }, 2, 'hitches[0]')).toThrow('must be another vehicle');
  expect(() => checkHitch({ ...HITCH, stiffness: 0 }, 2, 'hitches[0]')).toThrow('hitches[0].stiffness');
});
