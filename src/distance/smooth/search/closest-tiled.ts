import type { ReadonlyPose } from '../../../math/pose.ts';
import { copyVec3, createVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import { type CellStack, createCellStack } from '../witness/cell-stack.ts';
import { certifyBehindPlane, createSlabCertificate, type SlabCertificate } from '../witness/certificate.ts';
import { centreToCentre, pointToPoint } from '../witness/seed-positions.ts';
import { placeWitness, type TrackedShape, type Witness } from '../witness/witness.ts';
import { evaluatePoints, placePair, ROTATION_B } from '../witness/witness-pair.ts';
import {
  COMMON_POINT,
  type ColdSearch,
  createColdSearch,
  isOverlapping,
  placeAtSeeds,
  searchWitnesses,
} from './search-witnesses.ts';

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
export interface TiledWorkspace extends ColdSearch {
  /** How far each body may pass its plane [m]. */
  slackA: number;
  slackB: number;
  readonly cells: CellStack;
  readonly certificate: SlabCertificate;
  /** A plane n x y z, s in the frame of a body. */
  readonly plane: Float64Array;
}

export function createTiledWorkspace(shapeA: TrackedShape, shapeB: TrackedShape): TiledWorkspace {
  return {
    ...createColdSearch(shapeA, shapeB),
    slackA: slackOf(shapeA),
    slackB: slackOf(shapeB),
    cells: createCellStack(),
    certificate: createSlabCertificate(),
    plane: new Float64Array(4),
  };
}

function slackOf(shape: TrackedShape): number {
  return shape.kind === 'tiled' ? SLACK * shape.radius : 0;
}

function bindShapes(workspace: TiledWorkspace, shapeA: TrackedShape, shapeB: TrackedShape): void {
  if (workspace.shapeA === shapeA && workspace.shapeB === shapeB) return;
  Object.assign(workspace, createTiledWorkspace(shapeA, shapeB));
}

/** Each side of the slab may be passed by this share of the body's radius: the gap is below 1e-9 for bodies up to 2.5 m. */
const SLACK = 2e-10;
/** Searches after the first that begin where a proof failed. */
const RESTARTS = 4;

/** How far apart are two smooth bodies (or points), where, and how surely? */
export function closestTiled(
  out: TiledClosest,
  shapeA: TrackedShape,
  poseA: ReadonlyPose,
  shapeB: TrackedShape,
  poseB: ReadonlyPose,
  workspace: TiledWorkspace,
): TiledClosest {
  bindShapes(workspace, shapeA, shapeB);
  const { pair } = workspace.solver;
  placePair(pair, poseA, poseB);
  placeAtSeeds(workspace);
  workspace.iterations = 0;
  out.status = 'uncertified';
  out.cells = 0;
  out.lowerBound = 0;
  for (let attempt = 0; attempt <= RESTARTS; attempt++) {
    const found = searchWitnesses(workspace);
    out.iterations = workspace.iterations;
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
    if (attempt === 0 && isOverlapping(workspace)) return overlapping(out, workspace, poseA, true);
  }
  out.errorBound = out.distance - out.lowerBound;
  writePlaces(out, workspace, poseA);
  return out;
}

/** The answer for bodies with a common point: the witnesses' own, or (`inside`) one of both hulls. */
function overlapping(out: TiledClosest, workspace: TiledWorkspace, poseA: ReadonlyPose, inside: boolean): TiledClosest {
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
    const { common: p } = hulls;
    setVec3(out.pointA, o.x + p[0], o.y + p[1], o.z + p[2]);
  }
  copyVec3(out.pointB, out.pointA);
  return out;
}

const ANY_DIRECTION = Float64Array.of(1, 0, 0);

/** n̂ of the witnesses into `direction`, and their distance. */
function measure(out: TiledClosest, { solver: { pair }, direction: m }: TiledWorkspace): void {
  pointToPoint(m, pair);
  const d = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  if (d > 0) for (let k = 0; k < 3; k++) m[k] /= d;
  out.distance = d;
}

/** n̂ and the distance from the contact solver. */
function measureContact(out: TiledClosest, { contact, direction }: TiledWorkspace): void {
  if (contact === null) return;
  direction.set(contact.form.normal);
  out.distance = contact.form.gap;
}

/** Proves both sides of the slab; a refuted witness goes to the place found beyond the plane. */
function proveSlab(out: TiledClosest, workspace: TiledWorkspace): SlabCertificate['verdict'] {
  const { a, b } = workspace.solver.pair;
  const verdict = proveSide(out, workspace, a, 0, 1);
  return verdict === 'proven' ? proveSide(out, workspace, b, ROTATION_B, -1) : verdict;
}

function proveSide(
  out: TiledClosest,
  workspace: TiledWorkspace,
  witness: Witness,
  at: number,
  sign: 1 | -1,
): SlabCertificate['verdict'] {
  const { plane, direction: m, certificate, cells } = workspace;
  const { frame } = workspace.solver.pair;
  const { bodyJet } = witness;
  const slack = sign > 0 ? workspace.slackA : workspace.slackB;
  for (let k = 0; k < 3; k++) {
    plane[k] = sign * (frame[at + k] * m[0] + frame[at + 3 + k] * m[1] + frame[at + 6 + k] * m[2]);
  }
  plane[3] = plane[0] * bodyJet[0] + plane[1] * bodyJet[1] + plane[2] * bodyJet[2] + slack;
  const { verdict, feature, u, v } = certifyBehindPlane(certificate, witness, plane, cells);
  out.cells += certificate.cells;
  if (verdict === 'refuted') placeWitness(witness, feature, u, v);
  return verdict;
}

/** Points and normal in world axes, features and parameters. */
function writePlaces(out: TiledClosest, { solver: { pair }, direction: m }: TiledWorkspace, poseA: ReadonlyPose): void {
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
