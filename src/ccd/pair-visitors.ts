/** Visitors of candidate pairs: the exact first contact of each, added to a list of contacts. */
import type { CandidateVisitor } from '../broad/swept/candidates.ts';
import type { MeshElements } from '../broad/swept/mesh-trees.ts';
import { decideEdgeEdge, decideNodeTriangle } from './decide-contact.ts';
import { HIT_LENGTH, isHit } from './decision-stage.ts';
import { createFirstContact, writeContact } from './first-contact.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import type { ContactList, MeshContact } from './packed-contacts.ts';
import { pathVisitor } from './path-visitors.ts';
import type { PointMotion } from './point-motion.ts';
import { pushContact, setNodes } from './push-contact.ts';
import { createRelativeMotion, loadEdgeEdge, loadNodeTriangle } from './relative-motion.ts';

/** What quadrilaterals are: four triangles about the centroid, or the bilinear patch of the corners. */
export const QUAD_SURFACES = ['triangles', 'bilinear'] as const;

/** What a visitor reads of a task. */
export interface PairTask extends MeshElements {
  readonly motion: MeshMotion;
  readonly surface: (typeof QUAD_SURFACES)[number];
}

/** Adds the contacts among pairs of a kind to `out`: node and triangle, node and quadrilateral (its own index), or two edges. */
export function pairVisitor(kind: MeshContact['kind'], out: ContactList, task: PairTask): CandidateVisitor {
  const { motion } = task;
  const isBilinear = kind === 'node-quad' && task.surface === 'bilinear';
  if (motion.given === 'accelerations' || isBilinear) return pathVisitor(kind, out, motion, task);
  if (kind === 'edge-edge') return edgeVisitor(out, motion, task);
  return kind === 'node-quad' ? quadVisitor(out, motion, task) : triangleVisitor(out, motion, task);
}

const found = new Float64Array(HIT_LENGTH);
const location = new Float64Array(3);
const weights = new Float64Array(4);
const relative = createRelativeMotion();
const contact = createFirstContact();
const quadContact = createNodeQuadContact();

function triangleVisitor(out: ContactList, motion: PointMotion, { triangles }: PairTask): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const node = pairs[2 * i];
      const face = pairs[2 * i + 1];
      const a = triangles[3 * face];
      const b = triangles[3 * face + 1];
      const c = triangles[3 * face + 2];
      const verdict = decideNodeTriangle(found, motion, node, a, b, c);
      if (!isHit(verdict)) continue;
      loadNodeTriangle(relative, motion, node, a, b, c);
      writeContact(contact, found, motion, verdict, relative, location);
      setNodes(node, a, b, c, -1);
      for (let k = 0; k < 4; k++) weights[k] = k < 3 ? location[k] : 0;
      pushContact(out, 'node-triangle', motion, contact, face, weights);
    }
  };
}

function quadVisitor(out: ContactList, motion: PointMotion, { triangles, quads }: PairTask): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const node = pairs[2 * i];
      const quad = pairs[2 * i + 1];
      const corners = quads.subarray(4 * quad, 4 * quad + 4);
      nodeQuadContact(quadContact, motion, node, corners);
      if (!quadContact.hit) continue;
      setNodes(node, corners[0], corners[1], corners[2], corners[3]);
      for (let k = 0; k < 4; k++) weights[k] = quadContact.weights[k];
      pushContact(out, 'node-quad', motion, quadContact, triangles.length / 3 + quad, weights);
    }
  };
}

function edgeVisitor(out: ContactList, motion: PointMotion, { edges }: PairTask): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const a = 2 * pairs[2 * i];
      const b = 2 * pairs[2 * i + 1];
      const p0 = edges[a];
      const p1 = edges[a + 1];
      const p2 = edges[b];
      const p3 = edges[b + 1];
      const verdict = decideEdgeEdge(found, motion, p0, p1, p2, p3);
      if (!isHit(verdict)) continue;
      loadEdgeEdge(relative, motion, p0, p1, p2, p3);
      writeContact(contact, found, motion, verdict, relative, location);
      setNodes(p0, p1, p2, p3, -1);
      for (let k = 0; k < 2; k++) {
        weights[2 * k] = 1 - location[k];
        weights[2 * k + 1] = location[k];
      }
      pushContact(out, 'edge-edge', motion, contact, -1, weights);
    }
  };
}
