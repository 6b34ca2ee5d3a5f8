import { createAabb, shapeAabb } from '../../src/entries/bounds.ts';
import {
  pose as createPose,
  type Mat3,
  type MeshScene,
  type Pose,
  type ReadonlyVec3,
  type Recording,
  relativePose,
  type Scene,
  setVec3,
  toBody,
  vec3,
} from '../../src/index.ts';
import { isHalfspace } from '../../src/sim/meshes/body-mesh.ts';
import { frameCount } from '../session/frames.ts';
import { placedIn, recordedMeshes, vehicleEllipsoid } from './placed.ts';
import type { Point } from './view.ts';

/** A box around all that moves, over the whole recording, along given axes [m]. */
export interface Extent {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

/** Maximum number of sampled frames, and of bodies over all frames: enough to fit the view. */
const LOOKS = 300;
const PLACES = 30_000;

/** `axes` are columns. With `midpoint` positions are relative to it: the box of a travelling group. */
export function extentOf(
  recording: Recording,
  scene: Scene,
  axes: Mat3,
  midpoint: (frame: number) => Point = () => ORIGIN,
): Extent {
  const extent: Extent = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  const count = frameCount(recording);
  const step = Math.max(1, Math.floor(count / LOOKS), Math.floor((count * recording.bodies.length) / PLACES));
  const addFrame = (frame: number) => {
    const origin = { position: setVec3(vec3(), ...midpoint(frame)), rotation: axes };
    if (recording.nodes && scene.world === 'deformable') addNodes(extent, recording, scene, frame, origin);
    else addBodies(extent, recording, scene, frame, origin);
  };
  for (let frame = 0; frame < count; frame += step) addFrame(frame);
  addFrame(count - 1);
  // no body of finite size: show one metre around the origin
  if (!extent.min.every(Number.isFinite)) return { min: [-0.5, -0.5, 0], max: [0.5, 0.5, 0] };
  return extent;
}

const ORIGIN: Point = [0, 0, 0];

/**
 * The centre of all vehicles: the camera follows it, because vehicles travel much farther than their distances.
 * Undefined for other worlds.
 */
export function travelOf(recording: Recording, scene: Scene): ((frame: number) => Point) | undefined {
  if (scene.world !== 'vehicles') return undefined;
  const { frames, bodies } = recording;
  const { x, y, z } = frames.columns;
  return (frame) => {
    const mean = (values: Float64Array) => {
      const rows = values.subarray(frame * bodies.length, (frame + 1) * bodies.length);
      return rows.reduce((sum, value) => sum + value, 0) / bodies.length;
    };
    return [mean(x), mean(y), mean(z)];
  };
}

const seen = vec3();

/** Half-spaces are represented by large squares and do not count. */
function addNodes(extent: Extent, recording: Recording, scene: MeshScene, frame: number, origin: Pose): void {
  if (recording.nodes === undefined) return;
  const { x, y, z } = recording.nodes.columns;
  const perFrame = recording.nodes.rowCount / frameCount(recording);
  for (const [body, { first, count }] of recordedMeshes(scene).entries()) {
    if (isHalfspace(scene.bodies[body])) continue;
    for (let row = frame * perFrame + first; row < frame * perFrame + first + count; row++) {
      toBody(seen, origin, setVec3(seen, x[row], y[row], z[row]));
      add(extent, seen, seen);
    }
  }
}

const box = createAabb();
const relative = createPose();

/** Half-spaces are infinite and do not count. For vehicles the ellipsoid counts: it is drawn, and larger than the box. */
function addBodies(extent: Extent, recording: Recording, scene: Scene, frame: number, origin: Pose): void {
  for (let body = 0; body < recording.bodies.length; body++) {
    const placed =
      scene.world === 'vehicles'
        ? vehicleEllipsoid(recording, scene, frame, body)
        : placedIn(recording, scene, frame, body);
    if (placed === undefined || placed.shape.kind === 'halfspace') continue;
    shapeAabb(box, placed.shape, relativePose(relative, origin, placed.pose));
    add(extent, box.min, box.max);
  }
}

function add({ min, max }: Extent, low: ReadonlyVec3, high: ReadonlyVec3): void {
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    min[k] = Math.min(min[k], low[axis]);
    max[k] = Math.max(max[k], high[axis]);
  }
}
