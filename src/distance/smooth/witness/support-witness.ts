import { superquadricSupportPoint } from '../../../shapes/nurbs/superquadric.ts';
import { SEED_POINT, SEED_SIZE, startSeeds } from '../../../shapes/tiled/seeds.ts';
import { boundedStep, type HeldBounds } from './bounded-step.ts';
import { allFree, factorShifted } from './cholesky.ts';
import { dotAt, faceNormal } from './projection-error.ts';
import { switchByDirection } from './switching.ts';
import { boundsOf, evaluateWitness, SECONDS, setWitness, setWitnessAt, TANGENTS, type Witness } from './witness.ts';

/**
 * Support point of a convex body in direction m, by hill climbing over its features: bounded Newton steps on -m·f, and switches by
 * direction. It ends where m lies in the normal cone of the feature, which on a convex body is the support point. [PG05-6.2], [PG05-7]
 */

const STEPS = 60;
const HALVINGS = 30;
/** Required fraction of the predicted increase (Armijo); an increase below this fraction of the size is rounding and not tested. */
const ARMIJO = 1e-4;
const UNTESTED = 1e-15;
/** Convergence: the witness moves by less than this fraction of the body's size. */
const AT_REST = 1e-13;
/** A curvature below this fraction of one over the size counts as zero: steps are then as long as the body. */
const FLAT = 1e-6;
/** A slope below this is the rounding of a level surface. */
const LEVEL = 1e-14;
/** Squared tangent lengths below this fraction of the largest count as degenerate. */
const TINY = 1e-12;

const slope = new Float64Array(4);
const matrix = new Float64Array(16);
const factor = new Float64Array(16);
const scale = new Float64Array(4);
const step = new Float64Array(4);
const origin = new Float64Array(2);
const bounds: HeldBounds = { lower: 0, upper: 0 };

const parameters = new Float64Array(2);

/** Sets a witness to the support seed of its body in `direction` (body axes); on a superellipsoid to the support point. */
export function placeAtSupportSeed(witness: Witness, direction: Float64Array): void {
  if (witness.shape.kind === 'point') return;
  const { faces } = witness.shape;
  for (let face = 0; face < faces.length; face++) {
    const { patch } = faces[face];
    if (patch.kind !== 'superquadric') break;
    if (superquadricSupportPoint(parameters, patch, direction)) {
      setWitness(witness, face, parameters[0], parameters[1]);
      return;
    }
  }
  const seeds = startSeeds(witness.shape);
  let best = 0;
  for (let at = SEED_SIZE; at < seeds.length; at += SEED_SIZE) {
    if (dotAt(seeds, at + SEED_POINT, direction, 0) > dotAt(seeds, best + SEED_POINT, direction, 0)) best = at;
  }
  setWitnessAt(witness, seeds, best);
}

/** Moves the witness to the support point in the unit direction `direction` (body axes); leaves it evaluated there. */
export function climbWitness(witness: Witness, direction: Float64Array): void {
  evaluateWitness(witness);
  if (witness.shape.kind === 'point') return;
  const size = witness.shape.radius;
  for (let k = 0; k < STEPS; k++) {
    const move = witness.dimension > 0 ? climbStep(witness, direction, size) : 0;
    const switched = switchByDirection(witness, direction);
    if (switched) evaluateWitness(witness);
    else if (move <= AT_REST * size) return;
  }
}

/** One bounded ascent step; returns the displacement [m]. */
function climbStep(witness: Witness, direction: Float64Array, size: number): number {
  const { x, bodyJet, dimension: n } = witness;
  steepness(witness, direction, size);
  const atBounds = boundsOf(witness);
  bounds.lower = (atBounds & 1) | ((atBounds >> 1) & 2);
  bounds.upper = ((atBounds >> 1) & 1) | ((atBounds >> 2) & 2);
  boundedStep(step, matrix, slope, n, bounds, 0);
  const height = dotAt(bodyJet, 0, direction, 0);
  origin.set(x);
  let promised = 0;
  for (let i = 0; i < n; i++) promised -= slope[i] * step[i];
  const untested = promised <= UNTESTED * size;
  let fraction = 1;
  for (let halving = 0; halving < HALVINGS; halving++, fraction *= 0.5) {
    let rise = 0;
    for (let i = 0; i < n; i++) {
      x[i] = Math.min(1, Math.max(0, origin[i] + fraction * step[i]));
      rise -= slope[i] * (x[i] - origin[i]);
    }
    evaluateWitness(witness);
    // where a surface is flatter than its second derivatives indicate, a step without predicted increase may lead far down
    const min = untested ? -UNTESTED * size : ARMIJO * Math.max(0, rise);
    if (dotAt(bodyJet, 0, direction, 0) >= height + min) break;
  }
  let move = 0;
  for (let i = 0; i < n; i++) move = Math.max(move, Math.abs(x[i] - origin[i]) * Math.sqrt(scale[i]));
  return move;
}

/**
 * Gradient and Hessian of -m·f: the exact second derivatives if they are positive definite. Else, on flat and singly curved pieces, the
 * curvature along the normal and the metric, scaled so that a step along a flat direction is as long as the body (the bounds and the
 * halving shorten it) and vanishes with the slope.
 */
function steepness({ bodyJet, dimension: n }: Witness, direction: Float64Array, size: number): void {
  let largest = 0;
  let steepest = LEVEL;
  for (let i = 0; i < n; i++) {
    const tangent = TANGENTS + 3 * i;
    slope[i] = -dotAt(bodyJet, tangent, direction, 0);
    scale[i] = dotAt(bodyJet, tangent, bodyJet, tangent);
    largest = Math.max(largest, scale[i]);
    for (let k = 0; k < n; k++) matrix[4 * i + k] = -dotAt(bodyJet, SECONDS + 3 * (i + k), direction, 0);
  }
  for (let i = 0; i < n; i++) {
    scale[i] = Math.max(scale[i], TINY * largest, Number.MIN_VALUE);
    steepest = Math.max(steepest, Math.abs(slope[i]) / Math.sqrt(scale[i]));
  }
  if (factorShifted(factor, matrix, scale, FLAT / size, n, allFree(n))) return;
  const bent = n === 2 && normalCurvature(bodyJet, direction);
  if (!bent || !factorShifted(factor, matrix, scale, -FLAT / size, n, allFree(n))) matrix.fill(0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      matrix[4 * i + k] += (dotAt(bodyJet, TANGENTS + 3 * i, bodyJet, TANGENTS + 3 * k) * steepest) / size;
    }
    matrix[5 * i] += (FLAT * scale[i] * steepest) / size;
  }
}

const normal = new Float64Array(3);

/** The Hessian of -m·f with the components of the second derivatives along the normal only; false on a far side. */
function normalCurvature(jet: Float64Array, direction: Float64Array): boolean {
  const normalSq = faceNormal(normal, jet);
  const height = -dotAt(normal, 0, direction, 0) / normalSq;
  if (!(height < 0)) return false;
  for (let i = 0; i < 2; i++) {
    for (let k = 0; k < 2; k++) matrix[4 * i + k] = height * dotAt(normal, 0, jet, SECONDS + 3 * (i + k));
  }
  return true;
}
