import type { ReadonlyPose } from '../../../math/pose.ts';
import { copyVec3, createVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import { type CellStack, createCellStack } from '../witness/cell-stack.ts';
import { certifyBehindPlane, createSlabCertificate, type SlabCertificate } from '../witness/certificate.ts';
import { centreToCentre, pointToPoint } from '../witness/seed-positions.ts';
import { setWitness, type TrackedShape, type Witness } from '../witness/witness.ts';
import { evaluatePoints, ROTATION_B, setPairPoses } from '../witness/witness-pair.ts';
import {
  COMMON_POINT,
  type ColdSearch,
  createColdSearch,
  isOverlapping,
  placeAtSeeds,
  searchWitnesses,
} from './search-witnesses.ts';

/**
 * The closest points of two smooth bodies without an initial guess, with a certificate. [PG05-6.8]
 *
 * A table of points gives the start, the safeguarded corrector the witnesses, and two planes perpendicular to the segment between them the
 * certificate: no point of A lies beyond the one, no point of B beyond the other. If a point does, the search restarts from there.
 */

export interface TiledClosest {
  /**
   * `certified`: the distance is certified to `errorBound`. `overlapping`: the bodies have a common point, which is the result.
   * `uncertified`: the best found; the difference to `lowerBound` is too large (for non-convex bodies, for example).
   */
  status: 'certified' | 'overlapping' | 'uncertified';
  /** Distance of the two points [m], an upper bound; 0 when overlapping. */
  distance: number;
  /** Certified lower bound of the distance [m]. */
  lowerBound: number;
  /** distance - lowerBound [m]. */
  errorBound: number;
  /** On A, world axes [m]. */
  pointA: Vec3;
  /** On B, world axes [m]. */
  pointB: Vec3;
  /** Unit vector from A to B; from centre to centre when overlapping. */
  normal: Vec3;
  /**
   * Feature index of A at `pointA`, see `featureName`. When overlapping, the common point may lie inside both bodies:
   * features and parameters are then those of the last search.
   */
  featureA: number;
  /** Feature index of B at `pointB`. */
  featureB: number;
  /** Parameters on the feature of A: u v on a face, t on an edge or curve (then v is 0), none at a vertex. */
  readonly parametersA: Float64Array;
  /** Parameters on the feature of B, in the same form. */
  readonly parametersB: Float64Array;
  /** Number of Newton steps. */
  iterations: number;
  /** Number of cells of the certificate. */
  cells: number;
}

/** A new result of `closestTiled`, which may be used again. */
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

/** Workspace of `closestTiled`. It caches what depends only on the two shapes: use one per pair for repeated queries. */
export interface TiledWorkspace extends ColdSearch {
  /** How far A may pass its plane [m]. */
  slackA: number;
  /** How far B may pass its plane [m]. */
  slackB: number;
  readonly cells: CellStack;
  readonly certificate: SlabCertificate;
  /** A plane n x y z, offset s, in the frame of a body. */
  readonly plane: Float64Array;
}

/** Workspace of `closestTiled` for two shapes: use one for each pair and pass the shapes in the same order. */
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

/** Slack of each plane as a fraction of the body's radius: the error bound is below 1e-9 for bodies up to 2.5 m. */
const SLACK = 2e-10;
/** Maximum number of restarts from a point that refuted the certificate. */
const RESTARTS = 4;

/**
 * Distance, closest points and certificate of two smooth bodies (or points), written into `out` and returned; world
 * axes [m]. The `status` states whether the distance is certified. `workspace` must be that of the same two shapes.
 *
 * @example
 * ```ts
 * import { pose } from 'appulse';
 * import { featureName, tiledSphere } from 'appulse/nurbs';
 * import { closestTiled, createTiledClosest, createTiledWorkspace } from 'appulse/tracking';
 *
 * const [a, b] = [tiledSphere(1), tiledSphere(0.5)];
 * const found = closestTiled(createTiledClosest(), a, pose(), b, pose([2, 2, 1]), createTiledWorkspace(a, b));
 * console.log(found.status, found.distance.toFixed(9), featureName(a, found.featureA)); // certified 1.500000000 north 1
 * ```
 */
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
  setPairPoses(pair, poseA, poseB);
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
    const verdict = certifySlab(out, workspace);
    if (verdict === 'certified') {
      out.status = 'certified';
      out.lowerBound = Math.max(0, out.distance - workspace.slackA - workspace.slackB);
    }
    if (verdict !== 'refuted') break;
    if (attempt === 0 && isOverlapping(workspace)) return overlapping(out, workspace, poseA, true);
  }
  out.errorBound = out.distance - out.lowerBound;
  writeWitnessPoints(out, workspace, poseA);
  return out;
}

/** Result for bodies with a common point: that of the witnesses, or (`inside`) one of both hulls. */
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
  writeWitnessPoints(out, workspace, poseA);
  if (inside) {
    const { position: o } = poseA;
    const { common: p } = hulls;
    setVec3(out.pointA, o.x + p[0], o.y + p[1], o.z + p[2]);
  }
  copyVec3(out.pointB, out.pointA);
  return out;
}

const ANY_DIRECTION = Float64Array.of(1, 0, 0);

/** Writes n̂ of the witnesses to `direction`, and their distance. */
function measure(out: TiledClosest, { solver: { pair }, direction: m }: TiledWorkspace): void {
  pointToPoint(m, pair);
  const d = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  if (d > 0) for (let k = 0; k < 3; k++) m[k] /= d;
  out.distance = d;
}

/** Writes n̂ and the distance of the contact solver. */
function measureContact(out: TiledClosest, { contact, direction }: TiledWorkspace): void {
  if (contact === null) return;
  direction.set(contact.form.normal);
  out.distance = contact.form.gap;
}

/** Certifies both planes of the slab; if refuted, the witness moves to the point found beyond its plane. */
function certifySlab(out: TiledClosest, workspace: TiledWorkspace): SlabCertificate['verdict'] {
  const { a, b } = workspace.solver.pair;
  const verdict = certifySide(out, workspace, a, 0, 1);
  return verdict === 'certified' ? certifySide(out, workspace, b, ROTATION_B, -1) : verdict;
}

function certifySide(
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
  if (verdict === 'refuted') setWitness(witness, feature, u, v);
  return verdict;
}

/** Writes points and normal in world axes, features and parameters. */
function writeWitnessPoints(
  out: TiledClosest,
  { solver: { pair }, direction: m }: TiledWorkspace,
  poseA: ReadonlyPose,
): void {
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
