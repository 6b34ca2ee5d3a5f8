import { createMeshSearch, type MeshSearch } from '../../broad/swept/mesh-search.ts';
import { dotVec3 } from '../../math/vec3.ts';
import type { PointMotion } from '../../narrow/deforming/point-motion.ts';
import { addNodeContact, clearMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { closestOnFace, cornerCount, createFacePoint, firstFaceContact, passFarApart } from './face-queries.ts';
import type { MeshModel } from './mesh-model.ts';

/** A node on a face, found by the velocity check in this step or remembered from the last. */
export interface Touch {
  /** Which node and which other body: a node touches each body once. */
  readonly key: number;
  readonly node: number;
  readonly face: number;
  /** 1: on the side where the face's normal points. -1: behind it (two-sided surfaces). */
  readonly side: 1 | -1;
  /** First contact [s] since the start of the step; undefined when remembered. */
  readonly time?: number;
  /** How fast the gap closes at first contact [m/s]. */
  readonly closingSpeed: number;
}

/** Steps for which the boxes of one search are used. */
const STEPS_PER_SEARCH = 8;

/**
 * A surface is taken as larger by this share of its faces' sizes: meshes that fit meet node on rim, and rounding carries
 * a node to either side of it.
 */
const RIM = 1e-9;

/** Two times that differ by less than this share of the step are one. */
const SAME_TIME = 1e-9;

/** A remembered contact moves on to a neighbouring face only if the surface turns by less than 60° there. */
const LEAST_COSINE = 0.5;

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
        const face = followTouch(model, predicted, touch);
        if (face >= 0) touches.set(touch.key, { ...touch, face, time: undefined });
      }
      search.update(motion.start, predicted);
      search.forEachCandidate('vertex-face', (pairs, count) => {
        for (let k = 0; k < count; k++) {
          checkPair(touches, model, motion, pairs[2 * k], pairs[2 * k + 1], tolerance);
        }
      });
      return [...touches.values()].sort((a, b) => a.key - b.key);
    },
  };
}

/** Surface nodes of bodies that may be slaves against the faces of those that may be masters. */
function createFaceSearch({ scene, faces, facesOfNode, bodyOfNode, nodes }: MeshModel, tolerance: number): MeshSearch {
  const bodyCount = scene.bodies.length;
  const { mayTouch } = scene.contacts;
  const mayMeetItself = scene.bodies.some((_, i) => mayTouch[i * bodyCount + i]);
  const onSurface = Int32Array.from({ length: nodes.count }, (_, node) => node).filter(
    (node) => facesOfNode.offsets[node + 1] > facesOfNode.offsets[node],
  );
  return createMeshSearch({
    kind: scene.time.broadPhase,
    vertexCount: nodes.count,
    faces,
    nodesPerFace: 4,
    tolerance,
    stepsPerSearch: STEPS_PER_SEARCH,
    slaves: onSurface,
    masters: onSurface,
    bodies: mayMeetItself ? undefined : bodyOfNode,
  });
}

/** The velocity check of one pair: earliest contact first, of equal ones the fastest, then the lowest face. */
function checkPair(
  touches: Map<number, Touch>,
  { scene, faces, bodyOfNode, bodyOfFace }: MeshModel,
  motion: PointMotion,
  node: number,
  face: number,
  tolerance: number,
): void {
  const { bodies, contacts } = scene;
  const master = bodyOfFace[face];
  if (!contacts.mayTouch[bodyOfNode[node] * bodies.length + master]) return;
  const key = node * bodies.length + master;
  const known = touches.get(key);
  // what is remembered needs no crossing; a node just behind the surface that comes out again is none
  if ((known && known.time === undefined) || passFarApart(motion, node, faces, face, tolerance)) return;
  const { hit, time, gapRate } = firstFaceContact(motion, node, faces, face, tolerance);
  // a one-sided surface lets nodes out from behind [VBC24] spec 2.6
  if (!hit || gapRate === 0 || (gapRate > 0 && bodies[master].sided === 1)) return;
  const closingSpeed = Math.abs(gapRate);
  if (known?.time !== undefined) {
    const later = time - known.time;
    const same = Math.abs(later) <= SAME_TIME * motion.duration;
    if (same ? closingSpeed <= known.closingSpeed : later > 0) return;
  }
  touches.set(key, { key, node, face, side: gapRate < 0 ? 1 : -1, time, closingSpeed });
}

const here = createFacePoint();
const there = createFacePoint();

/**
 * Where a remembered contact is now: on its face, or on one of those that share a node with it if that is nearer; -1 if
 * it is farther than half a face from all of them.
 */
function followTouch(
  { faces, facesOfNode, reaches }: MeshModel,
  positions: Float64Array,
  { node, face }: Pick<Touch, 'node' | 'face'>,
): number {
  closestOnFace(here, positions, node, faces, face);
  let nearest = here.distance;
  let found = face;
  for (let k = 0; k < cornerCount(faces, face); k++) {
    const corner = faces[4 * face + k];
    for (let i = facesOfNode.offsets[corner]; i < facesOfNode.offsets[corner + 1]; i++) {
      const other = facesOfNode.elements[i];
      if (other === face || hasCorner(faces, other, node)) continue;
      closestOnFace(there, positions, node, faces, other);
      if (there.distance < nearest && dotVec3(there.normal, here.normal) > LEAST_COSINE) {
        nearest = there.distance;
        found = other;
      }
    }
  }
  return nearest <= reaches[found] ? found : -1;
}

function hasCorner(faces: Int32Array, face: number, node: number): boolean {
  return faces.subarray(4 * face, 4 * face + 4).includes(node);
}

/**
 * Fills `contacts` with touches, in order: weights of the foot points and normals, towards the side of the node, at
 * `positions`.
 */
export function fillContacts(
  contacts: MeshContacts,
  { faces }: MeshModel,
  positions: Float64Array,
  touches: readonly Touch[],
): void {
  clearMeshContacts(contacts);
  for (const { node, face, side } of touches) {
    const { weights, normal } = closestOnFace(here, positions, node, faces, face);
    const corners = cornerCount(faces, face);
    const outward = side === 1 ? normal : { x: -normal.x, y: -normal.y, z: -normal.z };
    addNodeContact(contacts, node, faces.subarray(4 * face, 4 * face + corners), weights, outward);
  }
}
