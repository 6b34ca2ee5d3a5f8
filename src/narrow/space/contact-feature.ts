/**
 * The piece of a convex body that a contact lies on: how its farthest point along a direction n moves when n turns, in the frame of the
 * body and without the radius the body may be grown by.
 *
 *   dp = W dn + Σ λ e,    e·dn = 0
 *
 * W has the radii of curvature of what is round, as a rim circle, a side, an ellipsoid. Along the straight directions e (edges, sides,
 * faces) the point may slide by any λ, and n stays square to them. A corner has neither.
 */
import { createMat3 } from '../../math/mat3.ts';
import type { Cone } from '../../shapes/cone.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import type { Hull } from '../../shapes/hull.ts';
import type { Segment } from '../../shapes/segment.ts';
import type { Solid } from './core.ts';

export interface ContactFeature {
  /** Flat pieces: corners, edges, faces. Round ones: a rim, the side of a cylinder or cone, all of an ellipsoid. */
  piece: 'flat' | 'rim' | 'side' | 'smooth';
  /** The point of contact, xyz [m]. */
  readonly point: Float64Array;
  /** How many straight directions there are, 0 to 2, and their unit vectors. */
  straightCount: number;
  readonly straight: Float64Array;
  /** W: xx, yy, zz, xy, yz, zx [m]. */
  readonly bending: Float64Array;
  /** Of a hull: the face the point is on, or one of them. */
  face: number;
}

export function createContactFeature(): ContactFeature {
  return {
    piece: 'flat',
    point: new Float64Array(3),
    straightCount: 0,
    straight: new Float64Array(6),
    bending: new Float64Array(6),
    face: -1,
  };
}

/** What decides which piece a contact lies on. */
export interface PieceLimits {
  /** Places this near to the end of a piece belong to the end [m]. */
  near: number;
  /** Edges and faces whose angle with the plane across the normal is less than this lie along it, wherever the point is [rad]. */
  square: number;
}

/** The radius a body's core is grown by [m]. */
export function coreRadius(shape: Solid): number {
  switch (shape.kind) {
    case 'sphere':
    case 'capsule':
    case 'box':
      return shape.radius;
    default:
      return 0;
  }
}

/** Finds the piece that a point of the core, in `out.point`, lies on; `n` is the outward unit normal there. */
export function findFeature(out: ContactFeature, shape: Solid, n: Float64Array, limits: PieceLimits): void {
  out.straightCount = 0;
  out.bending.fill(0);
  out.piece = 'flat';
  switch (shape.kind) {
    case 'point':
    case 'sphere':
      out.point.fill(0);
      break;
    case 'segment':
      findSegment(out, shape, n, limits);
      break;
    case 'capsule':
      findBox(out, 0, 0, shape.halfLength, n, limits);
      break;
    case 'box': {
      const { halfSizes: h, radius: r } = shape;
      findBox(out, h.x - r, h.y - r, h.z - r, n, limits);
      break;
    }
    case 'hull':
      findOnHull(out, shape, n, limits);
      break;
    case 'cylinder':
      findOnCylinder(out, shape.radius, shape.halfHeight, n, limits);
      break;
    case 'cone':
      findOnCone(out, shape, n, limits);
      break;
    case 'ellipsoid':
      out.piece = 'smooth';
  }
  followNormal(out, shape, n);
}

/** Moves the point of a round piece to where the normal is `n`, and writes how it bends there. Flat pieces stay. */
export function followNormal(out: ContactFeature, shape: Solid, n: Float64Array): void {
  if (shape.kind === 'ellipsoid') followEllipsoid(out, shape, n);
  else if (shape.kind === 'cylinder' && out.piece !== 'flat') followCylinder(out, shape.radius, n);
  else if (shape.kind === 'cone' && out.piece !== 'flat') followCone(out, shape, n);
}

function addStraight(out: ContactFeature, x: number, y: number, z: number): void {
  const at = 3 * out.straightCount++;
  out.straight[at] = x;
  out.straight[at + 1] = y;
  out.straight[at + 2] = z;
}

// ---- flat pieces

/** Boxes, and segments along z: straight along each axis that the point is not at an end of. */
function findBox(out: ContactFeature, hx: number, hy: number, hz: number, n: Float64Array, limits: PieceLimits): void {
  alongAxis(out, 0, hx, n, limits);
  alongAxis(out, 1, hy, n, limits);
  alongAxis(out, 2, hz, n, limits);
}

