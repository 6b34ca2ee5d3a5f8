/**
 * Convex 3-D bodies in the form kernels use: a core and a radius that inflates it (Minkowski sum with a sphere of that radius). A sphere is a
 * point, a capsule a segment, a rounded box a box. One layout for all kinds, so that one compiled kernel serves every pair.
 */
import { createMat3, packRelativeRotation } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import { lengthVec3 } from '../../math/vec3.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import { type EdgeFans, type Hull, NO_EDGE_FANS, NO_START_VERTICES, type StartVertices } from '../../shapes/hull.ts';
import type { Segment } from '../../shapes/segment.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { ConvexSolid } from '../../shapes/solid.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';

/** The convex bodies that `closestSolids` takes: those with a core (point, segment, box, hull ...) and a radius. */
export type Solid = ConvexSolid;

/** Bodies with a support function: tiled ones have to be closed and convex. */
export type CoreShape = Solid | TiledBody;

/** Does the shape have a core? */
export function hasCore(shape: Shape): shape is CoreShape {
  switch (shape.kind) {
    case 'disc':
    case 'polygon':
    case 'halfspace':
    case 'compound':
    case 'trimesh':
    case 'brep':
      return false;
    case 'tiled':
      return shape.dimension === 3 && shape.closed && shape.convex;
    default:
      return true;
  }
}

/** Half extents about the origin, possibly 0: points and segments along z are boxes, too. */
export const BOX = 0;
/** A list of vertices. */
export const VERTICES = 1;
export const CYLINDER = 2;
export const CONE = 3;
export const ELLIPSOID = 4;
/** A tiled body, given by its support function alone. */
export const TILED = 5;

// Offsets in `numbers`.
/** Radius that inflates the core [m]. */
export const RADIUS = 0;
/** Half extents of a box; radius and half height of a cylinder; radius, bottom and top of a cone; B of an ellipsoid by rows. */
export const SIZES = 1;
/** Bounding radius of the core about the origin of its frame [m]. */
export const BOUNDING_RADIUS = 10;

/** A body ready for a query. Kernels own two and load them for each query: references and a few numbers. */
export interface Core {
  /** One of the kinds above. */
  kind: number;
  readonly numbers: Float64Array;
  /** xyz xyz ...; this and the next three only for kind `VERTICES`. */
  vertices: Float64Array;
  /** As in `Hull`; none for a segment. */
  startVertices: StartVertices;
  /** As in `Hull`; none for a segment. */
  edgeFans: EdgeFans;
  /** Storage for the two vertices of a segment. */
  readonly ends: Float64Array;
  /** The body itself, only for kind `TILED`. */
  tiled: TiledBody | null;
}

const NO_VERTICES = new Float64Array(0);

export function createCore(): Core {
  return {
    kind: BOX,
    numbers: new Float64Array(11),
    vertices: NO_VERTICES,
    startVertices: NO_START_VERTICES,
    edgeFans: NO_EDGE_FANS,
    ends: new Float64Array(6),
    tiled: null,
  };
}

const matrix = createMat3();

/** The core of a shape, in its own frame. */
export function setCore(core: Core, shape: CoreShape): Core {
  const { numbers } = core;
  numbers[RADIUS] = 0;
  switch (shape.kind) {
    case 'point':
      return setBox(core, 0);
    case 'sphere':
      numbers[RADIUS] = shape.radius;
      return setBox(core, 0);
    case 'capsule':
      numbers[RADIUS] = shape.radius;
      numbers[SIZES + 2] = shape.halfHeight;
      return setBox(core, 1);
    case 'box': {
      const { halfExtents: h, radius } = shape;
      numbers[RADIUS] = radius;
      numbers[SIZES] = h.x - radius;
      numbers[SIZES + 1] = h.y - radius;
      numbers[SIZES + 2] = h.z - radius;
      return setBox(core, 3);
    }
    case 'hull':
      return setHull(core, shape);
    case 'segment':
      return setSegment(core, shape);
    case 'cylinder':
      return setRound(core, CYLINDER, shape.radius, -shape.halfHeight, shape.halfHeight);
    case 'cone':
      return setRound(core, CONE, shape.radius, -0.5 * shape.halfHeight, 1.5 * shape.halfHeight);
    case 'ellipsoid':
      return setEllipsoid(core, shape);
    case 'tiled':
      return setTiled(core, shape);
  }
}

