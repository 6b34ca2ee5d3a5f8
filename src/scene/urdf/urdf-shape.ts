import { MeshFileError } from '../../formats/mesh-file-error.ts';
import { readMesh } from '../../formats/read-mesh.ts';
import { UrdfError } from '../../formats/urdf/urdf-error.ts';
import type { UrdfCollision, UrdfGeometry } from '../../formats/urdf/urdf-model.ts';
import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import { createSurfaceMesh, meshTriangles, type SurfaceMesh } from '../../shapes/mesh.ts';
import { createTrimesh } from '../../shapes/trimesh.ts';

type Triple = readonly [number, number, number];

/** A shape in the format of scenes. */
export type ShapeDocument = Readonly<Record<string, unknown>>;

/** What mesh files become: the convex hull of their points, or their triangles. */
export type UrdfMeshes = 'hull' | 'triangles';

/** How the geometry of links becomes shapes. */
export interface UrdfShapeSettings {
  /** Name of the model in messages. */
  readonly source: string;
  readonly meshes: UrdfMeshes;
  /** The bytes of a mesh file by its name in the model; undefined: there is no such file. */
  readonly file: (filename: string) => Uint8Array | undefined;
}

/** Collision geometry in the axes of a body. */
export interface PosedCollision extends UrdfCollision {
  /** Pose in the axes of the body. */
  readonly pose: ReadonlyPose;
}

/** A shape and the largest distance of its points from the origin of the body [m]. */
export interface UrdfShape {
  readonly shape: ShapeDocument;
  readonly radius: number;
}

/** The shape of all collision elements of a body. `isMovable`: an open triangle mesh is rejected. */
export function urdfShape(
  collisions: readonly PosedCollision[],
  isMovable: boolean,
  settings: UrdfShapeSettings,
): UrdfShape {
  const [first, second] = collisions;
  const loaded = collisions.map((collision) => loadCollision(collision, settings));
  const radius = Math.max(...collisions.map((collision, i) => farthest(collision, loaded[i])));
  const triangles = collisions.find(({ geometry }) => geometry.kind === 'mesh' && settings.meshes === 'triangles');
  if (triangles) {
    if (second) {
      const expected = 'a mesh of triangles must be the only collision geometry of a body; convert meshes to hulls';
      throw new UrdfError(settings.source, triangles.line, expected);
    }
    return { shape: trimeshDocument(first, loaded[0] as SurfaceMesh, isMovable, settings), radius };
  }
  const pieces = collisions.map((collision, i) => ({
    shape: convexDocument(collision, loaded[i], settings),
    ...poseDocument(collision.pose),
  }));
  return {
    shape:
      pieces.length > 1 || 'position' in pieces[0] || 'rotation' in pieces[0]
        ? { kind: 'compound', pieces }
        : pieces[0].shape,
    radius,
  };
}

/** The keys `position` and `rotation` of a scene; without those that are zero. */
export function poseDocument({ position, rotation }: ReadonlyPose): {
  position?: Triple;
  rotation?: { quaternion: readonly number[] };
} {
  const { w, x, y, z } = quaternionFromRotation(rotation);
  return {
    ...(lengthVec3(position) > 0 && { position: triple(position) }),
    ...((x !== 0 || y !== 0 || z !== 0) && { rotation: { quaternion: [w, x, y, z].map(withoutSign) } }),
  };
}

/** A vector as a list; JSON has no -0. */
export function triple({ x, y, z }: ReadonlyVec3): Triple {
  return [withoutSign(x), withoutSign(y), withoutSign(z)];
}

function withoutSign(value: number): number {
  return value === 0 ? 0 : value;
}

