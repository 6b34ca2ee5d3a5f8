import type { RunOut } from '../dynamics/vehicle/run-out.ts';

/** What a model of a crash says about one vehicle. */
export interface VehiclePrediction {
  /** Magnitude of the change of velocity in the impact [m/s]. */
  readonly deltaV: number;
  /** Direction the impulse comes from, clockwise from straight ahead [rad]. */
  readonly pdof: number;
  /** Motion from the impact to the end; one state if it has no run-out. */
  readonly path: RunOut;
  /** From the centre of mass forward to the front axle [m]. */
  readonly frontAxle: number;
  /** From the centre of mass backward to the rear axle [m]. */
  readonly rearAxle: number;
  /** Distance from the left to the right wheels [m]. */
  readonly track: number;
  /** Length of the body [m]. */
  readonly length: number;
  /** Width of the body [m]. */
  readonly width: number;
}

/** What a model of a crash says, for given values of its inputs. */
export interface CrashPrediction {
  readonly vehicles: readonly VehiclePrediction[];
  /** Energy dissipated in the impact by all vehicles [J]. */
  readonly energy: number;
}
