import { createMeshBroadPhase, type MeshBroadPhase } from '../../broad/swept/mesh-search.ts';
import type { PointMotion } from '../../ccd/point-motion.ts';
import { clearMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import type { EdgeTouch, NodeTouch, Touch } from './contact.ts';
import { addEdgeTouch, checkEdges, edgeKey, trackEdges } from './edge-contacts.ts';
import type { MeshModel } from './mesh-model.ts';
import { addNodeTouch, checkNode, selectFirst, trackNode } from './node-contacts.ts';

/** Number of steps for which the boxes of one search are used. */
const STEPS_PER_SEARCH = 4;

/**
 * A surface is extended by this fraction of the size of its faces: nodes of matching meshes lie on the boundary edges of
 * the other mesh, and rounding moves them to either side.
 */
const RIM = 1e-9;

export interface ContactFinder {
  /**
   * Contacts that begin in a step, ordered by key: the velocity check of all near pairs, except for those in `known`.
   * `motion` is that of the step, `predicted` its end. [VBC24-3.2]
   */
  find(motion: PointMotion, predicted: Float64Array, known: readonly Touch[]): Touch[];
}

export function createContactFinder(model: MeshModel): ContactFinder {
  const tolerance = RIM * model.searchRanges.reduce((min, range) => Math.min(min, range), Number.POSITIVE_INFINITY);
  const search = createFaceSearch(model, tolerance);
  return {
    find(motion, predicted, known) {
      search.update(motion.start, predicted);
      return [
        ...findNodes(model, search, motion, known, tolerance),
        ...findEdges(model, search, motion, known, tolerance),
      ].sort((a, b) => a.key - b.key);
    },
  };
}

function findNodes(
  model: MeshModel,
  search: MeshBroadPhase,
  motion: PointMotion,
  known: readonly Touch[],
  tolerance: number,
): NodeTouch[] {
  const fresh = new Map<number, NodeTouch[]>();
  const { count, indices } = search.candidates('vertex-face');
  for (let k = 0; k < count; k++) {
    const touch = checkNode(model, motion, indices[2 * k], indices[2 * k + 1], tolerance);
    if (touch) addTo(fresh, touch);
  }
  const before = new Map<number, NodeTouch[]>();
  for (const touch of known) if (touch.kind === 'node') addTo(before, touch);
  return [...fresh].flatMap(([node, own]) => selectFirst(model, before.get(node) ?? [], own, motion.duration));
}

function addTo(map: Map<number, NodeTouch[]>, touch: NodeTouch): void {
  const list = map.get(touch.node);
  if (list) list.push(touch);
  else map.set(touch.node, [touch]);
}

function findEdges(
  model: MeshModel,
  search: MeshBroadPhase,
  motion: PointMotion,
  known: readonly Touch[],
  tolerance: number,
): EdgeTouch[] {
  const keys = new Set(known.map(({ key }) => key));
  const found: EdgeTouch[] = [];
  const { count, indices } = search.candidates('edge-edge');
  for (let k = 0; k < count; k++) {
    if (keys.has(edgeKey(model, indices[2 * k], indices[2 * k + 1]))) continue;
    const touch = checkEdges(model, motion, indices[2 * k], indices[2 * k + 1], tolerance);
    if (touch) found.push(touch);
  }
  return found;
}

/** Persistent contacts updated to the positions `predicted`; two contacts of a node that have moved to one face are merged. */
export function trackTouches(model: MeshModel, predicted: Float64Array, persistentContacts: readonly Touch[]): Touch[] {
  const tracked = new Map<number, Touch>();
  for (const touch of persistentContacts) {
    const now = touch.kind === 'node' ? trackNode(model, predicted, touch) : trackEdges(predicted, touch);
    if (now && !tracked.has(now.key)) tracked.set(now.key, now);
  }
  return [...tracked.values()].sort((a, b) => a.key - b.key);
}

/** Broad phase of all nodes, faces and, if enabled, edges of the surfaces; body filters are applied pair by pair. */
function createFaceSearch(model: MeshModel, tolerance: number): MeshBroadPhase {
  const { scene, faces, facesOfNode, edges, bodyOfNode, nodes } = model;
  const { contacts, bodies, time } = scene;
  const hasSelfContact = bodies.some((_, i) => contacts.mayTouch[i * bodies.length + i]);
  const onSurface = Int32Array.from({ length: nodes.count }, (_, node) => node).filter(
    (node) => facesOfNode.offsets[node + 1] > facesOfNode.offsets[node],
  );
  return createMeshBroadPhase({
    kind: time.broadPhase,
    vertexCount: nodes.count,
    faces,
    nodesPerFace: 4,
    edges: contacts.edges ? edges : undefined,
    tolerance,
    stepsPerSearch: STEPS_PER_SEARCH,
    slaves: onSurface,
    masters: onSurface,
    bodies: hasSelfContact ? undefined : bodyOfNode,
  });
}

/** Fills `contacts` with touches, in order, at `positions`. */
export function fillContacts(
  contacts: MeshContacts,
  model: MeshModel,
  positions: Float64Array,
  touches: readonly Touch[],
): void {
  clearMeshContacts(contacts);
  for (const touch of touches) addContactOf(contacts, model, positions, touch);
}

/** Adds one touch to the contacts. */
export function addContactOf(contacts: MeshContacts, model: MeshModel, positions: Float64Array, touch: Touch): void {
  if (touch.kind === 'node') addNodeTouch(contacts, model, positions, touch);
  else addEdgeTouch(contacts, positions, touch);
}
