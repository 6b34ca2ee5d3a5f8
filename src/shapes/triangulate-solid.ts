/** Solids as closed triangulated surfaces, with all nodes on the surface of the solid. */
import { toWorld } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import { createVec3, crossVec3, lengthVec3, normalizeVec3, type ReadonlyVec3, setVec3 } from '../math/vec3.ts';
import type { Box } from './box.ts';
import type { Brep } from './brep/brep.ts';
import { triangulateBrep } from './brep/triangulate-brep.ts';
import { checkAboveZero } from './checks.ts';
import type { Compound } from './compound.ts';
import type { Ellipsoid } from './ellipsoid.ts';
import type { Halfspace } from './halfspace.ts';
import { createHull } from './hull/create-hull.ts';
import type { Hull } from './hull.ts';
import { createIcosphere } from './icosphere.ts';
import { createSurfaceMesh, type SurfaceMesh } from './mesh.ts';
import type { SolidShape } from './solid.ts';
import type { Trimesh } from './trimesh.ts';

/** Shapes that can be triangulated. */
export type TriangulableShape = SolidShape | Ellipsoid | Compound | Trimesh | Halfspace | Brep;

/** Options of `triangulateSolid`. */
export interface TriangulationOptions {
  /** Largest distance of a curved surface from its triangles [m]. Default: 0.01 of the smallest radius of the piece. */
  readonly chordError?: number;
  /** Half of the side of the square that represents a half-space [m]. */
  readonly halfspaceSize?: number;
}

const DEFAULT_CHORD_ERROR = 0.01;
/** The same for trimmed faces, as a fraction of the radius of the body. */
const BREP_CHORD_ERROR = 0.004;
/** A circle has at least this many segments. */
const MIN_SEGMENTS = 8;
/** A smaller chord error than that of this many segments is an input error. */
const MAX_SEGMENTS = 1000;
const MAX_SUBDIVISIONS = 7;

/**
 * The surface of a solid as triangles, counter-clockwise seen from outside, in body axes. Flat faces are exact; of curved ones the triangles
 * are inside the solid by at most the chord error. A half-space becomes a square. Throws a RangeError for a chord error that would make too many triangles.
 */
export function triangulateSolid(shape: TriangulableShape, options: TriangulationOptions = {}): SurfaceMesh {
  if (options.chordError !== undefined) checkAboveZero('triangulateSolid: chordError', options.chordError);
  const within = (radius: number) => options.chordError ?? DEFAULT_CHORD_ERROR * radius;
  switch (shape.kind) {
    case 'sphere':
      return sphereMesh([shape.radius, shape.radius, shape.radius], within(shape.radius));
    case 'ellipsoid': {
      const { x, y, z } = shape.semiAxes;
      return sphereMesh([x, y, z], within(Math.min(x, y, z)));
    }
    case 'cylinder': {
      const { radius: r, halfHeight: h } = shape;
      return revolve([[0, -h], [r, -h], [r, h], [0, h]], segmentsOf(r, within(r))); // biome-ignore format: one profile
    }
    case 'cone': {
      const { radius: r, halfHeight: h } = shape;
      return revolve([[0, -0.5 * h], [r, -0.5 * h], [0, 1.5 * h]], segmentsOf(r, within(r))); // biome-ignore format: one profile
    }
    case 'capsule':
      return capsuleMesh(shape.radius, shape.halfHeight, within(shape.radius));
    case 'box':
      return boxMesh(shape, within(shape.radius));
    case 'hull':
      return hullMesh(shape);
    case 'trimesh':
      return createSurfaceMesh(shape);
    case 'brep':
      return createSurfaceMesh(triangulateBrep(shape, options.chordError ?? BREP_CHORD_ERROR * shape.radius));
    case 'compound':
      return compoundMesh(shape, options);
    case 'halfspace':
      return squareMesh(shape.normal, options.halfspaceSize ?? 1);
  }
}

