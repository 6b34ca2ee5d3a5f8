import type { Cone } from '../../src/shapes/cone.ts';
import type { Ellipsoid } from '../../src/shapes/ellipsoid.ts';
import type { Hull } from '../../src/shapes/hull.ts';
import type { Polygon } from '../../src/shapes/polygon.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Trimesh } from '../../src/shapes/trimesh.ts';
import type { Placed } from '../contract/draw-pair.ts';
import {
  absolute,
  add,
  addVectors,
  clamp,
  compare,
  cross,
  divide,
  dot,
  type Extended,
  type ExtendedVector,
  extended,
  fromVec3,
  largest,
  length,
  multiply,
  negate,
  scaleVector,
  smallest,
  sqrt,
  subtract,
  subtractVectors,
  toNumber,
  unit,
  vector,
  ZERO,
} from './extended.ts';
import { toBodyAxes } from './support.ts';

// How far a point is outside a body, from the definition of each shape, in double-double arithmetic. None of the library's searches is used.

/**
 * Distance of a world point from a body [m]; 0 inside it and on its surface.
 * A trimesh is its surface here, closed or not. Undefined for tiled bodies.
 */
export function distanceOutside({ shape, pose }: Placed, point: ExtendedVector): number | undefined {
  const local = toBodyAxes(pose.rotation, subtractVectors(point, fromVec3(pose.position)));
  const outside = outsideInBody(shape, local);
  return outside && Math.max(toNumber(outside), 0);
}

function outsideInBody(shape: Shape, p: ExtendedVector): Extended | undefined {
  const less = (value: Extended, k: number) => subtract(value, extended(k));
  switch (shape.kind) {
    case 'point':
      return length(p);
    case 'segment':
      return distanceToSegment(p, fromVec3(shape.start), fromVec3(shape.end));
    case 'disc':
      return fromFlat(less(sqrt(add(multiply(p.x, p.x), multiply(p.y, p.y))), shape.radius), p.z);
    case 'polygon':
      return fromFlat(outsidePolygon(shape, p), p.z);
    case 'halfspace':
      return dot(fromVec3(shape.normal), p);
    case 'sphere':
      return less(length(p), shape.radius);
    case 'capsule': {
      const z = clamp(p.z, extended(-shape.halfHeight), extended(shape.halfHeight));
      return less(length({ x: p.x, y: p.y, z: subtract(p.z, z) }), shape.radius);
    }
    case 'box': {
      const { halfExtents: h, radius } = shape;
      const beyond = (value: Extended, half: number) =>
        largest(subtract(absolute(value), subtract(extended(half), extended(radius))), ZERO);
      return less(length({ x: beyond(p.x, h.x), y: beyond(p.y, h.y), z: beyond(p.z, h.z) }), radius);
    }
    case 'cylinder': {
      const radial = less(sqrt(add(multiply(p.x, p.x), multiply(p.y, p.y))), shape.radius);
      return fromFlat(radial, largest(less(absolute(p.z), shape.halfHeight), ZERO));
    }
    case 'cone':
      return outsideCone(shape, p);
    case 'hull':
      return outsideHull(shape, p);
    case 'ellipsoid':
      return outsideEllipsoid(shape, p);
    case 'compound': {
      const each = shape.pieces.map(({ shape: piece, pose }) =>
        outsideInBody(piece, toBodyAxes(pose.rotation, subtractVectors(p, fromVec3(pose.position)))),
      );
      return each.reduce((min, value) => min && value && smallest(min, value));
    }
    case 'trimesh':
      return distanceToTriangles(shape, p);
    default:
      return undefined;
  }
}

/** Of a flat body with the signed distance `aside` in its plane, for a point `height` off the plane. */
function fromFlat(aside: Extended, height: Extended): Extended {
  const clipped = largest(aside, ZERO);
  return sqrt(add(multiply(clipped, clipped), multiply(height, height)));
}

export function distanceToSegment(p: ExtendedVector, start: ExtendedVector, end: ExtendedVector): Extended {
  const along = subtractVectors(end, start);
  const q = subtractVectors(p, start);
  const square = dot(along, along);
  const t = square[0] > 0 ? clamp(divide(dot(q, along), square), ZERO, extended(1)) : ZERO;
  return length(subtractVectors(q, scaleVector(along, t)));
}

