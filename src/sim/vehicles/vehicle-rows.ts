import {
  DIRECTOR_RATES,
  DIRECTORS,
  headingOf,
  VEHICLE_STRIDE,
  VELOCITY,
  volumeRatioOf,
  yawRateOf,
} from '../../dynamics/vehicle/vehicle-state.ts';
import { polarFactor3 } from '../../math/jacobi-svd.ts';
import { createMat3, type Mat3 } from '../../math/mat3.ts';
import { cos, sin } from '../../math/trig.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { OBSTACLE_HALF_HEIGHT, type SceneVehicle } from '../../scene/vehicle-scene.ts';
import { createPrincipalAxes, principalAxes } from '../../shapes/principal-axes.ts';
import type { BodyState, LedgerRow, VehicleRow } from '../observer.ts';
import type { VehicleLedger } from './vehicle-ledger.ts';

/** Records of a run of vehicles in the format common to all worlds. */

/** One vehicle of packed states. `heading` is its unwrapped heading, `semiAxes` are those of its undeformed ellipsoid. */
export function vehicleRow(
  states: Float64Array,
  index: number,
  heading: number,
  { x, y, z }: ReadonlyVec3,
): VehicleRow {
  const i = VEHICLE_STRIDE * index;
  const [d1, d2, d3] = directorsAt(states, i + DIRECTORS);
  const matrix = columns(scaled(d1, x), scaled(d2, y), scaled(d3, z));
  const velocity = vectorAt(states, i + VELOCITY);
  return {
    position: vectorAt(states, i),
    heading,
    yawRate: yawRateOf(states, i),
    speed: Math.sqrt(velocity.x * velocity.x + velocity.y * velocity.y),
    semiAxes: principalAxes(createPrincipalAxes(), matrix).semiAxes,
    volumeRatio: volumeRatioOf(states, i),
    directors: states.slice(i + DIRECTORS, i + DIRECTORS + 9),
  };
}

/**
 * The same vehicle as a rigid body: with the rotation of its deformation (polar factor), and as angular velocity half the curl of
 * its velocities, ½ Σ dⁱ × w_i with the reciprocals dⁱ of its directors.
 */
export function vehicleBodyState(states: Float64Array, index: number, name: string, heading: number): BodyState {
  const i = VEHICLE_STRIDE * index;
  const directors = directorsAt(states, i + DIRECTORS);
  const rates = directorsAt(states, i + DIRECTOR_RATES);
  const volume = dotVec3(directors[0], crossVec3(createVec3(), directors[1], directors[2]));
  const angularVelocity = createVec3();
  rates.forEach((rate, k) => {
    const reciprocal = crossVec3(createVec3(), directors[(k + 1) % 3], directors[(k + 2) % 3]);
    addScaledVec3(angularVelocity, angularVelocity, crossVec3(createVec3(), reciprocal, rate), 0.5 / volume);
  });
  return {
    name,
    position: vectorAt(states, i),
    rotation: polarFactor3(createMat3(), columns(...directors)),
    angle: heading,
    velocity: vectorAt(states, i + VELOCITY),
    angularVelocity: angularVelocity,
  };
}

/** An obstacle as a rigid body at rest, drawn from the road up. */
export function obstacleBodyState({ name, start }: SceneVehicle): BodyState {
  const { X, Y, ORIENTATION } = start;
  const [c, s] = [cos(ORIENTATION), sin(ORIENTATION)];
  return {
    name,
    position: createVec3(X, Y, OBSTACLE_HALF_HEIGHT),
    rotation: columns(createVec3(c, s, 0), createVec3(-s, c, 0), createVec3(0, 0, 1)),
    angle: ORIENTATION,
    velocity: createVec3(),
    angularVelocity: createVec3(),
  };
}

/** The same obstacle as a row of the vehicle table; `semiAxes` are those of the ellipsoid of its box. */
export function obstacleRow({ start }: SceneVehicle, semiAxes: ReadonlyVec3): VehicleRow {
  const { X, Y, ORIENTATION } = start;
  const [c, s] = [cos(ORIENTATION), sin(ORIENTATION)];
  return {
    position: createVec3(X, Y, OBSTACLE_HALF_HEIGHT),
    heading: ORIENTATION,
    yawRate: 0,
    speed: 0,
    semiAxes,
    volumeRatio: 1,
    directors: Float64Array.of(c, s, 0, -s, c, 0, 0, 0, 1),
  };
}

/** The heading nearest to `last`, so that it is unwrapped. */
export function headingNear(states: Float64Array, index: number, last: number): number {
  const heading = headingOf(states, VEHICLE_STRIDE * index);
  return heading + 2 * Math.PI * Math.round((last - heading) / (2 * Math.PI));
}

/**
 * Ledger row of vehicles in the format of all worlds. The energy in contact springs, `stored` [J], counts as potential energy,
 * so that contact work is only dissipation. Tyres, brakes, engines, air, dampers and viscosity are loads; all impulses of road and weight are
 * external.
 */
export function vehicleLedgerRow(
  time: number,
  totals: VehicleLedger,
  stored: number,
  energyCreated: number,
  hasObstacles = false,
): LedgerRow {
  const { contactImpulse: j, brakeWork, engineWork, airWork, hitchEnergy, hitchLoss } = totals;
  return {
    time,
    momentum: { ...totals.momentum },
    angularMomentum: { ...totals.angularMomentum },
    momentumScale: totals.momentumScale,
    angularMomentumScale: totals.angularMomentumScale,
    kineticEnergy: totals.kinetic,
    potentialEnergy: totals.strain + totals.spring + totals.gravity + stored + hitchEnergy,
    strainEnergy: totals.strain,
    contactWork: totals.contactWork + stored - hitchLoss,
    driveWork: 0,
    energyCreated,
    impulseOnImmovable: hasObstacles ? createVec3(-j.x, -j.y, -j.z) : createVec3(),
    angularImpulseOnImmovable: hasObstacles
      ? createVec3(-totals.obstacleMomentX, -totals.obstacleMomentY, -totals.contactMoment)
      : createVec3(),
    externalImpulse: { ...totals.roadImpulse },
    externalAngularImpulse: { ...totals.roadMoment },
    externalWork: totals.tyreWork - totals.suspensionLoss - totals.viscousLoss + brakeWork + engineWork + airWork,
  };
}

function vectorAt(states: Float64Array, at: number): Vec3 {
  return createVec3(states[at], states[at + 1], states[at + 2]);
}

function directorsAt(states: Float64Array, at: number): [Vec3, Vec3, Vec3] {
  return [vectorAt(states, at), vectorAt(states, at + 3), vectorAt(states, at + 6)];
}

function scaled(v: Vec3, factor: number): Vec3 {
  return createVec3(v.x * factor, v.y * factor, v.z * factor);
}

function columns(a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3): Mat3 {
  const m = createMat3();
  [m.xx, m.yx, m.zx] = [a.x, a.y, a.z];
  [m.xy, m.yy, m.zy] = [b.x, b.y, b.z];
  [m.xz, m.yz, m.zz] = [c.x, c.y, c.z];
  return m;
}
