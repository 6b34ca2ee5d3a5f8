import type { TurningCore } from './turning-core.ts';

/**
 * For how long does a plane that moves and turns stay between two bodies? [P] spec 4, with exact second derivatives.
 *
 * The plane goes through o between the witness points, moves with u, the mean of their velocities, and its normal turns with
 * a constant rate W across n: n' = W×n, n'' = -|W|² n. A body with origin c and spin ω stays on its side while for every vertex
 * r of its core, with side = -1 for A and +1 for B,
 *
 *   f = side n·(c - o + r) - margin > 0.
 *
 * With D = ω - W all derivatives are linear in r:
 *
 *   f'  = side (n'·(c - o) + n·(c' - u) + (n×D)·r)
 *   f'' = side (-|W|² n·(c - o) + 2 n'·(c' - u) + n·(c'' - u') + L·r),   L = (n·D)(D - W) - |D|² n
 *   |f'''| ≤ J = |W|³ Q + 3|W|² S + 3|W||c'' - u'| + ρ (|D|² |D×n| + |D×W| (|D - W| + 2|D|))
 *
 * with Q and S the largest |c - o| and |c' - u| meanwhile. So up to any H, f ≥ f + f' s + (f'' - J H/3) s²/2.
 */
export interface SeparatingPlane {
  /** n: unit vector from A to B, world axes. */
  readonly normal: Float64Array;
  /** The witness point on the core of A [m], seen from A's origin. */
  readonly witness: Float64Array;
  /** Distance of the cores along n [m]. */
  coreDistance: number;
  /** How near the bodies have to stay apart [m]: between the surfaces. */
  clearance: number;
  /** W [rad/s]. */
  readonly turning: Float64Array;
  /** For so long the plane certainly stays between the bodies [s]; on entry the longest time asked for. */
  step: number;
  /** A step that is safe already [s]: nobody asks by how much the plane's is shorter. */
  known: number;
}

export function createSeparatingPlane(): SeparatingPlane {
  return {
    normal: Float64Array.of(1, 0, 0),
    witness: new Float64Array(3),
    coreDistance: 0.5,
    clearance: 0.5,
    turning: new Float64Array(3),
    step: 0.5,
    known: 0.5,
  };
}

/** o, then u. */
const origin = new Float64Array(3);
const drift = new Float64Array(3);

/** Shortens `plane.step` to what the plane certainly allows. */
export function stepWithPlane(plane: SeparatingPlane, a: TurningCore, b: TurningCore): void {
  const { normal, witness, coreDistance, clearance } = plane;
  const room = coreDistance - a.radius - b.radius - clearance;
  const level = a.radius + 0.5 * (clearance + room);
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const k = i === 0 ? 2 : i - 1;
    origin[i] = witness[i] + level * normal[i];
    const rj = witness[j] + coreDistance * normal[j] - b.position[j];
    const rk = witness[k] + coreDistance * normal[k] - b.position[k];
    const ofA = a.spin[j] * witness[k] - a.spin[k] * witness[j];
    drift[i] = 0.5 * (ofA + a.velocity[i] + b.velocity[i] + b.spin[j] * rk - b.spin[k] * rj);
  }
  stayOnSide(plane, a, b, -1);
  if (plane.step > plane.known) stayOnSide(plane, b, a, 1);
}

