/**
 * Contacts of meshes with rigid bodies: the nodes of a body move with its six degrees of freedom, so an impulse on some of them changes the
 * velocity and the angular velocity of the body. Both bodies of a contact receive their impulses at one point, the one on the side that is not
 * rigid: they add up to zero and so do their moments, whatever the gap.
 */
import type { ReadonlyMat3 } from '../../math/mat3.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { type MeshContacts, NODES_PER_CONTACT } from './contact-list.ts';

/** Rigid bodies in packed arrays, and what the contacts of a step have changed so far. */
export interface CoupledBodies {
  /** Body of each node; -1 for a node that moves on its own or not at all. */
  readonly bodyOfNode: Int32Array;
  /** Centres of mass, xyz per body [m]. */
  readonly centers: Float64Array;
  /** [1/kg] */
  readonly inverseMasses: Float64Array;
  /** World axes, nine by rows per body [1/(kg m²)]. */
  readonly inverseInertias: Float64Array;
  /** Sums of the impulses on each body [N s] and of their moments about its centre [N m s]: six per body. */
  readonly impulses: Float64Array;
  /** Changes of velocity [m/s] and angular velocity [rad/s] by these impulses: six per body. */
  readonly changes: Float64Array;
}

/** The rigid sides of the contacts of one list, two entries per contact: the side with positive weights, then the other. */
export interface RigidCoupling {
  readonly bodies: CoupledBodies;
  /** Body; -1: the side is not rigid. */
  sides: Int32Array;
  /** From the centre of the body to the point where the impulse acts, xyz per entry [m]. */
  arms: Float64Array;
}

/** `bodyOfNode` is -1 for nodes that are on no free rigid body. */
export function createCoupledBodies(count: number, bodyOfNode: Int32Array): CoupledBodies {
  return {
    bodyOfNode,
    centers: new Float64Array(3 * count),
    inverseMasses: new Float64Array(count),
    inverseInertias: new Float64Array(9 * count),
    impulses: new Float64Array(6 * count),
    changes: new Float64Array(6 * count),
  };
}

export function createRigidCoupling(bodies: CoupledBodies): RigidCoupling {
  return { bodies, sides: new Int32Array(), arms: new Float64Array() };
}

/** Sets the state of body `k` at the start of a solution; its impulses and changes begin at zero. */
export function setCoupledBody(
  bodies: CoupledBodies,
  k: number,
  center: ReadonlyVec3,
  inverseMass: number,
  inverseInertia: ReadonlyMat3,
): void {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = inverseInertia;
  bodies.centers.set([center.x, center.y, center.z], 3 * k);
  bodies.inverseMasses[k] = inverseMass;
  bodies.inverseInertias.set([xx, xy, xz, yx, yy, yz, zx, zy, zz], 9 * k);
  bodies.impulses.fill(0, 6 * k, 6 * k + 6);
  bodies.changes.fill(0, 6 * k, 6 * k + 6);
}

const point = new Float64Array(3);

/** Finds the rigid sides of all contacts at `positions`. */
export function linkContacts(coupling: RigidCoupling, contacts: MeshContacts, positions: Float64Array): void {
  const { bodyOfNode, centers } = coupling.bodies;
  if (coupling.sides.length < 2 * contacts.count) {
    coupling.sides = new Int32Array(4 * contacts.count);
    coupling.arms = new Float64Array(12 * contacts.count);
  }
  for (let c = 0; c < contacts.count; c++) {
    const [first, second] = [bodyOfSide(contacts, c, 1, bodyOfNode), bodyOfSide(contacts, c, -1, bodyOfNode)];
    coupling.sides[2 * c] = first;
    coupling.sides[2 * c + 1] = second;
    if (first < 0 && second < 0) continue;
    // one point for both: that of the deformable or immovable side, or halfway between two rigid ones
    const fraction = first < 0 ? 1 : second < 0 ? 0 : 0.5;
    addSidePoint(point.fill(0), contacts, c, 1, fraction, positions);
    addSidePoint(point, contacts, c, -1, 1 - fraction, positions);
    for (let side = 0; side < 2; side++) {
      const body = coupling.sides[2 * c + side];
      if (body < 0) continue;
      for (let i = 0; i < 3; i++) coupling.arms[6 * c + 3 * side + i] = point[i] - centers[3 * body + i];
    }
  }
}

function bodyOfSide({ nodes, fractions }: MeshContacts, c: number, sign: 1 | -1, bodyOfNode: Int32Array): number {
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    if (sign * fractions[i] > 0) return bodyOfNode[nodes[i]];
  }
  return -1;
}

function addSidePoint(
  out: Float64Array,
  { nodes, fractions }: MeshContacts,
  c: number,
  sign: 1 | -1,
  factor: number,
  positions: Float64Array,
): void {
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    const weight = sign * fractions[i];
    if (!(weight > 0)) continue;
    for (let axis = 0; axis < 3; axis++) out[axis] += factor * weight * positions[3 * nodes[i] + axis];
  }
}

