import { checkAboveZero, describeValue } from './checks.ts';
import { createSurfaceMesh, type SurfaceMesh } from './mesh.ts';

/** More subdivisions make over a million triangles. */
const MAX_SUBDIVISIONS = 8;

const GOLDEN = (1 + Math.sqrt(5)) / 2;

/** The twelve corners of an icosahedron, of equal length. */
// biome-ignore format: four corners per line
const CORNERS = [
  -1, GOLDEN, 0, 1, GOLDEN, 0, -1, -GOLDEN, 0, 1, -GOLDEN, 0,
  0, -1, GOLDEN, 0, 1, GOLDEN, 0, -1, -GOLDEN, 0, 1, -GOLDEN,
  GOLDEN, 0, -1, GOLDEN, 0, 1, -GOLDEN, 0, -1, -GOLDEN, 0, 1,
];

/** Its twenty triangles, counter-clockwise from outside. */
// biome-ignore format: five triangles per line
const TRIANGLES = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11,
  1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
  3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9,
  4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

/**
 * A sphere about the origin as a surface of nearly equal triangles: an icosahedron, each triangle split into four
 * `subdivisions` times, all nodes at `radius` [m] from the centre. It has the symmetry of the icosahedron, so that its
 * moments of inertia are the same about every axis.
 */
export function createIcosphere(radius: number, subdivisions: number): SurfaceMesh {
  checkAboveZero('icosphere: radius', radius);
  if (!(Number.isInteger(subdivisions) && subdivisions >= 0 && subdivisions <= MAX_SUBDIVISIONS)) {
    const got = describeValue(subdivisions);
    throw new RangeError(`icosphere: subdivisions must be an integer from 0 to ${MAX_SUBDIVISIONS}, got ${got}`);
  }
  const directions = [...CORNERS];
  let triangles = TRIANGLES;
  for (let k = 0; k < subdivisions; k++) triangles = subdivide(directions, triangles);
  const positions: number[] = [];
  for (let i = 0; i < directions.length; i += 3) {
    const [x, y, z] = directions.slice(i, i + 3);
    const scale = radius / Math.sqrt(x * x + y * y + z * z);
    positions.push(scale * x, scale * y, scale * z);
  }
  return createSurfaceMesh({ positions, triangles });
}

/** Splits each triangle into four at the midpoints of its sides, which are added to `directions` once for both neighbours. */
function subdivide(directions: number[], triangles: readonly number[]): number[] {
  const midpoints = new Map<string, number>();
  const midpoint = (i: number, j: number): number => {
    const key = i < j ? `${i} ${j}` : `${j} ${i}`;
    const known = midpoints.get(key);
    if (known !== undefined) return known;
    const added = directions.length / 3;
    const [x, y, z] = [0, 1, 2].map((axis) => directions[3 * i + axis] + directions[3 * j + axis]);
    // all directions of one length, or the triangles would become unequal
    const scale = Math.sqrt((1 + GOLDEN * GOLDEN) / (x * x + y * y + z * z));
    directions.push(scale * x, scale * y, scale * z);
    midpoints.set(key, added);
    return added;
  };
  const finer: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.slice(t, t + 3);
    const [ab, bc, ca] = [midpoint(a, b), midpoint(b, c), midpoint(c, a)];
    finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return finer;
}
