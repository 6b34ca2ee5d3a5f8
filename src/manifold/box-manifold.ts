/** From the candidates of two boxes to their contact points: choice, features, and the points in the axes of the bodies. */
import { boxFaceLengthSq, boxFeatureOver, multiplySides, setNear } from './box-face.ts';
import { bestAxis, faceX, faceY, frame, manifold, SAME_FEATURES, vertexNames } from './box-workspace.ts';
import { GAP, HEIGHT_A } from './candidate-points.ts';
import { type ContactPoints, pairFeature, reservePoints } from './point-list.ts';
import { reduceManifold } from './reduce-manifold.ts';

const candidates = manifold.candidates;
const chosen = manifold.chosen;
const features = manifold.features;
/** Squared distance within which a point belongs to a corner or an edge [m²]: in an array, because numbers get boxed. */
const near = new Float64Array(1);
/** As in `reduce-manifold.ts`. */
const NEAR_SQ = 1e-4;

/**
 * Writes the points of the candidates to `out`, Y at `pose` relative to X; `swapped` if X is B. `known` points of the last search have the vertices
 * in `memory`. Returns their number, or `SAME_FEATURES`.
 */
export function writeBoxManifold(
  out: ContactPoints,
  memory: Float64Array,
  pose: Float64Array,
  swapped: boolean,
  known: number,
): number {
  let count = reduceManifold(manifold);
  const same = count === known && sortAsKnown(memory, 0, count);
  if (!same) count = sortByFeature(count, swapped);
  reservePoints(out, count);
  for (let k = 0; k < count; k++) {
    writePoint(out, k, chosen[k], pose, swapped);
    out.distances[k] = candidates.numbers[4 * chosen[k] + GAP];
    out.features[k] = features[k];
    memory[1 + k] = vertexNames[chosen[k]];
  }
  out.count = count;
  return same ? SAME_FEATURES : count;
}

/** Sorts the chosen candidates in the order of the known points, if these are the same vertices; else false. The memory is at `at`. */
export function sortAsKnown(memory: Float64Array, at: number, count: number): boolean {
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
export function sortByFeature(count: number, swapped: boolean): number {
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

/** Writes a candidate as point `at`, in the axes of the bodies. */
// biome-ignore format: one vector per line
function writePoint(out: ContactPoints, at: number, candidate: number, r: Float64Array, swapped: boolean): void {
  const { numbers } = candidates;
  const from = 4 * candidate;
  const u = numbers[from], v = numbers[from + 1], h = numbers[from + HEIGHT_A], gap = numbers[from + GAP];
  const nx = frame[0], ny = frame[1], nz = frame[2];
  const x = u * frame[3] + v * frame[6] + h * nx, y = u * frame[4] + v * frame[7] + h * ny, z = u * frame[5] + v * frame[8] + h * nz;
  // to the surface of Y, in the axes of Y
  const sx = x + gap * nx - r[9], sy = y + gap * ny - r[10], sz = z + gap * nz - r[11];
  const { normals } = out;
  const pointsX = swapped ? out.pointsB : out.pointsA, pointsY = swapped ? out.pointsA : out.pointsB;
  const i = 3 * at;
  pointsX[i] = x; pointsX[i + 1] = y; pointsX[i + 2] = z;
  pointsY[i] = r[0] * sx + r[3] * sy + r[6] * sz;
  pointsY[i + 1] = r[1] * sx + r[4] * sy + r[7] * sz;
  pointsY[i + 2] = r[2] * sx + r[5] * sy + r[8] * sz;
  normals[i] = bestAxis[0]; normals[i + 1] = bestAxis[1]; normals[i + 2] = bestAxis[2];
}