/** Adds the change of the relative velocity of contact c by the changes of its bodies: ±(Δv + Δω × r). */
export function addBodyChanges(velocity: Float64Array, { bodies, sides, arms }: RigidCoupling, c: number): void {
  const { changes } = bodies;
  for (let entry = 2 * c; entry < 2 * c + 2; entry++) {
    const body = sides[entry];
    if (body < 0) continue;
    const sign = entry === 2 * c ? 1 : -1;
    const at = 6 * body;
    const x = arms[3 * entry];
    const y = arms[3 * entry + 1];
    const z = arms[3 * entry + 2];
    velocity[0] += sign * (changes[at] + changes[at + 4] * z - changes[at + 5] * y);
    velocity[1] += sign * (changes[at + 1] + changes[at + 5] * x - changes[at + 3] * z);
    velocity[2] += sign * (changes[at + 2] + changes[at + 3] * y - changes[at + 4] * x);
  }
}

/** Applies the impulse `vector` of contact c to its bodies. */
export function applyToBodies({ bodies, sides, arms }: RigidCoupling, c: number, vector: Float64Array): void {
  const { impulses, changes, inverseMasses, inverseInertias: m } = bodies;
  for (let entry = 2 * c; entry < 2 * c + 2; entry++) {
    const body = sides[entry];
    if (body < 0) continue;
    const sign = entry === 2 * c ? 1 : -1;
    const px = sign * vector[0];
    const py = sign * vector[1];
    const pz = sign * vector[2];
    const x = arms[3 * entry];
    const y = arms[3 * entry + 1];
    const z = arms[3 * entry + 2];
    const lx = y * pz - z * py;
    const ly = z * px - x * pz;
    const lz = x * py - y * px;
    const at = 6 * body;
    const i = 9 * body;
    impulses[at] += px;
    impulses[at + 1] += py;
    impulses[at + 2] += pz;
    impulses[at + 3] += lx;
    impulses[at + 4] += ly;
    impulses[at + 5] += lz;
    changes[at] += inverseMasses[body] * px;
    changes[at + 1] += inverseMasses[body] * py;
    changes[at + 2] += inverseMasses[body] * pz;
    changes[at + 3] += m[i] * lx + m[i + 1] * ly + m[i + 2] * lz;
    changes[at + 4] += m[i + 3] * lx + m[i + 4] * ly + m[i + 5] * lz;
    changes[at + 5] += m[i + 6] * lx + m[i + 7] * ly + m[i + 8] * lz;
  }
}

const unit = new Float64Array(3);
const response = new Float64Array(3);
const tangents = new Float64Array(6);

/** a·K b, where K maps an impulse on the bodies of contact c to the change of its relative velocity [1/kg]. */
function bodyCompliance(
  { bodies, sides, arms }: RigidCoupling,
  c: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): number {
  let sum = 0;
  for (let entry = 2 * c; entry < 2 * c + 2; entry++) {
    const body = sides[entry];
    if (body < 0) continue;
    const r = arms.subarray(3 * entry, 3 * entry + 3);
    cross(unit, r, b, j);
    for (let k = 0; k < 3; k++) {
      const at = 9 * body + 3 * k;
      const m = bodies.inverseInertias;
      response[k] = m[at] * unit[0] + m[at + 1] * unit[1] + m[at + 2] * unit[2];
    }
    cross(unit, r, a, i);
    sum += bodies.inverseMasses[body] * (a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]);
    sum += unit[0] * response[0] + unit[1] * response[1] + unit[2] * response[2];
  }
  return sum;
}

/** out = r × the vector of `field` at offset `i`. */
function cross(out: Float64Array, r: Float64Array, field: Float64Array, i: number): void {
  out[0] = r[1] * field[i + 2] - r[2] * field[i + 1];
  out[1] = r[2] * field[i] - r[0] * field[i + 2];
  out[2] = r[0] * field[i + 1] - r[1] * field[i];
}

/** Adds the compliance of the bodies along the normals to that of the nodes. */
export function addNormalCompliances(contacts: MeshContacts, coupling: RigidCoupling): void {
  for (let c = 0; c < contacts.count; c++) {
    contacts.compliances[c] += bodyCompliance(coupling, c, contacts.normals, 3 * c, contacts.normals, 3 * c);
  }
}

/**
 * Adds the largest compliance of the bodies in any tangential direction. A step of friction by 1/k with the largest k never increases the
 * kinetic energy.
 */
export function addTangentCompliances(contacts: MeshContacts, coupling: RigidCoupling): void {
  const { normals, compliances } = contacts;
  for (let c = 0; c < contacts.count; c++) {
    if (coupling.sides[2 * c] < 0 && coupling.sides[2 * c + 1] < 0) continue;
    writeTangents(normals, 3 * c);
    const a = bodyCompliance(coupling, c, tangents, 0, tangents, 0);
    const b = bodyCompliance(coupling, c, tangents, 0, tangents, 3);
    const d = bodyCompliance(coupling, c, tangents, 3, tangents, 3);
    compliances[c] += 0.5 * (a + d) + Math.sqrt(0.25 * (a - d) * (a - d) + b * b);
  }
}

/** Two unit vectors perpendicular to the normal at offset `i` and to each other. */
function writeTangents(normals: Float64Array, i: number): void {
  const [x, y, z] = [normals[i], normals[i + 1], normals[i + 2]];
  // from the axis that is farthest from the normal
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const axis = ax <= ay && ax <= az ? [0, -z, y] : ay <= az ? [z, 0, -x] : [-y, x, 0];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (let k = 0; k < 3; k++) tangents[k] = axis[k] / length;
  tangents[3] = y * tangents[2] - z * tangents[1];
  tangents[4] = z * tangents[0] - x * tangents[2];
  tangents[5] = x * tangents[1] - y * tangents[0];
}