/** Distance from a flat convex polygon in space, its corners counter-clockwise about `normal`. */
function distanceToFace(p: ExtendedVector, corners: readonly ExtendedVector[], normal: ExtendedVector): Extended {
  const over = corners.every((from, i) => {
    const edge = subtractVectors(corners[(i + 1) % corners.length], from);
    return toNumber(dot(cross(normal, edge), subtractVectors(p, from))) >= 0;
  });
  if (over && length(normal)[0] > 0) return absolute(dot(normal, subtractVectors(p, corners[0])));
  return corners
    .map((from, i) => distanceToSegment(p, from, corners[(i + 1) % corners.length]))
    .reduce((min, value) => smallest(min, value));
}

const at = (packed: ArrayLike<number>, i: number) => vector(packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]);

/** Newell's normal: of all corners alike, so that a sliver among them does no harm. */
function faceNormal(corners: readonly ExtendedVector[]): ExtendedVector {
  let sum = vector(0, 0, 0);
  for (let i = 1; i + 1 < corners.length; i++) {
    const fan = cross(subtractVectors(corners[i], corners[0]), subtractVectors(corners[i + 1], corners[0]));
    sum = addVectors(sum, fan);
  }
  return unit(sum);
}

interface Face {
  readonly corners: readonly ExtendedVector[];
  readonly normal: ExtendedVector;
}

const facesOfHulls = new WeakMap<Hull, Face[]>();

export function hullFaces(hull: Hull): readonly Face[] {
  const known = facesOfHulls.get(hull);
  if (known) return known;
  const { vertices, faceStarts, faceVertices } = hull;
  const faces = Array.from({ length: faceStarts.length - 1 }, (_, k) => {
    const corners = [...faceVertices.slice(faceStarts[k], faceStarts[k + 1])].map((i) => at(vertices, i));
    return { corners, normal: faceNormal(corners) };
  });
  facesOfHulls.set(hull, faces);
  return faces;
}

function outsideHull(hull: Hull, p: ExtendedVector): Extended {
  const faces = hullFaces(hull);
  const inside = faces.every(({ corners, normal }) => toNumber(dot(normal, subtractVectors(p, corners[0]))) <= 0);
  if (inside) return ZERO;
  return faces
    .map(({ corners, normal }) => distanceToFace(p, corners, normal))
    .reduce((min, value) => smallest(min, value));
}

function distanceToTriangles({ positions, triangles }: Trimesh, p: ExtendedVector): Extended {
  let min: Extended = [Number.POSITIVE_INFINITY, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => at(positions, triangles[t + k]));
    const distance = distanceToFace(p, corners, faceNormal(corners));
    if (min[0] === Number.POSITIVE_INFINITY || compare(distance, min) < 0) min = distance;
  }
  return min;
}

/** Is a point of body axes inside a closed mesh? The solid angles of its triangles (van Oosterom and Strackee) add up to 4π then. */
export function isInsideMesh({ positions, triangles }: Trimesh, p: ExtendedVector): boolean {
  let angle = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => subtractVectors(at(positions, triangles[t + k]), p));
    const [a, b, c] = corners;
    const volume = toNumber(dot(a, cross(b, c)));
    const [u, v, w] = corners.map((corner) => toNumber(length(corner)));
    const [ab, bc, ca] = [dot(a, b), dot(b, c), dot(c, a)].map(toNumber);
    angle += 2 * Math.atan2(volume, u * v * w + ab * w + bc * u + ca * v);
  }
  return angle > 2 * Math.PI;
}

/** Signed in sign only: distance from the boundary outside a simple polygon, not above zero inside. */
function outsidePolygon({ vertices: v }: Polygon, p: ExtendedVector): Extended {
  let inside = false;
  let min: Extended | undefined;
  const flat = { x: p.x, y: p.y, z: ZERO };
  for (let i = 0; i < v.length; i += 2) {
    const k = (i + 2) % v.length;
    const [start, end] = [vector(v[i], v[i + 1], 0), vector(v[k], v[k + 1], 0)];
    const distance = distanceToSegment(flat, start, end);
    min = min ? smallest(min, distance) : distance;
    const below = (y: number) => compare(extended(y), p.y) <= 0;
    if (below(v[i + 1]) === below(v[k + 1])) continue;
    const side = toNumber(cross(subtractVectors(end, start), subtractVectors(flat, start)).z);
    if (below(v[i + 1]) === side > 0) inside = !inside;
  }
  return inside ? ZERO : (min ?? ZERO);
}

