import { INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';

/**
 * The contacts of a step, packed for the solver. A patch is what two bodies have in common: one or more points, each with a row
 * of `ROW` numbers, patches and rows in the order in which they are solved.
 */
export interface ContactRows {
  patchCount: number;
  rowCount: number;
  /** The two bodies of a patch, and where its rows begin; one more than patches. */
  bodiesA: Int32Array;
  bodiesB: Int32Array;
  starts: Int32Array;
  /** Three numbers a patch: static friction, dynamic friction, restitution. */
  materials: Float64Array;
  /**
   * How much of B's way against A the points of a patch go along: 1 where they belong to B, as those of a ball that rolls on the
   * ground do, 0 where they belong to A.
   */
  fractions: Float64Array;
  /** How far B may move against A until the points of a patch mean nothing any more [m]: the radii of both together. */
  reaches: Float64Array;
  rows: Float64Array;
  /** Patches that carry many times the weight of the lighter body, in order, how many, and how many times at most. */
  overloaded: Int32Array;
  overloadedCount: number;
  load: number;
  /** Did any contact strike, faster than the speed of rest, in the present substep? */
  impacted: boolean;
  /** Is there restitution in one of those that did? */
  bounces: boolean;
  /** Is any overlap worth pushing out? */
  deep: boolean;
}

/** Unit normal from A to B, world axes. */
export const NORMAL = 0;
/** From the centres of mass to the point in the middle of the gap, when the contact was found [m]. */
export const ARM_A = 3;
export const ARM_B = 6;
/** Signed gap, when the contact was found [m]. */
export const GAP = 9;
/** 1/(n·K n), K the inverse mass of the point: an impulse P changes the velocity of B against A by K P. [kg] */
export const NORMAL_MASS = 10;
/** Normal velocity before the impulses of the present substep, for contacts that do not press yet [m/s]. */
export const CLOSING = 11;
/** Normal velocity before the first push of the step, below zero when approaching [m/s]; 0 for contacts that were pressed already. */
export const APPROACH = 12;
/** 1 in the substep in which the contact struck faster than the speed of rest. */
export const IMPACTED = 13;
/** The push of a substep on average over the last steps [N s]. */
export const MEAN_IMPULSE = 14;
/**
 * Impulses of the present substep, as B receives them: along the normal, and along the surface (a vector) [N s]. Of a contact that does not
 * press no more is read than up to its push: half of the memory.
 */
export const NORMAL_IMPULSE = 15;
export const FRICTION_IMPULSE = 16;
/** All impulses of the step together, a vector [N s]. */
export const IMPULSE = 19;
/** The part of K n along the surface [1/kg]. */
export const COUPLING = 22;
/** The inverse of K along the surface: xx xy xz yy yz zz [kg]. */
export const TANGENT_MASS = 25;
/** One over the largest eigenvalue of K along the surface [kg]. */
export const MIN_TANGENT_MASS = 31;
/** What the contact did to the energy of the bodies in the step [J]; of `measureWork` alone. */
export const WORK = 32;
export const ROW = 34;

const FIRST_PATCHES = 64;

export function createContactRows(): ContactRows {
  return {
    patchCount: 0,
    rowCount: 0,
    bodiesA: new Int32Array(FIRST_PATCHES),
    bodiesB: new Int32Array(FIRST_PATCHES),
    starts: new Int32Array(FIRST_PATCHES + 1),
    materials: new Float64Array(3 * FIRST_PATCHES),
    fractions: new Float64Array(FIRST_PATCHES),
    reaches: new Float64Array(FIRST_PATCHES),
    rows: new Float64Array(ROW * 4 * FIRST_PATCHES),
    overloaded: new Int32Array(FIRST_PATCHES),
    overloadedCount: 0,
    load: 0,
    impacted: false,
    bounces: false,
    deep: false,
  };
}

export function clearContactRows(contacts: ContactRows): void {
  contacts.patchCount = 0;
  contacts.rowCount = 0;
  contacts.starts[0] = 0;
}

/** Makes room for one more patch of `points` rows; memory is taken only to hold more than ever before. */
export function reservePatch(contacts: ContactRows, points: number): void {
  const { patchCount, rowCount } = contacts;
  if (patchCount === contacts.bodiesA.length) {
    contacts.bodiesA = larger(contacts.bodiesA, new Int32Array(2 * patchCount));
    contacts.bodiesB = larger(contacts.bodiesB, new Int32Array(2 * patchCount));
    contacts.overloaded = new Int32Array(2 * patchCount);
    contacts.starts = larger(contacts.starts, new Int32Array(2 * patchCount + 1));
    contacts.fractions = larger(contacts.fractions, new Float64Array(2 * patchCount));
    contacts.reaches = larger(contacts.reaches, new Float64Array(2 * patchCount));
    contacts.materials = larger(contacts.materials, new Float64Array(6 * patchCount));
  }
  const length = ROW * (rowCount + points);
  if (length > contacts.rows.length) contacts.rows = larger(contacts.rows, new Float64Array(2 * length));
}

function larger<Packed extends Float64Array | Int32Array>(old: Packed, empty: Packed): Packed {
  empty.set(old);
  return empty;
}

/**
 * Effective masses of the row of `patch` that begins at `at`, whose normal and arms are set: K = 1/mA + 1/mB - [rA]× JA [rA]× - [rB]× JB [rB]×
 * with J the inverse inertia, split along the normal and along the surface.
 */
// biome-ignore format: one vector per line
export function prepareRow(contacts: ContactRows, patch: number, at: number, records: Float64Array): void {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[patch], b = RECORD * contacts.bodiesB[patch];
  const along = contacts.fractions[patch], behind = 1 - along;
  // arms to where the point has come with the bodies by now
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const ax = rows[at + ARM_A] + along * dx, ay = rows[at + ARM_A + 1] + along * dy, az = rows[at + ARM_A + 2] + along * dz;
  const bx = rows[at + ARM_B] - behind * dx, by = rows[at + ARM_B + 1] - behind * dy, bz = rows[at + ARM_B + 2] - behind * dz;
  const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
  const ixx = records[i], ixy = records[i + 1], ixz = records[i + 2], iyy = records[i + 3], iyz = records[i + 4], izz = records[i + 5];
  const jxx = records[j], jxy = records[j + 1], jxz = records[j + 2], jyy = records[j + 3], jyz = records[j + 4], jzz = records[j + 5];
  // columns of J [r]×ᵀ, J (r × eᵢ), of both bodies; then K
  const axy = iyy * az - iyz * ay, axz = iyz * az - izz * ay;
  const ayx = ixz * ax - ixx * az, ayy = iyz * ax - ixy * az, ayz = izz * ax - ixz * az;
  const azx = ixx * ay - ixy * ax, azy = ixy * ay - iyy * ax, azz = ixz * ay - iyz * ax;
  const bxy = jyy * bz - jyz * by, bxz = jyz * bz - jzz * by;
  const byx = jxz * bx - jxx * bz, byy = jyz * bx - jxy * bz, byz = jzz * bx - jxz * bz;
  const bzx = jxx * by - jxy * bx, bzy = jxy * by - jyy * bx, bzz = jxz * by - jyz * bx;
  const mass = records[a + INVERSE_MASS] + records[b + INVERSE_MASS];
  const xx = mass + (az * axy - ay * axz) + (bz * bxy - by * bxz);
  const xy = az * ayy - ay * ayz + (bz * byy - by * byz);
  const xz = az * azy - ay * azz + (bz * bzy - by * bzz);
  const yy = mass + (ax * ayz - az * ayx) + (bx * byz - bz * byx);
  const yz = ax * azz - az * azx + (bx * bzz - bz * bzx);
  const zz = mass + (ay * azx - ax * azy) + (by * bzx - bx * bzy);
  const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
  // along the normal, and what a push does along the surface
  const kx = xx * nx + xy * ny + xz * nz, ky = xy * nx + yy * ny + yz * nz, kz = xz * nx + yz * ny + zz * nz;
  const kn = nx * kx + ny * ky + nz * kz;
  rows[at + NORMAL_MASS] = 1 / kn;
  rows[at + COUPLING] = kx - kn * nx;
  rows[at + COUPLING + 1] = ky - kn * ny;
  rows[at + COUPLING + 2] = kz - kn * nz;
  // two directions t, u along the surface: across the smallest coordinate of n, then across both
  const sx = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz) ? 1 : 0;
  const sy = sx === 0 && Math.abs(ny) <= Math.abs(nz) ? 1 : 0;
  const sz = 1 - sx - sy;
  const cx = ny * sz - nz * sy, cy = nz * sx - nx * sz, cz = nx * sy - ny * sx;
  const scale = 1 / Math.sqrt(cx * cx + cy * cy + cz * cz);
  const tx = scale * cx, ty = scale * cy, tz = scale * cz;
  const ux = ny * tz - nz * ty, uy = nz * tx - nx * tz, uz = nx * ty - ny * tx;
  // K along the surface, its inverse and its largest eigenvalue
  const fx = xx * tx + xy * ty + xz * tz, fy = xy * tx + yy * ty + yz * tz, fz = xz * tx + yz * ty + zz * tz;
  const gx = xx * ux + xy * uy + xz * uz, gy = xy * ux + yy * uy + yz * uz, gz = xz * ux + yz * uy + zz * uz;
  const tt = tx * fx + ty * fy + tz * fz, tu = ux * fx + uy * fy + uz * fz, uu = ux * gx + uy * gy + uz * gz;
  const inverse = 1 / (tt * uu - tu * tu);
  const p = inverse * uu, q = -inverse * tu, r = inverse * tt;
  rows[at + TANGENT_MASS] = p * tx * tx + 2 * q * tx * ux + r * ux * ux;
  rows[at + TANGENT_MASS + 1] = p * tx * ty + q * (tx * uy + ty * ux) + r * ux * uy;
  rows[at + TANGENT_MASS + 2] = p * tx * tz + q * (tx * uz + tz * ux) + r * ux * uz;
  rows[at + TANGENT_MASS + 3] = p * ty * ty + 2 * q * ty * uy + r * uy * uy;
  rows[at + TANGENT_MASS + 4] = p * ty * tz + q * (ty * uz + tz * uy) + r * uy * uz;
  rows[at + TANGENT_MASS + 5] = p * tz * tz + 2 * q * tz * uz + r * uz * uz;
  const half = 0.5 * (tt - uu);
  rows[at + MIN_TANGENT_MASS] = 1 / (0.5 * (tt + uu) + Math.sqrt(half * half + tu * tu));
}
