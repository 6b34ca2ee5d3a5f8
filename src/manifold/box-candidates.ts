/** Candidate points of two boxes, and their choice and order. The reference box X and the other box Y are those of `boxContactPoints`. */
import { type BoxFace, boxFaceLengthSq, boxFeatureOver, createBoxFace, multiplySides, setNear } from './box-face.ts';
import { GAP } from './candidate-points.ts';
import { createManifoldWorkspace, type ManifoldWorkspace } from './manifold-workspace.ts';
import { pairFeature } from './point-list.ts';

export interface BoxCandidates {
  readonly manifold: ManifoldWorkspace;
  /** The two lines that cross in each candidate; see `clipByRectangle`. */
  readonly vertexNames: Int32Array;
  readonly faceX: BoxFace;
  readonly faceY: BoxFace;
}

export function createBoxCandidates(): BoxCandidates {
  return {
    manifold: createManifoldWorkspace(),
    vertexNames: new Int32Array(16),
    faceX: createBoxFace(),
    faceY: createBoxFace(),
  };
}

/** Number of axes of the SAT. */
export const AXES = 15;
/** A candidate is the deepest one if its gap is that of the boxes, to this fraction of their size; as in `candidate-points.ts`. */
export const AS_DEEP = 1e-12;

/** Results of a search: the closest points are vertices or edges that no SAT axis finds; the points are the known ones, in their order. */
export const NOT_FACING = -1;
export const SAME_FEATURES = -2;

/** Squared distance within which a point belongs to a corner or an edge [m²]: in an array, because numbers get boxed. */
const near = new Float64Array(1);
/** As in `reduce-manifold.ts`. */
const NEAR_SQ = 1e-4;

/** Sorts the chosen candidates in the order of the known points, if these are the same vertices; else false. The memory is at `at`. */
export function sortAsKnown(
  { manifold, vertexNames }: BoxCandidates,
  memory: Float64Array,
  at: number,
  count: number,
): boolean {
  const { chosen } = manifold;
  for (let k = 0; k < count; k++) {
    const name = memory[at + 1 + k] | 0;
    let from = k;
    while (from < count && vertexNames[chosen[from]] !== name) from++;
    if (from === count) return false;
    const candidate = chosen[from];
    chosen[from] = chosen[k];
    chosen[k] = candidate;
  }
  return true;
}

/** Sorts the chosen candidates by feature; of two with the same feature the shallower is dropped. Returns the remaining count. */
export function sortByFeature({ manifold, faceX, faceY }: BoxCandidates, count: number, swapped: boolean): number {
  const { chosen, features, candidates } = manifold;
  const { numbers } = candidates;
  multiplySides(faceX);
  multiplySides(faceY);
  near[0] = NEAR_SQ * Math.min(boxFaceLengthSq(faceX), boxFaceLengthSq(faceY));
  setNear(faceX, near);
  setNear(faceY, near);
  let sorted = 0;
  for (let k = 0; k < count; k++) {
    const candidate = chosen[k];
    const ofX = boxFeatureOver(faceX, numbers, 4 * candidate, near);
    const ofY = boxFeatureOver(faceY, numbers, 4 * candidate, near);
    const feature = swapped ? pairFeature(ofY, ofX) : pairFeature(ofX, ofY);
    let to = sorted;
    while (to > 0 && features[to - 1] > feature) to--;
    if (to > 0 && features[to - 1] === feature) {
      if (numbers[4 * candidate + GAP] < numbers[4 * chosen[to - 1] + GAP]) chosen[to - 1] = candidate;
      continue;
    }
    for (let l = sorted; l > to; l--) {
      features[l] = features[l - 1];
      chosen[l] = chosen[l - 1];
    }
    features[to] = feature;
    chosen[to] = candidate;
    sorted++;
  }
  return sorted;
}
