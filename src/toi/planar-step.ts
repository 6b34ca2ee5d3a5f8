/**
 * How far can two convex bodies advance before they can touch? [CP13-4.2]
 *
 * In the rotating axes of body X, a vertex of body Y is q = o + r with o the origin of Y. Its height over the face of X with
 * outward normal n and offset h is
 *
 *   f = n·q - h,   f' = n·q',   q' = o' + Δ × r,   |q''| ≤ M = Δ² ρ_Y + |a| + 2 |ω_X| |v| + ω_X² D,   Δ = ω_Y - ω_X
 *
 * (the difference of the angular velocities, a smaller bound than |ω_X| + |ω_Y|; with angular accelerations, M has
 * |α_Y - α_X| ρ_Y + |α_X| D more, and ω_X and Δ are their largest values within a horizon), so f stays above zero at least until the first root
 * of f + f' s - M s²/2. A face separates the bodies until the first vertex can touch it; the bodies can advance as long as the
 * best face lasts. Compared with `separating-plane.ts`, a face of a polygon has W = ω_X, and the tangent of a disc, which does
 * not rotate, W = 0.
 */
import type { PlanarBody } from './planar-body.ts';

/** Numbers of a parabola: f, rate, deceleration and its first root. */
export const PARABOLA_LENGTH = 4;

/** Fraction of the contact tolerance: rounding error of f. */
const SLIDING = 0.1;

/** The face that separates the bodies longest. */
export interface SafeStep {
  /** [m] Below this a vertex counts as touching its face. */
  contactTolerance: number;
  /** [m] Bodies that overlap by less at the start count as touching. */
  overlapTolerance: number;
  /** [m] A face with a vertex below this does not separate the bodies. */
  lowest: number;
  /** [s]; 0: touching and approaching; -1: no face separates the bodies. */
  step: number;
  body: PlanarBody;
  face: number;
  /** The vertex of the other body that limits the step. */
  vertex: number;
  /** f [m], f' [m/s] and M [m/s²] of that vertex. */
  separation: number;
  rate: number;
  accelerationBound: number;
}

const parabola = new Float64Array(PARABOLA_LENGTH);

/** First s ≥ 0 at which f + rate s - deceleration s²/2 = 0, for f > 0, in the form without cancellation. */
export function firstRoot(f: number, rate: number, deceleration: number): number {
  parabola[0] = f;
  parabola[1] = rate;
  parabola[2] = deceleration;
  findFirstRoot(parabola);
  return parabola[3];
}

/** Writes `firstRoot` of a parabola, f, rate and deceleration, behind them: packed, because numbers passed as arguments are boxed in the hot loop. */
export function findFirstRoot(parabola: Float64Array): void {
  const f = parabola[0];
  const rate = parabola[1];
  const deceleration = parabola[2];
  const discriminant = rate * rate + 2 * deceleration * f;
  if (rate < 0) {
    parabola[3] = discriminant < 0 ? Number.POSITIVE_INFINITY : (2 * f) / (Math.sqrt(discriminant) - rate);
  } else {
    parabola[3] = deceleration > 0 ? (rate + Math.sqrt(discriminant)) / deceleration : Number.POSITIVE_INFINITY;
  }
}

/** Ends the step where the vertex that limits it can touch the face itself, not just its tolerance. */
export function stepToFace(best: SafeStep): void {
  parabola[0] = best.separation;
  parabola[1] = best.rate;
  parabola[2] = best.accelerationBound;
  findFirstRoot(parabola);
  best.step = parabola[3];
}

/**
 * Finds the face with the longest safe step at the current time. Faces that clearly separate the bodies come first; only if
 * there is none the bodies touch, and a touching face counts while its vertices leave it or slide along it. At the `start`, when
 * the history of the bodies is unknown, any face is used; later only the face of the last pass. Any other face would let thin
 * bodies pass through each other: from the far side of a rod a vertex that penetrates appears to leave.
 */
export function findSafeStep(best: SafeStep, a: PlanarBody, b: PlanarBody, start: boolean): void {
  const { body, face } = best;
  best.step = -1;
  best.lowest = best.contactTolerance;
  // the face of the last pass is usually the best again
  if (face < body.faceCount) tryFace(best, body, face);
  tryAllFaces(best, a, b);
  if (best.step >= 0) return;
  best.lowest = -best.overlapTolerance;
  if (start) {
    tryAllFaces(best, a, b);
    return;
  }
  tryFace(best, body, face);
  if (isSegmentCore(a) && isSegmentCore(b)) return;
  // bodies with an interior may come to slide along a face, exactly except for rounding
  best.lowest = -SLIDING * best.contactTolerance;
  tryAllFaces(best, a, b);
}

