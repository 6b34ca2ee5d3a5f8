import { type BodySurface, bodySurfaces, surfacePositions } from '../../record/body-surfaces.ts';
import { largestImpulse } from '../../record/largest-impulse.ts';
import type { Recording } from '../../record/recorder.ts';
import { readScene } from '../../scene/read.ts';
import type { Scene } from '../../scene/scene.ts';
import { formatLength } from '../format-length.ts';
import { PALETTE } from '../plot.ts';
import { strikingMoment } from '../still.ts';
import { featureEdges } from './feature-edges.ts';
import { createFrameCamera, type FrameCamera, isHalfspace } from './frame-camera.ts';
import { drawText, textWidth } from './glyphs.ts';
import {
  clearRaster,
  createRaster,
  drawLine,
  fillTriangle,
  type Raster,
  type RasterPoint,
  type Rgb,
  rasterPixels,
  scanTriangle,
} from './raster.ts';

/** Size of the pictures. */
export interface RenderOptions {
  /** Width [pixels]; default 1280. */
  readonly width?: number;
  /** Height [pixels]; default 720. */
  readonly height?: number;
}

/** Pictures of the frames of a recording. */
export interface RecordingRenderer {
  /** Width [pixels]. */
  readonly width: number;
  /** Height [pixels]. */
  readonly height: number;
  /** The frame of the strongest contact, or of the minimum distance, or the one at half time. */
  readonly strikingFrame: number;
  /** Red, green, blue and 255 for each pixel, row by row. */
  render(frame: number): Uint8ClampedArray;
}

const BACKGROUND: Rgb = [255, 255, 255];
const GROUND: Rgb = [233, 236, 240];
const FIXED: Rgb = [170, 174, 180];
const EDGE: Rgb = [45, 48, 54];
const GRID_LINE: Rgb = [208, 212, 218];
const FORCE: Rgb = [200, 20, 20];
const INK: Rgb = [60, 64, 70];
/** Direction toward the light: right, up, toward the viewer. */
const LIGHT = [-0.38, 0.74, 0.55];
/** Brightness of a face that points away from the light, and what the light adds. */
const AMBIENT = 0.66;
const DIFFUSE = 0.4;
/** Brightness of the ground in a shadow. */
const SHADOW = 0.82;
/** Grid squares of a half-space along each direction. */
const GRID = 12;
/** Length of the longest arrow of a force, relative to the height of the picture. */
const ARROW = 0.16;
/** Lines in front of a surface are visible up to this depth behind it, relative to the depth of the scene. */
const LINE_TOLERANCE = 4e-3;

/**
 * Draws the frames of a recording by software: shaded surfaces with their edges, shadows on half-spaces, lines along the impulses at contacts (their length
 * grows with the square root), the time and a scale bar.
 *
 * @example
 * ```ts
 * import { createRecorder, readScene, runScene } from 'appulse';
 * import { createRecordingRenderer } from 'appulse/export';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const renderer = createRecordingRenderer(recorder.finish(runScene(scene, recorder)), { width: 320, height: 180 });
 * console.log(renderer.render(0).length === 4 * 320 * 180); // true
 * ```
 */
export function createRecordingRenderer(recording: Recording, options: RenderOptions = {}): RecordingRenderer {
  const { width = 1280, height = 720 } = options;
  const raster = createRaster(width, height);
  const scene = readScene(recording.sceneText, recording.title);
  const surfaces = bodySurfaces(scene, recording);
  const camera = createFrameCamera(scene, recording, surfaces, raster);
  const edges = surfaces.map((surface, body) => (isHalfspace(scene, body) ? new Int32Array() : featureEdges(surface)));
  const strongest = largestImpulse(recording);
  return {
    width,
    height,
    strikingFrame: findStrikingFrame(recording),
    render(frame) {
      clearRaster(raster, BACKGROUND);
      const projected = surfaces.map((_, body) => projectBody(recording, surfaces, body, frame, camera));
      surfaces.forEach((surface, body) => {
        fillSurface(raster, surface, projected[body], colorOf(scene, body), body, camera.scale);
      });
      surfaces.forEach((_, body) => {
        if (isHalfspace(scene, body)) drawShadows(raster, scene, surfaces, projected, body, camera);
      });
      surfaces.forEach((_, body) => {
        if (isHalfspace(scene, body)) drawGrid(raster, projected[body], camera);
        else drawEdges(raster, edges[body], projected[body], camera);
      });
      drawImpulses(raster, recording, camera, frame, strongest);
      drawLegend(raster, recording.ledger.columns.time[frame], camera.scale);
      return rasterPixels(raster);
    },
  };
}

