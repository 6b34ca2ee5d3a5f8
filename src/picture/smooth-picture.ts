import { createMovingPose } from '../math/moving-pose.ts';
import { createPose, type Pose, toWorld } from '../math/pose.ts';
import { movingPoseAt } from '../math/prescribed-path.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import type { Recording } from '../record/recorder.ts';
import type { SmoothCoupler, SmoothScene, SmoothShape } from '../scene/smooth-scene.ts';
import { PALETTE } from './plot.ts';
import { framePoints, momentsOf, type PointFrame, VIEW } from './projection.ts';
import { type TiledLines, tiledLines } from './tiled-lines.ts';

/** Animated lines: the same number in every frame. */
export interface PictureLines {
  readonly color: string;
  /** Picture units. */
  readonly strokeWidth: number;
  readonly opacity: number;
  /** SVG path at equal intervals from the start of the recording to its end; one if static. */
  readonly paths: readonly string[];
}

/** Picture of a recording of smooth bodies: planar ones from above, others in the view of meshes. */
export interface SpacePicture {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly PictureLines[];
  /** First and last recorded time [s]. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of points over all frames: more make the picture slow. */
const MAX_POINTS = 60_000;
const GAP_COLOR = '#222';
const COUPLER_COLOR = '#009e73';
/** Opacity of lines on smooth surfaces other than edges. */
const FAINT = 0.45;
const BODY_STROKE = 1.5;
const DOT = 9;

/** Lays a recording out with at most `momentCount` frames. */
export function layOutSmooth(recording: Recording, scene: SmoothScene, momentCount: number): SpacePicture {
  const { time } = recording.ledger.columns;
  const shapes = scene.bodies.map(({ shape }) => outlines(shape));
  const all = shapes.flatMap(({ sharp, smooth }) => [...sharp, ...smooth]);
  const pointCount = all.reduce((sum, line) => sum + line.length / 3, 2 * scene.tracking.pairs.length);
  const moments = momentsOf(time.length, Math.max(2, Math.min(momentCount, Math.floor(MAX_POINTS / pointCount))));
  const flat = scene.bodies.every(({ shape }) => shape.kind === 'point' || shape.dimension === 2);
  const view = flat ? createPose([0, 0, 0], 0) : VIEW;
  // from above y is up, from the front z
  const up = flat ? 1 : 2;
  const moving = (lines: readonly Float64Array[], body: number) =>
    moments.map((frame) => project(lines, poseAtFrame(recording, body, frame), view, up));
  const tracks = shapes.map(({ sharp, smooth }, body) => ({
    sharp: moving(sharp, body),
    smooth: moving(smooth, body),
  }));
  const gaps = scene.tracking.pairs.map((_, pair) =>
    moments.map((frame) => projectGap(recording, pair, frame, view, up)),
  );
  const pulls = scene.couplers.map((coupler) =>
    moments.map((frame) => project([couplerLine(recording, coupler, frame)], createPose(), view, up)[0]),
  );
  const outlined = tracks.flatMap(({ sharp, smooth }) => [...sharp, ...smooth].flat());
  const picture = framePoints([...outlined, ...gaps.flat(), ...pulls.flat()]);
  const bodies = scene.bodies.flatMap(({ shape, color: given }, i): PictureLines[] => {
    const color = given ?? PALETTE[i % PALETTE.length];
    const paths = (lines: readonly Float64Array[][]) =>
      whatMoves(lines.map((moment) => moment.map((line) => pathOf(picture, line)).join('')));
    const { sharp, smooth } = tracks[i];
    const trail = shape.kind === 'point' ? [[Float64Array.from(sharp.flatMap(([[x, y]]) => [x, y]))]] : [];
    return [
      { color, strokeWidth: BODY_STROKE, opacity: FAINT, paths: paths(trail) },
      { color, strokeWidth: BODY_STROKE, opacity: FAINT, paths: paths(smooth) },
      { color, strokeWidth: shape.kind === 'point' ? DOT : BODY_STROKE, opacity: 1, paths: paths(sharp) },
    ];
  });
  const connection = (color: string) => (moving: readonly Float64Array[]) => [
    { color, strokeWidth: BODY_STROKE, opacity: 1, paths: moving.map((ends) => pathOf(picture, ends)) },
    { color, strokeWidth: DOT / 1.5, opacity: 1, paths: moving.map((ends) => dotsOf(picture, ends)) },
  ];
  const connections = [...gaps.flatMap(connection(GAP_COLOR)), ...pulls.flatMap(connection(COUPLER_COLOR))];
  const { width, height } = picture;
  const lines = [...bodies, ...connections].filter(({ paths }) => paths[0]);
  return { width, height, lines, start: time[0], end: time[time.length - 1] };
}

function whatMoves(paths: readonly string[]): readonly string[] {
  return paths.every((path) => path === paths[0]) ? paths.slice(0, 1) : paths;
}

/** Lines of a shape, in body axes. */
function outlines(shape: SmoothShape): TiledLines {
  return shape.kind === 'point' ? { sharp: [Float64Array.of(0, 0, 0)], smooth: [] } : tiledLines(shape);
}

/** Pose of a body in a frame of the recording. */
export function poseAtFrame({ frames, bodies }: Recording, body: number, frame: number): Pose {
  const row = frame * bodies.length + body;
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  return createPose([x[row], y[row], z[row]], [qw[row], qx[row], qy[row], qz[row]]);
}

const point = createVec3();

/** Polylines to the right and up, packed [m]. */
function project(lines: readonly Float64Array[], pose: Pose, view: Pose, up: 1 | 2): Float64Array[] {
  return lines.map((line) => {
    const flat = new Float64Array((line.length / 3) * 2);
    for (let i = 0, k = 0; i < line.length; i += 3, k += 2) {
      toWorld(point, pose, setVec3(point, line[i], line[i + 1], line[i + 2]));
      toWorld(point, view, point);
      flat[k] = point.x;
      flat[k + 1] = up === 1 ? point.y : point.z;
    }
    return flat;
  });
}

/** The connection of the closest points of a pair. */
function projectGap({ tracking, ledger }: Recording, pair: number, frame: number, view: Pose, up: 1 | 2): Float64Array {
  if (tracking === undefined) throw new Error('a recording of smooth bodies must have a table of tracked pairs');
  const row = frame * (tracking.rowCount / ledger.rowCount) + pair;
  const { ax, ay, az, bx, by, bz } = tracking.columns;
  const line = Float64Array.of(ax[row], ay[row], az[row], bx[row], by[row], bz[row]);
  return project([line], createPose(), view, up)[0];
}

/** From a handle to its attachment point on the body, xyz each [m]. */
function couplerLine(recording: Recording, { body, handle, point }: SmoothCoupler, frame: number): Float64Array {
  const { position } = movingPoseAt(handlePose, handle, recording.ledger.columns.time[frame]).pose;
  const held = toWorld(createVec3(), poseAtFrame(recording, body, frame), point);
  return Float64Array.of(position.x, position.y, position.z, held.x, held.y, held.z);
}

const handlePose = createMovingPose();

function pathOf({ place }: PointFrame, line: Float64Array): string {
  const points = Array.from({ length: line.length / 2 }, (_, k) => place(line[2 * k], line[2 * k + 1]));
  // a line of zero length is drawn as a dot
  return `M${points.length === 1 ? [points[0], points[0]].join('L') : points.join('L')}`;
}

function dotsOf(picture: PointFrame, line: Float64Array): string {
  return pathOf(picture, line.subarray(0, 2)) + pathOf(picture, line.subarray(2, 4));
}
