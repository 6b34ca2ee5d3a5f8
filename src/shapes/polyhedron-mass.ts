import { createMat3 } from '../math/mat3.ts';
import { createVec3 } from '../math/vec3.ts';
import type { Hull } from './hull.ts';
import type { MassProperties } from './planar-mass.ts';
import type { Trimesh } from './trimesh.ts';

export function trimeshMass({ positions, triangles, closed }: Trimesh, density: number): MassProperties {
  if (!closed) throw new RangeError('massProperties: a triangle mesh that is not closed encloses no volume');
  return polyhedronMass(positions, triangles, density);
}

export function hullMass({ vertices, faceStarts, faceVertices }: Hull, density: number): MassProperties {
  const triangles: number[] = [];
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceStarts[face];
    for (let k = first + 1; k + 1 < faceStarts[face + 1]; k++) {
      triangles.push(faceVertices[first], faceVertices[k], faceVertices[k + 1]);
    }
  }
  return polyhedronMass(vertices, triangles, density);
}

/**
 * `triangles` has three vertices each, counter-clockwise seen from outside. Sums over the tetrahedra from the first corner to
 * each triangle p, q, r, relative to this corner, D = p·(q×r): volume D/6, first moment D (p + q + r)/24, second moments
 * D (Σ p pᵀ + s sᵀ)/120 with s = p + q + r.
 */
function polyhedronMass(vertices: Float64Array, triangles: ArrayLike<number>, density: number): MassProperties {
  const v = vertices;
  const o = 3 * triangles[0];
  const edge = (i: number) => [v[3 * i] - v[o], v[3 * i + 1] - v[o + 1], v[3 * i + 2] - v[o + 2]];
  let volume = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const p = edge(triangles[t]);
    const q = edge(triangles[t + 1]);
    const r = edge(triangles[t + 2]);
    const d =
      p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
    const s = [0, 1, 2].map((i) => p[i] + q[i] + r[i]);
    volume += d / 6;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      first[i] += (d * s[i]) / 24;
      second[i] += (d * (p[i] * p[i] + q[i] * q[i] + r[i] * r[i] + s[i] * s[i])) / 120;
      second[3 + i] += (d * (p[i] * p[j] + q[i] * q[j] + r[i] * r[j] + s[i] * s[j])) / 120;
    }
  }
  const [x, y, z] = first.map((moment) => moment / volume);
  // to the centroid by the parallel axis theorem
  const [xx, yy, zz] = [second[0] - x * first[0], second[1] - y * first[1], second[2] - z * first[2]];
  const [xy, yz, zx] = [second[3] - x * first[1], second[4] - y * first[2], second[5] - z * first[0]];
  const inertia = createMat3(density * (yy + zz), density * (zz + xx), density * (xx + yy));
  inertia.xy = inertia.yx = -density * xy;
  inertia.yz = inertia.zy = -density * yz;
  inertia.zx = inertia.xz = -density * zx;
  return { mass: density * volume, centroid: createVec3(v[o] + x, v[o + 1] + y, v[o + 2] + z), inertia };
}
