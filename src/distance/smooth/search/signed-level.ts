import { solvePair } from '../witness/back-side.ts';
import { assembleContactForm, isPlanarPair } from '../witness/contact-form.ts';
import {
  type ContactSolver,
  correctContact,
  createContactSolver,
  isAccurate,
  predictContact,
} from '../witness/contact-solve.ts';
import { FLOW_SIZE, restoreFlow, type StagePoses, saveFlow } from '../witness/flow-step.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import { setWitness, type Witness } from '../witness/witness.ts';
import {
  ANGULAR_VELOCITY_A,
  ANGULAR_VELOCITY_B,
  evaluatePair,
  OFFSET_B,
  pairDistance,
  restoreWitnesses,
  saveWitnesses,
  VELOCITY_B,
} from '../witness/witness-pair.ts';
import { boundDepth, createDepthBound, hasDepthBound, relativeMotion, relativePose } from './depth-bound.ts';
import { copyPoses, createInterior, type Interior } from './interior.ts';
import {
  climbGap,
  gapAlong,
  hasSupportPlanes,
  isSurpassed,
  keepDirection,
  searchOverlap,
  takeDirection,
} from './overlap-search.ts';
import { createPlanarDepth, planarLowerDepth } from './planar-depth.ts';

/**
 * State for tracking negative distances: two convex bodies by the contact form, a point in a convex body by face witnesses.
 * [PG05-6.6], [PG05-7]
 */
export interface SignedLevel {
  /** The pair and the equations of its closest points. */
  readonly work: PairWorkspace;
  /** For two bodies; active whether separate or not. */
  readonly contact: ContactSolver | null;
  /** For two bodies in the plane: bounds their depth. */
  readonly planarDepth: ContactSolver | null;
  /** For a point and a body; active while the point is inside. */
  readonly interior: Interior | null;
  /** Is the point inside, do the bodies overlap? */
  below: boolean;
  /** Two bodies: steps of the current overlap since all directions were compared. */
  age: number;
  /** Two bodies: certified lower bound of the depth [m]; 0 where only the upper bound is known. */
  lowerDepth: number;
}

/** Null for pairs without an inside: open patches, non-convex bodies, two points. */
export function createSignedLevel(work: PairWorkspace, poses: StagePoses): SignedLevel | null {
  const { pair } = work;
  const interior = createInterior(pair, poses);
  const state = { below: false, age: 0, lowerDepth: 0 };
  if (interior !== null) return { work, contact: null, planarDepth: null, interior, ...state };
  const isSolid = ({ shape }: Witness) => shape.kind === 'tiled' && shape.closed && shape.convex;
  if (!isSolid(pair.a) || !isSolid(pair.b)) return null;
  const planarDepth = isPlanarPair(pair) ? createPlanarDepth(pair) : null;
  return { work, contact: createContactSolver(pair), planarDepth, interior: null, ...state };
}

/** Newton steps from a nearby start that was not tracked. */
const SOLVE_STEPS = 30;
/** Bodies nearer than this fraction of their size may overlap: the search decides. */
const NEAR = 1e-6;
/** Steps in deep overlap after which all directions are compared. */
const COMPARE_AFTER = 20;
/** Distance between the bounds of the depth, as a fraction of the size, beyond which it is bounded again. */
const WIDE = 0.05;
/** Depths that differ by less than this fraction of the size are equal. */
const SAME_DEPTH = 1e-8;
/** Depth as a fraction of the size: a shallower overlap tracked from a separate state is the global maximum. [PG05-7] */
const SHALLOW = 0.01;

/** Finds the signed distance at the poses of the pair, starting from its closest points. */
export function startContact(level: SignedLevel, contact: ContactSolver): boolean {
  const { pair, form } = contact;
  level.lowerDepth = 0;
  const apart = pairDistance(pair);
  const found = apart > NEAR * pair.size && correctContact(contact, SOLVE_STEPS);
  // for separate bodies the gap equals the distance of the closest points; else they were common points
  if (found && Math.abs(form.gap - apart) <= NEAR * pair.size) return true;
  return searchDepth(level, contact);
}

