/**
 * Friction across a gap without a couple. The two sides of a contact are g apart, so equal and opposite tangential impulses T on them have the
 * moment g × T, which changes the angular momentum. Here the nodes of a contact receive a rotation as well, with the opposite moment:
 *
 *   Δv_i = s_i T/m_i + w × r_i,   w = -I⁻¹ (g × T)
 *
 * with the arms r_i from the centre of mass of these nodes and their inertia I. The sliding that this impulse works against is
 * u - Ω × g, Ω = I⁻¹ Σ m r × v: the velocity relative to the mean rotation of the nodes, which is zero where they rotate together.
 */
import { createMat3, solveSymmetric } from '../../math/mat3.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import { weightedDifference } from './contact-coupling.ts';
import { type MeshContacts, NODES_PER_CONTACT } from './contact-list.ts';

/** Per contact; grows as needed. */
export interface FrictionFrames {
  /** Whether the contact has a frame: all its nodes are free, and none is on a rigid body. */
  hasFrame: Uint8Array;
  /** g, xyz [m]. */
  gaps: Float64Array;
  /** r_i, five per contact, xyz [m]; zero for unused entries. */
  arms: Float64Array;
  /** m_i, five per contact; zero for unused entries [kg]. */
  masses: Float64Array;
  /** I: xx, yy, zz, xy, yz, zx [kg m²]. */
  inertias: Float64Array;
  /** Sum of w, xyz [rad/s]. */
  rotations: Float64Array;
}

export function createFrictionFrames(): FrictionFrames {
  const none = () => new Float64Array();
  return {
    hasFrame: new Uint8Array(),
    gaps: none(),
    arms: none(),
    masses: none(),
    inertias: none(),
    rotations: none(),
  };
}

/** Sets the frames of all contacts at `positions`; nodes without inverse mass are not free. */
export function setFrictionFrames(
  frames: FrictionFrames,
  contacts: MeshContacts,
  positions: Float64Array,
  inverseMasses: Float64Array,
): void {
  if (frames.hasFrame.length < contacts.count) resize(frames, 2 * contacts.count);
  frames.rotations.fill(0);
  for (let c = 0; c < contacts.count; c++) {
    frames.hasFrame[c] = setMasses(frames, contacts, c, inverseMasses) ? 1 : 0;
    weightedDifference(gap, contacts, c, positions);
    frames.gaps.set(gap, 3 * c);
    if (frames.hasFrame[c] === 1) setArms(frames, contacts, c, positions);
  }
}

function resize(frames: FrictionFrames, capacity: number): void {
  frames.hasFrame = new Uint8Array(capacity);
  frames.gaps = new Float64Array(3 * capacity);
  frames.arms = new Float64Array(3 * NODES_PER_CONTACT * capacity);
  frames.masses = new Float64Array(NODES_PER_CONTACT * capacity);
  frames.inertias = new Float64Array(6 * capacity);
  frames.rotations = new Float64Array(3 * capacity);
}

const gap = new Float64Array(3);

/** Masses of the nodes of a contact, those with weight zero included: they belong to its face. False if one is not free. */
function setMasses(
  { masses }: FrictionFrames,
  { nodes }: MeshContacts,
  c: number,
  inverseMasses: Float64Array,
): boolean {
  const first = NODES_PER_CONTACT * c;
  for (let i = first; i < first + NODES_PER_CONTACT; i++) {
    const isUsed = i === first || nodes[i] !== nodes[first];
    if (isUsed && inverseMasses[nodes[i]] === 0) return false;
    masses[i] = isUsed ? 1 / inverseMasses[nodes[i]] : 0;
  }
  return true;
}

