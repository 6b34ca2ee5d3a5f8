/** Glued surfaces of a scene: which nodes are tied to which faces. */
import { closestOnFace, cornerCount, createFacePoint } from '../../distance/features/closest-on-face.ts';
import { weightedDifference } from '../../response/mesh-contact/contact-coupling.ts';
import { addNodeContact, createMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import type { MeshTie } from '../../scene/mesh-scene.ts';
import { SimulationError } from '../world.ts';
import type { MeshModel } from './mesh-model.ts';

/** Ties as contacts, with the relative position of each at the start, xyz [m]. */
export interface MeshTies {
  readonly contacts: MeshContacts;
  readonly offsets: Float64Array;
}

/** Distance up to which nodes are tied, as a fraction of half a face: rounding of surfaces that coincide. */
const COINCIDENT = 1e-6;

export function createTies(model: MeshModel): MeshTies {
  const contacts = createMeshContacts();
  const { bodies, contacts: law } = model.scene;
  for (const tie of law.tied) {
    const before = contacts.count;
    addTies(contacts, model, tie);
    if (contacts.count > before) continue;
    const [slave, master] = [bodies[tie.slave].name, bodies[tie.master].name];
    throw new SimulationError(`${model.scene.title}: no node of ${slave} is near enough to ${master} to be tied to it`);
  }
  const offsets = new Float64Array(3 * contacts.count);
  for (let c = 0; c < contacts.count; c++) {
    weightedDifference(offsets.subarray(3 * c, 3 * c + 3), contacts, c, model.nodes.positions);
  }
  return { contacts, offsets };
}

const foot = createFacePoint();

/** Ties every node of the surface of the slave that is near to a face of the master to its closest point. */
function addTies(contacts: MeshContacts, model: MeshModel, { slave, master, within }: MeshTie): void {
  const { ranges, nodes, faces, facesOfNode, searchRanges } = model;
  const { firstNode, nodeCount } = ranges[slave];
  const { firstFace, faceCount } = ranges[master];
  for (let node = firstNode; node < firstNode + nodeCount; node++) {
    if (facesOfNode.offsets[node + 1] === facesOfNode.offsets[node]) continue;
    let [nearest, found] = [Number.POSITIVE_INFINITY, -1];
    for (let face = firstFace; face < firstFace + faceCount; face++) {
      const { distance } = closestOnFace(foot, nodes.positions, node, faces, face);
      if (distance < nearest) [nearest, found] = [distance, face];
    }
    if (found < 0 || nearest > (within ?? COINCIDENT * searchRanges[found])) continue;
    const { weights, normal } = closestOnFace(foot, nodes.positions, node, faces, found);
    const corners = faces.subarray(4 * found, 4 * found + cornerCount(faces, found));
    addNodeContact(contacts, node, corners, weights, normal);
  }
}
