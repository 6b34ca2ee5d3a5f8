/** Do two triangles have a point in common? Decided exactly for the doubles given. */
import { orient3d } from 'robust-predicates';
import { orientation, segmentsIntersect } from '../../math/orientation.ts';

/** Sides of the corners of A relative to the plane of B, then of B relative to A. */
const sides = new Float64Array(6);

/**
 * Exact. `corners` has those of A, then of B, xyz xyz ... Triangles that intersect and are not coplanar do so where an edge of one
 * pierces or touches the other. Edges in the plane of the other are skipped: what they touch, their adjacent edges or those
 * of the other triangle touch as well.
 */
export function trianglesIntersect(corners: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    sides[k] = side(corners, 9, 12, 15, 3 * k);
    sides[3 + k] = side(corners, 0, 3, 6, 9 + 3 * k);
  }
  if (onOneSide(0) || onOneSide(3)) return false;
  if (sides.every(isZero)) return intersectInPlane(corners);
  for (let k = 0; k < 3; k++) {
    const next = k === 2 ? 0 : k + 1;
    if (pierces(corners, sides[k], sides[next], 3 * k, 3 * next, 9)) return true;
    if (pierces(corners, sides[3 + k], sides[3 + next], 9 + 3 * k, 9 + 3 * next, 0)) return true;
  }
  return false;
}

function isZero(value: number): boolean {
  return value === 0;
}

function onOneSide(first: number): boolean {
  const a = sides[first];
  const b = sides[first + 1];
  const c = sides[first + 2];
  return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/** Sign of the volume of four corners, given by their offsets. */
// biome-ignore format: one point per line
function side(p: Float64Array, a: number, b: number, c: number, d: number): number {
  return orient3d(
    p[a], p[a + 1], p[a + 2],
    p[b], p[b + 1], p[b + 2],
    p[c], p[c + 1], p[c + 2],
    p[d], p[d + 1], p[d + 2],
  );
}

/** Does the edge from p to q, whose ends are on these sides of the plane of the triangle at `first`, intersect that triangle? */
function pierces(corners: Float64Array, sideP: number, sideQ: number, p: number, q: number, first: number): boolean {
  if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0) || (sideP === 0 && sideQ === 0)) return false;
  // the line of the edge passes all sides of the triangle in the same sense
  const u = side(corners, p, q, first, first + 3);
  const v = side(corners, p, q, first + 3, first + 6);
  if (u * v < 0) return false;
  const w = side(corners, p, q, first + 6, first);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/** Coplanar triangles, projected along the axis that gives the largest area. */
// biome-ignore format: one point per pair of arguments
function intersectInPlane(c: Float64Array): boolean {
  const x = Math.abs((c[4] - c[1]) * (c[8] - c[2]) - (c[5] - c[2]) * (c[7] - c[1]));
  const y = Math.abs((c[5] - c[2]) * (c[6] - c[0]) - (c[3] - c[0]) * (c[8] - c[2]));
  const z = Math.abs((c[3] - c[0]) * (c[7] - c[1]) - (c[4] - c[1]) * (c[6] - c[0]));
  const i = x >= y && x >= z ? 1 : 0, j = z > x && z > y ? 1 : 2;
  for (let k = 0; k < 9; k += 3) {
    const k1 = k === 6 ? 0 : k + 3;
    for (let l = 9; l < 18; l += 3) {
      const l1 = l === 15 ? 9 : l + 3;
      if (segmentsIntersect(c[k + i], c[k + j], c[k1 + i], c[k1 + j], c[l + i], c[l + j], c[l1 + i], c[l1 + j]) !== 'apart') return true;
    }
  }
  return containsCorner(c, 0, 9, i, j) || containsCorner(c, 9, 0, i, j);
}

/** Is the first corner of the triangle at `other` inside the one at `first`? Their edges do not intersect. */
function containsCorner(c: Float64Array, first: number, other: number, i: number, j: number): boolean {
  let left = 0;
  for (let k = 0; k < 3; k++) {
    const a = first + 3 * k;
    const b = first + 3 * ((k + 1) % 3);
    left += orientation(c[a + i], c[a + j], c[b + i], c[b + j], c[other + i], c[other + j]) > 0 ? 1 : -1;
  }
  return left === 3 || left === -3;
}
