import { symmetricEigen3 } from '../../math/eigen3.ts';
import { createMat3 } from '../../math/mat3.ts';
import { cos, sin } from '../../math/trig.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { ellipsoidOfBox } from '../../shapes/vehicle-box.ts';
import { type CrushCurve, createCrushCurves } from './crush-curve.ts';
import { createDrive, type PreparedDrive } from './vehicle-drive.ts';
import { directorInertias, findModelViolation, type VehicleModel } from './vehicle-model.ts';

/** Numbers of one wheel in `VehicleBody.wheels`: material point X1 X2 X3 [m], stiffness C [N/m], damping D [N s/m]. */
export const WHEEL_STRIDE = 5;
export const WHEEL_COUNT = 4;

/** Parameters of the equations of motion of a vehicle, computed once. */
export interface VehicleBody {
  /** [kg] */
  readonly mass: number;
  /** Inertias of the directors [kg m²]. */
  readonly y1: number;
  readonly y2: number;
  readonly y3: number;
  /** Volume times Lamé's constants λ and μ [J]. */
  readonly bulk: number;
  readonly shear: number;
  /** Front left, front right, rear left, rear right. */
  readonly wheels: Float64Array;
  /** Unloaded springs [m]. */
  readonly springLength: number;
  /** Lag of the tyre forces [s]. */
  readonly tyreRelaxationTime: number;
  /** Cosine and sine of the steering angle of the front wheels. */
  readonly steerCos: number;
  readonly steerSin: number;
  /** Of the undeformed ellipsoid [m]. */
  readonly semiAxes: ReadonlyVec3;
  /** Structures of front, rear, left and right side, if the vehicle has any. */
  readonly drive: PreparedDrive;
  readonly crush: readonly (CrushCurve | undefined)[] | undefined;
  /** Edge radius of its box [m]; absent: that of the contact law. */
  readonly radius?: number;
}

/** Checks the model and prepares it; `steering` is the angle of the front wheels [rad]. */
export function createVehicleBody(model: VehicleModel, steering = 0): VehicleBody {
  const violation = findModelViolation(model);
  if (violation)
    throw new RangeError(`model ${model.id}: ${violation.key} ${violation.expected}, got ${violation.value}`);
  if (!Number.isFinite(steering)) throw new RangeError(`steering: must be a finite angle, got ${steering}`);
  const { COSSERAT_POINT: body, SUSPENSION: s, CONTACT: box, TYRE } = model;
  const [y1, y2, y3] = directorInertias(model);
  const { E, nu, volume } = body;
  return {
    mass: body.MASS,
    y1,
    y2,
    y3,
    bulk: (volume * E * nu) / ((1 + nu) * (1 - 2 * nu)),
    shear: (volume * E) / (2 * (1 + nu)),
    // biome-ignore format: one wheel per line
    wheels: Float64Array.of(
      s.L1, s.B, -s.H1, s.C1, s.D1,
      s.L1, -s.B, -s.H1, s.C1, s.D1,
      -s.L2, s.B, -s.H2, s.C2, s.D2,
      -s.L2, -s.B, -s.H2, s.C2, s.D2,
    ),
    springLength: s.spring_ref,
    tyreRelaxationTime: TYRE,
    steerCos: cos(steering),
    steerSin: sin(steering),
    semiAxes: ellipsoidOfBox([box.A1 / 2, box.A2 / 2, box.A3 / 2]).semiAxes,
    drive: createDrive(model.drive, body.MASS, s.L1, s.L2, `model ${model.id}: drive`),
    crush: createCrushCurves(model.crush, `model ${model.id}: crush`),
    ...(model.radius !== undefined && { radius: model.radius }),
  };
}

/** Largest circular frequency of the free body, undeformed [rad/s]: of its elongations and its three shears. [PATH98-6] */
export function fastestVibration({ y1, y2, y3, bulk, shear }: VehicleBody): number {
  const stretch = createMat3();
  const both = bulk + 2 * shear;
  stretch.xx = both / y1;
  stretch.yy = both / y2;
  stretch.zz = both / y3;
  stretch.xy = stretch.yx = bulk / Math.sqrt(y1 * y2);
  stretch.yz = stretch.zy = bulk / Math.sqrt(y2 * y3);
  stretch.xz = stretch.zx = bulk / Math.sqrt(y1 * y3);
  const squares = symmetricEigen3(createVec3(), createMat3(), stretch);
  const shears = shear * Math.max(1 / y1 + 1 / y2, 1 / y1 + 1 / y3, 1 / y2 + 1 / y3);
  return Math.sqrt(Math.max(squares.x, shears));
}

/** Mobility of the outermost material points under a force: the inverse effective mass there [1/kg]. */
export function cornerMobility({ mass, y1, y2, y3, semiAxes: { x, y, z } }: VehicleBody): number {
  return 1 / mass + (x * x) / y1 + (y * y) / y2 + (z * z) / y3;
}
