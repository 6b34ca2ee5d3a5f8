import type { RestingProblem } from './resting-problem.ts';

/**
 * Islands of manifolds connected by movable bodies, each in reverse Cuthill-McKee order, which keeps the rows of a factorisation short:
 * in a stack, a manifold depends on its neighbours only.
 */
export interface EliminationOrder {
  /** Manifolds, island after island, those of an island in elimination order. */
  order: Int32Array;
  /** Place of each manifold in `order`. */
  places: Int32Array;
  /** First place of every island, and the number of manifolds at the end. */
  islands: Int32Array;
  islandCount: number;
  /** Manifolds that share a movable body with manifold i: neighbours[starts[i]] to neighbours[starts[i + 1] - 1]; twice if they share two. */
  starts: Int32Array;
  neighbours: Int32Array;
}

/** The order for the manifolds of `problem`. Allocates: to be called when the set of manifolds changes. */
export function eliminationOrder(problem: RestingProblem): EliminationOrder {
  const count = problem.manifoldCount;
  const { starts, neighbours } = adjacency(problem);
  const degree = (i: number) => starts[i + 1] - starts[i];
  const order = new Int32Array(count);
  const places = new Int32Array(count).fill(-1);
  const islands = new Int32Array(count + 1);
  let islandCount = 0;
  let end = 0;
  // breadth first, from the manifold with the fewest neighbours, neighbours in the order of their degree
  const visit = (first: number): number => {
    const from = end;
    order[end++] = first;
    places[first] = from;
    for (let k = from; k < end; k++) {
      const next = Array.from(neighbours.subarray(starts[order[k]], starts[order[k] + 1]));
      for (const i of next.sort((p, q) => degree(p) - degree(q) || p - q)) {
        if (places[i] >= 0) continue;
        places[i] = end;
        order[end++] = i;
      }
    }
    return from;
  };
  for (let i = 0; i < count; i++) {
    if (places[i] >= 0) continue;
    // the end of a search from any manifold is a good start: it lies at the rim of the island
    const from = visit(i);
    const rim = order[end - 1];
    for (let k = from; k < end; k++) places[order[k]] = -1;
    end = from;
    visit(rim);
    order.subarray(from, end).reverse();
    for (let k = from; k < end; k++) places[order[k]] = k;
    islands[islandCount++] = from;
  }
  islands[islandCount] = count;
  return { order, places, islands, islandCount, starts, neighbours };
}

function adjacency({ bodyCount, manifoldCount: count, bodies, inverseMasses }: RestingProblem) {
  const isMovable = (body: number) => inverseMasses[2 * body] > 0 || inverseMasses[2 * body + 1] > 0;
  const ofBody: number[][] = Array.from({ length: bodyCount }, () => []);
  for (let i = 0; i < count; i++) {
    for (const body of [bodies[2 * i], bodies[2 * i + 1]]) if (isMovable(body)) ofBody[body].push(i);
  }
  const starts = new Int32Array(count + 1);
  const neighbours: number[] = [];
  for (let i = 0; i < count; i++) {
    for (const body of [bodies[2 * i], bodies[2 * i + 1]]) {
      if (isMovable(body)) for (const k of ofBody[body]) if (k !== i) neighbours.push(k);
    }
    starts[i + 1] = neighbours.length;
  }
  return { starts, neighbours: Int32Array.from(neighbours) };
}
