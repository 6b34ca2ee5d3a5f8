import { tanh } from '../../math/exponential.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { createRoadSurface, type RoadArea, type RoadRamp, type RoadSurface, surfaceAt } from './road-surface.ts';
import { type VehicleBody, WHEEL_COUNT, WHEEL_STRIDE } from './vehicle-body.ts';
import {
  DIRECTOR_RATES,
  DIRECTORS,
  ROAD_IMPULSE,
  ROAD_MOMENT,
  SUSPENSION_LOSS,
  TYRE_FORCES,
  TYRE_WORK,
  VELOCITY,
} from './vehicle-state.ts';

/** Parameters of the ground and the tyres. */
export interface Road {
  /** [m/s²] */
  readonly gravity: number;
  /** False: wheels slide sideways without resistance. */
  readonly tyres: boolean;
  /** Friction coefficient μ of the tyres, and side force per load and slip angle [1/rad]. */
  readonly tyreFriction: number;
  readonly tyreStiffness: number;
  /** Below this forward speed slip angles fade out [m/s]. */
  readonly slipSpeed: number;
  /** `lateral`: lateral forces on a level road. `ellipse`: also brakes, engine, areas and slopes, see `addDrivenWheelLoads`. */
  readonly tyreModel: TyreModel;
  /** Areas with another friction, and slopes; for the tyre model `ellipse` only. */
  readonly areas: readonly RoadArea[];
  readonly ramps: readonly RoadRamp[];
  /** The same, prepared. */
  readonly surface: RoadSurface;
}

export const TYRE_MODELS = ['lateral', 'ellipse'] as const;
export type TyreModel = (typeof TYRE_MODELS)[number];

/** [PATH98-7]; gravity 9.81 m/s² is the one of the published equilibrium. */
export const DEFAULT_ROAD: Road = {
  gravity: 9.81,
  tyres: true,
  tyreFriction: 0.8,
  tyreStiffness: 12,
  slipSpeed: 0.1,
  tyreModel: 'lateral',
  areas: [],
  ramps: [],
  surface: createRoadSurface([], []),
};

/**
 * Springs, dampers and tyres of the four wheels on the road z = 0, and gravity. [PATH98-7]
 *
 * A spring is vertical between the ground and the material point X of its wheel, with length l = z of that point. The tyre
 * applies its side force at the ground below: at the material point X_g = X - l F⁻¹e_z.
 *
 * Adds to `loads` from `l` on; writes the rates of the tyre forces and of the ledger entries of the road.
 */