/** A box whose half extents along the last `dimension` axes are already in `numbers`; the others are set to 0. */
function setBox(core: Core, dimension: number): Core {
  const { numbers } = core;
  core.kind = BOX;
  for (let k = 0; k < 3 - dimension; k++) numbers[SIZES + k] = 0;
  const x = numbers[SIZES];
  const y = numbers[SIZES + 1];
  const z = numbers[SIZES + 2];
  numbers[BOUNDING_RADIUS] = Math.sqrt(x * x + y * y + z * z);
  return core;
}

function setHull(core: Core, hull: Hull): Core {
  core.kind = VERTICES;
  core.vertices = hull.vertices;
  core.startVertices = hull.startVertices;
  core.edgeFans = hull.edgeFans;
  // last: read before the arrays, the number would be boxed
  core.numbers[BOUNDING_RADIUS] = hull.boundingRadius;
  return core;
}

function setSegment(core: Core, { start, end }: Segment): Core {
  const { ends: vertices } = core;
  vertices[0] = start.x;
  vertices[1] = start.y;
  vertices[2] = start.z;
  vertices[3] = end.x;
  vertices[4] = end.y;
  vertices[5] = end.z;
  core.kind = VERTICES;
  core.vertices = vertices;
  core.startVertices = NO_START_VERTICES;
  core.edgeFans = NO_EDGE_FANS;
  core.numbers[BOUNDING_RADIUS] = Math.sqrt(
    Math.max(start.x * start.x + start.y * start.y + start.z * start.z, end.x * end.x + end.y * end.y + end.z * end.z),
  );
  return core;
}

function setRound(core: Core, kind: number, radius: number, bottom: number, top: number): Core {
  const { numbers } = core;
  core.kind = kind;
  numbers[SIZES] = radius;
  numbers[SIZES + 1] = bottom;
  numbers[SIZES + 2] = top;
  // the apex of a cone may be farther from the origin than its rim; the top of a cylinder is not
  numbers[BOUNDING_RADIUS] = Math.max(Math.sqrt(radius * radius + bottom * bottom), top);
  return core;
}

function setEllipsoid(core: Core, shape: Ellipsoid): Core {
  const { numbers } = core;
  const b = ellipsoidMatrix(matrix, shape);
  core.kind = ELLIPSOID;
  numbers[SIZES] = b.xx;
  numbers[SIZES + 1] = b.xy;
  numbers[SIZES + 2] = b.xz;
  numbers[SIZES + 3] = b.yx;
  numbers[SIZES + 4] = b.yy;
  numbers[SIZES + 5] = b.yz;
  numbers[SIZES + 6] = b.zx;
  numbers[SIZES + 7] = b.zy;
  numbers[SIZES + 8] = b.zz;
  let squares = 0;
  for (let k = SIZES; k < SIZES + 9; k++) squares += numbers[k] * numbers[k];
  numbers[BOUNDING_RADIUS] = Math.sqrt(squares);
  return core;
}

function setTiled(core: Core, shape: TiledBody): Core {
  core.kind = TILED;
  core.tiled = shape;
  core.numbers[BOUNDING_RADIUS] = lengthVec3(shape.center) + shape.radius;
  return core;
}

/** Does GJK terminate for this core after finitely many steps? */
export function isPolytope(core: Core): boolean {
  return core.kind <= VERTICES;
}

/** Pose of B in A's frame: R = RAᵀRB by rows, then t = RAᵀ(xB - xA). Twelve numbers. */
export const RELATIVE_LENGTH = 12;

/** Subtracts first, to avoid cancellation far from the origin. */
export function setRelative(relative: Float64Array, poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  const { rotation: a, position: p } = poseA;
  const { rotation: b, position: q } = poseB;
  packRelativeRotation(relative, a, b);
  const dx = q.x - p.x;
  const dy = q.y - p.y;
  const dz = q.z - p.z;
  relative[9] = a.xx * dx + a.yx * dy + a.zx * dz;
  relative[10] = a.xy * dx + a.yy * dy + a.zy * dz;
  relative[11] = a.xz * dx + a.yz * dy + a.zz * dz;
}
