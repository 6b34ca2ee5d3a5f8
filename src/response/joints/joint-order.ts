/**
 * Order of the joints of a world in which the rows of a factorisation are short: reverse Cuthill-McKee, island after island. In a chain a
 * joint then depends on its neighbours only. Only movable bodies connect joints.
 */

/** Two bodies of a joint; -1 for one that connects no joints. */
export type JoinedBodies = readonly [number, number];

/** Indices of the joints in elimination order. */
export function orderJoints(joints: readonly JoinedBodies[]): number[] {
  const neighbours = findNeighbours(joints);
  const order: number[] = [];
  const isPlaced = new Uint8Array(joints.length);
  // breadth first, neighbours in the order of their degree
  const visit = (first: number): number[] => {
    const found = [first];
    isPlaced[first] = 1;
    for (let k = 0; k < found.length; k++) {
      for (const next of neighbours[found[k]]) {
        if (isPlaced[next] === 1) continue;
        isPlaced[next] = 1;
        found.push(next);
      }
    }
    return found;
  };
  for (let i = 0; i < joints.length; i++) {
    if (isPlaced[i] === 1) continue;
    // the last joint of a search from anywhere is at the end of the island, where the order should begin
    const found = visit(i);
    for (const joint of found) isPlaced[joint] = 0;
    order.push(...visit(found[found.length - 1]).reverse());
  }
  return order;
}

/** For each joint the other ones at its bodies, those with fewer neighbours first. */
function findNeighbours(joints: readonly JoinedBodies[]): number[][] {
  const ofBody = new Map<number, number[]>();
  for (const [i, bodies] of joints.entries()) {
    for (const body of bodies) {
      if (body < 0) continue;
      const list = ofBody.get(body);
      if (list) list.push(i);
      else ofBody.set(body, [i]);
    }
  }
  const neighbours = joints.map((bodies, i) => {
    const all = new Set(bodies.flatMap((body) => (body < 0 ? [] : (ofBody.get(body) ?? []))));
    all.delete(i);
    return [...all];
  });
  for (const list of neighbours) list.sort((p, q) => neighbours[p].length - neighbours[q].length || p - q);
  return neighbours;
}
