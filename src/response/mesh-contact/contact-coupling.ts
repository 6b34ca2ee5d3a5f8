/** Gap of a contact from the positions of its nodes, and impulses on them, with the weights s_i of `contact-list.ts`. */
import { type MeshContacts, NODES_PER_CONTACT } from './contact-list.ts';

const difference = new Float64Array(3);
const along = new Float64Array(3);

/** Writes Σ s_i x_i of contact c into `out`, for packed positions (the gap vector) or velocities (its rate). */
export function weightedDifference(
  out: Float64Array,
  contacts: MeshContacts,
  c: number,
  field: Float64Array,
): Float64Array {
  const { nodes, fractions } = contacts;
  const first = NODES_PER_CONTACT * c;
  // the weights add up to zero, so differences from the first node give the same sum, without cancellation far from the origin
  const o = 3 * nodes[first];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = first + 1; i < first + NODES_PER_CONTACT; i++) {
    const at = 3 * nodes[i];
    x += fractions[i] * (field[at] - field[o]);
    y += fractions[i] * (field[at + 1] - field[o + 1]);
    z += fractions[i] * (field[at + 2] - field[o + 2]);
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** n·Σ s_i x_i of contact c: the gap [m] for positions, the normal speed [m/s] for velocities. */
export function normalDifference(contacts: MeshContacts, c: number, field: Float64Array): number {
  const { normals } = contacts;
  weightedDifference(difference, contacts, c, field);
  return normals[3 * c] * difference[0] + normals[3 * c + 1] * difference[1] + normals[3 * c + 2] * difference[2];
}

/** field_i += s_i vector / m_i for the nodes of contact c: an impulse on velocities, or a correction of positions. */
export function spread(
  field: Float64Array,
  contacts: MeshContacts,
  c: number,
  vector: Float64Array,
  inverseMasses: Float64Array,
): void {
  const { nodes, fractions } = contacts;
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    const factor = fractions[i] * inverseMasses[nodes[i]];
    const at = 3 * nodes[i];
    field[at] += factor * vector[0];
    field[at + 1] += factor * vector[1];
    field[at + 2] += factor * vector[2];
  }
}

/** The same along the normal: field_i += s_i amount n / m_i. */
export function spreadAlongNormal(
  field: Float64Array,
  contacts: MeshContacts,
  c: number,
  amount: number,
  inverseMasses: Float64Array,
): void {
  for (let i = 0; i < 3; i++) along[i] = amount * contacts.normals[3 * c + i];
  spread(field, contacts, c, along, inverseMasses);
}

/** Writes k = Σ s_i²/m_i of every contact. */
export function computeCompliances(contacts: MeshContacts, inverseMasses: Float64Array): void {
  const { nodes, fractions, compliances } = contacts;
  for (let c = 0; c < contacts.count; c++) {
    let k = 0;
    for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
      k += fractions[i] * fractions[i] * inverseMasses[nodes[i]];
    }
    compliances[c] = k;
  }
}