/** Segments of a circle whose chords are at most `error` from it. */
function segmentsOf(radius: number, error: number): number {
  // the distance of a chord from the circle is r (1 - cos(π/n)) = 2 r sin²(π/2n)
  const distance = (segments: number) => 2 * radius * sin(Math.PI / (2 * segments)) ** 2;
  let count = MIN_SEGMENTS;
  while (count <= MAX_SEGMENTS && distance(count) > error) count++;
  if (count > MAX_SEGMENTS) {
    const least = distance(MAX_SEGMENTS);
    throw new RangeError(
      `triangulateSolid: chordError must be at least ${least} m for a radius of ${radius} m, got ${error}`,
    );
  }
  return count;
}

/** A profile of points [radius, z] from bottom to top, rotated about z; the first and the last are on the axis. */
function revolve(profile: readonly (readonly number[])[], segments: number): SurfaceMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const rings = profile.map(([radius, z]) => {
    const first = positions.length / 3;
    if (radius === 0) positions.push(0, 0, z);
    else {
      for (let k = 0; k < segments; k++) {
        const angle = (2 * Math.PI * k) / segments;
        positions.push(radius * cos(angle), radius * sin(angle), z);
      }
    }
    return { first, isPole: radius === 0 };
  });
  for (let i = 0; i + 1 < rings.length; i++) {
    const [below, above] = [rings[i], rings[i + 1]];
    for (let k = 0; k < segments; k++) {
      const l = (k + 1) % segments;
      const [a, b] = below.isPole ? [below.first, below.first] : [below.first + k, below.first + l];
      const [c, d] = above.isPole ? [above.first, above.first] : [above.first + l, above.first + k];
      if (!below.isPole) triangles.push(a, b, c);
      if (!above.isPole) triangles.push(a, c, d);
    }
  }
  return createSurfaceMesh({ positions, triangles });
}

/** The chord errors of parallels and meridians add up: half for each. */
function capsuleMesh(radius: number, halfHeight: number, error: number): SurfaceMesh {
  const segments = segmentsOf(radius, 0.5 * error);
  const quarter = Math.ceil(segments / 4);
  const profile: number[][] = [];
  for (const sign of halfHeight > 0 ? [-1, 1] : [0]) {
    const [from, to] = sign === 0 ? [-quarter, quarter] : sign < 0 ? [-quarter, 0] : [0, quarter];
    for (let k = from; k <= to; k++) {
      const angle = (0.5 * Math.PI * k) / quarter;
      profile.push([Math.abs(k) === quarter ? 0 : radius * cos(angle), sign * halfHeight + radius * sin(angle)]);
    }
  }
  return revolve(profile, segments);
}

/** A subdivided icosahedron, scaled: a linear map increases distances at most by the largest semi-axis. */
function sphereMesh(semiAxes: readonly number[], error: number): SurfaceMesh {
  const largest = Math.max(...semiAxes);
  for (let subdivisions = 1; subdivisions <= MAX_SUBDIVISIONS; subdivisions++) {
    const { positions, triangles } = createIcosphere(1, subdivisions);
    if (largest * (1 - innerRadius(positions, triangles)) > error && subdivisions < MAX_SUBDIVISIONS) continue;
    if (largest * (1 - innerRadius(positions, triangles)) > error) break;
    return createSurfaceMesh({ positions: positions.map((x, i) => semiAxes[i % 3] * x), triangles });
  }
  throw new RangeError(`triangulateSolid: chordError must be larger for semi-axes up to ${largest} m, got ${error}`);
}

/** Smallest distance of the plane of a triangle from the origin. */
function innerRadius(positions: Float64Array, triangles: Int32Array): number {
  const [p, q, n] = [createVec3(), createVec3(), createVec3()];
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    setVec3(p, positions[b] - positions[a], positions[b + 1] - positions[a + 1], positions[b + 2] - positions[a + 2]);
    setVec3(q, positions[c] - positions[a], positions[c + 1] - positions[a + 1], positions[c + 2] - positions[a + 2]);
    crossVec3(n, p, q);
    const distance = (n.x * positions[a] + n.y * positions[a + 1] + n.z * positions[a + 2]) / lengthVec3(n);
    least = Math.min(least, distance);
  }
  return least;
}

