import { createPose, type ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, copyVec3, createVec3, lengthVec3, setVec3, subVec3 } from '../../math/vec3.ts';
import { createPoint } from '../../shapes/point.ts';
import { relocationSeeds } from '../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import { type Contact, copyContact, createContact, flipContact } from '../contact.ts';
import { isUnique, NEAR, SAME, touchingNormal, writeNormal } from './contact-normal.ts';
import { type CandidateSearch, createCandidateSearch, searchCandidates } from './search/candidates.ts';
import {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
  type TiledClosest,
  type TiledWorkspace,
} from './search/closest-tiled.ts';
import { boundDepth, createDepthBound } from './search/depth-bound.ts';
import { createInterior, enterInterior, type Interior } from './search/interior.ts';
import { searchOverlap, takeDirection } from './search/overlap-search.ts';
import { deepestSeed, poseAtSeed } from './search/seed-depth.ts';
import { closestBySupport } from './support-contact.ts';
import { nameFeatures } from './tracking/tracker-contact.ts';
import { type ContactSolver, createContactSolver } from './witness/contact-solve.ts';
import { isBehindSurface, moveToBoundaryFeature } from './witness/surface-side.ts';
import type { TrackedShape } from './witness/witness.ts';
import {
  evaluatePair,
  pairDistance,
  restoreWitnesses,
  saveWitnesses,
  type WitnessPair,
} from './witness/witness-pair.ts';

/** Workspace of one pair of shapes, cached as long as both exist: all queries on the two shapes reuse it. */
interface TiledPair {
  readonly cold: TiledWorkspace;
  readonly closest: TiledClosest;
  /** For two convex bodies: their depth. */
  readonly contact: ContactSolver | null;
  /** For a point inside a convex body with pieces without control points. */
  readonly interior: Interior | null;
  /** All pairs of pieces, for non-convex bodies and for points inside. Null for pieces without control points. */
  readonly candidates: CandidateSearch | null;
}

/** Tolerance between the bounds of a search over all pieces, as a fraction of the size. */
const TOLERANCE = 1e-10;

/**
 * Signed distance of a point or smooth body A and a smooth body B. Convex and separate: certified by two planes [PG05-6.8]; a point
 * inside: bounds over all faces [PG05-6.7]; overlapping: the smallest depth found over many directions, bounded from below by EPA in space [PG05-7]. Non-convex: certified over
 * all pieces if separate, a lower bound of the depth if overlapping.
 */
export function closestTiledShapes(
  out: Contact,
  shapeA: TrackedShape,
  poseA: ReadonlyPose,
  shapeB: TrackedShape,
  poseB: ReadonlyPose,
): Contact {
  const work = pairOf(shapeA, shapeB);
  const { cold, closest, contact, candidates } = work;
  if (candidates !== null && !(isSolid(shapeA) && isSolid(shapeB))) {
    return closestSurfaces(out, work, candidates, poseA, poseB);
  }
  closestTiled(closest, shapeA, poseA, shapeB, poseB, cold);
  evaluatePair(cold.solver.pair);
  if (closest.status === 'certified') return writeApart(out, work, poseA);
  if (closest.status === 'uncertified' && closestBySupport(out, cold, poseA, poseB)) return out;
  return contact === null ? closestInside(out, work, poseA, poseB) : closestOverlap(out, work, contact, poseA, poseB);
}

function isSolid(shape: TrackedShape): boolean {
  return shape.kind === 'point' || (shape.closed && shape.convex);
}

const POINT = createPoint();
const pairs = new WeakMap<TrackedShape, WeakMap<TrackedShape, TiledPair>>();

function pairOf(shapeA: TrackedShape, shapeB: TrackedShape): TiledPair {
  let partners = pairs.get(shapeA);
  if (partners === undefined) {
    partners = new WeakMap();
    pairs.set(shapeA, partners);
  }
  let work = partners.get(shapeB);
  if (work === undefined) {
    work = createTiledPair(shapeA, shapeB);
    partners.set(shapeB, work);
  }
  return work;
}

function createTiledPair(shapeA: TrackedShape, shapeB: TrackedShape): TiledPair {
  const cold = createTiledWorkspace(shapeA, shapeB);
  const { pair } = cold.solver;
  const bodies = shapeA.kind === 'tiled' && shapeB.kind === 'tiled';
  const controlPoints = hasControlPoints(shapeA) && hasControlPoints(shapeB);
  if (!controlPoints && !(isSolid(shapeA) && isSolid(shapeB))) {
    throw new RangeError('closest: if a body is not convex, both bodies must consist of Bezier pieces');
  }
  return {
    cold,
    closest: createTiledClosest(),
    contact: bodies ? createContactSolver(pair) : null,
    interior: controlPoints ? null : createInterior(pair, () => {}),
    candidates: controlPoints ? createCandidateSearch(shapeA, shapeB) : null,
  };
}

