import { scaleVec3, setVec3 } from '../../math/vec3.ts';
import type { Contact } from '../contact.ts';
import { assembleContactForm, createContactForm, isPlanarPair } from './witness/contact-form.ts';
import { type ContactSolver, correctContact } from './witness/contact-solve.ts';
import { countFlatDirections } from './witness/hessian-modification.ts';
import { assembleSystem, createPairSystem, dotAt } from './witness/projection-error.ts';
import { NORMAL_CHANGE, NORMAL_MISS, nearestNormal, normalOfCoincident } from './witness/surface-side.ts';
import { TANGENTS, type Witness } from './witness/witness.ts';
import { pairDistance, ROTATION_B, type WitnessPair } from './witness/witness-pair.ts';

/**
 * Normal at the witnesses of two smooth bodies. The segment between them is only as accurate as their positions: machine precision at
 * edges and vertices, and along a surface the range over which the distance is constant in floating point. Where the segment is too short
 * for that, the surface normal there is more accurate.
 */

/** Witnesses nearer than this fraction of the size: the segment between them is too short to define the normal. */
export const NEAR = 1e-6;
/** Tolerance for two computations of the same distance, as a fraction of the size. */
export const SAME = 1e-9;
/** Newton steps of the contact form, starting from the closest points. */
const CONTACT_STEPS = 30;
/**
 * Witnesses nearer than this fraction of the size coincide: the segment between them is too short for the accuracy of their positions, and
 * any surface normal there has an error no larger than the distance.
 */
const COINCIDENT = 2e-10;
/** Witnesses inside a face may slide by this fraction of the size without changing the distance. */
const ALONG_SURFACE = 4e-9;
/** A segment longer than this fraction of the size has the normal to 1e-8 rad if the witnesses are accurate to machine precision. */
const LONG = 1e-4;
/** Tolerance for equal directions [rad]. */
const SAME_DIRECTION = 1e-8;

const system = createPairSystem();

/** Can separate closest points not slide in any direction at constant distance? [PG05-5.5] */
export function isUnique(pair: WitnessPair): boolean {
  assembleSystem(system, pair);
  return countFlatDirections(system) === 0;
}

const form = createContactForm();

/** Normal of nearly touching witnesses from the surfaces there, and the gap along it; false if there is none. */
export function touchingNormal(out: Contact, pair: WitnessPair, contact: ContactSolver | null): boolean {
  // the segment between the witnesses does not count as a surface normal
  const solved =
    contact === null
      ? assembleContactForm(form, pair) && form.source !== 'segment'
      : correctContact(contact, CONTACT_STEPS);
  const { normal, gap } = contact === null ? form : contact.form;
  if (!solved || Math.abs(gap - out.distance) > SAME * pair.size) return false;
  out.distance = gap;
  setVec3(out.normal, normal[0], normal[1], normal[2]);
  return true;
}

/** Normal of an evaluated pair with the signed distance in `out`: along the segment between the witnesses, or that of a surface. */
export function writeNormal(out: Contact, pair: WitnessPair): void {
  const { a, b, delta, size } = pair;
  const d = pairDistance(pair);
  if (d > COINCIDENT * size)
    scaleVec3(out.normal, setVec3(out.normal, delta[0], delta[1], delta[2]), -1 / out.distance);
  else normalOfCoincident(out.normal, pair);
  const surface = isPlanarPair(pair) ? 1 : 2;
  const withinA = a.dimension === surface;
  const withinB = b.dimension === surface;
  if (withinA || withinB) {
    if (!(withinA && isTilted(out, a)) && !(withinB && isTilted(out, b))) return;
    surfaceNormal(out, pair, withinA, withinB, d, ALONG_SURFACE * size);
  } else if (d <= LONG * size && (a.shape.kind === 'point' || b.shape.kind === 'point')) {
    surfaceNormal(out, pair, a.shape.kind === 'tiled', b.shape.kind === 'tiled', d, COINCIDENT * size);
  }
}

/** Does the contact normal deviate from the surface normal at a witness inside a face? */
function isTilted({ normal: n }: Contact, { jet, dimension }: Witness): boolean {
  for (let at = TANGENTS; at < TANGENTS + 3 * dimension; at += 3) {
    const x = jet[at];
    const y = jet[at + 1];
    const z = jet[at + 2];
    const along = n.x * x + n.y * y + n.z * z;
    if (!(Math.abs(along) <= 0.5 * SAME_DIRECTION * Math.sqrt(x * x + y * y + z * z))) return true;
  }
  return false;
}

const normalA = new Float64Array(5);
const normalB = new Float64Array(5);

/** Replaces the normal by a surface normal if the witnesses are aligned with it to `tolerance` [m] and the directions differ. */
function surfaceNormal(
  out: Contact,
  pair: WitnessPair,
  ofA: boolean,
  ofB: boolean,
  d: number,
  tolerance: number,
): void {
  const isA = ofA && findNormal(normalA, out, pair, 'a') && isBetter(normalA, d, tolerance);
  const isB = ofB && findNormal(normalB, out, pair, 'b') && isBetter(normalB, d, tolerance);
  if (!isA && !isB) return;
  // the normal of the flatter surface depends less on the position of its witness
  const fromA = isA && !(isB && normalB[NORMAL_CHANGE] < normalA[NORMAL_CHANGE]);
  const n = fromA ? normalA : normalB;
  if (n[NORMAL_MISS] <= SAME_DIRECTION) return;
  const sign = fromA ? 1 : -1;
  const at = fromA ? 0 : ROTATION_B;
  const { frame } = pair;
  setVec3(
    out.normal,
    sign * dotAt(frame, at, n, 0),
    sign * dotAt(frame, at + 3, n, 0),
    sign * dotAt(frame, at + 6, n, 0),
  );
}

/** A witness sliding along its surface rotates the segment by one over its length [1/m]; does it rotate the surface normal by less? */
function isBetter(normal: Float64Array, d: number, tolerance: number): boolean {
  return d * normal[NORMAL_MISS] <= tolerance && d * normal[NORMAL_CHANGE] < 1;
}

const target = new Float64Array(3);

/** Surface normal of one body at its witness, the one nearest to the contact normal; false if there is none. */
function findNormal(into: Float64Array, { normal }: Contact, pair: WitnessPair, side: 'a' | 'b'): boolean {
  const witness = pair[side];
  if (witness.shape.kind === 'point') return false;
  const { frame } = pair;
  const at = side === 'a' ? 0 : ROTATION_B;
  const sign = side === 'a' ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    target[k] = sign * (frame[at + k] * normal.x + frame[at + 3 + k] * normal.y + frame[at + 6 + k] * normal.z);
  }
  nearestNormal(into, witness, witness.shape, target);
  return into[NORMAL_MISS] < 1;
}
