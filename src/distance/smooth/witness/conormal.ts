import { evaluateCurveAt, type PatchSide } from '../../../shapes/nurbs/curve.ts';
import { evaluatePatchAt, PATCH_JET, type Patch } from '../../../shapes/nurbs/patch.ts';
import { runsAlongU } from '../../../shapes/tiled/patch-side.ts';
import type { TiledEdge } from '../../../shapes/tiled/tiled-body.ts';
import { dotAt } from './projection-error.ts';

/**
 * Directions that bound the Voronoi regions of edges and vertices, in body axes. [PG05-6.1]
 *
 * The parameter along a side or an edge is passed in an array of one number, and sizes in the array of all features, so that they are not
 * boxed.
 */

/** Derivatives shorter than this fraction of the feature's size count as zero. */
const VANISHED = 1e-9;

const jet = new Float64Array(PATCH_JET);
const parameters = new Float64Array(2);

/** u and v of the point of a side at running parameter s. */
export function sideU(side: PatchSide, s: number): number {
  return side === 'u0' ? 0 : side === 'u1' ? 1 : s;
}

export function sideV(side: PatchSide, s: number): number {
  return side === 'v0' ? 0 : side === 'v1' ? 1 : s;
}

/** Evaluates the patch at running parameter `s` of a side. */
function evaluateSideAt(patch: Patch, side: PatchSide, s: Float64Array): void {
  const alongU = runsAlongU(side);
  parameters[alongU ? 0 : 1] = s[0];
  parameters[alongU ? 1 : 0] = side === 'u0' || side === 'v0' ? 0 : 1;
  evaluatePatchAt(jet, patch, parameters);
}

/**
 * Writes the unit vector in the tangent plane of `patch` that is orthogonal to its side at running parameter `s` and points into the patch.
 * Where the side ends in a degenerate corner the mixed derivative gives the direction. Zero if there is none.
 */
export function inwardConormal(
  out: Float64Array,
  patch: Patch,
  side: PatchSide,
  s: Float64Array,
  sizes: Float64Array,
  face: number,
): void {
  evaluateSideAt(patch, side, s);
  const inward = side === 'u0' || side === 'v0' ? 1 : -1;
  const derivative = runsAlongU(side) ? 6 : 3;
  const along = runsAlongU(side) ? 3 : 6;
  if (dotAt(jet, derivative, jet, derivative) > (VANISHED * sizes[face]) ** 2) {
    for (let k = 0; k < 3; k++) out[k] = inward * jet[derivative + k];
  } else {
    // f_u = ± (distance from the corner) f_uv: + where the running parameter grows away from it
    const sign = s[0] < 0.5 ? inward : -inward;
    for (let k = 0; k < 3; k++) out[k] = sign * jet[12 + k];
  }
  const alongSq = dotAt(jet, along, jet, along);
  const fraction = alongSq > 0 ? dotAt(out, 0, jet, along) / alongSq : 0;
  for (let k = 0; k < 3; k++) out[k] -= fraction * jet[along + k];
  normalize(out);
}

/** Writes the unit derivative into the patch on a degenerate side, at running parameter `s`. */
export function inwardDerivative(out: Float64Array, patch: Patch, side: PatchSide, s: Float64Array): void {
  evaluateSideAt(patch, side, s);
  const derivative = runsAlongU(side) ? 6 : 3;
  const inward = side === 'u0' || side === 'v0' ? 1 : -1;
  for (let k = 0; k < 3; k++) out[k] = inward * jet[derivative + k];
  normalize(out);
}

/** Samples of a degenerate side, and halvings of the interval about the best of them. */
const FAN_SAMPLES = 4;
const FAN_HALVINGS = 30;

/**
 * Writes the running parameter `s` of a degenerate side at which the patch leaves its corner most nearly along `r`. At the apex of a cone
 * the directions of a face bulge out between those of its edges, so the edges alone do not decide. `direction` gets the unit derivative
 * there.
 */
export function steepestOnFan(
  direction: Float64Array,
  s: Float64Array,
  patch: Patch,
  side: PatchSide,
  r: Float64Array,
): void {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k <= FAN_SAMPLES; k++) {
    s[0] = k / FAN_SAMPLES;
    inwardDerivative(direction, patch, side, s);
    const value = dotAt(r, 0, direction, 0);
    if (!(value > highest)) continue;
    highest = value;
    best = k / FAN_SAMPLES;
  }
  let low = Math.max(0, best - 1 / FAN_SAMPLES);
  let high = Math.min(1, best + 1 / FAN_SAMPLES);
  for (let k = 0; k < FAN_HALVINGS; k++) {
    s[0] = 0.5 * (low + high);
    inwardDerivative(direction, patch, side, s);
    // derivative of r·d̂ along the side: r·f_uv - (r·d̂)(d̂·f_uv), up to a positive factor, both with the inward sign
    const inward = side === 'u0' || side === 'v0' ? 1 : -1;
    const slope = inward * (dotAt(r, 0, jet, 12) - dotAt(r, 0, direction, 0) * dotAt(direction, 0, jet, 12));
    if (slope > 0) low = s[0];
    else high = s[0];
  }
  s[0] = 0.5 * (low + high);
  inwardDerivative(direction, patch, side, s);
}

/** Writes the unit tangent of an edge at `t`, in the direction of increasing t; the edge is the feature `feature` of its body. */
// biome-ignore format: one line
export function unitTangent(out: Float64Array, edge: TiledEdge, t: Float64Array, sizes: Float64Array, feature: number): void {
  evaluateCurveAt(jet, edge.curve, t);
  if (dotAt(jet, 3, jet, 3) > (VANISHED * sizes[feature]) ** 2) {
    for (let k = 0; k < 3; k++) out[k] = jet[3 + k];
  } else {
    // a curve that starts with zero speed leaves along its second derivative
    const sign = t[0] < 0.5 ? 1 : -1;
    for (let k = 0; k < 3; k++) out[k] = sign * jet[6 + k];
  }
  normalize(out);
}

function normalize(out: Float64Array): void {
  const length = Math.sqrt(dotAt(out, 0, out, 0));
  const factor = length > 0 ? 1 / length : 0;
  for (let k = 0; k < 3; k++) out[k] *= factor;
}
