import { createMat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { checkAboveZero } from './checks.ts';
import type { Hull } from './hull.ts';
import type { SolidShape } from './solid.ts';

/** What a body of space weighs and how it resists turning. */
export interface SolidMass {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass in the frame of the shape [m]. */
  readonly centroid: ReadonlyVec3;
  /** Moment of inertia about the centroid, in the frame of the shape [kg m²]. */
  readonly inertia: ReadonlyMat3;
}

/** Mass properties of a convex body with the constant `density` [kg/m³], by closed formulas. */
export function solidMass(shape: SolidShape, density: number): SolidMass {
  checkAboveZero('mass: density', density);
  switch (shape.kind) {
    case 'sphere':
      return roundedMass(0, 0, 0, shape.radius, density);
    case 'capsule':
      return roundedMass(0, 0, shape.halfLength, shape.radius, density);
    case 'box': {
      const { halfSizes: h, radius } = shape;
      return roundedMass(h.x - radius, h.y - radius, h.z - radius, radius, density);
    }
    case 'cylinder': {
      const { radius, halfHeight } = shape;
      const mass = density * Math.PI * radius * radius * 2 * halfHeight;
      const across = (mass * (3 * radius * radius + 4 * halfHeight * halfHeight)) / 12;
      return { mass, centroid: createVec3(), inertia: createMat3(across, across, 0.5 * mass * radius * radius) };
    }
    case 'cone': {
      const { radius, height } = shape;
      const mass = (density * Math.PI * radius * radius * height) / 3;
      const across = (3 / 80) * mass * (4 * radius * radius + height * height);
      return { mass, centroid: createVec3(), inertia: createMat3(across, across, 0.3 * mass * radius * radius) };
    }
    case 'hull':
      return hullMass(shape, density);
  }
}

/** A box with the half edges a, b, c grown by r. */
function roundedMass(a: number, b: number, c: number, r: number, density: number): SolidMass {
  const volume =
    8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * r * r * r;
  const xx = density * secondMoment(a, b, c, r);
  const yy = density * secondMoment(b, c, a, r);
  const zz = density * secondMoment(c, a, b, r);
  return { mass: density * volume, centroid: createVec3(), inertia: createMat3(yy + zz, zz + xx, xx + yy) };
}

/**
 * ∫x² over that box, a along x: over the box and the slabs on its faces, the quarter cylinders along its edges and the eighths of
 * a ball at its corners. A piece that begins at a has a² V + 2a ∫ξ + ∫ξ², ξ = x - a.
 */
function secondMoment(a: number, b: number, c: number, r: number): number {
  const { PI } = Math;
  const middle = ((a * a) / 3) * (8 * a * b * c + 8 * r * (a * b + a * c) + 2 * PI * r * r * a);
  const slabs = 8 * b * c * r * (a * a + a * r + (r * r) / 3);
  const quarters = 8 * (b + c) * ((PI * r * r * a * a) / 4 + (2 * a * r * r * r) / 3 + (PI * r * r * r * r) / 16);
  const corners = 8 * r * r * r * ((PI * a * a) / 6 + (PI * a * r) / 8 + (PI * r * r) / 30);
  return middle + slabs + quarters + corners;
}

/**
 * Sums over the tetrahedra from vertex 0 to each triangle p, q, r of the faces, all seen from vertex 0, D = p·(q×r): volume
 * D/6, first moment D (p + q + r)/24, second moments D (Σ p pᵀ + s sᵀ)/120 with s = p + q + r.
 */
function hullMass(hull: Hull, density: number): SolidMass {
  const { vertices: v, faceStarts, faceVertices } = hull;
  const edge = (i: number) => [v[3 * i] - v[0], v[3 * i + 1] - v[1], v[3 * i + 2] - v[2]];
  let volume = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const p = edge(faceVertices[faceStarts[face]]);
    for (let k = faceStarts[face] + 1; k + 1 < faceStarts[face + 1]; k++) {
      const q = edge(faceVertices[k]);
      const r = edge(faceVertices[k + 1]);
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
  }
  const [x, y, z] = first.map((moment) => moment / volume);
  // to the centroid by Steiner
  const [xx, yy, zz] = [second[0] - x * first[0], second[1] - y * first[1], second[2] - z * first[2]];
  const [xy, yz, zx] = [second[3] - x * first[1], second[4] - y * first[2], second[5] - z * first[0]];
  const inertia = createMat3(density * (yy + zz), density * (zz + xx), density * (xx + yy));
  inertia.xy = inertia.yx = -density * xy;
  inertia.yz = inertia.zy = -density * yz;
  inertia.zx = inertia.xz = -density * zx;
  return { mass: density * volume, centroid: createVec3(v[0] + x, v[1] + y, v[2] + z), inertia };
}
