import { createVec3, type Vec3 } from '../../math/vec3.ts';
import type { Polygon } from '../../shapes/polygon.ts';
import { createSegmentSegment, pointAlong } from '../features/segment-segment.ts';
import { closestEdges, type NearestEdgePairs, nearestOfAllEdgePairs } from './edge-pairs.ts';
import { createEdgeTree, type EdgeTree, nearestByHierarchy } from './polygon-bvh.ts';
import { type PolygonRelation, polygonRelation } from './polygon-relation.ts';

/** A closest pair of points (witness points) of two outlines. */
export interface Witness {
  pointA: Vec3;
  pointB: Vec3;
}

/** Relation, distance and closest points of two polygons in one frame. */
export interface PolygonPair {
  /** `touching` polygons have common boundary points only; `crossing` and nested ones overlap. */
  relation: PolygonRelation;
  /** Do their interiors have a common point? */
  overlap: boolean;
  /** Distance of the polygons as filled areas: 0 if they overlap or touch [m]. */
  distance: number;
  /** Distance of their outlines [m]: above zero also for one inside the other. */
  boundaryDistance: number;
  /** All closest pairs of points of separate polygons; of an interval of pairs, its two ends. Else empty. */
  witnesses: Witness[];
  /** Is there only one closest pair? */
  unique: boolean;
  /** The closest edges, including ties. */
  nearest: NearestEdgePairs;
}

/** Up to this many edge pairs are tested by brute force. [CP13-2.5] */
const BRUTE_FORCE_LIMIT = 4096;
/** Pairs within this fraction of the size of the query tie. */
const TIE = 1e-14;
/** Witness points closer than this fraction of the size are identical. */
const SAME_POINT = 1e-12;

const trees = new WeakMap<Float64Array, EdgeTree>();

/** The BVH of an outline that does not change, built on first use. */
function edgeTreeOf(vertices: Float64Array): EdgeTree {
  let tree = trees.get(vertices);
  if (tree === undefined) {
    tree = createEdgeTree(vertices);
    trees.set(vertices, tree);
  }
  return tree;
}

/** Closest edges of two packed outlines: all pairs, or BVHs for many edges. `a` and `b` must not be changed afterwards. */
export function nearestEdgePairs(a: Float64Array, b: Float64Array): NearestEdgePairs {
  const tie = TIE * sizeOf(a, b);
  return a.length * b.length <= 4 * BRUTE_FORCE_LIMIT
    ? nearestOfAllEdgePairs(a, b, tie)
    : nearestByHierarchy(a, edgeTreeOf(a), b, edgeTreeOf(b), tie);
}

/**
 * Distance, relation and closest points of two polygons, convex or not, in one frame; returns a new result. Edge
 * distances alone miss a polygon inside another (E6); the relation is decided on exact signs. [CP13-2.5]
 *
 * @example
 * ```ts
 * import { polygon } from 'appulse';
 * import { closestPolygons } from 'appulse/kernels';
 *
 * const square = (x: number) => polygon([[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]]);
 * const { relation, distance, unique } = closestPolygons(square(0), square(3));
 * console.log(relation, distance, unique); // separate 2 false
 * ```
 */
export function closestPolygons(polygonA: Polygon, polygonB: Polygon): PolygonPair {
  const { vertices: a } = polygonA;
  const { vertices: b } = polygonB;
  const nearest = nearestEdgePairs(a, b);
  const relation = polygonRelation(a, b, nearest.distance === 0 ? nearest.pairs : []);
  const separate = relation === 'separate';
  const witnesses = separate ? collectWitnesses(a, b, nearest) : [];
  return {
    relation,
    overlap: !separate && relation !== 'touching',
    distance: separate ? nearest.distance : 0,
    boundaryDistance: nearest.distance,
    witnesses,
    unique: witnesses.length === 1,
    nearest,
  };
}

/** Largest coordinate difference of two outlines [m]. */
function sizeOf(a: Float64Array, b: Float64Array): number {
  let size = 0;
  for (let axis = 0; axis < 2; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const v of [a, b]) {
      for (let i = axis; i < v.length; i += 2) {
        low = Math.min(low, v[i]);
        high = Math.max(high, v[i]);
      }
    }
    size = Math.max(size, high - low);
  }
  return size;
}

function collectWitnesses(a: Float64Array, b: Float64Array, nearest: NearestEdgePairs): Witness[] {
  const same = SAME_POINT * sizeOf(a, b);
  const witnesses: Witness[] = [];
  const found = createSegmentSegment();
  const add = (i: number, s: number, j: number, t: number) => {
    const witness = { pointA: pointOnEdge(a, i, s), pointB: pointOnEdge(b, j, t) };
    const known = witnesses.some((w) => near(w.pointA, witness.pointA, same) && near(w.pointB, witness.pointB, same));
    if (!known) witnesses.push(witness);
  };
  for (const [i, j] of nearest.pairs) {
    closestEdges(found, a, i, b, j);
    add(i, found.firstS, j, found.firstT);
    if (!found.unique) add(i, found.lastS, j, found.lastT);
  }
  return witnesses;
}

function near(p: Vec3, q: Vec3, tolerance: number): boolean {
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) <= tolerance;
}

function pointOnEdge(v: Float64Array, edge: number, t: number): Vec3 {
  const k = (2 * edge + 2) % v.length;
  const start = createVec3(v[2 * edge], v[2 * edge + 1]);
  return pointAlong(createVec3(), start, createVec3(v[k], v[k + 1]), t);
}
