import * as THREE from 'three';
import { type Mat3, mat3FromRows, type Shape, transformVec3, vec3 } from '../../src/index.ts';
import type { CameraState, Recorded } from '../session/session.ts';
import { type BodyBoxes, bodyBoxes, type Extent, extentOfBoxes, travelOf } from './extent.ts';
import { fitBoxes } from './fit-boxes.ts';
import { groundAxes } from './lighting.ts';
import type { Point } from './view.ts';

/** Whether all bodies are in the plane z = 0. */
export function isPlanar({ scene }: Recorded): boolean {
  if (scene.world === 'planar') return true;
  if (scene.world !== 'smooth') return false;
  const flat = ({ kind, ...shape }: Shape) =>
    kind === 'point' || (kind === 'tiled' && 'dimension' in shape && shape.dimension === 2);
  return scene.bodies.every(({ shape }) => flat(shape));
}

/** The axis that points up: against gravity, else z. */
export function upOf({ scene }: Recorded): THREE.Vector3 {
  const gravity = 'forces' in scene ? scene.forces.gravity : { x: 0, y: 0, z: 0 };
  const { x, y, z } = gravity;
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return new THREE.Vector3(0, 0, 1);
  if (Math.abs(z) === largest) return new THREE.Vector3(0, 0, -Math.sign(z));
  return Math.abs(y) === largest ? new THREE.Vector3(0, -Math.sign(y), 0) : new THREE.Vector3(-Math.sign(x), 0, 0);
}

/** A view of a recording from one direction, and its extent. */
export interface Framing {
  /** Columns: right, up, toward the viewer. */
  readonly axes: Mat3;
  /** Of all that moves and what is near it, along these axes. */
  readonly extent: Extent;
  readonly boxes: BodyBoxes;
  /** Its largest side [m]. */
  readonly size: number;
  /** The target that the camera follows. */
  readonly travel: ((frame: number) => Point) | undefined;
}

/** Directions from which the view can look. */
export const VIEW_DIRECTIONS = ['front', 'back', 'left', 'right', 'top', 'bottom', 'isometric'] as const;
export type ViewDirection = (typeof VIEW_DIRECTIONS)[number];

const framings = new WeakMap<Recorded, Map<ViewDirection | undefined, Framing>>();

/** Without a direction the first view: planar worlds from above; others slightly from the right and above. */
export function framingOf(recorded: Recorded, direction?: ViewDirection): Framing {
  const known = framings.get(recorded) ?? new Map<ViewDirection | undefined, Framing>();
  framings.set(recorded, known);
  const framing = known.get(direction) ?? makeFraming(recorded, direction);
  known.set(direction, framing);
  return framing;
}

function makeFraming(recorded: Recorded, direction: ViewDirection | undefined): Framing {
  const { recording, scene } = recorded;
  const back = backOf(recorded, direction);
  const [right, screenUp] = screenAxes(back, screenUpOf(recorded, direction));
  const rows = (['x', 'y', 'z'] as const).map((axis) => [right[axis], screenUp[axis], back[axis]]);
  const axes = mat3FromRows(rows);
  const travel = travelOf(recording, scene);
  const boxes = bodyBoxes(recording, scene, axes, travel);
  const extent = extentOfBoxes(boxes);
  const size = Math.max(...extent.max.map((high, k) => high - extent.min[k]), 1e-9);
  return { axes, extent, boxes, size, travel };
}

/** Toward the viewer. */
function backOf(recorded: Recorded, direction: ViewDirection | undefined): THREE.Vector3 {
  if (isPlanar(recorded) && (direction === undefined || direction === 'front')) return new THREE.Vector3(0, 0, 1);
  const up = isPlanar(recorded) ? new THREE.Vector3(0, 1, 0) : upOf(recorded);
  const [front, right] = groundAxes(up);
  const along = (f: number, r: number, u: number) =>
    new THREE.Vector3().addScaledVector(front, f).addScaledVector(right, r).addScaledVector(up, u).normalize();
  switch (direction) {
    case undefined:
      return along(1, 0.5, 0.52);
    case 'isometric':
      return along(1, 1, 1);
    case 'front':
      return along(1, 0, 0);
    case 'back':
      return along(-1, 0, 0);
    case 'left':
      return along(0, -1, 0);
    case 'right':
      return along(0, 1, 0);
    case 'top':
      return along(0, 0, 1);
    case 'bottom':
      return along(0, 0, -1);
  }
}

/** What is up on the screen: seen from above or below, the side that is away from the front. */
function screenUpOf(recorded: Recorded, direction: ViewDirection | undefined): THREE.Vector3 {
  const up = isPlanar(recorded) ? new THREE.Vector3(0, 1, 0) : upOf(recorded);
  const [front] = groundAxes(up);
  if (direction === 'top') return front.negate();
  return direction === 'bottom' ? front : up;
}