/** The first frame that is not before the strongest contact: it shows the impulses since the frame before. */
function findStrikingFrame(recording: Recording): number {
  const { time } = recording.ledger.columns;
  const [start, end] = [time[0], time[time.length - 1]];
  // the moment is a fraction of the run, with rounding errors
  const moment = start + (strikingMoment(recording) - 1e-12) * (end - start);
  return Math.max(
    0,
    time.findIndex((frame) => frame >= moment),
  );
}

function projectBody(
  recording: Recording,
  surfaces: readonly BodySurface[],
  body: number,
  frame: number,
  camera: FrameCamera,
): RasterPoint[] {
  const positions = surfacePositions(recording, surfaces, body, frame);
  return Array.from({ length: positions.length / 3 }, (_, i) =>
    camera.project(frame, positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]),
  );
}

function colorOf(scene: Scene, body: number): Rgb {
  if (isHalfspace(scene, body)) return GROUND;
  const given: { readonly color?: string; readonly motion?: unknown } = scene.bodies[body];
  if (given.color === undefined && given.motion === 'fixed') return FIXED;
  const color = given.color ?? PALETTE[body % (PALETTE.length - 1)];
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  return digits
    ? [Number.parseInt(digits[1], 16), Number.parseInt(digits[2], 16), Number.parseInt(digits[3], 16)]
    : FIXED;
}

function fillSurface(
  raster: Raster,
  { triangles }: BodySurface,
  points: readonly RasterPoint[],
  color: Rgb,
  owner: number,
  scale: number,
): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [points[triangles[t]], points[triangles[t + 1]], points[triangles[t + 2]]] as const;
    const bright = brightness(corners, scale);
    if (bright !== undefined) fillTriangle(raster, corners, shade(color, bright), owner);
  }
}

/** Of a face seen from either side; undefined for one that is seen along its edge. */
function brightness([a, b, c]: readonly [RasterPoint, RasterPoint, RasterPoint], scale: number): number | undefined {
  // right, up and toward the viewer, in samples
  const u = [b[0] - a[0], a[1] - b[1], scale * (b[2] - a[2])];
  const v = [c[0] - a[0], a[1] - c[1], scale * (c[2] - a[2])];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal) * (normal[2] < 0 ? -1 : 1);
  if (length === 0 || normal[2] === 0) return undefined;
  const cosine = normal.reduce((sum, value, k) => sum + value * LIGHT[k], 0) / length;
  return AMBIENT + DIFFUSE * Math.max(cosine, 0);
}

function shade([red, green, blue]: Rgb, factor: number): Rgb {
  const dim = (value: number) => Math.min(255, Math.round(value * factor));
  return [dim(red), dim(green), dim(blue)];
}

/** Shadows of all bodies on a half-space, along the light; only its visible samples get darker, each once. */
function drawShadows(
  raster: Raster,
  scene: Scene,
  surfaces: readonly BodySurface[],
  projected: readonly (readonly RasterPoint[])[],
  ground: number,
  { scale }: FrameCamera,
): void {
  const [a, b, c] = projected[ground];
  if (c === undefined) return;
  // the plane depth = p x + q y + r, with x to the right and y up, all in samples
  const determinant = (b[0] - a[0]) * (a[1] - c[1]) - (c[0] - a[0]) * (a[1] - b[1]);
  if (determinant === 0) return;
  const [db, dc] = [scale * (b[2] - a[2]), scale * (c[2] - a[2])];
  const p = (db * (a[1] - c[1]) - dc * (a[1] - b[1])) / determinant;
  const q = ((b[0] - a[0]) * dc - (c[0] - a[0]) * db) / determinant;
  const slope = LIGHT[2] - p * LIGHT[0] - q * LIGHT[1];
  if (slope <= 0) return;
  const onGround = ([x, y, depth]: RasterPoint): RasterPoint => {
    const above = scale * (depth - a[2]) - p * (x - a[0]) - q * (a[1] - y);
    const travel = above / slope;
    return [x - travel * LIGHT[0], y + travel * LIGHT[1], 0];
  };
  const dark = new Uint8Array(raster.owners.length);
  surfaces.forEach(({ triangles }, body) => {
    if (isHalfspace(scene, body)) return;
    const points = projected[body].map(onGround);
    for (let t = 0; t < triangles.length; t += 3) {
      scanTriangle(raster, points[triangles[t]], points[triangles[t + 1]], points[triangles[t + 2]], (sample) => {
        if (raster.owners[sample] === ground) dark[sample] = 1;
      });
    }
  });
  const { colors } = raster;
  for (let sample = 0; sample < dark.length; sample++) {
    if (dark[sample] === 0) continue;
    const color = colors[sample];
    const dim = (shift: number) => Math.round(SHADOW * ((color >> shift) & 255)) << shift;
    colors[sample] = dim(16) | dim(8) | dim(0);
  }
}

