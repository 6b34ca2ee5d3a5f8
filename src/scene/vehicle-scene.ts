import type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import type { Road } from '../dynamics/vehicle/wheels.ts';
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
  /** Initial equilibrium on the springs: computed, or from the models. */
  readonly start: 'exact' | 'file';
  readonly time: {
    /** [s] */
    readonly end: number;
    /** Length of a step [s]. */
    readonly step: number;
  };
}

export interface SceneVehicle {
  readonly name: string;
  /** Its model by number, and its initial state. */
  readonly start: PlatoonVehicle;
  /** Any CSS colour; by default the viewer chooses. */
  readonly color?: string;
}
