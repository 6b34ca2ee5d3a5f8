import type { FirstContact } from './first-contact.ts';
import { coordinateOnPath, type MeshMotion } from './mesh-motion.ts';
import { addContact, CONTACT_KINDS, type ContactList, type MeshContact } from './packed-contacts.ts';

const nodes = new Int32Array(5);

/** Sets the nodes of the next contact; -1 where it has four. */
export function setNodes(a: number, b: number, c: number, d: number, e: number): void {
  nodes[0] = a;
  nodes[1] = b;
  nodes[2] = c;
  nodes[3] = d;
  nodes[4] = e;
}

/** Adds a contact of the nodes that are set, with the weights of the corners, or of the ends of both edges: four numbers. */
// biome-ignore format: the contact on one line
export function pushContact(
  list: ContactList, kind: MeshContact['kind'], motion: MeshMotion, { time, normal, gapRate }: FirstContact, face: number,
  weights: Float64Array,
): void {
  const at = addContact(list);
  const tau = time / motion.duration;
  list.kinds[at] = CONTACT_KINDS.indexOf(kind);
  list.times[at] = time;
  list.faces[at] = face;
  list.gapRates[at] = gapRate;
  for (let k = 0; k < 5; k++) list.nodes[5 * at + k] = nodes[k];
  for (let k = 0; k < 4; k++) list.weights[4 * at + k] = weights[k];
  list.normals[3 * at] = normal.x;
  list.normals[3 * at + 1] = normal.y;
  list.normals[3 * at + 2] = normal.z;
  for (let axis = 0; axis < 3; axis++) {
    // the contact point is on the node, or on the first edge
    const first = coordinateOnPath(motion, 3 * nodes[0] + axis, tau);
    list.points[3 * at + axis] =
      kind === 'edge-edge' ? weights[0] * first + weights[1] * coordinateOnPath(motion, 3 * nodes[1] + axis, tau) : first;
  }
}
