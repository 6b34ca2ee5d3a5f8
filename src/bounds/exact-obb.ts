import {
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  type Vec3,
} from '../math/vec3.ts';
import type { Hull3 } from '../shapes/hull/hull3.ts';
import { offsetBetween } from '../shapes/hull/points.ts';
import { type BoxRotation, boxVolumeAlong, frameAlong, frameFromAxes, smallestBoxAlong } from './box-rotation.ts';

/** A hull edge and the directions in which it is the supporting edge of the hull. */
interface ExtremeEdge {
  /** Unit vector. */
  readonly direction: Vec3;
  /** Unit vectors from the edge into its two faces: the edge supports n ⊥ direction if n points into neither. */
  readonly inward: readonly [Vec3, Vec3];
}

/** Slack of the test that filters candidate edges: a larger value costs time, never correctness. */
const EXTREME_SLACK = 1e-9;

/** Sine below which two edges are parallel and span no axis. */
const PARALLEL_SINE = 1e-12;

/**
 * The smallest box around a solid hull, starting from the best one with a side on a face. O'Rourke: a smallest box has
 * two adjacent sides that each contain a hull edge. While it rotates with both edges in contact, the volume has no minimum
 * before a third edge lies on a side [Jylänki 2015], so the box is one of
 *   - on a face, or on two antipodal edges of the same axis: the axis is known, rotating calipers find the rest;
 *   - on three edges with perpendicular sides: n1 ⊥ e1, n2 ⊥ e2, n3 ⊥ e3.
 */
export function smallestBoxOnEdges(hull: Hull3, onFace: BoxRotation): BoxRotation {
  const edges = extremeEdges(hull);
  let best = onFace;
  const offer = (candidate: BoxRotation) => {
    if (candidate.volume < best.volume) best = candidate;
  };
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) {
      const axis = antipodalAxis(edges[i], edges[j]);
      if (axis) offer(smallestBoxAlong(hull.vertices, axis));
      for (let k = j + 1; k < edges.length; k++) {
        for (const box of boxesOnThreeEdges(hull, edges[i], edges[j], edges[k])) offer(box);
      }
    }
  }
  return best;
}

function extremeEdges(hull: Hull3): ExtremeEdge[] {
  const { edges, vertices, normals } = hull;
  const normalAt = (face: number) => createVec3(normals[3 * face], normals[3 * face + 1], normals[3 * face + 2]);
  return Array.from({ length: edges.length / 4 }, (_, e) => {
    const [from, to, along, against] = edges.subarray(4 * e, 4 * e + 4);
    const direction = offsetBetween(createVec3(), vertices, from, to);
    normalizeVec3(direction, direction);
    const left = crossVec3(createVec3(), normalAt(along), direction);
    const right = crossVec3(createVec3(), direction, normalAt(against));
    return { direction, inward: [left, right] };
  });
}

/** Is the edge supporting in direction n, for n perpendicular to it? */
function isExtreme(edge: ExtremeEdge, n: ReadonlyVec3): boolean {
  const [left, right] = edge.inward;
  return dotVec3(n, left) <= EXTREME_SLACK && dotVec3(n, right) <= EXTREME_SLACK;
}

/** Supporting in direction n or -n: a side of a box has no sign. */
function isExtremeUnsigned(edge: ExtremeEdge, n: ReadonlyVec3): boolean {
  const [left, right] = edge.inward;
  return isExtreme(edge, n) || (dotVec3(n, left) >= -EXTREME_SLACK && dotVec3(n, right) >= -EXTREME_SLACK);
}

/** The axis perpendicular to both edges, if they support the hull at its two ends. */
function antipodalAxis(a: ExtremeEdge, b: ExtremeEdge): Vec3 | undefined {
  const axis = crossVec3(createVec3(), a.direction, b.direction);
  if (lengthVec3(axis) < PARALLEL_SINE) return undefined;
  normalizeVec3(axis, axis);
  return isExtremeUnsigned(a, axis) && isExtremeUnsigned(b, axis) ? axis : undefined;
}

/**
 * n1 = u + t v runs over the directions perpendicular to e1, n2 = n1 × e2 and n3 = n1 × n2; then n3 ⊥ e3 is
 *   (n1·e2)(n1·e3) - (n1·n1)(e2·e3) = 0,  a quadratic in t.
 * The direction v itself (t = ∞) is a root when the leading coefficient vanishes.
 */
function boxesOnThreeEdges(hull: Hull3, e1: ExtremeEdge, e2: ExtremeEdge, e3: ExtremeEdge): BoxRotation[] {
  const boxes: BoxRotation[] = [];
  const frame = frameAlong(e1.direction);
  const u = createVec3(frame.xy, frame.yy, frame.zy);
  const v = createVec3(frame.xz, frame.yz, frame.zz);
  const [u2, v2] = [dotVec3(u, e2.direction), dotVec3(v, e2.direction)];
  const [u3, v3] = [dotVec3(u, e3.direction), dotVec3(v, e3.direction)];
  const cosine = dotVec3(e2.direction, e3.direction);
  for (const [p, q] of homogeneousRoots(v2 * v3 - cosine, u2 * v3 + v2 * u3, u2 * u3 - cosine)) {
    const n1 = createVec3(p * u.x + q * v.x, p * u.y + q * v.y, p * u.z + q * v.z);
    if (!isExtremeUnsigned(e1, normalizeVec3(n1, n1))) continue;
    const n2 = crossVec3(createVec3(), n1, e2.direction);
    if (lengthVec3(n2) < PARALLEL_SINE || !isExtremeUnsigned(e2, normalizeVec3(n2, n2))) continue;
    const rotation = frameFromAxes(n1, n2);
    if (!isExtremeUnsigned(e3, createVec3(rotation.xz, rotation.yz, rotation.zz))) continue;
    boxes.push({ rotation, volume: boxVolumeAlong(hull.vertices, rotation) });
  }
  return boxes;
}

/** The pairs (p, q), up to length, with a q² + b p q + c p² = 0; none when every pair is a root. */
function homogeneousRoots(a: number, b: number, c: number): readonly (readonly [number, number])[] {
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return [];
  const h = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
  // q/p = h/a and q/p = c/h
  const first = [a, h] as const;
  const second = [h, c] as const;
  return [first, second].filter(([p, q]) => p !== 0 || q !== 0);
}
