import { addVec3, createVec3, crossVec3, type Vec3 } from '../../math/vec3.ts';
import { strainEnergy } from './elasticity.ts';
import type { VehicleBody } from './vehicle-body.ts';
import { DIRECTOR_RATES, DIRECTORS, VELOCITY } from './vehicle-state.ts';
import { type Road, springEnergy } from './wheels.ts';

/** Energies and momenta of a vehicle at one instant. [PATH98-6] and [PATH98-8] */
export interface VehicleLedger {
  /** T, U, and the energy of springs and height [J]. */
  readonly kinetic: number;
  readonly strain: number;
  readonly spring: number;
  readonly gravity: number;
  /** m v [N s] */
  readonly momentum: Vec3;
  /** r × m v + Σ y_i d_i × w_i, about the origin of the world [N m s]; and the last sum alone. */
  readonly angularMomentum: Vec3;
  readonly angularVelocity: Vec3;
}

export function vehicleStore(state: Float64Array, vehicle: number, body: VehicleBody, road: Road): VehicleLedger {
  const { gravity } = road;
  const { mass, y1, y2, y3 } = body;
  const [x, y, z] = state.subarray(vehicle, vehicle + 3);
  const [vx, vy, vz] = state.subarray(vehicle + VELOCITY, vehicle + VELOCITY + 3);
  let twice = mass * (vx * vx + vy * vy + vz * vz);
  const angularVelocity = createVec3();
  [y1, y2, y3].forEach((inertia, i) => {
    const d = vehicle + DIRECTORS + 3 * i;
    const w = vehicle + DIRECTOR_RATES + 3 * i;
    twice += inertia * (state[w] * state[w] + state[w + 1] * state[w + 1] + state[w + 2] * state[w + 2]);
    angularVelocity.x += inertia * (state[d + 1] * state[w + 2] - state[d + 2] * state[w + 1]);
    angularVelocity.y += inertia * (state[d + 2] * state[w] - state[d] * state[w + 2]);
    angularVelocity.z += inertia * (state[d] * state[w + 1] - state[d + 1] * state[w]);
  });
  const momentum = createVec3(mass * vx, mass * vy, mass * vz);
  const angularMomentum = crossVec3(createVec3(), createVec3(x, y, z), momentum);
  return {
    kinetic: 0.5 * twice,
    strain: strainEnergy(state, vehicle, body),
    spring: springEnergy(state, vehicle, body, road),
    gravity: mass * gravity * z,
    momentum,
    angularMomentum: addVec3(angularMomentum, angularMomentum, angularVelocity),
    angularVelocity,
  };
}
