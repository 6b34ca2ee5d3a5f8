import type { RotatingCore } from './rotating-core.ts';

/**
 * For how long does a plane that moves and rotates stay between two bodies? With exact second derivatives.
 *
 * The plane goes through o between the witness points, moves with u, the mean of their velocities, and its normal rotates with
 * a constant W: n' = W×n. A body with origin c and angular velocity ω stays on its side while for every vertex r of its core, with
 * side = -1 for A and +1 for B,
 *
 *   f = side n·(c - o + r) - margin > 0.
 *
 * With D = ω - W and Y = D×W all derivatives are linear in r:
 *
 *   f'  = side (n'·(c - o) + n·(c' - u) + (n×D)·r)
 *   f'' = side (n''·(c - o) + 2 n'·(c' - u) + n·(c'' - u') + L·r),   L = n×Y + (n·D) D - |D|² n
 *   |f'''| ≤ J = |n'| (|W| Q + 3|W| S + 3|c'' - u'|) + ρ (|Y| (|W| + 3|D|) + |D|² |n×D|)
 *
 * with Q and S the maximum |W×(c - o)| and |c' - u| meanwhile. So up to any H, f ≥ f + f' s + (f'' - J H/3) s²/2. The plane's
 * acceleration is the mean of the bodies' plus a part along n that makes f'' equal for both witness points: neither body
 * touches the plane before the other.
 */
export interface SeparatingPlane {
  /** n: unit vector from A to B, world axes. */
  readonly normal: Float64Array;
  /** The witness point on the core of A [m], relative to A's origin. */
  readonly witness: Float64Array;
  /** Distance of the cores along n [m]. */
  coreDistance: number;
  /** Required gap between the surfaces [m]. */
  clearance: number;
  /** W [rad/s]. */
  readonly rotationRate: Float64Array;
  /** Time for which the plane certainly separates the bodies [s]; on entry the maximum requested. */
  step: number;
  /** A step known to be safe [s]: the exact step of the plane does not matter below it. */
  known: number;
}

export function createSeparatingPlane(): SeparatingPlane {
  return {
    normal: Float64Array.of(1, 0, 0),
    witness: new Float64Array(3),
    coreDistance: 0.5,
    clearance: 0.5,
    rotationRate: new Float64Array(3),
    step: 0.5,
    known: 0.5,
  };
}

/** Distance of the cores along n by all their vertices [m]: a lower bound of their distance. */
export function gapOfVertices({ normal: n }: SeparatingPlane, a: RotatingCore, b: RotatingCore): number {
  const { position: x } = b;
  return n[0] * x[0] + n[1] * x[1] + n[2] * x[2] - heightOf(a, n, 1) - heightOf(b, n, -1);
}

/** max ±n·r over the vertices of a core. */
function heightOf({ vertices, vertexCount, rotation: m }: RotatingCore, n: Float64Array, sign: 1 | -1): number {
  const x = sign * (m[0] * n[0] + m[3] * n[1] + m[6] * n[2]);
  const y = sign * (m[1] * n[0] + m[4] * n[1] + m[7] * n[2]);
  const z = sign * (m[2] * n[0] + m[5] * n[1] + m[8] * n[2]);
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3 * vertexCount; i += 3) {
    max = Math.max(max, x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2]);
  }
  return max;
}

/** Motion of the plane: o [m], u [m/s], and the part of u' along n [m/s²]. */
const NORMAL_ACCELERATION = 6;
const planeMotion = new Float64Array(7);

/** Shortens `plane.step` to the certified time. */
export function stepWithPlane(plane: SeparatingPlane, a: RotatingCore, b: RotatingCore): void {
  setPlaneMotion(plane, a, b);
  stayOnSide(plane, a, b, -1);
  if (plane.step > plane.known) stayOnSide(plane, b, a, 1);
}

