import type { ReadonlyMat3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { UrdfNotice } from './urdf-error.ts';

/** Kinds of joints of URDF. `revolute`, `continuous` and `prismatic` have one position, the others none. */
export type UrdfJointType = 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'floating' | 'planar';

/** Mass of a link. */
export interface UrdfInertial {
  /** Pose of the centre of mass and of the axes of `inertia`, in the axes of the link. */
  readonly origin: ReadonlyPose;
  /** [kg], above zero. */
  readonly mass: number;
  /** Symmetric tensor about the centre of mass [kg m²], in the axes of `origin`. */
  readonly inertia: ReadonlyMat3;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** Shape of a collision or visual element, in its own axes. */
export type UrdfGeometry =
  | {
      readonly kind: 'box';
      /** Edge lengths along x, y, z [m]. */
      readonly size: ReadonlyVec3;
    }
  | {
      readonly kind: 'sphere';
      /** Radius [m]. */
      readonly radius: number;
    }
  | {
      /** Along z, centred. */
      readonly kind: 'cylinder' | 'capsule';
      /** Radius [m]. */
      readonly radius: number;
      /** Of a cylinder its height, of a capsule the distance of the centres of its ends [m]. */
      readonly length: number;
    }
  | {
      readonly kind: 'mesh';
      /** As in the file: a path, `package://name/path` or `file://path`. */
      readonly filename: string;
      /** Factors along x, y, z. */
      readonly scale: ReadonlyVec3;
    };

/** A collision element of a link. */
export interface UrdfCollision {
  /** Pose of the geometry in the axes of the link. */
  readonly origin: ReadonlyPose;
  /** The shape, in its own axes. */
  readonly geometry: UrdfGeometry;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** A link: a rigid part of the model. */
export interface UrdfLink {
  /** Unique among the links. */
  readonly name: string;
  /** Absent: the link has no mass of its own. */
  readonly inertial?: UrdfInertial;
  /** Collision geometry, in the order of the file. */
  readonly collisions: readonly UrdfCollision[];
  /** `r g b` of the first visual element as a CSS colour, if given there or by a named material. */
  readonly color?: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** Limits of a joint. */
export interface UrdfLimit {
  /** Smallest position [rad or m]; -Infinity for a continuous joint. */
  readonly lower: number;
  /** Largest position [rad or m]; Infinity for a continuous joint. */
  readonly upper: number;
  /** Largest torque or force of a motor [N m or N]; Infinity if not given. */
  readonly effort: number;
  /** Largest speed of a motor [rad/s or m/s]; Infinity if not given. */
  readonly velocity: number;
}

/** Position of a joint that follows another: `multiplier` times the position of that joint, plus `offset`. */
export interface UrdfMimic {
  /** Name of the joint that is followed. */
  readonly joint: string;
  /** Ratio of the two positions. */
  readonly multiplier: number;
  /** [rad or m] */
  readonly offset: number;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** A joint between a parent link and a child link. */
export interface UrdfJoint {
  /** Unique among the joints. */
  readonly name: string;
  /** The motion that it allows. */
  readonly type: UrdfJointType;
  /** Name of a link. */
  readonly parent: string;
  /** Name of a link, which is the child of no other joint. */
  readonly child: string;
  /** Pose of the joint and, at position 0, of the child in the axes of the parent. */
  readonly origin: ReadonlyPose;
  /** Unit vector in the axes of the joint: rotation axis, direction of translation, or normal of the plane. */
  readonly axis: ReadonlyVec3;
  /** Infinite where the file has none. */
  readonly limit: UrdfLimit;
  /** Viscous damping [N m s/rad or N s/m]. */
  readonly damping: number;
  /** Dry friction [N m or N]. */
  readonly friction: number;
  /** Absent: the joint is independent. */
  readonly mimic?: UrdfMimic;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** A robot model: a tree of links. Plain data. */
export interface UrdfModel {
  /** Name of the robot. */
  readonly name: string;
  /** The file, or another name of the source of the text. */
  readonly source: string;
  /** In the order of the file. */
  readonly links: readonly UrdfLink[];
  /** From the root outward: the joint of a parent precedes those of its children. */
  readonly joints: readonly UrdfJoint[];
  /** Name of the only link that is the child of no joint. */
  readonly root: string;
  /** Remarks on content that is ignored or unusual. */
  readonly notices: readonly UrdfNotice[];
}
