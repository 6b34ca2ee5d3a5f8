import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import type { ElasticMaterial } from '../dynamics/finite-elements/elastic-material.ts';
import type { VolumeElementList } from '../dynamics/finite-elements/element-mesh.ts';
import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { SurfaceMesh } from '../shapes/mesh.ts';
import type { TriangulableShape } from '../shapes/triangulate-solid.ts';
import type { SceneHeader, SceneMotion } from './scene-header.ts';

/** Deformable world: elastic and rigid meshes in contact. [VBC24-3] and [VBC24-4] */
export interface MeshScene extends SceneHeader {
  readonly world: 'deformable';
  readonly bodies: readonly MeshBody[];
  readonly contacts: MeshContactLaw;
  readonly forces: {
    /** [m/s²] */
    readonly gravity: ReadonlyVec3;
  };
  readonly time: MeshTime;
}

/** In body axes; a free rigid body has its centre of mass at the origin. */
export type MeshShape =
  | {
      readonly kind: 'hexahedra';
      /** [m] */
      readonly halfExtents: readonly [number, number, number];
      readonly elements: readonly [number, number, number];
    }
  | {
      readonly kind: 'membrane';
      /** [m] */
      readonly halfExtents: readonly [number, number];
      readonly elements: readonly [number, number];
      /** [m] */
      readonly thickness: number;
    }
  | {
      readonly kind: 'icosphere';
      /** [m] */
      readonly radius: number;
      readonly subdivisions: number;
    }
  | MeshElements
  | MeshSheet
  | {
      readonly kind: 'solid';
      readonly solid: TriangulableShape;
      /** Triangles of its surface, in body axes. */
      readonly surface: SurfaceMesh;
    };

/** An elastic body of given volume elements. */
export interface MeshElements {
  readonly kind: 'solid-mesh';
  /** Packed xyz [m]. */
  readonly positions: Float64Array;
  /** One list for each kind. */
  readonly elements: readonly VolumeElementList[];
  readonly nodeSets: ReadonlyMap<string, Int32Array>;
}

/** An elastic sheet of given triangles. */
export interface MeshSheet {
  readonly kind: 'membrane-mesh';
  /** Packed xyz [m]. */
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
  /** [m] */
  readonly thickness: number;
  readonly nodeSets: ReadonlyMap<string, Int32Array>;
}

/** Sets of nodes by location on the body. */
export const NODE_SETS: readonly string[] = ['x-', 'x+', 'y-', 'y+', 'z-', 'z+', 'rim', 'all'];

/** A set of nodes: one of `NODE_SETS`, or the name of a set of the shape. */
export type MeshNodeSet = string;

/** Nodes with prescribed motion: translation, and rotation about their centre. */
export interface PrescribedNodes {
  readonly nodes: MeshNodeSet;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
  /** [rad/s] */
  readonly angularVelocity: ReadonlyVec3;
  /** When they stop [s]; Infinity for never. */
  readonly until: number;
}

interface MeshBodyBase {
  readonly name: string;
  readonly shape: MeshShape;
  /** At the start. */
  readonly pose: ReadonlyPose;
  /** Of the centre at the start [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** About the centre at the start [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
  /** Whether both sides of the surface can be in contact, or only the outside. */
  readonly doubleSided: boolean;
  readonly color?: string;
}

export interface ElasticMeshBody extends MeshBodyBase {
  readonly kind: 'elastic';
  readonly material: ElasticMaterial;
  readonly clamps: readonly MeshNodeSet[];
  readonly prescribed: readonly PrescribedNodes[];
}

/** A rigid surface, moved by its total impulse. */
export interface RigidMeshBody extends MeshBodyBase {
  readonly kind: 'rigid';
  readonly motion: SceneMotion;
  /** [kg]; Infinity unless `motion` is free. */
  readonly mass: number;
  /** Principal moments of inertia [kg m²]; Infinity unless `motion` is free. */
  readonly moments: ReadonlyVec3;
  /** Columns: the principal axes, in body axes. */
  readonly principalAxes: ReadonlyMat3;
}

/** A body of a deformable world: an elastic mesh or a rigid surface. */
export type MeshBody = ElasticMeshBody | RigidMeshBody;

/** Two bodies that are glued together where they are near at the start. */
export interface MeshTie {
  /** Index of the body whose nodes are tied, and of the one with the faces. */
  readonly slave: number;
  readonly master: number;
  /** [m]; undefined: the default. */
  readonly within?: number;
}

export interface MeshContactLaw {
  readonly response: 'kinematic' | 'impact' | 'penalty' | 'separation';
  /** Of the response `separation`: minimum distance of surfaces [m]; 0 otherwise. */
  readonly separation: number;
  /** Whether nodes of body s are checked against faces of body m: entry s · (number of bodies) + m. */
  readonly mayTouch: readonly boolean[];
  /** Surfaces that are glued together. */
  readonly tied: readonly MeshTie[];
  /** Maximum number of iterations over all contacts of a step. */
  readonly iterations: number;
  /** Change of a contact's speed, relative to that of the first iteration, at which they have converged; 0: all iterations. */
  readonly convergence: number;
  /** Of the response `impact`. */
  readonly restitution: number;
  /** Of the response `penalty`: stiffness as a fraction of mass/Δt². */
  readonly penalty: number;
  /** Coulomb's coefficient. */
  readonly friction: number;
  /** Whether edges are checked against edges too. */
  readonly edges: boolean;
  /** Whether contacts persist from step to step. [VBC24-3.4] */
  readonly persistentContacts: boolean;
}

export interface MeshTime {
  /** [s] */
  readonly end: number;
  /** The step as a fraction of the time in which a wave crosses the smallest element ... */
  readonly courantNumber: number;
  /** ... or the step itself [s]. */
  readonly step?: number;
  readonly broadPhase: BroadPhaseKind;
}
