import { createAabb, shapeAabb } from '../../src/entries/bounds.ts';
import {
  pose as createPose,
  type Mat3,
  type MeshScene,
  type Pose,
  type Recording,
  relativePose,
  type Scene,
  setVec3,
  toBody,
  vec3,
} from '../../src/index.ts';
import { isHalfspace } from '../../src/sim/meshes/body-mesh.ts';
import { frameCount } from '../session/frames.ts';
import { placedIn, recordedMeshes } from './placed.ts';
import type { Point } from './view.ts';

/** Boxes of bodies in sampled frames along given axes: minimum x y z, maximum x y z of each [m]. */
export type BodyBoxes = Float64Array;

/** A box along the same axes [m]. */
export interface Extent {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

/** Maximum number of sampled frames, and of bodies over all frames: enough to fit the view. */
const LOOKS = 300;
const PLACES = 30_000;
/** Fixed bodies are part of the picture up to this distance from what moves, relative to its extent. */
const NEIGHBOURHOOD = 0.35;

/**
 * The boxes of all that moves, over the whole recording, and of the parts of fixed bodies near it. `axes` are columns. With `midpoint`
 * positions are relative to it: boxes of a travelling group.
 */
export function bodyBoxes(
  recording: Recording,
  scene: Scene,
  axes: Mat3,
  midpoint: (frame: number) => Point = () => ORIGIN,
): BodyBoxes {
  const [moving, fixed]: [number[], number[]] = [[], []];
  const count = frameCount(recording);
  const step = Math.max(1, Math.floor(count / LOOKS), Math.floor((count * recording.bodies.length) / PLACES));
  const addFrame = (frame: number) => {
    const origin = { position: setVec3(vec3(), ...midpoint(frame)), rotation: axes };
    if (recording.nodes && scene.world === 'deformable') addNodes(moving, recording, scene, frame, origin);
    else addBodies(moving, fixed, recording, scene, frame, origin);
  };
  for (let frame = 0; frame < count; frame += step) addFrame(frame);
  addFrame(count - 1);
  if (moving.length === 0) moving.push(...fixed);
  else moving.push(...clipped(fixed, extentOfBoxes(Float64Array.from(moving))));
  // no body of finite size: show one metre around the origin
  return Float64Array.from(moving.length > 0 ? moving : [-0.5, -0.5, 0, 0.5, 0.5, 0]);
}

/** A box around all that moves and the parts of fixed bodies near it, over the whole recording, along given axes [m]. */
export function extentOf(recording: Recording, scene: Scene, axes: Mat3, midpoint?: (frame: number) => Point): Extent {
  return extentOfBoxes(bodyBoxes(recording, scene, axes, midpoint));
}

/** A box around boxes. */
export function extentOfBoxes(boxes: BodyBoxes): Extent {
  const extent: Extent = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (let i = 0; i < boxes.length; i += 6) {
    for (let k = 0; k < 3; k++) {
      extent.min[k] = Math.min(extent.min[k], boxes[i + k]);
      extent.max[k] = Math.max(extent.max[k], boxes[i + k + 3]);
    }
  }
  return extent;
}

/** The parts of boxes near an extent. */
function clipped(boxes: readonly number[], { min, max }: Extent): number[] {
  const reach = NEIGHBOURHOOD * Math.max(...max.map((high, k) => high - min[k]));
  const parts: number[] = [];
  for (let i = 0; i < boxes.length; i += 6) {
    const low = min.map((value, k) => Math.max(boxes[i + k], value - reach));
    const high = max.map((value, k) => Math.min(boxes[i + k + 3], value + reach));
    if (low.every((value, k) => value <= high[k])) parts.push(...low, ...high);
  }
  return parts;
}

const ORIGIN: Point = [0, 0, 0];

/**
 * The centre of all vehicles, which precede the obstacles: the camera follows it, because vehicles travel much farther than their
 * distances. Undefined for other worlds.
 */
export function travelOf(recording: Recording, scene: Scene): ((frame: number) => Point) | undefined {
  if (scene.world !== 'vehicles') return undefined;
  const { frames, bodies } = recording;
  const { x, y, z } = frames.columns;
  const count = scene.bodies.filter(({ obstacle }) => obstacle === undefined).length || bodies.length;
  return (frame) => {
    const mean = (values: Float64Array) => {
      const rows = values.subarray(frame * bodies.length, frame * bodies.length + count);
      return rows.reduce((sum, value) => sum + value, 0) / count;
    };
    return [mean(x), mean(y), mean(z)];
  };
}

const seen = vec3();

/** Half-spaces are represented by large squares and do not count. */
function addNodes(boxes: number[], recording: Recording, scene: MeshScene, frame: number, origin: Pose): void {
  if (recording.nodes === undefined) return;
  const { x, y, z } = recording.nodes.columns;
  const perFrame = recording.nodes.rowCount / frameCount(recording);
  for (const [body, { first, count }] of recordedMeshes(scene).entries()) {
    if (isHalfspace(scene.bodies[body])) continue;
    const own: Extent = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
    for (let row = frame * perFrame + first; row < frame * perFrame + first + count; row++) {
      const at = toBody(seen, origin, setVec3(seen, x[row], y[row], z[row]));
      for (const [k, value] of [at.x, at.y, at.z].entries()) {
        own.min[k] = Math.min(own.min[k], value);
        own.max[k] = Math.max(own.max[k], value);
      }
    }
    boxes.push(...own.min, ...own.max);
  }
}

const box = createAabb();
const relative = createPose();

/** Half-spaces are infinite and do not count. */
function addBodies(
  moving: number[],
  fixed: number[],
  recording: Recording,
  scene: Scene,
  frame: number,
  origin: Pose,
): void {
  for (let body = 0; body < recording.bodies.length; body++) {
    const placed = placedIn(recording, scene, frame, body);
    if (placed === undefined || placed.shape.kind === 'halfspace') continue;
    const { min, max } = shapeAabb(box, placed.shape, relativePose(relative, origin, placed.pose));
    (isFixed(scene, body) ? fixed : moving).push(min.x, min.y, min.z, max.x, max.y, max.z);
  }
}

/** A body that never moves: fixed, or an obstacle on the road. */
export function isFixed(scene: Scene, body: number): boolean {
  const given = scene.bodies[body];
  return ('motion' in given && given.motion === 'fixed') || ('obstacle' in given && given.obstacle !== undefined);
}
