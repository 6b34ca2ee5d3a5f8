import type { VehicleDriver } from '../dynamics/vehicle/driver.ts';
import type { Hitch } from '../dynamics/vehicle/hitch.ts';
import type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import type { Road } from '../dynamics/vehicle/wheels.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { VehicleContactLaw } from '../response/vehicle-contact/contact-law.ts';
import type { GivenObstacle } from '../response/vehicle-contact/obstacle.ts';
import type { SceneHeader } from './scene-header.ts';

/** Driving and collisions of elastic vehicles on a road. [PATH98-1] */
export interface VehicleScene extends SceneHeader {
  readonly world: 'vehicles';
  /** Numbered from 1 in the order of the file. */
  readonly models: readonly VehicleModel[];
  /** The vehicles, then the obstacles. */
  readonly bodies: readonly SceneVehicle[];
  readonly contacts: VehicleContactLaw;
  readonly road: Road;
  /** By vehicle, if there are any. */
  readonly drivers?: readonly (VehicleDriver | undefined)[];
  readonly hitches: readonly Hitch[];
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

/** A vehicle, or an obstacle: then its `start` has the model 0 and no motion. */
export interface SceneVehicle {
  readonly name: string;
  /** Its model by number, and its initial state. */
  readonly start: PlatoonVehicle;
  readonly obstacle?: GivenObstacle;
  /** Any CSS colour; by default the viewer chooses. */
  readonly color?: string;
}

/** Start of each vehicle of a scene, without its obstacles. */
export function platoonOf({ bodies }: Pick<VehicleScene, 'bodies'>): PlatoonVehicle[] {
  return bodies.filter(({ obstacle }) => !obstacle).map(({ start }) => start);
}

/** The obstacles of a scene. */
export function obstaclesOf({ bodies }: Pick<VehicleScene, 'bodies'>): GivenObstacle[] {
  return bodies.flatMap(({ obstacle }) => obstacle ?? []);
}

/** Half the height at which obstacles are drawn [m]; in contacts they are higher than all vehicles. */
export const OBSTACLE_HALF_HEIGHT = 0.75;

/** Half extents of the undeformed box of a vehicle, or of an obstacle [m]. */
export function halfExtentsOf({ models, bodies }: Pick<VehicleScene, 'models' | 'bodies'>, body: number) {
  const { start, obstacle } = bodies[body];
  if (!obstacle) {
    const { A1, A2, A3 } = models[start.model - 1].CONTACT;
    return [A1 / 2, A2 / 2, A3 / 2] as const;
  }
  const { from, to, radius } = obstacle;
  const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
  return [length / 2 + radius, radius, OBSTACLE_HALF_HEIGHT] as const;
}
