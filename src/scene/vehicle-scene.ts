import type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import type { Road } from '../dynamics/vehicle/wheels.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { VehicleContactLaw } from '../response/vehicle-contact/contact-law.ts';
import type { SceneHeader } from './scene-header.ts';

/** Collisions of elastic vehicles on a level road. [PATH98-1] */
export interface VehicleScene extends SceneHeader {
  readonly world: 'vehicles';
  /** Numbered from 1 in the order of the file. */
  readonly models: readonly VehicleModel[];
  /** The vehicles. */
  readonly bodies: readonly SceneVehicle[];
  readonly contacts: VehicleContactLaw;
  readonly road: Road;
  /** Relaxation time of the viscosity of the bodies [s]. */
  readonly viscosity: number;
  /** Forces and torques on vehicles, from programs: scene files have none. */
  readonly loads?: readonly VehicleLoad[];
  /** Initial equilibrium on the springs: computed, or from the models. */
  readonly start: 'exact' | 'file';
  readonly time: {
    /** [s] */
    readonly end: number;
    /** Length of a step [s]. */
    readonly step: number;
  };
}

/** A force on a vehicle over a time interval. */
export interface VehicleLoad {
  /** Index of the vehicle. */
  readonly body: number;
  /** At the centre of mass, world axes [N]. */
  readonly force: ReadonlyVec3;
  /** Acts from this time [s] ... */
  readonly from: number;
  /** ... until this one [s]. */
  readonly until: number;
}

export interface SceneVehicle {
  readonly name: string;
  /** Its model by number, and its initial state. */
  readonly start: PlatoonVehicle;
  /** Any CSS colour; by default the viewer chooses. */
  readonly color?: string;
}
