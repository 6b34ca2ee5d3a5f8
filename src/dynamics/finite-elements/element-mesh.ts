/** Nodes and four-node tetrahedra. */
export interface TetrahedralMesh {
  readonly kind: 'tetrahedral';
  /** Undeformed, packed xyz [m]. */
  readonly positions: Float64Array;
  /** Four nodes each: the first three counter-clockwise seen from the fourth. */
  readonly tetrahedra: Int32Array;
}

/** Nodes and eight-node hexahedra. */
export interface SolidMesh {
  readonly kind: 'solid';
  /** Undeformed, packed xyz [m]. */
  readonly positions: Float64Array;
  /** Eight nodes each: the lower four counter-clockwise seen from above, then those above them. */
  readonly hexahedra: Int32Array;
}

/** Nodes and volume elements of several kinds, which share faces: four nodes are a tetrahedron, five a pyramid, six a wedge, eight a hexahedron. */
export interface MixedMesh {
  readonly kind: 'mixed';
  /** Undeformed, packed xyz [m]. */
  readonly positions: Float64Array;
  readonly elements: readonly VolumeElementList[];
}

/** Volume elements of one kind, their nodes one after the other. */
export interface VolumeElementList {
  readonly nodesPerElement: 4 | 5 | 6 | 8;
  readonly nodes: Int32Array;
}

/** Nodes and triangles of a thin sheet. */
export interface MembraneMesh {
  readonly kind: 'membrane';
  /** Undeformed, packed xyz [m]. */
  readonly positions: Float64Array;
  /** Three nodes each. */
  readonly triangles: Int32Array;
  /** Undeformed [m]. */
  readonly thickness: number;
}

/** Faces of a hexahedron, named by their position in an axis-aligned brick. */
export type BrickSide = 'xMin' | 'xMax' | 'yMin' | 'yMax' | 'zMin' | 'zMax';

/** Corners of a hexahedron's faces, counter-clockwise from outside. */
export const HEXAHEDRON_FACES: Readonly<Record<BrickSide, readonly number[]>> = {
  xMin: [0, 4, 7, 3],
  xMax: [1, 2, 6, 5],
  yMin: [0, 1, 5, 4],
  yMax: [2, 3, 7, 6],
  zMin: [0, 3, 2, 1],
  zMax: [4, 5, 6, 7],
};

/** Corners of a tetrahedron's faces, counter-clockwise from outside. */
export const TETRAHEDRON_FACES: readonly (readonly number[])[] = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

/** Those of a pyramid, whose apex is its last node. */
export const PYRAMID_FACES: readonly (readonly number[])[] = [
  [0, 3, 2, 1],
  [0, 1, 4],
  [1, 2, 4],
  [2, 3, 4],
  [3, 0, 4],
];

/** Those of a wedge: two triangles, and three quadrilaterals between them. */
export const WEDGE_FACES: readonly (readonly number[])[] = [
  [0, 2, 1],
  [3, 4, 5],
  [0, 1, 4, 3],
  [1, 2, 5, 4],
  [2, 0, 3, 5],
];
