import { INVERSE_INERTIA, INVERSE_MASS, RECORD, ROTATION, TRANSLATION } from './solver-bodies.ts';
import {
  CHUNK,
  clearSchedule,
  MAX_CHUNKS,
  resizeArray,
  type SolverMemory,
  type SolveSchedule,
} from './solver-memory.ts';

/**
 * The contacts of a step as packed constraint rows. A manifold holds the contact points of one pair of bodies, each with a row of `ROW`
 * numbers; manifolds and rows are in the order in which they are solved.
 */
export interface ContactRows {
  manifoldCount: number;
  rowCount: number;
  /** The two bodies of a manifold, and the index of its first row; `starts` has one entry more than there are manifolds. */
  bodiesA: Int32Array;
  bodiesB: Int32Array;
  starts: Int32Array;
  /** Three numbers per manifold: static friction, dynamic friction, restitution. */
  materials: Float64Array;
  /** Two numbers per manifold: lever arms of rolling and spinning resistance [m]. */
  resistances: Float64Array;
  /** Three numbers per manifold: angular impulse of these resistances on B in the present substep [N m s]. */
  angularImpulses: Float64Array;
  /** Three numbers per manifold: tangential velocity of B relative to A at which friction stops while the bodies rebound [m/s]. */
  rebounds: Float64Array;
  /** Three numbers per manifold: velocity of the surface of B relative to that of A, in addition to the motion of the bodies [m/s]. */
  surfaceVelocities: Float64Array;
  /** Whether any of them is not zero. */
  driven: boolean;
  /**
   * Fraction of the displacement of B relative to A that the points of a manifold follow: 1 where they belong to B, as those of a sphere
   * rolling on the ground, 0 where they belong to A.
   */
  fractions: Float64Array;
  /** Displacement of B relative to A beyond which the points of a manifold are invalid [m]: the sum of both bounding radii. */
  reaches: Float64Array;
  /** The smallest of them [m], or less. */
  minReach: number;
  /** Mean normal impulse of a point of each manifold over the last seconds [N s]. */
  meanImpulses: Float64Array;
  /** 1 for two spheres: their normal is the direction between their centres in every substep. */
  spheres: Uint8Array;
  /** Whether any manifold is one of `spheres`. */
  anySpheres: boolean;
  /** 1 for bodies that may roll on a rim or tip; 2 once they touch at one point, which is found again in every substep. */
  rolling: Uint8Array;
  rows: Float64Array;
  /** Manifolds of a pass over a part of all, in order, and their count; warm start selects those that carry many times the weight of the lighter body. */
  selected: Int32Array;
  selectedCount: number;
  /** The selected manifolds in pairs, for the kernels. */
  selectedPairs: Int32Array;
  /** Whether any contact closed faster than the restitution threshold in the present substep. */
  impacted: boolean;
  /** Of each manifold: 1 if it is overloaded, 2 if very heavily, set by the warm start; and `WITH_IMPACT` if a contact was marked as impacted. */
  marks: Int32Array;
  /** Order in which the manifolds are solved, and which of them several threads may solve at the same time. */
  readonly schedule: SolveSchedule;
  /** Manifolds with an immovable body, and their number; set by `listImmovable`. */
  immovable: Int32Array;
  immovableCount: number;
  /** Whether any contact would be deeper than the speculative margin at the first midpoint of the step. */
  penetrating: boolean;
  /** Whether any manifold is `rolling`. */
  anyRolling: boolean;
  /** Holds the arrays that the kernels in WebAssembly use; undefined: the kernels in TypeScript are used. */
  readonly memory: SolverMemory | undefined;
  /** Whether any manifold has rolling or spinning resistance. */
  resisting: boolean;
}

