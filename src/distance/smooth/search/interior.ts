import { relocationSeeds, SEED_NORMAL, SEED_POINT, SEED_SIZE, spreadSeeds } from '../../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { seesBackSide } from '../witness/back-side.ts';
import { correctPair, FULL_SOLVE } from '../witness/corrector.ts';
import { clearFlow, createFlowMemory, type FlowMemory, type StagePoses } from '../witness/flow-step.ts';
import { createPairWorkspace, type PairWorkspace } from '../witness/pair-workspace.ts';
import { dotAt } from '../witness/projection-error.ts';
import { setWitness, type Witness } from '../witness/witness.ts';
import { evaluatePair, offsetInBody, pairDistance, type WitnessPair } from '../witness/witness-pair.ts';

/**
 * A point inside a convex body. Its closest boundary point lies inside a face (in the plane: a curve), never on an edge or vertex, and
 * jumps where the point crosses the medial axis. So every face has its own witness, constrained to the face: a face witness. The nearest
 * face witness is the witness of the pair. [PG05-6.6]
 */
export interface Interior {
  /** The pair whose witness is the nearest face witness. */
  readonly leader: WitnessPair;
  /** Side of the pair that is the body; the other is the point. */
  readonly side: 'a' | 'b';
  readonly faceWitnesses: readonly FaceWitness[];
  /** Index of the nearest face witness. */
  active: number;
  /** Steps since the face witnesses were compared with samples. */
  age: number;
  /** Another face witness becomes active if it is nearer by this fraction: prevents alternation at equal distances. */
  hysteresis: number;
}

/** Witness of one face and its workspace. */
export interface FaceWitness {
  readonly work: PairWorkspace;
  readonly memory: FlowMemory;
  /** Sets the poses of a stage, copied from the leader. */
  readonly poses: StagePoses;
  /** Sample points of the face: parameters u, v and x y z, body axes. */
  readonly samples: Float64Array;
}

/** Number of samples along a curve, and along each parameter of a face. [PG05-6.6] */
const CURVE_SAMPLES = 17;
const FACE_SAMPLES = 9;
const SAMPLE_SIZE = 5;
/** Steps after which a face witness moves to a sample if that is nearer: a face may have several local minima. */
const RESEED_AFTER = 20;
/** Default hysteresis. */
const NEARER = 1e-9;

/** For a pair of a point and a closed convex body, else null; `poses` sets the poses of the pair at a time. */
export function createInterior(leader: WitnessPair, poses: StagePoses): Interior | null {
  const { shape: shapeA } = leader.a;
  const { shape: shapeB } = leader.b;
  const side = shapeA.kind === 'tiled' ? 'a' : 'b';
  const [body, other] = side === 'a' ? [shapeA, shapeB] : [shapeB, shapeA];
  if (body.kind === 'point' || other.kind !== 'point' || !body.closed || !body.convex) return null;
  const pieces = body.dimension === 2 ? body.edges : body.faces;
  const faceWitnesses = pieces.map((_, feature): FaceWitness => {
    const work = createPairWorkspace(shapeA, shapeB);
    work.pair[side].open = true;
    setWitness(work.pair[side], feature, 0.5, 0.5);
    const ownPoses: StagePoses = (time) => {
      poses(time);
      copyPoses(work.pair, leader);
    };
    return { work, memory: createFlowMemory(), poses: ownPoses, samples: samplesOf(body, feature) };
  });
  return { leader, side, faceWitnesses, active: 0, age: 0, hysteresis: NEARER };
}

function samplesOf(body: TiledBody, feature: number): Float64Array {
  const perSide = body.dimension === 2 ? CURVE_SAMPLES : FACE_SAMPLES;
  const seeds = spreadSeeds(body, perSide);
  const samples: number[] = [];
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    if (seeds[at] !== feature) continue;
    samples.push(seeds[at + 1], seeds[at + 2], ...seeds.subarray(at + SEED_POINT, at + SEED_POINT + 3));
  }
  return Float64Array.from(samples);
}

/**
 * Starts all face witnesses at the poses of the leader, each solved on its own face, and makes the nearest the witness of the leader.
 * False if the point is then found to be outside: the seeds were too sparse.
 */
