import {
  ARM_A,
  ARM_B,
  type ContactRows,
  FRICTION_IMPULSE,
  IMPULSE,
  NORMAL_IMPULSE,
  PRESENT_GAP,
  ROW,
} from '../solver/contact-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from '../solver/solver-bodies.ts';
import { CORRECTION, MAX_CORRECTION_SPEED, SOLVE, type SolverSettings } from '../solver/solver-settings.ts';
import { addRowResponse, type JointRows, rowVelocity } from './joint-rows.ts';
import { substituteSkyline } from './ldl.ts';

/**
 * Contacts of joined bodies. An impulse at such a contact moves the whole articulation: its response is computed with the factors of the joint
 * rows, so that the joints are satisfied after every impulse, and a contact has the mass that the articulation has there. Passes over the
 * contacts alone, with the joints solved in between, would need a number of passes that grows with the ratio of the masses.
 */

const MAX_PASSES = 200;
/** A pass is the last one if it changes no impulse by more than this fraction of the largest. */
const CONVERGED = 1e-10;
/** Numbers of all responses together; larger systems are left to alternating passes. */
const MAX_NUMBERS = 4e6;

/** Responses of the selected contacts: bodies that move, and for three directions per point the velocities and joint impulses. */
interface Responses {
  /** Movable bodies of the joints and contacts. */
  readonly bodies: number[];
  /** Numbers per direction: six per body, then one per joint row. */
  stride: number;
  numbers: Float64Array;
  /** Per point: n, t1, t2, and the 3 x 3 matrix of velocity changes along them per unit impulse along them. */
  frames: Float64Array;
  /** Velocities of all bodies of the world while a response is computed, six numbers each. */
  scratch: Float64Array;
}

const FRAME = 18;
const MATRIX = 9;

const responses: Responses = {
  bodies: [],
  stride: 0,
  numbers: new Float64Array(0),
  frames: new Float64Array(0),
  scratch: new Float64Array(0),
};

/** Solves the selected manifolds with the joints; the rows of the joints must be factorised. False: the system is too large. */
export function solveArticulatedContacts(
  contacts: ContactRows,
  rows: JointRows,
  records: Float64Array,
  settings: SolverSettings,
  mode: number,
): boolean {
  if (!setResponses(contacts, rows, records)) return false;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    change.fill(0);
    let point = 0;
    for (let k = 0; k < contacts.selectedCount; k++) {
      const manifold = contacts.selected[k];
      const isSingle = contacts.starts[manifold + 1] - contacts.starts[manifold] === 1;
      const first = point;
      for (let at = ROW * contacts.starts[manifold]; at < ROW * contacts.starts[manifold + 1]; at += ROW, point++) {
        solveNormal(contacts, manifold, at, point, isSingle, rows, records, settings, mode);
      }
      point = first;
      for (let at = ROW * contacts.starts[manifold]; at < ROW * contacts.starts[manifold + 1]; at += ROW, point++) {
        solveFriction(contacts, manifold, at, point, rows, records, settings);
      }
    }
    if (change[0] <= CONVERGED * change[1]) break;
  }
  return true;
}

/** Largest change of an impulse in the current pass, and the largest impulse. */
const change = new Float64Array(2);

