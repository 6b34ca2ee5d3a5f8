import { createVec3, crossVec3, type Vec3 } from '../math/vec3.ts';
import { filterChannel } from './channel-filter.ts';
import type { Recording } from './recorder.ts';

/** Acceleration of a vehicle over time, in the axes of SAE J211: x forward, y to the right, z down. */
export interface CrashPulse {
  /** Midpoint of the interval between two frames [s]. */
  readonly time: Float64Array;
  /** Acceleration of the centre of mass forward, filtered [m/s²]. */
  readonly x: Float64Array;
  /** To the right [m/s²]. */
  readonly y: Float64Array;
  /** Down [m/s²]. */
  readonly z: Float64Array;
  /** Magnitude [m/s²]. */
  readonly resultant: Float64Array;
  /** Integral of the unfiltered x since the start [m/s]. */
  readonly deltaVx: Float64Array;
  /** Integral of the unfiltered y since the start [m/s]. */
  readonly deltaVy: Float64Array;
}

/**
 * The pulse of the compartment of a body of a recording: differences of the velocities of its frames, along its axes, filtered with the
 * channel frequency class `channel` [Hz]. The frames must be at most 1/(10 channel) s apart, otherwise it throws.
 */
export function crashPulse({ frames, bodies }: Recording, body: number, channel: number): CrashPulse {
  const { time, vx, vy, vz, qw, qx, qy, qz } = frames.columns;
  const rows = bodies.length;
  const interval = time[rows] - time[0];
  // the last frame may follow after a shorter interval
  let count = 0;
  while ((count + 2) * rows <= frames.rowCount && isNear(time[(count + 1) * rows] - time[count * rows], interval))
    count++;
  if (count < 2) throw new RangeError('the recording must have at least three frames at equal intervals');
  if (interval * channel > 0.1 * (1 + 1e-9)) {
    throw new RangeError(
      `record.interval: must be at most ${0.1 / channel} s for the class CFC ${channel}, the frames are ${interval} s apart`,
    );
  }
  const raw = [0, 1, 2].map(() => new Float64Array(count));
  const midpoint = new Float64Array(count);
  const change = createVec3();
  for (let k = 0; k < count; k++) {
    const [i, j] = [k * rows + body, (k + 1) * rows + body];
    midpoint[k] = 0.5 * (time[i] + time[j]);
    [change.x, change.y, change.z] = [vx[j] - vx[i], vy[j] - vy[i], vz[j] - vz[i]];
    for (const row of [i, j]) {
      const local = toBody(change, qw[row], qx[row], qy[row], qz[row]);
      raw[0][k] += (0.5 * local.x) / interval;
      raw[1][k] -= (0.5 * local.y) / interval;
      raw[2][k] -= (0.5 * local.z) / interval;
    }
  }
  const [x, y, z] = raw.map((values) => filterChannel(values, channel, interval));
  const resultant = x.map((value, k) => Math.sqrt(value * value + y[k] * y[k] + z[k] * z[k]));
  const [deltaVx, deltaVy] = raw.map((values) => integral(values, interval));
  return { time: midpoint, x, y, z, resultant, deltaVx, deltaVy };
}

/** v in the axes of a body with this quaternion, body to world: v - 2 w q × v + 2 q × (q × v). */
function toBody(v: Vec3, w: number, x: number, y: number, z: number): Vec3 {
  const q = createVec3(x, y, z);
  const once = crossVec3(createVec3(), q, v);
  const twice = crossVec3(createVec3(), q, once);
  return createVec3(
    v.x - 2 * w * once.x + 2 * twice.x,
    v.y - 2 * w * once.y + 2 * twice.y,
    v.z - 2 * w * once.z + 2 * twice.z,
  );
}

function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= 1e-6 * expected;
}

function integral(values: Float64Array, interval: number): Float64Array {
  let sum = 0;
  return values.map((value) => {
    sum += value * interval;
    return sum;
  });
}

const COLUMNS = ['time', 'x', 'y', 'z', 'resultant', 'deltaVx', 'deltaVy'] as const;

/** Pulses of some bodies of a recording as CSV, SI units; a row per body and time. */
export function crashPulseCsv(recording: Recording, selected: readonly number[], channel: number): string {
  const lines = ['vehicle,time_s,ax_m_s2,ay_m_s2,az_m_s2,resultant_m_s2,deltaVx_m_s,deltaVy_m_s'];
  for (const body of selected) {
    const pulse = crashPulse(recording, body, channel);
    const name = recording.bodies[body];
    const cell = /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
    pulse.time.forEach((_, k) => {
      lines.push([cell, ...COLUMNS.map((column) => String(pulse[column][k]))].join(','));
    });
  }
  return `${lines.join('\n')}\n`;
}