function alongAxis(
  out: ContactFeature,
  axis: number,
  half: number,
  n: Float64Array,
  { near, square }: PieceLimits,
): void {
  const inside = Math.abs(out.point[axis]) < half - near;
  if (out.straightCount < 2 && half > 0 && (inside || Math.abs(n[axis]) < square)) {
    addStraight(out, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
  } else {
    out.point[axis] = n[axis] < 0 ? -half : half;
  }
}

// biome-ignore format: one vector per line
function findSegment(out: ContactFeature, { start, end }: Segment, n: Float64Array, { near, square }: PieceLimits): void {
  const { point } = out;
  const dx = end.x - start.x, dy = end.y - start.y, dz = end.z - start.z;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const x = length > 0 ? dx / length : 0, y = length > 0 ? dy / length : 0, z = length > 0 ? dz / length : 0;
  const along = x * (point[0] - start.x) + y * (point[1] - start.y) + z * (point[2] - start.z);
  const rise = n[0] * x + n[1] * y + n[2] * z;
  if (length > 0 && ((along > near && along < length - near) || Math.abs(rise) < square)) addStraight(out, x, y, z);
  const place = out.straightCount > 0 ? Math.min(Math.max(along, 0), length) : rise > 0 ? length : 0;
  point[0] = start.x + place * x; point[1] = start.y + place * y; point[2] = start.z + place * z;
}

/** One face holds the point: on it. Two: on their edge. More: at a corner. A face or edge square to the normal comes first. */
function findOnHull(out: ContactFeature, hull: Hull, n: Float64Array, { near, square }: PieceLimits): void {
  const { vertices, faceStarts, faceVertices, normals, edges } = hull;
  const { point } = out;
  let nearest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    const v = 3 * faceVertices[faceStarts[k]];
    const height = heightOver(point, vertices, v, normals, 3 * k);
    const cosine = normals[3 * k] * n[0] + normals[3 * k + 1] * n[1] + normals[3 * k + 2] * n[2];
    // of the faces that hold the point the one that looks most along the normal
    if (height > -near && cosine > nearest) {
      nearest = cosine;
      out.face = k;
    }
  }
  const v = 3 * faceVertices[faceStarts[out.face]];
  const flush = 1 - nearest < 0.5 * square * square || isWithinFace(point, hull, out.face, near);
  if (flush) {
    spanFace(out, hull);
    moveAlong(point, normals, 3 * out.face, -heightOver(point, vertices, v, normals, 3 * out.face));
    return;
  }
  let corner = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let e = 0; e < edges.length; e += 4) {
    const from = 3 * edges[e];
    const to = 3 * edges[e + 1];
    const place = placeOnEdge(point, vertices, from, to);
    if (place.distance > near) continue;
    const rise = n[0] * place.x + n[1] * place.y + n[2] * place.z;
    if ((place.along > near && place.along < place.length - near) || Math.abs(rise) < square) {
      addStraight(out, place.x, place.y, place.z);
      for (let c = 0; c < 3; c++) point[c] = vertices[from + c] + place.along * out.straight[c];
      return;
    }
    if (place.distance < least) {
      least = place.distance;
      corner = place.along > 0.5 * place.length ? to : from;
    }
  }
  if (corner >= 0) for (let c = 0; c < 3; c++) point[c] = vertices[corner + c];
}

function heightOver(p: Float64Array, vertices: Float64Array, v: number, normals: Float64Array, at: number): number {
  return (
    normals[at] * (p[0] - vertices[v]) +
    normals[at + 1] * (p[1] - vertices[v + 1]) +
    normals[at + 2] * (p[2] - vertices[v + 2])
  );
}

function moveAlong(p: Float64Array, directions: Float64Array, at: number, way: number): void {
  for (let c = 0; c < 3; c++) p[c] += way * directions[at + c];
}

/** Two directions in the face: along its first edge, and square to that. */
function spanFace(out: ContactFeature, { vertices, faceStarts, faceVertices, normals }: Hull): void {
  const from = 3 * faceVertices[faceStarts[out.face]];
  const to = 3 * faceVertices[faceStarts[out.face] + 1];
  const { x, y, z } = placeOnEdge(out.point, vertices, from, to);
  const at = 3 * out.face;
  addStraight(out, x, y, z);
  addStraight(
    out,
    normals[at + 1] * z - normals[at + 2] * y,
    normals[at + 2] * x - normals[at] * z,
    normals[at] * y - normals[at + 1] * x,
  );
}

