import type { VehicleCrush } from './crush-curve.ts';
import type { VehicleDrive } from './vehicle-drive.ts';

/**
 * Data of a vehicle model and the start of a platoon, with the keys of the data files. [PATH98-10]
 * Vehicle axes: 1 forward, 2 left, 3 up, from the centre of mass.
 */
export interface VehicleModel {
  /** Number by which platoons refer to the model, from 1. */
  readonly id: number;
  readonly COSSERAT_POINT: {
    /** Mass [kg]. */
    readonly MASS: number;
    /** Moment of inertia about axis 1 [kg m²]. */
    readonly Ix: number;
    /** Moment of inertia about axis 2 [kg m²]. */
    readonly Iy: number;
    /** Moment of inertia about axis 3 [kg m²]. */
    readonly Iz: number;
    /** Young's modulus [Pa]. */
    readonly E: number;
    /** Poisson's ratio. */
    readonly nu: number;
    /** Scales the strain energy only [m³]. */
    readonly volume: number;
  };
  readonly SUSPENSION: {
    /** From the centre of mass forward to the front axle [m]. */
    readonly L1: number;
    /** From the centre of mass back to the rear axle [m]. */
    readonly L2: number;
    /** Half the track [m]. */
    readonly B: number;
    /** Height of the centre of mass above the mounts of the front springs [m]. */
    readonly H1: number;
    /** Height of the centre of mass above the mounts of the rear springs [m]. */
    readonly H2: number;
    /** Length of the unloaded springs [m]. */
    readonly spring_ref: number;
    /** Stiffness of a front spring [N/m]. */
    readonly C1: number;
    /** Stiffness of a rear spring [N/m]. */
    readonly C2: number;
    /** Damping of a front wheel [N s/m]. */
    readonly D1: number;
    /** Damping of a rear wheel [N s/m]. */
    readonly D2: number;
  };
  /** Lag of the tyre forces [s]. */
  readonly TYRE: number;
  readonly CONTACT: {
    /** Full edge of the undeformed box along axis 1 [m]. */
    readonly A1: number;
    /** Full edge along axis 2 [m]. */
    readonly A2: number;
    /** Full edge along axis 3 [m]. */
    readonly A3: number;
  };
  /** Radius of the rounded edges of its box [m]; data files have none. Default: that of the contact law. */
  readonly radius?: number;
  /** A state of rest: height R3 of the centre of mass [m], Dij the world component j of director i. */
  readonly EQUILIBRIUM?: Readonly<Record<EquilibriumKey, number>>;
  /** Structures that crush, which data files do not have. Without them contacts follow the contact law alone. */
  readonly crush?: VehicleCrush;
  /** Tyres, brakes and engine for the tyre model `ellipse`, which data files do not have either. */
  readonly drive?: VehicleDrive;
}

export type EquilibriumKey = 'R3' | 'D11' | 'D12' | 'D13' | 'D21' | 'D22' | 'D23' | 'D31' | 'D32' | 'D33';

/** One vehicle of a platoon at the start. */
export interface PlatoonVehicle {
  /** Number of its model. */
  readonly model: number;
  /** World x of the centre of mass [m]. */
  readonly X: number;
  /** World y of the centre of mass [m]. */
  readonly Y: number;
  /** Counter-clockwise from the x axis [rad]. */
  readonly ORIENTATION: number;
  /** Along the vehicle [m/s]. */
  readonly SPEED: number;
  /** Of the front wheels, counter-clockwise [rad]. */
  readonly STEERING: number;
}

/** Inertias of the directors y_i = ∫ X_i² dm [kg m²]. [PATH98-6] */
export function directorInertias({ COSSERAT_POINT: { Ix, Iy, Iz } }: VehicleModel): [number, number, number] {
  return [(Iy + Iz - Ix) / 2, (Ix + Iz - Iy) / 2, (Ix + Iy - Iz) / 2];
}

/** A model parameter that is out of range: its key and the requirement. */
export interface ModelViolation {
  readonly key: string;
  readonly expected: string;
  readonly value: number;
}

/** The first parameter of a model that is out of range. [PATH98-10] */
export function findModelViolation(model: VehicleModel): ModelViolation | undefined {
  const { COSSERAT_POINT: body, SUSPENSION: s, CONTACT: box, TYRE, radius = 0 } = model;
  const maxRadius = Math.min(box.A1, box.A2, box.A3) / 2;
  const { MASS, E, nu, volume } = body;
  const { L1, L2, B, spring_ref, C1, C2, D1, D2 } = s;
  const above = (key: string, value: number) => ({ key, value, isValid: value > 0, expected: 'must be above zero' });
  const notBelow = (key: string, value: number) => ({
    key,
    value,
    isValid: value >= 0,
    expected: 'must not be below zero',
  });
  const positive = { MASS, E, volume, L1, L2, B, spring_ref, C1, C2, ...box };
  const inertias = directorInertias(model);
  const rules = [
    ...Object.entries(positive).map(([key, value]) => above(key, value)),
    ...Object.entries({ D1, D2, TYRE }).map(([key, value]) => notBelow(key, value)),
    {
      key: 'radius',
      value: radius,
      isValid: radius >= 0 && !(radius > maxRadius),
      expected: `must be from 0 to ${maxRadius} m, the smallest half extent of the box`,
    },
    { key: 'nu', value: nu, isValid: nu > -1 && nu < 0.5, expected: 'must be above -1 and below 0.5' },
    ...(['Ix', 'Iy', 'Iz'] as const).map((key, i) => ({
      key,
      value: body[key],
      isValid: inertias[i] > 0,
      expected: 'must be below the sum of the other two moments of inertia',
    })),
  ];
  return rules.find(({ isValid, value }) => !(isValid && Number.isFinite(value)));
}