// biome-ignore format: one vector per line
function setPlaneMotion(plane: SeparatingPlane, a: RotatingCore, b: RotatingCore): void {
  const { normal: n, witness: p, rotationRate: w, coreDistance: d } = plane;
  const nx = n[0], ny = n[1], nz = n[2];
  const px = p[0], py = p[1], pz = p[2];
  const rx = px + d * nx - b.position[0], ry = py + d * ny - b.position[1], rz = pz + d * nz - b.position[2];
  const ax = a.angularVelocity[0], ay = a.angularVelocity[1], az = a.angularVelocity[2];
  const bx = b.angularVelocity[0], by = b.angularVelocity[1], bz = b.angularVelocity[2];
  // midway between the surfaces
  const level = 0.5 * (d + a.radius - b.radius);
  planeMotion[0] = px + level * nx;
  planeMotion[1] = py + level * ny;
  planeMotion[2] = pz + level * nz;
  planeMotion[3] = 0.5 * (a.velocity[0] + b.velocity[0] + ay * pz - az * py + by * rz - bz * ry);
  planeMotion[4] = 0.5 * (a.velocity[1] + b.velocity[1] + az * px - ax * pz + bz * rx - bx * rz);
  planeMotion[5] = 0.5 * (a.velocity[2] + b.velocity[2] + ax * py - ay * px + bx * ry - by * rx);
  // n·(ω×(ω×r)) of both witness points, and n''·(their positions relative to o)
  const along = w[0] * nx + w[1] * ny + w[2] * nz;
  const rateSq = w[0] * w[0] + w[1] * w[1] + w[2] * w[2] - along * along;
  const centripetalA = (nx * ax + ny * ay + nz * az) * (ax * px + ay * py + az * pz) - a.angularSpeed * a.angularSpeed * (nx * px + ny * py + nz * pz);
  const centripetalB = (nx * bx + ny * by + nz * bz) * (bx * rx + by * ry + bz * rz) - b.angularSpeed * b.angularSpeed * (nx * rx + ny * ry + nz * rz);
  planeMotion[NORMAL_ACCELERATION] = 0.5 * (centripetalA + centripetalB - rateSq * (d - 2 * level));
}

