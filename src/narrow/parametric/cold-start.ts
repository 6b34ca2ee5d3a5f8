import type { ReadonlyPose } from '../../math/pose.ts';
import { copyVec3, createVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { startSeeds } from '../../shapes/tiled/seeds.ts';
import { leaveBackSide, solvePair } from './back-side.ts';
import { type CellStack, createCellStack } from './cell-stack.ts';
import { createSlabProof, proveBehindPlane, type SlabProof } from './certificate.ts';
import { assembleContactForm } from './contact-form.ts';
import { type ContactSolver, contactErrors, correctContact, createContactSolver } from './contact-solve.ts';
import { correctPair } from './corrector.ts';
import { createFastSolver, type FastSolver, solveFast } from './fast/fast-solver.ts';
import { MAYBE_CONTACT, NEAR_CONTACT, type NearStop } from './fast/settle.ts';
import { createHullSearch, type HullSearch, haveCommonPoint } from './overlap-point.ts';
import { createPairWorkspace, type PairWorkspace } from './pair-workspace.ts';
import { centreToCentre, placeAlong, pointToPoint } from './seed-places.ts';
import { placeWitness, type TrackedShape, type Witness } from './witness.ts';
import {
  evaluatePair,
  evaluatePoints,
  keepPlaces,
  pairDistance,
  placePair,
  ROTATION_B,
  returnToPlaces,
} from './witness-pair.ts';

/**
 * The closest points of two smooth bodies from nothing but their poses, with a proof. [PG05] spec 6.8
 *
 * A table of points gives the start, the safeguarded corrector the witnesses, and two planes across the segment between them
 * the proof: no point of A is beyond the one, no point of B beyond the other. If a point is, the search starts again from there.
 */

export interface TiledClosest {
  /**
   * `certified`: the distance is proven to `errorBound`. `overlapping`: the bodies have a point in common, which is the
   * answer. `uncertified`: the best found; the gap to `lowerBound` did not close (bodies that are not convex, for example).
   */
  status: 'certified' | 'overlapping' | 'uncertified';
  /** Distance of the two points [m], never below the true one; 0 when overlapping. */
  distance: number;
  /** Proven: the bodies are at least so far apart [m]. */
  lowerBound: number;
  /** distance - lowerBound [m]. */
  errorBound: number;
  /** On A and on B, world axes [m]. */
  pointA: Vec3;
  pointB: Vec3;
  /** Unit vector from A to B; from centre to centre when overlapping. */
  normal: Vec3;
  /**
   * Feature numbers, and the parameters there: u v on a face, t on an edge or curve (then v is 0), none at a vertex. When
   * overlapping the common point may lie inside both bodies: these are then the places of the last search.
   */
  featureA: number;
  featureB: number;
  readonly parametersA: Float64Array;
  readonly parametersB: Float64Array;
  /** Newton steps, and cells of the proof. */
  iterations: number;
  cells: number;
}

export function createTiledClosest(): TiledClosest {
  return {
    status: 'uncertified',
    distance: Number.POSITIVE_INFINITY,
    lowerBound: 0,
    errorBound: Number.POSITIVE_INFINITY,
    pointA: createVec3(),
    pointB: createVec3(),
    normal: createVec3(1, 0, 0),
    featureA: 0,
    featureB: 0,
    parametersA: new Float64Array(2),
    parametersB: new Float64Array(2),
    iterations: 0,
    cells: 0,
  };
}

/** Room for `closestTiled`. It remembers what depends on the two shapes alone: keep one for each pair that is asked often. */
export interface ColdStart {
  shapeA: TrackedShape;
  shapeB: TrackedShape;
  solver: PairWorkspace;
  fast: FastSolver | null;
  /** Have the bodies no edges but seams? */
  smooth: boolean;
  /** How far each body may pass its plane [m]. */
  slackA: number;
  slackB: number;
  /** Start tables; empty for a point. */
  seedsA: Float64Array;
  seedsB: Float64Array;
  readonly cells: CellStack;
  readonly proof: SlabProof;
  /** A plane n x y z, s in the frame of a body. */
  readonly plane: Float64Array;
  /** n̂ from A to B, world axes. */
  readonly direction: Float64Array;
  readonly hulls: HullSearch;
  /** For witnesses near each other; null where a body is not convex or not closed. */
  contact: ContactSolver | null;
}

export function createColdStart(shapeA: TrackedShape, shapeB: TrackedShape): ColdStart {
  const solver = createPairWorkspace(shapeA, shapeB);
  return {
    shapeA,
    shapeB,
    solver,
    fast: createFastSolver(shapeA, shapeB),
    smooth: isSmooth(shapeA) && isSmooth(shapeB),
    slackA: slackOf(shapeA),
    slackB: slackOf(shapeB),
    seedsA: seedsOf(shapeA),
    seedsB: seedsOf(shapeB),
    cells: createCellStack(),
    proof: createSlabProof(),
    plane: new Float64Array(4),
    direction: new Float64Array(3),
    hulls: createHullSearch(shapeA, shapeB),
    contact: isSolid(shapeA) && isSolid(shapeB) ? createContactSolver(solver.pair) : null,
  };
}

const NO_SEEDS = new Float64Array(0);

function seedsOf(shape: TrackedShape): Float64Array {
  return shape.kind === 'tiled' ? startSeeds(shape) : NO_SEEDS;
}

function slackOf(shape: TrackedShape): number {
  return shape.kind === 'tiled' ? SLACK * shape.radius : 0;
}

function bindShapes(workspace: ColdStart, shapeA: TrackedShape, shapeB: TrackedShape): void {
  if (workspace.shapeA === shapeA && workspace.shapeB === shapeB) return;
  Object.assign(workspace, createColdStart(shapeA, shapeB));
}

/** Each side of the slab may be passed by this share of the body's radius: the gap is below 1e-9 for bodies up to 2.5 m. */
const SLACK = 2e-10;
/** Witnesses nearer than this share of the larger body are one common point. */
const COMMON_POINT = 1e-12;
/** Steps and trials of the fast way before the general one is asked, and steps of that before a test for overlap: most need fewer than 12. */
const FAST_LIMIT = 30;
const FAST_TRIALS = 4;
const GENERAL_LIMIT = 8;
const GENERAL_PARTS = 3;
/** Steps of the form of contact, and the cosine between its normal and a tangent up to which it is tried. */
const CONTACT_LIMIT = 12;
const FACING = 0.3;
/** Witnesses whose distance exceeds the gap by more than this share of the size are not across from each other. */
const ALIGNED = 2e-15;
/** Searches after the first that begin where a proof failed. */
const RESTARTS = 4;

/** How far apart are two smooth bodies (or points), where, and how surely? */
export function closestTiled(
  out: TiledClosest,
  shapeA: TrackedShape,
  poseA: ReadonlyPose,
  shapeB: TrackedShape,
  poseB: ReadonlyPose,
  workspace: ColdStart,
): TiledClosest {
  bindShapes(workspace, shapeA, shapeB);
  const { seedsA, seedsB, direction } = workspace;
  const { pair } = workspace.solver;
  placePair(pair, poseA, poseB);
  centreToCentre(direction, pair);
  placeAlong(pair, seedsA, seedsB, direction);
  pointToPoint(direction, pair);
  placeAlong(pair, seedsA, seedsB, direction);
  out.status = 'uncertified';
  out.iterations = 0;
  out.cells = 0;
  out.lowerBound = 0;
  for (let attempt = 0; attempt <= RESTARTS; attempt++) {
    const found = solve(out, workspace);
    if (found === 'common') return overlapping(out, workspace, poseA, true);
    if (found === 'contact') measureContact(out, workspace);
    else measure(out, workspace);
    if (found !== 'contact' && out.distance <= COMMON_POINT * pair.size)
      return overlapping(out, workspace, poseA, false);
    const verdict = proveSlab(out, workspace);
    if (verdict === 'proven') {
      out.status = 'certified';
      out.lowerBound = Math.max(0, out.distance - workspace.slackA - workspace.slackB);
    }
    if (verdict !== 'refuted') break;
    if (attempt === 0 && overlap(workspace)) return overlapping(out, workspace, poseA, true);
  }
  out.errorBound = out.distance - out.lowerBound;
  writePlaces(out, workspace, poseA);
  return out;
}

/** The answer for bodies with a common point: the witnesses' own, or (`inside`) one of both hulls. */
function overlapping(out: TiledClosest, workspace: ColdStart, poseA: ReadonlyPose, inside: boolean): TiledClosest {
  const { solver, direction: m, hulls } = workspace;
  out.status = 'overlapping';
  out.distance = 0;
  out.lowerBound = 0;
  out.errorBound = 0;
  centreToCentre(m, solver.pair);
  const length = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  if (length > 0) for (let k = 0; k < 3; k++) m[k] /= length;
  else m.set(ANY_DIRECTION);
  writePlaces(out, workspace, poseA);
  if (inside) {
    const { position: o } = poseA;
    const [x, y, z] = hulls.common;
    setVec3(out.pointA, o.x + x, o.y + y, o.z + z);
  }
  copyVec3(out.pointB, out.pointA);
  return out;
}

const ANY_DIRECTION = Float64Array.of(1, 0, 0);

/**
 * What a search found: `witnesses` at closest points or at a common one, the same with a normal of their own (`contact`: a gap
 * above zero, in the form of the contact solver), or a `common` point in `hulls`.
 */
type Found = 'witnesses' | 'contact' | 'common';

/**
 * Witnesses to the closest points, or to a common one: the fast way where there is one, else the general; near each other by the
 * form of contact. A search that does not settle soon looks whether the bodies overlap.
 */
function solve(out: TiledClosest, workspace: ColdStart): Found {
  const { solver } = workspace;
  const found = solveFastWay(out, workspace);
  if (found !== 'none') return found;
  for (let part = 0; part < GENERAL_PARTS; part++) {
    correctPair(solver, GENERAL_LIMIT);
    out.iterations += solver.iterations;
    const near = solver.converged ? NEAR_CONTACT : MAYBE_CONTACT;
    if (pairDistance(solver.pair) < near * solver.pair.size) {
      const contact = solveContact(out, workspace);
      if (contact !== 'none') return contact;
    }
    if (solver.converged) break;
  }
  if (solver.converged) {
    solver.iterations = 0;
    leaveBackSide(solver);
  } else {
    if (overlap(workspace)) return 'common';
    solvePair(solver);
  }
  out.iterations += solver.iterations;
  return 'witnesses';
}

/** On bodies without edges only poles are in the way: seeds along the direction found so far are beyond them. */
function solveFastWay(out: TiledClosest, workspace: ColdStart): Found | 'none' {
  const { solver, fast, smooth, seedsA, seedsB, direction, contact } = workspace;
  if (fast === null) return 'none';
  let stop: NearStop = contact === null ? 'never' : 'early';
  for (let left = smooth ? FAST_TRIALS : 1; left > 0; ) {
    const outcome = solveFast(fast, solver.pair, FAST_LIMIT, stop);
    out.iterations += fast.fast.iterations;
    if (outcome === 'near') {
      const found = solveContact(out, workspace);
      if (found !== 'none') return found;
      // not yet, or no contact: on to a common point
      stop = stop === 'early' ? 'late' : 'never';
      continue;
    }
    if (outcome !== 'slow') return 'witnesses';
    left--;
    if (left === 0) break;
    pointToPoint(direction, solver.pair);
    placeAlong(solver.pair, seedsA, seedsB, direction);
  }
  return 'none';
}

const kept = new Float64Array(6);
const errors = new Float64Array(4);

/**
 * The same from witnesses near each other, by the form that is regular at contact. `none` where their tangent planes do not face
 * each other (deep overlap), or a gap below zero is no proof of a common point: the witnesses are then where they were. [PG05] spec 7
 */
function solveContact(out: TiledClosest, workspace: ColdStart): Found | 'none' {
  const { contact } = workspace;
  if (contact === null) return 'none';
  const { pair, form } = contact;
  keepPlaces(kept, pair);
  evaluatePair(pair);
  if (!assembleContactForm(form, pair) || contactErrors(errors, contact) > FACING) return 'none';
  const settled = correctContact(contact, CONTACT_LIMIT);
  out.iterations += contact.iterations;
  if (settled && form.gap > 0 && pairDistance(pair) - form.gap <= ALIGNED * pair.size) return 'contact';
  if (settled && form.gap > -COMMON_POINT * pair.size) return 'witnesses';
  if (settled && overlap(workspace)) return 'common';
  returnToPlaces(pair, kept);
  return 'none';
}

/** Have the bodies a common point, on their surfaces or inside? Only known for convex ones. */
function overlap({ solver: { pair }, hulls, seedsA, seedsB, shapeA, shapeB }: ColdStart): boolean {
  return isConvex(shapeA) && isConvex(shapeB) && haveCommonPoint(hulls, pair, seedsA, seedsB);
}

function isSmooth(shape: TrackedShape): boolean {
  return shape.kind === 'point' || shape.edges.every(({ seam }) => seam);
}

function isSolid(shape: TrackedShape): boolean {
  return shape.kind === 'point' || (shape.closed && shape.convex);
}

function isConvex(shape: TrackedShape): boolean {
  return shape.kind === 'point' || shape.convex;
}

/** n̂ of the witnesses into `direction`, and their distance. */
function measure(out: TiledClosest, { solver: { pair }, direction: m }: ColdStart): void {
  pointToPoint(m, pair);
  const d = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  if (d > 0) for (let k = 0; k < 3; k++) m[k] /= d;
  out.distance = d;
}

/** n̂ and the distance from the contact solver. */
function measureContact(out: TiledClosest, { contact, direction }: ColdStart): void {
  if (contact === null) return;
  direction.set(contact.form.normal);
  out.distance = contact.form.gap;
}

/** Proves both sides of the slab; a refuted witness goes to the place found beyond the plane. */
function proveSlab(out: TiledClosest, workspace: ColdStart): SlabProof['verdict'] {
  const { a, b } = workspace.solver.pair;
  const verdict = proveSide(out, workspace, a, 0, 1);
  return verdict === 'proven' ? proveSide(out, workspace, b, ROTATION_B, -1) : verdict;
}

function proveSide(
  out: TiledClosest,
  workspace: ColdStart,
  witness: Witness,
  at: number,
  sign: 1 | -1,
): SlabProof['verdict'] {
  const { plane, direction: m, proof, cells } = workspace;
  const { frame } = workspace.solver.pair;
  const { bodyJet } = witness;
  const slack = sign > 0 ? workspace.slackA : workspace.slackB;
  for (let k = 0; k < 3; k++) {
    plane[k] = sign * (frame[at + k] * m[0] + frame[at + 3 + k] * m[1] + frame[at + 6 + k] * m[2]);
  }
  plane[3] = plane[0] * bodyJet[0] + plane[1] * bodyJet[1] + plane[2] * bodyJet[2] + slack;
  const { verdict, feature, u, v } = proveBehindPlane(proof, witness, plane, cells);
  out.cells += proof.cells;
  if (verdict === 'refuted') placeWitness(witness, feature, u, v);
  return verdict;
}

/** Points and normal in world axes, features and parameters. */
function writePlaces(out: TiledClosest, { solver: { pair }, direction: m }: ColdStart, poseA: ReadonlyPose): void {
  const { a, b } = pair;
  const { position: o } = poseA;
  evaluatePoints(pair);
  setVec3(out.pointA, o.x + a.jet[0], o.y + a.jet[1], o.z + a.jet[2]);
  setVec3(out.pointB, o.x + b.jet[0], o.y + b.jet[1], o.z + b.jet[2]);
  setVec3(out.normal, m[0], m[1], m[2]);
  out.featureA = a.feature;
  out.featureB = b.feature;
  for (let i = 0; i < 2; i++) {
    out.parametersA[i] = a.x[i];
    out.parametersB[i] = b.x[i];
  }
}
