/**
 * What this layer reads and writes of three.js, as structural types: the objects of every version of three.js that have these members fit,
 * and neither the library nor its declarations depend on three.js.
 */

/** `BufferAttribute` or `InterleavedBufferAttribute` with the vertex positions [m]. */
export interface AttributeLike {
  /** Number of vertices. */
  readonly count: number;
  getX(index: number): number;
  getY(index: number): number;
  getZ(index: number): number;
}

/** `BufferGeometry`: triangles of vertices, with an index or in their order. */
export interface GeometryLike {
  readonly attributes: { readonly position?: AttributeLike };
  /** Vertex indices, three for each triangle; null or absent: the vertices in their order. */
  readonly index?: { readonly count: number; getX(index: number): number } | null;
}

/** `Object3D`, whose world matrix is read. */
export interface ObjectLike {
  readonly name?: string;
  /** World matrix: 16 numbers, column by column; lengths in metres. */
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  readonly parent: ObjectLike | null;
  updateWorldMatrix(updateParents: boolean, updateChildren: boolean, force?: boolean): void;
}

/** `Object3D`, to be moved by `applyPose`. */
export interface MovableObjectLike extends ObjectLike {
  readonly position: { set(x: number, y: number, z: number): unknown };
  readonly quaternion: { set(x: number, y: number, z: number, w: number): unknown };
}
