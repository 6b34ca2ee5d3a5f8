import { createMeshBroadPhase, type MeshBroadPhase } from '../../broad/swept/mesh-search.ts';
import { closestOnFace, cornerCount, createFacePoint } from '../../distance/features/closest-on-face.ts';
import { closestSegmentSegment, createSegmentSegment } from '../../distance/features/segment-segment.ts';
import { createVec3, lengthVec3, scaleVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { addEdgeContact, addNodeContact, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import type { Touch } from './contact.ts';
import { edgeKey } from './edge-contacts.ts';
import type { MeshModel } from './mesh-model.ts';
import { nodeKey } from './node-contacts.ts';

/** Pairs of surfaces that come near each other in a step, as contacts with the normals of the closest points at its start. */
export interface NearPairs {
  readonly touches: Touch[];
  /** Distance of each at the start [m]. */
  readonly distances: number[];
}

/**
 * Adds all node-face and edge-edge pairs that may come within `separation` [m] of each other between the positions of the nodes and `predicted`. Surfaces have not
 * passed each other, so the side of a pair is that of its start.
 */
export function findNearPairs(
  contacts: MeshContacts,
  model: MeshModel,
  search: MeshBroadPhase,
  predicted: Float64Array,
  separation: number,
): NearPairs {
  const found: NearPairs = { touches: [], distances: [] };
  search.update(model.nodes.positions, predicted);
  const limit = 2 * separation;
  forEachPair(search, 'vertex-face', (node, face) => addNearNode(found, contacts, model, node, face, predicted, limit));
  forEachPair(search, 'edge-edge', (a, b) => addNearEdges(found, contacts, model, a, b, predicted, limit));
  return found;
}

export function createNearSearch(model: MeshModel, separation: number): MeshBroadPhase {
  const { faces, edges, nodes, bodyOfNode, facesOfNode, scene } = model;
  const { mayTouch } = scene.contacts;
  const count = scene.bodies.length;
  const hasSelfContact = scene.bodies.some((_, i) => mayTouch[i * count + i]);
  const onSurface = Int32Array.from({ length: nodes.count }, (_, node) => node).filter(
    (node) => facesOfNode.offsets[node + 1] > facesOfNode.offsets[node],
  );
  return createMeshBroadPhase({
    kind: scene.time.broadPhase,
    vertexCount: nodes.count,
    faces,
    nodesPerFace: 4,
    edges,
    // both boxes are larger by this
    tolerance: 0.5 * separation,
    slaves: onSurface,
    masters: onSurface,
    ...(!hasSelfContact && { bodies: bodyOfNode }),
  });
}

function forEachPair(
  search: MeshBroadPhase,
  pairing: 'vertex-face' | 'edge-edge',
  add: (i: number, j: number) => void,
) {
  const { count, indices } = search.candidates(pairing);
  for (let k = 0; k < count; k++) add(indices[2 * k], indices[2 * k + 1]);
}

const facePoint = createFacePoint();
const normal = createVec3();

function addNearNode(
  { touches, distances }: NearPairs,
  contacts: MeshContacts,
  model: MeshModel,
  node: number,
  face: number,
  predicted: Float64Array,
  limit: number,
): void {
  const { faces, bodyOfNode, bodyOfFace, nodes } = model;
  const [slave, master] = [bodyOfNode[node], bodyOfFace[face]];
  if (!mayTouch(model, slave, master)) return;
  const { positions } = nodes;
  const { distance, weights } = closestOnFace(facePoint, positions, node, faces, face);
  const corners = faces.subarray(4 * face, 4 * face + cornerCount(faces, face));
  if (distance - relativeMotion(positions, predicted, node, corners) > limit) return;
  setVec3(normal, positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]);
  for (let k = 0; k < corners.length; k++) addScaled(normal, positions, corners[k], -weights[k]);
  const length = lengthVec3(normal);
  if (!(length > 0)) return;
  addNodeContact(contacts, node, corners, weights.subarray(0, corners.length), scaleVec3(normal, normal, 1 / length));
  const key = nodeKey(model, node, face);
  touches.push({ kind: 'node', key, slave, master, node, face, side: 1, closingSpeed: 0 });
  distances.push(distance);
}

function mayTouch({ scene }: MeshModel, slave: number, master: number): boolean {
  const { contacts, bodies } = scene;
  return contacts.mayTouch[slave * bodies.length + master] || contacts.mayTouch[master * bodies.length + slave];
}

function addScaled(sum: Vec3, field: Float64Array, node: number, factor: number): void {
  sum.x += factor * field[3 * node];
  sum.y += factor * field[3 * node + 1];
  sum.z += factor * field[3 * node + 2];
}

/** Upper bound of the relative displacement of a node and a face, or of two edges: of all their nodes relative to the first one [m]. */
function relativeMotion(start: Float64Array, end: Float64Array, first: number, others: ArrayLike<number>): number {
  let longest = 0;
  for (let k = 0; k < others.length; k++) {
    const [i, j] = [3 * first, 3 * others[k]];
    const [x, y, z] = [0, 1, 2].map((axis) => end[i + axis] - start[i + axis] - (end[j + axis] - start[j + axis]));
    longest = Math.max(longest, Math.sqrt(x * x + y * y + z * z));
  }
  return longest;
}

const points = [createVec3(), createVec3(), createVec3(), createVec3()];
const closest = createSegmentSegment();

/** Closest points at an end of an edge belong to a node and a face. */
function addNearEdges(
  { touches, distances }: NearPairs,
  contacts: MeshContacts,
  model: MeshModel,
  edgeA: number,
  edgeB: number,
  predicted: Float64Array,
  limit: number,
): void {
  const { edges, bodyOfNode, nodes } = model;
  const { positions } = nodes;
  const ends = [edges[2 * edgeA], edges[2 * edgeA + 1], edges[2 * edgeB], edges[2 * edgeB + 1]] as const;
  const [slave, master] = [bodyOfNode[ends[0]], bodyOfNode[ends[2]]];
  if (!mayTouch(model, slave, master)) return;
  ends.forEach((node, k) => {
    setVec3(points[k], positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]);
  });
  const { s, t, distance, pointA, pointB } = closestSegmentSegment(closest, points[0], points[1], points[2], points[3]);
  if (!(distance > 0 && s > 0 && s < 1 && t > 0 && t < 1)) return;
  const motion =
    relativeMotion(positions, predicted, ends[0], ends) + relativeMotion(positions, predicted, ends[2], ends);
  if (distance - motion > limit) return;
  scaleVec3(normal, subVec3(normal, pointA, pointB), 1 / distance);
  addEdgeContact(contacts, ends, s, t, normal);
  const key = edgeKey(model, edgeA, edgeB);
  touches.push({ kind: 'edges', key, slave, master, nodes: ends, normal: { ...normal }, closingSpeed: 0 });
  distances.push(distance);
}
