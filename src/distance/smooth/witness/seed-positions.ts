import { SEED_POINT, SEED_SIZE } from '../../../shapes/tiled/seeds.ts';
import { setWitnessAt, type Witness } from './witness.ts';
import { evaluatePoints, OFFSET_B, ROTATION_B, type WitnessPair } from './witness-pair.ts';

/** Start of a search: seeds of two bodies (from `startSeeds`) that face each other. [PG05-6.8] */

/** m := centre of B minus centre of A, world axes. */
export function centreToCentre(m: Float64Array, { a, b, frame }: WitnessPair): void {
  for (let k = 0; k < 3; k++) {
    m[k] = frame[OFFSET_B + k] + worldCenter(b, frame, ROTATION_B + 3 * k) - worldCenter(a, frame, 3 * k);
  }
}

/** A component of the centre of the witness's body in world axes, by the row of its rotation. */
function worldCenter({ shape }: Witness, frame: Float64Array, row: number): number {
  if (shape.kind === 'point') return 0;
  const { center } = shape;
  return frame[row] * center.x + frame[row + 1] * center.y + frame[row + 2] * center.z;
}

/** m := witness of B minus that of A, world axes, from their points in body axes. */
export function pointToPoint(m: Float64Array, pair: WitnessPair): void {
  evaluatePoints(pair);
  for (let k = 0; k < 3; k++) m[k] = -pair.delta[k];
}

/** Sets both witnesses to the support seeds in direction m on A and -m on B. */
export function placeAtSupportSeeds(
  pair: WitnessPair,
  seedsA: Float64Array,
  seedsB: Float64Array,
  m: Float64Array,
): void {
  const { a, b, frame } = pair;
  placeAtSeed(a, seedsA, highestSeed(seedsA, frame, 0, m, 1));
  placeAtSeed(b, seedsB, highestSeed(seedsB, frame, ROTATION_B, m, -1));
}

/** Sets a witness to a seed, including its point; the witness of a point is unchanged. */
function placeAtSeed(witness: Witness, seeds: Float64Array, at: number): void {
  if (at < 0) return;
  setWitnessAt(witness, seeds, at);
  for (let k = 0; k < 3; k++) witness.bodyJet[k] = seeds[at + SEED_POINT + k];
}

/** Offset of the support seed in direction sign · m, m in world axes; -1 if there are no seeds. */
export function highestSeed(
  seeds: Float64Array,
  frame: Float64Array,
  at: number,
  m: Float64Array,
  sign: 1 | -1,
): number {
  const x = sign * (frame[at] * m[0] + frame[at + 3] * m[1] + frame[at + 6] * m[2]);
  const y = sign * (frame[at + 1] * m[0] + frame[at + 4] * m[1] + frame[at + 7] * m[2]);
  const z = sign * (frame[at + 2] * m[0] + frame[at + 5] * m[1] + frame[at + 8] * m[2]);
  let highest = Number.NEGATIVE_INFINITY;
  let best = -1;
  for (let k = SEED_POINT; k < seeds.length; k += SEED_SIZE) {
    const height = x * seeds[k] + y * seeds[k + 1] + z * seeds[k + 2];
    if (height > highest) {
      highest = height;
      best = k - SEED_POINT;
    }
  }
  return best;
}
