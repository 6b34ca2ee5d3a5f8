import type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import type { Road } from '../dynamics/vehicle/wheels.ts';
import type { VehicleContactLaw } from '../response/vehicle-contact/contact-law.ts';
import type { SceneHeader } from './scene.ts';

/** Elastic vehicles on a level road that run into each other. [PATH98] spec 1 */
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
  /** How vehicles stand on their springs at the start: as computed, or as their models say. */
  readonly start: 'exact' | 'file';
  readonly time: {
    /** [s] */
    readonly end: number;
    readonly step: number;
  };
}

export interface SceneVehicle {
  readonly name: string;
  /** Its model by number, and how it sets out. */
  readonly start: PlatoonVehicle;
  /** Any CSS colour; the viewer chooses when there is none. */
  readonly color?: string;
}
