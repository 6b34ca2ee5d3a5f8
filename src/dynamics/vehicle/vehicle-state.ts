import { atan2 } from '../../math/inverse-trig.ts';

/**
 * Packed Float64Array state of a vehicle: the state of motion, then the ledger entries that are integrated with it.
 * [PATH98-1] and [PATH98-8]
 *
 * A material point X of the reference body is at x = r + X1 d1 + X2 d2 + X3 d3 and moves with v + X1 w1 + X2 w2 + X3 w3.
 */

/** r: centre of mass [m]. */
export const POSITION = 0;
/** d1, d2, d3: directors, the columns of F. */
export const DIRECTORS = 3;
/** v [m/s] */
export const VELOCITY = 12;
/** w1, w2, w3: rates of the directors [1/s]. */
export const DIRECTOR_RATES = 15;
/** Side forces of the tyres front left, front right, rear left, rear right [N]. */
export const TYRE_FORCES = 24;
/** Count of the state of motion; the ledger entries follow. */
export const MOVING_COUNT = 28;

/** Energy dissipated by the dampers of the suspension [J]. */
export const SUSPENSION_LOSS = 28;
/** Work of the tyre forces [J]. */
export const TYRE_WORK = 29;
/** Impulse of tyres, springs, dampers and weight [N s], and its moment about the origin of the world [N m s]. */
export const ROAD_IMPULSE = 30;
export const ROAD_MOMENT = 33;
/** Energy dissipated by the viscosity of the body [J]. */
export const VISCOUS_LOSS = 36;
/** Work of the contact forces on this vehicle [J], their impulse [N s] and its moment about the z axis of the world [N m s]. */
export const CONTACT_WORK = 37;
export const CONTACT_IMPULSE = 38;
export const CONTACT_MOMENT = 41;
/** Count of the entries above, which every run has: the hash of a run is that of these. */
export const HASHED_COUNT = 42;
/** Moments of contacts with obstacles about the x and y axes of the world [N m s]. */
export const OBSTACLE_MOMENT = 42;
/** Work of the brakes, of the engine and of the air on the vehicle [J]. */
export const BRAKE_WORK = 44;
export const ENGINE_WORK = 45;
export const AIR_WORK = 46;
/** Energy dissipated by the damper of the hitch to the vehicle ahead [J]. */
export const HITCH_LOSS = 47;
/** Numbers of one vehicle. */
export const VEHICLE_STRIDE = 48;

/** A force and its effect on the directors: f, then l1, l2, l3 with l_i = Σ X_i f [N m]. */
export const LOAD_STRIDE = 12;

/** Direction of d1 over the ground, counter-clockwise from the x axis [rad]. */
export function headingOf(state: Float64Array, vehicle: number): number {
  const d = vehicle + DIRECTORS;
  return atan2(state[d + 1], state[d]);
}

/** Rate of the heading [rad/s]. */
export function yawRateOf(state: Float64Array, vehicle: number): number {
  const d = vehicle + DIRECTORS;
  const w = vehicle + DIRECTOR_RATES;
  const lengthSq = state[d] * state[d] + state[d + 1] * state[d + 1];
  return (state[d] * state[w + 1] - state[d + 1] * state[w]) / lengthSq;
}

/** det F: the ratio of the volume to the undeformed one. */
// biome-ignore format: one product a line
export function volumeRatioOf(state: Float64Array, vehicle: number): number {
  const d = vehicle + DIRECTORS;
  return (
    state[d] * (state[d + 4] * state[d + 8] - state[d + 5] * state[d + 7]) +
    state[d + 1] * (state[d + 5] * state[d + 6] - state[d + 3] * state[d + 8]) +
    state[d + 2] * (state[d + 3] * state[d + 7] - state[d + 4] * state[d + 6])
  );
}
