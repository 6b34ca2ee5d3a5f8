import { describe, expect, it } from 'vitest';
import { exampleModel, vehicleJson } from '../../../test/vehicle-files.ts';
import { createVehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { MOVING_COUNT, VEHICLE_STRIDE } from '../../dynamics/vehicle/vehicle-state.ts';
import { createRunSettings } from './run-settings.ts';
import {
  advance,
  computeRates,
  createPairRecord,
  createVehicleSystem,
  DEPTH,
  type Group,
  type PairRecord,
  type VehicleSystem,
} from './vehicle-system.ts';

interface StateCase {
  readonly id: string;
  readonly mode: 'EM' | 'BM';
  readonly steer: readonly [number, number];
  readonly state: readonly [number[], number[]];
  readonly depthState: number;
  readonly derivative: readonly [number[], number[]];
  readonly depthRate: number;
}

const { cases } = vehicleJson<{ cases: StateCase[] }>('rhs_states.json');

/** The two vehicles of a case, one copy at each of `positions` [m]. */
function systemOf(given: StateCase, positions: readonly number[]): { system: VehicleSystem; pairs: PairRecord[] } {
  const settings = createRunSettings({ contact: { model: given.mode, fallback: false } });
  const bodies = positions.flatMap(() => given.steer.map((angle) => createVehicleBody(exampleModel(), angle)));
  const system = createVehicleSystem(bodies, settings);
  const pairs = positions.map((place, k) => {
    given.state.forEach((values, i) => {
      const at = VEHICLE_STRIDE * (2 * k + i);
      for (const array of [system.arrays.now, system.arrays.stage]) {
        array.set(values, at);
        array[at] += place;
      }
    });
    const pair = createPairRecord(system, 2 * k, 2 * k + 1);
    pair.arrays.now[DEPTH] = pair.arrays.stage[DEPTH] = given.depthState;
    return pair;
  });
  return { system, pairs };
}

describe('the equations of motion', () => {
  it.each(cases)('$id: rates agree with an independent program', (given) => {
    const { system, pairs } = systemOf(given, [0]);
    computeRates(system, { vehicles: [0, 1], pairs });
    given.derivative.forEach((expected, i) => {
      const rates = system.arrays.rates.subarray(VEHICLE_STRIDE * i, VEHICLE_STRIDE * i + MOVING_COUNT);
      expected.forEach((value, k) => {
        expect(Math.abs(rates[k] - value)).toBeLessThan(1e-9 * Math.max(1, Math.abs(value)));
      });
    });
    expect(Math.abs(pairs[0].arrays.rates[DEPTH] - given.depthRate)).toBeLessThan(1e-9);
  });

  it('of a group are bitwise those of all vehicles: distant vehicles do not affect it', () => {
    for (const given of cases) {
      const all = systemOf(given, [0, 100]);
      const part = systemOf(given, [0, 100]);
      const group: Group = { vehicles: [2, 3], pairs: part.pairs.slice(1) };
      advance(all.system, { vehicles: [0, 1, 2, 3], pairs: all.pairs }, 1e-3);
      advance(part.system, group, 1e-3);
      const end = 2 * VEHICLE_STRIDE;
      expect(part.system.arrays.next.subarray(end)).toEqual(all.system.arrays.next.subarray(end));
      expect(part.pairs[1].arrays.next).toEqual(all.pairs[1].arrays.next);
    }
  });
});
