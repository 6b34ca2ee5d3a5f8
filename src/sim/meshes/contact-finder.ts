import { createMeshSearch, type MeshSearch } from '../../broad/swept/mesh-search.ts';
import type { PointMotion } from '../../narrow/deforming/point-motion.ts';
import { clearMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { addEdgeTouch, checkEdges, followEdges } from './edge-touches.ts';
import type { MeshModel } from './mesh-model.ts';
import { addNodeTouch, checkNode, followNode } from './node-touches.ts';
import type { Touch } from './touch.ts';

/** Steps for which the boxes of one search are used. */
const STEPS_PER_SEARCH = 4;

/**
 * A surface is taken as larger by this share of its faces' sizes: meshes that fit meet node on rim, and rounding carries
 * a node to either side of it.
 */
const RIM = 1e-9;

export interface ContactFinder {
  /**
   * All touches of one step in the order of their keys. `motion` is that of the step without contacts, `predicted` its
   * end, `memory` the touches that were closed in the last step. [VBC24] spec 3.2, 3.4
   */
  find(motion: PointMotion, predicted: Float64Array, memory: readonly Touch[]): Touch[];
}

export function createContactFinder(model: MeshModel): ContactFinder {
  const tolerance = RIM * model.reaches.reduce((least, reach) => Math.min(least, reach), Number.POSITIVE_INFINITY);
  const search = createFaceSearch(model, tolerance);
  return {
    find(motion, predicted, memory) {
      const touches = new Map<number, Touch>();
      for (const touch of memory) {
        const now = touch.kind === 'node' ? followNode(model, predicted, touch) : followEdges(predicted, touch);
        if (now) touches.set(now.key, now);
      }
      search.update(motion.start, predicted);
      const faces = search.candidates('vertex-face');
      for (let k = 0; k < faces.count; k++) {
        checkNode(touches, model, motion, faces.indices[2 * k], faces.indices[2 * k + 1], tolerance);
      }
      const edges = search.candidates('edge-edge');
      for (let k = 0; k < edges.count; k++) {
        checkEdges(touches, model, motion, edges.indices[2 * k], edges.indices[2 * k + 1], tolerance);
      }
      return [...touches.values()].sort((a, b) => a.key - b.key);
    },
  };
}

/** All nodes, faces and, if wanted, edges of the surfaces; which bodies may touch is looked at pair by pair. */
function createFaceSearch(model: MeshModel, tolerance: number): MeshSearch {
  const { scene, faces, facesOfNode, edges, bodyOfNode, nodes } = model;
  const { contacts, bodies, time } = scene;
  const mayMeetItself = bodies.some((_, i) => contacts.mayTouch[i * bodies.length + i]);
  const onSurface = Int32Array.from({ length: nodes.count }, (_, node) => node).filter(
    (node) => facesOfNode.offsets[node + 1] > facesOfNode.offsets[node],
  );
  return createMeshSearch({
    kind: time.broadPhase,
    vertexCount: nodes.count,
    faces,
    nodesPerFace: 4,
    edges: contacts.edges ? edges : undefined,
    tolerance,
    stepsPerSearch: STEPS_PER_SEARCH,
    slaves: onSurface,
    masters: onSurface,
    bodies: mayMeetItself ? undefined : bodyOfNode,
  });
}

/** Fills `contacts` with touches, in order, as they are at `positions`. */
export function fillContacts(
  contacts: MeshContacts,
  model: MeshModel,
  positions: Float64Array,
  touches: readonly Touch[],
): void {
  clearMeshContacts(contacts);
  for (const touch of touches) {
    if (touch.kind === 'node') addNodeTouch(contacts, model, positions, touch);
    else addEdgeTouch(contacts, positions, touch);
  }
}
