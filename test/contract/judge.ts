import type { Contact } from '../../src/distance/contact.ts';
import { transformVec3 } from '../../src/math/mat3.ts';
import { composePose, createPose, toBody, toWorld } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3, lengthVec3, normalizeVec3, type ReadonlyVec3, type Vec3 } from '../../src/math/vec3.ts';
import { closest } from '../../src/pairs/query.ts';
import { pointQuery } from '../../src/ray/point-query.ts';
import { createPoint } from '../../src/shapes/point.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { brutePolytopeDepth, brutePolytopeDistance, placeHull } from '../oracles/polytope-distance.ts';
import { hullOfBox } from '../solids.ts';
import { moved, type Placed } from './draw-pair.ts';
import { gapAlong, reachAlong } from './support.ts';

// The conditions that every contact must satisfy, as a list of failures: an empty list is a valid contact. Lengths are relative to the
// size L of the query, to which all rounding errors are proportional.

/** Rounding of the equations of a contact, in L. */
const EQUATIONS = 1e-14;
/** Two ways to one distance, in L, and in the distance itself. */
const ROUNDING = 2e-13;
const RELATIVE = 1e-10;
/** Points are on their surfaces, in L, those of round bodies that overlap a little less well. */
const ON_SURFACE = 1e-12;
const ON_ROUND = 1e-11;
/** Tolerance of points that are distinguished by their distance only, found from both bodies, in L. */
const PLACE = 1e-7;
/** Distances to smooth bodies are certified to this fraction of L, or to the error bound of the contact. */
const CERTIFIED = 1e-9;
/** Depths that nothing proves, in L. */
const DEPTH = 1e-7;

export const ask = (a: Placed, b: Placed): Contact => closest(a.shape, a.pose, b.shape, b.pose);

const describe = (value: number) => value.toExponential(2);

/** All that is wrong with the contact of two bodies, in the plane or in space. */
export function faultsOf(
  a: Placed,
  b: Placed,
  contact: Contact,
  size: number,
  random: Random,
  planar: boolean,
): string[] {
  const faults = faultsOfEquations(contact, size);
  // two half spaces that do not face each other
  if (faults.length > 0 || contact.distance === Number.NEGATIVE_INFINITY) return faults;
  return [
    ...faultsOfExchange(contact, ask(b, a), size),
    ...faultsOfPlaces(a, b, contact, size, planar),
    ...faultsOfDistance(a, b, contact, size, random, planar),
    ...faultsOfTouching(a, b, contact, size),
  ];
}

/** Finite numbers, a unit normal, pointB = pointA + distance · normal. */
function faultsOfEquations({ normal, pointA, pointB, distance, errorBound }: Contact, size: number): string[] {
  const numbers = [...Object.values(normal), ...Object.values(pointA), ...Object.values(pointB), errorBound];
  if (!numbers.every(Number.isFinite) || Number.isNaN(distance)) return [`not a number: distance ${distance}`];
  if (distance === Number.NEGATIVE_INFINITY) return [];
  const misses = (['x', 'y', 'z'] as const).map((axis) =>
    Math.abs(pointB[axis] - pointA[axis] - distance * normal[axis]),
  );
  const length = Math.abs(lengthVec3(normal) - 1);
  return [
    ...(length > EQUATIONS ? [`normal of length 1 + ${describe(length)}`] : []),
    ...(Math.max(...misses) > EQUATIONS * size
      ? [`points ${describe(Math.max(...misses) / size)} off the normal`]
      : []),
  ];
}

/** (A, B) and (B, A) mirror each other; where several places are equally near, either may be named. */
function faultsOfExchange(one: Contact, other: Contact, size: number): string[] {
  // a depth that nothing proves
  const found = one.status === 'approximate' ? CERTIFIED * size : 0;
  const slack = ROUNDING * size + one.errorBound + other.errorBound + found;
  const distance = Math.abs(one.distance - other.distance);
  if (distance > slack) return [`exchanged: ${describe(one.distance)} becomes ${describe(other.distance)}`];
  if (!one.unique || !other.unique || one.distance < ROUNDING * size) return [];
  const miss = Math.max(
    ...(['x', 'y', 'z'] as const).flatMap((axis) => [
      Math.abs(one.pointA[axis] - other.pointB[axis]) / size,
      Math.abs(one.pointB[axis] - other.pointA[axis]) / size,
    ]),
  );
  return miss > PLACE ? [`exchanged: places ${describe(miss)} off`] : [];
}