/** A rounded box is the hull of its eight spherical corners. */
function boxMesh({ halfExtents, radius }: Box, error: number): SurfaceMesh {
  const [x, y, z] = [halfExtents.x - radius, halfExtents.y - radius, halfExtents.z - radius];
  const points: number[][] = [];
  const steps = radius > 0 ? Math.ceil(segmentsOf(radius, 0.5 * error) / 4) : 0;
  for (const sx of [-1, 1]) {
    for (const sy of [-1, 1]) {
      for (const sz of [-1, 1]) {
        for (const [dx, dy, dz] of octant(steps)) {
          points.push([sx * (x + radius * dx), sy * (y + radius * dy), sz * (z + radius * dz)]);
        }
      }
    }
  }
  return hullMesh(createHull(points));
}

/** Directions of an eighth of a sphere; one of zero length for a sharp corner. */
function octant(steps: number): number[][] {
  if (steps === 0) return [[0, 0, 0]];
  const directions = [[0, 0, 1]];
  for (let i = 0; i < steps; i++) {
    const latitude = (0.5 * Math.PI * i) / steps;
    for (let k = 0; k <= steps; k++) {
      const longitude = (0.5 * Math.PI * k) / steps;
      // exact zeros: corners share their planes with the flat faces
      const [c, s] = [k === steps ? 0 : cos(longitude), k === 0 ? 0 : sin(longitude)];
      directions.push([cos(latitude) * c, cos(latitude) * s, sin(latitude)]);
    }
  }
  return directions;
}

function hullMesh({ vertices, faceStarts, faceVertices }: Hull): SurfaceMesh {
  const triangles: number[] = [];
  for (let f = 0; f + 1 < faceStarts.length; f++) {
    const corners = faceVertices.subarray(faceStarts[f], faceStarts[f + 1]);
    for (let k = 1; k + 1 < corners.length; k++) triangles.push(corners[0], corners[k], corners[k + 1]);
  }
  return createSurfaceMesh({ positions: vertices, triangles });
}

function compoundMesh({ pieces }: Compound, options: TriangulationOptions): SurfaceMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const point = createVec3();
  for (const { shape, pose } of pieces) {
    if (shape.kind === 'point' || shape.kind === 'segment') {
      throw new RangeError(`triangulateSolid: a piece of the kind ${shape.kind} has no surface`);
    }
    const first = positions.length / 3;
    const mesh = triangulateSolid(shape, options);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, y, z] = mesh.positions.subarray(i, i + 3);
      toWorld(point, pose, setVec3(point, x, y, z));
      positions.push(point.x, point.y, point.z);
    }
    for (const node of mesh.triangles) triangles.push(first + node);
  }
  return createSurfaceMesh({ positions, triangles });
}

/** A square about the origin, perpendicular to the normal. */
function squareMesh(normal: ReadonlyVec3, size: number): SurfaceMesh {
  const { x, y, z } = normal;
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  // exact axes for a half-space along a coordinate axis
  const other = az >= ax && az >= ay ? createVec3(1, 0, 0) : ax >= ay ? createVec3(0, 1, 0) : createVec3(0, 0, 1);
  const v = normalizeVec3(createVec3(), crossVec3(createVec3(), normal, other));
  const u = crossVec3(createVec3(), v, normal);
  const positions = [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(([a, b]) => [
    size * (a * u.x + b * v.x),
    size * (a * u.y + b * v.y),
    size * (a * u.z + b * v.z),
  ]); // biome-ignore format: the four corners
  return createSurfaceMesh({ positions, triangles: [0, 1, 2, 0, 2, 3] });
}