function setResponses(contacts: ContactRows, rows: JointRows, records: Float64Array): boolean {
  const { selected, selectedCount, starts, bodiesA, bodiesB } = contacts;
  const found = new Set<number>();
  const add = (body: number) => {
    if (body >= 0 && records[RECORD * body + INVERSE_MASS] > 0) found.add(body);
  };
  for (let i = 0; i < rows.count; i++) {
    add(rows.bodiesA[i]);
    add(rows.bodiesB[i]);
  }
  let points = 0;
  for (let k = 0; k < selectedCount; k++) {
    add(bodiesA[selected[k]]);
    add(bodiesB[selected[k]]);
    points += starts[selected[k] + 1] - starts[selected[k]];
  }
  responses.bodies.length = 0;
  for (const body of found) responses.bodies.push(body);
  responses.stride = 6 * responses.bodies.length + rows.count;
  const length = 3 * points * responses.stride;
  if (length > MAX_NUMBERS) return false;
  if (responses.numbers.length < length) responses.numbers = new Float64Array(2 * length);
  if (responses.frames.length < FRAME * points) responses.frames = new Float64Array(2 * FRAME * points);
  const size = (6 * records.length) / RECORD;
  if (responses.scratch.length < size) responses.scratch = new Float64Array(size);
  let point = 0;
  for (let k = 0; k < selectedCount; k++) {
    const manifold = selected[k];
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW, point++) {
      setPointResponses(contacts, manifold, at, point, rows, records);
    }
  }
  return true;
}

// biome-ignore format: one vector per line
function setPointResponses(contacts: ContactRows, manifold: number, at: number, point: number, rows: JointRows, records: Float64Array): void {
  const { frames, scratch, stride, numbers, bodies } = responses;
  const f = FRAME * point;
  const nx = contacts.rows[at], ny = contacts.rows[at + 1], nz = contacts.rows[at + 2];
  // t1 is perpendicular to n and to the world axis of the smallest component of n
  const isX = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz);
  const isY = !isX && Math.abs(ny) <= Math.abs(nz);
  let tx = isX ? 0 : isY ? -nz : ny, ty = isX ? nz : isY ? 0 : -nx, tz = isX ? -ny : isY ? nx : 0;
  const length = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx *= length; ty *= length; tz *= length;
  frames[f] = nx; frames[f + 1] = ny; frames[f + 2] = nz;
  frames[f + 3] = tx; frames[f + 4] = ty; frames[f + 5] = tz;
  frames[f + 6] = ny * tz - nz * ty; frames[f + 7] = nz * tx - nx * tz; frames[f + 8] = nx * ty - ny * tx;
  for (let d = 0; d < 3; d++) {
    for (const body of bodies) scratch.fill(0, 6 * body, 6 * body + 6);
    const x = frames[f + 3 * d], y = frames[f + 3 * d + 1], z = frames[f + 3 * d + 2];
    addContactResponse(contacts, manifold, at, 0, -x, -y, -z, records);
    addContactResponse(contacts, manifold, at, 1, x, y, z, records);
    for (let i = 0; i < rows.count; i++) rows.unknowns[i] = rows.bounds[i] === 0 ? -rowVelocity(rows, i, scratch, 6) : 0;
    substituteSkyline(rows.matrix, rows.unknowns);
    const out = (3 * point + d) * stride;
    for (let i = 0; i < rows.count; i++) {
      numbers[out + 6 * bodies.length + i] = rows.unknowns[i];
      if (rows.unknowns[i] !== 0) addRowResponse(rows, i, rows.unknowns[i], records, scratch, 6);
    }
    for (let k = 0; k < bodies.length; k++) for (let l = 0; l < 6; l++) numbers[out + 6 * k + l] = scratch[6 * bodies[k] + l];
    relativeVelocity(contacts, manifold, at, scratch, 6, records);
    for (let e = 0; e < 3; e++) {
      frames[f + MATRIX + 3 * e + d] =
        frames[f + 3 * e] * velocity[0] + frames[f + 3 * e + 1] * velocity[1] + frames[f + 3 * e + 2] * velocity[2];
    }
  }
}

