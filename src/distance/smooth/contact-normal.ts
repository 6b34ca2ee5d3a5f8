import { scaleVec3, setVec3 } from '../../math/vec3.ts';
import type { Contact } from '../contact.ts';
import { assembleContactForm, createContactForm, isPlanarPair } from './witness/contact-form.ts';
import { type ContactSolver, correctContact } from './witness/contact-solve.ts';
import { countFlatDirections } from './witness/hessian-modification.ts';
import { assembleSystem, createPairSystem, dotAt } from './witness/projection-error.ts';
import { NORMAL_CHANGE, NORMAL_MISS, nearestNormal, normalOfMeeting } from './witness/surface-side.ts';
import { TANGENTS, type Witness } from './witness/witness.ts';
import { pairDistance, ROTATION_B, type WitnessPair } from './witness/witness-pair.ts';

/**
 * The normal of two witnesses of smooth bodies. The segment between them is one only as far as their places are known: to rounding at
 * edges and vertices, and along a surface to where the distance no longer changes. Where that is too little for the length of the
 * segment, the surface there has a better one.
 */

/** Nearer than this share of the size the segment between the witnesses is too short to tell the normal. */
export const NEAR = 1e-6;
/** Two ways to the same distance agree to this share of the size. */
export const SAME = 1e-9;
/** Newton steps from the closest points to the same ones with a normal of their own. */
const CONTACT_STEPS = 30;
/**
 * Witnesses nearer than this share of the size are in one place: the segment between them is too short for the accuracy of their places, and
 * any normal of the surface there is as right as the distance is short.
 */
const ONE_PLACE = 2e-10;
/** Witnesses within a surface may slide along it by this share of the size without leaving it. */
const ALONG_SURFACE = 4e-9;
/** A segment longer than this share of the size has the direction of the normal to 1e-8 rad wherever witnesses are known to rounding. */
const LONG = 1e-4;
/** Directions nearer than this are the same [rad]. */
const SAME_DIRECTION = 1e-8;

const system = createPairSystem();

/** Is there no direction in which closest points apart can slide without changing their distance? [PG05] spec 5.5 */
export function isUnique(pair: WitnessPair): boolean {
  assembleSystem(system, pair);
  return countFlatDirections(system) === 0;
}

const form = createContactForm();

/** The normal of nearly touching witnesses from the surfaces there, and their gap along it; false if there is none. */
export function touchingNormal(out: Contact, pair: WitnessPair, contact: ContactSolver | null): boolean {
  // the segment between the witnesses is no normal of the surfaces
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

/** The normal of an evaluated pair with the signed distance in `out`: along the segment between the witnesses, or out of a surface. */
export function writeNormal(out: Contact, pair: WitnessPair): void {
  const { a, b, delta, size } = pair;
  const d = pairDistance(pair);
  if (d > ONE_PLACE * size) scaleVec3(out.normal, setVec3(out.normal, delta[0], delta[1], delta[2]), -1 / out.distance);
  else normalOfMeeting(out.normal, pair);
  const surface = isPlanarPair(pair) ? 1 : 2;
  const withinA = a.dimension === surface;
  const withinB = b.dimension === surface;
  if (withinA || withinB) {
    if (!(withinA && isTilted(out, a)) && !(withinB && isTilted(out, b))) return;
    surfaceNormal(out, pair, withinA, withinB, d, ALONG_SURFACE * size);
  } else if (d <= LONG * size && (a.shape.kind === 'point' || b.shape.kind === 'point')) {
    surfaceNormal(out, pair, a.shape.kind === 'tiled', b.shape.kind === 'tiled', d, ONE_PLACE * size);
  }
}

/** Is the normal of the contact off that of the surface at a witness within it? */
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

/** Replaces the normal by that of a surface if its witnesses are across from each other to `tolerance` [m], and the directions differ. */
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
  // the normal of the flatter surface depends less on the place of its witness
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

/** A witness that slides along its surface turns the segment by as much as one over its length [1/m]; does it turn the normal by less? */
function isBetter(normal: Float64Array, d: number, tolerance: number): boolean {
  return d * normal[NORMAL_MISS] <= tolerance && d * normal[NORMAL_CHANGE] < 1;
}

const way = new Float64Array(3);

/** Normal of one body's surface at its witness nearest to the normal of the contact; false if it has none. */
function findNormal(into: Float64Array, { normal }: Contact, pair: WitnessPair, side: 'a' | 'b'): boolean {
  const witness = pair[side];
  if (witness.shape.kind === 'point') return false;
  const { frame } = pair;
  const at = side === 'a' ? 0 : ROTATION_B;
  const sign = side === 'a' ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    way[k] = sign * (frame[at + k] * normal.x + frame[at + 3 + k] * normal.y + frame[at + 6 + k] * normal.z);
  }
  nearestNormal(into, witness, witness.shape, way);
  return into[NORMAL_MISS] < 1;
}
