import type { ReadonlyMat3 } from '../../math/mat3.ts';
import type { ContactLaw } from '../../response/contact-laws.ts';
import type { Material } from '../../response/material.ts';
import type { Shape } from '../../shapes/shape.ts';

/** An input mesh and the shape made from it, cached while the mesh is unchanged. */
export interface MeshCache {
  readonly key: string;
  /** In the order of the input, without a closing duplicate. */
  readonly vertices: readonly (readonly number[])[];
  readonly shape: Shape;
}

/** Checked parameters of one body. */
export interface BodySettings {
  readonly name: string;
  /** [kg]; may be Infinity. */
  readonly mass: number;
  /** Inverse of the inertia in body axes [1/(kg m²)]; zero where that is infinite. In the plane only zz. */
  readonly inverseInertia: ReadonlyMat3;
  /** Immovable in collisions and dockings, for any mass. */
  readonly isImmovable: boolean;
  readonly shape: Shape | undefined;
  /** Undefined: part of the inputs, unless there is a shape. */
  readonly mesh: MeshCache | undefined;
  /** Body axes [m]. */
  readonly sensors: readonly (readonly number[])[];
}

/** Checked parameters of one pair. */
export interface PairSettings {
  /** Indices of the bodies. */
  readonly a: number;
  readonly b: number;
  /** `A_B` */
  readonly name: string;
  readonly material: Material;
  readonly contactLaw: ContactLaw | undefined;
}

/** Checked parameters with all defaults filled in, SI units; the meaning of each is that of the parameter. */
export interface BlockSettings {
  readonly dimension: 2 | 3;
  readonly bodies: readonly BodySettings[];
  readonly pairs: readonly PairSettings[];
  readonly tolCollision: number;
  readonly tolDocking: number;
  readonly maxDockSpeed: number;
  readonly horizon: number;
  readonly slipSpeed: number;
  readonly dockMode: 'rigid' | 'pin';
  readonly manifold: 'all' | 'single';
  readonly multiContact: 'sequential' | 'simultaneous';
  readonly collisionFlag: 'pulse' | 'latch';
  readonly rotation: 'bodyToInertial' | 'slides';
  readonly meshOrder: 'clockwise' | 'auto';
}
