import type { Recording } from '../record/recorder.ts';
import type { MeshScene } from '../scene/mesh-scene.ts';
import { readScene } from '../scene/read.ts';
import type { SmoothScene } from '../scene/smooth-scene.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import type { VehicleScene } from '../scene/vehicle-scene.ts';
import type { SimEvent } from '../sim/observer.ts';
import { bodySvg, inDrawingOrder, pictureSvg, poseTransform, trailSvg } from './body-svg.ts';
import { formatNumber } from './format-number.ts';
import { layOutMeshes } from './mesh-picture.ts';
import { layOut, type Picture, type PictureBody, round } from './picture.ts';
import { escapeXml } from './plot.ts';
import { layOutSmooth } from './smooth-picture.ts';
import { layOutSolids, type PictureSolid } from './solid-picture.ts';
import { layOutVehicles, type PictureVehicle, type VehiclePicture } from './vehicle-picture.ts';

export interface AnimationOptions {
  /** Maximum duration of the animation [s]; default 12. */
  readonly longest?: number;
  /** Maximum number of poses of each body; default 240. */
  readonly poseCount?: number;
}

/** Minimum duration: shorter recordings are slowed down [s]. */
const SHORTEST = 3;
/** Duration of the flash of a collision [s], and the maximum number of flashes; the strongest are shown. */
const FLASH = 0.4;
const FLASH_COUNT = 150;
const FLASH_RADIUS = 14;

/**
 * A recording as the text of one animated SVG: no script, no external resources, looping. Viewers without animation
 * show its first frame. Meshes are shown by the edges of their surfaces, smooth bodies by lines on theirs, solids by
 * their silhouettes and edges, vehicles from above, by a camera that moves with them.
 *
 * @example
 * ```ts
 * import { animationSvg, createRecorder, readScene, runScene } from 'appulse';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const svg = animationSvg(recorder.finish(runScene(scene, recorder)));
 * console.log(svg.slice(0, 4)); // <svg
 * ```
 */
export function animationSvg(recording: Recording, options: AnimationOptions = {}): string {
  const scene = readScene(recording.sceneText, recording.title);
  switch (scene.world) {
    case 'planar':
      return planarAnimation(recording, options);
    case 'deformable':
      return meshAnimation(recording, scene, options);
    case 'smooth':
      return spaceAnimation(recording, scene, options);
    case 'solids':
      return solidAnimation(recording, scene, options);
    case 'vehicles':
      return vehicleAnimation(recording, scene, options);
  }
}

/** Duration of the animation of a run of `seconds` [s]. */
function playingTime(seconds: number, { longest = 12 }: AnimationOptions): number {
  return round(Math.min(Math.max(seconds, SHORTEST), longest));
}

function meshAnimation(recording: Recording, scene: MeshScene, options: AnimationOptions): string {
  const picture = layOutMeshes(recording, scene, options.poseCount ?? 240);
  const seconds = picture.end - picture.start;
  const duration = playingTime(seconds, options);
  return pictureSvg(picture, recording.title, [
    ...picture.meshes.map((mesh) => movingPath(mesh, duration)),
    progressBar(picture, seconds, duration),
  ]);
}

function spaceAnimation(recording: Recording, scene: SmoothScene, options: AnimationOptions): string {
  const picture = layOutSmooth(recording, scene, options.poseCount ?? 240);
  const seconds = picture.end - picture.start;
  const duration = playingTime(seconds, options);
  return pictureSvg(picture, recording.title, [
    ...picture.lines.map((lines) => movingPath(lines, duration)),
    progressBar(picture, seconds, duration),
  ]);
}

function solidAnimation(recording: Recording, scene: SolidScene, options: AnimationOptions): string {
  const picture = layOutSolids(recording, scene, options.poseCount ?? 240);
  const seconds = picture.end - picture.start;
  const duration = playingTime(seconds, options);
  return pictureSvg(picture, recording.title, [
    ...picture.solids.map((solid) => solidSvg(solid, duration)),
    progressBar(picture, seconds, duration),
  ]);
}