// biome-ignore format: one vector per line
export function addWheelLoads(
  loads: Float64Array, l: number, rates: Float64Array, state: Float64Array, vehicle: number, body: VehicleBody, road: Road,
): void {
  const { wheels, springLength, tyreRelaxationTime } = body;
  const d = vehicle + DIRECTORS, v = vehicle + VELOCITY, w = vehicle + DIRECTOR_RATES;
  const rx = state[vehicle], ry = state[vehicle + 1], rz = state[vehicle + 2];
  const d1x = state[d], d1y = state[d + 1], d1z = state[d + 2];
  const d2x = state[d + 3], d2y = state[d + 4], d2z = state[d + 5];
  const d3x = state[d + 6], d3y = state[d + 7], d3z = state[d + 8];
  const vx = state[v], vy = state[v + 1], vz = state[v + 2];
  const w1x = state[w], w1y = state[w + 1], w1z = state[w + 2];
  const w2x = state[w + 3], w2y = state[w + 4], w2z = state[w + 5];
  const w3x = state[w + 6], w3y = state[w + 7], w3z = state[w + 8];

  // u = F⁻¹e_z and the direction of d1 over the ground
  const c1 = d2x * d3y - d2y * d3x, c2 = d3x * d1y - d3y * d1x, c3 = d1x * d2y - d1y * d2x;
  const det = d1z * c1 + d2z * c2 + d3z * c3;
  const u1 = c1 / det, u2 = c2 / det, u3 = c3 / det;
  const forward = Math.sqrt(d1x * d1x + d1y * d1y);
  const hx = d1x / forward, hy = d1y / forward;

  const weight = -body.mass * road.gravity;
  let fx = 0, fy = 0, fz = weight;
  let l1x = 0, l1y = 0, l1z = 0, l2x = 0, l2y = 0, l2z = 0, l3x = 0, l3y = 0, l3z = 0;
  let loss = 0, work = 0;
  let mx = ry * weight, my = -rx * weight, mz = 0;
  for (let k = 0; k < WHEEL_COUNT; k++) {
    const i = WHEEL_STRIDE * k;
    const x1 = wheels[i], x2 = wheels[i + 1], x3 = wheels[i + 2];
    const length = rz + x1 * d1z + x2 * d2z + x3 * d3z;
    const rate = vz + x1 * w1z + x2 * w2z + x3 * w3z;
    const spring = length < springLength ? wheels[i + 3] * (springLength - length) : 0;
    const load = length < springLength ? Math.max(0, spring - wheels[i + 4] * rate) : 0;
    const px = rx + x1 * d1x + x2 * d2x + x3 * d3x, py = ry + x1 * d1y + x2 * d2y + x3 * d3y;
    fz += load;
    l1z += x1 * load; l2z += x2 * load; l3z += x3 * load;
    mx += py * load; my -= px * load;
    loss -= (load - spring) * rate;
    if (!road.tyres) { rates[vehicle + TYRE_FORCES + k] = 0; continue; }

    // wheel axes e_x, e_y over the ground, and the velocity of the material point that is at the ground
    const ex = k < 2 ? body.steerCos * hx - body.steerSin * hy : hx;
    const ey = k < 2 ? body.steerCos * hy + body.steerSin * hx : hy;
    const g1 = x1 - length * u1, g2 = x2 - length * u2, g3 = x3 - length * u3;
    const gx = vx + g1 * w1x + g2 * w2x + g3 * w3x, gy = vy + g1 * w1y + g2 * w2y + g3 * w3y;
    const slip = atan2(gy * ex - gx * ey, Math.max(Math.abs(gx * ex + gy * ey), road.slipSpeed));
    const steady = -road.tyreFriction * load * tanh((road.tyreStiffness * slip) / road.tyreFriction);
    const side = tyreRelaxationTime > 0 ? state[vehicle + TYRE_FORCES + k] : steady;
    rates[vehicle + TYRE_FORCES + k] = tyreRelaxationTime > 0 ? (steady - side) / tyreRelaxationTime : 0;
    const sx = -side * ey, sy = side * ex;
    fx += sx; fy += sy;
    l1x += g1 * sx; l1y += g1 * sy;
    l2x += g2 * sx; l2y += g2 * sy;
    l3x += g3 * sx; l3y += g3 * sy;
    work += sx * gx + sy * gy;
    mz += px * sy - py * sx;
  }
  loads[l] += fx; loads[l + 1] += fy; loads[l + 2] += fz;
  loads[l + 3] += l1x; loads[l + 4] += l1y; loads[l + 5] += l1z;
  loads[l + 6] += l2x; loads[l + 7] += l2y; loads[l + 8] += l2z;
  loads[l + 9] += l3x; loads[l + 10] += l3y; loads[l + 11] += l3z;
  rates[vehicle + SUSPENSION_LOSS] = loss;
  rates[vehicle + TYRE_WORK] = work;
  rates[vehicle + ROAD_IMPULSE] = fx; rates[vehicle + ROAD_IMPULSE + 1] = fy; rates[vehicle + ROAD_IMPULSE + 2] = fz;
  rates[vehicle + ROAD_MOMENT] = mx; rates[vehicle + ROAD_MOMENT + 1] = my; rates[vehicle + ROAD_MOMENT + 2] = mz;
}

const ground = new Float64Array(3);

/** Energy in the springs [J]; on a road with slopes, with their lengths above it. */
export function springEnergy(
  state: Float64Array,
  vehicle: number,
  { wheels, springLength }: VehicleBody,
  road?: Road,
): number {
  const d = vehicle + DIRECTORS;
  let energy = 0;
  for (let i = 0; i < wheels.length; i += WHEEL_STRIDE) {
    let length =
      state[vehicle + 2] + wheels[i] * state[d + 2] + wheels[i + 1] * state[d + 5] + wheels[i + 2] * state[d + 8];
    if (road && road.ramps.length > 0) {
      const x = state[vehicle] + wheels[i] * state[d] + wheels[i + 1] * state[d + 3] + wheels[i + 2] * state[d + 6];
      const y =
        state[vehicle + 1] + wheels[i] * state[d + 1] + wheels[i + 1] * state[d + 4] + wheels[i + 2] * state[d + 7];
      surfaceAt(ground, road.surface, x, y);
      length -= ground[0];
    }
    const pressed = Math.max(0, springLength - length);
    energy += 0.5 * wheels[i + 3] * pressed * pressed;
  }
  return energy;
}
