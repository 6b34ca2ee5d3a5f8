import * as THREE from 'three';
import { type Mat3, mat3FromRows, type Shape, transformVec3, vec3 } from '../../src/index.ts';
import type { CameraState, Recorded } from '../session/session.ts';
import { type Extent, extentOf, travelOf } from './extent.ts';
import type { Point } from './view.ts';

/** Margin around the scene. */
const MARGIN = 1.15;
/** What the perspective of the camera rig adds to the near side of a box, as a fraction of its depth: tan(35°/2). */
const NEARER = 0.32;

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

/** The initial view of a recording, and its extent. */
export interface Framing {
  /** Columns: right, up, toward the viewer. */
  readonly axes: Mat3;
  /** Of all that moves, along these axes. */
  readonly extent: Extent;
  /** Its largest side [m]. */
  readonly size: number;
  /** The target that the camera follows. */
  readonly travel: ((frame: number) => Point) | undefined;
}

const framings = new WeakMap<Recorded, Framing>();

/** Planar worlds from above; others slightly from the right and above. */
export function framingOf(recorded: Recorded): Framing {
  const known = framings.get(recorded);
  if (known) return known;
  const { recording, scene } = recorded;
  const planar = isPlanar(recorded);
  const up = planar ? new THREE.Vector3(0, 1, 0) : upOf(recorded);
  const back = planar ? new THREE.Vector3(0, 0, 1) : viewDirection(up);
  const [right, screenUp] = screenAxes(back, up);
  const rows = (['x', 'y', 'z'] as const).map((axis) => [right[axis], screenUp[axis], back[axis]]);
  const axes = mat3FromRows(rows);
  const travel = travelOf(recording, scene);
  const extent = extentOf(recording, scene, axes, travel);
  const size = Math.max(...extent.max.map((high, k) => high - extent.min[k]), 1e-9);
  const framing = { axes, extent, size, travel };
  framings.set(recorded, framing);
  return framing;
}

/** The centre of all moving bodies in a frame [m]. */
export function midpointOf({ axes, extent: { min, max }, travel }: Framing, frame: number): THREE.Vector3 {
  const half = vec3(0.5 * (min[0] + max[0]), 0.5 * (min[1] + max[1]), 0.5 * (min[2] + max[2]));
  const { x, y, z } = transformVec3(half, axes, half);
  return new THREE.Vector3(...(travel?.(frame) ?? [0, 0, 0])).add(new THREE.Vector3(x, y, z));
}

/** Shows the whole extent; planar worlds without perspective. */
export function firstCamera(recorded: Recorded, frame: number, aspect: number): CameraState {
  const framing = framingOf(recorded);
  const target = midpointOf(framing, frame);
  const planar = isPlanar(recorded);
  const up = planar ? new THREE.Vector3(0, 1, 0) : upOf(recorded);
  const [width, height, depth] = framing.extent.max.map((high, k) => high - framing.extent.min[k]);
  const { xz, yz, zz } = framing.axes;
  const near = planar ? 0 : NEARER * depth;
  const visible = MARGIN * Math.max(height, width / aspect, 1e-9) + near;
  const eye = target.clone().addScaledVector(new THREE.Vector3(xz, yz, zz), 2 * visible);
  const projection = planar ? 'orthographic' : 'perspective';
  return { projection, eye: eye.toArray(), target: target.toArray(), up: up.toArray(), height: visible };
}

function viewDirection(up: THREE.Vector3): THREE.Vector3 {
  const front = Math.abs(up.y) > 0.5 ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0, -1, 0);
  const right = new THREE.Vector3().crossVectors(up, front);
  return front.addScaledVector(right, 0.45).addScaledVector(up, 0.42).normalize();
}

function screenAxes(back: THREE.Vector3, up: THREE.Vector3): [right: THREE.Vector3, up: THREE.Vector3] {
  const right = new THREE.Vector3().crossVectors(up, back).normalize();
  return [right, new THREE.Vector3().crossVectors(back, right)];
}
