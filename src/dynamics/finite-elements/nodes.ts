/** The moving nodes of every mesh of a model, packed xyz xyz ...; forces and contacts act on them. */
export interface Nodes {
  /** Number of nodes. */
  readonly count: number;
  /** [m] */
  readonly positions: Float64Array;
  /** [m/s]; under central differences those of half a step ago. */
  readonly velocities: Float64Array;
  /** [N] */
  readonly forces: Float64Array;
  /** One per node [1/kg]; 0 for a node that is held, or moves with a prescribed velocity. */
  readonly inverseMasses: Float64Array;
}

/** Nodes at rest at `positions` with `masses` [kg], one per node and above zero. */
export function createNodes(positions: Float64Array, masses: Float64Array): Nodes {
  if (positions.length !== 3 * masses.length) {
    throw new RangeError(
      `nodes: ${masses.length} masses need ${3 * masses.length} coordinates, got ${positions.length}`,
    );
  }
  const massless = masses.findIndex((mass) => !(mass > 0 && mass < Number.POSITIVE_INFINITY));
  if (massless >= 0) {
    throw new RangeError(`nodes[${massless}]: mass must be finite and above zero, got ${masses[massless]}`);
  }
  return {
    count: masses.length,
    positions: positions.slice(),
    velocities: new Float64Array(positions.length),
    forces: new Float64Array(positions.length),
    inverseMasses: masses.map((mass) => 1 / mass),
  };
}

/** Holds the nodes `which` at their current positions. */
export function holdNodes(nodes: Nodes, which: ArrayLike<number>): void {
  for (let i = 0; i < which.length; i++) {
    const node = which[i];
    nodes.inverseMasses[node] = 0;
    nodes.velocities.fill(0, 3 * node, 3 * node + 3);
  }
}
