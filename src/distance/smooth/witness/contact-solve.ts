import { solveLinear } from '../../../math/linear-solve.ts';
import { assembleContactForm, type ContactForm, createContactForm, heightOverCenter } from './contact-form.ts';
import { writeDot } from './packed-vectors.ts';
import { moveParameters, readParameters } from './pair-workspace.ts';
import { dotAt } from './projection-error.ts';
import { climbWitness } from './support-witness.ts';
import { switchByDirection } from './switching.ts';
import { TANGENTS, type Witness } from './witness.ts';
import { evaluatePair, ROTATION_B, type WitnessPair } from './witness-pair.ts';

/**
 * Newton's method on the contact form, with features switched by direction: tracks two convex bodies through contact, overlap and
 * separation. The signed gap it finds is a local maximum over directions of the gap between the support planes: the distance of separate
 * bodies, minus the depth of overlapping ones. [PG05-7]
 */
export interface ContactSolver {
  readonly pair: WitnessPair;
  /** The form at the last witnesses: gap, normal, derivatives. */
  readonly form: ContactForm;
  readonly step: Float64Array;
  /** Newton steps and feature switches of the last solve. */
  iterations: number;
  switches: number;
}

export function createContactSolver(pair: WitnessPair): ContactSolver {
  return { pair, form: createContactForm(), step: new Float64Array(4), iterations: 0, switches: 0 };
}

/** Maximum parameter change per step: beyond it a Newton step on a strongly curved surface is meaningless. */
const LONGEST_STEP = 0.25;
/** Convergence: the witnesses move by less than this fraction of the size; the next step after an unclamped short one is its square. */
const AT_REST = 1e-13;
const NEARLY_AT_REST = 1e-7;
/** Parameter change of a short step. Next to a pole tangents vanish: a longer step moves the witness little, but changes the normal. */
const SHORT_STEP = 1e-3;
/** Minimum number of steps left after a switch, and maximum number of switches. */
const EXTRA_STEPS = 6;
const MAX_SWITCHES = 24;
/** At convergence the normal is orthogonal to every tangent: maximum cosine. */
const ORTHOGONAL = 1e-6;
/** Fraction of the squared columns added to equations that are singular because of parallel flat parts. */
const LEVENBERG = 1e-6;

/** The normal is accurate if no tangent has a larger cosine with it, and none is shorter than this fraction of the size. */
const ACCURATE = 1e-10;
const LONG_TANGENT = 1e-6;

const origin = new Float64Array(4);
const direction = new Float64Array(3);
const square = new Float64Array(16);
const errors = new Float64Array(4);
const heights = new Float64Array(2);
const lengthSq = new Float64Array(1);

