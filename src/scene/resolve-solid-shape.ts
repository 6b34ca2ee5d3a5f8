import { createCompound } from '../bounds/create-compound.ts';
import { createMat3 } from '../math/mat3.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, subVec3 } from '../math/vec3.ts';
import { createBox } from '../shapes/box.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import { brepFromDocument, translateBrep } from '../shapes/brep/brep-document.ts';
import { createCapsule } from '../shapes/capsule.ts';
import type { Compound } from '../shapes/compound.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createEllipsoid, type Ellipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace, type Halfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import type { SolidShape } from '../shapes/solid.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import { transformTiledBody } from '../shapes/tiled/transform-tiled-body.ts';
import { createTrimesh, type Trimesh } from '../shapes/trimesh.ts';
import { missingMeshFile } from './mesh-files.ts';
import { resolvePose } from './resolve-pose.ts';
import { buildSmoothShape } from './resolve-smooth-shape.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';
import type { SolidShapeDocument } from './solid-shape-schema.ts';

type CompoundDocument = Extract<SolidShapeDocument, { kind: 'compound' }>;
type ConvexDocument = CompoundDocument['pieces'][number]['shape'];
type SmoothDocument = Extract<SolidShapeDocument, { kind: 'smooth' }>;

/** Shapes of scene files. */
export type SceneShape = SolidShape | Ellipsoid | TiledBody | Compound | Trimesh | Halfspace | Brep;

/** Builds the shape at `path` of a file. */
export function buildSolidShape(given: SolidShapeDocument, path: JsonPath, fail: Fail): SceneShape {
  if (given.kind === 'cad') return missingMeshFile(given.file, [...path, 'file'], fail);
  if (given.kind === 'mesh') return missingMeshFile(given.file, [...path, 'file'], fail);
  if (given.kind === 'compound') return buildCompound(given, path, fail);
  return orFail(() => buildPlain(given), path, fail);
}

function buildCompound({ pieces }: CompoundDocument, path: JsonPath, fail: Fail): Compound {
  const placed = pieces.map((piece, i) => {
    const at = [...path, 'pieces', i];
    const shape = orFail(() => buildConvex(piece.shape), [...at, 'shape'], fail);
    return { shape, pose: resolvePose(piece, at, fail) };
  });
  return orFail(() => createCompound(placed), path, fail);
}

function buildPlain(given: Exclude<SolidShapeDocument, CompoundDocument | { kind: 'mesh' | 'cad' }>): SceneShape {
  switch (given.kind) {
    case 'trimesh': {
      const { vertices, triangles } = given;
      return createTrimesh(createSurfaceMesh({ positions: vertices.flat(), triangles: triangles.flat() }));
    }
    case 'halfspace':
      return createHalfspace(given.normal);
    case 'smooth':
      return buildSmooth(given);
    case 'brep':
      return brepFromDocument(given);
    default:
      return buildConvex(given);
  }
}

function buildConvex(given: ConvexDocument): SolidShape | Ellipsoid {
  switch (given.kind) {
    case 'sphere':
      return createSphere(given.radius);
    case 'capsule':
      return createCapsule(given.radius, given.halfHeight);
    case 'box':
      return createBox(given.halfExtents, given.radius);
    case 'cylinder':
      return createCylinder(given.radius, given.halfHeight);
    case 'cone':
      return createCone(given.radius, given.halfHeight);
    case 'ellipsoid':
      return createEllipsoid(given.semiAxes);
    case 'hull':
      return createHull(given.vertices);
  }
}

function buildSmooth({ surface }: SmoothDocument): TiledBody {
  const shape = buildSmoothShape(surface);
  if (shape.kind === 'point' || shape.dimension === 2) {
    throw new RangeError(`must be three-dimensional, not ${surface.kind}`);
  }
  if (!shape.closed) throw new RangeError('must be closed, an open patch has no inside');
  return shape;
}

/** The shape in axes with their origin at `origin`. Shapes given by dimensions already have their centre of mass at the origin. */
export function aboutOrigin(shape: SceneShape, origin: ReadonlyVec3): SceneShape {
  if (lengthVec3(origin) === 0) return shape;
  switch (shape.kind) {
    case 'hull':
      return createHull(shifted(shape.vertices, origin));
    case 'trimesh':
      return createTrimesh(
        createSurfaceMesh({ positions: shifted(shape.positions, origin), triangles: shape.triangles }),
      );
    case 'compound':
      return createCompound(
        shape.pieces.map(({ shape, pose: { position, rotation } }) => ({
          shape,
          pose: { position: subVec3(createVec3(), position, origin), rotation },
        })),
      );
    case 'brep':
      return translateBrep(shape, -origin.x, -origin.y, -origin.z);
    case 'tiled':
      return transformTiledBody(shape, createMat3(), scaleVec3(createVec3(), origin, -1));
    default:
      return shape;
  }
}

function shifted(points: Float64Array, { x, y, z }: ReadonlyVec3): Float64Array {
  const origin = [x, y, z];
  return points.map((coordinate, i) => coordinate - origin[i % 3]);
}