/** Velocity change of one body of the contact by an impulse on it. */
// biome-ignore format: one vector per line
function addContactResponse(contacts: ContactRows, manifold: number, at: number, side: number, x: number, y: number, z: number, records: Float64Array): void {
  const body = side === 0 ? contacts.bodiesA[manifold] : contacts.bodiesB[manifold];
  const inverseMass = records[RECORD * body + INVERSE_MASS];
  if (inverseMass === 0) return;
  const j = RECORD * body + INVERSE_INERTIA, v = 6 * body;
  const { scratch } = responses;
  setArms(contacts, manifold, at, records);
  const rx = arms[3 * side], ry = arms[3 * side + 1], rz = arms[3 * side + 2];
  const lx = ry * z - rz * y, ly = rz * x - rx * z, lz = rx * y - ry * x;
  scratch[v] += inverseMass * x; scratch[v + 1] += inverseMass * y; scratch[v + 2] += inverseMass * z;
  scratch[v + 3] += records[j] * lx + records[j + 1] * ly + records[j + 2] * lz;
  scratch[v + 4] += records[j + 1] * lx + records[j + 3] * ly + records[j + 4] * lz;
  scratch[v + 5] += records[j + 2] * lx + records[j + 4] * ly + records[j + 5] * lz;
}

/** Present arms of A and of B at a contact [m]. */
const arms = new Float64Array(6);

function setArms(
  { rows, bodiesA, bodiesB, fractions }: ContactRows,
  manifold: number,
  at: number,
  records: Float64Array,
): void {
  const a = RECORD * bodiesA[manifold] + TRANSLATION;
  const b = RECORD * bodiesB[manifold] + TRANSLATION;
  const fractionA = fractions[manifold];
  for (let k = 0; k < 3; k++) {
    const displacement = records[b + k] - records[a + k];
    arms[k] = rows[at + ARM_A + k] + fractionA * displacement;
    arms[3 + k] = rows[at + ARM_B + k] - (1 - fractionA) * displacement;
  }
}

/** Velocity of B relative to A at the contact point. */
const velocity = new Float64Array(3);

/** With the velocities v of all bodies, `stride` numbers each. */
// biome-ignore format: one vector per line
function relativeVelocity(contacts: ContactRows, manifold: number, at: number, v: Float64Array, stride: number, records: Float64Array): void {
  const a = stride * contacts.bodiesA[manifold], b = stride * contacts.bodiesB[manifold];
  setArms(contacts, manifold, at, records);
  const px = arms[0], py = arms[1], pz = arms[2];
  const qx = arms[3], qy = arms[4], qz = arms[5];
  velocity[0] = v[b] + v[b + 4] * qz - v[b + 5] * qy - (v[a] + v[a + 4] * pz - v[a + 5] * py);
  velocity[1] = v[b + 1] + v[b + 5] * qx - v[b + 3] * qz - (v[a + 1] + v[a + 5] * px - v[a + 3] * pz);
  velocity[2] = v[b + 2] + v[b + 3] * qy - v[b + 4] * qx - (v[a + 2] + v[a + 3] * py - v[a + 4] * px);
}

/** Component of the relative velocity along direction d of a point. */
function along(point: number, d: number): number {
  const f = FRAME * point + 3 * d;
  const { frames } = responses;
  return frames[f] * velocity[0] + frames[f + 1] * velocity[1] + frames[f + 2] * velocity[2];
}

/** Adds an impulse along direction d of a point to all velocities and to the impulses of the joints. */
function applyDirection(
  contacts: ContactRows,
  at: number,
  point: number,
  d: number,
  impulse: number,
  rows: JointRows,
  records: Float64Array,
): void {
  const { numbers, stride, bodies, frames } = responses;
  const from = (3 * point + d) * stride;
  for (let k = 0; k < bodies.length; k++) {
    const r = RECORD * bodies[k];
    for (let l = 0; l < 6; l++) records[r + l] += impulse * numbers[from + 6 * k + l];
  }
  for (let i = 0; i < rows.count; i++) rows.impulses[i] += impulse * numbers[from + 6 * bodies.length + i];
  for (let k = 0; k < 3; k++) {
    const part = impulse * frames[FRAME * point + 3 * d + k];
    contacts.rows[at + IMPULSE + k] += part;
    if (d > 0) contacts.rows[at + FRICTION_IMPULSE + k] += part;
  }
  change[0] = Math.max(change[0], Math.abs(impulse));
}