/**
 * Solves from the current witnesses, in at most `limit` steps and a few more after switches. True if it converged to a pair whose normal
 * cones contain the normal. The pair is left evaluated and `form` belongs to it. With `stepFirst` the features do not switch before the
 * first step.
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
    // a feature just left over its bound is not returned to before a step on the new one
    if (!(leftOver ? assembleOutward(solver) : switchUntilStable(solver))) return false;
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

/** Assembles the form and switches features until every normal cone contains the normal; false if there is no normal. */
function switchUntilStable(solver: ContactSolver): boolean {
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

/** Assembles the form; false if there is no normal, or one of the wrong sign. */
function assembleOutward(solver: ContactSolver): boolean {
  const { pair, form } = solver;
  // two vertices, or a vertex and an edge, are closest only if separate
  return assembleContactForm(form, pair) && (form.source !== 'segment' || pointsOutward(solver));
}

/** Outward normal of one body at the contact (n̂ for A, -n̂ for B) in its axes; returns a shared vector, overwritten by the next call. */
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

/** Is n̂ orthogonal to both features and does it point out of A and into B? Edges and vertices were tested by switching. */
function isSupported(solver: ContactSolver): boolean {
  contactErrors(errors, solver);
  return maxError(errors) < ORTHOGONAL && pointsOutward(solver);
}

/** For convex bodies a normal that points out of A and into B has the centre of A behind its witness and that of B beyond. */
function pointsOutward({ pair, form }: ContactSolver): boolean {
  const { a, b, frame } = pair;
  heightOverCenter(heights, 0, a, frame, 0, form.normal);
  heightOverCenter(heights, 1, b, frame, ROTATION_B, form.normal);
  return heights[0] >= 0 && heights[1] <= 0;
}

/** Writes the Newton step -(∂Φ/∂x)⁻¹ Φ, scaled to the maximum length; false if it is singular and solved by least squares. */
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
 * Opposite a flat reference face, a flat piece of the other body has no curvature to determine its position: its witness moves to the
 * support point. False if that is on the same feature.
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

/** (JᵀJ + λD) δ = -JᵀΦ: parallel flat parts make J singular; takes the shortest step. */
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
 * A parameter at a bound whose step points out of its domain moves the witness to the neighbouring feature; the one with the largest
 * displacement first. Offsets cannot decide this: in overlap they have the wrong sign.
 */
function leaveOverBound(solver: ContactSolver): boolean {
  const { pair, step } = solver;
  const { a, b } = pair;
  let largest = AT_REST * pair.size;
  let side: Witness | null = null;
  for (let i = 0; i < a.dimension + b.dimension; i++) {
    const witness = i < a.dimension ? a : b;
    const own = i < a.dimension ? i : i - a.dimension;
    const outward = (witness.x[own] === 0 && step[i] < 0) || (witness.x[own] === 1 && step[i] > 0);
    if (!outward || witness.open) continue;
    const at = TANGENTS + 3 * own;
    writeDot(lengthSq, 0, 1, witness.bodyJet, at, witness.bodyJet, at);
    const displacement = Math.abs(step[i]) * Math.sqrt(lengthSq[0]);
    if (!(displacement > largest)) continue;
    largest = displacement;
    side = witness;
    for (let k = 0; k < 3; k++) direction[k] = (step[i] < 0 ? -1 : 1) * witness.bodyJet[at + k];
  }
  if (side === null || !switchByDirection(side, direction)) return false;
  solver.switches++;
  evaluatePair(pair);
  return true;
}

/** Takes the step; true if the witnesses have converged. */
function moveWitnesses({ pair, step }: ContactSolver): boolean {
  const { a, b } = pair;
  readParameters(origin, pair);
  moved[0] = 0;
  growDisplacement(a, step, 0);
  growDisplacement(b, step, a.dimension);
  moveParameters(pair, origin, step, 1);
  let squares = true;
  for (let i = 0; i < a.dimension; i++) squares &&= a.x[i] === origin[i] + step[i] && isShort(step[i]);
  for (let j = 0; j < b.dimension; j++) {
    const i = a.dimension + j;
    squares &&= b.x[j] === origin[i] + step[i] && isShort(step[i]);
  }
  evaluatePair(pair);
  return moved[0] < (squares ? NEARLY_AT_REST : AT_REST) * pair.size;
}

function isShort(change: number): boolean {
  return Math.abs(change) <= SHORT_STEP;
}

/** Maximum displacement of a step [m]. */
const moved = new Float64Array(1);

/** Raises `moved` to max |δx_i| |T_i| of one body. */
function growDisplacement({ bodyJet, dimension }: Witness, step: Float64Array, first: number): void {
  for (let i = 0; i < dimension; i++) {
    const at = TANGENTS + 3 * i;
    writeDot(lengthSq, 0, 1, bodyJet, at, bodyJet, at);
    moved[0] = Math.max(moved[0], Math.abs(step[first + i]) * Math.sqrt(lengthSq[0]));
  }
}

const rate = new Float64Array(4);

/** Feedforward of the witnesses over h = `interval[1]` seconds: δx = -h (∂Φ/∂x)⁻¹ ∂Φ/∂t, at the current form. */
export function predictContact({ pair, form }: ContactSolver, interval: Float64Array): void {
  const h = interval[1];
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

/** Moves both witnesses to the support planes perpendicular to n̂ of the form, and returns the gap between the planes [m]. */
export function climbToPlanes(solver: ContactSolver): number {
  const { pair, form } = solver;
  climbWitness(pair.a, normalInBody(solver, 'a'));
  climbWitness(pair.b, normalInBody(solver, 'b'));
  evaluatePair(pair);
  return -dotAt(form.normal, 0, pair.delta, 0);
}

/** Writes |cos| of the angle between the normal and each tangent, those of A first. */
export function contactErrors(out: Float64Array, { pair, form }: ContactSolver): void {
  const { a, b } = pair;
  out.fill(0);
  tangentErrors(out, 0, a, form.normal);
  tangentErrors(out, a.dimension, b, form.normal);
}

/** Maximum of the errors that `contactErrors` writes. */
export function maxError(values: Float64Array): number {
  return Math.max(values[0], values[1], values[2], values[3]);
}

/**
 * Do the equations determine the normal of a solution? Next to poles tangents vanish, so that their rounding is a rotation of the normal, and singular
 * equations have no step that would correct it: there only support planes confirm a solution.
 */
export function isAccurate(solver: ContactSolver): boolean {
  const { a, b } = solver.pair;
  if (!hasLongTangents(a, solver.pair) || !hasLongTangents(b, solver.pair)) return false;
  contactErrors(errors, solver);
  return maxError(errors) < ACCURATE;
}

function hasLongTangents({ jet, dimension }: Witness, { size }: WitnessPair): boolean {
  for (let i = 0; i < dimension; i++) {
    writeDot(lengthSq, 0, 1, jet, TANGENTS + 3 * i, jet, TANGENTS + 3 * i);
    if (!(Math.sqrt(lengthSq[0]) > LONG_TANGENT * size)) return false;
  }
  return true;
}

function tangentErrors(out: Float64Array, first: number, { jet, dimension }: Witness, normal: Float64Array): void {
  for (let i = 0; i < dimension; i++) {
    const tangent = TANGENTS + 3 * i;
    writeDot(lengthSq, 0, 1, jet, tangent, jet, tangent);
    writeDot(out, first + i, 1, jet, tangent, normal, 0);
    const length = Math.sqrt(lengthSq[0]);
    out[first + i] = length > 0 ? Math.abs(out[first + i]) / length : 0;
  }
}
