/** Planar collision model: two rigid vehicles, one impulse. [PATH98-14] */
import { cos, sin } from '../../math/trig.ts';
import { createVec3, dotVec3, lengthVec3 } from '../../math/vec3.ts';
import { type ImpactVehicle, planarImpact } from '../../response/vehicle-contact/planar-impact.ts';
import { relative, within } from '../compare.ts';
import { components, fieldsAt, numberAt, numberOr, numberWithin, objectsAt, positiveAt, vectorAt } from '../fields.ts';
import type { Fields, QueryOperation } from '../query-operation.ts';

const DEGREE = Math.PI / 180;

function vehicleAt(fields: Fields, key: string): ImpactVehicle {
  const given = fieldsAt(fields, key);
  return {
    mass: positiveAt(given, 'mass', key),
    yawInertia: positiveAt(given, 'yawInertia', key),
    heading: numberOr(given, 'heading', 0, key),
    velocity: vectorAt(given, 'velocity', [2], key),
    yawRate: numberOr(given, 'yawRate', 0, key),
    impactDistance: numberAt(given, 'impactDistance', key),
    impactAngle: numberAt(given, 'impactAngle', key),
  };
}

const planarCrashOperation: QueryOperation = {
  name: 'planar-crash',
  description:
    'planar collision of two vehicles by one impulse: delta-V, principal direction of force, change of yaw rate; angles in rad; without `friction` there is no slip',
  example: {
    A: { mass: 1500, yawInertia: 2800, velocity: [15, 0], impactDistance: 2, impactAngle: 0.3 },
    B: { mass: 1200, yawInertia: 2000, heading: 1.5, velocity: [1, 12], impactDistance: 1, impactAngle: 1.5 },
    normal: 0,
    restitution: 0.1,
    friction: 0.5,
  },
  answer(fields) {
    const impact = planarImpact(vehicleAt(fields, 'A'), vehicleAt(fields, 'B'), {
      normal: numberAt(fields, 'normal'),
      restitution: numberWithin(fields, 'restitution', 0, 1),
      ...(fields.friction !== undefined && {
        friction: numberWithin(fields, 'friction', 0, Number.POSITIVE_INFINITY),
      }),
    });
    const { impulse, velocities, ...rest } = impact;
    return { ...rest, impulse: components(impulse, 2), velocities: velocities.map((v) => components(v, 2)) };
  },
};

/** A vehicle of the tables: degrees, and a speed along the heading. */
function tableVehicleAt(fields: Fields, key: string): ImpactVehicle {
  const given = fieldsAt(fields, key);
  const heading = numberAt(given, 'headingDeg', key) * DEGREE;
  const speed = numberAt(given, 'speed', key);
  return {
    mass: positiveAt(given, 'mass', key),
    yawInertia: positiveAt(given, 'Izz', key),
    heading,
    velocity: createVec3(speed * cos(heading), speed * sin(heading), 0),
    yawRate: 0,
    impactDistance: numberAt(given, 'impactCentreDistance', key),
    impactAngle: numberAt(given, 'impactCentreAngleDeg', key) * DEGREE,
  };
}

const validationTablesOperation: QueryOperation = {
  name: 'validation-tables',
  description:
    'the same without slip, in degrees: a staged crash of two vehicles in the notation of the published tables',
  example: {
    vehicle1: {
      mass: 1565.39,
      Izz: 2917.7,
      speed: 15.6911,
      headingDeg: 180,
      impactCentreDistance: 0.79248,
      impactCentreAngleDeg: 23.8,
    },
    vehicle2: {
      mass: 2129.8,
      Izz: 3803.1,
      speed: 15.6464,
      headingDeg: 32,
      impactCentreDistance: 1.73736,
      impactCentreAngleDeg: 10.6,
    },
    normalDeg: 55,
    restitution: 0.126,
  },
  answer(fields) {
    const direction = numberAt(fields, 'normalDeg') * DEGREE;
    const restitution = numberWithin(fields, 'restitution', 0, 1);
    const { impulse, deltaV, yawChange, pdof } = planarImpact(
      tableVehicleAt(fields, 'vehicle1'),
      tableVehicleAt(fields, 'vehicle2'),
      { normal: direction, restitution },
    );
    const [c, s] = [cos(direction), sin(direction)];
    const along = dotVec3(impulse, createVec3(c, s, 0));
    const across = dotVec3(impulse, createVec3(-s, c, 0));
    return {
      deltaV: [...deltaV],
      deltaYawDegPerS: yawChange.map((rate) => rate / DEGREE),
      pdofDeg: pdof.map((angle) => angle / DEGREE),
      impulse: lengthVec3(impulse),
      impulseRatio: across / along,
    };
  },
  casesIn(file) {
    // barrier tests are measurements without masses, and RICSAC has no numbers here
    const rows = objectsAt(fieldsAt(file, 'planarTwoVehicle'), 'rows', 'planarTwoVehicle');
    return rows.map((row) => ({ id: row.test, ...row }));
  },
  check(exact, answer) {
    const reported = fieldsAt(exact, 'reported');
    const planar = fieldsAt(exact, 'planarImpulse');
    const yaw = answer.deltaYawDegPerS as readonly number[];
    return [
      // published results of another kind of program, with unsigned yaw
      within('reported.deltaV', answer.deltaV, reported.deltaV, 0.08),
      within('reported.deltaYaw', yaw.map(Math.abs), reported.deltaYawDegPerS, 1.3),
      // the same formula in another program: one unit of the last digit, and for the impulse the six digits of the speeds
      within('deltaV', answer.deltaV, planar.deltaV, 1e-4),
      within('deltaYaw', yaw, planar.deltaYawDegPerS, 1e-2),
      relative('impulse', answer.impulse, planar.impulse, 5e-6),
      within('impulseRatio', answer.impulseRatio, planar.impulseRatio, 1e-4),
    ];
  },
};

export const planarCrashOperations: readonly QueryOperation[] = [planarCrashOperation, validationTablesOperation];
