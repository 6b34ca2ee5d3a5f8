/**
 * Contacts between the nodes of meshes, packed for Gauss-Seidel sweeps. [VBC24-3.3]
 *
 * A contact is a difference of two weighted means, d = Σ s_i x_i with weights that add up to zero: a slave node has the
 * weight 1 and the corners of the master surface have -N_a; of two crossing edges one has 1-u and u, the other -(1-v)
 * and -v. The normal n points outward from the master; n·d is the gap, n·Σ s_i v_i its rate. An impulse J on the
 * contact is s_i J on node i; the weights add up to zero, so momentum is conserved. Its compliance is k = Σ s_i²/m_i.
 */
import type { ReadonlyVec3 } from '../../math/vec3.ts';

/** Maximum number of nodes of a contact: a slave and the four corners of a quadrilateral. */
export const NODES_PER_CONTACT = 5;

/** A list of contacts in packed arrays, which grow as needed. */
export interface MeshContacts {
  /** Number of contacts. */
  count: number;
  /** Five per contact; unused entries repeat the first node, with weight 0. */
  nodes: Int32Array;
  /** s_i, five per contact; positive for the slave node or the first edge. */
  fractions: Float64Array;
  /** n, xyz per contact: unit, from the master side to the slave side. */
  normals: Float64Array;
  /** J of each contact along its normal [N s], not below zero; written by the solvers. */
  impulses: Float64Array;
  /** Tangential impulse, xyz per contact [N s]; written by `solveFriction`. */
  frictionImpulses: Float64Array;
  /** k of each contact [1/kg]; 0 when none of its nodes can move. */
  compliances: Float64Array;
  /** Target normal speed of each contact in the sweeps [m/s]. */
  targets: Float64Array;
}

/** A new empty list with the given capacity, which grows as needed. */
export function createMeshContacts(capacity = 64): MeshContacts {
  return {
    count: 0,
    nodes: new Int32Array(NODES_PER_CONTACT * capacity),
    fractions: new Float64Array(NODES_PER_CONTACT * capacity),
    normals: new Float64Array(3 * capacity),
    impulses: new Float64Array(capacity),
    frictionImpulses: new Float64Array(3 * capacity),
    compliances: new Float64Array(capacity),
    targets: new Float64Array(capacity),
  };
}

/** Removes all contacts from the list, whose arrays are used again. */
export function clearMeshContacts(contacts: MeshContacts): void {
  contacts.count = 0;
}

/** A slave node on a surface of three or four `masters` with `weights` that add up to 1; returns the contact's index. */
export function addNodeContact(
  contacts: MeshContacts,
  slave: number,
  masters: ArrayLike<number>,
  weights: ArrayLike<number>,
  normal: ReadonlyVec3,
): number {
  const c = addContact(contacts, slave, normal);
  setNode(contacts, c, 0, slave, 1);
  for (let i = 0; i < masters.length; i++) setNode(contacts, c, i + 1, masters[i], -weights[i]);
  return c;
}

/**
 * The point at `u` of the edge from `p0` to `p1` and the point at `v` of the edge from `p2` to `p3`; the second edge is
 * the master, and the normal points from it to the first edge. Returns the contact's index.
 */
export function addEdgeContact(
  contacts: MeshContacts,
  edges: readonly [p0: number, p1: number, p2: number, p3: number],
  u: number,
  v: number,
  normal: ReadonlyVec3,
): number {
  const c = addContact(contacts, edges[0], normal);
  setNode(contacts, c, 0, edges[0], 1 - u);
  setNode(contacts, c, 1, edges[1], u);
  setNode(contacts, c, 2, edges[2], v - 1);
  setNode(contacts, c, 3, edges[3], -v);
  return c;
}

function addContact(contacts: MeshContacts, firstNode: number, normal: ReadonlyVec3): number {
  if (contacts.count === contacts.impulses.length) doubleCapacity(contacts);
  const c = contacts.count++;
  for (let i = 0; i < NODES_PER_CONTACT; i++) setNode(contacts, c, i, firstNode, 0);
  contacts.normals[3 * c] = normal.x;
  contacts.normals[3 * c + 1] = normal.y;
  contacts.normals[3 * c + 2] = normal.z;
  contacts.impulses[c] = 0;
  contacts.frictionImpulses.fill(0, 3 * c, 3 * c + 3);
  return c;
}

function setNode(contacts: MeshContacts, c: number, i: number, node: number, fraction: number): void {
  contacts.nodes[NODES_PER_CONTACT * c + i] = node;
  contacts.fractions[NODES_PER_CONTACT * c + i] = fraction;
}

function doubleCapacity(contacts: MeshContacts): void {
  const { count, ...larger } = createMeshContacts(Math.max(1, 2 * contacts.count));
  larger.nodes.set(contacts.nodes);
  larger.fractions.set(contacts.fractions);
  larger.normals.set(contacts.normals);
  larger.impulses.set(contacts.impulses);
  larger.frictionImpulses.set(contacts.frictionImpulses);
  Object.assign(contacts, larger);
}
