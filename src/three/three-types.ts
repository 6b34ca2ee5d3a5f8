/**
 * What this layer reads and writes of three.js, as structural types: the objects of every version of three.js that have these members fit,
 * and neither the library nor its declarations depend on three.js.
 */

/** `BufferAttribute` or `InterleavedBufferAttribute` with the vertex positions [m]. */
export interface AttributeLike {
  readonly count: number;
  getX(index: number): number;
  getY(index: number): number;
  getZ(index: number): number;
}

/** `BufferGeometry`: triangles of vertices, with an index or in their order. */
export interface GeometryLike {
  readonly attributes: { readonly position?: AttributeLike };
  readonly index?: { readonly count: number; getX(index: number): number } | null;
}

/** `Object3D`, to be read. */
export interface ObjectLike {
  readonly name?: string;
  /** 16 numbers, column by column. */
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  readonly parent: ObjectLike | null;
  updateWorldMatrix(updateParents: boolean, updateChildren: boolean, force?: boolean): void;
}

/** `Object3D`, to be moved. */
export interface MovableObjectLike extends ObjectLike {
  readonly position: { set(x: number, y: number, z: number): unknown };
  readonly quaternion: { set(x: number, y: number, z: number, w: number): unknown };
}
