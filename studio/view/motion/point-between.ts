/** Columns of positions [m] and velocities [m/s] by row. */
export interface MotionColumns {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
}

/** Rows of one body in four successive frames; `before` is -1 at the first frame and `after` at the last but one. */
export interface FrameRows {
  before: number;
  from: number;
  to: number;
  after: number;
}

/** How a body moves between two frames, and for an impact when, as a fraction of the interval. */
export interface Passage {
  kind: 'smooth' | 'straight' | 'impact' | 'hold';
  at: number;
}

/** A change of velocity this many times that of both neighbouring intervals is an impact. */
const IMPACT_RATIO = 4;
/** Straight flights before and after an impact must meet within this fraction of |Δv| Δt. */
const MEETING = 0.25;
/** A body that moved more than this multiple of its velocities' reach was placed elsewhere. */
const TELEPORT = 4;
/** Changes of velocity below this fraction of the motion are rounding. */
const ROUNDING = 1e-9;

const size = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);

/**
 * Decides from the recorded velocities what happened between two frames Δt apart:
 * - a change of velocity like that in the neighbouring intervals: motion under forces, `smooth`;
 * - a change far above it: an impact at the time when straight flights from both frames meet; `hold` if they do not meet, as after several
 *   impacts;
 * - velocities that do not explain the displacement at all: `hold`; roughly: `straight`.
 */
export function passageBetween(out: Passage, c: MotionColumns, rows: FrameRows, interval: number): Passage {
  const { from, to } = rows;
  const [dx, dy, dz] = [c.x[to] - c.x[from], c.y[to] - c.y[from], c.z[to] - c.z[from]];
  const [ax, ay, az] = [c.vx[from] * interval, c.vy[from] * interval, c.vz[from] * interval];
  const [bx, by, bz] = [c.vx[to] * interval, c.vy[to] * interval, c.vz[to] * interval];
  const change = size(bx - ax, by - ay, bz - az);
  const [first, last, moved] = [size(ax, ay, az), size(bx, by, bz), size(dx, dy, dz)];
  const scale = first + last + moved;
  out.at = 0;
  if (change <= ROUNDING * scale) {
    const off = size(dx - ax, dy - ay, dz - az);
    out.kind = off <= 0.01 * scale ? 'smooth' : moved > TELEPORT * Math.max(first, last) ? 'hold' : 'straight';
    return out;
  }
  const usual = Math.max(changeOf(c, rows.before, from, interval), changeOf(c, to, rows.after, interval));
  if (change > IMPACT_RATIO * usual) {
    // x0 + a k = x1 - b (1 - k): k from the least squares of both flights
    const [ux, uy, uz] = [dx - bx, dy - by, dz - bz];
    const [wx, wy, wz] = [ax - bx, ay - by, az - bz];
    const k = Math.min(Math.max((ux * wx + uy * wy + uz * wz) / (change * change), 0), 1);
    const apart = size(ux - k * wx, uy - k * wy, uz - k * wz);
    out.kind = apart <= MEETING * change ? 'impact' : 'hold';
    out.at = k;
    return out;
  }
  const off = size(dx - 0.5 * (ax + bx), dy - 0.5 * (ay + by), dz - 0.5 * (az + bz));
  if (moved > TELEPORT * Math.max(first, last) && off > change) out.kind = 'hold';
  else out.kind = off <= 0.25 * change ? 'smooth' : 'straight';
  return out;
}

/** Change of the velocity between two rows, times the interval [m]; 0 where there is no such row. */
function changeOf(c: MotionColumns, a: number, b: number, interval: number): number {
  if (a < 0 || b < 0) return 0;
  return interval * size(c.vx[b] - c.vx[a], c.vy[b] - c.vy[a], c.vz[b] - c.vz[a]);
}

/** Writes x y z at the fraction `s` of the interval, from 0 (exactly the recorded position) to 1, to `out` from `o` on. */
export function writePointBetween(
  out: Float64Array | Float32Array,
  o: number,
  c: MotionColumns,
  { from, to }: FrameRows,
  { kind, at }: Passage,
  interval: number,
  s: number,
): void {
  if (s <= 0 || kind === 'hold') {
    [out[o], out[o + 1], out[o + 2]] = [c.x[from], c.y[from], c.z[from]];
    return;
  }
  out[o] = along(kind, at, s, c.x[from], c.x[to], c.vx[from] * interval, c.vx[to] * interval);
  out[o + 1] = along(kind, at, s, c.y[from], c.y[to], c.vy[from] * interval, c.vy[to] * interval);
  out[o + 2] = along(kind, at, s, c.z[from], c.z[to], c.vz[from] * interval, c.vz[to] * interval);
}

/** One coordinate; `a` and `b` are the displacements that the velocities at both ends give over the interval. */
function along(kind: Passage['kind'], at: number, s: number, p: number, q: number, a: number, b: number): number {
  if (kind === 'straight') return p + s * (q - p);
  if (kind === 'impact') {
    const meeting = 0.5 * (p + a * at + q - b * (1 - at));
    return s < at ? p + (s / at) * (meeting - p) : meeting + ((s - at) / (1 - at)) * (q - meeting);
  }
  const [s2, s3] = [s * s, s * s * s];
  return (2 * s3 - 3 * s2 + 1) * p + (s3 - 2 * s2 + s) * a + (3 * s2 - 2 * s3) * q + (s3 - s2) * b;
}
