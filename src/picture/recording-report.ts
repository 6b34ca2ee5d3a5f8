import { wheelPositions } from '../dynamics/vehicle/run-out.ts';
import type { Recording } from '../record/recorder.ts';
import { halfExtentsOf, platoonOf, type VehicleScene } from '../scene/vehicle-scene.ts';
import type { DiagramVehicle, Place } from './crash-diagram-svg.ts';
import { crashPageHtml, type PageTable, pageNumber } from './crash-page.ts';
import type { Plot } from './plot.ts';
import type { ReportOptions } from './reconstruction-report.ts';

const DEGREE = Math.PI / 180;
/** A wheel leaves a mark while it slides sideways faster than this [m/s] and at more than this angle [rad]. */
const MARK_SPEED = 0.5;
const MARK_ANGLE = 6 * DEGREE;

/**
 * A report to print about a recording of vehicles, as a page of HTML: scaled top view, results, time histories. Throws a RangeError for
 * a time that the recording does not have.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { createRecorder, readScene, runScene } from 'appulse';
 * import { recordingReport } from 'appulse/vehicles';
 *
 * const text = readFileSync('examples/t-bone.scene.json', 'utf8');
 * const scene = readScene(text, 't-bone.scene.json');
 * if (scene.world !== 'vehicles') throw new Error('expected vehicles');
 * const recorder = createRecorder(scene, text);
 * const summary = runScene(scene, recorder);
 * const html = recordingReport(recorder.finish(summary), scene, { times: [0, 0.5] });
 * console.log(html.startsWith('<!doctype html>'), html.includes('Scale 1 : ')); // true true
 * ```
 */
export function recordingReport(
  recording: Recording,
  scene: VehicleScene,
  { times, underlay, paper }: ReportOptions = {},
): string {
  const { time } = recording.ledger.columns;
  const end = time[time.length - 1];
  const late = times?.find((one) => one > end + 1e-9);
  if (late !== undefined) throw new RangeError(`the recording ends at ${end} s, there is no position at ${late} s`);
  const shownTimes = times ?? chosenTimes(recording, end);
  const last = shownTimes[shownTimes.length - 1];
  const vehicles = scene.bodies.map((_, i) => diagramVehicle(recording, scene, i, last));
  return crashPageHtml(
    {
      title: scene.title,
      description: scene.description,
      diagram: {
        title: `Top view: ${scene.title}`,
        vehicles,
        times: shownTimes,
        ...(underlay && { underlay }),
      },
      tables: [...contactTables(recording, platoonOf(scene).length), endTable(recording, scene)],
      plots: historyPlots(recording, scene),
      notes: notesOf(recording, scene),
    },
    paper,
  );
}

/** Start, first contact, end. */
function chosenTimes({ summary }: Recording, end: number): number[] {
  const first = summary.vehicles?.phases.reduce((least, { start }) => Math.min(least, start), end) ?? end;
  return [...new Set([0, first, end])].sort((a, b) => a - b);
}

function columnsOf({ vehicles }: Recording) {
  if (vehicles === undefined) throw new Error('a recording of vehicles must have a table of them');
  return vehicles.columns;
}

/** With marks until the time `last` [s]. */
function diagramVehicle(recording: Recording, scene: VehicleScene, index: number, last: number): DiagramVehicle {
  const { bodies, models } = scene;
  const { name, start, color, obstacle } = bodies[index];
  const { x, y, heading, yawRate } = columnsOf(recording);
  const { vx, vy } = recording.frames.columns;
  const { time } = recording.ledger.columns;
  const rows = Array.from(time, (_, k) => k * bodies.length + index);
  const { SUSPENSION } = models[obstacle ? 0 : start.model - 1];
  const dimensions = { frontAxle: SUSPENSION.L1, rearAxle: SUSPENSION.L2, track: 2 * SUSPENSION.B };
  const wheels = obstacle ? [] : wheelPositions(dimensions);
  const [halfLength, halfWidth] = halfExtentsOf(scene, index);
  const marks = wheels.flatMap(([ahead, left], wheel) => {
    const steering = wheel < 2 ? start.STEERING : 0;
    const sliding = rows.map((row, k): Place | undefined => {
      if (time[k] > last) return undefined;
      const [c, s] = [Math.cos(heading[row]), Math.sin(heading[row])];
      const [rx, ry] = [c * ahead - s * left, s * ahead + c * left];
      const [wx, wy] = [vx[row] - yawRate[row] * ry, vy[row] + yawRate[row] * rx];
      const [dx, dy] = [Math.cos(heading[row] + steering), Math.sin(heading[row] + steering)];
      const [along, across] = [wx * dx + wy * dy, wy * dx - wx * dy];
      const slides = Math.abs(across) > MARK_SPEED && Math.abs(across) > Math.tan(MARK_ANGLE) * Math.abs(along);
      return slides ? [x[row] + rx, y[row] + ry] : undefined;
    });
    return unbroken(sliding);
  });
  return {
    name,
    ...(color !== undefined && { color }),
    length: 2 * halfLength,
    width: 2 * halfWidth,
    isFixed: obstacle !== undefined,
    motion: rows.map((row, k) => [time[k], x[row], y[row], heading[row]]),
    marks,
  };
}

/** Runs of two or more places in a list with gaps. */
function unbroken(places: readonly (Place | undefined)[]): Place[][] {
  const lines: Place[][] = [[]];
  for (const place of places) {
    if (place) lines[lines.length - 1].push(place);
    else if (lines[lines.length - 1].length > 0) lines.push([]);
  }
  return lines.filter((line) => line.length > 1);
}

