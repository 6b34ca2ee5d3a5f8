import { transformVec3 } from '../../src/math/mat3.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3, crossVec3, lengthVec3, normalizeVec3, type ReadonlyVec3, type Vec3 } from '../../src/math/vec3.ts';
import type { Hull } from '../../src/shapes/hull.ts';
import type { Polygon } from '../../src/shapes/polygon.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { fromVec3, negate, toNumber, unit } from './extended.ts';
import { gapAlong } from './support.ts';

// Penetration depth of two convex bodies: the smallest overlap along any direction. For polytopes the candidates are complete (face normals
// and products of two edges); others are searched from many directions, which can only find a counterexample.

/** Directions of a random search, and halvings of its step around the best ones. */
const SAMPLES = 24;
const REFINEMENTS = 24;
/** More products of two edges than this are sampled. */
const MAX_PRODUCTS = 400;

/** Overlap along a direction, from doubles in and extended arithmetic within [m]. */
function overlapAlong(a: Placed, b: Placed, n: ReadonlyVec3): number {
  const gap = gapAlong(a, b, unit(fromVec3(n)));
  return gap === undefined ? Number.POSITIVE_INFINITY : toNumber(negate(gap));
}

/** The smallest overlap found [m]: an upper bound of the depth. */
export function minimumOverlap(a: Placed, b: Placed, known: ReadonlyVec3, random: Random, planar: boolean): number {
  const candidates = [known, ...candidateDirections(a, b, random, planar)];
  for (let k = 0; k < SAMPLES; k++) candidates.push(drawUnit(random, planar));
  let best = createVec3(known.x, known.y, known.z);
  let min = Number.POSITIVE_INFINITY;
  for (const n of candidates) {
    const overlap = overlapAlong(a, b, n);
    if (overlap >= min) continue;
    min = overlap;
    best = createVec3(n.x, n.y, n.z);
  }
  let step = 0.3;
  for (let k = 0; k < REFINEMENTS; k++, step /= 2) {
    for (let i = 0; i < 4; i++) {
      const d = drawUnit(random, planar);
      const n = createVec3(best.x + step * d.x, best.y + step * d.y, best.z + step * d.z);
      const overlap = overlapAlong(a, b, n);
      if (overlap < min) [min, best] = [overlap, normalizeVec3(createVec3(), n)];
    }
  }
  return min;
}

function candidateDirections(a: Placed, b: Placed, random: Random, planar: boolean): Vec3[] {
  const [normalsA, normalsB] = [a, b].map((body) => faceNormals(body, planar));
  const faces = [...normalsA, ...normalsB].flatMap((n) => [n, createVec3(-n.x, -n.y, -n.z)]);
  if (planar) return faces.filter(({ z }) => Math.abs(z) < 1e-9);
  const [edgesA, edgesB] = [a, b].map(edgeDirections);
  const products: Vec3[] = [];
  const skip = Math.max(1, Math.ceil((edgesA.length * edgesB.length) / MAX_PRODUCTS));
  let count = random.below(skip);
  for (const one of edgesA) {
    for (const other of edgesB) {
      if (count++ % skip !== 0) continue;
      const n = crossVec3(createVec3(), one, other);
      const size = lengthVec3(n);
      if (size < 1e-12 * lengthVec3(one) * lengthVec3(other)) continue;
      products.push(createVec3(n.x / size, n.y / size, n.z / size), createVec3(-n.x / size, -n.y / size, -n.z / size));
    }
  }
  return [...faces, ...products];
}

const AXES: readonly ReadonlyVec3[] = [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)];

/** Unit normals of flat parts in world axes; of round bodies their axes. */
export function faceNormals({ shape, pose }: Placed, planar: boolean): Vec3[] {
  const toWorld = (n: ReadonlyVec3) => transformVec3(createVec3(), pose.rotation, n);
  if (shape.kind === 'hull') return packedVectors(shape.normals).map(toWorld);
  if (shape.kind === 'polygon') {
    const across = polygonEdges(shape).map(({ x, y }) => toWorld(normalizeVec3(createVec3(), createVec3(y, -x, 0))));
    return planar ? across : [...across, toWorld(AXES[2])];
  }
  return AXES.map(toWorld);
}

export function edgeDirections({ shape, pose }: Placed): Vec3[] {
  const toWorld = (n: ReadonlyVec3) => transformVec3(createVec3(), pose.rotation, n);
  if (shape.kind === 'hull') return hullEdges(shape).map(toWorld);
  if (shape.kind === 'polygon') return polygonEdges(shape).map(toWorld);
  if (shape.kind === 'segment') {
    const { start, end } = shape;
    return [toWorld(createVec3(end.x - start.x, end.y - start.y, end.z - start.z))];
  }
  return AXES.map(toWorld);
}

function polygonEdges({ vertices: v }: Polygon): Vec3[] {
  return Array.from({ length: v.length / 2 }, (_, i) => {
    const k = (2 * i + 2) % v.length;
    return createVec3(v[k] - v[2 * i], v[k + 1] - v[2 * i + 1], 0);
  });
}

function hullEdges({ vertices: v, edges }: Hull): Vec3[] {
  return Array.from({ length: edges.length / 4 }, (_, e) => {
    const [from, to] = [3 * edges[4 * e], 3 * edges[4 * e + 1]];
    return createVec3(v[to] - v[from], v[to + 1] - v[from + 1], v[to + 2] - v[from + 2]);
  });
}

function packedVectors(packed: Float64Array): Vec3[] {
  return Array.from({ length: packed.length / 3 }, (_, i) =>
    createVec3(packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]),
  );
}

/** Any unit vector. */
export function drawUnit(random: Random, planar: boolean): Vec3 {
  return normalizeVec3(createVec3(), createVec3(random.normal(), random.normal(), planar ? 0 : random.normal()));
}