// Offsets in the numbers of a row. It begins with the unit normal n from A to B, world axes. What the arms determine is computed in each pass:
// a pass over a large world waits for the memory.
/** Signed gap at the present positions [m]. */
export const PRESENT_GAP = 3;
/** From the centres of mass to the point in the gap at which impulses act, at detection [m]: at the manifold's fraction of the way from A to B. */
export const ARM_A = 4;
export const ARM_B = 7;
/** 1/(n·K n), K the inverse mass matrix of the point: an impulse P changes the velocity of B relative to A by K P. [kg] */
export const NORMAL_MASS = 10;
/** Normal velocity before the impulses of the present substep, for contacts without a normal impulse, or before an impact [m/s]. */
export const CLOSING = 11;
/** Normal velocity before the first normal impulse of the step, negative when approaching [m/s]; 0 for contacts loaded before it. */
export const APPROACH = 12;
/** 1 for a contact that takes part in an impact: it closed faster than the restitution threshold in the present substep. */
export const IMPACTED = 13;
/** Impulses of the present substep on B: along the normal, and tangential (a vector) [N s]. */
export const NORMAL_IMPULSE = 14;
export const FRICTION_IMPULSE = 15;
/** Sum of all impulses of the step, a vector [N s]. */
export const IMPULSE = 18;
/** One over the largest eigenvalue of K in the tangent plane [kg]. */
export const MIN_TANGENT_MASS = 21;
/** The inverse of K in the tangent plane: xx xy xz yy yz zz [kg]. */
export const TANGENT_MASS = 22;
/** Signed gap at detection [m]. */
export const GAP = 28;
/** Work of the contact on the bodies in the step [J]; only set with `measureWork`. */
export const WORK = 29;
export const ROW = 30;

const INITIAL_CAPACITY = 64;

/** Without a `memory` the solver uses its kernels in TypeScript. */
export function createContactRows(memory?: SolverMemory): ContactRows {
  const contacts: ContactRows = {
    manifoldCount: 0,
    rowCount: 0,
    bodiesA: new Int32Array(),
    bodiesB: new Int32Array(),
    starts: new Int32Array(),
    materials: new Float64Array(),
    resistances: new Float64Array(2 * INITIAL_CAPACITY),
    angularImpulses: new Float64Array(3 * INITIAL_CAPACITY),
    rebounds: new Float64Array(3 * INITIAL_CAPACITY),
    surfaceVelocities: new Float64Array(),
    driven: false,
    fractions: new Float64Array(),
    reaches: new Float64Array(INITIAL_CAPACITY),
    minReach: 0,
    meanImpulses: new Float64Array(),
    spheres: new Uint8Array(INITIAL_CAPACITY),
    anySpheres: true,
    rolling: new Uint8Array(INITIAL_CAPACITY),
    rows: new Float64Array(),
    selected: new Int32Array(),
    selectedCount: 0,
    impacted: false,
    marks: new Int32Array(),
    selectedPairs: new Int32Array(),
    schedule: {
      pairs: new Int32Array(),
      pairCount: 0,
      manifoldCount: 0,
      chunks: new Int32Array(),
      chunkCount: 0,
      slabCount: 0,
      firstChunks: new Int32Array(MAX_CHUNKS + 1),
    },
    memory,
    resisting: false,
    penetrating: false,
    immovable: new Int32Array(INITIAL_CAPACITY),
    immovableCount: 0,
    anyRolling: false,
  };
  resizeManifolds(contacts, INITIAL_CAPACITY);
  resizeArray(memory, contacts, 'rows', ROW * 4 * INITIAL_CAPACITY);
  resizeArray(memory, contacts.schedule, 'chunks', CHUNK * (MAX_CHUNKS + 1));
  return contacts;
}

/** The arrays of manifolds in the memory of the kernels. */
function resizeManifolds(contacts: ContactRows, capacity: number): void {
  const { memory } = contacts;
  resizeArray(memory, contacts, 'bodiesA', capacity);
  resizeArray(memory, contacts, 'bodiesB', capacity);
  resizeArray(memory, contacts, 'starts', capacity + 1);
  resizeArray(memory, contacts, 'materials', 3 * capacity);
  resizeArray(memory, contacts, 'surfaceVelocities', 3 * capacity);
  resizeArray(memory, contacts, 'fractions', capacity);
  resizeArray(memory, contacts, 'meanImpulses', capacity);
  resizeArray(memory, contacts, 'selected', capacity);
  resizeArray(memory, contacts, 'selectedPairs', 2 * capacity);
  resizeArray(memory, contacts.schedule, 'pairs', 2 * capacity);
  resizeArray(memory, contacts, 'marks', capacity);
}

export function clearContactRows(contacts: ContactRows): void {
  contacts.resisting = false;
  contacts.anyRolling = false;
  contacts.penetrating = false;
  contacts.anySpheres = false;
  contacts.minReach = Number.POSITIVE_INFINITY;
  contacts.manifoldCount = 0;
  contacts.rowCount = 0;
  contacts.starts[0] = 0;
  contacts.driven = false;
  clearSchedule(contacts.schedule);
}

