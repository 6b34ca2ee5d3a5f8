import { evaluateCurve, type PatchSide } from '../../shapes/parametric/curve.ts';
import { PATCH_JET, type Patch } from '../../shapes/parametric/patch.ts';
import { evaluateSide, runsAlongU } from '../../shapes/tiled/patch-side.ts';
import type { TiledEdge } from '../../shapes/tiled/tiled-body.ts';
import { dotAt } from './projection-error.ts';

/** Directions that bound the regions of edges and vertices, in body axes. [PG05] spec 6.1 */

/** Derivatives shorter than this share of the feature's size count as vanished. */
const VANISHED = 1e-9;

const jet = new Float64Array(PATCH_JET);

/** Where on a patch a side's point is: u and v of running parameter s. */
export function sideU(side: PatchSide, s: number): number {
  return side === 'u0' ? 0 : side === 'u1' ? 1 : s;
}

export function sideV(side: PatchSide, s: number): number {
  return side === 'v0' ? 0 : side === 'v1' ? 1 : s;
}

/**
 * Writes the unit vector in the tangent plane of `patch` that is orthogonal to its side at running parameter `s` and points
 * into the patch. Where the side ends in a collapsed corner the mixed derivative tells the direction. Zero if there is none.
 */
export function inwardConormal(out: Float64Array, patch: Patch, side: PatchSide, s: number, size: number): void {
  evaluateSide(jet, patch, side, s);
  const inward = side === 'u0' || side === 'v0' ? 1 : -1;
  const across = runsAlongU(side) ? 6 : 3;
  const along = runsAlongU(side) ? 3 : 6;
  if (dotAt(jet, across, jet, across) > (VANISHED * size) ** 2) {
    for (let k = 0; k < 3; k++) out[k] = inward * jet[across + k];
  } else {
    // f_u = ± (distance from the corner) f_uv: + where the running parameter grows away from it
    const sign = s < 0.5 ? inward : -inward;
    for (let k = 0; k < 3; k++) out[k] = sign * jet[12 + k];
  }
  const alongSq = dotAt(jet, along, jet, along);
  const share = alongSq > 0 ? dotAt(out, 0, jet, along) / alongSq : 0;
  for (let k = 0; k < 3; k++) out[k] -= share * jet[along + k];
  normalize(out);
}

/** Writes the unit derivative into the patch on a collapsed side, at running parameter `s`. */
export function inwardDerivative(out: Float64Array, patch: Patch, side: PatchSide, s: number): void {
  evaluateSide(jet, patch, side, s);
  const across = runsAlongU(side) ? 6 : 3;
  const inward = side === 'u0' || side === 'v0' ? 1 : -1;
  for (let k = 0; k < 3; k++) out[k] = inward * jet[across + k];
  normalize(out);
}

/** Samples of a collapsed side, and halvings of the interval about the best of them. */
const FAN_SAMPLES = 4;
const FAN_HALVINGS = 30;

/**
 * Running parameter of a collapsed side at which the patch leaves its corner most nearly along `r`. The directions of a face
 * at a cone's apex bulge out between those of its edges, so the edges alone do not decide. `direction` gets the unit derivative
 * there.
 */
export function steepestOnFan(direction: Float64Array, patch: Patch, side: PatchSide, r: Float64Array): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k <= FAN_SAMPLES; k++) {
    inwardDerivative(direction, patch, side, k / FAN_SAMPLES);
    const value = dotAt(r, 0, direction, 0);
    if (!(value > highest)) continue;
    highest = value;
    best = k / FAN_SAMPLES;
  }
  let low = Math.max(0, best - 1 / FAN_SAMPLES);
  let high = Math.min(1, best + 1 / FAN_SAMPLES);
  for (let k = 0; k < FAN_HALVINGS; k++) {
    const middle = 0.5 * (low + high);
    inwardDerivative(direction, patch, side, middle);
    // slope of r·d̂ along the side: r·f_uv - (r·d̂)(d̂·f_uv), up to a positive factor, both with the sign that points inward
    const inward = side === 'u0' || side === 'v0' ? 1 : -1;
    const slope = inward * (dotAt(r, 0, jet, 12) - dotAt(r, 0, direction, 0) * dotAt(direction, 0, jet, 12));
    if (slope > 0) low = middle;
    else high = middle;
  }
  const s = 0.5 * (low + high);
  inwardDerivative(direction, patch, side, s);
  return s;
}

/** Writes the unit tangent of an edge at `t`, in the direction of growing t. */
export function unitTangent(out: Float64Array, edge: TiledEdge, t: number, size: number): void {
  evaluateCurve(jet, edge.curve, t);
  if (dotAt(jet, 3, jet, 3) > (VANISHED * size) ** 2) {
    for (let k = 0; k < 3; k++) out[k] = jet[3 + k];
  } else {
    // a curve that starts without speed leaves along its second derivative
    const sign = t < 0.5 ? 1 : -1;
    for (let k = 0; k < 3; k++) out[k] = sign * jet[6 + k];
  }
  normalize(out);
}

function normalize(out: Float64Array): void {
  const length = Math.sqrt(dotAt(out, 0, out, 0));
  const factor = length > 0 ? 1 / length : 0;
  for (let k = 0; k < 3; k++) out[k] *= factor;
}
