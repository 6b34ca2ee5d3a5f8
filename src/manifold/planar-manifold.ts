import type { Contact, ContactPoint, FeatureKind, Manifold } from '../distance/contact.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { createPlanarCore, setPlanarCore } from '../shapes/planar-core.ts';
import type { PlanarShape } from '../shapes/shape.ts';

/** An edge is a contact edge if its outward normal is this close to the contact normal (1 - cosine). */
const ALIGNED = 1e-9;

const HALFSPACE = Number.POSITIVE_INFINITY;

/** A straight side of a body: world axes, relative to A's position. */
interface Side {
  readonly startX: number;
  readonly startY: number;
  /** Unit direction. */
  readonly x: number;
  readonly y: number;
  /** [m]; `HALFSPACE` for a half-space, which has no ends. */
  readonly length: number;
}

/**
 * Contact points of two planar bodies: the two ends of the interval where an edge of one overlaps the facing edge of
 * the other, if both ends are within `tolerance` [m] of touching (or penetrate) and more than `tolerance` apart; else
 * the closest points in `contact`. [CP13-2.6], [CP13-5.3.1]
 */
export function planarManifold(
  shapeA: PlanarShape,
  poseA: ReadonlyPose,
  shapeB: PlanarShape,
  poseB: ReadonlyPose,
  contact: Contact,
  tolerance: number,
): Manifold {
  const { normal, pointA, pointB, distance } = contact;
  const sidesA = sidesOf(shapeA, poseA, poseA, contact.featureA, contact.indexA);
  const sidesB = sidesOf(shapeB, poseB, poseA, contact.featureB, contact.indexB);
  const sideA = mostAligned(sidesA, normal.x, normal.y);
  const sideB = mostAligned(sidesB, -normal.x, -normal.y);
  if (sideA !== undefined && sideB !== undefined) {
    // the reference side is the one that defines the normal, or a half-space; the other body's side is clipped by it
    const alignmentA = outward(sideA, normal.x, normal.y);
    const alignmentB = outward(sideB, -normal.x, -normal.y);
    const onB = sideB.length === HALFSPACE || (sideA.length !== HALFSPACE && alignmentB >= alignmentA);
    const reference = onB ? sideB : sideA;
    if ((onB ? alignmentB : alignmentA) >= 1 - ALIGNED) {
      const points = clipSide(reference, onB ? sideA : sideB, onB, poseA.position, tolerance);
      const sign = onB ? -1 : 1;
      if (points) return { normal: createVec3(sign * reference.y, -sign * reference.x), points };
    }
  }
  return { normal: { ...normal }, points: [{ pointA: { ...pointA }, pointB: { ...pointB }, distance }] };
}

/** Cosine between the outward normal of a side, (y, -x), and the unit direction (nx, ny). */
function outward(side: Side, nx: number, ny: number): number {
  return side.y * nx - side.x * ny;
}

function mostAligned(sides: readonly Side[], nx: number, ny: number): Side | undefined {
  let best = sides[0];
  for (let i = 1; i < sides.length; i++) if (outward(sides[i], nx, ny) > outward(best, nx, ny)) best = sides[i];
  return best;
}

const core = createPlanarCore();

/** The sides of a body at a feature of the contact: the edge itself, or the two edges of a vertex; none for round bodies. */
function sidesOf(
  shape: PlanarShape,
  pose: ReadonlyPose,
  poseA: ReadonlyPose,
  feature: FeatureKind,
  index: number,
): Side[] {
  const { rotation } = pose;
  const shiftX = pose.position.x - poseA.position.x;
  const shiftY = pose.position.y - poseA.position.y;
  if (shape.kind === 'halfspace') {
    // the boundary runs to the left of the outward normal
    const x = -(rotation.yx * shape.normal.x + rotation.yy * shape.normal.y);
    const y = rotation.xx * shape.normal.x + rotation.xy * shape.normal.y;
    return [{ startX: shiftX, startY: shiftY, x, y, length: HALFSPACE }];
  }
  const { vertices: v } = setPlanarCore(core, shape);
  const count = v.length / 2;
  if (index < 0 || count < 2) return [];
  // a segment has the same edge twice, once for each side
  const edges = feature === 'edge' && count > 2 ? [index] : [index, (index + count - 1) % count];
  return edges.map((edge) => {
    const i = 2 * edge;
    const k = (i + 2) % v.length;
    const dx = rotation.xx * (v[k] - v[i]) + rotation.xy * (v[k + 1] - v[i + 1]);
    const dy = rotation.yx * (v[k] - v[i]) + rotation.yy * (v[k + 1] - v[i + 1]);
    const length = Math.hypot(dx, dy);
    const startX = shiftX + rotation.xx * v[i] + rotation.xy * v[i + 1];
    const startY = shiftY + rotation.yx * v[i] + rotation.yy * v[i + 1];
    return { startX, startY, x: dx / length, y: dy / length, length };
  });
}

/** The ends of the part of `incident` over `reference` (of B if `onB`), or undefined if they are not two contacts. */
function clipSide(
  reference: Side,
  incident: Side,
  onB: boolean,
  origin: ReadonlyVec3,
  tolerance: number,
): ContactPoint[] | undefined {
  const gx = incident.startX - reference.startX;
  const gy = incident.startY - reference.startY;
  // tangential and normal coordinates in the frame of the reference side, as functions of the position along the incident side
  const along = gx * reference.x + gy * reference.y;
  const rate = incident.x * reference.x + incident.y * reference.y;
  const height = gx * reference.y - gy * reference.x;
  const slope = incident.x * reference.y - incident.y * reference.x;
  if (rate === 0 || incident.length === Number.POSITIVE_INFINITY) return undefined;
  // the boundary of a half-space has no ends
  const start = reference.length === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : 0;
  const atStart = (start - along) / rate;
  const atEnd = (reference.length - along) / rate;
  const from = Math.max(0, Math.min(atStart, atEnd));
  const to = Math.min(incident.length, Math.max(atStart, atEnd));
  if (!(to - from > tolerance) || Math.max(height + from * slope, height + to * slope) > tolerance) return undefined;
  return [from, to].map((position) => {
    const distance = height + position * slope;
    const onIncident = createVec3(
      origin.x + (incident.startX + position * incident.x),
      origin.y + (incident.startY + position * incident.y),
      origin.z,
    );
    const onReference = createVec3(
      onIncident.x - distance * reference.y,
      onIncident.y + distance * reference.x,
      origin.z,
    );
    return { pointA: onB ? onIncident : onReference, pointB: onB ? onReference : onIncident, distance };
  });
}