export function enterInterior(interior: Interior): boolean {
  const { faceWitnesses, side, leader } = interior;
  const witness = leader[side];
  interior.age = 0;
  for (let k = 0; k < faceWitnesses.length; k++) {
    const faceWitness = faceWitnesses[k];
    const own = faceWitness.work.pair;
    copyPoses(own, leader);
    if (witness.feature === k) setWitness(own[side], k, witness.x[0], witness.x[1]);
    moveToNearerSample(faceWitness, side, witness.feature !== k);
    correctPair(faceWitness.work, FULL_SOLVE);
    clearFlow(faceWitness.work, faceWitness.memory);
  }
  interior.active = nearestFaceWitness(interior, -1);
  adoptFaceWitness(interior);
  return seesBackSide(leader, side);
}

/**
 * Call after every face witness has made the step and is evaluated: periodically compares them with samples, selects the nearest
 * and moves the witness of the leader there.
 */
export function updateInterior(interior: Interior): void {
  const { faceWitnesses, side } = interior;
  if (++interior.age >= RESEED_AFTER) {
    interior.age = 0;
    for (const faceWitness of faceWitnesses) {
      if (!moveToNearerSample(faceWitness, side, false)) continue;
      correctPair(faceWitness.work, FULL_SOLVE);
      clearFlow(faceWitness.work, faceWitness.memory);
    }
  }
  interior.active = nearestFaceWitness(interior, interior.active);
  adoptFaceWitness(interior);
}

/** Solves every face witness at the poses of the leader from where it is, and selects the nearest; true if the point is inside. */
export function solveInterior(interior: Interior): boolean {
  const { faceWitnesses, side, leader } = interior;
  for (const { work } of faceWitnesses) {
    copyPoses(work.pair, leader);
    correctPair(work, FULL_SOLVE);
  }
  interior.active = nearestFaceWitness(interior, interior.active);
  adoptFaceWitness(interior);
  return seesBackSide(leader, side);
}

/** Index of the nearest face witness; `held` remains unless another is clearly nearer. */
function nearestFaceWitness({ faceWitnesses, hysteresis }: Interior, held: number): number {
  let best = held;
  let nearest = held < 0 ? Number.POSITIVE_INFINITY : pairDistance(faceWitnesses[held].work.pair) * (1 - hysteresis);
  for (let k = 0; k < faceWitnesses.length; k++) {
    const distance = pairDistance(faceWitnesses[k].work.pair);
    if (k === held || !(distance < nearest)) continue;
    nearest = distance;
    best = k;
  }
  return best;
}

function adoptFaceWitness({ faceWitnesses, active, side, leader }: Interior): void {
  const { feature, x } = faceWitnesses[active].work.pair[side];
  setWitness(leader[side], feature, x[0], x[1]);
  evaluatePair(leader);
}

/** Copies the poses and velocities of the leader. */
export function copyPoses(own: WitnessPair, { frame, twists }: WitnessPair): void {
  own.frame.set(frame);
  own.twists.set(twists);
}

/** The point relative to the witness or to the origin of the body, body axes. */
const r = new Float64Array(3);

/** Is the point behind the tangent planes at all seeds of the body? */
export function seemsInside({ leader, side }: Interior): boolean {
  const { shape, bodyJet } = leader[side];
  if (shape.kind === 'point') return false;
  offsetInBody(r, leader, side);
  for (let k = 0; k < 3; k++) r[k] += bodyJet[k];
  const seeds = relocationSeeds(shape);
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    if (dotAt(r, 0, seeds, at + SEED_NORMAL) > dotAt(seeds, at + SEED_POINT, seeds, at + SEED_NORMAL)) return false;
  }
  return true;
}

/** Moves a face witness to its sample nearest to the point, if that is nearer than the witness, or `always`. */
function moveToNearerSample({ work, samples }: FaceWitness, side: 'a' | 'b', always: boolean): boolean {
  const { pair } = work;
  const witness: Witness = pair[side];
  evaluatePair(pair);
  offsetInBody(r, pair, side);
  let nearest = always ? Number.POSITIVE_INFINITY : r[0] ** 2 + r[1] ** 2 + r[2] ** 2;
  for (let k = 0; k < 3; k++) r[k] += witness.bodyJet[k];
  let best = -1;
  for (let at = 0; at < samples.length; at += SAMPLE_SIZE) {
    const x = samples[at + 2] - r[0];
    const y = samples[at + 3] - r[1];
    const z = samples[at + 4] - r[2];
    const distanceSq = x * x + y * y + z * z;
    if (!(distanceSq < nearest)) continue;
    nearest = distanceSq;
    best = at;
  }
  if (best < 0) return false;
  setWitness(witness, witness.feature, samples[best], samples[best + 1]);
  evaluatePair(pair);
  return true;
}
