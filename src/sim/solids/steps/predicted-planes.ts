import {
  type ContactPoints,
  clearPairCache,
  createContactPoints,
  createPairCache,
  solidContactPoints,
} from '../../../manifold/contact-points.ts';
import { reservePoints } from '../../../manifold/point-list.ts';
import { createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { type ReadonlyVec3, setVec3 } from '../../../math/vec3.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { CACHED_IMPULSE, type SearchCache } from './contact-cache.ts';

/**
 * A sphere in a smooth hollow: the contact normal rotates as it moves. With the normal of the start of the step alone the sphere leaves along
 * the tangent, enters the surface, and the correction of that lifts it against gravity, step by step. The positions ahead where it
 * touches the surface form a polygon; the planes through its sides, each a contact that is still open, lead the sphere along it. They deflect
 * its velocity like the faces of a fine mesh, which can only take energy.
 */

/** Sides of the polygon in a step. */
const PLANES = 3;
/** Features of the planes: PLANE_FEATURE + 1 to PLANES. That of a smooth body is 0. */
const PLANE_FEATURE = 1 << 20;
/** Fraction of the radius: a surface that deviates from its tangent plane by less than this is flat, or convex. */
const CONCAVE = 1e-9;

const ahead = createContactPoints();
const cold = createPairCache();
const moved = createPose();
/** Unit vectors from the smooth body to the sphere, at the last position and at this one; the centre of the sphere where it touches, likewise. */
const lastNormal = new Float64Array(3);
const lastCentre = new Float64Array(3);
const centre = new Float64Array(3);
/** Normal of a plane, from the smooth body to the sphere. */
const plane = new Float64Array(3);

/** Whether two bodies are a sphere and a smooth body that need not be convex. */
export function mayRollInHollow(shapeA: Shape, shapeB: Shape): boolean {
  return (shapeA.kind === 'sphere' && shapeB.kind === 'tiled') || (shapeA.kind === 'tiled' && shapeB.kind === 'sphere');
}

/**
 * Adds the planes ahead to `out`, which has the one point of the pair. `displacement` is the one of B relative to A in the step [m], world axes.
 * Over convex parts there are none.
 */
// biome-ignore format: one vector per line
export function addPredictedPlanes(
  out: ContactPoints, shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose, displacement: Float64Array, margin: number,
): void {
  // 1 if the sphere is B, -1 if it is A
  const side = shapeB.kind === 'sphere' ? 1 : -1;
  const radius = shapeB.kind === 'sphere' ? shapeB.radius : shapeA.kind === 'sphere' ? shapeA.radius : 0;
  const start = side > 0 ? poseB.position : poseA.position;
  const gap = out.distances[0];
  setTouching(lastNormal, lastCentre, out, start, side, displacement, 0);
  for (let k = 1; k <= PLANES; k++) {
    const fraction = k / PLANES;
    moved.rotation = poseB.rotation;
    setVec3(
      moved.position,
      poseB.position.x + fraction * displacement[0],
      poseB.position.y + fraction * displacement[1],
      poseB.position.z + fraction * displacement[2],
    );
    clearPairCache(cold);
    if (solidContactPoints(ahead, shapeA, poseA, shapeB, moved, margin, cold) === 0) return;
    setTouching(normal, centre, ahead, start, side, displacement, fraction);
    const tangent = heightOver(normal, start);
    setPlane();
    const here = heightOver(plane, start);
    lastNormal.set(normal);
    lastCentre.set(centre);
    if (tangent > gap + CONCAVE * radius && here <= margin) addPlane(out, start, side, radius, here, k);
  }
}

const normal = new Float64Array(3);

/** The normal of the contact, and the centre of the sphere moved along it until it touches. */
// biome-ignore format: one vector per line
function setTouching(
  unit: Float64Array, touching: Float64Array, { normals, distances }: ContactPoints, { x, y, z }: ReadonlyVec3, side: number, displacement: Float64Array, fraction: number,
): void {
  for (let l = 0; l < 3; l++) {
    unit[l] = side * normals[l];
    touching[l] = (l === 0 ? x : l === 1 ? y : z) + side * fraction * displacement[l] - distances[0] * unit[l];
  }
}

/** Height of a point over the plane through `centre` [m]. */
function heightOver(unit: Float64Array, { x, y, z }: ReadonlyVec3): number {
  return unit[0] * (x - centre[0]) + unit[1] * (y - centre[1]) + unit[2] * (z - centre[2]);
}

/** The plane through `lastCentre` and `centre`, perpendicular to the mean of their normals otherwise. */
// biome-ignore format: one vector per line
function setPlane(): void {
  const tx = centre[0] - lastCentre[0], ty = centre[1] - lastCentre[1], tz = centre[2] - lastCentre[2];
  const x = normal[0] + lastNormal[0], y = normal[1] + lastNormal[1], z = normal[2] + lastNormal[2];
  const lengthSq = tx * tx + ty * ty + tz * tz;
  const along = lengthSq > 0 ? (x * tx + y * ty + z * tz) / lengthSq : 0;
  const px = x - along * tx, py = y - along * ty, pz = z - along * tz;
  const length = Math.sqrt(px * px + py * py + pz * pz);
  plane[0] = px / length; plane[1] = py / length; plane[2] = pz / length;
}

/** Adds plane k, at the height `gap` below a sphere about `start`. */
// biome-ignore format: one vector per line
function addPlane(out: ContactPoints, { x, y, z }: ReadonlyVec3, side: number, radius: number, gap: number, k: number): void {
  reservePoints(out, 1);
  const i = 3 * out.count;
  const ofSphere = side > 0 ? out.pointsB : out.pointsA, ofSurface = side > 0 ? out.pointsA : out.pointsB;
  for (let l = 0; l < 3; l++) {
    ofSphere[i + l] = (l === 0 ? x : l === 1 ? y : z) - radius * plane[l];
    ofSurface[i + l] = ofSphere[i + l] - gap * plane[l];
    out.normals[i + l] = side * plane[l];
  }
  out.distances[out.count] = gap;
  out.features[out.count] = PLANE_FEATURE + k;
  out.count++;
}

/**
 * Moves all impulses of a pair to its first point: at the start of a step the sphere is on the surface here, and it has left the planes of the
 * last step.
 */
export function moveImpulsesToFirst({ impulses, blocks, counts }: SearchCache, slot: number): void {
  const first = CACHED_IMPULSE * blocks[slot];
  for (let k = 1; k < counts[slot]; k++) {
    for (let l = 0; l < CACHED_IMPULSE; l++) {
      impulses[first + l] += impulses[first + CACHED_IMPULSE * k + l];
      impulses[first + CACHED_IMPULSE * k + l] = 0;
    }
  }
}
