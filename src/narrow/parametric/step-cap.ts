import { TANGENTS, type Witness } from './witness.ts';
import { pairDistance, type WitnessPair } from './witness-pair.ts';

/** A step may move a witness by this share of the larger of distance and a quarter of the features' size. */
const SHARE = 0.5;
const SIZE_SHARE = 0.25;

/**
 * Scales the velocity `w` so that a step of `h` seconds moves neither witness farther than it may: no witness is farther from
 * its true place than from the other body's witness. For runs without a line search. [PG05] spec 5.2
 */
export function capVelocity(w: Float64Array, pair: WitnessPair, h: number): void {
  const { a, b } = pair;
  const size = Math.max(a.diameters[a.feature], b.diameters[b.feature]);
  const farthest = SHARE * Math.max(pairDistance(pair), SIZE_SHARE * size);
  const speed = Math.max(witnessSpeed(a, w, 0), witnessSpeed(b, w, a.dimension));
  if (!(h * speed > farthest)) return;
  const factor = farthest / (h * speed);
  for (let i = 0; i < a.dimension + b.dimension; i++) w[i] *= factor;
}

/** |J w| [m/s]: how fast the witness runs over its own body. */
function witnessSpeed({ jet, dimension }: Witness, w: Float64Array, at: number): number {
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
