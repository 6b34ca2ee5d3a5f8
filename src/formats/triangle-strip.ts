/** The triangles of a strip; every other one has the opposite orientation. */
export function trianglesOfStrip(nodes: ArrayLike<number>): number[][] {
  return Array.from({ length: Math.max(nodes.length - 2, 0) }, (_, k) =>
    k % 2 === 0 ? [nodes[k], nodes[k + 1], nodes[k + 2]] : [nodes[k + 1], nodes[k], nodes[k + 2]],
  );
}
