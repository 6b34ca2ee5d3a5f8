import type { VehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { vehicleStore } from '../../dynamics/vehicle/vehicle-energy.ts';
import {
  AIR_WORK,
  BRAKE_WORK,
  CONTACT_IMPULSE,
  CONTACT_MOMENT,
  CONTACT_WORK,
  ENGINE_WORK,
  HITCH_LOSS,
  OBSTACLE_MOMENT,
  ROAD_IMPULSE,
  ROAD_MOMENT,
  SUSPENSION_LOSS,
  TYRE_WORK,
  VEHICLE_STRIDE,
  VISCOUS_LOSS,
} from '../../dynamics/vehicle/vehicle-state.ts';
import type { Road } from '../../dynamics/vehicle/wheels.ts';
import { addVec3, createVec3, lengthVec3, type Vec3 } from '../../math/vec3.ts';

/** The ledger of all vehicles at one time. [PATH98-8] */
export interface VehicleLedger {
  /** Energy of motion, strain, springs and height [J]. */
  kinetic: number;
  strain: number;
  spring: number;
  gravity: number;
  /** Dissipated since the start by the dampers of the suspension and by viscosity [J]. */
  suspensionLoss: number;
  viscousLoss: number;
  /** Work of tyres and contacts since the start [J]. */
  tyreWork: number;
  contactWork: number;
  /** Work of brakes, engines and air since the start [J]. */
  brakeWork: number;
  engineWork: number;
  airWork: number;
  /** Dissipated by the dampers of hitches since the start, and energy in their springs now [J]. */
  hitchLoss: number;
  hitchEnergy: number;
  /** Energy absorbed by residual crush since the start [J]: part of the contact work. */
  crushLoss: number;
  /** Σ m v [N s], and angular momentum about the origin of the world [N m s]. */
  momentum: Vec3;
  angularMomentum: Vec3;
  /** Sums of the magnitudes of their parts: scales for errors. */
  momentumScale: number;
  angularMomentumScale: number;
  /** Impulse of tyres, springs, dampers and weight since the start [N s], and its moment about the origin [N m s]. */
  roadImpulse: Vec3;
  roadMoment: Vec3;
  /** Sum over vehicles of the contact impulses, and its moment about z; those on the two vehicles of a contact cancel. */
  contactImpulse: Vec3;
  contactMoment: number;
  /** Moments of contacts with obstacles about x and y [N m s]. */
  obstacleMomentX: number;
  obstacleMomentY: number;
}

/** `crushLoss` and `hitchEnergy` [J] are those of the system, which the states do not have. */
export function vehicleLedger(
  states: Float64Array,
  bodies: readonly VehicleBody[],
  road: Road,
  crushLoss = 0,
  hitchEnergy = 0,
): VehicleLedger {
  const sums: VehicleLedger = {
    kinetic: 0,
    strain: 0,
    spring: 0,
    gravity: 0,
    suspensionLoss: 0,
    viscousLoss: 0,
    tyreWork: 0,
    contactWork: 0,
    brakeWork: 0,
    engineWork: 0,
    airWork: 0,
    hitchLoss: 0,
    hitchEnergy,
    crushLoss,
    momentum: createVec3(),
    angularMomentum: createVec3(),
    momentumScale: 0,
    angularMomentumScale: 0,
    roadImpulse: createVec3(),
    roadMoment: createVec3(),
    contactImpulse: createVec3(),
    contactMoment: 0,
    obstacleMomentX: 0,
    obstacleMomentY: 0,
  };
  bodies.forEach((body, index) => {
    const i = VEHICLE_STRIDE * index;
    const store = vehicleStore(states, i, body, road);
    sums.kinetic += store.kinetic;
    sums.strain += store.strain;
    sums.spring += store.spring;
    sums.gravity += store.gravity;
    sums.suspensionLoss += states[i + SUSPENSION_LOSS];
    sums.viscousLoss += states[i + VISCOUS_LOSS];
    sums.tyreWork += states[i + TYRE_WORK];
    sums.contactWork += states[i + CONTACT_WORK];
    sums.brakeWork += states[i + BRAKE_WORK];
    sums.engineWork += states[i + ENGINE_WORK];
    sums.airWork += states[i + AIR_WORK];
    sums.hitchLoss += states[i + HITCH_LOSS];
    sums.obstacleMomentX += states[i + OBSTACLE_MOMENT];
    sums.obstacleMomentY += states[i + OBSTACLE_MOMENT + 1];
    addVec3(sums.momentum, sums.momentum, store.momentum);
    addVec3(sums.angularMomentum, sums.angularMomentum, store.angularMomentum);
    const linear = lengthVec3(store.momentum);
    const arm = lengthVec3(createVec3(states[i], states[i + 1], states[i + 2]));
    sums.momentumScale += linear;
    sums.angularMomentumScale += arm * linear + lengthVec3(store.angularVelocity);
    addAt(sums.roadImpulse, states, i + ROAD_IMPULSE);
    addAt(sums.roadMoment, states, i + ROAD_MOMENT);
    addAt(sums.contactImpulse, states, i + CONTACT_IMPULSE);
    sums.contactMoment += states[i + CONTACT_MOMENT];
  });
  return sums;
}

function addAt(sum: Vec3, values: Float64Array, at: number): void {
  sum.x += values[at];
  sum.y += values[at + 1];
  sum.z += values[at + 2];
}

/** E(t) - E(0) + losses - work of tyres, brakes, engines, air and contacts: zero except for the integration error [J]. */
export function energyBalanceError(start: VehicleLedger, end: VehicleLedger): number {
  return unexplained(end) - unexplained(start);
}

function unexplained(totals: VehicleLedger): number {
  const stored = totals.kinetic + totals.strain + totals.spring + totals.gravity;
  const driven = totals.brakeWork + totals.engineWork + totals.airWork - totals.hitchEnergy - totals.hitchLoss;
  return stored + totals.suspensionLoss + totals.viscousLoss - totals.tyreWork - totals.contactWork - driven;
}
