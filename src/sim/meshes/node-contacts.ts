import type { PointMotion } from '../../ccd/point-motion.ts';
import { closestOnFace, cornerCount, createFacePoint } from '../../distance/features/closest-on-face.ts';
import { dotVec3 } from '../../math/vec3.ts';
import { addNodeContact, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { compareTouches, type NodeTouch } from './contact.ts';
import { firstFaceContact } from './face-queries.ts';
import type { MeshModel } from './mesh-model.ts';
import { sweptBoxesDisjoint } from './swept-boxes-disjoint.ts';

/** A persistent contact moves to a neighbouring face only if the normals differ by less than 60°. */
const MIN_COSINE = 0.5;

const one = new Int32Array(1);

/** The velocity check of one node and one face. [VBC24-3.2] */
export function checkNode(
  model: MeshModel,
  motion: PointMotion,
  node: number,
  face: number,
  tolerance: number,
): NodeTouch | undefined {
  const { scene, faces, bodyOfNode, bodyOfFace } = model;
  const { bodies, contacts } = scene;
  const [slave, master] = [bodyOfNode[node], bodyOfFace[face]];
  if (!contacts.mayTouch[slave * bodies.length + master]) return undefined;
  one[0] = node;
  if (sweptBoxesDisjoint(motion, one, 0, 1, faces, 4 * face, 4, tolerance)) return undefined;
  const { hit, time, gapRate } = firstFaceContact(motion, node, faces, face, tolerance);
  // nodes leave a one-sided surface freely from behind [VBC24-2.6]
  if (!hit || gapRate === 0 || (gapRate > 0 && !bodies[master].doubleSided)) return undefined;
  const side = gapRate < 0 ? 1 : -1;
  const key = nodeKey(model, node, face);
  return { kind: 'node', key, slave, master, node, face, side, time, closingSpeed: Math.abs(gapRate) };
}

export function nodeKey({ bodyOfFace }: MeshModel, node: number, face: number): number {
  return node * bodyOfFace.length + face;
}

/** Of the new contacts of one node, in order of time, those whose faces are not adjacent to a face it already touches. */
export function selectFirst(
  model: MeshModel,
  known: readonly NodeTouch[],
  fresh: NodeTouch[],
  timeStep: number,
): NodeTouch[] {
  const accepted: NodeTouch[] = [];
  for (const touch of fresh.sort((a, b) => compareTouches(a, b, timeStep))) {
    const isNeighbour = ({ face }: NodeTouch) => haveCommonNode(model.faces, face, touch.face);
    if (!known.some(isNeighbour) && !accepted.some(isNeighbour)) accepted.push(touch);
  }
  return accepted;
}

function haveCommonNode(faces: Int32Array, a: number, b: number): boolean {
  for (let k = 4 * a; k < 4 * a + 4; k++) if (hasCorner(faces, b, faces[k])) return true;
  return false;
}

const current = createFacePoint();
const neighbour = createFacePoint();

/**
 * A persistent contact at the current positions: on its face, or on one that shares a node with it if that is nearer;
 * undefined if it is farther than half a face from all of them.
 */
export function trackNode(model: MeshModel, positions: Float64Array, touch: NodeTouch): NodeTouch | undefined {
  const { faces, facesOfNode, searchRanges } = model;
  const { node, face } = touch;
  closestOnFace(current, positions, node, faces, face);
  let nearest = current.distance;
  let found = face;
  for (let k = 0; k < cornerCount(faces, face); k++) {
    const corner = faces[4 * face + k];
    for (let i = facesOfNode.offsets[corner]; i < facesOfNode.offsets[corner + 1]; i++) {
      const other = facesOfNode.elements[i];
      if (other === face || hasCorner(faces, other, node)) continue;
      closestOnFace(neighbour, positions, node, faces, other);
      if (neighbour.distance < nearest && dotVec3(neighbour.normal, current.normal) > MIN_COSINE) {
        nearest = neighbour.distance;
        found = other;
      }
    }
  }
  return nearest <= searchRanges[found]
    ? { ...touch, key: nodeKey(model, node, found), face: found, time: undefined }
    : undefined;
}

export function hasCorner(faces: Int32Array, face: number, node: number): boolean {
  for (let k = 4 * face; k < 4 * face + 4; k++) if (faces[k] === node) return true;
  return false;
}

/** Adds a contact: weights of the foot point, and the normal towards the side of the node. */
export function addNodeTouch(contacts: MeshContacts, { faces }: MeshModel, positions: Float64Array, touch: NodeTouch) {
  const { node, face, side } = touch;
  const { weights, normal } = closestOnFace(current, positions, node, faces, face);
  const corners = faces.subarray(4 * face, 4 * face + cornerCount(faces, face));
  const outward = side === 1 ? normal : { x: -normal.x, y: -normal.y, z: -normal.z };
  addNodeContact(contacts, node, corners, weights, outward);
}
