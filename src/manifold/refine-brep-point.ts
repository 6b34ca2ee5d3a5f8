import { climbEdge, climbFace, createLocalPoint, projectOnEdge, projectOnFace } from '../distance/brep/local-point.ts';
import { closestPointToTrimesh } from '../distance/compound/point-trimesh.ts';
import { createContact } from '../distance/contact.ts';
import { createSimplexCache } from '../distance/simplex-cache.ts';
import { createPose, type ReadonlyPose } from '../math/pose.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import { type BrepContactMesh, contactMeshOf } from '../shapes/brep/contact-mesh.ts';
import { createPoint } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { topologyOf } from './mesh-topology.ts';
import type { ContactPoints } from './point-list.ts';

/** A point this near to a side, as a fraction of the radius, is on it. */
const ON_SIDE = 1e-7;
/** The other point of a moved pair is on its body within this fraction of the radius. */
const ON_BODY = 1e-7;
/** Cosine of the angle between the normal of the triangle and that of the face, at most: a larger one belongs to another part of the face. */
const SAME_SIDE = 0.7;
/** Cosine of an angle that is a rounding error: the normal is that of a triangle. */
const ALONG = 1 - 1e-12;
/** Triangles around a point. */
const MAX_TRIANGLES = 48;

const ORIGIN = createPose();
const POINT = createPoint();
const contact = createContact();
const cold = createSimplexCache();
const otherPoint = createPose();
const position = createVec3();
const triangles = new Int32Array(MAX_TRIANGLES);
const local = createLocalPoint();

/** In the axes of the body: the point on the triangles, the direction to the other body, the point of the other body. */
const p = new Float64Array(3);
const m = new Float64Array(3);
const q = new Float64Array(3);
/** The best pair found: point of the body, normal, point of the other body, gap. */
const best = { gap: Infinity, point: new Float64Array(3), normal: new Float64Array(3), other: new Float64Array(3) };
const trial = new Float64Array(3);

/** Smallest gap of a moved point without a partner on the other body [m]: if no other point has a smaller one, the closest pair is missing. */
export interface Unmatched {
  gap: number;
}

/**
 * Moves point k of the list, which lies on a triangle of body A, to the exact face or edge: below the point of the other body, or to where the
 * face is highest along the normal, whichever is nearer to the other body. A point without such a pair gets an infinite gap. False if the face is
 * a plane and no curved edge is there.
 */
export function refinePoint(
  out: ContactPoints,
  k: number,
  brep: Brep,
  pose: ReadonlyPose,
  other: Shape,
  otherPose: ReadonlyPose,
  unmatched: Unmatched,
): boolean {
  const start = contactMeshOf(brep);
  const { radius } = brep;
  toBody(p, out.pointsA, k, pose, 1);
  toBody(m, out.normals, k, pose, 0);
  const gap = out.distances[k];
  const inflation = other.kind === 'sphere' ? other.radius : 0;
  for (let i = 0; i < 3; i++) q[i] = p[i] + (gap + inflation) * m[i];
  const count = findTriangles(start, ON_SIDE * radius);
  if (inflation > 0 && !(Math.abs(offset[0]) <= ON_SIDE * radius)) {
    // over the plane of a triangle, beyond its sides
    out.distances[k] = Infinity;
    return false;
  }
  best.gap = Infinity;
  let isCurved = false;
  // is the point on the triangles exact already?
  let isExact = false;
  let isOnCurve = false;
  for (let i = 0; i < count; i++) {
    const t = triangles[i];
    if (start.curved[start.faces[t]] === 0) {
      isExact = true;
    } else {
      isCurved = true;
      tryFace(brep, start, t, gap, inflation, pose, other, otherPose, unmatched);
    }
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      if (start.edges[side] < 0 || !(distanceFromSide(start, side) <= ON_SIDE * radius)) continue;
      isCurved = true;
      isOnCurve = true;
      tryEdge(brep, start, side, gap, inflation, pose, other, otherPose, unmatched);
    }
  }
  if (!isCurved) return false;
  if (inflation > 0 && isOnCurve) isExact = false;
  if (best.gap < Infinity && !(isExact && gap <= best.gap)) writeBest(out, k, pose);
  // neither the point above the face nor the one above its highest point is on the other body
  else if (!isExact) out.distances[k] = Infinity;
  return true;
}