function isSegmentCore(body: PlanarBody): boolean {
  return body.radius === 0 && (body.vertexCount === 1 || body.vertexCount === 2);
}

function tryAllFaces(best: SafeStep, a: PlanarBody, b: PlanarBody): void {
  for (let face = 0; face < a.faceCount; face++) tryFace(best, a, face);
  for (let face = 0; face < b.faceCount; face++) tryFace(best, b, face);
}

function tryFace(best: SafeStep, body: PlanarBody, face: number): void {
  const { vertices, vertexCount, radius } = body.other;
  const { contactTolerance, lowest } = best;
  const nx = body.normals[2 * face];
  const ny = body.normals[2 * face + 1];
  const base = nx * body.originX + ny * body.originY - body.offsets[face] - radius;
  // n in the other body's axes, where its vertices are fixed
  const mx = body.rotationCos * nx + body.rotationSin * ny;
  const my = body.rotationCos * ny - body.rotationSin * nx;

  // hill climbing to the vertex nearest to the face; far behind the face it may end early
  let near = body.startVertex;
  let f = base + mx * vertices[2 * near] + my * vertices[2 * near + 1];
  for (let ahead = 1, moved = vertexCount === 1; f >= lowest; ) {
    let next = near + ahead;
    if (next === vertexCount) next = 0;
    else if (next < 0) next = vertexCount - 1;
    const fNext = base + mx * vertices[2 * next] + my * vertices[2 * next + 1];
    if (fNext < f) {
      f = fNext;
      near = next;
      moved = true;
    } else if (moved || ahead < 0) {
      break;
    } else {
      ahead = -1;
    }
  }
  body.startVertex = near;
  if (f < lowest) return;

  const { relativeAngularVelocity, speed } = body;
  const baseRate = nx * body.rateX + ny * body.rateY;
  const accelerationBound = body.accelerationBound - nx * body.accelerationX - ny * body.accelerationY;
  const positiveBound = Math.max(accelerationBound, 0);
  const closing = -body.restThreshold;
  const separation = f;
  const longest = best.step;
  // while the whole bounding circle of the other body is beyond the face, its angular velocity does not matter
  const clearance = base - body.other.boundingRadius;
  let circleStep = 0;
  if (clearance > 0) {
    parabola[0] = clearance;
    parabola[1] = baseRate;
    parabola[2] = accelerationBound - body.centripetalBound;
    findFirstRoot(parabola);
    circleStep = parabola[3];
  }
  let step = Number.POSITIVE_INFINITY;
  let vertex = near;
  let vertexF = f;
  let vertexRate = 0;
  // the nearest vertex first, then all: hill climbing may have ended early where vertices nearly coincide
  for (let i = -1; i < vertexCount; i++) {
    const candidate = i < 0 ? near : i;
    const x = vertices[2 * candidate];
    const y = vertices[2 * candidate + 1];
    f = base + mx * x + my * y;
    if (f < lowest) return;
    if (f >= speed * step) continue;
    const rate = baseRate + relativeAngularVelocity * (my * x - mx * y);
    let s = 0;
    if (f > contactTolerance || rate >= closing) {
      // touching, but leaving or sliding: it may use up the tolerance
      const height = Math.max(f, contactTolerance);
      // root finding is expensive: skip vertices that cannot limit the step, and faces that cannot win
      if (height + step * (rate - 0.5 * positiveBound * step) >= 0) continue;
      if (
        circleStep < longest &&
        height < speed * longest &&
        height + longest * (rate - 0.5 * accelerationBound * longest) < 0
      )
        return;
      parabola[0] = height;
      parabola[1] = rate;
      parabola[2] = accelerationBound;
      findFirstRoot(parabola);
      s = Math.max(height / speed, parabola[3], circleStep);
    }
    if (s < step || i < 0) {
      step = s;
      vertex = candidate;
      vertexF = f;
      vertexRate = rate;
      if (step < longest || (step === longest && (step > 0 || separation <= best.separation))) return;
    }
  }
  best.step = step;
  best.body = body;
  best.face = face;
  best.vertex = vertex;
  best.separation = vertexF;
  best.rate = vertexRate;
  best.accelerationBound = accelerationBound;
}