function setArms(
  { arms, masses, inertias }: FrictionFrames,
  { nodes }: MeshContacts,
  c: number,
  positions: Float64Array,
): void {
  const [first, end] = [NODES_PER_CONTACT * c, NODES_PER_CONTACT * (c + 1)];
  const o = 3 * nodes[first];
  let [mass, cx, cy, cz] = [0, 0, 0, 0];
  // relative to the first node, against cancellation
  for (let i = first; i < end; i++) {
    const at = 3 * nodes[i];
    mass += masses[i];
    cx += masses[i] * (positions[at] - positions[o]);
    cy += masses[i] * (positions[at + 1] - positions[o + 1]);
    cz += masses[i] * (positions[at + 2] - positions[o + 2]);
  }
  const inertia = inertias.subarray(6 * c, 6 * c + 6).fill(0);
  for (let i = first; i < end; i++) {
    const at = 3 * nodes[i];
    const m = masses[i];
    const x = m > 0 ? positions[at] - positions[o] - cx / mass : 0;
    const y = m > 0 ? positions[at + 1] - positions[o + 1] - cy / mass : 0;
    const z = m > 0 ? positions[at + 2] - positions[o + 2] - cz / mass : 0;
    arms[3 * i] = x;
    arms[3 * i + 1] = y;
    arms[3 * i + 2] = z;
    inertia[0] += m * (y * y + z * z);
    inertia[1] += m * (z * z + x * x);
    inertia[2] += m * (x * x + y * y);
    inertia[3] -= m * x * y;
    inertia[4] -= m * y * z;
    inertia[5] -= m * z * x;
  }
}

const tensor = createMat3();
const solution = createVec3();
const right = createVec3();

/** Solves I x = (a, b, c) of contact c into `solution`; zero about a line on which all nodes lie. */
function solveInertia({ inertias }: FrictionFrames, contact: number, a: number, b: number, c: number): void {
  const at = 6 * contact;
  tensor.xx = inertias[at];
  tensor.yy = inertias[at + 1];
  tensor.zz = inertias[at + 2];
  tensor.xy = tensor.yx = inertias[at + 3];
  tensor.yz = tensor.zy = inertias[at + 4];
  tensor.xz = tensor.zx = inertias[at + 5];
  solveSymmetric(solution, tensor, setVec3(right, a, b, c));
}

/** Subtracts Ω × g from the relative velocity of contact c. */
export function subtractRotation(
  relative: Float64Array,
  frames: FrictionFrames,
  { nodes }: MeshContacts,
  c: number,
  velocities: Float64Array,
): void {
  if (frames.hasFrame[c] === 0) return;
  const { arms, masses, gaps } = frames;
  let [lx, ly, lz] = [0, 0, 0];
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    const at = 3 * nodes[i];
    const m = masses[i];
    const x = arms[3 * i];
    const y = arms[3 * i + 1];
    const z = arms[3 * i + 2];
    lx += m * (y * velocities[at + 2] - z * velocities[at + 1]);
    ly += m * (z * velocities[at] - x * velocities[at + 2]);
    lz += m * (x * velocities[at + 1] - y * velocities[at]);
  }
  solveInertia(frames, c, lx, ly, lz);
  const { x: wx, y: wy, z: wz } = solution;
  const [gx, gy, gz] = [gaps[3 * c], gaps[3 * c + 1], gaps[3 * c + 2]];
  relative[0] -= wy * gz - wz * gy;
  relative[1] -= wz * gx - wx * gz;
  relative[2] -= wx * gy - wy * gx;
}

/** Rotates the nodes of contact c so that the impulse `vector` on it has no moment. */
export function removeCouple(
  frames: FrictionFrames,
  { nodes }: MeshContacts,
  c: number,
  vector: Float64Array,
  velocities: Float64Array,
): void {
  if (frames.hasFrame[c] === 0) return;
  const { arms, masses, gaps, rotations } = frames;
  const [gx, gy, gz] = [gaps[3 * c], gaps[3 * c + 1], gaps[3 * c + 2]];
  const [tx, ty, tz] = [vector[0], vector[1], vector[2]];
  solveInertia(frames, c, gz * ty - gy * tz, gx * tz - gz * tx, gy * tx - gx * ty);
  const { x: wx, y: wy, z: wz } = solution;
  rotations[3 * c] += wx;
  rotations[3 * c + 1] += wy;
  rotations[3 * c + 2] += wz;
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    if (masses[i] === 0) continue;
    const at = 3 * nodes[i];
    velocities[at] += wy * arms[3 * i + 2] - wz * arms[3 * i + 1];
    velocities[at + 1] += wz * arms[3 * i] - wx * arms[3 * i + 2];
    velocities[at + 2] += wx * arms[3 * i + 1] - wy * arms[3 * i];
  }
}
