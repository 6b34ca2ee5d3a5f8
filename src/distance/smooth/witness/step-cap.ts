import { TANGENTS, type Witness } from './witness.ts';
import { pairDistance, type WitnessPair } from './witness-pair.ts';

/** Limits of steps far from the solution. [PG05-5.2] */

/** A step may move a witness by this fraction of the larger of the distance and a quarter of the features' size. */
const FRACTION = 0.5;
const SIZE_FRACTION = 0.25;

/** Maximum displacement of a witness in one step [m]: no witness is farther from its solution than from the other body's witness. */
export function longestMove(pair: WitnessPair): number {
  const { a, b } = pair;
  const size = Math.max(a.diameters[a.feature], b.diameters[b.feature]);
  return FRACTION * Math.max(pairDistance(pair), SIZE_FRACTION * size);
}

/** Speed of the faster witness on its body [m/s], or its displacement by a step [m]: max |J w|. */
export function witnessSpeed(pair: WitnessPair, w: Float64Array): number {
  return Math.max(sideSpeed(pair.a, w, 0), sideSpeed(pair.b, w, pair.a.dimension));
}

/** Scales the velocity `w` so that a step of `h` seconds stays within the maximum displacement. For runs without a line search. */
export function capVelocity(w: Float64Array, pair: WitnessPair, h: number): void {
  const maxMove = longestMove(pair);
  const speed = witnessSpeed(pair, w);
  if (!(h * speed > maxMove)) return;
  const factor = maxMove / (h * speed);
  for (let i = 0; i < pair.a.dimension + pair.b.dimension; i++) w[i] *= factor;
}

function sideSpeed({ jet, dimension }: Witness, w: Float64Array, at: number): number {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < dimension; i++) {
    const t = TANGENTS + 3 * i;
    x += w[at + i] * jet[t];
    y += w[at + i] * jet[t + 1];
    z += w[at + i] * jet[t + 2];
  }
  return Math.sqrt(x * x + y * y + z * z);
}
