/** Parts of quadratic faces by the positions of their nodes: corners, then sides, then the centre. */
// biome-ignore format: one kind of face a line
const PARTS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  6: [[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]],
  8: [[0, 4, 7], [1, 5, 4], [2, 6, 5], [3, 7, 6], [4, 5, 6, 7]],
  9: [[0, 4, 8, 7], [4, 1, 5, 8], [8, 5, 2, 6], [7, 8, 6, 3]],
};

/** A linear face as it is; a quadratic one as triangles and quads of its nodes, with the same orientation. */
export function splitFace(nodes: readonly number[], corners: number): readonly (readonly number[])[] {
  if (nodes.length === corners) return [nodes];
  return PARTS[nodes.length].map((part) => part.map((k) => nodes[k]));
}
