import { checkAboveZero, checkNotBelowZero } from '../../shapes/checks.ts';
import { checkFraction } from './road-surface.ts';

/** Tyres, brakes and engine of a model, for the tyre model `ellipse`; what is missing has the defaults below. */
export interface VehicleDrive {
  /** Lateral force per load and slip angle of the front and rear tyres [1/rad]. Default: that of the road for both. */
  readonly stiffness?: readonly [number, number];
  /** Friction along the wheel over that across it: the ratio of the axes of the friction ellipse. Default: 1. */
  readonly longitudinal?: number;
  /** Friction of a locked wheel over the maximum. Default: 1. */
  readonly sliding?: number;
  /** s of μ = μ0 / (1 + s (N / N0 - 1)) with the static load N0, from 0 to 0.9. Default: 0. */
  readonly loadSensitivity?: number;
  readonly brakes?: {
    /** Sum of the forces on the road at full brake [N]. */
    readonly force: number;
    /** Fraction of it at the front axle. */
    readonly front: number;
  };
  readonly engine?: {
    /** Sum of the forces on the road at full throttle [N], below the speed at which the power limits it. */
    readonly force: number;
    /** [W] */
    readonly power: number;
    /** Fraction at the front axle: 1 for front-wheel drive. */
    readonly front: number;
  };
  /** Coefficient of air resistance times frontal area [m²]. Default: 0. */
  readonly dragArea?: number;
}

/** A drive prepared for evaluation: forces per wheel. */
export interface PreparedDrive {
  /** Of the front and rear tyres [1/rad]; undefined: that of the road. */
  readonly stiffness: readonly [number, number] | undefined;
  readonly longitudinal: number;
  readonly sliding: number;
  readonly loadSensitivity: number;
  /** Static load of a front and of a rear wheel per gravity [kg]. */
  readonly loadFront: number;
  readonly loadRear: number;
  /** At full pedal, per wheel of the axle [N]. */
  readonly brakeFront: number;
  readonly brakeRear: number;
  readonly engineFront: number;
  readonly engineRear: number;
  /** Speed above which the power limits the engine [m/s]. */
  readonly powerSpeed: number;
  readonly dragArea: number;
}

/** Checks a drive and prepares it; `at` names it in errors. `mass` [kg], distances of the axles from the centre of mass [m]. */
export function createDrive(
  drive: VehicleDrive | undefined,
  mass: number,
  toFront: number,
  toRear: number,
  at: string,
): PreparedDrive {
  const { stiffness, longitudinal = 1, sliding = 1, loadSensitivity = 0, brakes, engine, dragArea = 0 } = drive ?? {};
  stiffness?.forEach((value, i) => {
    checkAboveZero(`${at}.stiffness[${i}]`, value);
  });
  checkAboveZero(`${at}.longitudinal`, longitudinal);
  checkAboveZero(`${at}.sliding`, sliding);
  checkFraction(`${at}.sliding`, sliding);
  checkNotBelowZero(`${at}.loadSensitivity`, loadSensitivity);
  if (!(loadSensitivity <= 0.9)) {
    throw new RangeError(`${at}.loadSensitivity: must be at most 0.9, got ${loadSensitivity}`);
  }
  checkNotBelowZero(`${at}.dragArea`, dragArea);
  if (brakes) {
    checkAboveZero(`${at}.brakes.force`, brakes.force);
    checkFraction(`${at}.brakes.front`, brakes.front);
  }
  if (engine) {
    checkAboveZero(`${at}.engine.force`, engine.force);
    checkAboveZero(`${at}.engine.power`, engine.power);
    checkFraction(`${at}.engine.front`, engine.front);
  }
  const base = toFront + toRear;
  return {
    stiffness,
    longitudinal,
    sliding,
    loadSensitivity,
    loadFront: (mass * toRear) / (2 * base),
    loadRear: (mass * toFront) / (2 * base),
    brakeFront: brakes ? 0.5 * brakes.force * brakes.front : 0,
    brakeRear: brakes ? 0.5 * brakes.force * (1 - brakes.front) : 0,
    engineFront: engine ? 0.5 * engine.force * engine.front : 0,
    engineRear: engine ? 0.5 * engine.force * (1 - engine.front) : 0,
    powerSpeed: engine ? engine.power / engine.force : 0,
    dragArea,
  };
}

/** Inputs of a driver at one instant: brake and throttle from 0 to 1, angle of the front wheels as cosine and sine. */
export interface Controls {
  brake: number;
  throttle: number;
  steerCos: number;
  steerSin: number;
}

export function createControls(steerCos: number, steerSin: number): Controls {
  return { brake: 0, throttle: 0, steerCos, steerSin };
}
