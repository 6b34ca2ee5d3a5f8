import { createAabb, uniteAabb } from '../bounds/aabb.ts';
import { shapeAabb } from '../bounds/shape-aabb.ts';
import { createPose } from '../math/pose.ts';
import type { Recording } from '../record/recorder.ts';
import { readPlanarScene } from '../scene/read.ts';
import type { PlanarScene, SceneBody } from '../scene/scene.ts';
import { PALETTE } from './plot.ts';

/** Pose of a body at one instant, in picture units: y down, the angle in degrees clockwise. */
export interface PicturePose {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** The drawing of a body. */
export interface PictureBody {
  readonly body: SceneBody;
  readonly color: string;
  /** Sensors in body axes [m]. */
  readonly sensors: readonly { readonly x: number; readonly y: number }[];
  /** At equal intervals from the start of the recording to its end. */
  readonly poses: readonly PicturePose[];
}

/** Picture of a planar recording. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Picture units per metre. */
  readonly scale: number;
  readonly bodies: readonly PictureBody[];
  /** First and last recorded time [s]. */
  readonly start: number;
  readonly end: number;
  /** World position to picture units. */
  place(x: number, y: number): readonly [number, number];
}

/** Picture units along the longer side. */
const SIZE = 800;
/** Margin around all motion, as a fraction of the longer side. */
const MARGIN = 0.06;
/** Minimum ratio of the shorter side to the longer. */
const FLATTEST = 0.5;
/** Minimum length of each side, in sizes of the largest free body: leaves space around a body at rest. */
const ROOM = 2;
/** Colour of fixed bodies. */
const GREY = '#b4b4b4';

/** Lays a recording out with at most `poseCount` poses of each body. */
export function layOut(recording: Recording, poseCount: number): Picture {
  const scene = readPlanarScene(recording.sceneText, recording.title);
  const tracks = scene.bodies.map((_, body) => trackOf(recording, body));
  const { time } = tracks[0];
  const [start, end] = [time[0], time[time.length - 1]];
  const { left, top, width, height } = viewOf(scene, tracks);
  const scale = SIZE / Math.max(width, height);
  const place = (x: number, y: number) => [round((x - left) * scale), round((top - y) * scale)] as const;
  const count = end > start ? Math.min(poseCount, time.length) : 1;
  const bodies = scene.bodies.map((body, i): PictureBody => {
    const poses = Array.from({ length: count }, (_, k) => {
      const { x, y, angle } = sampleTrack(tracks[i], count > 1 ? start + ((end - start) * k) / (count - 1) : start);
      const [placeX, placeY] = place(x, y);
      return { x: placeX, y: placeY, rotation: round((-angle * 180) / Math.PI) };
    });
    const sensors = scene.sensors.filter((sensor) => sensor.body === i).map(({ point }) => point);
    const color = body.color ?? (body.motion === 'free' ? PALETTE[i % PALETTE.length] : GREY);
    return { body, color, sensors, poses };
  });
  return { width: round(width * scale), height: round(height * scale), scale, bodies, start, end, place };
}

/** Two decimals of picture units: finer than any screen, and short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 || 0; // never -0
}

/** The recorded motion of one body. */
interface Track {
  readonly time: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly angle: Float64Array;
}

function trackOf({ frames, bodies }: Recording, body: number): Track {
  const every = (column: Float64Array) => column.filter((_, row) => row % bodies.length === body);
  const { time, x, y, angle } = frames.columns;
  return { time: every(time), x: every(x), y: every(y), angle: every(angle) };
}

/** Linear interpolation between two frames; the angle is unwrapped, so it is interpolated too. */
function sampleTrack({ time, x, y, angle }: Track, at: number): { x: number; y: number; angle: number } {
  let next = 1;
  while (next < time.length - 1 && time[next] < at) next++;
  if (time.length === 1) return { x: x[0], y: y[0], angle: angle[0] };
  const fraction = (at - time[next - 1]) / (time[next] - time[next - 1]);
  const between = (values: Float64Array) => values[next - 1] + fraction * (values[next] - values[next - 1]);
  return { x: between(x), y: between(y), angle: between(angle) };
}

/** The rectangle that contains all motion of bodies of finite size, with a margin [m]. */
function viewOf(
  scene: PlanarScene,
  tracks: readonly Track[],
): { left: number; top: number; width: number; height: number } {
  const all = createAabb();
  const box = createAabb();
  let largest = 0;
  scene.bodies.forEach(({ shape, motion }, i) => {
    if (shape.kind === 'halfspace') return;
    const { x, y, angle } = tracks[i];
    for (let k = 0; k < x.length; k++) uniteAabb(all, all, shapeAabb(box, shape, createPose([x[k], y[k]], angle[k])));
    if (motion === 'free') largest = Math.max(largest, box.max.x - box.min.x, box.max.y - box.min.y);
  });
  const { min, max } = all;
  if (!(max.x >= min.x)) return { left: -1, top: 1, width: 2, height: 2 }; // half-spaces only
  const longer = Math.max(max.x - min.x, max.y - min.y) || 1;
  const shortest = Math.max(FLATTEST * longer, ROOM * largest);
  const width = Math.max(max.x - min.x, shortest) + 2 * MARGIN * longer;
  const height = Math.max(max.y - min.y, shortest) + 2 * MARGIN * longer;
  return { left: (min.x + max.x - width) / 2, top: (min.y + max.y + height) / 2, width, height };
}