function contactTables({ summary }: Recording, vehicleCount: number): PageTable[] {
  const phases = summary.vehicles?.phases ?? [];
  const degrees = (angle: number) => pageNumber(angle / DEGREE);
  const speed = ({ x, y }: { x: number; y: number }) => Math.hypot(x, y);
  return [
    {
      title: phases.length === 0 ? 'Contacts: none' : 'Contacts',
      columns: [
        'vehicle',
        'time [s]',
        'delta-V [m/s]',
        'PDOF [deg]',
        'speed before, after [m/s]',
        'yaw rate before, after [deg/s]',
        'peak force [kN]',
        'depth [m]',
      ],
      rows: phases.flatMap((phase) =>
        ([0, 1] as const)
          .filter((i) => phase.vehicles[i] < vehicleCount)
          .map((i) => [
            phase.bodies[i],
            `${pageNumber(phase.start)} to ${pageNumber(phase.end)}`,
            pageNumber(phase.deltaV[i]),
            degrees(phase.pdof[i]),
            `${pageNumber(speed(phase.before[i].velocity))}, ${pageNumber(speed(phase.after[i].velocity))}`,
            `${degrees(phase.before[i].yawRate)}, ${degrees(phase.after[i].yawRate)}`,
            pageNumber(phase.peakForce / 1000),
            pageNumber(phase.peakDepth),
          ]),
      ),
    },
  ];
}

function endTable(recording: Recording, { bodies }: VehicleScene): PageTable {
  const { x, y, heading, yawRate, speed } = columnsOf(recording);
  const last = x.length - bodies.length;
  return {
    title: `Final state, at ${pageNumber(recording.summary.time)} s`,
    columns: ['vehicle', 'x [m]', 'y [m]', 'heading [deg]', 'speed [m/s]', 'yaw rate [deg/s]'],
    rows: bodies
      .filter(({ obstacle }) => !obstacle)
      .map(({ name }, i) =>
        [name, x[last + i], y[last + i], heading[last + i] / DEGREE, speed[last + i], yawRate[last + i] / DEGREE].map(
          (cell) => (typeof cell === 'number' ? pageNumber(cell) : cell),
        ),
      ),
  };
}

/** At most this many vehicles have their own curve: more cannot be distinguished. */
const MAX_CURVES = 7;

function historyPlots(recording: Recording, { bodies }: VehicleScene): Plot[] {
  const { speed, heading, yawRate } = columnsOf(recording);
  const { time } = recording.ledger.columns;
  if (time.length < 2) return [];
  const series = (column: ArrayLike<number>, factor: number) =>
    bodies
      .filter(({ obstacle }) => !obstacle)
      .slice(0, MAX_CURVES)
      .map(({ name }, i) => ({
        name,
        points: Array.from(time, (t, k): [number, number] => [t, factor * column[k * bodies.length + i]]),
      }));
  const marks =
    recording.summary.vehicles?.phases.slice(0, 3).map(({ start }) => ({ x: start, label: 'contact' })) ?? [];
  const x = { label: 'time [s]' };
  return [
    { title: 'Speed', x, y: { label: 'speed [m/s]' }, series: series(speed, 1), marks },
    { title: 'Heading', x, y: { label: 'heading [deg]' }, series: series(heading, 1 / DEGREE), marks },
    { title: 'Yaw rate', x, y: { label: 'yaw rate [deg/s]' }, series: series(yawRate, 1 / DEGREE), marks },
    {
      title: 'Acceleration',
      x,
      y: { label: 'acceleration [g]' },
      series: accelerations(recording, bodies),
      marks,
    },
  ];
}

/** [m/s²] */
const GRAVITY = 9.80665;

/** Magnitude in the plane, from differences of the recorded velocities: means over the interval of the frames. */
function accelerations({ frames, ledger }: Recording, bodies: VehicleScene['bodies']): Plot['series'] {
  const { vx, vy } = frames.columns;
  const { time } = ledger.columns;
  const count = bodies.length;
  const vehicles = bodies.filter(({ obstacle }) => !obstacle);
  return vehicles.slice(0, MAX_CURVES).map(({ name }, i) => ({
    name,
    points: Array.from({ length: time.length - 1 }, (_, k): [number, number] => {
      const [from, to] = [k * count + i, (k + 1) * count + i];
      const dt = time[k + 1] - time[k];
      const size = dt > 0 ? Math.hypot(vx[to] - vx[from], vy[to] - vy[from]) / dt : 0;
      return [(time[k] + time[k + 1]) / 2, size / GRAVITY];
    }),
  }));
}

function notesOf({ summary, bodies }: Recording, { contacts, time }: VehicleScene): string[] {
  return [
    `World of vehicles: elastic bodies on springs and tyres, contact model ${contacts.model}, step ${pageNumber(time.step * 1000)} ms, until ${pageNumber(summary.time)} s.`,
    `Balance errors of the run: energy ${pageNumber(summary.balance.energyError)}, momentum ${pageNumber(summary.balance.momentumError)}, relative.`,
    'The results are those of one run: they have no uncertainty of their own. A sweep of the inputs, or a reconstruction, gives one.',
    'Dark lines: tyres that slide sideways by more than 0.5 m/s and 6 degrees. Accelerations are means between recorded frames.',
    ...(bodies.length > MAX_CURVES ? [`Time histories show the first ${MAX_CURVES} vehicles.`] : []),
  ];
}
