import type { RoadArea } from '../dynamics/vehicle/road-surface.ts';
import { DIRECTORS, VEHICLE_STRIDE } from '../dynamics/vehicle/vehicle-state.ts';
import type { Recording } from '../record/recorder.ts';
import { halfExtentsOf, type VehicleScene } from '../scene/vehicle-scene.ts';
import { ellipsoidOfBox } from '../shapes/vehicle-box.ts';
import { round } from './picture.ts';
import { PALETTE } from './plot.ts';
import { framePoints, momentsOf, type PointFrame } from './projection.ts';
import { type VehicleOutline, vehicleOutline } from './vehicle-outline.ts';

/** The drawing of a vehicle: SVG paths at equal intervals from the start of the recording to its end. */
export interface PictureVehicle {
  readonly color: string;
  readonly box: readonly string[];
  readonly ellipsoid: readonly string[];
  /** From the centre of mass to the centre of the front. */
  readonly nose: readonly string[];
  /** The path of the centre of mass, relative to the camera. */
  readonly trail: string;
}

/** Picture of a recording of vehicles, from above, by a camera that moves with the initial velocity of the common centre of mass. */
export interface VehiclePicture {
  readonly width: number;
  readonly height: number;
  readonly vehicles: readonly PictureVehicle[];
  /** The largest force at each instant, as an arrow on the vehicle it acts on. */
  readonly arrow: readonly string[];
  /** Size of the ground squares in picture units, and the total displacement of the ground relative to the camera, right and down. */
  readonly square: number;
  readonly drift: readonly [number, number];
  /** First and last recorded time [s]. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of points over all frames: more make the picture slow. */
const MAX_POINTS = 40_000;
/** Points of one vehicle: two outlines of 72, and its nose. */
const POINTS_A_VEHICLE = 146;
/** The ground is drawn in squares of this size [m]. */
const SQUARE = 5;
/** The largest force is drawn as long as this [m]. */
const LONGEST_ARROW = 4;
/** Of areas with another friction, and of obstacles without a colour. */
const AREA_COLOR = '#5b9bd5';
const OBSTACLE_COLOR = '#666666';

type Place = readonly [number, number];

/** Lays a recording out with at most `momentCount` frames. */
export function layOutVehicles(recording: Recording, scene: VehicleScene, momentCount: number): VehiclePicture {
  const { time } = recording.ledger.columns;
  const max = Math.floor(MAX_POINTS / (POINTS_A_VEHICLE * scene.bodies.length));
  const frames = momentsOf(time.length, Math.max(2, Math.min(momentCount, max)));
  const eye = eyeOf(scene);
  const seen = (frame: number, [x, y]: Place): Place => [x - eye[0] * time[frame], y - eye[1] * time[frame]];
  const outlines = scene.bodies.map((_, body) => frames.map((frame) => outlineAt(recording, scene, body, frame)));
  const moving = (points: (outline: VehicleOutline) => Float64Array) =>
    outlines.map((moments) => moments.map((outline, k) => shift(points(outline), (place) => seen(frames[k], place))));
  const boxes = moving(({ box }) => box);
  const ellipsoids = moving(({ ellipsoid }) => ellipsoid);
  const noses = moving(noseOf);
  const areas = scene.road.areas.map((area) =>
    frames.map((frame) => shift(areaOutline(area), (place) => seen(frame, place))),
  );
  // obstacles have no ellipsoid
  const drawn = ellipsoids.filter((_, i) => !scene.bodies[i].obstacle);
  const picture = framePoints([...boxes, ...drawn, ...areas].flat());
  const [start, end] = [time[0], time[time.length - 1]];
  const scale = scaleOf(picture);
  const { width, height } = picture;
  return {
    width,
    height,
    vehicles: [
      ...areas.map((outline) => groundThing(picture, outline, AREA_COLOR)),
      ...scene.bodies.map(({ color, obstacle }, i) =>
        obstacle
          ? groundThing(picture, boxes[i], color ?? OBSTACLE_COLOR)
          : {
              color: color ?? PALETTE[i % PALETTE.length],
              box: boxes[i].map((points) => `${pathOf(picture, points)}Z`),
              ellipsoid: ellipsoids[i].map((points) => `${pathOf(picture, points)}Z`),
              nose: noses[i].map((points) => pathOf(picture, points)),
              trail: pathOf(picture, Float64Array.from(noses[i].flatMap((points) => [points[0], points[1]]))),
            },
      ),
    ],
    arrow: arrowsAt(recording, scene, frames, seen).map((arrow) => arrowPath(picture, arrow)),
    square: round(SQUARE * scale),
    drift: [round(-eye[0] * (end - start) * scale), round(eye[1] * (end - start) * scale)],
    start,
    end,
  };
}

/** An area or an obstacle: its outline alone. */
function groundThing(picture: PointFrame, outlines: readonly Float64Array[], color: string): PictureVehicle {
  const box = outlines.map((points) => `${pathOf(picture, points)}Z`);
  const corners = outlines.map((points) =>
    pathOf(picture, Float64Array.of(points[0], points[1], points[0], points[1])),
  );
  return { color, box, ellipsoid: box, nose: corners, trail: corners[0] };
}

function areaOutline({ center: [x, y], halfExtents: [a, b], heading }: RoadArea): Float64Array {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const corner = (along: number, across: number) => [x + c * along - s * across, y + s * along + c * across];
  return Float64Array.from([corner(a, b), corner(-a, b), corner(-a, -b), corner(a, -b)].flat());
}

/** Velocity of the centre of mass of all vehicles at the start [m/s]; zero where there is something on the ground to look at. */
function eyeOf({ bodies, models, road }: VehicleScene): Place {
  if (road.areas.length > 0 || bodies.some(({ obstacle }) => obstacle)) return [0, 0];
  let [mass, x, y] = [0, 0, 0];
  for (const { start } of bodies) {
    const { MASS } = models[start.model - 1].COSSERAT_POINT;
    mass += MASS;
    x += MASS * start.SPEED * Math.cos(start.ORIENTATION);
    y += MASS * start.SPEED * Math.sin(start.ORIENTATION);
  }
  return [x / mass, y / mass];
}

function outlineAt({ vehicles, bodies }: Recording, scene: VehicleScene, body: number, frame: number): VehicleOutline {
  if (vehicles === undefined) throw new Error('a recording of vehicles must have a table of them');
  const row = frame * bodies.length + body;
  const state = new Float64Array(VEHICLE_STRIDE);
  const { x, y, z, d1x, d1y, d1z, d2x, d2y, d2z, d3x, d3y, d3z } = vehicles.columns;
  [x, y, z].forEach((column, k) => {
    state[k] = column[row];
  });
  [d1x, d1y, d1z, d2x, d2y, d2z, d3x, d3y, d3z].forEach((column, k) => {
    state[DIRECTORS + k] = column[row];
  });
  const halfExtents = halfExtentsOf(scene, body);
  const { start, obstacle } = scene.bodies[body];
  const given = obstacle?.radius ?? scene.models[start.model - 1].radius ?? scene.contacts.radius;
  return vehicleOutline(state, 0, ellipsoidOfBox(halfExtents).semiAxes, Math.min(given, ...halfExtents));
}

function noseOf({ center: [x, y], ahead, box }: VehicleOutline): Float64Array {
  let reach = 0;
  for (let k = 0; k < box.length; k += 2) {
    reach = Math.max(reach, (box[k] - x) * ahead[0] + (box[k + 1] - y) * ahead[1]);
  }
  return Float64Array.of(x, y, x + reach * ahead[0], y + reach * ahead[1]);
}

function shift(points: Float64Array, seen: (place: Place) => Place): Float64Array {
  const shifted = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 2) shifted.set(seen([points[k], points[k + 1]]), k);
  return shifted;
}

