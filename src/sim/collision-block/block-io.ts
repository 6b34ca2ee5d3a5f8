/**
 * Inputs and outputs of the Collision Block, with the names and signs of the slides. [CP13-5.2], [CP13-5.4]
 * Inside the library the normal is the opposite and the impulse acts on B; the block converts on input and output.
 */

/** A matrix by rows. */
export type MatrixInput = readonly (readonly number[])[];

/** A moment of inertia, principal moments along the body axes, or a tensor by rows [kg m²]. */
export type InertiaInput = number | readonly number[] | MatrixInput;

/** Inputs of one sample, inertial frame, SI units: for each body those whose names end with its name. */
export interface CollisionBlockInputs {
  /** Required: [x y z vx vy vz ωx ωy ωz] of the centre of mass, inertial frame [m], [m/s], [rad/s]. */
  readonly [Xcm: `Xcm_${string}`]: readonly number[] | undefined;
  /** Required, unless `Rbi_` is given: rotation from body to inertial axes, 3 x 3; in the plane also 2 x 2. */
  readonly [R: `R_${string}`]: MatrixInput | undefined;
  /** The same matrix under the other name that the slides use for it. */
  readonly [Rbi: `Rbi_${string}`]: MatrixInput | undefined;
  /**
   * Vertices in the body frame: rows x, y and z, one column per vertex [m]. In the plane an outline, whose third row is ignored and whose
   * repeated first vertex is dropped (E15); in space points of a convex hull. Required unless the block has a shape or mesh for the body.
   */
  readonly [mesh: `mesh_${string}`]: MatrixInput | undefined;
  /** Inertia about the centre of mass [kg m²]; by default the parameter of the same name. */
  readonly [I: `I_${string}`]: InertiaInput | undefined;
}

/**
 * `none`: farther apart than the contact distance, or docked. `separate`: in contact without an impulse or force. `sliding`, `sticking`: in
 * contact with one; without friction, contacts slide.
 */
export type BlockContactMode = 'none' | 'separate' | 'sliding' | 'sticking';

/**
 * Outputs of one sample of a block with the bodies A and B, inertial frame, SI units; new arrays in every sample. Vectors named 2 or 3 have as
 * many components as the block has dimensions.
 */
export interface CollisionBlockOutputs {
  /** Closest point on A, 2 or 3 [m]. */
  readonly Q_A: number[];
  /** Closest point on B, 2 or 3 [m]. */
  readonly Q_B: number[];
  /** 1 from the docking sample until reset(). */
  readonly docking: 0 | 1;
  /** 1 in a sample with an impulse or a contact force; see the parameter `collisionFlag`. */
  readonly collision: 0 | 1;
  /** Unit outward normal of B, 2 or 3, set in every sample. */
  readonly n_cB: number[];
  /** Normal impulse [N s], non-negative; A receives +j n_cB. */
  readonly j: number;
  /** Velocities of the centres of mass after this sample's event, A then B: 6 numbers [m/s] (E17). */
  readonly Vcm_c: number[];
  /** Angular velocities after this sample's event, A then B: 6 numbers [rad/s]. */
  readonly Wcm_c: number[];
  /** World vertices of A, x1 y1 (z1) x2 y2 ... [m], in the order of its mesh (E16); undefined for a shape. */
  readonly meshA_c?: number[];
  /** World vertices of B, in the same form. */
  readonly meshB_c?: number[];
  /** Sensor of A of the nearest pair of sensors, 2 or 3 [m]; null without sensors. */
  readonly dock_sensA_c: number[] | null;
  /** Sensor of B of that pair, 2 or 3 [m]; null without sensors. */
  readonly dock_sensB_c: number[] | null;
  /** Velocity of A after either event, 3 numbers [m/s] (E18). */
  readonly Vcm_An: number[];
  /** Velocity of B after either event, 3 numbers [m/s]. */
  readonly Vcm_Bn: number[];
  /** Angular velocity of A after either event, 3 numbers [rad/s]. */
  readonly Wcm_An: number[];
  /** Angular velocity of B after either event, 3 numbers [rad/s]. */
  readonly Wcm_Bn: number[];

  // Not in the slides:
  /** Tangential impulse on A, 2 or 3 [N s]; B receives the opposite. */
  readonly jt: number[];
  /** Contact mode. */
  readonly mode: BlockContactMode;
  /** Distance of the bodies [m]; 0 when they overlap. */
  readonly distance: number;
  /** Do the bodies overlap? */
  readonly overlap: boolean;
  /** [m]; 0 unless they overlap. */
  readonly penetration: number;
  /** Signed distance [m]: an event indicator, continuous through the contact; a contact begins where it falls to `tolCollision`. */
  readonly gap: number;
  /** Rate at which the gap decreases [m/s], before the event of this sample. */
  readonly closingSpeed: number;
  /**
   * Time until the gap falls to `tolCollision` if velocities and angular velocities stay as after this sample [s]; `horizon` if that is
   * later. Undefined without a `horizon`.
   */
  readonly timeToContact?: number;
  /** Which features are nearest: in the plane the one that gave the normal, in space those of A and B, such as `face-vertex`. */
  readonly feature: string;
  /** Number of collisions since the start or the last reset(); with a contact law, of contacts that began. */
  readonly collisionCount: number;
  /** Normal force of a compliant contact [N]; A receives +f n_cB. 0 for rigid ones. */
  readonly f: number;
  /** Tangential force on A of a compliant contact, 2 or 3 [N]. */
  readonly ft: number[];
  /** Elastic energy stored in a compliant contact [J]. */
  readonly storedEnergy: number;
  /** Sum of the contact forces on A, 3 numbers [N]. */
  readonly F_A: number[];
  /** Sum of the contact forces on B, 3 numbers [N]. */
  readonly F_B: number[];
  /** Moment of the contact forces on A about its centre of mass, 3 numbers [N m]. */
  readonly M_A: number[];
  /** Moment of the contact forces on B about its centre of mass, 3 numbers [N m]. */
  readonly M_B: number[];
  /** In the plane: a state left it (z, v_z, ω_x, ω_y not 0); those values are passed through. In space false. */
  readonly nonPlanar: boolean;
  /** Change of the relative pose since docking: distance [m] and angle [rad]; null before. */
  readonly dockError: DockError | null;
  /** Momentum, angular momentum and energy of all bodies before and after the sample. */
  readonly ledger: { readonly before: BlockLedger; readonly after: BlockLedger };
}

/** Change of the relative pose of docked bodies. */
export interface DockError {
  /** [m] */
  readonly distance: number;
  /** [rad] */
  readonly angle: number;
}

/** Sums over the finite masses and inertias. */
export interface BlockLedger {
  /** Momentum, 2 or 3 [N s]. */
  readonly P: number[];
  /** Angular momentum about the origin [N m s]: in the plane its z component alone, else 3. */
  readonly L: number[];
  /** Kinetic energy [J]. */
  readonly E: number;
}

/** A value of a port. */
export type PortValue = number | boolean | string | null | number[] | DockError | CollisionBlockOutputs['ledger'];

/** Outputs by port name, for a block with other bodies than A and B. */
export type PortValues = Readonly<Record<string, PortValue | undefined>>;
