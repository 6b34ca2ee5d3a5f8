import { addDrivenWheelLoads } from './driven-wheels.ts';
import { addElasticLoads } from './elasticity.ts';
import type { VehicleBody } from './vehicle-body.ts';
import type { Controls } from './vehicle-drive.ts';
import { DIRECTOR_RATES, DIRECTORS, VELOCITY, VISCOUS_LOSS } from './vehicle-state.ts';
import { addWheelLoads, type Road } from './wheels.ts';

/**
 * Rates of one vehicle: m v' = f, y_i w_i' = l_i - k_i, r' = v, d_i' = w_i. [PATH98-6]
 *
 * `loads` holds, from `l` on, the contact forces; springs, tyres, gravity and the elastic forces are added to it.
 * `controls` selects the tyre model `ellipse` and are the inputs of the driver. `viscosity` is τ of the body [s]. The ledger entries of contacts are not changed.
 */
export function vehicleRates(
  rates: Float64Array,
  state: Float64Array,
  vehicle: number,
  body: VehicleBody,
  road: Road,
  viscosity: number,
  loads: Float64Array,
  l: number,
  controls?: Controls,
): void {
  rates[vehicle + VISCOUS_LOSS] = 0;
  if (controls) addDrivenWheelLoads(loads, l, rates, state, vehicle, body, road, controls);
  else addWheelLoads(loads, l, rates, state, vehicle, body, road);
  addElasticLoads(loads, l, rates, state, vehicle, body, viscosity);
  for (let k = 0; k < 3; k++) rates[vehicle + k] = state[vehicle + VELOCITY + k];
  for (let k = 0; k < 9; k++) rates[vehicle + DIRECTORS + k] = state[vehicle + DIRECTOR_RATES + k];
  for (let k = 0; k < 3; k++) {
    rates[vehicle + VELOCITY + k] = loads[l + k] / body.mass;
    rates[vehicle + DIRECTOR_RATES + k] = loads[l + 3 + k] / body.y1;
    rates[vehicle + DIRECTOR_RATES + 3 + k] = loads[l + 6 + k] / body.y2;
    rates[vehicle + DIRECTOR_RATES + 6 + k] = loads[l + 9 + k] / body.y3;
  }
}
