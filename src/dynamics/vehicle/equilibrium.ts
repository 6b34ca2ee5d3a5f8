import { solveLinear } from '../../math/linear-solve.ts';
import { cosSin } from '../../math/trig.ts';
import { VehicleError } from '../../shapes/vehicle-error.ts';
import { surfaceAt } from './road-surface.ts';
import { createVehicleBody, type VehicleBody } from './vehicle-body.ts';
import type { EquilibriumKey, PlatoonVehicle, VehicleModel } from './vehicle-model.ts';
import { vehicleRates } from './vehicle-rates.ts';
import { DIRECTORS, LOAD_STRIDE, POSITION, VEHICLE_STRIDE, VELOCITY } from './vehicle-state.ts';
import { DEFAULT_ROAD, type Road } from './wheels.ts';

/** A state of rest, with the keys of the data files. */
export type Equilibrium = Readonly<Record<EquilibriumKey, number>>;

/** Unknowns of Newton's method as offsets in the state, and the rates that must vanish there. */
const HEIGHT = POSITION + 2;
const D = DIRECTORS;
const UNKNOWNS = [HEIGHT, D, D + 2, D + 4, D + 6, D + 8];
const MAX_ITERATIONS = 50;
/** Steps below this are rounding as soon as they stop decreasing [m], [-]. */
const SMALL = 1e-9;
/** Half width of the central differences: the cube root of the machine precision, for numbers near 1. */
const STEP = 2 ** -17;

/**
 * Rest position of a vehicle on level ground. With springs fixed at the height of the centre of mass it is unstrained and the
 * solution has a closed form; else the six unknowns R3, D11, D13, D22, D31, D33 come from Newton's method. [PATH98-7]
 */
export function staticEquilibrium(model: VehicleModel, gravity = DEFAULT_ROAD.gravity): Equilibrium {
  const { H1, H2 } = model.SUSPENSION;
  const unstrained = unstrainedEquilibrium(model, gravity);
  return H1 === 0 && H2 === 0 ? unstrained : newtonEquilibrium(createVehicleBody(model), unstrained, gravity);
}

/** Exact for springs at the height of the centre of mass, and a sufficient initial guess otherwise. */
function unstrainedEquilibrium(model: VehicleModel, gravity: number): Equilibrium {
  const { L1, L2, H1, H2, C1, C2, spring_ref } = model.SUSPENSION;
  const weight = model.COSSERAT_POINT.MASS * gravity;
  const base = L1 + L2;
  const front = H1 + spring_ref - (weight * L2) / (2 * C1 * base);
  const rear = H2 + spring_ref - (weight * L1) / (2 * C2 * base);
  const sine = (front - rear) / base;
  if (!(Math.abs(sine) < 1))
    throw new VehicleError('E_NO_CONVERGENCE', `model ${model.id}: the springs are too soft to carry the vehicle`);
  const cosine = Math.sqrt(1 - sine * sine);
  return {
    R3: front - L1 * sine,
    D11: cosine,
    D12: 0,
    D13: sine,
    D21: 0,
    D22: 1,
    D23: 0,
    D31: -sine,
    D32: 0,
    D33: cosine,
  };
}