/** Point of action of a force, and the tip of its arrow [m]. */
type Arrow = readonly [Place, Place];

/** The largest force of each frame relative to the camera; of zero length at the last position while there is none. */
function arrowsAt(
  { ledger, contacts }: Recording,
  { time: { step } }: VehicleScene,
  frames: readonly number[],
  seen: (frame: number, place: Place) => Place,
): Arrow[] {
  const { time, px, py, jx, jy } = contacts.columns;
  const size = (row: number) => Math.hypot(jx[row], jy[row]);
  const rows = Array.from(time, (_, row) => row);
  const largest = rows.reduce((max, row) => Math.max(max, size(row)), 0);
  const acting = frames.map((frame): Arrow | undefined => {
    const now = rows.filter((row) => Math.abs(time[row] - ledger.columns.time[frame]) < step / 2);
    if (now.length === 0) return undefined;
    const row = now.reduce((best, other) => (size(other) > size(best) ? other : best));
    const length = LONGEST_ARROW / largest;
    const tip: Place = [px[row] + length * jx[row], py[row] + length * jy[row]];
    return [seen(frame, [px[row], py[row]]), seen(frame, tip)];
  });
  let [place] = acting.find((arrow) => arrow !== undefined) ?? [[0, 0] as Place];
  return acting.map((arrow) => {
    if (arrow) [place] = arrow;
    return arrow ?? [place, place];
  });
}

/** A shaft and two barbs, all of zero length if the arrow has none. */
function arrowPath({ place }: PointFrame, [from, to]: Arrow): string {
  const [x, y] = [(to[0] - from[0]) / 4, (to[1] - from[1]) / 4];
  const tip = place(...to);
  const left = place(to[0] - x - y / 2, to[1] - y + x / 2);
  const right = place(to[0] - x + y / 2, to[1] - y - x / 2);
  return `M${place(...from)}L${tip}L${left}M${tip}L${right}`;
}

/** Picture units per metre; measured over a long distance, because positions are rounded. */
function scaleOf({ place }: PointFrame): number {
  return (Number.parseFloat(place(1000, 0)) - Number.parseFloat(place(0, 0))) / 1000;
}

function pathOf({ place }: PointFrame, points: Float64Array): string {
  const places = Array.from({ length: points.length / 2 }, (_, k) => place(points[2 * k], points[2 * k + 1]));
  return `M${places.join('L')}`;
}
