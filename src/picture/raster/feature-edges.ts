import type { BodySurface } from '../../record/body-surfaces.ts';

/** Edges between faces that meet at a larger angle are drawn: its cosine. */
const CREASE = Math.cos(Math.PI / 6);

/** Pairs of points: the edges of a surface at its border and where its faces meet at an angle, and its lines. */
export function featureEdges({ positions, triangles, lines }: BodySurface): Int32Array {
  const first = new Map<string, number>();
  // points at the same place are one
  const merged = Int32Array.from({ length: positions.length / 3 }, (_, i) => {
    const key = `${positions[3 * i]} ${positions[3 * i + 1]} ${positions[3 * i + 2]}`;
    const found = first.get(key) ?? i;
    first.set(key, found);
    return found;
  });
  const faces = new Map<string, { readonly from: number; readonly to: number; readonly normals: number[][] }>();
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [merged[triangles[t]], merged[triangles[t + 1]], merged[triangles[t + 2]]];
    const normal = unitNormal(positions, corners);
    if (normal === undefined) continue;
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k], corners[(k + 1) % 3]];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      const edge = faces.get(key) ?? { from, to, normals: [] };
      faces.set(key, edge);
      edge.normals.push(normal);
    }
  }
  const edges = Array.from(lines);
  for (const { from, to, normals } of faces.values()) {
    const [a, b] = normals;
    const isSmooth = normals.length === 2 && Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) > CREASE;
    if (!isSmooth) edges.push(from, to);
  }
  return Int32Array.from(edges);
}

/** Undefined for a triangle without area. */
function unitNormal(positions: Float64Array, [a, b, c]: readonly number[]): number[] | undefined {
  const along = (i: number, k: number) => positions[3 * i + k] - positions[3 * a + k];
  const normal = [
    along(b, 1) * along(c, 2) - along(b, 2) * along(c, 1),
    along(b, 2) * along(c, 0) - along(b, 0) * along(c, 2),
    along(b, 0) * along(c, 1) - along(b, 1) * along(c, 0),
  ];
  const length = Math.hypot(...normal);
  return length > 0 ? normal.map((value) => value / length) : undefined;
}
