import { describeValue } from '../../shapes/checks.ts';

/** Vertices, edges or faces of the surfaces in a search: elements of one, two, three or four vertices each. */
export interface SurfaceElements {
  /** Vertex indices, `nodesPerElement` for each element. */
  readonly nodes: Int32Array;
  readonly nodesPerElement: number;
  /** Capture boxes, six numbers each: min xyz, max xyz. */
  readonly boxes: Float64Array;
  /** Of each element: SLAVE, MASTER, both or neither (0). */
  readonly roles: Uint8Array;
  /** Body index of each element, when elements of the same body form no pairs. */
  readonly bodies: Int32Array | undefined;
}

export const SLAVE = 1;
export const MASTER = 2;

/** Which elements of a mesh may form pairs. */
export interface PairingRules {
  /** Vertex indices. An element is slave (master) when all its vertices are; default: all vertices. */
  readonly slaves?: Int32Array;
  readonly masters?: Int32Array;
  /** Body index of each vertex: elements of the same body form no pairs. Default: all elements may form pairs. */
  readonly bodies?: Int32Array;
}

/** The vertices of a mesh, each an element of one node. */
export function createVertices(count: number, rules: PairingRules): SurfaceElements {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`vertexCount: must be an integer, not below zero, got ${describeValue(count)}`);
  }
  const { slaves, masters, bodies } = rules;
  if (bodies && bodies.length !== count) {
    throw new RangeError(`bodies: one number for each of ${count} vertices, got ${bodies.length}`);
  }
  const roles = new Uint8Array(count);
  addRole(roles, SLAVE, slaves, 'slaves');
  addRole(roles, MASTER, masters, 'masters');
  return {
    nodes: Int32Array.from({ length: count }, (_, i) => i),
    nodesPerElement: 1,
    boxes: new Float64Array(6 * count),
    roles,
    bodies: bodies?.slice(),
  };
}

function addRole(roles: Uint8Array, role: number, members: Int32Array | undefined, name: string): void {
  if (!members) {
    for (let i = 0; i < roles.length; i++) roles[i] |= role;
    return;
  }
  members.forEach((vertex, k) => {
    if (!(vertex >= 0 && vertex < roles.length)) {
      throw new RangeError(`${name}[${k}]: no vertex ${vertex} in a mesh of ${roles.length} vertices`);
    }
    roles[vertex] |= role;
  });
}

/** Edges or faces over given vertices; `name` is used in messages. */
// biome-ignore format: the elements on one line
export function createElements(
  name: 'edge' | 'face', vertices: SurfaceElements, nodes: Int32Array, nodesPerElement: number,
): SurfaceElements {
  if (nodes.length % nodesPerElement !== 0) {
    throw new RangeError(`${name}s: ${nodesPerElement} vertex indices each, got ${nodes.length} in total`);
  }
  const count = nodes.length / nodesPerElement;
  const roles = new Uint8Array(count);
  const bodies = vertices.bodies && new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const own = nodes.subarray(nodesPerElement * i, nodesPerElement * (i + 1));
    const missing = own.find((vertex) => !(vertex >= 0 && vertex < vertices.nodes.length));
    if (missing !== undefined) {
      throw new RangeError(`${name} ${i}: no vertex ${missing} in a mesh of ${vertices.nodes.length} vertices`);
    }
    roles[i] = own.reduce((role, vertex) => role & vertices.roles[vertex], SLAVE | MASTER);
    if (vertices.bodies && bodies) bodies[i] = commonBody(vertices.bodies, own, `${name} ${i}`);
  }
  return { nodes: nodes.slice(), nodesPerElement, boxes: new Float64Array(6 * count), roles, bodies };
}

function commonBody(bodies: Int32Array, nodes: Int32Array, name: string): number {
  const body = bodies[nodes[0]];
  if (nodes.some((vertex) => bodies[vertex] !== body)) {
    throw new RangeError(`${name}: its vertices ${describeValue([...nodes])} are of different bodies`);
  }
  return body;
}

/** Indices of the elements that have one of the given roles. */
export function elementsWithRole({ roles }: SurfaceElements, sought: number): Int32Array {
  const members = new Int32Array(roles.length);
  let count = 0;
  for (let i = 0; i < roles.length; i++) if ((roles[i] & sought) !== 0) members[count++] = i;
  return members.slice(0, count);
}

/** Slaves pair with masters, masters with slaves. */
export function oppositeRoles(roles: number): number {
  return ((roles & SLAVE) !== 0 ? MASTER : 0) | ((roles & MASTER) !== 0 ? SLAVE : 0);
}

/** Do two elements belong to the same body, whose elements form no pairs? */
export function ofSameBody(a: SurfaceElements, i: number, b: SurfaceElements, j: number): boolean {
  return a.bodies !== undefined && b.bodies !== undefined && a.bodies[i] === b.bodies[j];
}

/** Is one of two vertices a vertex of an element? */
export function hasVertex(elements: SurfaceElements, i: number, vertexA: number, vertexB: number): boolean {
  const { nodes, nodesPerElement } = elements;
  for (let k = nodesPerElement * i; k < nodesPerElement * (i + 1); k++) {
    if (nodes[k] === vertexA || nodes[k] === vertexB) return true;
  }
  return false;
}
