import type { Contact } from '../../src/distance/contact.ts';
import { composePose, createPose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { subVec3 } from '../../src/math/vec3.ts';
import type { PairAccuracy } from '../../src/pairs/pair-accuracy.ts';
import { closest } from '../../src/pairs/query.ts';
import { convexDecomposition } from '../../src/shapes/convex-decomposition.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { exactGap } from '../oracles/exact-gap.ts';
import { minimumOverlap } from './depth.ts';
import { fromVec3, toNumber, unit } from './extended.ts';
import { judgeEquations, judgePoints, judgeStatus, lengthOf } from './judge-closest.ts';
import { gapAlong } from './support.ts';

// Judges contacts of compounds, meshes and flat bodies in space. Polyhedral bodies, also those inflated by a radius, are judged by rational
// arithmetic over all their features. For round parts the distance is bounded from below by planes between all pairs of parts.

const describe = (value: number) => value.toExponential(2);

/** What is wrong with the contact: an empty list is a sound contact. */
export function judgePartsContact(
  a: Placed,
  b: Placed,
  contact: Contact,
  accuracy: PairAccuracy,
  random: Random,
): string[] {
  const size = lengthOf(a, b);
  const faults = judgeEquations(contact, a, b, size);
  if (faults.length > 0) return faults;
  const limit = accuracy.distance * size + contact.errorBound;
  return [
    ...judgePoints(a, b, contact, accuracy, size),
    ...(judgeExactly(a, b, contact, limit) ?? judgeByPlanes(a, b, contact, limit)),
    ...(contact.distance < -limit ? judgeDepth(a, b, contact, limit, random) : []),
    ...(contact.status === 'approximate' ? [] : judgeStatus(contact, size)),
  ];
}

/** Undefined where a body is round in another way than by a radius. */
function judgeExactly(a: Placed, b: Placed, { distance }: Contact, limit: number): string[] | undefined {
  const exact = exactGap(a, b);
  if (!exact) return undefined;
  if (exact.overlapping) {
    // inside, with a clearance: the depth is at least that
    const missed = exact.distance > limit ? distance >= 0 : distance > limit;
    return missed
      ? [`distance ${describe(distance)} of bodies that overlap, surfaces ${describe(exact.distance)}`]
      : [];
  }
  const error = distance - exact.distance;
  // the depth of parts inflated by a radius is judged by planes
  const wrong = exact.distance < -limit ? distance >= 0 : Math.abs(error) > limit;
  return wrong ? [`distance ${describe(distance)} is off by ${describe(error)}, limit ${describe(limit)}`] : [];
}

/** No parts are nearer than the distance: certified by a plane perpendicular to the normal of their own contact. */
function judgeByPlanes(a: Placed, b: Placed, { distance }: Contact, limit: number): string[] {
  let min = Number.POSITIVE_INFINITY;
  for (const partA of convexParts(a, a)) {
    for (const partB of convexParts(b, a)) {
      const { normal } = closest(partA.shape, partA.pose, partB.shape, partB.pose);
      const along = gapAlong(partA, partB, unit(fromVec3(normal)));
      if (along !== undefined) min = Math.min(min, toNumber(along));
    }
  }
  // points on the bodies are an upper bound of the distance; below zero parts must overlap, or one be inside
  if (distance > limit && distance > min + limit) {
    return [`distance ${describe(distance)}, planes leave ${describe(distance - min)} less, limit ${describe(limit)}`];
  }
  const enclosed = [a, b].some(({ shape }) => shape.kind === 'trimesh' && shape.closed);
  return distance <= 0 && min > limit && !enclosed
    ? [`distance ${describe(distance)} of bodies ${describe(min)} apart`]
    : [];
}

/** Convex parts of a body, placed relative to the position of `reference`. */
function convexParts({ shape, pose }: Placed, reference: Placed): Placed[] {
  const own = {
    position: subVec3(createPose().position, pose.position, reference.pose.position),
    rotation: pose.rotation,
  };
  switch (shape.kind) {
    case 'compound':
      return shape.pieces.map((piece) => ({ shape: piece.shape, pose: composePose(createPose(), own, piece.pose) }));
    case 'polygon':
      return convexDecomposition(shape).map(({ polygon }) => ({ shape: polygon, pose: own }));
    case 'trimesh': {
      const { positions: p, triangles } = shape;
      return Array.from({ length: triangles.length / 3 }, (_, t) => {
        const corners = [...triangles.slice(3 * t, 3 * t + 3)].flatMap((i) => [...p.slice(3 * i, 3 * i + 3)]);
        const mesh = createSurfaceMesh({ positions: corners, triangles: [0, 1, 2] });
        return { shape: createTrimesh(mesh), pose: own };
      });
    }
    default:
      return [{ shape, pose: own }];
  }
}

/** A depth is a lower bound: along no direction do the bodies overlap by less. */
function judgeDepth(a: Placed, b: Placed, { distance, normal }: Contact, limit: number, random: Random): string[] {
  const overlap = minimumOverlap(a, b, normal, random, false);
  return -distance > overlap + limit
    ? [`depth ${describe(-distance)}, but ${describe(overlap)} along a direction`]
    : [];
}