/** A body's share of `stepWithPlane`. */
// biome-ignore format: one vector per line
function stayOnSide(plane: SeparatingPlane, core: TurningCore, other: TurningCore, side: 1 | -1): void {
  const { normal, turning } = plane;
  const { vertices, vertexCount, nearest, rotation: m, reach, position, velocity, acceleration, spin } = core;
  const nx = side * normal[0], ny = side * normal[1], nz = side * normal[2];
  const wx = turning[0], wy = turning[1], wz = turning[2];
  const dx = spin[0] - wx, dy = spin[1] - wy, dz = spin[2] - wz;
  const cx = position[0] - origin[0], cy = position[1] - origin[1], cz = position[2] - origin[2];
  const ex = velocity[0] - drift[0], ey = velocity[1] - drift[1], ez = velocity[2] - drift[2];
  const ax = 0.5 * (acceleration[0] - other.acceleration[0]);
  const ay = 0.5 * (acceleration[1] - other.acceleration[1]);
  const az = 0.5 * (acceleration[2] - other.acceleration[2]);
  const px = wy * nz - wz * ny, py = wz * nx - wx * nz, pz = wx * ny - wy * nx;

  // what does not depend on the vertex
  const turnSq = wx * wx + wy * wy + wz * wz;
  const height = nx * cx + ny * cy + nz * cz;
  const f0 = height - core.radius - 0.5 * plane.clearance;
  const f1 = px * cx + py * cy + pz * cz + nx * ex + ny * ey + nz * ez;
  const f2 = nx * ax + ny * ay + nz * az - turnSq * height + 2 * (px * ex + py * ey + pz * ez);
  const turn = Math.sqrt(turnSq);
  const relativeSq = dx * dx + dy * dy + dz * dz;
  const relative = Math.sqrt(relativeSq);
  const crossX = dy * wz - dz * wy, crossY = dz * wx - dx * wz, crossZ = dx * wy - dy * wx;
  const cross = Math.sqrt(crossX * crossX + crossY * crossY + crossZ * crossZ);
  const apart = Math.sqrt((dx - wx) * (dx - wx) + (dy - wy) * (dy - wy) + (dz - wz) * (dz - wz));
  const pull = Math.sqrt(ax * ax + ay * ay + az * az);
  const speed = Math.sqrt(ex * ex + ey * ey + ez * ez) + pull * plane.step;
  const distance = Math.sqrt(cx * cx + cy * cy + cz * cz) + speed * plane.step;
  const gx = ny * dz - nz * dy, gy = nz * dx - nx * dz, gz = nx * dy - ny * dx;
  const lean = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const jerk = turn * (turnSq * distance + 3 * (turn * speed + pull))
    + reach * (relativeSq * Math.min(relative, lean + relative * turn * plane.step) + cross * (apart + 2 * relative));

  // n, n×D and L in the frame of the body
  const nd = nx * dx + ny * dy + nz * dz;
  const lx = nd * (dx - wx) - relativeSq * nx, ly = nd * (dy - wy) - relativeSq * ny, lz = nd * (dz - wz) - relativeSq * nz;
  const n0 = m[0] * nx + m[3] * ny + m[6] * nz, n1 = m[1] * nx + m[4] * ny + m[7] * nz, n2 = m[2] * nx + m[5] * ny + m[8] * nz;
  const g0 = m[0] * gx + m[3] * gy + m[6] * gz, g1 = m[1] * gx + m[4] * gy + m[7] * gz, g2 = m[2] * gx + m[5] * gy + m[8] * gz;
  const l0 = m[0] * lx + m[3] * ly + m[6] * lz, l1 = m[1] * lx + m[4] * ly + m[7] * lz, l2 = m[2] * lx + m[5] * ly + m[8] * lz;

  // no vertex sinks faster: those higher up than this need no further look
  const sinking = reach * lean - f1;
  const bending = reach * Math.sqrt(lx * lx + ly * ly + lz * lz) - f2;
  let step = plane.step;
  let clear = Number.POSITIVE_INFINITY;
  // the vertex nearest the other body first: it is likely to limit the step, and then most others lie clear
  for (let k = -1; k < vertexCount && step > plane.known; k++) {
    const i = 3 * (k < 0 ? nearest : k);
    const x = vertices[i], y = vertices[i + 1], z = vertices[i + 2];
    const f = f0 + n0 * x + n1 * y + n2 * z;
    if (f > clear) continue;
    const rate = f1 + g0 * x + g1 * y + g2 * z;
    const curve = f2 + l0 * x + l1 * y + l2 * z;
    const bend = jerk * step / 3 - curve;
    if (k >= 0 && bend >= 0 && f + step * (rate - 0.5 * step * bend) >= 0) continue;
    if (!(f > 0)) { step = 0; break; }
    const root = firstRootOf(f, rate, bend);
    if (root < step) {
      // a nearer end of the bound makes it tighter
      const nearer = Math.min(step, LONGER * root);
      step = Math.min(nearer, firstRootOf(f, rate, jerk * nearer / 3 - curve));
    }
    clear = step * (sinking + 0.5 * step * Math.max(0, bending + jerk * step / 3));
  }
  plane.step = step;
}

/** How much longer than the first bound's answer the second one is asked for. */
const LONGER = 1.5;

/** First s ≥ 0 at which f + rate s - bend s²/2 = 0, for f > 0. Small enough for the engine to write it out in the loop. */
function firstRootOf(f: number, rate: number, bend: number): number {
  const discriminant = rate * rate + 2 * bend * f;
  if (discriminant < 0) return Number.POSITIVE_INFINITY;
  if (rate < 0) return (2 * f) / (Math.sqrt(discriminant) - rate);
  return bend > 0 ? (rate + Math.sqrt(discriminant)) / bend : Number.POSITIVE_INFINITY;
}
