/** Error codes of vehicles and their contacts. [PATH98-1] */
export type VehicleErrorCode =
  /** The edge radius is below zero or above half the smallest edge. */
  | 'E_RADIUS'
  /** A contact point at the centre of the box: no ray direction is defined. */
  | 'E_ZERO_RAY'
  | 'E_NO_CONVERGENCE'
  /** The body is compressed to less than a fifth of its volume. */
  | 'E_COLLAPSE'
  /** The time step is longer than the fastest vibration allows. */
  | 'E_TIMESTEP';

/** Result of a kernel, which never throws: `ok`, or the error that its caller may throw. */
export type VehicleStatus = 'ok' | VehicleErrorCode;

/** A vehicle, a contact or a run of vehicles that is not possible; `code` states the reason. */
export class VehicleError extends RangeError {
  override readonly name = 'VehicleError';
  readonly code: VehicleErrorCode;

  constructor(code: VehicleErrorCode, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}
