import type { Recording } from '../../src/record/recorder.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { shapeRadius } from '../../src/shapes/radius.ts';
import { frameCount } from '../session/frames.ts';
import type { Point } from './view.ts';

/** A box around all that moves, over the whole recording [m]. */
export interface Extent {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

/** Frames that are looked at: enough to frame the picture. */
const LOOKS = 300;

/** With `middle` the places count from there: the box of a group that travels. */
export function extentOf(recording: Recording, scene: Scene, middle: (frame: number) => Point = () => ORIGIN): Extent {
  const extent: Extent = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  const count = frameCount(recording);
  const step = Math.max(1, Math.floor(count / LOOKS));
  const radii = recording.bodies.map((_, body) => radiusOf(scene, body));
  for (let frame = 0; frame < count; frame += step) addFrame(extent, recording, radii, frame, middle(frame));
  addFrame(extent, recording, radii, count - 1, middle(count - 1));
  // nothing of finite size: look at a metre around the origin
  if (!extent.min.every(Number.isFinite)) return { min: [-0.5, -0.5, 0], max: [0.5, 0.5, 0] };
  return extent;
}

const ORIGIN: Point = [0, 0, 0];

/**
 * Vehicles go much farther than they are apart, and a road looks the same everywhere: the camera goes with the middle of them.
 * Undefined for other worlds, which have a place.
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

function addFrame(
  extent: Extent,
  recording: Recording,
  radii: readonly number[],
  frame: number,
  [ox, oy, oz]: Point,
): void {
  const { nodes, frames, bodies } = recording;
  if (nodes) {
    const { x, y, z } = nodes.columns;
    const perFrame = nodes.rowCount / frameCount(recording);
    for (let row = frame * perFrame; row < (frame + 1) * perFrame; row++) add(extent, x[row], y[row], z[row], 0);
    return;
  }
  const { x, y, z } = frames.columns;
  for (let body = 0; body < bodies.length; body++) {
    const row = frame * bodies.length + body;
    if (Number.isFinite(radii[body])) add(extent, x[row] - ox, y[row] - oy, z[row] - oz, radii[body]);
  }
}

/** Infinity for walls. */
function radiusOf(scene: Scene, body: number): number {
  if (scene.world === 'vehicles') {
    const { A1, A2, A3 } = scene.models[scene.bodies[body].start.model - 1].CONTACT;
    return Math.hypot(A1, A2, A3) / 2;
  }
  if (scene.world === 'meshes') return 0;
  const { shape } = scene.bodies[body];
  return shape.kind === 'halfplane' ? Infinity : shapeRadius(shape);
}

function add({ min, max }: Extent, x: number, y: number, z: number, radius: number): void {
  for (const [k, value] of [x, y, z].entries()) {
    min[k] = Math.min(min[k], value - radius);
    max[k] = Math.max(max[k], value + radius);
  }
}

/** The same box elsewhere. */
export function shifted({ min, max }: Extent, by: Point): Extent {
  const move = (corner: Extent['min']) => corner.map((value, k) => value + by[k]) as Extent['min'];
  return { min: move(min), max: move(max) };
}
