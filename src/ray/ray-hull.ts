/** A ray and a convex polyhedron: inside all face planes between the last entry and the first exit. */
import type { Hull } from '../shapes/hull.ts';
import { ENTER, EXIT, FEATURE, missBody, setNormal, span } from './ray-span.ts';

// biome-ignore format: one vector per line
export function rayHull(line: Float64Array, { vertices, faceStarts, faceVertices, normals }: Hull): void {
  const ox = line[0], oy = line[1], oz = line[2];
  const dx = line[3], dy = line[4], dz = line[5];
  let enter = Number.NEGATIVE_INFINITY, exit = Number.POSITIVE_INFINITY;
  let face = -1;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    const v = 3 * faceVertices[faceStarts[k]];
    const nx = normals[3 * k], ny = normals[3 * k + 1], nz = normals[3 * k + 2];
    const rate = nx * dx + ny * dy + nz * dz;
    const height = nx * (ox - vertices[v]) + ny * (oy - vertices[v + 1]) + nz * (oz - vertices[v + 2]);
    if (rate === 0) {
      if (height > 0) {
        missBody();
        return;
      }
      continue;
    }
    const pass = -height / rate;
    if (rate < 0) {
      if (pass > enter) { enter = pass; face = k; }
    } else if (pass < exit) {
      exit = pass;
    }
  }
  if (!(enter <= exit)) {
    missBody();
    return;
  }
  span[ENTER] = enter; span[EXIT] = exit;
  span[FEATURE] = face;
  setNormal(normals[3 * face], normals[3 * face + 1], normals[3 * face + 2]);
}
