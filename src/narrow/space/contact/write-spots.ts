import type { ReadonlyPose } from '../../../math/pose.ts';
import { chooseSpots, chosen, features, nameSpots } from './choose.ts';
import { type ContactPoints, reservePoints } from './point-list.ts';
import { sightA } from './sight.ts';
import { GAP, HEIGHT_A, spots } from './spots.ts';

/** Adds the pairs of points found to `out`, the best four of them, in world axes; A is at `pose`. */
// biome-ignore format: one vector per line
export function writeSpots(out: ContactPoints, pose: ReadonlyPose): void {
  const count = nameSpots(chooseSpots());
  const { position, rotation: r } = pose;
  const ax = sightA[0], ay = sightA[1], az = sightA[2];
  const nx = r.xx * ax + r.xy * ay + r.xz * az;
  const ny = r.yx * ax + r.yy * ay + r.yz * az;
  const nz = r.zx * ax + r.zy * ay + r.zz * az;
  reservePoints(out, count);
  const { pointsA, pointsB, normals, distances } = out;
  for (let k = 0; k < count; k++) {
    const from = 4 * chosen[k], at = out.count, i = 3 * at;
    const u = spots.numbers[from], v = spots.numbers[from + 1], h = spots.numbers[from + HEIGHT_A], gap = spots.numbers[from + GAP];
    const px = u * sightA[3] + v * sightA[6] + h * ax, py = u * sightA[4] + v * sightA[7] + h * ay, pz = u * sightA[5] + v * sightA[8] + h * az;
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
