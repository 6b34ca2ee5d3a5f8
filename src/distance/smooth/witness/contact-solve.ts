import { solveLinear } from '../../../math/linear-solve.ts';
import { assembleContactForm, type ContactForm, createContactForm, heightOverCenter } from './contact-form.ts';
import { lengthAt } from './packed-vectors.ts';
import { moveParameters, readParameters } from './pair-workspace.ts';
import { dotAt } from './projection-error.ts';
import { climbWitness } from './support-witness.ts';
import { switchByDirection } from './switching.ts';
import { TANGENTS, type Witness } from './witness.ts';
import { evaluatePair, ROTATION_B, type WitnessPair } from './witness-pair.ts';

/**
 * Newton's method on the contact form, with features switched by directions: follows two convex bodies through contact,
 * overlap and out again. The signed gap it finds is a local maximum over directions of the gap between the bodies'
 * supporting planes: the distance apart, minus the depth when they overlap. [PG05] spec 7
 */
export interface ContactSolver {
  readonly pair: WitnessPair;
  /** The form at the last witnesses: gap, normal, derivatives. */
  readonly form: ContactForm;
  readonly step: Float64Array;
  /** Newton steps of the last solve, and switches of features. */
  iterations: number;
  switches: number;
}

export function createContactSolver(pair: WitnessPair): ContactSolver {
  return { pair, form: createContactForm(), step: new Float64Array(4), iterations: 0, switches: 0 };
}

/** No parameter moves farther in one step: beyond it a Newton step of a strongly bent surface means nothing. */
const LONGEST_STEP = 0.25;
/** Rest: the witnesses move by less than this share of the bodies' size; a free step this short squares to rounding. */
const AT_REST = 1e-13;
const NEARLY_AT_REST = 1e-7;
/** Steps added when features have switched, and switches before the search gives up. */
const EXTRA_STEPS = 6;
const MAX_SWITCHES = 24;
/** At rest the normal is orthogonal to every tangent: this is the cosine that counts as none. */
const ORTHOGONAL = 1e-6;
/** Share of the squared columns added to equations that parallel flat parts leave singular. */
const LEVENBERG = 1e-6;

const origin = new Float64Array(4);
const direction = new Float64Array(3);
const square = new Float64Array(16);
const errors = new Float64Array(4);

/**
 * Solves from the witnesses the pair has, in at most `limit` steps and a few more after switches. True if it came to rest
 * at a pair whose normal cones hold the normal. The pair is left evaluated and `form` belongs to it. With `stepFirst` the
 * features are trusted for one step, whatever the normal says there.
 */
export function correctContact(solver: ContactSolver, limit: number, stepFirst = false): boolean {
  const { pair, form } = solver;
  solver.iterations = 0;
  solver.switches = 0;
  evaluatePair(pair);
  let left = limit;
  let resting = false;
  let leftOver = stepFirst;
  for (;;) {
    const switches = solver.switches;
    // a feature just left over its bound is not returned to before a step was made on the new one
    if (!(leftOver ? assembleOutward(solver) : settleFeatures(solver))) return false;
    if (resting && switches === solver.switches) return isSupported(solver);
    if (left === 0 || solver.switches > MAX_SWITCHES) return false;
    if (solver.switches > switches) left = Math.max(left, EXTRA_STEPS);
    if (form.parameterCount === 0) {
      if (!leftOver) return true;
      leftOver = false;
      continue;
    }
    if (!contactStep(solver) && climbOther(solver)) continue;
    leftOver = leaveOverBound(solver);
    resting = !leftOver && moveWitnesses(solver);
    if (leftOver) left = Math.max(left, EXTRA_STEPS);
    else solver.iterations++;
    left--;
  }
}

/** Assembles the form and switches by its normal until every normal cone holds it; false if the normal is lost. */
function settleFeatures(solver: ContactSolver): boolean {
  const { pair } = solver;
  for (;;) {
    if (!assembleOutward(solver)) return false;
    const movedA = switchByDirection(pair.a, normalInBody(solver, 'a'));
    const movedB = switchByDirection(pair.b, normalInBody(solver, 'b'));
    if (!movedA && !movedB) return true;
    solver.switches += Number(movedA) + Number(movedB);
    evaluatePair(pair);
    if (solver.switches > MAX_SWITCHES) return false;
  }
}

