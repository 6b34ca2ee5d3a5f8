/** Contact points of the nodes of a mesh on the triangles of another: along the normal of the triangle, with a signed gap. */
import { depthInside, isOriginBehind, type MeshPair, type MeshSide, mayContain, toMeshFrame } from './mesh-side.ts';
import { CONCAVE, CONVEX, FLAT } from './mesh-topology.ts';

/** A node with a side that leads farther ahead along the normal than this (sine) is not a supporting one: others are deeper. */
const AHEAD = 0.3;
/** In units of the depth: a node this far beyond a valley is still behind both of its sides, if these are at 53 degrees or more. */
const BEYOND_VALLEY = 2;
/** Fraction of the depth: faces within it are equally near. */
const NEAREST = 0.9;

const local = new Float64Array(3);
const node = new Float64Array(3);
const ahead = new Float64Array(3);
const gap = new Float64Array(1);

/**
 * Sets the points and the normal of the pair, for corner k of the triangle of `own` and the triangle of `other`, and returns the gap [m]; Infinity
 * if there is no contact.
 */
// biome-ignore format: one vector per line
export function nodeGap(pair: MeshPair, own: MeshSide, k: number, other: MeshSide): number {
  const { corners: q, normal: n } = other;
  setNode(pair, own, k);
  const height = n[0] * (node[0] - q[0]) + n[1] * (node[1] - q[1]) + n[2] * (node[2] - q[2]);
  if (Math.abs(height) > pair.margin) return Infinity;
  const number = own.mesh.triangles[3 * own.triangle + k];
  const front = frontOf(own, number, other);
  gap[0] = front * height;
  if (front === 0 || !isOver(pair, other, front)) return Infinity;
  // from the node into the triangle
  for (let i = 0; i < 3; i++) ahead[i] = -front * n[i];
  if (!isSupporting(own, number)) return Infinity;
  if (gap[0] < 0 && !isInside(pair, own, other)) return Infinity;
  const ofNode = own.sign < 0 ? pair.pointA : pair.pointB, ofPlane = own.sign < 0 ? pair.pointB : pair.pointA;
  for (let i = 0; i < 3; i++) {
    ofNode[i] = node[i];
    ofPlane[i] = node[i] - height * n[i];
    pair.normal[i] = -own.sign * ahead[i];
  }
  return gap[0];
}

/** Would the node still be over the triangle if A were displaced by the shift of the pair? */
export function isNodeStillOver(pair: MeshPair, own: MeshSide, k: number, other: MeshSide): boolean {
  setNode(pair, own, k);
  return isOver(pair, other, frontOf(own, own.mesh.triangles[3 * own.triangle + k], other));
}

function setNode({ shift }: MeshPair, { corners, sign }: MeshSide, k: number): void {
  // the shift moves A: a node of B moves the other way
  for (let i = 0; i < 3; i++) node[i] = corners[3 * k + i] - sign * shift[i];
}

/**
 * The side of a triangle on which a node has its body: 1 in front, -1 behind, 0 if the two cannot touch. A closed mesh has only a front; before
 * an open one the outward direction of the node decides, or the origin of its mesh if that is open too.
 */
function frontOf(own: MeshSide, number: number, other: MeshSide): number {
  const { normal: n, corners: q } = other;
  if (!own.mesh.closed) return other.mesh.closed || !isOriginBehind(own, q, n) ? 1 : -1;
  toMeshFrame(local, own, n);
  const { nodeNormals: m } = own.mesh;
  const along = m[3 * number] * local[0] + m[3 * number + 1] * local[1] + m[3 * number + 2] * local[2];
  return along < 0 ? 1 : other.mesh.closed ? 0 : -1;
}

/**
 * Is the node over the triangle? Beyond a valley the plane of the triangle is inside the body, and the node must stay in front of it
 * all the same: there the triangle extends by the margin, or in proportion to the depth. After a shift it also extends into its plane region.
 */
// biome-ignore format: one vector per line
function isOver(pair: MeshPair, { corners: q, inward: m, topology, triangle }: MeshSide, front: number): boolean {
  const { margin, tolerance, shift } = pair;
  const valley = front > 0 ? CONCAVE : CONVEX;
  const isShifted = shift[0] !== 0 || shift[1] !== 0 || shift[2] !== 0;
  const extension = gap[0] < 0 ? tolerance - BEYOND_VALLEY * gap[0] : margin;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const inside = m[i] * (node[0] - q[i]) + m[i + 1] * (node[1] - q[i + 1]) + m[i + 2] * (node[2] - q[i + 2]);
    if (inside >= -tolerance) continue;
    const kind = topology.sideKinds[3 * triangle + k];
    if (!(kind === valley || (isShifted && kind === FLAT)) || inside < -extension) return false;
  }
  return true;
}

/** Does no side at the node lead far ahead? */
// biome-ignore format: one vector per line
function isSupporting(own: MeshSide, number: number): boolean {
  const { positions: p } = own.mesh;
  const { ringStarts, rings } = own.topology;
  toMeshFrame(local, own, ahead);
  const x = p[3 * number], y = p[3 * number + 1], z = p[3 * number + 2];
  for (let k = ringStarts[number]; k < ringStarts[number + 1]; k++) {
    const i = 3 * rings[k];
    const dx = p[i] - x, dy = p[i + 1] - y, dz = p[i + 2] - z;
    const lead = local[0] * dx + local[1] * dy + local[2] * dz;
    if (lead > 0 && lead * lead > AHEAD * AHEAD * (dx * dx + dy * dy + dz * dz)) return false;
  }
  return true;
}

/** Is a node behind a triangle really inside the other body, and not on the far side of a thin one? */
function isInside(pair: MeshPair, own: MeshSide, other: MeshSide): boolean {
  if (!own.mesh.closed && other.mesh.closed) {
    // a sheet has no facing side: the nearest face decides
    return depthInside(pair, other, node) >= -NEAREST * gap[0] - pair.tolerance;
  }
  if (other.mesh.closed) return mayContain(pair, other, node);
  return -gap[0] <= pair.shallow || isOriginBehind(own, other.corners, ahead);
}
