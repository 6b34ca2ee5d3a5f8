import type { VehicleDriver } from '../../dynamics/vehicle/driver.ts';
import type { Hitch } from '../../dynamics/vehicle/hitch.ts';
import { createRoadSurface } from '../../dynamics/vehicle/road-surface.ts';
import { cornerMobility, fastestVibration, type VehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import type { VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { DEFAULT_ROAD, type Road, TYRE_MODELS } from '../../dynamics/vehicle/wheels.ts';
import { createContactLaw, type VehicleContactLaw } from '../../response/vehicle-contact/contact-law.ts';
import type { GivenObstacle } from '../../response/vehicle-contact/obstacle.ts';
import type { VehicleLoad } from '../../scene/vehicle-scene.ts';
import { checkAboveZero, checkKeys, checkNotBelowZero, describeValue } from '../../shapes/checks.ts';
import { VehicleError } from '../../shapes/vehicle-error.ts';

/** Settings of a platoon run. [PATH98-5] to [PATH98-9] */
export interface VehicleRunSettings {
  /** Simulated time [s]. */
  readonly duration: number;
  /** Time step [s]. */
  readonly step: number;
  /** Time between frames [s]; rounded to full steps. */
  readonly frameInterval: number;
  readonly contact: VehicleContactLaw;
  readonly road: Road;
  /** Relaxation time τ of the viscosity of the bodies [s]. */
  readonly viscosity: number;
  /** Start from the computed equilibrium, or from the one in the model file. */
  readonly equilibrium: 'exact' | 'file';
  /** Forces on vehicles besides those of the road and of contacts; read in every step. */
  readonly loads?: readonly VehicleLoad[];
  /** Immovable poles and barriers; they need the box model with its incremental depth. */
  readonly obstacles?: readonly GivenObstacle[];
  /** Drivers by vehicle; they need the tyre model `ellipse`. */
  readonly drivers?: readonly (VehicleDriver | undefined)[];
  /** Couplings of vehicles with trailers. */
  readonly hitches?: readonly Hitch[];
}

/** Optional settings of the caller. */
export type GivenRunSettings = Partial<Omit<VehicleRunSettings, 'contact' | 'road'>> & {
  readonly contact?: Partial<VehicleContactLaw>;
  readonly road?: Partial<Road>;
};

/**
 * With this step and below, the ledger of the published examples closes to 1e-6 of the closing energy. [PATH98-8]
 */
const DEFAULT_STEP = 2.5e-4;

const SETTING_KEYS: readonly (keyof VehicleRunSettings)[] = [
  'duration',
  'step',
  'frameInterval',
  'contact',
  'road',
  'viscosity',
  'equilibrium',
  'loads',
  'obstacles',
  'drivers',
  'hitches',
];

export function createRunSettings(given: GivenRunSettings = {}): VehicleRunSettings {
  checkKeys('settings', given, SETTING_KEYS);
  checkKeys('road', given.road ?? {}, Object.keys(DEFAULT_ROAD));
  const settings: VehicleRunSettings = {
    duration: given.duration ?? 2,
    step: given.step ?? DEFAULT_STEP,
    frameInterval: given.frameInterval ?? 0.02,
    contact: createContactLaw(given.contact),
    road: createRoad(given.road ?? {}),
    viscosity: given.viscosity ?? 0,
    equilibrium: given.equilibrium ?? 'exact',
    ...(given.loads && { loads: given.loads }),
    ...(given.obstacles && { obstacles: given.obstacles }),
    ...(given.drivers && { drivers: given.drivers }),
    ...(given.hitches && { hitches: given.hitches }),
  };
  const { road } = settings;
  checkNotBelowZero('duration', settings.duration);
  checkAboveZero('step', settings.step);
  checkAboveZero('frameInterval', settings.frameInterval);
  checkNotBelowZero('viscosity', settings.viscosity);
  checkAboveZero('road.gravity', road.gravity);
  checkAboveZero('road.tyreFriction', road.tyreFriction);
  checkNotBelowZero('road.tyreStiffness', road.tyreStiffness);
  checkAboveZero('road.slipSpeed', road.slipSpeed);
  if (road.tyreModel !== 'ellipse') {
    const key = given.drivers?.length
      ? 'drivers'
      : road.areas.length
        ? 'road.areas'
        : road.ramps.length
          ? 'road.ramps'
          : '';
    if (key) throw new RangeError(`${key}: needs road.tyreModel ellipse, got ${describeValue(road.tyreModel)}`);
  }
  const { model, depthLaw } = settings.contact;
  if (given.obstacles?.length && !(model === 'BM' && depthLaw === 'incremental')) {
    throw new RangeError(
      `obstacles: need the contact model BM with the depth law incremental, got ${model}, ${depthLaw}`,
    );
  }
  if (settings.equilibrium !== 'exact' && settings.equilibrium !== 'file') {
    throw new RangeError(`equilibrium: must be exact or file, got ${describeValue(settings.equilibrium)}`);
  }
  return settings;
}

/** A road from some of its fields, with defaults for the others. */
function createRoad(given: Partial<Road>): Road {
  const road = { ...DEFAULT_ROAD, ...given };
  if (!TYRE_MODELS.includes(road.tyreModel)) {
    throw new RangeError(
      `road.tyreModel: must be one of ${TYRE_MODELS.join(', ')}, got ${describeValue(road.tyreModel)}`,
    );
  }
  return { ...road, surface: createRoadSurface(road.areas, road.ramps) };
}

/** Structures need contacts of boxes with the incremental depth: ellipsoids do not resolve deep overlaps. */
export function checkCrush(models: readonly VehicleModel[], { contact }: VehicleRunSettings): void {
  const { model, depthLaw } = contact;
  const crushed = models.find(({ crush }) => crush);
  if (!crushed || (model === 'BM' && depthLaw === 'incremental')) return;
  throw new RangeError(
    `model ${crushed.id}: crush needs the contact model BM with the depth law incremental, got ${model}, ${depthLaw}`,
  );
}

/** The radius must fit the boxes of all models that have contacts of the box model. */
export function checkRadius(models: readonly VehicleModel[], { contact }: VehicleRunSettings): void {
  if (contact.model !== 'BM') return;
  for (const { id, CONTACT, radius } of models) {
    // that of a model is checked with the model
    if (radius !== undefined) continue;
    const max = Math.min(CONTACT.A1, CONTACT.A2, CONTACT.A3) / 2;
    if (contact.radius <= max) continue;
    throw new VehicleError(
      'E_RADIUS',
      `contact.radius: must be at most ${max} m for model ${id}, got ${contact.radius}`,
    );
  }
}

/**
 * Checks the step against the highest frequency in the run: at most 2/ω, at which classical Runge-Kutta is stable with a margin of
 * a third; ω is the maximum of the vibrations of the bodies, of two bodies on the spring of a contact, and of the rates of
 * tyre lag, contact damping and viscosity. [PATH98-9]
 */
export function checkStep(bodies: readonly VehicleBody[], settings: VehicleRunSettings): VehicleError | undefined {
  const { contact, viscosity, step } = settings;
  const largest = (of: (body: VehicleBody) => number) => bodies.reduce((max, body) => Math.max(max, of(body)), 0);
  const vibration = largest(fastestVibration);
  const mobility = 2 * largest(cornerMobility);
  const hitch = (of: (given: Hitch) => number) =>
    (settings.hitches ?? []).reduce((max, given) => Math.max(max, of(given)), 0);
  const tyreRate = settings.road.tyres
    ? largest(({ tyreRelaxationTime }) => (tyreRelaxationTime > 0 ? 1 / tyreRelaxationTime : 0))
    : 0;
  const fastest = Math.max(
    vibration,
    Math.sqrt(Math.max(contact.stiffness, largest(stiffestSide)) * mobility),
    tyreRate,
    contact.damping * mobility,
    Math.sqrt(hitch((given) => given.stiffness) * mobility),
    hitch((given) => given.damping) * mobility,
    viscosity * vibration * vibration,
  );
  if (step * fastest <= 2) return undefined;
  return new VehicleError('E_TIMESTEP', `step: must be at most ${2 / fastest} s for these vehicles, got ${step}`);
}

/** Largest unloading stiffness of the structures of a vehicle [N/m]. */
function stiffestSide({ crush }: VehicleBody): number {
  return (crush ?? []).reduce((max, curve) => Math.max(max, curve?.unloading ?? 0), 0);
}