const normal = new Float64Array(3);
const bound = createDepthBound();
const relativeBefore = new Float64Array(12);
const relativeAfter = new Float64Array(12);

/**
 * Full search of the depth. Directions are sampled and followed to local maxima of the gap; EPA then bounds the depth, and its direction replaces the one
 * found if that is not the minimum. Where Newton's method confirms no direction (flat and straight parts), the support planes of the best one remain, whose gap
 * is a bound. False only if there is no finite result.
 */
function searchDepth(level: SignedLevel, contact: ContactSolver): boolean {
  searchOverlap(contact);
  improveDepth(level, contact);
  return Number.isFinite(contact.form.gap);
}

/**
 * Bounds the depth; if EPA has found a smaller depth than that tracked, takes its direction. True if the direction was replaced.
 */
function improveDepth(level: SignedLevel, contact: ContactSolver): boolean {
  const { form, pair } = contact;
  level.lowerDepth = 0;
  if (form.gap < 0 && level.planarDepth !== null) {
    level.lowerDepth = Math.min(planarLowerDepth(level.planarDepth, pair.frame), -form.gap);
    return false;
  }
  if (!(form.gap < 0) || !boundDepth(bound, contact)) return false;
  level.lowerDepth = bound.lower;
  const isMinimum = !(bound.upper < -form.gap - SAME_DEPTH * pair.size);
  if (!isMinimum) takeDirection(contact, bound.direction);
  // below the lower bound: the planes are not support planes, as next to the poles of superellipsoids, where points are far apart in small parameters
  if (bound.lower > -form.gap + SAME_DEPTH * pair.size) {
    keepDirection(contact, bound.direction, -bound.upper);
    return true;
  }
  level.lowerDepth = Math.min(level.lowerDepth, Math.max(0, -form.gap));
  return !isMinimum;
}

/**
 * One time step over `interval` (start and length [s]): prediction, then Newton's method; if that fails, ascent from the old normal, then a full search. In deep overlap the
 * tracked maximum may stop being the global or a local one: then also a full search.
 */
export function trackContactForm(
  level: SignedLevel,
  contact: ContactSolver,
  corrections: number,
  endPoses: () => void,
  interval: Float64Array,
): 'tracking' | 'recovered' | 'lost' {
  const { form, pair } = contact;
  normal.set(form.normal);
  relativePose(relativeBefore, pair);
  predictContact(contact, interval);
  endPoses();
  relativePose(relativeAfter, pair);
  // 0, where nothing is known, stays so
  if (level.lowerDepth > 0) {
    level.lowerDepth = Math.max(0, level.lowerDepth - relativeMotion(relativeBefore, relativeAfter, pair));
  }
  const converged = correctContact(contact, corrections) || correctContact(contact, SOLVE_STEPS);
  // two vertices have a normal, along their line, wherever they are
  const solved = converged && (form.parameterCount > 0 || form.gap >= 0);
  const tracked = solved && (isAccurate(contact) || hasSupportPlanes(contact));
  if (tracked && form.gap >= -SHALLOW * pair.size) {
    level.age = 0;
    return 'tracking';
  }
  if (!tracked) {
    if (solveApart(level, contact)) return 'tracking';
    form.normal.set(normal);
    if (!(climbGap(contact) && hasSupportPlanes(contact))) return searchDepth(level, contact) ? 'recovered' : 'lost';
  }
  level.age = tracked ? (level.age + 1) % COMPARE_AFTER : 0;
  const isWide = -form.gap - level.lowerDepth > WIDE * pair.size;
  const thorough = level.age === 0 || (isWide && hasDepthBound(pair));
  // in space EPA compares all directions, in the plane a sample of them
  const isBounded = thorough && hasDepthBound(pair);
  if (isSurpassed(contact, thorough && !isBounded)) {
    level.age = 0;
    return searchDepth(level, contact) ? 'recovered' : 'lost';
  }
  const isPlanar = level.planarDepth !== null && (level.age === 0 || isWide);
  if ((isBounded || isPlanar) && improveDepth(level, contact)) return 'recovered';
  return tracked ? 'tracking' : 'recovered';
}