// biome-ignore format: one vector per line
function toBody(to: Float64Array, from: Float64Array, k: number, { position: o, rotation: r }: ReadonlyPose, isPoint: number): void {
  const x = from[3 * k] - isPoint * o.x, y = from[3 * k + 1] - isPoint * o.y, z = from[3 * k + 2] - isPoint * o.z;
  to[0] = r.xx * x + r.yx * y + r.zx * z;
  to[1] = r.xy * x + r.yy * y + r.zy * z;
  to[2] = r.xz * x + r.yz * y + r.zz * z;
}

/** The triangles that contain p, by their sides from the closest one on. */
function findTriangles({ mesh }: BrepContactMesh, near: number): number {
  closestPointToTrimesh(contact, setVec3(position, p[0], p[1], p[2]), mesh, ORIGIN);
  const { featureB, indexB } = contact;
  offset[0] = contact.distance;
  triangles[0] = featureB === 'vertex' ? topologyOf(mesh).nodeOwners[indexB] : indexB;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const t = triangles[i];
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const next = mesh.neighbours[side];
      if (next < 0 || count === MAX_TRIANGLES || !(sideDistance(mesh.positions, mesh.triangles, side) <= near))
        continue;
      if (triangles.subarray(0, count).indexOf(next) < 0) triangles[count++] = next;
    }
  }
  return count;
}

function distanceFromSide({ mesh }: BrepContactMesh, side: number): number {
  return sideDistance(mesh.positions, mesh.triangles, side);
}

/** Distance of p from the triangles [m]. */
const offset = new Float64Array(1);
/** Fraction of the side where p is. */
const fraction = new Float64Array(1);

/** Distance of p from a side [m]. */
// biome-ignore format: one vector per line
function sideDistance(positions: Float64Array, nodes: Int32Array, side: number): number {
  const i = 3 * nodes[side], j = 3 * nodes[side % 3 === 2 ? side - 2 : side + 1];
  const ex = positions[j] - positions[i], ey = positions[j + 1] - positions[i + 1], ez = positions[j + 2] - positions[i + 2];
  const x = p[0] - positions[i], y = p[1] - positions[i + 1], z = p[2] - positions[i + 2];
  const s = Math.min(Math.max((ex * x + ey * y + ez * z) / (ex * ex + ey * ey + ez * ez), 0), 1);
  fraction[0] = s;
  return Math.hypot(x - s * ex, y - s * ey, z - s * ez);
}

/** The parameters of p on the face of triangle t, in `local`, by its barycentric coordinates. Returns the length of its longest side [m]. */
// biome-ignore format: one vector per line
function setParameters({ mesh, parameters }: BrepContactMesh, t: number): number {
  const { positions: x, triangles: nodes, normals: n } = mesh;
  let sum = 0, u = 0, v = 0, longestSq = 0;
  for (let k = 0; k < 3; k++) {
    const a = 3 * nodes[3 * t + ((k + 1) % 3)], b = 3 * nodes[3 * t + ((k + 2) % 3)];
    const ex = x[b] - x[a], ey = x[b + 1] - x[a + 1], ez = x[b + 2] - x[a + 2];
    const px = p[0] - x[a], py = p[1] - x[a + 1], pz = p[2] - x[a + 2];
    const area = n[3 * t] * (ey * pz - ez * py) + n[3 * t + 1] * (ez * px - ex * pz) + n[3 * t + 2] * (ex * py - ey * px);
    const weight = Math.max(area, 0);
    sum += weight; u += weight * parameters[6 * t + 2 * k]; v += weight * parameters[6 * t + 2 * k + 1];
    longestSq = Math.max(longestSq, ex * ex + ey * ey + ez * ez);
  }
  local.u = u / sum;
  local.v = v / sum;
  return Math.sqrt(longestSq);
}

function tryFace(
  brep: Brep,
  start: BrepContactMesh,
  t: number,
  gap: number,
  inflation: number,
  pose: ReadonlyPose,
  other: Shape,
  otherPose: ReadonlyPose,
  unmatched: Unmatched,
): void {
  const face = brep.faces[start.faces[t]];
  const longest = setParameters(start, t);
  const { u, v } = local;
  // along the normal of the triangle, q is a corner or an edge of the other body; else it may be inside one of its faces
  if (inflation > 0 || isAlongNormal(start.mesh.normals, t)) {
    if (projectOnFace(local, face, q, ON_SIDE * brep.radius)) takeProjection(inflation);
  }
  if (inflation > 0) return;
  local.u = u;
  local.v = v;
  climbFace(local, face, m, 0.6 * longest);
  takeAlongNormal(gap, brep.radius, pose, other, otherPose, unmatched);
}

function isAlongNormal(normals: Float64Array, t: number): boolean {
  return normals[3 * t] * m[0] + normals[3 * t + 1] * m[1] + normals[3 * t + 2] * m[2] > ALONG;
}