const isConvexShape = (shape: Shape) =>
  shape.kind !== 'compound' &&
  shape.kind !== 'trimesh' &&
  shape.kind !== 'brep' &&
  (!('convex' in shape) || shape.convex);
const isConvex = (...bodies: Placed[]) => bodies.every(({ shape }) => isConvexShape(shape));

const isTiled = ({ shape }: Placed) => shape.kind === 'tiled';
/**
 * In pairs with polytopes, round solids, their unions and flat bodies a smooth body has only its support function: there the pair table
 * promises places to 1e-7.
 */
const isMetBySupports = ({ shape }: Placed, planar: boolean) =>
  !planar && !['point', 'sphere', 'ellipsoid', 'halfspace', 'tiled'].includes(shape.kind);

/** Each point belongs to the surface of its body, but where a depth is a bound only. */
function faultsOfPlaces(a: Placed, b: Placed, contact: Contact, size: number, planar: boolean): string[] {
  if (contact.status === 'approximate') return [];
  const bySupports = (isTiled(a) && isMetBySupports(b, planar)) || (isTiled(b) && isMetBySupports(a, planar));
  const limit = size * (bySupports ? PLACE : contact.status === 'exact' ? ON_SURFACE : ON_ROUND);
  const faults: string[] = [];
  for (const [name, body, point] of [
    ['A', a, contact.pointA],
    ['B', b, contact.pointB],
  ] as const) {
    const miss = Math.abs(heightOver(body, point, planar));
    if (miss > limit) faults.push(`point ${name} ${describe(miss / size)} off its surface`);
  }
  return faults;
}

/** How far a place is from the surface of a body [m]; of a disc or polygon in space all of it is surface. */
function heightOver({ shape, pose }: Placed, point: ReadonlyVec3, planar: boolean): number {
  if (planar || (shape.kind !== 'disc' && shape.kind !== 'polygon')) return pointQuery(shape, pose, point).distance;
  const { x, y, z } = toBody(createVec3(), pose, point);
  const aside = closest(createPoint(), createPose([x, y]), shape, createPose()).distance;
  return Math.hypot(z, Math.max(aside, 0));
}

/** Second test of the distance: along the normal no body extends farther, and along no other direction are they farther apart. */
function faultsOfDistance(
  a: Placed,
  b: Placed,
  contact: Contact,
  size: number,
  random: Random,
  planar: boolean,
): string[] {
  const { distance, normal, status, errorBound } = contact;
  const found = status === 'approximate' ? CERTIFIED * size : errorBound;
  const slack = ROUNDING * size + RELATIVE * Math.abs(distance) + found;
  if (b.shape.kind === 'halfspace') return faultsOverWall(a, b, contact, slack);
  const along = isConvex(a, b) ? gapAlong(a, b, normal) : undefined;
  if (along === undefined) return faultsOfSamples(a, b, contact, slack, random, planar);
  const faults: string[] = [];
  // lines that cross in their plane touch, and no more
  const crossing = isSegmentCore(a) && isSegmentCore(b) && distance <= slack && along < 0;
  if (!crossing && Math.abs(along - distance) > slack) {
    faults.push(`${describe(distance - along)} more than along the normal, distance ${describe(distance)}`);
  }
  if (status !== 'approximate') {
    for (let k = 0; k < 12; k++) {
      const other = gapAlong(a, b, near(normal, random, k, planar)) ?? Number.NEGATIVE_INFINITY;
      if (other > distance + slack) faults.push(`${describe(other - distance)} farther apart along another direction`);
    }
  }
  return [...faults, ...faultsOfPolytopes(a, b, contact, slack)];
}

const isSegmentCore = ({ shape }: Placed) => shape.kind === 'point' || shape.kind === 'segment';

/** Any direction, or one the nearer to the normal the larger `k`. */
function near(normal: ReadonlyVec3, random: Random, k: number, planar: boolean): Vec3 {
  const fraction = k < 4 ? 1e9 : 10 ** (3 - k);
  const part = (axis: 'x' | 'y' | 'z') => normal[axis] + (planar && axis === 'z' ? 0 : fraction * random.normal());
  return normalizeVec3(createVec3(), createVec3(part('x'), part('y'), part('z')));
}

/** The distance from a half-space is that of the lowest point. */
function faultsOverWall(a: Placed, wall: Placed, { distance }: Contact, slack: number): string[] {
  if (wall.shape.kind !== 'halfspace') return [];
  const foot = wall.pose.position;
  const up = transformVec3(createVec3(), wall.pose.rotation, wall.shape.normal);
  const reach = reachAlong(a, createVec3(-up.x, -up.y, -up.z));
  if (reach === undefined) return [];
  const o = a.pose.position;
  const height = (o.x - foot.x) * up.x + (o.y - foot.y) * up.y + (o.z - foot.z) * up.z - reach;
  return Math.abs(height - distance) > slack ? [`${describe(distance - height)} more than its height`] : [];
}

