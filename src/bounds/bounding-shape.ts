import { createMat3 } from '../math/mat3.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { createBox } from '../shapes/box.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import type { Compound } from '../shapes/compound.ts';
import { createDisc } from '../shapes/disc.ts';
import type { Ellipsoid } from '../shapes/ellipsoid.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { convexHull2 } from '../shapes/hull/hull2.ts';
import { movePoints } from '../shapes/hull/points.ts';
import { polygonFromPacked } from '../shapes/polygon.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import type { SolidShape } from '../shapes/solid.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { createAabb } from './aabb.ts';
import { fitObb2, fitObb3 } from './fit-obb.ts';
import { createObb, type Obb } from './obb.ts';
import { shapeAabb } from './shape-aabb.ts';

/** Bounding volumes by which a body may collide: an oriented box, the convex hull, or a circle or sphere about the origin of the body. */
export type BoundingKind = 'obb' | 'hull' | 'sphere';

/** Spatial shapes with a bounding volume. */
type SpatialShape = SolidShape | Ellipsoid | TiledBody | Compound | Trimesh | Brep;

/** A bounding volume of a planar shape, itself a shape in the same axes. Discs, rods and points are their own hull; rods and points their own box. */
export function planarBoundingShape(shape: PlanarShape, kind: BoundingKind): PlanarShape {
  if (shape.kind === 'halfspace') throw new RangeError('a halfspace has no bounding volume');
  if (shape.kind === 'point') return shape;
  if (kind === 'sphere') return createDisc(shapeRadius(shape));
  if (shape.kind === 'segment') return shape;
  if (shape.kind === 'disc') return kind === 'hull' ? shape : rectangle(shape.radius, shape.radius);
  if (kind === 'hull') return polygonFromPacked(convexHull2(shape.vertices).vertices);
  return polygonFromPacked(boxCorners(fitObb2(createObb(), shape.vertices), 2));
}

function rectangle(x: number, y: number): PlanarShape {
  return polygonFromPacked(Float64Array.of(-x, -y, x, -y, x, y, -x, y));
}

/** The same in space. Curved shapes have their box along their own axes; a compound with curved pieces has no hull. */
export function solidBoundingShape(shape: SpatialShape, kind: BoundingKind): SolidShape | SpatialShape {
  if (kind === 'sphere') return createSphere(shapeRadius(shape));
  const vertices = verticesOf(shape);
  if (kind === 'hull') {
    if (vertices !== undefined) return createHull(vertices);
    if (shape.kind !== 'compound' && shape.kind !== 'tiled' && shape.kind !== 'brep') return shape;
    throw new RangeError(`the hull of a ${shape.kind} body with curved parts is not available, use obb or sphere`);
  }
  if (shape.kind === 'box') return createBox([shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z]);
  const box = vertices === undefined ? boxAlongAxes(shape) : fitObb3(createObb(), vertices);
  const { center: c, halfExtents: h } = box;
  const isCentred = vertices === undefined && c.x === 0 && c.y === 0 && c.z === 0;
  return isCentred ? createBox([h.x, h.y, h.z]) : createHull(boxCorners(box, 3));
}

function boxAlongAxes(shape: SpatialShape): Obb {
  const { min, max } = shapeAabb(createAabb(), shape, createPose());
  return {
    center: createVec3((min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2),
    rotation: createMat3(),
    halfExtents: createVec3((max.x - min.x) / 2, (max.y - min.y) / 2, (max.z - min.z) / 2),
  };
}

/** xyz xyz ... of a shape with flat faces; undefined for a curved one. */
function verticesOf(shape: SpatialShape | Compound['pieces'][number]['shape']): Float64Array | undefined {
  switch (shape.kind) {
    case 'hull':
      return shape.vertices;
    case 'trimesh':
      return shape.positions;
    case 'box':
      return shape.radius > 0 ? undefined : boxCorners({ ...createObb(), halfExtents: { ...shape.halfExtents } }, 3);
    case 'point':
      return new Float64Array(3);
    case 'segment': {
      const { start, end } = shape;
      return Float64Array.of(start.x, start.y, start.z, end.x, end.y, end.z);
    }
    case 'compound': {
      const lists = shape.pieces.map(({ shape: piece, pose }) => {
        const own = verticesOf(piece);
        return own && [...movePoints(new Float64Array(own.length), own, pose)];
      });
      const known = lists.filter((list) => list !== undefined);
      return known.length < lists.length ? undefined : Float64Array.from(known.flat());
    }
    default:
      return undefined;
  }
}

/** Corners of a box: xy xy ... counter-clockwise in the plane, xyz xyz ... in space. */
function boxCorners({ center, rotation, halfExtents: h }: Obb, dimension: 2 | 3): Float64Array {
  const signs = dimension === 2 ? PLANE : SPACE;
  const pose = { position: center, rotation };
  const corners = signs.map(([i, j, k]) => toWorld(createVec3(), pose, createVec3(i * h.x, j * h.y, k * h.z)));
  return Float64Array.from(corners.flatMap(({ x, y, z }) => (dimension === 2 ? [x, y] : [x, y, z])));
}

const PLANE = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]; // biome-ignore format: one row
const SPACE = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i, j, k])));
