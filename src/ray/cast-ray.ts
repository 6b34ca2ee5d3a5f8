/** Ray cast by kind of body: reads the ray from `ray`, in the frame of the body, and writes the interval inside to `span`. */

import { createContact } from '../distance/contact.ts';
import { hasControlPoints } from '../distance/smooth/tiled-contact.ts';
import { createPose } from '../math/pose.ts';
import { setVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import type { Compound } from '../shapes/compound.ts';
import type { Cone } from '../shapes/cone.ts';
import type { Cylinder } from '../shapes/cylinder.ts';
import type { Ellipsoid } from '../shapes/ellipsoid.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import type { Hull } from '../shapes/hull.ts';
import { createPoint } from '../shapes/point.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { startNearest, storeIfNearer, takeNearest } from './nearest-span.ts';
import { rayAdvance } from './ray-advance.ts';
import { rayBox } from './ray-box.ts';
import { rayBrep } from './ray-brep.ts';
import { visitItems } from './ray-bvh.ts';
import { rayHull } from './ray-hull.ts';
import { rayMarch } from './ray-march.ts';
import { rayInflatedPolygon, rayPolygon } from './ray-polygon.ts';
import { rayCone, rayCylinder, rayEllipsoid } from './ray-round.ts';
import { rayInflatedSegment, rayThinSegment } from './ray-segment.ts';
import {
  ENTER,
  EXIT,
  FEATURE,
  FROM,
  missBody,
  NORMAL,
  PIECE,
  RAY_LENGTH,
  ray,
  setNormal,
  span,
  TO,
} from './ray-span.ts';
import { rayTiled } from './ray-tiled.ts';
import { rayInflatedTrimesh, rayTrimesh } from './ray-trimesh.ts';

const box = new Float64Array(4);
const ends = new Float64Array(6);

/** Fills `span` with the part of the ray inside the body inflated by `radius`; closed forms where they exist. */
export function castRay(shape: Shape, radius: number): void {
  switch (shape.kind) {
    case 'point':
      ends.fill(0);
      castSegment(radius);
      break;
    case 'segment':
      setEnds(shape.start, 0);
      setEnds(shape.end, 3);
      castSegment(radius);
      break;
    case 'disc':
    case 'sphere':
      castBox(0, 0, 0, shape.radius + radius);
      break;
    case 'capsule':
      castBox(0, 0, shape.halfHeight, shape.radius + radius);
      break;
    case 'box':
      castBox(
        shape.halfExtents.x - shape.radius,
        shape.halfExtents.y - shape.radius,
        shape.halfExtents.z - shape.radius,
        shape.radius + radius,
      );
      break;
    case 'polygon':
      if (radius > 0) rayInflatedPolygon(ray, shape, radius);
      else rayPolygon(ray, shape);
      break;
    case 'halfspace':
      castHalfspace(shape, radius);
      break;
    case 'compound':
      castCompound(shape, radius);
      break;
    case 'trimesh':
      castTrimesh(shape, radius);
      break;
    case 'brep':
      if (radius > 0) rayMarch(shape, radius);
      else castSurface(shape);
      break;
    case 'tiled':
      castTiled(shape, radius);
      break;
    default:
      if (radius > 0) rayAdvance(shape, shapeRadius(shape), radius);
      else castConvex(shape);
  }
}

function castConvex(shape: Cylinder | Cone | Ellipsoid | Hull): void {
  switch (shape.kind) {
    case 'cylinder':
      rayCylinder(ray, shape);
      break;
    case 'cone':
      rayCone(ray, shape);
      break;
    case 'ellipsoid':
      rayEllipsoid(ray, shape);
      break;
    case 'hull':
      rayHull(ray, shape);
  }
}

function setEnds(end: { x: number; y: number; z: number }, at: number): void {
  ends[at] = end.x;
  ends[at + 1] = end.y;
  ends[at + 2] = end.z;
}

function castSegment(radius: number): void {
  if (radius > 0) rayInflatedSegment(ray, radius, ends);
  else rayThinSegment(ray, ends);
}

function castBox(x: number, y: number, z: number, radius: number): void {
  box[0] = x;
  box[1] = y;
  box[2] = z;
  box[3] = radius;
  rayBox(ray, box);
}

/** The ray is inside from where it crosses the plane, or up to there. */
function castHalfspace({ normal: n }: Halfspace, radius: number): void {
  const height = n.x * ray[0] + n.y * ray[1] + n.z * ray[2] - radius;
  const rate = n.x * ray[3] + n.y * ray[4] + n.z * ray[5];
  if (rate === 0 && height > 0) {
    missBody();
    return;
  }
  span[ENTER] = rate < 0 ? -height / rate : Number.NEGATIVE_INFINITY;
  span[EXIT] = rate > 0 ? -height / rate : Number.POSITIVE_INFINITY;
  span[FEATURE] = -1;
  setNormal(n.x, n.y, n.z);
}

// Arguments of the current compound: the visitor receives only an index.
let compound: Compound;
let inflation = 0;
/** The ray in the frame of the compound. */
const outer = new Float64Array(RAY_LENGTH);

function castCompound(shape: Compound, radius: number): void {
  compound = shape;
  inflation = radius;
  outer.set(ray);
  startNearest();
  visitItems(shape.bvh, outer, radius, castPiece);
  takeNearest();
}

/** Casts the ray in the frame of a piece and transforms the result back to the compound. */
// biome-ignore format: one vector per line
function castPiece(item: number): void {
  const { shape, pose: { position: p, rotation: r } } = compound.pieces[item];
  const x = outer[0] - p.x, y = outer[1] - p.y, z = outer[2] - p.z;
  const dx = outer[3], dy = outer[4], dz = outer[5];
  ray[0] = r.xx * x + r.yx * y + r.zx * z; ray[1] = r.xy * x + r.yy * y + r.zy * z; ray[2] = r.xz * x + r.yz * y + r.zz * z;
  ray[3] = r.xx * dx + r.yx * dy + r.zx * dz; ray[4] = r.xy * dx + r.yy * dy + r.zy * dz; ray[5] = r.xz * dx + r.yz * dy + r.zz * dz;
  castRay(shape, inflation);
  const nx = span[NORMAL], ny = span[NORMAL + 1], nz = span[NORMAL + 2];
  setNormal(r.xx * nx + r.xy * ny + r.xz * nz, r.yx * nx + r.yy * ny + r.yz * nz, r.zx * nx + r.zy * ny + r.zz * nz);
  span[PIECE] = item;
  storeIfNearer();
  ray.set(outer);
}

function castTrimesh(mesh: Trimesh, radius: number): void {
  if (radius === 0) castSurface(mesh);
  else if (distanceAtStart(mesh) < radius) startInside();
  else rayInflatedTrimesh(mesh, radius);
}

function castTiled(body: TiledBody, radius: number): void {
  if (radius === 0 && hasControlPoints(body)) {
    castSurface(body);
    return;
  }
  if (!(body.convex && body.closed)) {
    const reason = radius > 0 ? 'a ray with a radius' : 'a body whose pieces are not Bezier patches';
    throw new RangeError(`raycast: ${reason} needs a convex body, and this tiled body is not convex`);
  }
  rayAdvance(body, shapeRadius(body), radius);
}

/** A surface this far behind the start is hit at the start, relative to the size: rounding. */
const BEHIND = 4e-15;
/** A back-side crossing is skipped by this fraction of the size. */
const PASS = 1e-13;
/** Maximum number of skipped back-side crossings: a start on the surface, and grazed edges whose far side comes first by rounding. */
const MAX_PASSES = 8;

/**
 * The first crossing of a surface. A crossing from the back side is a start inside if the signed distance of the start is negative. An open
 * surface flips its normal to face the ray.
 */
function castSurface(shape: Trimesh | TiledBody | Brep): void {
  const from = span[FROM];
  const to = span[TO];
  // a surface through the start, to machine precision, is hit and not skipped
  span[FROM] -= BEHIND * (shapeRadius(shape) + Math.abs(from));
  // a ray that ends inside a closed body still has an exit: it shows that the ray started inside
  if (shape.closed) span[TO] = Number.POSITIVE_INFINITY;
  for (let passes = 0; ; passes++) {
    if (shape.kind === 'trimesh') rayTrimesh(shape);
    else if (shape.kind === 'brep') rayBrep(ray, shape);
    else rayTiled(ray, shape);
    const rate = span[NORMAL] * ray[3] + span[NORMAL + 1] * ray[4] + span[NORMAL + 2] * ray[5];
    if (span[ENTER] === Number.POSITIVE_INFINITY || rate <= 0) break;
    if (!shape.closed) {
      setNormal(-span[NORMAL], -span[NORMAL + 1], -span[NORMAL + 2]);
      break;
    }
    if (passes === 0 && distanceAtStart(shape) < 0) {
      startInside();
      break;
    }
    if (passes === MAX_PASSES) {
      missBody();
      break;
    }
    span[FROM] = span[ENTER] + PASS * shapeRadius(shape);
  }
  span[FROM] = from;
  span[TO] = to;
  if (span[ENTER] < from && span[ENTER] > Number.NEGATIVE_INFINITY) span[ENTER] = from;
}

function startInside(): void {
  span[ENTER] = Number.NEGATIVE_INFINITY;
  span[EXIT] = Number.POSITIVE_INFINITY;
}

const POINT = createPoint();
const pointPose = createPose();
const AT_ORIGIN = createPose();
const contact = createContact();

/** Signed distance of the start of the ray [m]. */
function distanceAtStart(shape: Shape): number {
  const t = span[FROM];
  setVec3(pointPose.position, ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]);
  return closestInto(contact, POINT, pointPose, shape, AT_ORIGIN).distance;
}
