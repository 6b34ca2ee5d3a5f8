/** Boxes in a packed array (min xyz, max xyz), and the indices of those that take part. */
export interface BoxSet {
  readonly boxes: Float64Array;
  /** Ascending. */
  readonly members: Int32Array;
}

/**
 * Finds the targets that overlap a query box; boxes are closed, so touching counts. When queries and targets are the
 * same set, only targets with a higher index than the query are found: each pair once.
 */
export interface BoxSearch {
  /** Reads the current target boxes. */
  update(): void;
  /** Writes the indices of the targets that query box i overlaps into `row`, in any order; returns their count. */
  find(row: Int32Array, i: number): number;
}
