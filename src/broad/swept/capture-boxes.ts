/**
 * Capture boxes [VBC24-3.1]: the box of a vertex, edge or face over a whole step, six numbers each (min xyz, max
 * xyz). Vertices move straight from `positions0` to `positions1` (packed xyz), so the box around both ends of their
 * paths contains an element at every time between; it also contains the centroid of a quadrilateral.
 */

/** Boxes of all vertices, larger by `margin` [m] on every side. */
// biome-ignore format: the step on one line
export function captureVertices(
  boxes: Float64Array, positions0: Float64Array, positions1: Float64Array, margin: number,
): void {
  for (let i = 0, b = 0; i < positions0.length; i += 3, b += 6) {
    for (let k = 0; k < 3; k++) {
      boxes[b + k] = Math.min(positions0[i + k], positions1[i + k]) - margin;
      boxes[b + 3 + k] = Math.max(positions0[i + k], positions1[i + k]) + margin;
    }
  }
}

/** Boxes of elements of `nodesPerElement` vertices each: the union of the boxes of their vertices. */
// biome-ignore format: the elements on one line
export function captureElements(
  boxes: Float64Array, vertexBoxes: Float64Array, nodes: Int32Array, nodesPerElement: number,
): void {
  for (let i = 0, b = 0; i < nodes.length; i += nodesPerElement, b += 6) {
    for (let k = 0; k < 3; k++) {
      let min = Infinity;
      let max = -Infinity;
      for (let n = i; n < i + nodesPerElement; n++) {
        min = Math.min(min, vertexBoxes[6 * nodes[n] + k]);
        max = Math.max(max, vertexBoxes[6 * nodes[n] + 3 + k]);
      }
      boxes[b + k] = min;
      boxes[b + 3 + k] = max;
    }
  }
}

/** Maximum displacement of any vertex along any axis [m]: no side of a box moves farther in a step. */
export function maxDisplacement(positions0: Float64Array, positions1: Float64Array): number {
  let longest = 0;
  for (let k = 0; k < positions0.length; k++) longest = Math.max(longest, Math.abs(positions1[k] - positions0[k]));
  return longest;
}

/** Does every vertex, with `tolerance` [m] around it, stay in its box during the step? Then so do all edges and faces. */
// biome-ignore format: the step on one line
export function staysCaptured(
  boxes: Float64Array, positions0: Float64Array, positions1: Float64Array, tolerance: number,
): boolean {
  for (let i = 0, b = 0; i < positions0.length; i += 3, b += 6) {
    for (let k = 0; k < 3; k++) {
      if (Math.min(positions0[i + k], positions1[i + k]) - tolerance < boxes[b + k]) return false;
      if (Math.max(positions0[i + k], positions1[i + k]) + tolerance > boxes[b + 3 + k]) return false;
    }
  }
  return true;
}
