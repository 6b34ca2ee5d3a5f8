import { relocationSeeds, SEED_NORMAL, SEED_POINT, SEED_SIZE } from '../../../shapes/tiled/seeds.ts';
import { correctPair, FULL_SOLVE } from './corrector.ts';
import type { PairWorkspace } from './pair-workspace.ts';
import { dotAt, faceNormal } from './projection-error.ts';
import { setWitnessAt, type Witness } from './witness.ts';
import { offsetInBody, restoreWitnesses, saveWitnesses, type WitnessPair } from './witness-pair.ts';

/**
 * A face or planar curve can have a local minimum of the distance on the far side of its body, where the other witness is behind the
 * tangent plane. The sign of r·n detects such minima; the search restarts from the seed with the other witness highest above its tangent
 * plane. [PG05-6.5]
 */

/** Maximum number of restarts from seeds. */
const RELOCATIONS = 4;
/** r·n above minus this fraction of |r| is not a back side: rounding of touching pairs. */
const BEHIND = 1e-9;

/** Result of a full solve: each witness in front of the other's tangent plane, or one body inside the other. */
export type Visibility = 'outside' | 'inside';

const r = new Float64Array(3);
const normal = new Float64Array(3);

/** Is the other witness behind the tangent plane of this one's face or planar curve? Never true on edges and vertices. */
export function seesBackSide(pair: WitnessPair, side: 'a' | 'b'): boolean {
  const witness = pair[side];
  const { shape, bodyJet, dimension, open } = witness;
  if (open || shape.kind === 'point') return false;
  if (dimension === 2) {
    faceNormal(normal, bodyJet);
  } else if (dimension === 1 && shape.dimension === 2) {
    normal[0] = bodyJet[4];
    normal[1] = -bodyJet[3];
    normal[2] = 0;
  } else {
    return false;
  }
  offsetInBody(r, pair, side);
  const lengths = Math.sqrt(dotAt(r, 0, r, 0) * dotAt(normal, 0, normal, 0));
  return dotAt(r, 0, normal, 0) < -BEHIND * lengths;
}

/** The full solve: corrector, back-side test, restarts. `iterations` counts all steps. [PG05-5.3], [PG05-6.5] */
export function solvePair(work: PairWorkspace): Visibility {
  correctPair(work, FULL_SOLVE);
  return leaveBackSide(work);
}

const saved = new Float64Array(6);

/**
 * Leaves back-side minima of a corrected pair. `inside` means that no seed leads to a position in front of which the other witness lies:
 * one body's witness is inside the other; the pair is then restored.
 */
export function leaveBackSide(work: PairWorkspace): Visibility {
  const { pair } = work;
  let iterations = work.iterations;
  const { converged } = work;
  saveWitnesses(saved, pair);
  for (let attempt = 0; attempt < RELOCATIONS; attempt++) {
    const side = seesBackSide(pair, 'a') ? 'a' : seesBackSide(pair, 'b') ? 'b' : null;
    if (side === null) break;
    const certainlyOutside = placeAtBestSeed(pair, side) > 0;
    correctPair(work, FULL_SOLVE);
    iterations += work.iterations;
    if (!certainlyOutside) break;
  }
  work.iterations = iterations;
  if (!seesBackSide(pair, 'a') && !seesBackSide(pair, 'b')) return 'outside';
  restoreWitnesses(pair, saved);
  work.converged = converged;
  return 'inside';
}

const other = new Float64Array(3);

/** Sets a witness to the seed of its body with the other witness P highest above its tangent plane; returns the height. */
function placeAtBestSeed(pair: WitnessPair, side: 'a' | 'b'): number {
  const witness: Witness = pair[side];
  if (witness.shape.kind === 'point') return 0;
  offsetInBody(r, pair, side);
  for (let k = 0; k < 3; k++) other[k] = witness.bodyJet[k] + r[k];
  const seeds = relocationSeeds(witness.shape);
  let highest = Number.NEGATIVE_INFINITY;
  let best = 0;
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    const height = dotAt(other, 0, seeds, at + SEED_NORMAL) - dotAt(seeds, at + SEED_POINT, seeds, at + SEED_NORMAL);
    if (!(height > highest)) continue;
    highest = height;
    best = at;
  }
  setWitnessAt(witness, seeds, best);
  return highest;
}