/** In the half-plane of axis and point, (r, z), the cone is a triangle; only its slanted side and its base bound it. */
function outsideCone({ radius, halfHeight }: Cone, p: ExtendedVector): Extended {
  const r = sqrt(add(multiply(p.x, p.x), multiply(p.y, p.y)));
  const q = { x: r, y: p.z, z: ZERO };
  const [rim, apex] = [vector(radius, -0.5 * halfHeight, 0), vector(0, 1.5 * halfHeight, 0)];
  const center = vector(0, -0.5 * halfHeight, 0);
  const slant = subtractVectors(apex, rim);
  // outward to the right of the way up
  const beyondSlant = toNumber(cross(slant, subtractVectors(q, rim)).z) < 0;
  const belowBase = compare(p.z, extended(-0.5 * halfHeight)) < 0;
  if (!beyondSlant && !belowBase) return ZERO;
  return smallest(distanceToSegment(q, rim, apex), distanceToSegment(q, center, rim));
}

/** Newton steps at most, in doubles, then in double-double arithmetic: convergence is quadratic once it is near. */
const NEWTON_STEPS = 200;
const LAST_STEPS = 4;

/**
 * |B⁻¹p| ≤ 1 inside. Outside, along the principal axes, the foot of p is a²p / (a² + λ) with the one root λ ≥ 0 of
 * Σ (a p / (a² + λ))² = 1: the sum is convex and falls, so Newton's method from below never passes the root.
 */
function outsideEllipsoid(shape: Ellipsoid, p: ExtendedVector): Extended {
  const { semiAxes: s, deformation: f } = shape;
  const inverse = inverseMatrix(shape);
  if (toNumber(length(apply(inverse, p))) <= 1) return ZERO;
  if (f.xx !== 1 || f.yy !== 1 || f.zz !== 1) throw new RangeError('only ellipsoids along their axes are judged');
  const axes = [
    [s.x, p.x],
    [s.y, p.y],
    [s.z, p.z],
  ] as const;
  let root = Math.max(0, ...axes.map(([a, x]) => a * Math.abs(toNumber(x)) - a * a));
  for (let k = 0; k < NEWTON_STEPS; k++) {
    let [value, slope] = [-1, 0];
    for (const [a, x] of axes) {
      const part = (a * toNumber(x)) / (a * a + root);
      value += part * part;
      slope -= (2 * part * part) / (a * a + root);
    }
    const next = root - value / slope;
    if (!(next > root)) break;
    root = next;
  }
  let lambda = extended(root);
  const below = (a: number) => add(multiply(extended(a), extended(a)), lambda);
  for (let k = 0; k < LAST_STEPS; k++) {
    let [value, slope] = [extended(-1), ZERO];
    for (const [a, x] of axes) {
      const part = divide(multiply(extended(a), x), below(a));
      value = add(value, multiply(part, part));
      slope = subtract(slope, divide(multiply(extended(2), multiply(part, part)), below(a)));
    }
    lambda = subtract(lambda, divide(value, slope));
  }
  // p less its foot is λ p / (a² + λ)
  const [x, y, z] = axes.map(([a, c]) => divide(multiply(lambda, c), below(a)));
  return length({ x, y, z });
}

type Rows = readonly [ExtendedVector, ExtendedVector, ExtendedVector];

/** Inverse of B = F diag(semiAxes), by rows. */
function inverseMatrix({ semiAxes: s, deformation: f }: Ellipsoid): Rows {
  const [a, b, c] = [vector(f.xx, f.yx, f.zx), vector(f.xy, f.yy, f.zy), vector(f.xz, f.yz, f.zz)];
  const determinant = dot(a, cross(b, c));
  const row = (v: ExtendedVector, half: number) =>
    scaleVector(v, divide(extended(1), multiply(determinant, extended(half))));
  return [row(cross(b, c), s.x), row(cross(c, a), s.y), row(cross(a, b), s.z)];
}

function apply([x, y, z]: Rows, v: ExtendedVector): ExtendedVector {
  return { x: dot(x, v), y: dot(y, v), z: dot(z, v) };
}

/** -v */
export function opposite({ x, y, z }: ExtendedVector): ExtendedVector {
  return { x: negate(x), y: negate(y), z: negate(z) };
}
