import { supportSolid } from '../distance/convex/support-solid.ts';
import { transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { composePose, createPose, type ReadonlyPose, toWorld } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import { addScaledVec3, createVec3, dotVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import type { Recording } from '../record/recorder.ts';
import type { SolidBody, SolidScene } from '../scene/solid-scene.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { PALETTE } from './plot.ts';
import { framePoints, momentsOf, type PointFrame, VIEW } from './projection.ts';
import { poseAtFrame } from './smooth-picture.ts';
import { type OutlineLine, type OutlinePiece, solidOutline, wallLines } from './solid-outline.ts';

/** The drawing of one body or half-space. */
export interface PictureSolid {
  readonly color: string;
  readonly motion: SolidBody['motion'];
  readonly trigger: boolean;
  /** SVG paths at equal intervals from the start of the recording to its end; one if static, none if empty. */
  readonly silhouettes: readonly string[];
  readonly lines: readonly string[];
}

/** Picture of a recording of solids, seen from the front, slightly from the right and above; the farthest first. */
export interface SolidPicture {
  readonly width: number;
  readonly height: number;
  readonly solids: readonly PictureSolid[];
  /** First and last recorded time [s]. */
  readonly start: number;
  readonly end: number;
}

/** Vertices of a silhouette, fewer if there are many bodies. */
const CORNERS = 24;
const FEW_CORNERS = 8;
/** More bodies than this are shown by their silhouettes alone. */
const MANY_BODIES = 120;
/** Maximum number of points over all frames: more make the picture large and slow. */
const MAX_POINTS = 60_000;
/** Grid lines of a half-space in each direction. */
const WALL_LINES = 8;
/** Colour of fixed bodies. */
const GREY = '#9a9a9a';

/** Lays a recording out with at most `momentCount` frames. */
export function layOutSolids(recording: Recording, scene: SolidScene, momentCount: number): SolidPicture {
  const { time } = recording.ledger.columns;
  const many = scene.bodies.length > MANY_BODIES;
  const directions = silhouetteDirections(many ? FEW_CORNERS : CORNERS);
  const drawn = drawnBodies(recording, scene, many);
  const pointCount = drawn.reduce((sum, { moves, pieces, lines }) => {
    return sum + (moves ? directions.length * pieces.length + 2 * lines.length : 0);
  }, 1);
  const moments = momentsOf(time.length, Math.max(2, Math.min(momentCount, Math.floor(MAX_POINTS / pointCount))));
  const tracks = drawn.map(({ body, pieces, lines, moves }) =>
    (moves ? moments : [0]).map((frame) => {
      const pose = composePose(createPose(), VIEW, poseAtFrame(recording, body, frame));
      return {
        silhouettes: pieces.map((piece) => silhouette(piece, pose, directions)),
        lines: lines.map((line) => seenLine(line, pose)),
      };
    }),
  );
  const picture = framePoints(tracks.flat().flatMap(({ silhouettes, lines }) => [...silhouettes, ...lines]));
  const solids = drawn.map(({ body, color }, i): PictureSolid => {
    const { motion, trigger } = scene.bodies[body];
    return {
      color,
      motion,
      trigger,
      silhouettes: withContent(
        tracks[i].map(({ silhouettes }) => silhouettes.map((p) => pathOf(picture, p, true)).join('')),
      ),
      lines: withContent(tracks[i].map(({ lines }) => lines.map((p) => pathOf(picture, p, false)).join(''))),
    };
  });
  const { width, height } = picture;
  return { width, height, solids, start: time[0], end: time[time.length - 1] };
}

interface Drawn {
  readonly body: number;
  readonly color: string;
  readonly pieces: readonly OutlinePiece[];
  readonly lines: readonly OutlineLine[];
  /** Whether its pose differs in any frame. */
  readonly moves: boolean;
}

/** The drawing of each body; fixed bodies first, then by decreasing mean depth. */
function drawnBodies(recording: Recording, scene: SolidScene, many: boolean): Drawn[] {
  const frameCount = recording.ledger.rowCount;
  const { centre, half } = surroundings(recording, scene);
  const bodies = scene.bodies.map(({ shape: collided, drawnShape: shape = collided, motion, color: given }, body) => {
    const poses = [0, Math.floor(frameCount / 2), frameCount - 1].map((frame) => poseAtFrame(recording, body, frame));
    const outline =
      shape.kind === 'halfspace'
        ? { pieces: [], lines: wallLines(shape.normal, footOf(centre, shape.normal, poses[0]), half, WALL_LINES) }
        : solidOutline(shape);
    const depth = poses.reduce((sum, { position }) => sum + toWorld(createVec3(), VIEW, position).y / 3, 0);
    return {
      body,
      color: given ?? (motion === 'free' ? PALETTE[body % PALETTE.length] : GREY),
      pieces: outline.pieces,
      lines: many && outline.pieces.length > 0 && motion === 'free' ? [] : outline.lines,
      moves: motion !== 'fixed' && hasMoved(recording, body),
      depth: motion === 'fixed' ? Number.POSITIVE_INFINITY : depth,
    };
  });
  return bodies.sort((p, q) => (p.depth === q.depth ? p.body - q.body : q.depth - p.depth));
}

function hasMoved({ frames, bodies }: Recording, body: number): boolean {
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  const columns = [x, y, z, qw, qx, qy, qz];
  for (let row = body; row < frames.rowCount; row += bodies.length) {
    if (columns.some((column) => column[row] !== column[body])) return true;
  }
  return false;
}

/** A box around all bodies of finite size, at all times. */
function surroundings(recording: Recording, scene: SolidScene): { centre: Vec3; half: Vec3 } {
  const { x, y, z } = recording.frames.columns;
  const count = scene.bodies.length;
  const low = createVec3(1e300, 1e300, 1e300);
  const high = createVec3(-1e300, -1e300, -1e300);
  for (const [body, { shape }] of scene.bodies.entries()) {
    const radius = shapeRadius(shape);
    if (!Number.isFinite(radius)) continue;
    for (let row = body; row < recording.frames.rowCount; row += count) {
      low.x = Math.min(low.x, x[row] - radius);
      low.y = Math.min(low.y, y[row] - radius);
      low.z = Math.min(low.z, z[row] - radius);
      high.x = Math.max(high.x, x[row] + radius);
      high.y = Math.max(high.y, y[row] + radius);
      high.z = Math.max(high.z, z[row] + radius);
    }
  }
  if (low.x > high.x) return { centre: createVec3(), half: createVec3(1, 1, 1) };
  const centre = createVec3((low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2);
  return { centre, half: createVec3((high.x - low.x) / 2, (high.y - low.y) / 2, (high.z - low.z) / 2) };
}

/** The boundary point of a half-space nearest to `point`, in its own axes. */
function footOf(point: ReadonlyVec3, normal: ReadonlyVec3, { position, rotation }: ReadonlyPose): Vec3 {
  const own = transformTransposedVec3(createVec3(), rotation, subVec3(createVec3(), point, position));
  return addScaledVec3(own, own, normal, -dotVec3(normal, own));
}

/** Directions in the plane of the picture, the view's x and z, at equal angles. */
function silhouetteDirections(count: number): Vec3[] {
  return Array.from({ length: count }, (_, k) => {
    // slightly off the axes, along which faces of boxes are often aligned
    const angle = (2 * Math.PI * (k + 0.123)) / count;
    return createVec3(cos(angle), 0, sin(angle));
  });
}

const worn = createPose();
const inward = createVec3();
const farthest = createVec3();

/** The support points of a convex part in each direction, as right, up [m]. `pose` is that of the body in the view. */
function silhouette({ shape, pose: own }: OutlinePiece, pose: ReadonlyPose, directions: readonly Vec3[]): Float64Array {
  composePose(worn, pose, own);
  const points = new Float64Array(2 * directions.length);
  for (const [k, direction] of directions.entries()) {
    transformTransposedVec3(inward, worn.rotation, direction);
    toWorld(farthest, worn, supportSolid(farthest, shape, inward));
    points[2 * k] = farthest.x;
    points[2 * k + 1] = farthest.z;
  }
  return points;
}

const rotated = createVec3();

/** Both ends as right, up [m]; a hidden line has zero length. The viewing direction is y of the view. */
function seenLine({ from, to, normals }: OutlineLine, pose: ReadonlyPose): Float64Array {
  const seen = normals.length === 0 || normals.some((normal) => transformVec3(rotated, pose.rotation, normal).y < 0);
  const a = toWorld(createVec3(), pose, from);
  const b = seen ? toWorld(createVec3(), pose, to) : a;
  return Float64Array.of(a.x, a.z, b.x, b.z);
}

/** A path in tenths of picture units, fine enough for display; relative coordinates are shorter than absolute ones. */
function pathOf({ at }: PointFrame, points: Float64Array, closed: boolean): string {
  let text = '';
  let [x, y] = [0, 0];
  for (let k = 0; k < points.length; k += 2) {
    const [right, down] = at(points[k], points[k + 1]).map((value) => Math.round(10 * value));
    const step = `${tenths(right - x)} ${tenths(down - y)}`.replace(' -', '-');
    text += k === 0 ? `M${step}` : k === 2 ? `l${step}` : step.startsWith('-') ? step : ` ${step}`;
    [x, y] = [right, down];
  }
  return closed ? `${text}z` : text;
}

function tenths(value: number): string {
  return value === 0 ? '0' : String(value / 10);
}

/** Empty if all are empty; one entry if all are equal. */
function withContent(paths: readonly string[]): readonly string[] {
  if (paths[0] === '') return [];
  return paths.every((path) => path === paths[0]) ? paths.slice(0, 1) : paths;
}
