import { createVec3, crossVec3, dotVec3, lengthVec3, type Vec3 } from '../../math/vec3.ts';
import { offsetBetween } from './points.ts';
import type { HullTriangle } from './quickhull.ts';

/**
 * Merges the triangles of a hull that are coplanar, up to `tolerance` [m], into faces: loops of point indices,
 * counter-clockwise seen from outside. Points that are no longer a corner - inside a face or an edge - are removed from
 * the hull.
 */
export function mergeCoplanar(
  points: Float64Array,
  triangles: readonly HullTriangle[],
  tolerance: number,
): readonly number[][] {
  const faceOf = groupByPlane(points, triangles, tolerance);
  const groups = new Map<number, HullTriangle[]>();
  for (const triangle of triangles) {
    const face = faceOf.get(triangle) as number;
    const group = groups.get(face);
    if (group) group.push(triangle);
    else groups.set(face, [triangle]);
  }
  const loops: number[][] = [];
  for (const group of groups.values()) {
    const loop = outline(group, faceOf);
    // a group whose outline is not one simple loop is left in triangles
    if (loop) loops.push(loop);
    else loops.push(...group.map((triangle) => [...triangle.corners]));
  }
  return straighten(points, loops, tolerance);
}

/** Largest triangles first: input rounding affects their planes less. */
function groupByPlane(
  points: Float64Array,
  triangles: readonly HullTriangle[],
  tolerance: number,
): Map<HullTriangle, number> {
  const normals = new Map(triangles.map((triangle) => [triangle, areaNormal(points, triangle)]));
  const normalOf = (triangle: HullTriangle) => normals.get(triangle) as Vec3;
  const bySize = triangles.toSorted((s, t) => lengthVec3(normalOf(t)) - lengthVec3(normalOf(s)));
  const faceOf = new Map<HullTriangle, number>();
  bySize.forEach((seed, face) => {
    if (faceOf.has(seed)) return;
    faceOf.set(seed, face);
    const normal = normalOf(seed);
    const limit = tolerance * lengthVec3(normal);
    const group = [seed];
    for (const triangle of group) {
      for (const next of triangle.neighbours) {
        if (faceOf.has(next)) continue;
        if (!next.corners.every((corner) => Math.abs(heightOver(points, seed, normal, corner)) <= limit)) continue;
        faceOf.set(next, face);
        group.push(next);
      }
    }
  });
  return faceOf;
}

/** Normal of a triangle, twice its area long. */
function areaNormal(points: Float64Array, triangle: HullTriangle): Vec3 {
  const [a, b, c] = triangle.corners;
  const ab = offsetBetween(createVec3(), points, a, b);
  return crossVec3(createVec3(), ab, offsetBetween(createVec3(), points, a, c));
}

function heightOver(points: Float64Array, triangle: HullTriangle, normal: Vec3, point: number): number {
  return dotVec3(normal, offsetBetween(createVec3(), points, triangle.corners[0], point));
}

/** The boundary of a group of triangles as one loop, or undefined if it is not one simple loop. */
function outline(group: readonly HullTriangle[], faceOf: ReadonlyMap<HullTriangle, number>): number[] | undefined {
  const face = faceOf.get(group[0]);
  const next = new Map<number, number>();
  let edgeCount = 0;
  for (const triangle of group) {
    for (let k = 0; k < 3; k++) {
      if (faceOf.get(triangle.neighbours[k]) === face) continue;
      next.set(triangle.corners[k], triangle.corners[(k + 1) % 3]);
      edgeCount++;
    }
  }
  const [start] = next.keys();
  const loop = [start];
  for (let at = next.get(start); at !== start && at !== undefined && loop.length <= edgeCount; at = next.get(at)) {
    loop.push(at);
  }
  return loop.length === edgeCount ? loop : undefined;
}

/** Removes corners that belong to only two faces and lie on the line between their neighbours, up to `tolerance`. */
function straighten(points: Float64Array, loops: readonly number[][], tolerance: number): readonly number[][] {
  const loopsAt = new Map<number, number[][]>();
  for (const loop of loops) {
    for (const corner of loop) loopsAt.set(corner, [...(loopsAt.get(corner) ?? []), loop]);
  }
  for (const [corner, around] of loopsAt) {
    if (around.length !== 2 || around.some((loop) => loop.length <= 3)) continue;
    const [loop] = around;
    const k = loop.indexOf(corner);
    const before = loop[(k + loop.length - 1) % loop.length];
    const after = loop[(k + 1) % loop.length];
    const line = offsetBetween(createVec3(), points, before, after);
    const area = crossVec3(createVec3(), line, offsetBetween(createVec3(), points, before, corner));
    if (lengthVec3(area) > tolerance * lengthVec3(line)) continue;
    for (const each of around) each.splice(each.indexOf(corner), 1);
  }
  return loops;
}
