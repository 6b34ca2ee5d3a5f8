import { createEdgeEdgeContact, edgeEdgeContact } from '../../ccd/first-contact.ts';
import type { PointMotion } from '../../ccd/point-motion.ts';
import { closestOnFace, createFacePoint } from '../../distance/features/closest-on-face.ts';
import { closestSegmentSegment, createSegmentSegment } from '../../distance/features/segment-segment.ts';
import {
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import { addEdgeContact, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import type { EdgeTouch } from './contact.ts';
import type { MeshModel } from './mesh-model.ts';
import { hasCorner } from './node-contacts.ts';
import { sweptBoxesDisjoint } from './swept-boxes-disjoint.ts';

/** Edges at a smaller angle than this [rad] have no reliable normal; node-face contacts cover them. */
const MIN_ANGLE = 1e-3;

const contact = createEdgeEdgeContact();

/** The velocity check of two edges. [VBC24-2.7] */
export function checkEdges(
  model: MeshModel,
  motion: PointMotion,
  edgeA: number,
  edgeB: number,
  tolerance: number,
): EdgeTouch | undefined {
  const { scene, edges, bodyOfNode } = model;
  const { bodies, contacts } = scene;
  const [slave, master] = [bodyOfNode[edges[2 * edgeA]], bodyOfNode[edges[2 * edgeB]]];
  const { mayTouch } = contacts;
  if (!mayTouch[slave * bodies.length + master] && !mayTouch[master * bodies.length + slave]) return undefined;
  if (sweptBoxesDisjoint(motion, edges, 2 * edgeA, 2, edges, 2 * edgeB, 2, tolerance)) return undefined;
  const ends = [edges[2 * edgeA], edges[2 * edgeA + 1], edges[2 * edgeB], edges[2 * edgeB + 1]] as const;
  const { hit, time, gapRate, normal } = edgeEdgeContact(contact, motion, ...ends, tolerance);
  if (!hit || gapRate === 0 || crossing(motion.start, ends) < MIN_ANGLE) return undefined;
  // the second edge moves opposite to the normal or along it: the first one is accelerated in the same direction
  const outward = scaleVec3(createVec3(), normal, Math.sign(gapRate));
  if (!isOutward(model, motion.start, ends, outward)) return undefined;
  const key = edgeKey(model, edgeA, edgeB);
  return { kind: 'edges', key, slave, master, nodes: ends, normal: outward, time, closingSpeed: Math.abs(gapRate) };
}

/** Keys of nodes come first, see `nodeKey`. */
export function edgeKey({ nodes, bodyOfFace, edges }: MeshModel, edgeA: number, edgeB: number): number {
  return nodes.count * bodyOfFace.length + edgeA * (edges.length / 2) + edgeB;
}

/** Whether the normal points out of one surface and into the other, where they are one-sided. */
function isOutward(model: MeshModel, x: Float64Array, ends: EdgeTouch['nodes'], normal: ReadonlyVec3): boolean {
  const { scene, bodyOfNode } = model;
  const side = (a: number, b: number) =>
    scene.bodies[bodyOfNode[a]].doubleSided ? 0 : dotVec3(normal, edgeNormal(model, x, a, b));
  return side(ends[0], ends[1]) <= 0 && side(ends[2], ends[3]) >= 0;
}

const face = createFacePoint();

/** Sum of the unit normals of the faces adjacent to an edge. */
function edgeNormal({ faces, facesOfNode }: MeshModel, positions: Float64Array, a: number, b: number): Vec3 {
  const sum = createVec3();
  for (let i = facesOfNode.offsets[a]; i < facesOfNode.offsets[a + 1]; i++) {
    const element = facesOfNode.elements[i];
    if (!hasCorner(faces, element, b)) continue;
    addVec3(sum, sum, closestOnFace(face, positions, a, faces, element).normal);
  }
  return sum;
}

const points = [createVec3(), createVec3(), createVec3(), createVec3()];
const alongA = createVec3();
const alongB = createVec3();
const across = createVec3();
const closest = createSegmentSegment();

/** Loads the end points and the cross product of the edges' directions; returns the sine of the angle between them. */
function crossing(positions: Float64Array, ends: EdgeTouch['nodes']): number {
  ends.forEach((node, k) => {
    setVec3(points[k], positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]);
  });
  subVec3(alongA, points[1], points[0]);
  subVec3(alongB, points[3], points[2]);
  const size = lengthVec3(alongA) * lengthVec3(alongB);
  return size > 0 ? lengthVec3(crossVec3(across, alongA, alongB)) / size : 0;
}

/**
 * A persistent contact at the current positions; undefined when the edges no longer cross between their ends, or are farther apart
 * than half of the shorter one.
 */
export function trackEdges(positions: Float64Array, touch: EdgeTouch): EdgeTouch | undefined {
  if (crossing(positions, touch.nodes) < MIN_ANGLE) return undefined;
  const range = 0.5 * Math.min(lengthVec3(alongA), lengthVec3(alongB));
  const scale = (dotVec3(across, touch.normal) < 0 ? -1 : 1) / lengthVec3(across);
  const normal = scaleVec3(createVec3(), across, scale);
  const { s, t, distance } = closestSegmentSegment(closest, points[0], points[1], points[2], points[3]);
  const isBetween = s > 0 && s < 1 && t > 0 && t < 1;
  return isBetween && distance <= range ? { ...touch, normal, time: undefined } : undefined;
}

/** Adds a contact at the edges' closest points. */
export function addEdgeTouch(contacts: MeshContacts, positions: Float64Array, { nodes, normal }: EdgeTouch): void {
  crossing(positions, nodes);
  const { s, t } = closestSegmentSegment(closest, points[0], points[1], points[2], points[3]);
  addEdgeContact(contacts, nodes, s, t, normal);
}
