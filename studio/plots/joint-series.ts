import { frameTimes } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import { type ChartData, somethingOf } from './series.ts';

/** Kinds of the coordinate of a joint: an angle, a length, or none. */
type Coordinate = 'angle' | 'length' | undefined;

type Joints = Extract<Recorded['scene'], { readonly world: 'solids' | 'planar' }>['joints'];
type Definition = NonNullable<Joints>[number];

function jointsOf({ scene }: Recorded): Joints {
  return scene.world === 'solids' || scene.world === 'planar' ? scene.joints : undefined;
}

/** What the recorded position of a joint is: that of the only axis that moves. */
function coordinateOf({ axes }: Definition): Coordinate {
  const free = [...axes.keys()].filter((k) => !axes[k].locked);
  if (axes.length === 1) return 'length';
  if (free.length !== 1) return undefined;
  return free[0] < 3 ? 'length' : 'angle';
}

/** Magnitude of the columns. */
function sizeOf(columns: readonly Float64Array[]): Float64Array {
  return columns[0].map((_, i) => Math.hypot(...columns.map((values) => values[i])));
}

/** SI units; smaller values of joints are rounding errors. */
const ROUNDING = 1e-12;

type JointColumn = 'position' | 'velocity' | 'motorForce' | 'motorWork' | 'loss';
type JointValue = JointColumn | 'force' | 'torque';

/** A line for each joint, or for each with such a coordinate; without those that are zero throughout. Joints come in the same order in every frame. */
export function jointSeries(recorded: Recorded, value: JointValue, coordinate?: Coordinate): ChartData | undefined {
  const { joints: table } = recorded.recording;
  const joints = jointsOf(recorded);
  if (table === undefined || joints === undefined) return undefined;
  const { columns } = table;
  const times = frameTimes(recorded.recording);
  const pick = (values: Float64Array, joint: number) => times.map((_, i) => values[i * joints.length + joint]);
  const valuesOf = (joint: number) => {
    if (value === 'force') return sizeOf([columns.fx, columns.fy, columns.fz].map((values) => pick(values, joint)));
    if (value === 'torque') return sizeOf([columns.tx, columns.ty, columns.tz].map((values) => pick(values, joint)));
    return pick(columns[value], joint);
  };
  const series = joints.flatMap((definition, joint) => {
    if (coordinate !== undefined && coordinateOf(definition) !== coordinate) return [];
    const values = valuesOf(joint);
    return values.some((x) => Math.abs(x) > ROUNDING) ? [{ name: definition.name, values, color: joint }] : [];
  });
  return series.length === 0 ? undefined : somethingOf(times, series);
}