/** Assembles the form; false if there is no normal, or one that leads the wrong way. */
function assembleOutward(solver: ContactSolver): boolean {
  const { pair, form } = solver;
  // two vertices, or a vertex and an edge, are closest only apart
  return assembleContactForm(form, pair) && (form.source !== 'segment' || pointsOutward(solver));
}

/** The way out of one body at the contact (n̂ for A, -n̂ for B) in that body's axes; one vector, written anew each time. */
export function normalInBody({ form, pair }: ContactSolver, side: 'a' | 'b'): Float64Array {
  const { frame } = pair;
  const { normal } = form;
  const at = side === 'a' ? 0 : ROTATION_B;
  const sign = side === 'a' ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    const along = frame[at + k] * normal[0] + frame[at + 3 + k] * normal[1] + frame[at + 6 + k] * normal[2];
    direction[k] = sign * along;
  }
  return direction;
}

/** Is n̂ orthogonal to both features and does it lead out of A and into B? Switching has seen to edges and vertices. */
function isSupported(solver: ContactSolver): boolean {
  return contactErrors(errors, solver) < ORTHOGONAL && pointsOutward(solver);
}

/** On convex bodies a normal that leads out of A and into B has A's centre behind its witness and B's beyond. */
function pointsOutward({ pair, form }: ContactSolver): boolean {
  const { a, b, frame } = pair;
  return heightOverCenter(a, frame, 0, form.normal) >= 0 && heightOverCenter(b, frame, ROTATION_B, form.normal) <= 0;
}

/** Writes the Newton step -(∂Φ/∂x)⁻¹ Φ, shortened to the longest one allowed; false if it had to be the least-squares one. */
function contactStep({ form, step }: ContactSolver): boolean {
  const { parameterCount: n, residual, matrix } = form;
  for (let i = 0; i < n; i++) step[i] = -residual[i];
  square.set(matrix);
  const regular = solveLinear(square, step, n, 1);
  if (!regular) leastSquaresStep(form, step);
  let longest = 0;
  for (let i = 0; i < n; i++) longest = Math.max(longest, Math.abs(step[i]));
  if (longest > LONGEST_STEP) for (let i = 0; i < n; i++) step[i] *= LONGEST_STEP / longest;
  return regular;
}

/**
 * Against a flat carrier the other side's flat piece has no curvature to find its place by: it walks to its farthest point.
 * False if it is there already.
 */
function climbOther(solver: ContactSolver): boolean {
  const { pair, form } = solver;
  if (form.source !== 'A' && form.source !== 'B') return false;
  const side = form.source === 'A' ? 'b' : 'a';
  const { feature } = pair[side];
  climbWitness(pair[side], normalInBody(solver, side));
  evaluatePair(pair);
  if (pair[side].feature === feature) return false;
  solver.switches++;
  return true;
}

/** (JᵀJ + λD) δ = -JᵀΦ: flat parallel parts leave J singular, and the shortest step will do. */
function leastSquaresStep({ parameterCount: n, residual, matrix }: ContactForm, step: Float64Array): void {
  for (let i = 0; i < n; i++) {
    step[i] = 0;
    for (let k = 0; k < n; k++) {
      step[i] -= matrix[k * n + i] * residual[k];
      let sum = 0;
      for (let j = 0; j < n; j++) sum += matrix[j * n + i] * matrix[j * n + k];
      square[i * n + k] = i === k ? sum * (1 + LEVENBERG) + Number.MIN_VALUE : sum;
    }
  }
  if (!solveLinear(square, step, n, 1)) step.fill(0);
}

/**
 * A parameter at a bound whose step leads out of its domain takes the witness to the neighbouring feature; the one that
 * would go farthest first. Offsets cannot decide this: in overlap they have the wrong sign.
 */
