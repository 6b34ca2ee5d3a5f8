import type { KeyTable } from '../../math/planar-path.ts';
import type { ReadonlyPose } from '../../math/pose.ts';

/** Kinds of joints; each is a choice of free and locked axes, except for the last two, which act along the line of two points. */
export type JointKind = 'fixed' | 'hinge' | 'slider' | 'ball' | 'universal' | 'six-axis' | 'distance' | 'spring';

/** What drives an axis of a joint. Units follow from the axis: metres and newtons along it, radians and newton metres about it. */
export type JointMotor =
  | { readonly velocity: number; readonly maxForce: number }
  | {
      readonly position: number;
      readonly stiffness: number;
      readonly damping: number;
      readonly maxForce: number;
      /** The position over time, which `position` then follows; its damping acts on the velocity relative to it. */
      readonly path?: KeyTable;
    }
  | { readonly force: number };

/** Coupling of the axis of a joint to that of another one, its leader: coordinate = multiplier · that of the leader + offset. */
export interface JointMimic {
  /** Index of the leader among the joints of the world. */
  readonly joint: number;
  /** Dimensionless, or m/rad or rad/m between a displacement and an angle. */
  readonly multiplier: number;
  /** [m] or [rad] */
  readonly offset: number;
}

/** One axis of a joint: its coordinate is a displacement [m] or an angle [rad] of B relative to A. */
export interface JointAxis {
  /** True: the coordinate is held at 0, or at `length` of a distance. */
  readonly locked: boolean;
  /** Smallest coordinate; -Infinity: no limit. */
  readonly min: number;
  /** Largest coordinate; Infinity: no limit. */
  readonly max: number;
  /** Maximum friction force [N] or torque [N m]. */
  readonly friction: number;
  /** Spring force: stiffness times the difference to `rest`, and damping times the velocity. */
  readonly spring?: { readonly rest: number; readonly stiffness: number; readonly damping: number };
  readonly motor?: JointMotor;
}

/**
 * A joint of two bodies, SI units. Its coordinates are the displacement of frame B along the axes x, y, z of frame A, and the Cardan angles of
 * the rotation from frame A to frame B: about x of A, then the rotated y, then z of B. The axis of a hinge or a slider is x; the two axes of a
 * universal joint are x of A and z of B. A distance has one coordinate: the distance of the two origins. The swing of a ball is the angle
 * between the x axes, its twist the rotation about x that remains without it.
 */
export interface JointDefinition {
  readonly name: string;
  readonly kind: JointKind;
  /** Index of body A; -1 is the world, which does not move. */
  readonly bodyA: number;
  readonly bodyB: number;
  /** Relative to the centre of mass of the body, body axes; of the world: world axes. */
  readonly frameA: ReadonlyPose;
  readonly frameB: ReadonlyPose;
  /** Six axes, or the one of a distance or spring. A ball with limits has two more: its swing and its twist. */
  readonly axes: readonly JointAxis[];
  /** The motion of the axis follows that of another joint. */
  readonly mimic?: JointMimic;
  /** Coordinate of a locked distance [m]. */
  readonly length: number;
  /** True: the bodies move in the plane z = 0, and only axes that act in it have rows. */
  readonly planar?: boolean;
  /** Whether contacts between the two bodies act. */
  readonly collide: boolean;
  /** The joint breaks above this force [N], mean of a step; Infinity: never. */
  readonly breakForce: number;
  /** The same for the torque [N m]. */
  readonly breakTorque: number;
}

/** Whether the joint acts along the line of two points. */
export function isRadial({ kind }: Pick<JointDefinition, 'kind'>): boolean {
  return kind === 'distance' || kind === 'spring';
}

/** Axes of a ball with limits. */
export const SWING = 6;
export const TWIST = 7;

/** The axis that moves, if there is one only; otherwise -1. */
export function mainAxis({ axes }: JointDefinition): number {
  const free = [...axes.keys()].filter((k) => !axes[k].locked);
  if (axes.length === 1) return 0;
  return free.length === 1 ? free[0] : -1;
}

/** A joint in a running world: its definition and its state. */
export interface Joint {
  definition: JointDefinition;
  /** Frames relative to the principal axes of the bodies: position xyz [m] and unit quaternion wxyz. */
  readonly principalA: Float64Array;
  readonly principalB: Float64Array;
  /** Coordinates now; angles about x and z count full rotations. */
  readonly coordinates: Float64Array;
  /** Rates of the coordinates at the end of the last step. */
  readonly rates: Float64Array;
  /** Impulse [N s] and angular impulse [N m s] on B about the origin of frame B, during the step so far, world axes. */
  readonly impulse: Float64Array;
  /** Impulse of the motor of each axis during the step so far. */
  readonly motorImpulses: Float64Array;
  /** Reaction of the last step: force [N] and torque [N m] on B, world axes. */
  readonly reaction: Float64Array;
  /** Force [N] or torque [N m] of the motor of each axis in the last step. */
  readonly motorForces: Float64Array;
  /** Position that the motor of each axis with a path has in this step [m], [rad]. */
  readonly targets: Float64Array;
  /** Bound at which each row was in the last substep, by axis and kind of row: the first guess in the next one. */
  readonly bounds: Int8Array;
  broken: boolean;
  /** [J]; see the offsets below. */
  readonly energies: Float64Array;
}

/** Offset in `energies`: work of its motors so far. */
export const MOTOR_WORK = 0;
/** Energy lost by its friction, dampers and limits so far. */
export const LOSS = 1;
/** Work of its locked axes, and of its springs with the change of their energy, so far: the error of the method. */
export const ENERGY_ERROR = 2;
/** Largest kinetic energy of the relative motion of its articulation so far. */
export const ENERGY_SCALE = 3;
/** Energy of its springs at the start of the step; between steps others may change it. */
export const SPRING_START = 4;

/** Number of kinds of rows that an axis can have: locked, limit, spring, motor, friction. */
export const ROW_KINDS = 5;

/** A joint at rest in its first position. */
export function createJoint(definition: JointDefinition): Joint {
  const count = definition.axes.length;
  return {
    definition,
    principalA: new Float64Array(7),
    principalB: new Float64Array(7),
    coordinates: new Float64Array(count),
    rates: new Float64Array(count),
    impulse: new Float64Array(6),
    motorImpulses: new Float64Array(count),
    reaction: new Float64Array(6),
    motorForces: new Float64Array(count),
    targets: new Float64Array(count),
    bounds: new Int8Array(ROW_KINDS * count),
    broken: false,
    energies: new Float64Array(5),
  };
}

/** Energy in the springs of a joint [J]. */
export function springEnergyOf({ definition, coordinates }: Joint): number {
  let energy = 0;
  definition.axes.forEach(({ spring }, axis) => {
    if (spring) energy += 0.5 * spring.stiffness * (coordinates[axis] - spring.rest) ** 2;
  });
  return energy;
}
