import type { ElementSet } from './elements.ts';

/** Maximum number of nodes of an element, except for its first. */
const MAX_OTHERS = 7;
const spans = new Float64Array(3 * MAX_OTHERS);
const sums = new Float64Array(3 * MAX_OTHERS);

/**
 * Adds the elastic forces on the nodes [N], f_a = -∂W/∂x_a, to `forces` and returns the strain energy W [J].
 *
 *   F = Σ (x_a - x_0) ⊗ g_a     E = ½(FᵀF - Π)     S = λ tr(E) Π + 2μ E
 *   W = Σ V (½λ tr(E)² + μ E:E)     f_a = -Σ V F S g_a     f_0 = -Σ f_a
 *
 * The sums without a letter run over the Gauss points, V is their volume. FΠ = F, so Π enters in E alone. The stress S
 * is symmetric: the resultant moment of the forces is zero, as is their sum.
 */
// biome-ignore format: one vector or row per line
export function addElasticForces(forces: Float64Array, elements: ElementSet, positions: Float64Array): number {
  const { elementCount, nodesPerElement, pointsPerElement, nodes, gradients, volumes, normals, lambda, mu } = elements;
  const others = nodesPerElement - 1;
  const width = 3 * others;
  let energy = 0;
  let g = 0;
  for (let e = 0; e < elementCount; e++) {
    const first = nodesPerElement * e;
    const o = 3 * nodes[first];
    const ox = positions[o], oy = positions[o + 1], oz = positions[o + 2];
    for (let a = 0; a < others; a++) {
      const i = 3 * nodes[first + 1 + a];
      spans[3 * a] = positions[i] - ox; spans[3 * a + 1] = positions[i + 1] - oy; spans[3 * a + 2] = positions[i + 2] - oz;
      sums[3 * a] = 0; sums[3 * a + 1] = 0; sums[3 * a + 2] = 0;
    }
    const nx = normals[3 * e], ny = normals[3 * e + 1], nz = normals[3 * e + 2];

    for (let p = 0; p < pointsPerElement; p++, g += width) {
      // F by rows
      let fxx = 0, fxy = 0, fxz = 0;
      let fyx = 0, fyy = 0, fyz = 0;
      let fzx = 0, fzy = 0, fzz = 0;
      for (let i = 0; i < width; i += 3) {
        const dx = spans[i], dy = spans[i + 1], dz = spans[i + 2];
        const gx = gradients[g + i], gy = gradients[g + i + 1], gz = gradients[g + i + 2];
        fxx += dx * gx; fxy += dx * gy; fxz += dx * gz;
        fyx += dy * gx; fyy += dy * gy; fyz += dy * gz;
        fzx += dz * gx; fzy += dz * gy; fzz += dz * gz;
      }

      // E, symmetric
      const exx = 0.5 * (fxx * fxx + fyx * fyx + fzx * fzx - (1 - nx * nx));
      const eyy = 0.5 * (fxy * fxy + fyy * fyy + fzy * fzy - (1 - ny * ny));
      const ezz = 0.5 * (fxz * fxz + fyz * fyz + fzz * fzz - (1 - nz * nz));
      const exy = 0.5 * (fxx * fxy + fyx * fyy + fzx * fzy + nx * ny);
      const exz = 0.5 * (fxx * fxz + fyx * fyz + fzx * fzz + nx * nz);
      const eyz = 0.5 * (fxy * fxz + fyy * fyz + fzy * fzz + ny * nz);
      const trace = exx + eyy + ezz;
      const volume = volumes[e * pointsPerElement + p];
      const square = exx * exx + eyy * eyy + ezz * ezz + 2 * (exy * exy + exz * exz + eyz * eyz);
      energy += volume * (0.5 * lambda * trace * trace + mu * square);

      // -V S, then -V F S by rows
      const isotropic = -volume * lambda * trace;
      const twice = -2 * volume * mu;
      const sxx = isotropic + twice * exx, syy = isotropic + twice * eyy, szz = isotropic + twice * ezz;
      const sxy = twice * exy, sxz = twice * exz, syz = twice * eyz;
      const pxx = fxx * sxx + fxy * sxy + fxz * sxz, pxy = fxx * sxy + fxy * syy + fxz * syz, pxz = fxx * sxz + fxy * syz + fxz * szz;
      const pyx = fyx * sxx + fyy * sxy + fyz * sxz, pyy = fyx * sxy + fyy * syy + fyz * syz, pyz = fyx * sxz + fyy * syz + fyz * szz;
      const pzx = fzx * sxx + fzy * sxy + fzz * sxz, pzy = fzx * sxy + fzy * syy + fzz * syz, pzz = fzx * sxz + fzy * syz + fzz * szz;
      for (let i = 0; i < width; i += 3) {
        const gx = gradients[g + i], gy = gradients[g + i + 1], gz = gradients[g + i + 2];
        sums[i] += pxx * gx + pxy * gy + pxz * gz;
        sums[i + 1] += pyx * gx + pyy * gy + pyz * gz;
        sums[i + 2] += pzx * gx + pzy * gy + pzz * gz;
      }
    }

    let sx = 0, sy = 0, sz = 0;
    for (let a = 0; a < others; a++) {
      const i = 3 * nodes[first + 1 + a];
      const x = sums[3 * a], y = sums[3 * a + 1], z = sums[3 * a + 2];
      forces[i] += x; forces[i + 1] += y; forces[i + 2] += z;
      sx += x; sy += y; sz += z;
    }
    forces[o] -= sx; forces[o + 1] -= sy; forces[o + 2] -= sz;
  }
  return energy;
}