function tryEdge(
  brep: Brep,
  start: BrepContactMesh,
  side: number,
  gap: number,
  inflation: number,
  pose: ReadonlyPose,
  other: Shape,
  otherPose: ReadonlyPose,
  unmatched: Unmatched,
): void {
  const edge = brep.edges[start.edges[side]];
  const [from, to] = [start.edgeParameters[2 * side], start.edgeParameters[2 * side + 1]];
  distanceFromSide(start, side);
  local.u = from + fraction[0] * (to - from);
  if (inflation === 0) {
    climbEdge(local, edge, m, from, to);
    takeAlongNormal(gap, brep.radius, pose, other, otherPose, unmatched);
    return;
  }
  const distance = projectOnEdge(local, edge, q, from, to);
  if (!(distance > 0)) return;
  const { point, normal } = local;
  for (let i = 0; i < 3; i++) normal[i] = (q[i] - point[i]) / distance;
  takeProjection(inflation);
}

/** Takes the pair of q and the point below it, along the normal there. */
function takeProjection(inflation: number): void {
  const { point, normal } = local;
  if (!(normal[0] * m[0] + normal[1] * m[1] + normal[2] * m[2] > SAME_SIDE)) return;
  const height =
    normal[0] * (q[0] - point[0]) + normal[1] * (q[1] - point[1]) + normal[2] * (q[2] - point[2]) - inflation;
  if (!(height < best.gap)) return;
  best.gap = height;
  best.point.set(point);
  best.normal.set(normal);
  for (let i = 0; i < 3; i++) best.other[i] = point[i] + height * normal[i];
}

/** Takes the pair of the moved point and the one above it along the normal of the triangles, if that is on the other body. */
// biome-ignore format: one vector per line
function takeAlongNormal(
  gap: number, radius: number, pose: ReadonlyPose, other: Shape, otherPose: ReadonlyPose, unmatched: Unmatched,
): void {
  const { point } = local;
  const height = gap - m[0] * (point[0] - p[0]) - m[1] * (point[1] - p[1]) - m[2] * (point[2] - p[2]);
  if (!(height < best.gap)) return;
  for (let i = 0; i < 3; i++) trial[i] = point[i] + height * m[i];
  if (other.kind !== 'halfspace') {
    setVec3(position, trial[0], trial[1], trial[2]);
    const { rotation: r, position: o } = pose;
    setVec3(
      otherPoint.position,
      o.x + (r.xx * trial[0] + r.xy * trial[1] + r.xz * trial[2]),
      o.y + (r.yx * trial[0] + r.yy * trial[1] + r.yz * trial[2]),
      o.z + (r.zx * trial[0] + r.zy * trial[1] + r.zz * trial[2]),
    );
    const start = other.kind === 'brep' ? contactMeshOf(other) : null;
    closestInto(contact, POINT, otherPoint, start === null ? other : start.mesh, otherPose, cold);
    if (Math.abs(contact.distance) > ON_BODY * radius + (start?.chordError ?? 0)) {
      unmatched.gap = Math.min(unmatched.gap, height);
      return;
    }
  }
  best.gap = height;
  best.point.set(point);
  best.normal.set(m);
  best.other.set(trial);
}

// biome-ignore format: one vector per line
function writeBest(out: ContactPoints, k: number, { rotation: r, position: o }: ReadonlyPose): void {
  const { point: a, normal: n, other: b } = best;
  const i = 3 * k;
  out.pointsA[i] = o.x + (r.xx * a[0] + r.xy * a[1] + r.xz * a[2]);
  out.pointsA[i + 1] = o.y + (r.yx * a[0] + r.yy * a[1] + r.yz * a[2]);
  out.pointsA[i + 2] = o.z + (r.zx * a[0] + r.zy * a[1] + r.zz * a[2]);
  out.pointsB[i] = o.x + (r.xx * b[0] + r.xy * b[1] + r.xz * b[2]);
  out.pointsB[i + 1] = o.y + (r.yx * b[0] + r.yy * b[1] + r.yz * b[2]);
  out.pointsB[i + 2] = o.z + (r.zx * b[0] + r.zy * b[1] + r.zz * b[2]);
  out.normals[i] = r.xx * n[0] + r.xy * n[1] + r.xz * n[2];
  out.normals[i + 1] = r.yx * n[0] + r.yy * n[1] + r.yz * n[2];
  out.normals[i + 2] = r.zx * n[0] + r.zy * n[1] + r.zz * n[2];
  out.distances[k] = best.gap;
}