/** Filled, with its edges; fixed bodies are faint, triggers dashed. */
export function solidSvg({ color, motion, trigger, silhouettes, lines }: PictureSolid, duration?: number): string {
  const fixed = motion === 'fixed';
  const stroke = fixed ? color : '#222';
  const dashes = trigger ? '5 4' : undefined;
  const fill = trigger ? 0.1 : fixed ? 0.15 : 0.9;
  const parts = [
    { color, stroke, paths: silhouettes, fill, dashes },
    { color, stroke, paths: lines, opacity: fixed ? 0.5 : 0.7, dashes, cap: 'butt' as const },
  ];
  return parts.map((part) => (part.paths.length === 0 ? '' : movingPath(part, duration))).join('');
}

function vehicleAnimation(recording: Recording, scene: VehicleScene, options: AnimationOptions): string {
  const picture = layOutVehicles(recording, scene, options.poseCount ?? 240);
  const seconds = picture.end - picture.start;
  const duration = playingTime(seconds, options);
  return pictureSvg(picture, recording.title, [
    groundSvg(picture, duration),
    ...picture.vehicles.map(({ color, trail }) => movingPath({ color, paths: [trail], opacity: 0.35 }, duration)),
    ...picture.vehicles.map((vehicle) => vehicleSvg(vehicle, duration)),
    movingPath({ color: FORCE_COLOR, paths: picture.arrow, strokeWidth: 2.5, cap: 'butt' }, duration),
    progressBar(picture, seconds, duration),
  ]);
}

const FORCE_COLOR = '#c00';

