import { RUN_OUT_STRIDE, type RunOut, runOut } from '../dynamics/vehicle/run-out.ts';
import { atan2 } from '../math/inverse-trig.ts';
import { cos, sin } from '../math/trig.ts';
import { createVec3 } from '../math/vec3.ts';
import { type ImpactVehicle, planarImpact } from '../response/vehicle-contact/planar-impact.ts';
import type { CaseDocument } from './case-schema.ts';
import type { CrashPrediction } from './crash-prediction.ts';

type CaseVehicle = NonNullable<CaseDocument['vehicles']>[number];

/** One impulse between two rigid vehicles, then the run-out of each; nothing if one does not come to rest. */
export function predictImpulse(document: CaseDocument): CrashPrediction | undefined {
  const { vehicles, impact } = document;
  if (vehicles === undefined || impact === undefined) throw new Error('the case has no vehicles and impact');
  const bodies = vehicles.map((vehicle) => impactVehicle(vehicle, impact.point));
  const { normal, restitution, friction } = impact;
  const found = planarImpact(bodies[0], bodies[1], {
    normal,
    restitution,
    ...(friction !== undefined && { friction }),
  });
  const paths = vehicles.map((vehicle, i) => {
    const { x, y } = found.velocities[i];
    const [px, py] = vehicle.position;
    return pathAfter(document, vehicle.name, vehicle, [px, py, vehicle.heading, x, y, found.yawRates[i]]);
  });
  if (paths.some(({ status }) => status !== 'rest')) return undefined;
  return {
    energy: -found.work,
    vehicles: vehicles.map(({ frontAxle, rearAxle, track, length, width }, i) => ({
      deltaV: found.deltaV[i],
      pdof: found.pdof[i],
      path: paths[i],
      frontAxle,
      rearAxle,
      track,
      length,
      width,
    })),
  };
}

function impactVehicle(vehicle: CaseVehicle, point: readonly [number, number]): ImpactVehicle {
  const { mass, yawInertia, heading, sideslip, speed, yawRate, position } = vehicle;
  const [dx, dy] = [point[0] - position[0], point[1] - position[1]];
  const course = heading + sideslip;
  return {
    mass,
    yawInertia,
    heading,
    velocity: createVec3(speed * cos(course), speed * sin(course)),
    yawRate,
    impactDistance: Math.sqrt(dx * dx + dy * dy),
    impactAngle: atan2(dy, dx) - heading,
  };
}

/** Dimensions that a run-out needs. */
export interface RunOutDimensions {
  readonly mass: number;
  readonly yawInertia: number;
  readonly frontAxle: number;
  readonly rearAxle: number;
  readonly track: number;
}

/** Motion of a vehicle from a state to rest; the state alone if the case has no run-out of it. */
export function pathAfter(
  { runOut: settings }: CaseDocument,
  name: string,
  { mass, yawInertia, frontAxle, rearAxle, track }: RunOutDimensions,
  start: ArrayLike<number>,
): RunOut {
  const found = settings.find(({ vehicle }) => vehicle === name);
  if (found === undefined) {
    return { status: 'rest', states: Float64Array.from({ length: RUN_OUT_STRIDE }, (_, i) => start[i]), step: 1 };
  }
  const { friction, locks, steering } = found;
  return runOut({ mass, yawInertia, frontAxle, rearAxle, track, friction, locks, steering }, start);
}
