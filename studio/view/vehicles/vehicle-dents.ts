import { CRUSH_REGIONS } from '../../../src/dynamics/vehicle/crush-curve.ts';
import type { VehicleScene } from '../../../src/entries/vehicles.ts';
import type { Recording } from '../../../src/index.ts';
import { firstAfter, frameAt } from '../../session/frames.ts';
import { vehicleForm } from '../placed.ts';

/** A side of a vehicle that is pressed in, in vehicle axes. */
export interface Dent {
  /** Axis 0 forward or 1 to the left, and the end of it that is pressed. */
  readonly axis: 0 | 1;
  readonly sign: 1 | -1;
  /** Present depth of the dent [m]. */
  readonly depth: number;
  /** Centre along the other horizontal axis, and half the width with the full depth [m]. */
  readonly center: number;
  readonly halfWidth: number;
}

/** The crush of one vehicle in one contact phase. */
interface Crushing extends Omit<Dent, 'depth'> {
  readonly start: number;
  readonly end: number;
  readonly maximum: number;
  readonly residual: number;
  /** Penetrations [m] at the times of its contact rows [s]. */
  readonly times: Float64Array;
  readonly depths: Float64Array;
  readonly peak: number;
}

/** Dents of each vehicle at a time [s], from the recorded crush of its contacts. */
export function createDents(recording: Recording, scene: VehicleScene): (body: number, time: number) => Dent[] {
  const phases = recording.summary.vehicles?.phases ?? [];
  const crushings = scene.bodies.map((): Crushing[] => []);
  for (const phase of phases) {
    phase.crush?.forEach((crush, i) => {
      const body = phase.vehicles[i];
      if (scene.bodies[body].obstacle || crush.maximum <= 0) return;
      const other = phase.vehicles[1 - i];
      const rows = contactRowsOf(recording, phase.vehicles, phase.start, phase.end);
      const { distance, time } = recording.contacts.columns;
      const depths = Float64Array.from(rows, (row) => Math.max(0, -distance[row]));
      crushings[body].push({
        ...sideOf(recording, scene, body, other, CRUSH_REGIONS.indexOf(crush.region), rows[indexOfMax(depths)]),
        start: phase.start,
        end: phase.end,
        maximum: crush.maximum,
        residual: crush.residual,
        times: Float64Array.from(rows, (row) => time[row]),
        depths,
        peak: depths.reduce((a, b) => Math.max(a, b), 0),
      });
    });
  }
  return (body, time) =>
    crushings[body].flatMap((crushing) => {
      const depth = depthAt(crushing, time);
      return depth > 0 ? [{ ...crushing, depth }] : [];
    });
}

/** Grows with the penetration up to its peak, then springs back to the residual crush. */
function depthAt({ start, end, maximum, residual, times, depths, peak }: Crushing, time: number): number {
  if (time <= start) return 0;
  if (time >= end || peak === 0) return residual;
  const last = firstAfter(times, time) - 1;
  if (last < 0) return 0;
  const isUnloading = depths.subarray(0, last + 1).some((depth) => depth === peak);
  const pressed = maximum * (depths[last] / peak);
  return isUnloading ? Math.max(residual, pressed) : pressed;
}

function contactRowsOf(recording: Recording, pair: readonly [number, number], start: number, end: number): number[] {
  const { time, bodyA, bodyB } = recording.contacts.columns;
  const rows: number[] = [];
  for (let row = firstAfter(time, start); row < time.length && time[row] <= end; row++) {
    if (bodyA[row] === pair[0] && bodyB[row] === pair[1]) rows.push(row);
  }
  return rows;
}

function indexOfMax(values: Float64Array): number {
  return values.reduce((best, value, i) => (value > values[best] ? i : best), 0);
}

/** Half the width of the zone beside a pole that is pressed with it [m]. */
const BESIDE = 0.1;

/** Where a side is pressed: the contact point is the centroid of the overlap, which reaches to an edge of the side unless a pole is the cause. */
function sideOf(recording: Recording, scene: VehicleScene, body: number, other: number, region: number, row: number) {
  const axis = region < 2 ? (0 as const) : (1 as const);
  const sign = region % 2 === 0 ? (1 as const) : (-1 as const);
  const { halfExtents } = vehicleForm(scene, body);
  const half = halfExtents[1 - axis];
  const center = row === undefined ? 0 : acrossAt(recording, body, row, axis);
  const obstacle = scene.bodies[other].obstacle;
  const isPole = obstacle && Math.hypot(obstacle.to[0] - obstacle.from[0], obstacle.to[1] - obstacle.from[1]) < half;
  const halfWidth = isPole ? obstacle.radius + BESIDE : Math.max(half - Math.abs(center), BESIDE);
  return { axis, sign, center: Math.min(Math.max(center, -half), half), halfWidth };
}

/** The contact point of a row along the axis across the pressed one, in vehicle axes [m]. */
function acrossAt({ contacts, vehicles, bodies, ...recording }: Recording, body: number, row: number, axis: 0 | 1) {
  if (vehicles === undefined) return 0;
  const { px, py, pz, time } = contacts.columns;
  const c = vehicles.columns;
  const at = frameAt({ contacts, vehicles, bodies, ...recording }, time[row]) * bodies.length + body;
  const d = axis === 0 ? [c.d2x[at], c.d2y[at], c.d2z[at]] : [c.d1x[at], c.d1y[at], c.d1z[at]];
  return (px[row] - c.x[at]) * d[0] + (py[row] - c.y[at]) * d[1] + (pz[row] - c.z[at]) * d[2];
}