/** Are there control points for bounds: is it a point, or are all faces Bezier patches? */
export function hasControlPoints(shape: TrackedShape): boolean {
  return shape.kind === 'point' || shape.faces.every(({ patch }) => patch.kind === 'bezier');
}

/** Writes points and features of an evaluated pair; `out` already has the signed distance [m] and the normal. */
function writeWitnesses(out: Contact, pair: WitnessPair, { position: o }: ReadonlyPose): Contact {
  const { jet } = pair.a;
  setVec3(out.pointA, o.x + jet[0], o.y + jet[1], o.z + jet[2]);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  nameFeatures(out, pair);
  return out;
}

const saved = new Float64Array(6);

function writeApart(out: Contact, { cold, closest, contact }: TiledPair, poseA: ReadonlyPose): Contact {
  const { pair } = cold.solver;
  out.distance = pairDistance(pair);
  out.status = 'bounded';
  out.errorBound = closest.errorBound;
  out.iterations = closest.iterations;
  out.unique = isUnique(pair);
  if (out.distance > NEAR * pair.size) {
    writeNormal(out, pair);
    return writeWitnesses(out, pair, poseA);
  }
  saveWitnesses(saved, pair);
  if (!touchingNormal(out, pair, contact)) {
    // undo the moves of the search for a normal
    restoreWitnesses(pair, saved);
    evaluatePair(pair);
    writeNormal(out, pair);
  }
  return writeWitnesses(out, pair, poseA);
}

/** Depths that differ by less than this fraction of the size are equal. */
const SAME_DEPTH = 1e-8;
const bound = createDepthBound();

/** Two convex bodies without a certificate of separation: search all directions. */
function closestOverlap(
  out: Contact,
  work: TiledPair,
  contact: ContactSolver,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
): Contact {
  searchOverlap(contact);
  const { form, pair } = contact;
  // EPA bounds the depth; if it has found a smaller one, its direction is taken
  const isBounded = form.gap < 0 && boundDepth(bound, contact);
  const lowerDepth = bound.lower;
  if (isBounded && bound.upper < -form.gap - SAME_DEPTH * pair.size) takeDirection(contact, bound.direction);
  const { normal, gap } = form;
  out.distance = gap;
  setVec3(out.normal, normal[0], normal[1], normal[2]);
  // for touching bodies the gap may be positive by rounding
  out.status = gap < 0 ? 'approximate' : 'bounded';
  out.errorBound = gap < 0 ? 0 : pairDistance(pair);
  out.iterations = work.closest.iterations + contact.iterations;
  out.unique = true;
  writeWitnesses(out, pair, poseA);
  if (out.errorBound > SAME * pair.size) boundTouching(out, work, poseA, poseB);
  else if (gap < 0 && gap > -NEAR * pair.size) {
    // the depth has no bound, but its points are on the bodies
    addScaledVec3(miss, setVec3(miss, pair.delta[0], pair.delta[1], pair.delta[2]), out.normal, gap);
    out.errorBound = lengthVec3(miss);
    if (out.errorBound > SAME * pair.size) boundTouching(out, work, poseA, poseB);
    out.errorBound = 0;
  }
  if (isBounded && gap < 0) {
    out.status = 'bounded';
    out.errorBound = Math.max(0, -gap - lowerDepth);
  }
  return out;
}

const pointPose = createPose();

/** Maximum number of projections from body to body, from the support point of either. */
const PROJECTIONS = 5;
const nearA = createVec3();
const nearB = createVec3();
const farB = createVec3();
const miss = createVec3();

/**
 * The support points of touching flat faces may lie anywhere on them, far from facing each other. Projecting such a point onto the other
 * body, and back, gives upper bounds of the distance of the bodies that never increase. The points found by the search for closest points
 * are tried first: it may have found them without a certificate.
 */