/** Boxes and hulls: every feature against every feature. */
function faultsOfPolytopes(a: Placed, b: Placed, { distance }: Contact, slack: number): string[] {
  const [one, other] = [a, b].map(({ shape, pose }) => {
    if (shape.kind === 'hull') return placeHull(shape, pose);
    return shape.kind === 'box' && shape.radius === 0 ? placeHull(hullOfBox(shape), pose) : undefined;
  });
  if (one === undefined || other === undefined) return [];
  // touching by rounding they may overlap as well
  const depth = brutePolytopeDepth(one, other);
  const exact = depth > -slack ? -depth : brutePolytopeDistance(one, other);
  return Math.abs(exact - distance) > slack ? [`${describe(distance - exact)} more than the nearest features`] : [];
}

const SAMPLES = 6;

/** Bodies that are not convex: no place of one is nearer to the other than the distance. */
function faultsOfSamples(
  a: Placed,
  b: Placed,
  { distance }: Contact,
  slack: number,
  random: Random,
  planar: boolean,
): string[] {
  if (distance < 0) return [];
  const faults: string[] = [];
  for (const [one, other] of [
    [a, b],
    [b, a],
  ]) {
    for (let k = 0; k < SAMPLES; k++) {
      const place = placeOf(one, random);
      if (place === undefined) continue;
      const miss = distance - heightOver(other, place, planar);
      if (miss > slack) faults.push(`${describe(miss)} more than from a place of a ${one.shape.kind}`);
    }
  }
  return faults;
}

/** A place of a body, in the world. */
function placeOf({ shape, pose }: Placed, random: Random): Vec3 | undefined {
  switch (shape.kind) {
    case 'trimesh': {
      const k = 3 * random.below(shape.triangles.length / 3);
      const weights = [random.next(), random.next(), random.next()];
      const sum = weights[0] + weights[1] + weights[2];
      const local = [0, 1, 2].map((c) =>
        weights.reduce((total, w, i) => total + (w / sum) * shape.positions[3 * shape.triangles[k + i] + c], 0),
      );
      return toWorld(createVec3(), pose, createVec3(local[0], local[1], local[2]));
    }
    case 'compound': {
      const piece = shape.pieces[random.below(shape.pieces.length)];
      return placeOf({ shape: piece.shape, pose: composePose(createPose(), pose, piece.pose) }, random);
    }
    case 'polygon': {
      const k = 2 * random.below(shape.vertices.length / 2);
      return toWorld(createVec3(), pose, createVec3(shape.vertices[k], shape.vertices[k + 1]));
    }
    case 'segment':
      return toWorld(createVec3(), pose, random.below(2) === 0 ? shape.start : shape.end);
    case 'hull': {
      const k = 3 * random.below(shape.vertices.length / 3);
      return toWorld(createVec3(), pose, createVec3(shape.vertices[k], shape.vertices[k + 1], shape.vertices[k + 2]));
    }
    case 'halfspace':
    case 'tiled':
      return undefined;
    case 'brep': {
      const k = 3 * random.below(shape.vertices.length / 3);
      return toWorld(createVec3(), pose, createVec3(shape.vertices[k], shape.vertices[k + 1], shape.vertices[k + 2]));
    }
    default:
      return pose.position;
  }
}

/** Moved back by the distance the bodies touch; a depth that is a bound only does not say how far they have to part. */
function faultsOfTouching(a: Placed, b: Placed, contact: Contact, size: number): string[] {
  if (contact.status === 'approximate' && !isConvex(a, b)) return [];
  const after = ask(a, moved(b, contact.normal, -contact.distance));
  // for smooth bodies the smallest depth found may be slightly above the minimum
  const found = contact.status === 'approximate' ? DEPTH * size : 0;
  // a normal that is right to 1e-7 leaves the square of that where bodies are lifted over flat ones
  const rough = isTiled(a) || isTiled(b) ? 1e-12 * size : 0;
  const slack = ROUNDING * size + rough + contact.errorBound + after.errorBound + found;
  const equations = faultsOfEquations(after, size);
  if (equations.length > 0) return equations.map((fault) => `touching: ${fault}`);
  return Math.abs(after.distance) > slack ? [`${describe(after.distance)} left when moved by the distance`] : [];
}
