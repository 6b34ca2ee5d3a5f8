import { createMat3, rotateTensor } from '../math/mat3.ts';
import { toWorld } from '../math/pose.ts';
import { addScaledVec3, createVec3, scaleVec3, subVec3 } from '../math/vec3.ts';
import type { Brep } from './brep/brep.ts';
import { brepMassProperties } from './brep/brep-mass.ts';
import { checkShape } from './check-shape.ts';
import { checkAboveZero } from './checks.ts';
import type { Compound } from './compound.ts';
import { type Ellipsoid, ellipsoidMass } from './ellipsoid.ts';
import { type MassProperties, type PlanarMassProperties, planarMass } from './planar-mass.ts';
import { hullMass, trimeshMass } from './polyhedron-mass.ts';
import type { PlanarShape, Shape } from './shape.ts';
import type { SolidShape } from './solid.ts';
import type { TiledBody } from './tiled/tiled-body.ts';
import { type TiledMassProperties, tiledMassProperties } from './tiled/tiled-mass.ts';
import type { Trimesh } from './trimesh.ts';

/** Shapes whose inertia is a tensor. */
type SpatialShape = SolidShape | Ellipsoid | TiledBody | Compound | Trimesh | Brep;

/**
 * Mass, centre of mass and moment of inertia of a shape with constant `density` [kg/m³; of a planar shape kg/m²]: by
 * closed formulas, for tiled bodies by integrals over their faces. Overlaps of compound pieces count once for each
 * piece. Shapes without area or volume are rejected: points, segments, half-spaces, and surfaces that are not closed.
 * Spatial shapes get an inertia tensor, planar ones (disc, polygon) one number about z; a tiled body also has error
 * estimates.
 *
 * @example
 * ```ts
 * import { box, massProperties, polygon } from 'appulse';
 *
 * const { mass, inertia } = massProperties(box([0.5, 0.5, 1]), 1000); // 1 m x 1 m x 2 m of water
 * console.log(mass, inertia.zz.toFixed(6)); // 2000 333.333333
 * const plate = massProperties(polygon([[0, 0], [2, 0], [2, 1], [0, 1]]), 12);
 * console.log(plate.mass, plate.centroid, plate.inertia.toFixed(6)); // 24 { x: 1, y: 0.5, z: 0 } 10.000000
 * ```
 */
export function massProperties(shape: PlanarShape, density: number): PlanarMassProperties;
export function massProperties(shape: TiledBody | Brep, density: number): TiledMassProperties;
export function massProperties(shape: SpatialShape, density: number): MassProperties;
export function massProperties(shape: Shape, density: number): MassProperties | PlanarMassProperties;
export function massProperties(shape: Shape, density: number): MassProperties | PlanarMassProperties {
  checkShape('massProperties: shape', shape);
  switch (shape.kind) {
    case 'point':
    case 'segment':
    case 'halfspace':
    case 'disc':
    case 'polygon':
      return planarMass(shape, density);
    default:
      checkAboveZero('massProperties: density', density);
      return spatialMass(shape, density);
  }
}

function spatialMass(shape: SpatialShape, density: number): MassProperties {
  switch (shape.kind) {
    case 'ellipsoid':
      return ellipsoidMass(shape, density);
    case 'tiled':
      return tiledMassProperties(shape, density);
    case 'brep':
      return brepMassProperties(shape, density);
    case 'compound':
      return compoundMass(shape, density);
    case 'trimesh':
      return trimeshMass(shape, density);
    case 'sphere':
      return roundedMass(0, 0, 0, shape.radius, density);
    case 'capsule':
      return roundedMass(0, 0, shape.halfHeight, shape.radius, density);
    case 'box': {
      const { halfExtents: h, radius } = shape;
      return roundedMass(h.x - radius, h.y - radius, h.z - radius, radius, density);
    }
    case 'cylinder': {
      const { radius, halfHeight } = shape;
      const mass = density * Math.PI * radius * radius * 2 * halfHeight;
      const across = (mass * (3 * radius * radius + 4 * halfHeight * halfHeight)) / 12;
      return { mass, centroid: createVec3(), inertia: createMat3(across, across, 0.5 * mass * radius * radius) };
    }
    case 'cone': {
      const { radius } = shape;
      const height = 2 * shape.halfHeight;
      const mass = (density * Math.PI * radius * radius * height) / 3;
      const across = (3 / 80) * mass * (4 * radius * radius + height * height);
      return { mass, centroid: createVec3(), inertia: createMat3(across, across, 0.3 * mass * radius * radius) };
    }
    case 'hull':
      return hullMass(shape, density);
  }
}

/** A box with the half extents a, b, c inflated by r. */
function roundedMass(a: number, b: number, c: number, r: number, density: number): MassProperties {
  const volume =
    8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * r * r * r;
  const xx = density * secondMoment(a, b, c, r);
  const yy = density * secondMoment(b, c, a, r);
  const zz = density * secondMoment(c, a, b, r);
  return { mass: density * volume, centroid: createVec3(), inertia: createMat3(yy + zz, zz + xx, xx + yy) };
}

/**
 * ∫x² over that box, a along x: over the box and the slabs on its faces, the quarter cylinders along its edges and the
 * sphere octants at its corners. A piece that begins at a has a² V + 2a ∫ξ + ∫ξ², ξ = x - a.
 */
function secondMoment(a: number, b: number, c: number, r: number): number {
  const { PI } = Math;
  const midpoint = ((a * a) / 3) * (8 * a * b * c + 8 * r * (a * b + a * c) + 2 * PI * r * r * a);
  const slabs = 8 * b * c * r * (a * a + a * r + (r * r) / 3);
  const quarters = 8 * (b + c) * ((PI * r * r * a * a) / 4 + (2 * a * r * r * r) / 3 + (PI * r * r * r * r) / 16);
  const corners = 8 * r * r * r * ((PI * a * a) / 6 + (PI * a * r) / 8 + (PI * r * r) / 30);
  return midpoint + slabs + quarters + corners;
}

/** The sum over the pieces; points and segments have no mass. Moments of inertia by the parallel axis theorem. */
function compoundMass({ pieces }: Compound, density: number): MassProperties {
  const centroid = createVec3();
  const parts = pieces.flatMap(({ shape, pose }) => {
    if (shape.kind === 'point' || shape.kind === 'segment') return [];
    const part = spatialMass(shape, density);
    const centre = toWorld(createVec3(), pose, part.centroid);
    addScaledVec3(centroid, centroid, centre, part.mass);
    return [{ mass: part.mass, centre, inertia: rotateTensor(createMat3(), pose.rotation, part.inertia) }];
  });
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  if (!(mass > 0)) throw new RangeError('massProperties: a compound of points and segments alone has no mass');
  scaleVec3(centroid, centroid, 1 / mass);
  const inertia = createMat3(0, 0, 0);
  for (const part of parts) {
    const { x, y, z } = subVec3(createVec3(), part.centre, centroid);
    const m = part.mass;
    inertia.xx += part.inertia.xx + m * (y * y + z * z);
    inertia.yy += part.inertia.yy + m * (z * z + x * x);
    inertia.zz += part.inertia.zz + m * (x * x + y * y);
    inertia.xy += part.inertia.xy - m * x * y;
    inertia.yz += part.inertia.yz - m * y * z;
    inertia.zx += part.inertia.zx - m * z * x;
  }
  inertia.yx = inertia.xy;
  inertia.zy = inertia.yz;
  inertia.xz = inertia.zx;
  return { mass, centroid, inertia };
}