function boundTouching(out: Contact, { cold, closest }: TiledPair, poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  const { shapeA, shapeB, solver } = cold;
  const { pointA, normal, distance } = out;
  const { delta, size } = solver.pair;
  copyVec3(nearA, pointA);
  setVec3(farB, pointA.x - delta[0], pointA.y - delta[1], pointA.z - delta[2]);
  addScaledVec3(miss, subVec3(miss, closest.pointB, closest.pointA), normal, -distance);
  const apart = lengthVec3(miss);
  if (apart < out.errorBound) {
    out.errorBound = apart;
    copyVec3(pointA, closest.pointA);
  }
  for (let k = 0; k < 2 * PROJECTIONS && out.errorBound > SAME * size; k++) {
    if (k === PROJECTIONS) copyVec3(nearB, farB);
    const fromA = k < PROJECTIONS ? k % 2 === 0 : (k - PROJECTIONS) % 2 === 1;
    copyVec3(pointPose.position, fromA ? nearA : nearB);
    closestTiledShapes(trial, POINT, pointPose, fromA ? shapeB : shapeA, fromA ? poseB : poseA);
    copyVec3(fromA ? nearB : nearA, trial.pointB);
    // pointA + distance · normal misses the other body by at most this
    addScaledVec3(miss, subVec3(miss, nearB, nearA), normal, -distance);
    const off = lengthVec3(miss) + trial.errorBound;
    if (!(off < out.errorBound)) continue;
    out.errorBound = off;
    copyVec3(pointA, nearA);
  }
  addScaledVec3(out.pointB, pointA, normal, distance);
}

/** A point inside a convex body, or so near that it may be: the closest point of the whole boundary. */
function closestInside(out: Contact, work: TiledPair, poseA: ReadonlyPose, poseB: ReadonlyPose): Contact {
  const { interior, candidates, cold } = work;
  if (candidates !== null) return closestSurfaces(out, work, candidates, poseA, poseB);
  const { pair } = cold.solver;
  if (interior !== null) enterInterior(interior);
  out.status = 'approximate';
  out.errorBound = 0;
  out.iterations = 0;
  return writeSigned(out, pair, poseA);
}

/** All pairs of pieces; the side of the surface gives the sign. [PG05-6.7] */
function closestSurfaces(
  out: Contact,
  { cold }: TiledPair,
  candidates: CandidateSearch,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
): Contact {
  const { pair } = candidates.work;
  const tolerance = TOLERANCE * pair.size;
  // discard the minima of the last query: equal queries give equal results
  candidates.minima.length = 0;
  searchCandidates(candidates, poseA, poseB, tolerance);
  const { distance, lowerBound, solves } = candidates;
  const { shapeA, shapeB } = cold;
  const bodies = shapeA.kind === 'tiled' && shapeB.kind === 'tiled';
  if (bodies && distance <= tolerance && writeSeedDepth(out, shapeA, poseA, shapeB, poseB)) return out;
  moveToBoundaryFeature(pair.a);
  moveToBoundaryFeature(pair.b);
  evaluatePair(pair);
  out.errorBound = distance - lowerBound;
  out.iterations = solves;
  writeSigned(out, pair, poseA);
  // only for a point is the depth the distance to the boundary; for a body inside another, or intersecting boundaries, it may be larger
  out.status = bodies && (out.distance < 0 || distance <= tolerance) ? 'approximate' : 'bounded';
  return out;
}

const trial = createContact();

/** Depth of bodies with intersecting boundaries: the deepest seed of either inside the other; false if none is, as for mere touching. */
function writeSeedDepth(
  out: Contact,
  bodyA: TiledBody,
  poseA: ReadonlyPose,
  bodyB: TiledBody,
  poseB: ReadonlyPose,
): boolean {
  out.distance = 0;
  const inB = deepestSeed(bodyA, poseA, bodyB, poseB);
  if (inB >= 0) closestSeed(out, bodyA, poseA, inB, bodyB, poseB);
  const inA = deepestSeed(bodyB, poseB, bodyA, poseA);
  if (inA >= 0 && closestSeed(trial, bodyB, poseB, inA, bodyA, poseA).distance < out.distance) {
    flipContact(copyContact(out, trial));
  }
  out.status = 'approximate';
  return out.distance < 0;
}

function closestSeed(
  out: Contact,
  body: TiledBody,
  pose: ReadonlyPose,
  at: number,
  other: TiledBody,
  otherPose: ReadonlyPose,
): Contact {
  const seeds = relocationSeeds(body);
  closestTiledShapes(out, POINT, poseAtSeed(seeds, at, pose), other, otherPose);
  out.featureA = body.dimension === 2 ? 'edge' : 'face';
  out.indexA = seeds[at];
  return out;
}

/** Signed distance and normal of witnesses at closest boundary points, on either side of the surface. */
export function writeSigned(out: Contact, pair: WitnessPair, poseA: ReadonlyPose): Contact {
  const distance = pairDistance(pair);
  const inside = isBehindSurface(pair, 'a') || isBehindSurface(pair, 'b');
  out.distance = inside ? -distance : distance;
  out.unique = inside || isUnique(pair);
  if (distance <= NEAR * pair.size && touchingNormal(out, pair, null)) return writeWitnesses(out, pair, poseA);
  writeNormal(out, pair);
  return writeWitnesses(out, pair, poseA);
}
