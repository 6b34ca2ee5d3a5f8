import * as THREE from 'three';
import {
  addScaledVec3,
  dotVec3,
  mat3,
  type ReadonlyVec3,
  type Shape,
  toBody,
  transformVec3,
  vec3,
} from '../../src/index.ts';
import type { Recorded } from '../session/session.ts';
import { binWalls } from './bin-walls.ts';
import type { BodyActor } from './body-actor.ts';
import { bodyColor } from './body-colors.ts';
import { extentOf } from './extent.ts';
import { isFloor } from './first-camera.ts';
import { drawShape } from './geometry/draw-shape.ts';
import { polylines, positions, type ShapeDrawing } from './geometry/shape-drawing.ts';
import { createMeshActor } from './mesh-actor.ts';
import { poseIn } from './placed.ts';
import { createRigidActor } from './rigid-actor.ts';
import { createVehicleActor } from './vehicles/vehicle-actor.ts';

/** Drawn size of half-spaces in planar worlds, where they are lines, relative to the moving bodies. */
const LINE_SPAN = 6;
/** Walls extend this far beyond the moving bodies, relative to their extent. */
const WALL_MARGIN = 0.12;
/** A lone floor can be picked up to this distance, relative to the extent. */
const FLOOR_SPAN = 8;

/** Creates the actor of a world. `size` [m] and `midpoint` are those of all moving bodies. */
export function createActor(recorded: Recorded, size: number, midpoint: ReadonlyVec3): BodyActor {
  const { recording, scene } = recorded;
  const colors = recording.bodies.map((_, body) => bodyColor(scene, body));
  switch (scene.world) {
    case 'deformable':
      return createMeshActor(recording, scene, colors, (body) => isFloor(recorded, body));
    case 'vehicles':
      return createVehicleActor(recording, scene, colors);
    default: {
      const shapes = scene.bodies.map((body) => drawnShape(body) ?? body.shape);
      const volumes = scene.bodies.map((body) => (drawnShape(body) ? body.shape : undefined));
      const faint = scene.bodies.map((body) => 'trigger' in body && body.trigger);
      const drawHalfspace =
        scene.world === 'planar'
          ? lineDrawer(recorded, shapes, size, midpoint)
          : wallDrawer(recorded, shapes, size, midpoint);
      return createRigidActor({ recording, shapes, volumes, colors, faint, drawHalfspace });
    }
  }
}

/** The shape of a body that collides by a bounding volume. */
function drawnShape(body: object): Shape | undefined {
  return 'drawnShape' in body ? (body.drawnShape as Shape) : undefined;
}

type HalfspaceDrawer = (body: number) => ShapeDrawing;

/** The point of the boundary of a half-space nearest to `point`, in body axes. */
function footOf({ recording }: Recorded, body: number, normal: ReadonlyVec3, point: ReadonlyVec3) {
  const at = toBody(vec3(), poseIn(recording, 0, body), point);
  return addScaledVec3(at, at, normal, -dotVec3(at, normal));
}

/** In planar worlds: a hatched line near the moving bodies. */
function lineDrawer(
  recorded: Recorded,
  shapes: readonly Shape[],
  size: number,
  midpoint: ReadonlyVec3,
): HalfspaceDrawer {
  return (body) => {
    const shape = shapes[body];
    const drawing = drawShape(shape, LINE_SPAN * size, false);
    if (shape.kind !== 'halfspace') return drawing;
    const { x, y, z } = footOf(recorded, body, shape.normal, midpoint);
    for (const part of [drawing.surface, drawing.edges, drawing.isolines]) part?.translate(x, y, z);
    return drawing;
  };
}

/** In space: the faces of the bin that half-spaces form, with thin outlines. A lone floor is drawn as the ground, and is only picked here. */
function wallDrawer(
  recorded: Recorded,
  shapes: readonly Shape[],
  size: number,
  midpoint: ReadonlyVec3,
): HalfspaceDrawer {
  const { recording, scene } = recorded;
  const bodies = shapes.flatMap((shape, body) => (shape.kind === 'halfspace' ? [body] : []));
  const walls = bodies.map((body) => {
    const shape = shapes[body];
    const { position, rotation } = poseIn(recording, 0, body);
    const normal = transformVec3(vec3(), rotation, shape.kind === 'halfspace' ? shape.normal : vec3(0, 0, 1));
    return { normal, offset: dotVec3(normal, position) };
  });
  const { min, max } = extentOf(recording, scene, mat3());
  const margin = WALL_MARGIN * size;
  const [low, high] = [min.map((value) => value - margin), max.map((value) => value + margin)];
  const faces = binWalls(walls, [low[0], low[1], low[2]], [high[0], high[1], high[2]]);
  const isLoneFloor = bodies.length > 0 && bodies.every((body) => isFloor(recorded, body));
  return (body) => {
    if (isLoneFloor) return pickedFloor(recorded, body, walls[bodies.indexOf(body)].normal, size, midpoint);
    const pose = poseIn(recording, 0, body);
    const face = faces[bodies.indexOf(body)].map(([x, y, z]) => toBody(vec3(), pose, vec3(x, y, z)));
    const corners = face.map(({ x, y, z }) => [x, y, z]);
    const triangles = corners.slice(2).flatMap((corner, k) => [...corners[0], ...corners[k + 1], ...corner]);
    const rim = [...corners, ...corners.slice(0, 1)].flat();
    return { surface: positions(triangles), edges: polylines([rim]), flat: true, oneSided: true, thin: true };
  };
}

/** A large invisible square. */
function pickedFloor(
  recorded: Recorded,
  body: number,
  up: ReadonlyVec3,
  size: number,
  midpoint: ReadonlyVec3,
): ShapeDrawing {
  const { rotation } = poseIn(recorded.recording, 0, body);
  const normal = vec3(
    rotation.xx * up.x + rotation.yx * up.y + rotation.zx * up.z,
    rotation.xy * up.x + rotation.yy * up.y + rotation.zy * up.z,
    rotation.xz * up.x + rotation.yz * up.y + rotation.zz * up.z,
  );
  const { x, y, z } = footOf(recorded, body, normal, midpoint);
  const surface = new THREE.PlaneGeometry(FLOOR_SPAN * size, FLOOR_SPAN * size);
  surface.applyQuaternion(
    new THREE.Quaternion().setFromUnitVectors(
      new THREE.Vector3(0, 0, 1),
      new THREE.Vector3(normal.x, normal.y, normal.z),
    ),
  );
  return { surface: surface.translate(x, y, z), flat: true, oneSided: true, hidden: true };
}
