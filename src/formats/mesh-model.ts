import type { NamedArrays } from '../shapes/mesh.ts';
import type { Cells } from './cell-types.ts';
import type { FileLocation } from './mesh-file-error.ts';

/** A set of faces: cells of types with a surface. */
export type FaceSet = Cells;

/**
 * Nodes, elements and sets of a mesh file. Elements have the types and the order of nodes of VTK. Node and element numbers are indices, from 0, in the
 * order of the file; names are as in the file.
 */
export interface MeshModel {
  /** xyz xyz ... in the unit of the file, finite. */
  readonly positions: Float64Array;
  readonly cells: Cells;
  /** Node indices by the name of their set. */
  readonly nodeSets: ReadonlyMap<string, Int32Array>;
  /** Elements by name: sets, parts, blocks and physical groups. */
  readonly elementSets: ReadonlyMap<string, Int32Array>;
  /** Faces of elements by name. */
  readonly surfaces: ReadonlyMap<string, FaceSet>;
  /** Thickness of each element in the unit of the file; NaN for elements without one. Undefined: no element has one. */
  readonly thicknesses?: Float64Array;
  /** xyz xyz ... of the nodes, in the unit of the file per second. */
  readonly velocities?: Float64Array;
  /** Other data of the nodes. */
  readonly pointData?: NamedArrays;
  /** What was left out or converted, for the user. */
  readonly notices: readonly string[];
}

/** A model with the places of its elements and nodes in the file, for messages. */
export interface LocatedModel extends MeshModel {
  readonly locationOfNode: (node: number) => FileLocation | undefined;
  readonly locationOfCell: (cell: number) => FileLocation | undefined;
  /** For example `element 7`, with the number in the file. */
  readonly nameOfCell: (cell: number) => string;
}
