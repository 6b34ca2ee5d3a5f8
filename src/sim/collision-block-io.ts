/**
 * Inputs and outputs of the Collision Block, with the names and signs of the slides. [CP13-5.1], [CP13-5.2], [CP13-5.4]
 * Inside the library the normal is the opposite and the impulse acts on B; the block converts on input and output.
 */
import { createMaterial, type FrictionLaw, type Material } from '../response/material.ts';
import { checkKeys, describeValue, finiteNumbers } from '../shapes/checks.ts';

/** Parameters of the block (its Simulink mask), SI units. */
export interface CollisionBlockParams {
  /** Mass of A [kg]; Infinity allowed. Default 1. */
  readonly m_A?: number;
  /** Mass of B [kg]; Infinity allowed. Default 1. */
  readonly m_B?: number;
  /**
   * Inertia of A about its centre of mass, z axis [kg m²]; Infinity allowed. Default 1. The input of the same name
   * takes precedence.
   */
  readonly I_A?: number;
  /** Inertia of B, likewise [kg m²]. */
  readonly I_B?: number;
  /** Restitution, 0 to 1. Default 1. */
  readonly e?: number;
  /** Docking sensors of A in the body frame [m]: a 2- or 3-vector or a list of them. Default none. */
  readonly sens_A?: SensorPositions;
  /** Docking sensors of B, in the same form. */
  readonly sens_B?: SensorPositions;
  /** Contact distance [m]. Default 1e-3. */
  readonly tolCollision?: number;
  /** Sensors nearer than this touch [m]. Default 1e-3. */
  readonly tolDocking?: number;
  /** `rigid` (default): one body from then on. `pin`: free to rotate about the common point. */
  readonly dockMode?: 'rigid' | 'pin';
  /** No docking above this relative speed of the sensors [m/s]. Default Infinity. */
  readonly maxDockSpeed?: number;
  /** Law of the tangential impulse; default `none`, which ignores the coefficients. */
  readonly frictionLaw?: FrictionLaw;
  /** Static friction coefficient, at least `mu_d`; default 0. */
  readonly mu_s?: number;
  /** Dynamic friction coefficient; default 0. */
  readonly mu_d?: number;
  /** Tangential restitution, 0 to 1; default 0. */
  readonly e_t?: number;
  /** Edge on edge: both ends of the overlap, or, as in the slides, its midpoint. Default two-point. */
  readonly manifold?: 'two-point' | 'single';
  /** `pulse` (default): 1 in each sample with an impulse. `latch`: stays 1 as the wording of the slides suggests (E19). */
  readonly collisionFlag?: 'pulse' | 'latch';
  /** `slides` transposes the given matrices, whose print contradicts their description (E14). */
  readonly rotation?: 'bodyToInertial' | 'slides';
  /** `clockwise` rejects a counter-clockwise mesh, as the slides require; `auto` (default) accepts both. */
  readonly meshOrder?: 'clockwise' | 'auto';
  /** Body A is a manipulator: exactly immovable in collisions and dockings, for any mass (E20). Default false. */
  readonly manipulator?: boolean;
}

export type SensorPositions = readonly number[] | readonly (readonly number[])[];

/** Inputs of one sample: states, rotations and outlines of both bodies, inertial frame, SI units. */
export interface CollisionBlockInputs {
  /** State of A: [x y z vx vy vz ωx ωy ωz] of the centre of mass, inertial frame [m], [m/s], [rad/s]. */
  readonly Xcm_A: readonly number[];
  /** State of B, in the same form. */
  readonly Xcm_B: readonly number[];
  /** Rotation of A, body to inertial, 2 x 2 or 3 x 3 (upper left block). */
  readonly R_A: readonly (readonly number[])[];
  /** Rotation of B, in the same form. */
  readonly R_B: readonly (readonly number[])[];
  /**
   * Outline of A: rows x, y (and z, ignored) [m]; columns are vertices in the body frame. A repeated first vertex is
   * dropped (E15).
   */
  readonly mesh_A: readonly (readonly number[])[];
  /** Outline of B, in the same form. */
  readonly mesh_B: readonly (readonly number[])[];
  /** Inertia of A about its centre of mass, z axis [kg m²]; by default the parameter of the same name. */
  readonly I_A?: number;
  /** Inertia of B, likewise [kg m²]. */
  readonly I_B?: number;
}