/** Support planes farther apart than the closest points by less than this fraction of the size certify them. */
const CERTIFIED = 1e-9;

/**
 * Separate bodies where the contact form has no solution or a singular one, as at poles and where edges join smoothly: their closest points, certified by the
 * support planes perpendicular to the line between them. False if they overlap, or nearly.
 */
function solveApart({ work }: SignedLevel, contact: ContactSolver): boolean {
  const { pair, form } = contact;
  solvePair(work);
  const distance = pairDistance(pair);
  if (!work.converged || !(distance > NEAR * pair.size)) return false;
  saveWitnesses(witnesses, pair);
  for (let k = 0; k < 3; k++) along[k] = -pair.delta[k] / distance;
  const gap = gapAlong(contact, along);
  restoreWitnesses(pair, witnesses);
  if (gap < distance - CERTIFIED * pair.size) return false;
  keepDirection(contact, along, distance);
  form.gap = distance;
  return true;
}

const witnesses = new Float64Array(6);
const along = new Float64Array(3);

/** Writes d(gap)/dt = n̂·(V_B(H) - V_A(F)) [m/s] to `out[0]`; valid at, above and below contact. */
export function gapRate(out: Float64Array, { pair, form }: ContactSolver): void {
  const { a, b, twists: t, frame } = pair;
  const x = a.jet[0];
  const y = a.jet[1];
  const z = a.jet[2];
  const hx = b.jet[0] - frame[OFFSET_B];
  const hy = b.jet[1] - frame[OFFSET_B + 1];
  const hz = b.jet[2] - frame[OFFSET_B + 2];
  const vx =
    t[VELOCITY_B] +
    t[ANGULAR_VELOCITY_B + 1] * hz -
    t[ANGULAR_VELOCITY_B + 2] * hy -
    t[0] -
    t[ANGULAR_VELOCITY_A + 1] * z +
    t[ANGULAR_VELOCITY_A + 2] * y;
  const vy =
    t[VELOCITY_B + 1] +
    t[ANGULAR_VELOCITY_B + 2] * hx -
    t[ANGULAR_VELOCITY_B] * hz -
    t[1] -
    t[ANGULAR_VELOCITY_A + 2] * x +
    t[ANGULAR_VELOCITY_A] * z;
  const vz =
    t[VELOCITY_B + 2] +
    t[ANGULAR_VELOCITY_B] * hy -
    t[ANGULAR_VELOCITY_B + 1] * hx -
    t[2] -
    t[ANGULAR_VELOCITY_A] * y +
    t[ANGULAR_VELOCITY_A + 1] * x;
  out[0] = form.normal[0] * vx + form.normal[1] * vy + form.normal[2] * vz;
}

/** Numbers per face witness in a snapshot: u, v, the state of the integrator. */
const FACE_WITNESS_SIZE = 2 + FLOW_SIZE;

/** State of the level between steps, without the pair's own witnesses. */
export function saveSigned({ below, age, lowerDepth, interior }: SignedLevel): number[] {
  const saved = [Number(below), age, lowerDepth];
  if (interior === null) return saved;
  saved.push(interior.active, interior.age);
  for (const { work, memory } of interior.faceWitnesses) {
    saved.push(...work.pair[interior.side].x, ...saveFlow(memory));
  }
  return saved;
}

/** Restores the state; the pair must be restored already. */
export function restoreSigned(level: SignedLevel, saved: readonly number[]): void {
  const { contact, interior } = level;
  level.below = saved[0] === 1;
  level.age = saved[1];
  level.lowerDepth = saved[2];
  if (contact !== null) assembleContactForm(contact.form, contact.pair);
  if (interior === null) return;
  interior.active = saved[3];
  interior.age = saved[4];
  interior.faceWitnesses.forEach(({ work, memory }, k) => {
    const values = saved.slice(5 + k * FACE_WITNESS_SIZE);
    setWitness(work.pair[interior.side], k, values[0], values[1]);
    copyPoses(work.pair, interior.leader);
    evaluatePair(work.pair);
    restoreFlow(memory, values.slice(2, FACE_WITNESS_SIZE));
  });
}
