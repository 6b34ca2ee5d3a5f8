/** A small part of a scene, for slow adapters: faces near each other, with nodes of their own. */
export interface SceneFrames {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly triangles: Int32Array;
}

/** The `count` faces nearest to the face `seed`. */
export function scenePatch({ start, end, triangles }: SceneFrames, count: number, seed: number): SceneFrames {
  const centre = (face: number, axis: number) =>
    [0, 1, 2].reduce((sum, k) => sum + start[3 * triangles[3 * face + k] + axis] / 3, 0);
  const faceCount = triangles.length / 3;
  const distance = (face: number) =>
    [0, 1, 2].reduce((sum, axis) => sum + (centre(face, axis) - centre(seed, axis)) ** 2, 0);
  const near = Array.from({ length: faceCount }, (_, face) => [distance(face), face] as const)
    .sort((p, q) => p[0] - q[0])
    .slice(0, count);
  const numbers = new Map<number, number>();
  const kept: number[] = [];
  for (const [, face] of near) {
    for (let k = 0; k < 3; k++) {
      const vertex = triangles[3 * face + k];
      if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
      kept.push(numbers.get(vertex) ?? 0);
    }
  }
  const pick = (positions: Float64Array) =>
    Float64Array.from(
      [...numbers.keys()].flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3))),
    );
  return { start: pick(start), end: pick(end), triangles: Int32Array.from(kept) };
}