/** The part of `stepWithPlane` for one body. */
// biome-ignore format: one vector per line
function stayOnSide(plane: SeparatingPlane, core: RotatingCore, other: RotatingCore, side: 1 | -1): void {
  const { normal, rotationRate } = plane;
  const { vertices, vertexCount, nearest, rotation: m, boundingRadius, position, velocity, acceleration, angularVelocity } = core;
  const nx = side * normal[0], ny = side * normal[1], nz = side * normal[2];
  const wx = rotationRate[0], wy = rotationRate[1], wz = rotationRate[2];
  const dx = angularVelocity[0] - wx, dy = angularVelocity[1] - wy, dz = angularVelocity[2] - wz;
  const yx = dy * wz - dz * wy, yy = dz * wx - dx * wz, yz = dx * wy - dy * wx;
  const cx = position[0] - planeMotion[0], cy = position[1] - planeMotion[1], cz = position[2] - planeMotion[2];
  const ex = velocity[0] - planeMotion[3], ey = velocity[1] - planeMotion[4], ez = velocity[2] - planeMotion[5];
  const own = side * planeMotion[NORMAL_ACCELERATION];
  const ax = 0.5 * (acceleration[0] - other.acceleration[0]) - own * nx;
  const ay = 0.5 * (acceleration[1] - other.acceleration[1]) - own * ny;
  const az = 0.5 * (acceleration[2] - other.acceleration[2]) - own * nz;

  // n', n'', and the parts of f, f' and f'' common to all vertices
  const px = wy * nz - wz * ny, py = wz * nx - wx * nz, pz = wx * ny - wy * nx;
  const qx = wy * pz - wz * py, qy = wz * px - wx * pz, qz = wx * py - wy * px;
  const f0 = nx * cx + ny * cy + nz * cz - core.radius - 0.5 * plane.clearance;
  const f1 = px * cx + py * cy + pz * cz + nx * ex + ny * ey + nz * ez;
  const f2 = qx * cx + qy * cy + qz * cz + 2 * (px * ex + py * ey + pz * ez) + nx * ax + ny * ay + nz * az;

  // the coefficients of r, and J
  const gx = ny * dz - nz * dy, gy = nz * dx - nx * dz, gz = nx * dy - ny * dx;
  const nd = nx * dx + ny * dy + nz * dz;
  const dd = dx * dx + dy * dy + dz * dz;
  const lx = ny * yz - nz * yy + nd * dx - dd * nx;
  const ly = nz * yx - nx * yz + nd * dy - dd * ny;
  const lz = nx * yy - ny * yx + nd * dz - dd * nz;
  const rotationSpeed = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const relative = Math.sqrt(dd);
  const lean = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const accelerationLength = Math.sqrt(ax * ax + ay * ay + az * az);
  const speed = Math.sqrt(ex * ex + ey * ey + ez * ez) + accelerationLength * plane.step;
  // W×(c - o)
  const bx = wy * cz - wz * cy, by = wz * cx - wx * cz, bz = wx * cy - wy * cx;
  const swing = Math.sqrt(bx * bx + by * by + bz * bz) + rotationSpeed * speed * plane.step;
  const ofPlane = Math.sqrt(px * px + py * py + pz * pz) * (rotationSpeed * (swing + 3 * speed) + 3 * accelerationLength);
  const ofRotation = Math.sqrt(yx * yx + yy * yy + yz * yz) * (rotationSpeed + 3 * relative)
    + dd * Math.min(relative, lean + relative * rotationSpeed * plane.step);
  const jerk = ofPlane + boundingRadius * ofRotation;

  // in the frame of the body a vertex costs three products
  const n0 = m[0] * nx + m[3] * ny + m[6] * nz, n1 = m[1] * nx + m[4] * ny + m[7] * nz, n2 = m[2] * nx + m[5] * ny + m[8] * nz;
  const g0 = m[0] * gx + m[3] * gy + m[6] * gz, g1 = m[1] * gx + m[4] * gy + m[7] * gz, g2 = m[2] * gx + m[5] * gy + m[8] * gz;
  const l0 = m[0] * lx + m[3] * ly + m[6] * lz, l1 = m[1] * lx + m[4] * ly + m[7] * lz, l2 = m[2] * lx + m[5] * ly + m[8] * lz;
  // no vertex sinks faster than this
  const sinking = boundingRadius * lean - f1;
  const maxDeceleration = boundingRadius * Math.sqrt(lx * lx + ly * ly + lz * lz) - f2;
  let step = plane.step;
  let clear = Number.POSITIVE_INFINITY;
  // the vertex nearest to the other body first: it is likely to limit the step, and then most others are clear
  for (let k = -1; k < vertexCount && step > plane.known; k++) {
    const i = 3 * (k < 0 ? nearest : k);
    const x = vertices[i], y = vertices[i + 1], z = vertices[i + 2];
    const f = f0 + n0 * x + n1 * y + n2 * z;
    if (f > clear) continue;
    const rate = f1 + g0 * x + g1 * y + g2 * z;
    const curve = f2 + l0 * x + l1 * y + l2 * z;
    const deceleration = jerk * step / 3 - curve;
    if (k >= 0 && deceleration >= 0 && f + step * (rate - 0.5 * step * deceleration) >= 0) continue;
    if (!(f > 0)) { step = 0; break; }
    const root = firstRootOf(f, rate, deceleration);
    if (root < step) {
      // a shorter interval makes the bound tighter
      const nearer = Math.min(step, LONGER * root);
      step = Math.min(nearer, firstRootOf(f, rate, jerk * nearer / 3 - curve));
    }
    clear = step * (sinking + 0.5 * step * Math.max(0, maxDeceleration + jerk * step / 3));
  }
  plane.step = step;
}

/** Interval of the second bound, relative to the root of the first. */
const LONGER = 1.5;

/** First s ≥ 0 at which f + rate s - deceleration s²/2 = 0, for f > 0. Small enough for the engine to inline in the loop. */
function firstRootOf(f: number, rate: number, deceleration: number): number {
  const discriminant = rate * rate + 2 * deceleration * f;
  if (discriminant < 0) return Number.POSITIVE_INFINITY;
  if (rate < 0) return (2 * f) / (Math.sqrt(discriminant) - rate);
  return deceleration > 0 ? (rate + Math.sqrt(discriminant)) / deceleration : Number.POSITIVE_INFINITY;
}
