import { addVec3, createVec3, dotVec3, scaleVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { checkAboveZero, checkNotBelowZero, describeValue, finiteNumbers } from '../../shapes/checks.ts';
import { addPointLoad, materialPoint, materialVelocity } from './point-load.ts';
import { DIRECTORS } from './vehicle-state.ts';

/**
 * A ball joint between a vehicle and its trailer: a stiff spring and a damper between one material point of each. The spring force acts
 * along the line through both points, the damper at the point between them, so neither leaves a net couple: momentum and angular
 * momentum are conserved exactly, and the energy of the spring and the loss of the damper are entries of the ledger.
 */
export interface Hitch {
  /** Index of the towing vehicle. */
  readonly vehicle: number;
  /** Index of the trailer. */
  readonly trailer: number;
  /** Coupling point of the towing vehicle, from its centre of mass, vehicle axes [m]. */
  readonly at: readonly [number, number, number];
  /** Coupling point of the trailer, from its centre of mass, vehicle axes [m]. */
  readonly trailerAt: readonly [number, number, number];
  /** Of the spring [N/m]. */
  readonly stiffness: number;
  /** Of the damper [N s/m]. */
  readonly damping: number;
}

/** Stiff enough for millimetres of travel under the weight of a car, soft enough for the default step. */
export const DEFAULT_HITCH = { stiffness: 5e6, damping: 2e4 } as const;

/** Checks a hitch between two of `count` vehicles; `name` is used in errors. */
export function checkHitch(
  { vehicle, trailer, at, trailerAt, stiffness, damping }: Hitch,
  count: number,
  name: string,
): void {
  for (const [key, index] of Object.entries({ vehicle, trailer })) {
    if (Number.isInteger(index) && index >= 0 && index < count) continue;
    throw new RangeError(`${name}.${key}: must be the index of a vehicle, got ${describeValue(index)}`);
  }
  if (vehicle === trailer) throw new RangeError(`${name}.trailer: must be another vehicle than the towing one`);
  if (!finiteNumbers([...at, ...trailerAt])) {
    throw new RangeError(`${name}: must have coupling points of finite numbers, got ${describeValue([at, trailerAt])}`);
  }
  checkAboveZero(`${name}.stiffness`, stiffness);
  checkNotBelowZero(`${name}.damping`, damping);
}

/** Velocities, spring and damper force of a hitch, and the power of its damper [W]. */
const materialA = createVec3();
const materialB = createVec3();
const pointA = createVec3();
const pointB = createVec3();
const midpoint = createVec3();
const velocityA = createVec3();
const velocityB = createVec3();
const spring = createVec3();
const damper = createVec3();

function place(out: Vec3, state: Float64Array, vehicle: number, [x, y, z]: readonly [number, number, number]): Vec3 {
  const d = vehicle + DIRECTORS;
  out.x = state[vehicle] + x * state[d] + y * state[d + 3] + z * state[d + 6];
  out.y = state[vehicle + 1] + x * state[d + 1] + y * state[d + 4] + z * state[d + 7];
  out.z = state[vehicle + 2] + x * state[d + 2] + y * state[d + 5] + z * state[d + 8];
  return out;
}

/**
 * Adds the forces of a hitch to the loads of its vehicles, whose states begin at `a` and `b` and their loads at `loadA` and `loadB`.
 * Returns the energy lost by the damper per time [W].
 */
export function addHitchLoads(
  loads: Float64Array,
  loadA: number,
  loadB: number,
  state: Float64Array,
  a: number,
  b: number,
  hitch: Hitch,
): number {
  place(pointA, state, a, hitch.at);
  place(pointB, state, b, hitch.trailerAt);
  subVec3(spring, pointA, pointB);
  scaleVec3(spring, spring, hitch.stiffness);
  setVec3(materialA, hitch.at[0], hitch.at[1], hitch.at[2]);
  setVec3(materialB, hitch.trailerAt[0], hitch.trailerAt[1], hitch.trailerAt[2]);
  addPointLoad(loads, loadA, materialA, spring, -1);
  addPointLoad(loads, loadB, materialB, spring, 1);
  scaleVec3(midpoint, addVec3(midpoint, pointA, pointB), 0.5);
  materialVelocity(velocityA, state, a, materialPoint(materialA, state, a, midpoint));
  materialVelocity(velocityB, state, b, materialPoint(materialB, state, b, midpoint));
  subVec3(damper, velocityA, velocityB);
  const loss = hitch.damping * dotVec3(damper, damper);
  scaleVec3(damper, damper, hitch.damping);
  addPointLoad(loads, loadA, materialA, damper, -1);
  addPointLoad(loads, loadB, materialB, damper, 1);
  return loss;
}

/** Energy in the spring [J]. */
export function hitchEnergy(state: Float64Array, a: number, b: number, hitch: Hitch): number {
  subVec3(spring, place(pointA, state, a, hitch.at), place(pointB, state, b, hitch.trailerAt));
  return 0.5 * hitch.stiffness * dotVec3(spring, spring);
}
