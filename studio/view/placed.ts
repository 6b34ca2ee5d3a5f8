import { surfaceMesh as createSurfaceMesh, type SurfaceMesh } from '../../src/entries/meshes.ts';
import { ellipsoidOfBox, type VehicleScene } from '../../src/entries/vehicles.ts';
import {
  box as createBox,
  ellipsoid as createEllipsoid,
  pose as createPose,
  trimesh as createTrimesh,
  determinantMat3,
  type Mat3,
  type MeshScene,
  mat3,
  type Pose,
  type ReadonlyVec3,
  type Recording,
  type Scene,
  type Shape,
  setVec3,
  type Vec3,
  vec3,
} from '../../src/index.ts';
import type { VehicleTable } from '../../src/record/columns.ts';
import { halfExtentsOf } from '../../src/scene/vehicle-scene.ts';
import { boxOfEllipsoid, createVehicleBox } from '../../src/shapes/vehicle-box.ts';
import { buildBodyMesh } from '../../src/sim/meshes/body-mesh.ts';

/** A body at an instant: deforming bodies have another shape in every frame. */
export interface Placed {
  readonly shape: Shape;
  readonly pose: Pose;
}

/** The part of a recording with poses and deformations. */
export type Places = Pick<Recording, 'bodies' | 'frames' | 'nodes' | 'vehicles'>;

/** Undefined for a degenerate body: a mesh with a triangle of zero area, a vehicle without volume. */
export function placedIn(recording: Places, scene: Scene, frame: number, body: number): Placed | undefined {
  switch (scene.world) {
    case 'deformable':
      return placedMesh(recording, scene, frame, body);
    case 'vehicles':
      return placedVehicle(recording, scene, frame, body);
    default:
      return { shape: scene.bodies[body].shape, pose: poseIn(recording, frame, body) };
  }
}

/** Pose of a body in a frame. */
export function poseIn({ frames, bodies }: Places, frame: number, body: number): Pose {
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  const row = frame * bodies.length + body;
  return createPose([x[row], y[row], z[row]], [qw[row], qx[row], qy[row], qz[row]]);
}

/** The surface of a mesh body, and its offset in the recorded nodes of a frame. */
export interface RecordedMesh {
  readonly mesh: SurfaceMesh;
  readonly first: number;
  readonly count: number;
}

const meshes = new WeakMap<MeshScene, readonly RecordedMesh[]>();

export function recordedMeshes(scene: MeshScene): readonly RecordedMesh[] {
  const known = meshes.get(scene);
  if (known) return known;
  let first = 0;
  const made = scene.bodies.map((body) => {
    const mesh = createSurfaceMesh(buildBodyMesh(body));
    const count = mesh.positions.length / 3;
    first += count;
    return { mesh, first: first - count, count };
  });
  meshes.set(scene, made);
  return made;
}

/** Relative to its centre of mass, so its radius bounds the body. */
function placedMesh(recording: Places, scene: MeshScene, frame: number, body: number): Placed | undefined {
  const { nodes, frames, bodies } = recording;
  if (nodes === undefined) return undefined;
  const all = recordedMeshes(scene);
  const { mesh, first, count } = all[body];
  const perFrame = all.reduce((sum, other) => sum + other.count, 0);
  const { x, y, z } = nodes.columns;
  const at = frame * bodies.length + body;
  const [cx, cy, cz] = [frames.columns.x[at], frames.columns.y[at], frames.columns.z[at]];
  const positions = new Float64Array(3 * count);
  for (let node = 0; node < count; node++) {
    const row = frame * perFrame + first + node;
    positions.set([x[row] - cx, y[row] - cy, z[row] - cz], 3 * node);
  }
  try {
    return { shape: createTrimesh({ ...mesh, positions }), pose: createPose([cx, cy, cz]) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Contact geometry: the deformed ellipsoid, or its rounded box. [PATH98-1] and [PATH98-2] */
function placedVehicle(recording: Places, scene: VehicleScene, frame: number, body: number): Placed | undefined {
  const ellipsoid = vehicleEllipsoid(recording, scene, frame, body);
  if (ellipsoid === undefined || scene.contacts.model === 'EM') return ellipsoid;
  const { radius } = vehicleForm(scene, body);
  const box = createVehicleBox([0.5, 0.5, 0.5], 0);
  const { position } = ellipsoid.pose;
  boxOfEllipsoid(box, position, ellipsoid.shape.deformation, radius);
  const { halfExtents: h, rotation } = box;
  const shape = createBox([h.x, h.y, h.z], Math.min(radius, h.x, h.y, h.z));
  return { shape, pose: { position, rotation } };
}

/** The unit sphere; the deformation has all of its shape. */
export function vehicleEllipsoid({ vehicles, bodies }: Places, scene: VehicleScene, frame: number, body: number) {
  if (vehicles === undefined) return undefined;
  const [position, b] = [vec3(), mat3()];
  readVehicle(position, b, vehicles, frame * bodies.length + body, vehicleForm(scene, body).semiAxes);
  if (!(determinantMat3(b) > 0)) return undefined;
  return { shape: createEllipsoid([1, 1, 1], b), pose: { position, rotation: mat3() } };
}

/** A vehicle before it is deformed: half extents of its box, radius of its edges, and the semi-axes of its ellipsoid [m]. */
export function vehicleForm(scene: VehicleScene, body: number) {
  const halfExtents = halfExtentsOf(scene, body);
  const { semiAxes } = ellipsoidOfBox(halfExtents);
  const { start, obstacle } = scene.bodies[body];
  const radius = obstacle?.radius ?? scene.models[start.model - 1].radius ?? scene.contacts.radius;
  return { halfExtents, radius: Math.min(radius, ...halfExtents), semiAxes };
}

/** The ellipsoid center + B u of a row of the table, |u| ≤ 1. */
export function readVehicle(center: Vec3, b: Mat3, { columns: c }: VehicleTable, row: number, s: ReadonlyVec3): void {
  setVec3(center, c.x[row], c.y[row], c.z[row]);
  [b.xx, b.yx, b.zx] = [c.d1x[row] * s.x, c.d1y[row] * s.x, c.d1z[row] * s.x];
  [b.xy, b.yy, b.zy] = [c.d2x[row] * s.y, c.d2y[row] * s.y, c.d2z[row] * s.y];
  [b.xz, b.yz, b.zz] = [c.d3x[row] * s.z, c.d3y[row] * s.z, c.d3z[row] * s.z];
}
