import type { ReadonlyVec3, Vec3 } from '../../../math/vec3.ts';
import { addScaledVec3, scaleVec3, setVec3 } from '../../../math/vec3.ts';
import type { Contact, FeatureKind } from '../../contact.ts';
import { missingDistance } from '../witness/corrector.ts';
import { dotAt, faceNormal } from '../witness/projection-error.ts';
import type { Witness } from '../witness/witness.ts';
import type { WitnessPair } from '../witness/witness-pair.ts';
import type { Tracker } from './tracker-state.ts';

/** Factor on the remaining decrease predicted by a Newton step: covers the curvature error of its model. */
const MISSING = 2;

/**
 * Writes the tracked pair as a contact: normal from A to B, negative distance for a point inside a body. With signed distances the
 * depth of overlapping bodies is `bounded`: at most that of the tracked support planes, and at least this less `errorBound`. Without, they are `approximate`, with the boundary points found. So are
 * witnesses that have not converged. Witnesses near convergence (integrators, too few corrections) are `bounded` by the decrease that a
 * Newton step predicts.
 */
export function trackerContact(out: Contact, tracker: Tracker): Contact {
  const { work, motionA, status, distance } = tracker;
  const { a, b, delta } = work.pair;
  const inside = status === 'inside' || status === 'overlapping';
  worldPoint(out.pointA, a.jet, motionA.pose.position);
  out.distance = inside ? -Math.abs(distance) : distance;
  const contact = tracker.signed?.contact;
  if (contact) setVec3(out.normal, contact.form.normal[0], contact.form.normal[1], contact.form.normal[2]);
  else if (distance !== 0) scaleVec3(out.normal, setVec3(out.normal, delta[0], delta[1], delta[2]), -1 / out.distance);
  else touchingNormal(out.normal, a, b);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  nameFeatures(out, work.pair);
  out.unique = tracker.nonUnique === 0;
  const atRest = work.converged && tracker.settings.mode === 'predictor-corrector';
  const below = status === 'overlapping' || (contact ? distance < 0 : false);
  const uncertain = status === 'converging' || status === 'lost' || below;
  out.status = uncertain ? 'approximate' : atRest ? 'exact' : 'bounded';
  out.errorBound = atRest ? 0 : MISSING * missingDistance(work);
  if (contact && status !== 'lost' && distance < 0) {
    // the depth lies between the lower bound and that of the tracked support planes
    out.status = 'bounded';
    out.errorBound = -distance - (tracker.signed?.lowerDepth ?? 0);
  }
  out.iterations = tracker.iterations;
  return out;
}

/** Writes the features of both witnesses. */
export function nameFeatures(out: Contact, { a, b }: WitnessPair): void {
  nameFeature(out, 'A', a);
  nameFeature(out, 'B', b);
}

/** Kind of the witness's feature, and its index within the kind: face, edge or vertex. */
export function nameFeature(out: Contact, body: 'A' | 'B', { shape, feature, dimension }: Witness): void {
  const kind: FeatureKind = dimension === 2 ? 'face' : dimension === 1 ? 'edge' : 'vertex';
  const before = shape.kind === 'point' || dimension === 2 ? 0 : shape.faces.length;
  const index = feature - before - (shape.kind === 'tiled' && dimension === 0 ? shape.edges.length : 0);
  if (body === 'A') {
    out.featureA = kind;
    out.indexA = index;
  } else {
    out.featureB = kind;
    out.indexB = index;
  }
}

function worldPoint(out: Vec3, jet: Float64Array, origin: ReadonlyVec3): void {
  setVec3(out, origin.x + jet[0], origin.y + jet[1], origin.z + jet[2]);
}

const normal = new Float64Array(3);

/** Coincident witnesses define no direction: the normal is that of a face (or planar curve) there, else unchanged. */
function touchingNormal(out: Vec3, a: Witness, b: Witness): void {
  const sign = hasNormal(a) ? 1 : hasNormal(b) ? -1 : 0;
  if (sign === 0) return;
  const length = Math.sqrt(dotAt(normal, 0, normal, 0));
  setVec3(out, (sign * normal[0]) / length, (sign * normal[1]) / length, (sign * normal[2]) / length);
}

/** Writes the outward normal of the witness's feature, if it has one. */
function hasNormal({ shape, dimension, jet }: Witness): boolean {
  if (dimension === 2) return faceNormal(normal, jet) > 0;
  if (dimension === 0 || shape.kind === 'point' || shape.dimension === 3) return false;
  normal[0] = jet[4];
  normal[1] = -jet[3];
  normal[2] = 0;
  return dotAt(normal, 0, normal, 0) > 0;
}