/** The mesh of a collision element, scaled; undefined for other geometry. */
function loadCollision(
  { geometry, line }: UrdfCollision,
  { source, file }: UrdfShapeSettings,
): SurfaceMesh | undefined {
  if (geometry.kind !== 'mesh') return undefined;
  const { filename, scale } = geometry;
  const named = `mesh file ${JSON.stringify(filename)}`;
  if (/\.dae$/i.test(filename)) {
    throw new UrdfError(source, line, `${named} is COLLADA, which is not read: save it as STL or OBJ`);
  }
  const bytes = file(filename);
  if (bytes === undefined) throw new UrdfError(source, line, `${named} does not exist`);
  try {
    const mesh = readMesh(filename, bytes, { degenerate: 'drop' });
    const factors = [scale.x, scale.y, scale.z];
    const positions = mesh.positions.map((coordinate, i) => coordinate * factors[i % 3]);
    return createSurfaceMesh({ positions, triangles: mirrored(meshTriangles(mesh), factors) });
  } catch (error) {
    if (!(error instanceof MeshFileError || error instanceof RangeError)) throw error;
    throw new UrdfError(source, line, `${named} cannot be read: ${error.message}`);
  }
}

/** A mirrored triangle is counter-clockwise again when two of its corners change places. */
function mirrored(triangles: Int32Array, [x, y, z]: readonly number[]): Int32Array {
  if (x * y * z > 0) return triangles;
  return triangles.map((_, i) => triangles[i - (i % 3) + ((3 - (i % 3)) % 3)]);
}

function farthest({ geometry, pose }: PosedCollision, mesh: SurfaceMesh | undefined): number {
  const at = lengthVec3(pose.position);
  if (!mesh) return at + ownRadius(geometry);
  let max = 0;
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    max = Math.max(max, lengthVec3(toWorld(createVec3(), pose, createVec3(x, y, z))));
  }
  return max;
}

function ownRadius(geometry: UrdfGeometry): number {
  switch (geometry.kind) {
    case 'box':
      return 0.5 * lengthVec3(geometry.size);
    case 'sphere':
      return geometry.radius;
    case 'cylinder':
      return Math.sqrt(geometry.radius ** 2 + 0.25 * geometry.length ** 2);
    case 'capsule':
      return geometry.radius + 0.5 * geometry.length;
    case 'mesh':
      return 0;
  }
}

function convexDocument(
  { geometry, line }: UrdfCollision,
  mesh: SurfaceMesh | undefined,
  { source }: UrdfShapeSettings,
): ShapeDocument {
  switch (geometry.kind) {
    case 'box':
      return { kind: 'box', halfExtents: triple(geometry.size).map((edge) => edge / 2) };
    case 'sphere':
      return { kind: 'sphere', radius: geometry.radius };
    case 'cylinder':
    case 'capsule':
      return { kind: geometry.kind, radius: geometry.radius, halfHeight: geometry.length / 2 };
    case 'mesh':
      try {
        return { kind: 'hull', vertices: triples(createHull((mesh as SurfaceMesh).positions).vertices) };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new UrdfError(source, line, `mesh file ${JSON.stringify(geometry.filename)}: ${error.message}`);
      }
  }
}

/** The triangles in the axes of the body: in scenes a mesh has no pose of its own. */
function trimeshDocument(
  { geometry, pose, line }: PosedCollision,
  { positions, triangles }: SurfaceMesh,
  isMovable: boolean,
  { source }: UrdfShapeSettings,
): ShapeDocument {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const { x, y, z } = toWorld(createVec3(), pose, createVec3(positions[i], positions[i + 1], positions[i + 2]));
    moved.set([x, y, z], i);
  }
  try {
    createTrimesh(createSurfaceMesh({ positions: moved, triangles }), isMovable ? { closed: true } : {});
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const filename = geometry.kind === 'mesh' ? geometry.filename : '';
    throw new UrdfError(source, line, `mesh file ${JSON.stringify(filename)}: ${error.message}`);
  }
  return { kind: 'trimesh', vertices: triples(moved), triangles: triples(triangles) };
}

function triples(values: Float64Array | Int32Array): Triple[] {
  return Array.from({ length: values.length / 3 }, (_, i) =>
    triple(createVec3(values[3 * i], values[3 * i + 1], values[3 * i + 2])),
  );
}
