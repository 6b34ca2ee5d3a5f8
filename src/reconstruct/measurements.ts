import { RUN_OUT_STRIDE, wheelPositions } from '../dynamics/vehicle/run-out.ts';
import { cos, sin } from '../math/trig.ts';
import type { CaseDocument, MeasurementDocument } from './case-schema.ts';
import type { CrashPrediction, VehiclePrediction } from './crash-prediction.ts';

/** One number that was measured. */
export interface MeasuredNumber {
  /** `rest x of A`. */
  readonly label: string;
  /** SI unit. */
  readonly unit: string;
  readonly measured: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** The same number of a prediction. */
  predict(prediction: CrashPrediction): number;
  /** Difference of predicted and measured. */
  difference(predicted: number): number;
}

const WHEELS = ['front-left', 'front-right', 'rear-left', 'rear-right'];

/** The numbers of all measurements, in the order of the case. */
export function measuredNumbers(
  { measurements }: CaseDocument,
  names: readonly string[],
  masses: readonly number[],
): MeasuredNumber[] {
  return measurements.flatMap((given) => numbersOf(given, names, masses));
}

function numbersOf(given: MeasurementDocument, names: readonly string[], masses: readonly number[]): MeasuredNumber[] {
  const index = given.kind === 'damage' ? -1 : names.indexOf(given.vehicle);
  const number = (
    label: string,
    unit: string,
    measured: number,
    predict: MeasuredNumber['predict'],
    minus = subtract,
  ): MeasuredNumber => ({
    label,
    unit,
    measured,
    deviation: given.deviation,
    predict,
    difference: (predicted) => minus(predicted, measured),
  });
  const last = (k: number) => (found: CrashPrediction) => lastState(found.vehicles[index], k);
  switch (given.kind) {
    case 'rest-position':
      return [
        number(`rest x of ${given.vehicle}`, 'm', given.position[0], last(0)),
        number(`rest y of ${given.vehicle}`, 'm', given.position[1], last(1)),
      ];
    case 'rest-heading':
      return [number(`rest heading of ${given.vehicle}`, 'rad', given.heading, last(2), angleBetween)];
    case 'tyre-mark': {
      const predict = (found: CrashPrediction) =>
        markDistance(found.vehicles[index], WHEELS.indexOf(given.wheel), given.point);
      return [number(`${given.wheel} mark of ${given.vehicle}`, 'm', 0, predict)];
    }
    case 'delta-v':
      return [number(`delta-V of ${given.vehicle}`, 'm/s', given.deltaV, (found) => found.vehicles[index].deltaV)];
    case 'damage':
      return [number('energy of the damage', 'J', damageEnergy(given, names, masses), (found) => found.energy)];
  }
}

function subtract(a: number, b: number): number {
  return a - b;
}

function lastState({ path: { states } }: VehiclePrediction, k: number): number {
  return states[states.length - RUN_OUT_STRIDE + k];
}

/** The difference nearest to zero of two angles [rad]. */
function angleBetween(a: number, b: number): number {
  const difference = a - b;
  return difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
}

type DamageDocument = Extract<MeasurementDocument, { kind: 'damage' }>;

function damageEnergy({ parts }: DamageDocument, names: readonly string[], masses: readonly number[]): number {
  return parts.reduce((sum, { vehicle, energy, ees, crush }) => {
    if (energy !== undefined) return sum + energy;
    if (crush !== undefined) return sum + crushEnergy(crush);
    return sum + 0.5 * masses[names.indexOf(vehicle)] * (ees ?? 0) ** 2;
  }, 0);
}

/** Residual crush and the stiffness of a vehicle. */
export interface ResidualCrush {
  /** Force per width without crush [N/m]. */
  readonly A: number;
  /** Increase of the force per width with crush [N/m²]. */
  readonly B: number;
  /** Width of the damage [m]. */
  readonly width: number;
  /** Residual crush at equal distances over the width [m]. */
  readonly depths: readonly number[];
}

/**
 * Energy of residual crush [J]: the integral over the width of A C + B C² / 2 + A² / (2 B), with C between the depths on straight lines
 * (CRASH3).
 */
export function crushEnergy({ A, B, width, depths }: ResidualCrush): number {
  const piece = width / (depths.length - 1);
  let sum = 0;
  for (let i = 1; i < depths.length; i++) {
    const [c, d] = [depths[i - 1], depths[i]];
    sum += piece * ((A * (c + d)) / 2 + (B * (c * c + c * d + d * d)) / 6 + (A * A) / (2 * B));
  }
  return sum;
}

/**
 * Distance of a point from the path of a wheel (-1: of the centre of mass) [m], positive to the left of the motion, so that it has no
 * kink where it is zero.
 */
function markDistance(vehicle: VehiclePrediction, wheel: number, [px, py]: readonly [number, number]): number {
  const path = wheelPath(vehicle, wheel);
  let [best, distance] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 2; k < path.length; k += 2) {
    const [ax, ay] = [path[k - 2], path[k - 1]];
    const [ux, uy] = [path[k] - ax, path[k + 1] - ay];
    const length2 = ux * ux + uy * uy;
    const t = length2 > 0 ? Math.min(1, Math.max(0, ((px - ax) * ux + (py - ay) * uy) / length2)) : 0;
    const [dx, dy] = [px - ax - t * ux, py - ay - t * uy];
    const squared = dx * dx + dy * dy;
    if (squared >= best) continue;
    best = squared;
    distance = Math.sqrt(squared) * (ux * dy - uy * dx < 0 ? -1 : 1);
  }
  const [dx, dy] = [px - path[0], py - path[1]];
  return path.length > 2 ? distance : Math.sqrt(dx * dx + dy * dy);
}

/** Positions of a wheel along the path, x and y in turn [m]; -1: of the centre of mass. */
export function wheelPath(vehicle: VehiclePrediction, wheel: number): Float64Array {
  const { states } = vehicle.path;
  const [ahead, left] = wheel < 0 ? [0, 0] : wheelPositions(vehicle)[wheel];
  const count = states.length / RUN_OUT_STRIDE;
  const path = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    const at = k * RUN_OUT_STRIDE;
    const [c, s] = [cos(states[at + 2]), sin(states[at + 2])];
    path[2 * k] = states[at] + c * ahead - s * left;
    path[2 * k + 1] = states[at + 1] + s * ahead + c * left;
  }
  return path;
}