/** Is the point inside the edges of the face by more than `near`? */
function isWithinFace(point: Float64Array, hull: Hull, face: number, near: number): boolean {
  const { vertices, faceStarts, faceVertices, normals } = hull;
  for (let k = faceStarts[face]; k < faceStarts[face + 1]; k++) {
    const from = 3 * faceVertices[k];
    const to = 3 * faceVertices[k + 1 < faceStarts[face + 1] ? k + 1 : faceStarts[face]];
    const { x, y, z } = placeOnEdge(point, vertices, from, to);
    const gx = point[0] - vertices[from];
    const gy = point[1] - vertices[from + 1];
    const gz = point[2] - vertices[from + 2];
    const at = 3 * face;
    // (normal × edge)·(point - from)
    const inward =
      (normals[at + 1] * z - normals[at + 2] * y) * gx +
      (normals[at + 2] * x - normals[at] * z) * gy +
      (normals[at] * y - normals[at + 1] * x) * gz;
    if (!(inward > near)) return false;
  }
  return true;
}

/** Unit vector along an edge, how far along it a point is and how far from its line [m]. */
const edgePlace = { x: 0.5, y: 0.5, z: 0.5, length: 0.5, along: 0.5, distance: 0.5 };

// biome-ignore format: one vector per line
function placeOnEdge(p: Float64Array, vertices: Float64Array, from: number, to: number): typeof edgePlace {
  const dx = vertices[to] - vertices[from], dy = vertices[to + 1] - vertices[from + 1], dz = vertices[to + 2] - vertices[from + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const x = dx / length, y = dy / length, z = dz / length;
  const gx = p[0] - vertices[from], gy = p[1] - vertices[from + 1], gz = p[2] - vertices[from + 2];
  const along = x * gx + y * gy + z * gz;
  const place = Math.min(Math.max(along, 0), length);
  const ox = gx - place * x, oy = gy - place * y, oz = gz - place * z;
  edgePlace.x = x; edgePlace.y = y; edgePlace.z = z;
  edgePlace.length = length;
  edgePlace.along = along;
  edgePlace.distance = Math.sqrt(ox * ox + oy * oy + oz * oz);
  return edgePlace;
}

// ---- round pieces

function findOnCylinder(
  out: ContactFeature,
  radius: number,
  halfHeight: number,
  n: Float64Array,
  { near, square }: PieceLimits,
): void {
  const { point } = out;
  const across = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  if (across < radius - near || tilt < square) {
    spanEnd(out, n[2] < 0 ? -halfHeight : halfHeight);
  } else if (Math.abs(point[2]) < halfHeight - near || Math.abs(n[2]) < square) {
    out.piece = 'side';
    addStraight(out, 0, 0, 1);
  } else {
    out.piece = 'rim';
    point[2] = n[2] < 0 ? -halfHeight : halfHeight;
  }
}

/** The flat end at the height `z`. */
function spanEnd(out: ContactFeature, z: number): void {
  addStraight(out, 1, 0, 0);
  addStraight(out, 0, 1, 0);
  out.point[2] = z;
}

/** A circle of `radius` about z, or the side above it: t across the axis and the normal, W = radius/|n across z| t tᵀ. */
function followCylinder(out: ContactFeature, radius: number, n: Float64Array): void {
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const x = n[0] / tilt;
  const y = n[1] / tilt;
  out.point[0] = radius * x;
  out.point[1] = radius * y;
  bendAround(out, x, y, radius / tilt);
}

/** W for a turn about z: only along (-y, x, 0). */
function bendAround({ bending }: ContactFeature, x: number, y: number, radius: number): void {
  bending[0] = radius * y * y;
  bending[1] = radius * x * x;
  bending[3] = -radius * x * y;
}

function findOnCone(
  out: ContactFeature,
  { radius, height }: Cone,
  n: Float64Array,
  { near, square }: PieceLimits,
): void {
  const { point } = out;
  const across = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const length = Math.sqrt(radius * radius + height * height);
  // how far the normal is from square to the side
  const rise = (radius * tilt - height * n[2]) / length;
  const down = 0.75 * height - point[2];
  if ((down > height - near && across < radius - near) || (n[2] < 0 && tilt < square)) {
    spanEnd(out, -0.25 * height);
  } else if ((down > near && down < height - near) || Math.abs(rise) < square) {
    out.piece = 'side';
    addStraight(out, 0, 0, -1);
  } else if (down < 0.5 * height) {
    point[0] = 0;
    point[1] = 0;
    point[2] = 0.75 * height;
  } else {
    out.piece = 'rim';
    point[2] = -0.25 * height;
  }
}

/** The rim, or the side at the height of the point: its straight line turns with the normal, and bends the less the higher. */
function followCone(out: ContactFeature, { radius, height }: Cone, n: Float64Array): void {
  if (out.piece === 'rim') {
    followCylinder(out, radius, n);
    return;
  }
  const { point, straight } = out;
  const tilt = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const x = n[0] / tilt;
  const y = n[1] / tilt;
  const length = Math.sqrt(radius * radius + height * height);
  const across = (radius / height) * (0.75 * height - point[2]);
  point[0] = across * x;
  point[1] = across * y;
  straight[0] = (radius / length) * x;
  straight[1] = (radius / length) * y;
  straight[2] = -height / length;
  bendAround(out, x, y, (across * length) / height);
}

const matrix = createMat3();

/** p = B Bᵀn/h and W = (B Bᵀ - p pᵀ)/h with h = |Bᵀn|. [PATH98] spec 3.2 */
// biome-ignore format: one vector per line
function followEllipsoid({ point, bending }: ContactFeature, shape: Ellipsoid, n: Float64Array): void {
  const b = ellipsoidMatrix(matrix, shape);
  const ux = b.xx * n[0] + b.yx * n[1] + b.zx * n[2], uy = b.xy * n[0] + b.yy * n[1] + b.zy * n[2], uz = b.xz * n[0] + b.yz * n[1] + b.zz * n[2];
  const h = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const x = (b.xx * ux + b.xy * uy + b.xz * uz) / h, y = (b.yx * ux + b.yy * uy + b.yz * uz) / h, z = (b.zx * ux + b.zy * uy + b.zz * uz) / h;
  point[0] = x; point[1] = y; point[2] = z;
  bending[0] = (b.xx * b.xx + b.xy * b.xy + b.xz * b.xz - x * x) / h;
  bending[1] = (b.yx * b.yx + b.yy * b.yy + b.yz * b.yz - y * y) / h;
  bending[2] = (b.zx * b.zx + b.zy * b.zy + b.zz * b.zz - z * z) / h;
  bending[3] = (b.xx * b.yx + b.xy * b.yy + b.xz * b.yz - x * y) / h;
  bending[4] = (b.yx * b.zx + b.yy * b.zy + b.yz * b.zz - y * z) / h;
  bending[5] = (b.zx * b.xx + b.zy * b.xy + b.zz * b.xz - z * x) / h;
}

/** Is a place in the core of a body, but for `slack` [m]? */
export function isInCore(p: Float64Array, shape: Solid, slack: number): boolean {
  const across = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
  switch (shape.kind) {
    case 'capsule':
      return across <= slack && Math.abs(p[2]) <= shape.halfLength + slack;
    case 'box': {
      const { halfSizes: h, radius: r } = shape;
      const reach = slack - r;
      return Math.abs(p[0]) <= h.x + reach && Math.abs(p[1]) <= h.y + reach && Math.abs(p[2]) <= h.z + reach;
    }
    case 'cylinder':
      return across <= shape.radius + slack && Math.abs(p[2]) <= shape.halfHeight + slack;
    case 'cone': {
      const down = 0.75 * shape.height - p[2];
      const width = (shape.radius / shape.height) * down;
      return down >= -slack && down <= shape.height + slack && across <= width + slack;
    }
    case 'hull':
      return isInHull(p, shape, slack);
    case 'segment':
      return isOnSegment(p, shape, slack);
    default:
      // points have one place, and places of an ellipsoid are made from normals
      return true;
  }
}

function isInHull(p: Float64Array, hull: Hull, slack: number): boolean {
  const { vertices, faceStarts, faceVertices, normals } = hull;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    if (heightOver(p, vertices, 3 * faceVertices[faceStarts[k]], normals, 3 * k) > slack) return false;
  }
  // a flat hull has its edges for sides
  return faceStarts.length > 3 || isWithinFace(p, hull, 0, -slack);
}

const endPoints = new Float64Array(6);

function isOnSegment(p: Float64Array, { start, end }: Segment, slack: number): boolean {
  endPoints[0] = start.x;
  endPoints[1] = start.y;
  endPoints[2] = start.z;
  endPoints[3] = end.x;
  endPoints[4] = end.y;
  endPoints[5] = end.z;
  const { distance } = placeOnEdge(p, endPoints, 0, 3);
  return distance <= slack;
}