/** Ensures capacity for one more manifold of `points` rows; allocates only beyond the largest size so far. */
export function reserveManifold(contacts: ContactRows, points: number): void {
  const { manifoldCount, rowCount } = contacts;
  if (manifoldCount === contacts.bodiesA.length) {
    resizeManifolds(contacts, 2 * manifoldCount);
    contacts.spheres = larger(contacts.spheres, new Uint8Array(2 * manifoldCount));
    contacts.rolling = larger(contacts.rolling, new Uint8Array(2 * manifoldCount));
    contacts.reaches = larger(contacts.reaches, new Float64Array(2 * manifoldCount));
    contacts.resistances = larger(contacts.resistances, new Float64Array(4 * manifoldCount));
    contacts.angularImpulses = larger(contacts.angularImpulses, new Float64Array(6 * manifoldCount));
    contacts.rebounds = larger(contacts.rebounds, new Float64Array(6 * manifoldCount));
  }
  reserveRows(contacts, rowCount + points);
}

/** Ensures capacity for `count` rows. */
export function reserveRows(contacts: ContactRows, count: number): void {
  if (ROW * count > contacts.rows.length) resizeArray(contacts.memory, contacts, 'rows', 2 * ROW * count);
}

function larger<Packed extends Float64Array | Uint8Array>(old: Packed, empty: Packed): Packed {
  empty.set(old);
  return empty;
}

/** Writes the gaps of the rows of `manifold` at the present positions of its bodies. */
// biome-ignore format: one vector per line
export function updateGaps(contacts: ContactRows, manifold: number, records: Float64Array): void {
  const { rows, starts } = contacts;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  // translation of B relative to A, and rotations of both, since detection
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
  const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    const px = rows[at + ARM_A], py = rows[at + ARM_A + 1], pz = rows[at + ARM_A + 2];
    const qx = rows[at + ARM_B], qy = rows[at + ARM_B + 1], qz = rows[at + ARM_B + 2];
    rows[at + PRESENT_GAP] =
      rows[at + GAP] +
      rows[at] * (dx + fy * qz - fz * qy - ey * pz + ez * py) +
      rows[at + 1] * (dy + fz * qx - fx * qz - ez * px + ex * pz) +
      rows[at + 2] * (dz + fx * qy - fy * qx - ex * py + ey * px);
  }
}

/**
 * Effective masses of the row of `manifold` at offset `at`, whose normal and arms are set: K = 1/mA + 1/mB - [rA]× JA [rA]× - [rB]× JB [rB]×
 * with J the inverse inertia, split into its normal and tangential parts.
 */
// biome-ignore format: one vector per line
export function prepareRow(contacts: ContactRows, manifold: number, at: number, records: Float64Array): void {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const fractionA = contacts.fractions[manifold], fractionB = 1 - fractionA;
  // arms to the current position of the point
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const ax = rows[at + ARM_A] + fractionA * dx, ay = rows[at + ARM_A + 1] + fractionA * dy, az = rows[at + ARM_A + 2] + fractionA * dz;
  const bx = rows[at + ARM_B] - fractionB * dx, by = rows[at + ARM_B + 1] - fractionB * dy, bz = rows[at + ARM_B + 2] - fractionB * dz;
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
  const kx = xx * nx + xy * ny + xz * nz, ky = xy * nx + yy * ny + yz * nz, kz = xz * nx + yz * ny + zz * nz;
  const kn = nx * kx + ny * ky + nz * kz;
  rows[at + NORMAL_MASS] = 1 / kn;
  // two tangents t, u: t perpendicular to n and to the axis of its smallest coordinate, u perpendicular to both
  const sx = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz) ? 1 : 0;
  const sy = sx === 0 && Math.abs(ny) <= Math.abs(nz) ? 1 : 0;
  const sz = 1 - sx - sy;
  const cx = ny * sz - nz * sy, cy = nz * sx - nx * sz, cz = nx * sy - ny * sx;
  const scale = 1 / Math.sqrt(cx * cx + cy * cy + cz * cz);
  const tx = scale * cx, ty = scale * cy, tz = scale * cz;
  const ux = ny * tz - nz * ty, uy = nz * tx - nx * tz, uz = nx * ty - ny * tx;
  // K in the tangent plane, its inverse and its largest eigenvalue
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