/** Outputs of one sample, inertial frame, SI units; new arrays in every sample. */
export interface CollisionBlockOutputs {
  /** Closest point on A, inertial frame [m]. */
  readonly Q_A: number[];
  /** Closest point on B, inertial frame [m]. */
  readonly Q_B: number[];
  /** 1 from the docking sample until reset(). */
  readonly docking: 0 | 1;
  /** 1 in a sample with an impulse; see the parameter `collisionFlag`. */
  readonly collision: 0 | 1;
  /** Unit outward normal of B, set in every sample. */
  readonly n_cB: number[];
  /** Normal impulse [N s], non-negative; A receives +j n_cB. */
  readonly j: number;
  /** Velocities of the centres of mass after this sample's event, A then B: 6 numbers [m/s] (E17). */
  readonly Vcm_c: number[];
  /** Angular velocities after this sample's event, A then B: 6 numbers [rad/s]. */
  readonly Wcm_c: number[];
  /** World vertices of A, x1 y1 x2 y2 ... [m], in the order of the input (E16). */
  readonly meshA_c: number[];
  /** World vertices of B, in the same form. */
  readonly meshB_c: number[];
  /** Sensor of A of the nearest pair of sensors, inertial frame [m]; null without sensors. */
  readonly dock_sensA_c: number[] | null;
  /** Sensor of B of that pair, inertial frame [m]; null without sensors. */
  readonly dock_sensB_c: number[] | null;
  /** Velocity of A after either event [m/s] (E18). */
  readonly Vcm_An: number[];
  /** Velocity of B after either event [m/s]. */
  readonly Vcm_Bn: number[];
  /** Angular velocity of A after either event [rad/s]. */
  readonly Wcm_An: number[];
  /** Angular velocity of B after either event [rad/s]. */
  readonly Wcm_Bn: number[];

  // Not in the slides:
  /** Distance of the meshes [m]; 0 when they overlap. */
  readonly distance: number;
  /** Do the meshes overlap? */
  readonly overlap: boolean;
  /** [m]; 0 unless they overlap. */
  readonly penetration: number;
  /** Which feature gave the normal. */
  readonly feature: 'edge-of-A' | 'edge-of-B' | 'vertex-vertex';
  /** Number of collisions since the start or the last reset(). */
  readonly collisionCount: number;
  /** A state left the plane (z, v_z, ω_x, ω_y not 0); those values are passed through. */
  readonly nonPlanar: boolean;
  /** Change of the relative pose since docking: distance [m] and angle [rad]; null before. */
  readonly dockError: { readonly distance: number; readonly angle: number } | null;
  /** Momentum, angular momentum and energy of both bodies before and after the sample. */
  readonly ledger: { readonly before: BlockLedger; readonly after: BlockLedger };
}

/** Sums over the finite masses and inertias. */
export interface BlockLedger {
  /** [N s] */
  readonly P: number[];
  /** About the origin, z [N m s]. */
  readonly L: number;
  /** [J] */
  readonly E: number;
}

/** Checked parameters with all defaults filled in. */
export interface BlockSettings {
  readonly massA: number;
  readonly massB: number;
  readonly inertiaA: number;
  readonly inertiaB: number;
  readonly material: Material;
  readonly sensorsA: readonly (readonly number[])[];
  readonly sensorsB: readonly (readonly number[])[];
  readonly tolCollision: number;
  readonly tolDocking: number;
  readonly dockMode: 'rigid' | 'pin';
  readonly maxDockSpeed: number;
  readonly manifold: 'two-point' | 'single';
  readonly collisionFlag: 'pulse' | 'latch';
  readonly rotation: 'bodyToInertial' | 'slides';
  readonly meshOrder: 'clockwise' | 'auto';
  readonly manipulator: boolean;
}