function drawEdges(raster: Raster, edges: Int32Array, points: readonly RasterPoint[], camera: FrameCamera): void {
  const tolerance = LINE_TOLERANCE * camera.depth;
  for (let k = 0; k < edges.length; k += 2) {
    drawLine(raster, points[edges[k]], points[edges[k + 1]], EDGE, { tolerance });
  }
  if (edges.length === 0 && points.length === 1)
    drawLine(raster, points[0], points[0], EDGE, { thickness: 10, tolerance });
}

/** Lines on the square that shows a half-space; in planar worlds it is a line. */
function drawGrid(raster: Raster, points: readonly RasterPoint[], camera: FrameCamera): void {
  const tolerance = LINE_TOLERANCE * camera.depth * 0.1;
  if (points.length === 2) drawLine(raster, points[0], points[1], EDGE, { thickness: 4 });
  if (points.length !== 4) return;
  const [a, b, c, d] = points;
  const between = (from: RasterPoint, to: RasterPoint, t: number): RasterPoint => [
    from[0] + t * (to[0] - from[0]),
    from[1] + t * (to[1] - from[1]),
    from[2] + t * (to[2] - from[2]),
  ];
  for (let k = 0; k <= GRID; k++) {
    const t = k / GRID;
    drawLine(raster, between(a, b, t), between(d, c, t), GRID_LINE, { thickness: 1, tolerance });
    drawLine(raster, between(a, d, t), between(b, c, t), GRID_LINE, { thickness: 1, tolerance });
  }
}

/** Lines along the impulses since the frame before. */
function drawImpulses(
  raster: Raster,
  { contacts: { rowCount, columns: c }, ledger }: Recording,
  camera: FrameCamera,
  frame: number,
  strongest: number,
): void {
  const { time } = ledger.columns;
  const start = frame === 0 ? Number.NEGATIVE_INFINITY : time[frame - 1];
  const longest = (ARROW * raster.rows) / camera.scale;
  for (let i = 0; i < rowCount; i++) {
    const size = Math.hypot(c.jx[i], c.jy[i], c.jz[i]);
    if (c.time[i] <= start || c.time[i] > time[frame] || size === 0) continue;
    const length = (longest * Math.sqrt(size / strongest)) / size;
    const from = camera.project(frame, c.px[i], c.py[i], c.pz[i]);
    const to = camera.project(
      frame,
      c.px[i] + length * c.jx[i],
      c.py[i] + length * c.jy[i],
      c.pz[i] + length * c.jz[i],
    );
    drawLine(raster, from, to, FORCE, { thickness: 3 });
    drawLine(raster, from, from, FORCE, { thickness: 6 });
  }
}

/** Time and scale bar at the lower edge. */
function drawLegend(raster: Raster, time: number, scale: number): void {
  const dot = Math.max(2, Math.round(raster.rows / 360));
  const margin = 10 * dot;
  const top = raster.rows - margin - 7 * dot;
  drawText(raster, `t = ${Number(time.toPrecision(4))} s`, { left: margin, top, dot }, INK);
  // 1, 2 or 5 times a power of ten, at most a fifth of the width
  const most = raster.columns / 5 / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = power * ([5, 2, 1].find((factor) => factor * power <= most) ?? 1);
  const label = formatLength(length);
  const right = raster.columns - margin;
  const left = right - length * scale;
  drawLine(raster, [left, top + 9 * dot, 0], [right, top + 9 * dot, 0], INK, { thickness: dot });
  drawText(raster, label, { left: Math.round(right - textWidth(label) * dot), top: top - dot, dot }, INK);
}