/** The centre of all moving bodies in a frame [m]. */
export function midpointOf({ axes, extent: { min, max }, travel }: Framing, frame: number): THREE.Vector3 {
  const half = vec3(0.5 * (min[0] + max[0]), 0.5 * (min[1] + max[1]), 0.5 * (min[2] + max[2]));
  return placeOf(axes, half, travel?.(frame));
}

function placeOf(axes: Mat3, at: { x: number; y: number; z: number }, origin: Point = [0, 0, 0]): THREE.Vector3 {
  const { x, y, z } = transformVec3(vec3(), axes, at);
  return new THREE.Vector3(...origin).add(new THREE.Vector3(x, y, z));
}

/** Fills the view with all motion; planar worlds without perspective, unless `projection` says otherwise. */
export function firstCamera(
  recorded: Recorded,
  frame: number,
  aspect: number,
  direction?: ViewDirection,
  projection: CameraState['projection'] = isPlanar(recorded) ? 'orthographic' : 'perspective',
): CameraState {
  const { axes, boxes, travel } = framingOf(recorded, direction);
  const { center, height } = fitBoxes(boxes, aspect, projection);
  const target = placeOf(axes, vec3(...center), travel?.(frame));
  const { xz, yz, zz } = axes;
  const eye = target.clone().addScaledVector(new THREE.Vector3(xz, yz, zz), 2 * height);
  const up = screenUpOf(recorded, direction);
  return { projection, eye: eye.toArray(), target: target.toArray(), up: up.toArray(), height };
}

/** A camera that fits the lower part of the view, where controls cover a fraction of its height at the top. */
export function belowControls(camera: CameraState, covered: number): CameraState {
  if (covered === 0) return camera;
  const height = camera.height / (1 - covered);
  const target = new THREE.Vector3(...camera.target);
  const back = new THREE.Vector3(...camera.eye).sub(target).normalize();
  const [, up] = screenAxes(back, new THREE.Vector3(...camera.up));
  target.addScaledVector(up, 0.5 * covered * height);
  const eye = target.clone().addScaledVector(back, 2 * height);
  return { ...camera, eye: eye.toArray(), target: target.toArray(), height };
}

/**
 * Height of the ground along `up` [m]: of the floor, of the road; in scenes without a floor just below everything, so that shadows
 * show where bodies are.
 */
export function groundLevel(recorded: Recorded): number {
  const { scene } = recorded;
  if (scene.world === 'vehicles' || isPlanar(recorded)) return 0;
  const level = floorLevel(recorded);
  if (level !== undefined) return level;
  const { extent, size } = framingOf(recorded, 'front');
  // the view from the front has `up` as its second axis
  const low = extent.min[1];
  const isOnZero = Math.abs(low) < 0.02 * size;
  return isOnZero ? Math.min(low, 0) : low - 0.04 * size;
}

/** Height of the highest floor, if there is one. */
function floorLevel(recorded: Recorded): number | undefined {
  const up = upOf(recorded);
  const { x, y, z } = recorded.recording.frames.columns;
  const levels = recorded.scene.bodies.flatMap((given, body) => {
    if (!isFloor(recorded, body)) return [];
    const at = 'pose' in given ? given.pose.position : { x: x[body], y: y[body], z: z[body] };
    return [up.x * at.x + up.y * at.y + up.z * at.z];
  });
  return levels.length > 0 ? Math.max(...levels) : undefined;
}

/** Whether a body is a half-space with its boundary perpendicular to `up`, below the others: it is drawn as the ground. */
export function isFloor(recorded: Recorded, body: number): boolean {
  const { scene, recording } = recorded;
  if (scene.world === 'planar' || scene.world === 'vehicles') return false;
  const up = upOf(recorded);
  if (scene.world === 'deformable') {
    const { shape, pose } = scene.bodies[body];
    if (shape.kind !== 'solid' || shape.solid.kind !== 'halfspace') return false;
    const normal = transformVec3(vec3(), pose.rotation, shape.solid.normal);
    return new THREE.Vector3(normal.x, normal.y, normal.z).dot(up) > 1 - 1e-9;
  }
  const shape: Shape = scene.bodies[body].shape;
  if (shape.kind !== 'halfspace') return false;
  const { qw, qx, qy, qz } = recording.frames.columns;
  const { x, y, z } = shape.normal;
  const normal = new THREE.Vector3(x, y, z);
  normal.applyQuaternion(new THREE.Quaternion(qx[body], qy[body], qz[body], qw[body]));
  return normal.dot(up) > 1 - 1e-9;
}

function screenAxes(back: THREE.Vector3, up: THREE.Vector3): [right: THREE.Vector3, up: THREE.Vector3] {
  const right = new THREE.Vector3().crossVectors(up, back).normalize();
  return [right, new THREE.Vector3().crossVectors(back, right)];
}
