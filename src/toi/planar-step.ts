/**
 * How far may two convex bodies go on before they can touch? [CP13] spec 4.2, general pairs spec 4.
 *
 * Seen from the turning axes of body X, a vertex of body Y is q = o + r with o the origin of Y. Over the face of X with
 * outward normal n and offset h it stands at
 *
 *   f = n·q - h,   f' = n·q',   q' = o' + Δ × r,   |q''| ≤ M = Δ² ρ_Y + |a| + 2 |ω_X| |v| + ω_X² D,   Δ = ω_Y - ω_X
 *
 * (the spec adds |ω_X| and |ω_Y| where their difference is enough), so f stays above zero at least until the first root
 * of f + f' s - M s²/2. A face separates the bodies until the first vertex may reach it; the bodies may go on as
 * long as the best face lasts. With W the turning rate of the direction in the general pairs' plane step, a face of a
 * polygon is W = ω_X and the tangent of a disc, which does not turn, W = 0.
 */
import type { PlanarSide } from './planar-body.ts';

/** A share of the contact tolerance: rounding of f. */
const SLIDING = 0.1;

/** The face that keeps the bodies apart longest. */
export interface SafeStep {
  /** [m] Below this a vertex counts as touching its face. */
  contactTolerance: number;
  /** [m] Bodies that overlap by less at the start count as touching. */
  overlapTolerance: number;
  /** [m] A face with a vertex below this does not separate the bodies. */
  lowest: number;
  /** [s]; 0: touching and closing in; -1: no face separates the bodies. */
  step: number;
  side: PlanarSide;
  face: number;
  /** The vertex of the other body that limits the step. */
  vertex: number;
  /** f [m], f' [m/s] and M [m/s²] of that vertex. */
  separation: number;
  rate: number;
  bend: number;
}

/** First s ≥ 0 at which f + rate s - bend s²/2 = 0, for f > 0, in the form that does not cancel. */
export function firstRoot(f: number, rate: number, bend: number): number {
  parabola[0] = f;
  parabola[1] = rate;
  parabola[2] = bend;
  findFirstRoot();
  return parabola[3];
}

/** f, rate, bend and the root: packed, because numbers handed over one by one are boxed in the hot loop. */
export const parabola = new Float64Array(4);

/** `firstRoot` of the `parabola`. */
export function findFirstRoot(): void {
  const f = parabola[0];
  const rate = parabola[1];
  const bend = parabola[2];
  const discriminant = rate * rate + 2 * bend * f;
  if (rate < 0) {
    parabola[3] = discriminant < 0 ? Number.POSITIVE_INFINITY : (2 * f) / (Math.sqrt(discriminant) - rate);
  } else {
    parabola[3] = bend > 0 ? (rate + Math.sqrt(discriminant)) / bend : Number.POSITIVE_INFINITY;
  }
}

/** Makes the step end where the vertex that limits it may reach the face itself, not just its tolerance. */
export function stepToFace(best: SafeStep): void {
  parabola[0] = best.separation;
  parabola[1] = best.rate;
  parabola[2] = best.bend;
  findFirstRoot();
  best.step = parabola[3];
}

/**
 * Finds the face with the longest safe step at the current time. Faces that keep the bodies properly apart come first;
 * only if there is none the bodies touch, and a touching face counts while its vertices leave it or slide along it.
 * That is taken from `start`, when nothing is known of the bodies' past, or from the face of the last pass. Any other
 * face would let thin bodies pass through each other: the far side of a rod sees a vertex that comes through as leaving.
 */
export function findSafeStep(best: SafeStep, a: PlanarSide, b: PlanarSide, start: boolean): void {
  const { side, face } = best;
  best.step = -1;
  best.lowest = best.contactTolerance;
  // the face of the last pass mostly wins again
  if (face < side.faceCount) tryFace(best, side, face);
  tryAllFaces(best, a, b);
  if (best.step >= 0) return;
  best.lowest = -best.overlapTolerance;
  if (start) {
    tryAllFaces(best, a, b);
    return;
  }
  tryFace(best, side, face);
  if (isThin(a) && isThin(b)) return;
  // bodies with an inside may come to slide along a face, exactly but for rounding
  best.lowest = -SLIDING * best.contactTolerance;
  tryAllFaces(best, a, b);
}

function isThin(side: PlanarSide): boolean {
  return side.radius === 0 && (side.vertexCount === 1 || side.vertexCount === 2);
}

function tryAllFaces(best: SafeStep, a: PlanarSide, b: PlanarSide): void {
  for (let face = 0; face < a.faceCount; face++) tryFace(best, a, face);
  for (let face = 0; face < b.faceCount; face++) tryFace(best, b, face);
}

function tryFace(best: SafeStep, side: PlanarSide, face: number): void {
  const { vertices, vertexCount, radius } = side.other;
  const { contactTolerance, lowest } = best;
  const nx = side.normals[2 * face];
  const ny = side.normals[2 * face + 1];
  const base = nx * side.originX + ny * side.originY - side.offsets[face] - radius;
  // n in the other body's axes, where its vertices stand still
  const mx = side.rotationCos * nx + side.rotationSin * ny;
  const my = side.rotationCos * ny - side.rotationSin * nx;

  // climb to the vertex nearest to the face; far behind the face the climb need not end
  let near = side.climbed;
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
  side.climbed = near;
  if (f < lowest) return;

  const { relativeAngularVelocity, speed } = side;
  const baseRate = nx * side.rateX + ny * side.rateY;
  const bend = side.bend - nx * side.accelerationX - ny * side.accelerationY;
  const concaveBend = Math.max(bend, 0);
  const closing = -side.restitutionThreshold;
  const separation = f;
  const toBeat = best.step;
  // while the whole circle about the other body stays beyond the face its spin does not matter
  const clearance = base - side.other.reach;
  let circleStep = 0;
  if (clearance > 0) {
    parabola[0] = clearance;
    parabola[1] = baseRate;
    parabola[2] = bend - side.angularVelocityBound;
    findFirstRoot();
    circleStep = parabola[3];
  }
  let step = Number.POSITIVE_INFINITY;
  let vertex = near;
  let vertexF = f;
  let vertexRate = 0;
  // the nearest vertex goes first, then all of them: the climb may have ended early where vertices nearly coincide
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
      // touching, but leaving or sliding: the tolerance is the height it may use up
      const height = Math.max(f, contactTolerance);
      // roots are dear: none for a vertex that cannot limit the step, nor for a face that cannot win
      if (height + step * (rate - 0.5 * concaveBend * step) >= 0) continue;
      if (circleStep < toBeat && height < speed * toBeat && height + toBeat * (rate - 0.5 * bend * toBeat) < 0) return;
      parabola[0] = height;
      parabola[1] = rate;
      parabola[2] = bend;
      findFirstRoot();
      s = Math.max(height / speed, parabola[3], circleStep);
    }
    if (s < step || i < 0) {
      step = s;
      vertex = candidate;
      vertexF = f;
      vertexRate = rate;
      if (step < toBeat || (step === toBeat && (step > 0 || separation <= best.separation))) return;
    }
  }
  best.step = step;
  best.side = side;
  best.face = face;
  best.vertex = vertex;
  best.separation = vertexF;
  best.rate = vertexRate;
  best.bend = bend;
}