/** Newton's method on the rates of v_z, w1, w2 and w3 in the plane of symmetry. */
function newtonEquilibrium(body: VehicleBody, start: Equilibrium, gravity: number): Equilibrium {
  const road = { ...DEFAULT_ROAD, gravity, tyres: false };
  const state = new Float64Array(VEHICLE_STRIDE);
  const rates = new Float64Array(VEHICLE_STRIDE);
  const loads = new Float64Array(LOAD_STRIDE);
  setRest(state, start);
  const n = UNKNOWNS.length;
  const residual = (out: Float64Array) => {
    loads.fill(0);
    vehicleRates(rates, state, 0, body, road, 0, loads, 0);
    UNKNOWNS.forEach((place, i) => {
      out[i] = rates[place + VELOCITY];
    });
  };
  const jacobian = new Float64Array(n * n);
  const [right, above, below] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  let last = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ITERATIONS; round++) {
    UNKNOWNS.forEach((place, j) => {
      const value = state[place];
      state[place] = value + STEP;
      residual(above);
      state[place] = value - STEP;
      residual(below);
      state[place] = value;
      for (let i = 0; i < n; i++) jacobian[n * i + j] = (above[i] - below[i]) / (2 * STEP);
    });
    residual(right);
    if (!solveLinear(jacobian, right, n, 1)) break;
    UNKNOWNS.forEach((place, i) => {
      state[place] -= right[i];
    });
    const largest = Math.max(...right.map(Math.abs));
    if (largest < SMALL && !(largest < 0.5 * last)) return restOf(state);
    last = largest;
  }
  throw new VehicleError('E_NO_CONVERGENCE', 'found no state of rest of the vehicle on its springs');
}

const KEYS: readonly EquilibriumKey[] = ['D11', 'D12', 'D13', 'D21', 'D22', 'D23', 'D31', 'D32', 'D33'];

function setRest(state: Float64Array, rest: Equilibrium): void {
  state[HEIGHT] = rest.R3;
  KEYS.forEach((key, k) => {
    state[DIRECTORS + k] = rest[key];
  });
}

function restOf(state: Float64Array): Equilibrium {
  const directors = Object.fromEntries(KEYS.map((key, k) => [key, state[DIRECTORS + k]]));
  return { R3: state[HEIGHT], ...directors } as Equilibrium;
}

/** The initial state of a vehicle of a platoon: at rest on its springs, rotated to its heading, rolling ahead. */
export function setStart(state: Float64Array, vehicle: number, rest: Equilibrium, start: PlatoonVehicle): void {
  const rotation = Float64Array.of(start.ORIENTATION, 0);
  cosSin(rotation);
  const [c, s] = rotation;
  state.fill(0, vehicle, vehicle + VEHICLE_STRIDE);
  state[vehicle] = start.X;
  state[vehicle + 1] = start.Y;
  setRest(state.subarray(vehicle), rest);
  for (let d = vehicle + DIRECTORS; d < vehicle + DIRECTORS + 9; d += 3) {
    const [x, y] = [state[d], state[d + 1]];
    state[d] = c * x - s * y;
    state[d + 1] = s * x + c * y;
  }
  state[vehicle + VELOCITY] = start.SPEED * c;
  state[vehicle + VELOCITY + 1] = start.SPEED * s;
}

/** Lifts and tilts a vehicle that stands on level ground to the height and slope of the road at its centre. */
export function placeOnRoad(state: Float64Array, vehicle: number, road: Road): void {
  if (road.ramps.length === 0) return;
  const ground = new Float64Array(3);
  surfaceAt(ground, road.surface, state[vehicle], state[vehicle + 1]);
  const [height, sx, sy] = ground;
  const length = Math.sqrt(1 + sx * sx + sy * sy);
  const normal = [-sx / length, -sy / length, 1 / length];
  // the rotation of e_z to the normal n about e_z × n: v + e × v + e × (e × v) / (1 + n_z)
  const [ex, ey] = [-normal[1], normal[0]];
  const tilt = (at: number) => {
    const [x, y, z] = [state[at], state[at + 1], state[at + 2]];
    const [cx, cy, cz] = [ey * z, -ex * z, ex * y - ey * x];
    const scale = 1 / (1 + normal[2]);
    state[at] = x + cx + scale * ey * cz;
    state[at + 1] = y + cy - scale * ex * cz;
    state[at + 2] = z + cz + scale * (ex * cy - ey * cx);
  };
  const above = state[vehicle + 2];
  for (let k = 0; k < 3; k++) tilt(vehicle + DIRECTORS + 3 * k);
  tilt(vehicle + VELOCITY);
  state[vehicle] += above * normal[0];
  state[vehicle + 1] += above * normal[1];
  state[vehicle + 2] = height + above * normal[2];
}
