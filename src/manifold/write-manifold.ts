import type { ReadonlyPose } from '../math/pose.ts';
import { GAP, HEIGHT_A } from './candidate-points.ts';
import type { ManifoldWorkspace } from './manifold-workspace.ts';

import { type ContactPoints, reservePoints } from './point-list.ts';
import { assignFeatureIds, reduceManifold, selectAll } from './reduce-manifold.ts';

/** Adds the manifold of the candidates, reduced unless `out` is to be complete, to `out`, in world axes; A is at `pose`. */
// biome-ignore format: one vector per line
export function writeManifold(manifold: ManifoldWorkspace, out: ContactPoints, pose: ReadonlyPose): void {
  const count = assignFeatureIds(manifold, out.isComplete ? selectAll(manifold) : reduceManifold(manifold));
  const { frameA, chosen, candidates, features } = manifold;
  const { position, rotation: r } = pose;
  const ax = frameA[0], ay = frameA[1], az = frameA[2];
  const nx = r.xx * ax + r.xy * ay + r.xz * az;
  const ny = r.yx * ax + r.yy * ay + r.yz * az;
  const nz = r.zx * ax + r.zy * ay + r.zz * az;
  reservePoints(out, count);
  const { pointsA, pointsB, normals, distances } = out;
  for (let k = 0; k < count; k++) {
    const from = 4 * chosen[k], at = out.count, i = 3 * at;
    const u = candidates.numbers[from], v = candidates.numbers[from + 1], h = candidates.numbers[from + HEIGHT_A], gap = candidates.numbers[from + GAP];
    const px = u * frameA[3] + v * frameA[6] + h * ax, py = u * frameA[4] + v * frameA[7] + h * ay, pz = u * frameA[5] + v * frameA[8] + h * az;
    const x = position.x + (r.xx * px + r.xy * py + r.xz * pz);
    const y = position.y + (r.yx * px + r.yy * py + r.yz * pz);
    const z = position.z + (r.zx * px + r.zy * py + r.zz * pz);
    pointsA[i] = x; pointsA[i + 1] = y; pointsA[i + 2] = z;
    pointsB[i] = x + gap * nx; pointsB[i + 1] = y + gap * ny; pointsB[i + 2] = z + gap * nz;
    normals[i] = nx; normals[i + 1] = ny; normals[i + 2] = nz;
    distances[at] = gap;
    out.features[at] = features[k];
    out.count = at + 1;
  }
}
