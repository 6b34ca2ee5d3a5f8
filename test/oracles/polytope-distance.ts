import { closestSegmentSegment, createSegmentSegment } from '../../src/distance/features/segment-segment.ts';
import { type ReadonlyPose, toWorld } from '../../src/math/pose.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../src/math/vec3.ts';
import type { Hull } from '../../src/shapes/hull.ts';

/** A convex polyhedron in world axes: everything there is to try. */
export interface Polytope {
  readonly vertices: readonly Vec3[];
  /** Corners, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly Vec3[])[];
  readonly edges: readonly (readonly [Vec3, Vec3])[];
}

export function placeHull(hull: Hull, pose: ReadonlyPose): Polytope {
  const { vertices: v, faceStarts, faceVertices, edges } = hull;
  const vertices = Array.from({ length: v.length / 3 }, (_, i) =>
    toWorld(createVec3(), pose, createVec3(v[3 * i], v[3 * i + 1], v[3 * i + 2])),
  );
  return {
    vertices,
    faces: Array.from({ length: faceStarts.length - 1 }, (_, k) =>
      [...faceVertices.slice(faceStarts[k], faceStarts[k + 1])].map((i) => vertices[i]),
    ),
    edges: Array.from({ length: edges.length / 4 }, (_, e) => [vertices[edges[4 * e]], vertices[edges[4 * e + 1]]]),
  };
}

const pair = createSegmentSegment();

/** Distance of two polyhedra that are apart: every edge against every edge, every vertex against every face it stands over. */
export function brutePolytopeDistance(a: Polytope, b: Polytope): number {
  let min = Math.min(verticesToFaces(a, b), verticesToFaces(b, a));
  for (const [p, q] of a.edges) {
    for (const [r, s] of b.edges) {
      closestSegmentSegment(pair, p, q, r, s);
      min = Math.min(min, pair.distance);
    }
  }
  return min;
}

function verticesToFaces(a: Polytope, b: Polytope): number {
  let min = Number.POSITIVE_INFINITY;
  for (const face of b.faces) {
    const normal = unitNormal(face);
    for (const vertex of a.vertices) {
      const height = dotVec3(normal, subVec3(createVec3(), vertex, face[0]));
      if (height < 0 || height >= min) continue;
      const over = face.every((from, k) => {
        const edge = subVec3(createVec3(), face[(k + 1) % face.length], from);
        return dotVec3(crossVec3(createVec3(), normal, edge), subVec3(createVec3(), vertex, from)) >= 0;
      });
      if (over) min = height;
    }
  }
  return min;
}

function unitNormal(face: readonly Vec3[]): Vec3 {
  const normal = crossVec3(
    createVec3(),
    subVec3(createVec3(), face[1], face[0]),
    subVec3(createVec3(), face[2], face[0]),
  );
  return unit(normal);
}

function unit(v: Vec3): Vec3 {
  const length = lengthVec3(v);
  return createVec3(v.x / length, v.y / length, v.z / length);
}

/** Depth of two polyhedra that overlap: the minimum overlap along every face normal and every product of two edges. */
export function brutePolytopeDepth(a: Polytope, b: Polytope): number {
  const along = (n: Vec3) => {
    const heights = (vertices: readonly Vec3[]) => vertices.map((vertex) => dotVec3(n, vertex));
    const [ha, hb] = [heights(a.vertices), heights(b.vertices)];
    return Math.min(Math.max(...ha) - Math.min(...hb), Math.max(...hb) - Math.min(...ha));
  };
  const overlaps = [...a.faces, ...b.faces].map((face) => along(unitNormal(face)));
  for (const [p, q] of a.edges) {
    for (const [r, s] of b.edges) {
      const [one, other] = [subVec3(createVec3(), q, p), subVec3(createVec3(), s, r)];
      const cross = crossVec3(createVec3(), one, other);
      // parallel edges have no direction of their own
      if (lengthVec3(cross) > 1e-9 * lengthVec3(one) * lengthVec3(other)) overlaps.push(along(unit(cross)));
    }
  }
  return Math.min(...overlaps);
}