/** The normal impulse of a point, rigid, with the position correction of the first pass; see `solve-rows.ts`. */
function solveNormal(
  contacts: ContactRows,
  manifold: number,
  at: number,
  point: number,
  isSingle: boolean,
  joints: JointRows,
  records: Float64Array,
  { time, slop }: SolverSettings,
  mode: number,
): void {
  const { rows } = contacts;
  const inverse = responses.frames[FRAME * point + MATRIX];
  if (!(inverse > 0)) return;
  relativeVelocity(contacts, manifold, at, records, RECORD, records);
  const before = rows[at + NORMAL_IMPULSE];
  const gap = rows[at + PRESENT_GAP];
  let target = 0;
  if (gap > 0 && (before === 0 || gap > (isSingle ? slop : Number.POSITIVE_INFINITY))) target = -gap / time;
  else if (mode === SOLVE) {
    const highest = isSingle ? 0 : -slop;
    const excess = gap < -slop ? gap + slop : gap > highest ? gap - highest : 0;
    target = Math.min((-CORRECTION / time) * excess, MAX_CORRECTION_SPEED);
  }
  const after = Math.max(before + (target - along(point, 0)) / inverse, 0);
  change[1] = Math.max(change[1], after);
  if (after === before) return;
  rows[at + NORMAL_IMPULSE] = after;
  applyDirection(contacts, at, point, 0, after - before, joints, records);
}

/** The friction impulse of a point, inside the Coulomb disc. */
function solveFriction(
  contacts: ContactRows,
  manifold: number,
  at: number,
  point: number,
  joints: JointRows,
  records: Float64Array,
  { restitutionThreshold }: SolverSettings,
): void {
  const { rows, materials, surfaceVelocities: surface } = contacts;
  const { frames } = responses;
  const normal = rows[at + NORMAL_IMPULSE];
  const f = FRAME * point;
  let [g1, g2] = [0, 0];
  for (let k = 0; k < 3; k++) {
    g1 += rows[at + FRICTION_IMPULSE + k] * frames[f + 3 + k];
    g2 += rows[at + FRICTION_IMPULSE + k] * frames[f + 6 + k];
  }
  if (normal === 0 && g1 === 0 && g2 === 0) return;
  relativeVelocity(contacts, manifold, at, records, RECORD, records);
  if (contacts.driven) for (let k = 0; k < 3; k++) velocity[k] += surface[3 * manifold + k];
  const u1 = along(point, 1);
  const u2 = along(point, 2);
  const a = frames[f + MATRIX + 4];
  const b = frames[f + MATRIX + 5];
  const c = frames[f + MATRIX + 8];
  const determinant = a * c - b * b;
  // an articulation that cannot move in one direction has no response there
  const isRegular = determinant > 1e-12 * (a + c) * (a + c);
  let h1 = g1 - (isRegular ? (c * u1 - b * u2) / determinant : a > 0 ? u1 / (a + c) : 0);
  let h2 = g2 - (isRegular ? (a * u2 - b * u1) / determinant : c > 0 ? u2 / (a + c) : 0);
  const most = materials[3 * manifold] * normal;
  if (h1 * h1 + h2 * h2 > most * most) {
    h1 = g1 - u1 / (a + c);
    h2 = g2 - u2 / (a + c);
    const isSliding = u1 * u1 + u2 * u2 > restitutionThreshold * restitutionThreshold;
    const limit = materials[3 * manifold + (isSliding ? 1 : 0)] * normal;
    const length = Math.sqrt(h1 * h1 + h2 * h2);
    if (length > limit) {
      h1 *= limit / length;
      h2 *= limit / length;
    }
  }
  if (h1 !== g1) applyDirection(contacts, at, point, 1, h1 - g1, joints, records);
  if (h2 !== g2) applyDirection(contacts, at, point, 2, h2 - g2, joints, records);
}
