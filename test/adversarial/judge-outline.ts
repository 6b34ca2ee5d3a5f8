import type { Contact } from '../../src/distance/contact.ts';
import type { Random } from '../../src/math/random.ts';
import type { PairAccuracy } from '../../src/pairs/pair-accuracy.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { minimumOverlap } from './depth.ts';
import {
  addVectors,
  cross,
  type Extended,
  type ExtendedVector,
  extended,
  fromVec3,
  smallest,
  subtractVectors,
  toNumber,
  vector,
  ZERO,
} from './extended.ts';
import { judgeEquations, judgePoints, judgeStatus, lengthOf } from './judge-closest.ts';
import { distanceOutside, distanceToSegment } from './membership.ts';
import { toWorldAxes } from './support.ts';

// Judges a contact of planar bodies of which one is a polygon that is not convex: brute force over all pairs of edges.

interface Outline {
  /** The ends of each edge, in world axes seen from a common origin; a point is one edge without length. */
  readonly edges: readonly (readonly [ExtendedVector, ExtendedVector])[];
  readonly radius: number;
}

function outlineOf({ shape, pose }: Placed, origin: ExtendedVector): Outline | undefined {
  const shift = subtractVectors(fromVec3(pose.position), origin);
  const place = (p: ExtendedVector) => addVectors(toWorldAxes(pose.rotation, p), shift);
  switch (shape.kind) {
    case 'point':
    case 'disc': {
      const center = place(vector(0, 0, 0));
      return { edges: [[center, center]], radius: shape.kind === 'disc' ? shape.radius : 0 };
    }
    case 'segment':
      return { edges: [[place(fromVec3(shape.start)), place(fromVec3(shape.end))]], radius: 0 };
    case 'polygon': {
      const { vertices: v } = shape;
      const corners = Array.from({ length: v.length / 2 }, (_, i) => place(vector(v[2 * i], v[2 * i + 1], 0)));
      return { edges: corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]] as const), radius: 0 };
    }
    default:
      return undefined;
  }
}

type Edge = readonly [ExtendedVector, ExtendedVector];

/** On which side of an edge is a point? */
const sideOf = ([start, end]: Edge, p: ExtendedVector) =>
  toNumber(cross(subtractVectors(end, start), subtractVectors(p, start)).z);

function edgesCross(e: Edge, f: Edge): boolean {
  const opposite = (edge: Edge, [p, q]: Edge) => sideOf(edge, p) * sideOf(edge, q) < 0;
  return opposite(e, f) && opposite(f, e);
}

function edgeDistance(e: Edge, f: Edge): Extended {
  if (edgesCross(e, f)) return ZERO;
  return [
    distanceToSegment(e[0], ...f),
    distanceToSegment(e[1], ...f),
    distanceToSegment(f[0], ...e),
    distanceToSegment(f[1], ...e),
  ].reduce(smallest);
}

/** Edges of which the boxes are farther apart than others are skipped. */
function boxGap(e: Edge, f: Edge): number {
  const [x, y] = (['x', 'y'] as const).map((axis) => {
    const [p, q, r, s] = [e[0], e[1], f[0], f[1]].map((v) => v[axis][0]);
    return Math.max(0, Math.min(r, s) - Math.max(p, q), Math.min(p, q) - Math.max(r, s));
  });
  return Math.sqrt(x * x + y * y);
}

/** Distance of two outlines [m]: 0 where they cross. */
function outlineDistance(a: Outline, b: Outline): number {
  const pairs = a.edges.flatMap((e) => b.edges.map((f) => ({ e, f, min: boxGap(e, f) })));
  pairs.sort((p, q) => p.min - q.min);
  let best = extended(Number.MAX_VALUE);
  for (const { e, f, min } of pairs) {
    if (min * (1 - 1e-9) > toNumber(best)) break;
    best = smallest(best, edgeDistance(e, f));
  }
  return toNumber(best);
}

const describe = (value: number) => value.toExponential(2);

/** What is wrong with the contact of two planar bodies, convex or not, other than half planes; undefined for other shapes. */
export function judgeOutlineContact(
  a: Placed,
  b: Placed,
  contact: Contact,
  accuracy: PairAccuracy,
  random: Random,
): string[] | undefined {
  const origin = fromVec3(a.pose.position);
  const [outlineA, outlineB] = [outlineOf(a, origin), outlineOf(b, origin)];
  if (!outlineA || !outlineB) return undefined;
  const size = lengthOf(a, b);
  const faults = judgeEquations(contact, a, b, size);
  if (faults.length > 0) return faults;
  faults.push(...judgePoints(a, b, contact, accuracy, size), ...judgeStatus(contact, size));
  const limit = accuracy.distance * size + contact.errorBound;
  const inside = isInside(a, outlineB, origin) || isInside(b, outlineA, origin);
  const gap = outlineDistance(outlineA, outlineB);
  const isPoint = [outlineA, outlineB].some(({ edges }) => edges.length === 1 && edges[0][0] === edges[0][1]);
  const { distance } = contact;
  const expected = (inside ? -gap : gap) - outlineA.radius - outlineB.radius;
  // outlines in touch may have crossed elsewhere
  const meeting = gap <= limit || (expected <= limit && contact.status === 'approximate');
  if (meeting) {
    if (distance > gap + limit) faults.push(`distance ${describe(distance)} of bodies that meet`);
  } else if (!inside || isPoint) {
    if (Math.abs(distance - expected) > limit) {
      faults.push(`distance ${describe(distance)} instead of ${describe(expected)}, limit ${describe(limit)}`);
    }
  } else if (distance > limit) faults.push(`distance ${describe(distance)}, but one body is inside the other`);
  if (distance < -limit) {
    // out of the convex hull is out of the body
    const overlap = minimumOverlap(a, b, contact.normal, random, true);
    if (-distance > overlap + limit) faults.push(`depth ${describe(-distance)}, but ${describe(overlap)} is enough`);
    if (!inside && gap > limit + outlineA.radius + outlineB.radius)
      faults.push(`depth ${describe(-distance)} of bodies apart`);
  }
  return faults;
}

/** Is the first vertex of an outline in a polygon? */
function isInside(body: Placed, other: Outline, origin: ExtendedVector): boolean {
  if (body.shape.kind !== 'polygon') return false;
  return distanceOutside(body, addVectors(other.edges[0][0], origin)) === 0;
}
