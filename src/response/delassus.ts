import type { RigidBody } from '../dynamics/rigid-body.ts';
import { transformVec3 } from '../math/mat3.ts';
import { createVec3, crossVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import type { ContactGeometry } from './impulse.ts';

/** A contact and the bodies it is between. */
export interface BodyContact extends ContactGeometry {
  readonly a: RigidBody;
  readonly b: RigidBody;
}

/**
 * A_pq = n_pᵀ K(p, q) n_q [1/kg]: the normal speed at p per unit normal impulse at q, through the bodies that both
 * share (negative sign where the body is A of one contact and B of the other). [CP13-3.4]
 */
export function delassusEntry(p: BodyContact, q: BodyContact): number {
  writeDelassusEntry(entry, p, q);
  return entry[0];
}

const entry = new Float64Array(1);

/** Writes the entry to `out[0]`: not boxed, as a number returned is. */
export function writeDelassusEntry(out: Float64Array, p: BodyContact, q: BodyContact): void {
  out[0] = 0;
  if (p.a === q.a) addThroughBody(out, 1, p.a, p.pointA, p.normal, q.pointA, q.normal);
  if (p.b === q.b) addThroughBody(out, 1, p.b, p.pointB, p.normal, q.pointB, q.normal);
  if (p.a === q.b) addThroughBody(out, -1, p.a, p.pointA, p.normal, q.pointB, q.normal);
  if (p.b === q.a) addThroughBody(out, -1, p.b, p.pointB, p.normal, q.pointA, q.normal);
}

/** The Delassus matrix A, packed by rows. */
export function delassusMatrix(contacts: readonly BodyContact[]): Float64Array {
  const n = contacts.length;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) matrix[i * n + k] = matrix[k * n + i] = delassusEntry(contacts[i], contacts[k]);
  }
  return matrix;
}

const armP = createVec3();
const armQ = createVec3();

/** Adds ± (n_p·n_q / m + (r_p × n_p)·I⁻¹(r_q × n_q)). */
function addThroughBody(
  out: Float64Array,
  sign: 1 | -1,
  body: RigidBody,
  p: ReadonlyVec3,
  normalP: ReadonlyVec3,
  q: ReadonlyVec3,
  normalQ: ReadonlyVec3,
): void {
  const { position } = body.pose;
  crossVec3(armP, subVec3(armP, p, position), normalP);
  crossVec3(armQ, subVec3(armQ, q, position), normalQ);
  transformVec3(armQ, body.inverseInertia, armQ);
  const along = normalP.x * normalQ.x + normalP.y * normalQ.y + normalP.z * normalQ.z;
  out[0] += sign * (body.inverseMass * along + (armP.x * armQ.x + armP.y * armQ.y + armP.z * armQ.z));
}
