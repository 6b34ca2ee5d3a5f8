import { cos, sin } from './trig.ts';
import type { ReadonlyVec3 } from './vec3.ts';

/** A quantity given at some times. Before the first and after the last it is constant. */
export interface KeyTable {
  /** Increasing [s]. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** `linear`: straight between the keys, with jumps of the rate. `cubic`: with a continuous rate, from rest to rest. */
  readonly interpolation: 'linear' | 'cubic';
}

/** One joint of a chain and the link that it moves. */
export interface ChainJoint {
  /** Angle of the link relative to the link before it, or to the x axis [rad]. */
  readonly angle: KeyTable;
  /** From this joint to the next one, along the x axis of the link [m]. */
  readonly length: number;
}

/**
 * Given motion of a planar body. `keys`: position and angle over time. `chain`: the last of several links, each rotated by a joint
 * at the end of the link before it; its origin is its own joint.
 */
export type PlanarPath =
  | { readonly kind: 'keys'; readonly x: KeyTable; readonly y: KeyTable; readonly angle: KeyTable }
  | { readonly kind: 'chain'; readonly base: ReadonlyVec3; readonly joints: readonly ChainJoint[] };

/** State of a body on a path: position [m], angle [rad] and their rates. */
export interface PlanarPathState {
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
  angularVelocity: number;
}

export function createPlanarPathState(): PlanarPathState {
  return { x: 0, y: 0, angle: 0, vx: 0, vy: 0, angularVelocity: 0 };
}

/** A value and its rate. */
interface Sample {
  value: number;
  rate: number;
}

const sample: Sample = { value: 0, rate: 0 };

/**
 * Writes value and rate at time `t` [s]. Cubic: Hermite polynomials whose slope at a key is that of the line through its neighbours, and zero at
 * the first and the last key.
 */
export function sampleKeys(out: Sample, { times, values, interpolation }: KeyTable, t: number): Sample {
  const last = times.length - 1;
  if (last === 0 || !(t > times[0]) || !(t < times[last])) {
    out.value = t > times[0] ? values[last] : values[0];
    out.rate = 0;
    return out;
  }
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const midpoint = (low + high) >> 1;
    if (times[midpoint] <= t) low = midpoint;
    else high = midpoint;
  }
  const h = times[high] - times[low];
  const u = (t - times[low]) / h;
  const rise = values[high] - values[low];
  if (interpolation === 'linear') {
    out.value = values[low] + u * rise;
    out.rate = rise / h;
    return out;
  }
  const start = h * slopeAt(times, values, low);
  const end = h * slopeAt(times, values, high);
  // v0 + u (m0 + u (3 r - 2 m0 - m1 + u (m0 + m1 - 2 r)))
  const second = 3 * rise - 2 * start - end;
  const third = start + end - 2 * rise;
  out.value = values[low] + u * (start + u * (second + u * third));
  out.rate = (start + u * (2 * second + 3 * u * third)) / h;
  return out;
}

function slopeAt(times: readonly number[], values: readonly number[], i: number): number {
  if (i === 0 || i === times.length - 1) return 0;
  return (values[i + 1] - values[i - 1]) / (times[i + 1] - times[i - 1]);
}

/** Writes the state of a body on its path at time `t` [s] into `out` and returns it: from the tables, without drift. [CP13-5.6] */
export function planarPathAt(out: PlanarPathState, path: PlanarPath, t: number): PlanarPathState {
  if (path.kind === 'keys') {
    sampleKeys(sample, path.x, t);
    out.x = sample.value;
    out.vx = sample.rate;
    sampleKeys(sample, path.y, t);
    out.y = sample.value;
    out.vy = sample.rate;
    sampleKeys(sample, path.angle, t);
    out.angle = sample.value;
    out.angularVelocity = sample.rate;
    return out;
  }
  out.x = path.base.x;
  out.y = path.base.y;
  out.vx = out.vy = out.angle = out.angularVelocity = 0;
  let length = 0;
  for (const joint of path.joints) {
    // to the end of the link before: its direction, and the velocity ω × r of its end
    const rx = length * cos(out.angle);
    const ry = length * sin(out.angle);
    out.x += rx;
    out.y += ry;
    out.vx -= out.angularVelocity * ry;
    out.vy += out.angularVelocity * rx;
    sampleKeys(sample, joint.angle, t);
    out.angle += sample.value;
    out.angularVelocity += sample.rate;
    length = joint.length;
  }
  return out;
}
