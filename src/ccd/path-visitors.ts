/** Visitors of candidate pairs with bilinear faces or accelerating nodes; see `pair-visitors.ts`. */
import type { CandidateVisitor } from '../broad/swept/candidates.ts';
import type { MeshElements } from '../broad/swept/mesh-trees.ts';
import { acceleratedEdgeEdgeContact, acceleratedNodeTriangleContact } from './accelerated-contact.ts';
import type { AcceleratedMotion } from './accelerated-motion.ts';
import { createEdgeEdgeContact, createNodeTriangleContact } from './first-contact.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { createNodeBilinearContact, nodeBilinearContact } from './node-bilinear.ts';
import type { ContactList, MeshContact } from './packed-contacts.ts';
import { pushContact, setNodes } from './push-contact.ts';

const triangleContact = createNodeTriangleContact();
const bilinearContact = createNodeBilinearContact();
const edgeContact = createEdgeEdgeContact();
const weights = new Float64Array(4);

/** Quadrilaterals are bilinear patches; straight lines are possible for them alone. */
export function pathVisitor(
  kind: MeshContact['kind'],
  out: ContactList,
  motion: MeshMotion,
  elements: MeshElements,
): CandidateVisitor {
  if (kind === 'node-quad') return bilinearVisitor(out, motion, elements);
  if (motion.given !== 'accelerations') throw new TypeError(`pathVisitor: expected accelerations for ${kind}`);
  return kind === 'edge-edge' ? edgeVisitor(out, motion, elements) : triangleVisitor(out, motion, elements);
}

function bilinearVisitor(out: ContactList, motion: MeshMotion, { triangles, quads }: MeshElements): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const node = pairs[2 * i];
      const quad = pairs[2 * i + 1];
      const corners = quads.subarray(4 * quad, 4 * quad + 4);
      if (!nodeBilinearContact(bilinearContact, motion, node, corners).hit) continue;
      setNodes(node, corners[0], corners[1], corners[2], corners[3]);
      for (let k = 0; k < 4; k++) weights[k] = bilinearContact.weights[k];
      pushContact(out, 'node-quad', motion, bilinearContact, triangles.length / 3 + quad, weights);
    }
  };
}

function triangleVisitor(out: ContactList, motion: AcceleratedMotion, { triangles }: MeshElements): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const node = pairs[2 * i];
      const face = pairs[2 * i + 1];
      const [a, b, c] = triangles.subarray(3 * face, 3 * face + 3);
      if (!acceleratedNodeTriangleContact(triangleContact, motion, node, a, b, c).hit) continue;
      setNodes(node, a, b, c, -1);
      for (let k = 0; k < 4; k++) weights[k] = k < 3 ? triangleContact.weights[k] : 0;
      pushContact(out, 'node-triangle', motion, triangleContact, face, weights);
    }
  };
}

function edgeVisitor(out: ContactList, motion: AcceleratedMotion, { edges }: MeshElements): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const [a, b] = [2 * pairs[2 * i], 2 * pairs[2 * i + 1]];
      const [p0, p1, p2, p3] = [edges[a], edges[a + 1], edges[b], edges[b + 1]];
      const { hit, u, v } = acceleratedEdgeEdgeContact(edgeContact, motion, p0, p1, p2, p3);
      if (!hit) continue;
      setNodes(p0, p1, p2, p3, -1);
      weights.set([1 - u, u, 1 - v, v]);
      pushContact(out, 'edge-edge', motion, edgeContact, -1, weights);
    }
  };
}
