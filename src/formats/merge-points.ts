export interface MergedPoints {
  /** xyz xyz ..., each point once, in the order of first appearance. */
  readonly positions: Float64Array;
  /** For each input point, the index of its merged point. */
  readonly indices: Int32Array;
}

/** Merges points with exactly equal coordinates; 0 and -0 are equal. A hash table with open addressing. */
export function mergePoints(points: Float64Array): MergedPoints {
  const count = points.length / 3;
  const capacity = 2 ** Math.ceil(Math.log2(2 * count + 2));
  const slots = new Int32Array(capacity).fill(-1);
  const positions = new Float64Array(points.length);
  const indices = new Int32Array(count);
  const bits = new Float64Array(3);
  const words = new Int32Array(bits.buffer);
  let merged = 0;
  for (let i = 0; i < count; i++) {
    // adding 0 maps -0 to 0: they are equal and must share a slot
    for (let axis = 0; axis < 3; axis++) bits[axis] = points[3 * i + axis] + 0;
    let hash = 0;
    for (let k = 0; k < 6; k++) hash = Math.imul(hash ^ words[k] ^ (words[k] >>> 15), 0x9e3779b1) ^ (hash >>> 13);
    let slot = (hash ^ (hash >>> 16)) & (capacity - 1);
    while (slots[slot] >= 0 && !samePoint(positions, slots[slot], points, i)) slot = (slot + 1) & (capacity - 1);
    if (slots[slot] < 0) {
      slots[slot] = merged;
      for (let axis = 0; axis < 3; axis++) positions[3 * merged + axis] = points[3 * i + axis];
      merged++;
    }
    indices[i] = slots[slot];
  }
  return { positions: positions.slice(0, 3 * merged), indices };
}

function samePoint(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return a[3 * i] === b[3 * j] && a[3 * i + 1] === b[3 * j + 1] && a[3 * i + 2] === b[3 * j + 2];
}