/** Ground squares that move relative to the camera. */
function groundSvg({ width, height, square, drift }: VehiclePicture, duration: number): string {
  return (
    `<pattern id="ground" width="${square}" height="${square}" patternUnits="userSpaceOnUse"><path d="M0 0H${square}M0 0V${square}" stroke="#ddd"/>` +
    `<animateTransform attributeName="patternTransform" type="translate" from="0 0" to="${drift.join(' ')}" dur="${duration}s" repeatCount="indefinite"/></pattern>` +
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>`
  );
}

/** The box filled, the ellipsoid dashed. */
function vehicleSvg({ color, box, ellipsoid, nose }: PictureVehicle, duration: number): string {
  return [
    movingPath({ color, paths: box, strokeWidth: 1.5, fill: 0.4 }, duration),
    movingPath({ color, paths: ellipsoid, dashes: '4 3' }, duration),
    movingPath({ color, paths: nose, strokeWidth: 1.5 }, duration),
  ].join('');
}

export interface MovingPath {
  readonly color: string;
  /** Of the lines, if it differs. */
  readonly stroke?: string;
  readonly paths: readonly string[];
  readonly strokeWidth?: number;
  readonly opacity?: number;
  /** Opacity of the inside, 0 to 1. */
  readonly fill?: number;
  readonly dashes?: string;
  /** Line caps; a line of zero length is a dot with round caps, else invisible. */
  readonly cap?: 'round' | 'butt';
}

/** A path animated through its shapes over `duration` seconds; a single shape is static. */
export function movingPath(moving: MovingPath, duration = 0): string {
  const { color, stroke = color, paths, strokeWidth = 1, opacity = 1, fill = 0, dashes, cap = 'round' } = moving;
  const isMoving = paths.some((path) => path !== paths[0]);
  const motion = `<animate attributeName="d" values="${paths.join(';')}" dur="${duration}s" repeatCount="indefinite"/>`;
  const width = strokeWidth === 1 ? '' : ` stroke-width="${strokeWidth}"`;
  const faint = opacity === 1 ? '' : ` stroke-opacity="${opacity}"`;
  const inside = fill === 0 ? 'none' : `${escapeXml(color)}" fill-opacity="${fill}`;
  const dashed = dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`;
  return `<path d="${paths[0]}" fill="${inside}" stroke="${escapeXml(stroke)}"${width}${faint}${dashed} stroke-linecap="${cap}">${isMoving ? motion : ''}</path>`;
}

function planarAnimation(recording: Recording, options: AnimationOptions): string {
  const picture = layOut(recording, options.poseCount ?? 240);
  const seconds = picture.end - picture.start;
  const duration = playingTime(seconds, options);
  const bodies = inDrawingOrder(picture.bodies);
  const isHalfspace = ({ body }: PictureBody) => body.shape.kind === 'halfspace';
  const moving = (some: readonly PictureBody[]) => some.map((body) => movingBody(picture, body, duration));
  return pictureSvg(picture, recording.title, [
    ...moving(bodies.filter(isHalfspace)),
    ...bodies.map(trailSvg),
    ...moving(bodies.filter((body) => !isHalfspace(body))),
    ...flashes(picture, recording.events, duration),
    progressBar(picture, seconds, duration),
  ]);
}

/** A group animated through the poses; static if there is one pose. */
function movingBody(picture: Picture, body: PictureBody, duration: number): string {
  const { poses } = body;
  const place = animate(
    'translate',
    '',
    poses.map(({ x, y }) => `${x} ${y}`),
    duration,
  );
  const rotation = animate(
    'rotate',
    ' additive="sum"',
    poses.map(({ rotation }) => String(rotation)),
    duration,
  );
  const isMoving = place.isMoving || rotation.isMoving;
  const motion = isMoving ? place.text + rotation.text : '';
  return `<g transform="${poseTransform(poses[0])}">${motion}${bodySvg(picture, body)}</g>`;
}

function animate(type: string, additive: string, values: readonly string[], duration: number) {
  const isMoving = values.some((value) => value !== values[0]);
  // the two animations together replace the group's transform, so a constant one is written too
  const list = isMoving ? values.join(';') : `${values[0]};${values[0]}`;
  const text = `<animateTransform attributeName="transform" type="${type}"${additive} values="${list}" dur="${duration}s" repeatCount="indefinite"/>`;
  return { isMoving, text };
}

type Collision = Extract<SimEvent, { type: 'collision' }>;

/** A ring at each collision point that lights up at its time and fades. */
function flashes(picture: Picture, events: readonly SimEvent[], duration: number): string[] {
  const { start, end, place } = picture;
  const seconds = end - start || 1;
  const collisions = events.filter((event): event is Collision => event.type === 'collision');
  const strongest = [...collisions].sort((p, q) => q.impulse - p.impulse).slice(0, FLASH_COUNT);
  const fraction = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 1e4) / 1e4;
  return strongest.map(({ time, point }) => {
    const [x, y] = place(point[0], point[1]);
    const from = fraction((time - start) / seconds);
    const to = fraction(from + FLASH / duration);
    return (
      `<circle cx="${x}" cy="${y}" r="${FLASH_RADIUS}" fill="#ffd24a" fill-opacity="0.6" stroke="#d55e00" stroke-width="2" opacity="0">` +
      `<animate attributeName="opacity" values="0;0;1;0;0" keyTimes="0;${from};${from};${to};1" dur="${duration}s" repeatCount="indefinite"/></circle>`
    );
  });
}

/** A progress bar along the lower edge, and the playback speed. */
function progressBar({ width, height }: Pick<Picture, 'width' | 'height'>, seconds: number, duration: number): string {
  const pace = formatNumber(Number((seconds / duration).toPrecision(2)));
  const label = pace === '1' ? `${formatNumber(seconds)} s` : `${formatNumber(seconds)} s, played at ${pace} ×`;
  return (
    `<rect y="${height - 4}" width="0" height="4" fill="#0072b2" fill-opacity="0.5"><animate attributeName="width" values="0;${width}" dur="${duration}s" repeatCount="indefinite"/></rect>` +
    `<text x="${width - 10}" y="${height - 12}" text-anchor="end" font-size="14" fill="#555" stroke="#fff" stroke-width="4" paint-order="stroke">${label}</text>`
  );
}