// biome-ignore format: lists of names
const PARAM_KEYS: readonly (keyof CollisionBlockParams)[] = [
  'm_A', 'm_B', 'I_A', 'I_B', 'e', 'sens_A', 'sens_B', 'tolCollision', 'tolDocking', 'dockMode', 'maxDockSpeed', 'frictionLaw',
  'mu_s', 'mu_d', 'e_t', 'manifold', 'collisionFlag', 'rotation', 'meshOrder', 'manipulator',
];
// biome-ignore format: lists of names
const INPUT_KEYS: readonly (keyof CollisionBlockInputs)[] = [
  'Xcm_A', 'Xcm_B', 'R_A', 'R_B', 'mesh_A', 'mesh_B', 'I_A', 'I_B',
];

/** Rejects unknown keys in the inputs of a sample. */
export function checkInputKeys(inputs: CollisionBlockInputs): void {
  checkKeys('inputs', inputs, INPUT_KEYS);
}

export function readBlockParams(params: CollisionBlockParams): BlockSettings {
  checkKeys('params', params, PARAM_KEYS);
  const { m_A = 1, m_B = 1, I_A = 1, I_B = 1, tolCollision = 1e-3, tolDocking = 1e-3 } = params;
  const positive = { m_A, m_B, I_A, I_B, tolCollision, tolDocking };
  for (const [name, value] of Object.entries(positive)) checkPositive(name, value);
  const { maxDockSpeed = Number.POSITIVE_INFINITY } = params;
  if (!(typeof maxDockSpeed === 'number' && maxDockSpeed >= 0))
    throw new RangeError(`maxDockSpeed: must be a number not below zero, got ${describeValue(maxDockSpeed)}`);
  const { e = 1, frictionLaw = 'none', mu_s = 0, mu_d = 0, e_t = 0 } = params;
  return {
    massA: m_A,
    massB: m_B,
    inertiaA: I_A,
    inertiaB: I_B,
    material: createMaterial({
      restitution: e,
      frictionLaw,
      staticFriction: mu_s,
      dynamicFriction: mu_d,
      tangentialRestitution: e_t,
    }),
    sensorsA: readSensors('sens_A', params.sens_A),
    sensorsB: readSensors('sens_B', params.sens_B),
    tolCollision,
    tolDocking,
    maxDockSpeed,
    dockMode: choice('dockMode', params.dockMode ?? 'rigid', ['rigid', 'pin']),
    manifold: choice('manifold', params.manifold ?? 'two-point', ['two-point', 'single']),
    collisionFlag: choice('collisionFlag', params.collisionFlag ?? 'pulse', ['pulse', 'latch']),
    rotation: choice('rotation', params.rotation ?? 'bodyToInertial', ['bodyToInertial', 'slides']),
    meshOrder: choice('meshOrder', params.meshOrder ?? 'auto', ['clockwise', 'auto']),
    manipulator: params.manipulator ?? false,
  };
}

/** Above zero; Infinity is allowed. */
export function checkPositive(name: string, value: number): void {
  // a list of one number compares like the number
  if (!(typeof value === 'number' && value > 0))
    throw new RangeError(`${name}: must be a number above zero, got ${describeValue(value)}`);
}

function choice<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  throw new RangeError(`${name}: must be one of ${choices.join(', ')}, got ${describeValue(value)}`);
}

/** One vector or a list of them (E21). */
function readSensors(name: string, given: SensorPositions | undefined): readonly (readonly number[])[] {
  if (given === undefined || given.length === 0) return [];
  const list = (Array.isArray(given[0]) ? given : [given]) as readonly (readonly number[])[];
  list.forEach((position) => {
    const fits = Array.isArray(position) && (position.length === 2 || position.length === 3) && finiteNumbers(position);
    if (!fits)
      throw new RangeError(
        `${name}: must be 2 or 3 finite numbers, or a list of such vectors, got ${describeValue(given)}`,
      );
  });
  return list;
}
