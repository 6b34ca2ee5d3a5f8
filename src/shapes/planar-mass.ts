import type { ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { checkAboveZero } from './checks.ts';
import type { Polygon } from './polygon.ts';
import type { PlanarShape } from './shape.ts';

/**
 * Mass properties of a spatial body. Their inertia is a tensor; that of a planar body (`PlanarMassProperties`) is one
 * number, as the constructors of rigid bodies, `spatialBody` and `planarBody`, expect it.
 */
export interface MassProperties {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass in the frame of the shape [m]. */
  readonly centroid: ReadonlyVec3;
  /** Moment of inertia about the centroid, in the frame of the shape [kg m²]. */
  readonly inertia: ReadonlyMat3;
}

/** Mass properties of a planar body: a disc or a polygon. */
export interface PlanarMassProperties {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass in the frame of the shape [m]. */
  readonly centroid: ReadonlyVec3;
  /** Moment of inertia about the centroid, z axis [kg m²]. */
  readonly inertia: number;
}

/** Mass properties of a shape with area and the constant `density` [kg/m²]. */
export function planarMass(shape: PlanarShape, density: number): PlanarMassProperties {
  checkAboveZero('massProperties: density', density);
  switch (shape.kind) {
    case 'disc': {
      const mass = density * Math.PI * shape.radius * shape.radius;
      return { mass, centroid: createVec3(), inertia: 0.5 * mass * shape.radius * shape.radius };
    }
    case 'polygon':
      return polygonMass(shape, density);
    default:
      throw new RangeError(
        `massProperties: a ${shape.kind} has no finite area or volume; give its mass and inertia as numbers`,
      );
  }
}

/**
 * Sums over the triangles (v0, p, q) of the fan from vertex 0, with p, q relative to v0 and c = p × q (signed, so that
 * non-convex outlines are correct): area c/2, first moment c (p + q)/6, second moment c (p² + p·q + q²)/12.
 */
function polygonMass(polygon: Polygon, density: number): PlanarMassProperties {
  const v = polygon.vertices;
  let area = 0;
  let momentX = 0;
  let momentY = 0;
  let second = 0;
  for (let i = 2; i + 2 < v.length; i += 2) {
    const px = v[i] - v[0];
    const py = v[i + 1] - v[1];
    const qx = v[i + 2] - v[0];
    const qy = v[i + 3] - v[1];
    const c = px * qy - py * qx;
    area += c / 2;
    momentX += (c * (px + qx)) / 6;
    momentY += (c * (py + qy)) / 6;
    second += (c * (px * px + py * py + px * qx + py * qy + qx * qx + qy * qy)) / 12;
  }
  const x = momentX / area;
  const y = momentY / area;
  return {
    mass: density * area,
    centroid: createVec3(v[0] + x, v[1] + y),
    inertia: density * (second - area * (x * x + y * y)),
  };
}