function leaveOverBound(solver: ContactSolver): boolean {
  const { pair, step } = solver;
  const { a, b } = pair;
  let farthest = AT_REST * pair.size;
  let side: Witness | null = null;
  for (let i = 0; i < a.dimension + b.dimension; i++) {
    const witness = i < a.dimension ? a : b;
    const own = i < a.dimension ? i : i - a.dimension;
    const outward = (witness.x[own] === 0 && step[i] < 0) || (witness.x[own] === 1 && step[i] > 0);
    if (!outward || witness.open) continue;
    const at = TANGENTS + 3 * own;
    const way = Math.abs(step[i]) * lengthAt(witness.bodyJet, at);
    if (!(way > farthest)) continue;
    farthest = way;
    side = witness;
    for (let k = 0; k < 3; k++) direction[k] = (step[i] < 0 ? -1 : 1) * witness.bodyJet[at + k];
  }
  if (side === null || !switchByDirection(side, direction)) return false;
  solver.switches++;
  evaluatePair(pair);
  return true;
}

/** Takes the step; true if the witnesses are at rest after it. */
function moveWitnesses({ pair, step }: ContactSolver): boolean {
  const { a, b } = pair;
  readParameters(origin, pair);
  const longest = Math.max(wayAlong(a, step, 0), wayAlong(b, step, a.dimension));
  moveParameters(pair, origin, step, 1);
  let clamped = false;
  for (let i = 0; i < a.dimension; i++) clamped ||= a.x[i] !== origin[i] + step[i];
  for (let j = 0; j < b.dimension; j++) clamped ||= b.x[j] !== origin[a.dimension + j] + step[a.dimension + j];
  evaluatePair(pair);
  return longest < (clamped ? AT_REST : NEARLY_AT_REST) * pair.size;
}

/** Largest |δx_i| |T_i| of one side [m]. */
function wayAlong({ bodyJet, dimension }: Witness, step: Float64Array, first: number): number {
  let longest = 0;
  for (let i = 0; i < dimension; i++) {
    const at = TANGENTS + 3 * i;
    longest = Math.max(longest, Math.abs(step[first + i]) * lengthAt(bodyJet, at));
  }
  return longest;
}

const rate = new Float64Array(4);

/** Moves the witnesses along with their bodies for `h` seconds: δx = -h (∂Φ/∂x)⁻¹ ∂Φ/∂t, at the form as it is. */
export function predictContact({ pair, form }: ContactSolver, h: number): void {
  const { parameterCount: n, matrix, poseMatrix } = form;
  for (let i = 0; i < n; i++) {
    rate[i] = 0;
    for (let q = 0; q < 12; q++) rate[i] -= poseMatrix[12 * i + q] * pair.twists[q];
  }
  square.set(matrix);
  if (!solveLinear(square, rate, n, 1)) return;
  let longest = 0;
  for (let i = 0; i < n; i++) longest = Math.max(longest, Math.abs(h * rate[i]));
  readParameters(origin, pair);
  moveParameters(pair, origin, rate, longest > LONGEST_STEP ? (h * LONGEST_STEP) / longest : h);
}

/** Walks both witnesses to the supporting planes across n̂ of the form, and returns the gap between the planes [m]. */
export function climbToPlanes(solver: ContactSolver): number {
  const { pair, form } = solver;
  climbWitness(pair.a, normalInBody(solver, 'a'));
  climbWitness(pair.b, normalInBody(solver, 'b'));
  evaluatePair(pair);
  return -dotAt(form.normal, 0, pair.delta, 0);
}

/** Writes |cos| of the angle between the normal and each tangent, A's first; returns the largest. */
export function contactErrors(out: Float64Array, { pair, form }: ContactSolver): number {
  const { a, b } = pair;
  out.fill(0);
  return Math.max(tangentErrors(out, 0, a, form.normal), tangentErrors(out, a.dimension, b, form.normal));
}

function tangentErrors(out: Float64Array, first: number, { jet, dimension }: Witness, normal: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < dimension; i++) {
    const tangent = TANGENTS + 3 * i;
    const length = lengthAt(jet, tangent);
    const error = length > 0 ? Math.abs(dotAt(jet, tangent, normal, 0)) / length : 0;
    out[first + i] = error;
    largest = Math.max(largest, error);
  }
  return largest;
}
