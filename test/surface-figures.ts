import { meshEdges, meshTriangles, type SurfaceMesh } from '../src/shapes/mesh.ts';

export interface SurfaceFigures {
  /** Of a closed surface, from the divergence theorem; of an open one, of the cone from the origin. */
  readonly volume: number;
  readonly area: number;
  /** Vertices - edges + faces, without nodes of no face. */
  readonly euler: number;
  /** Nodes of the faces. */
  readonly nodes: readonly number[];
}

/** Volume, area and Euler characteristic of the triangles of a mesh. */
export function surfaceFigures(mesh: SurfaceMesh): SurfaceFigures {
  const triangles = meshTriangles(mesh);
  const at = (corner: number, axis: number) => mesh.positions[3 * triangles[corner] + axis];
  let volume = 0;
  let area = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const normal = [0, 1, 2].map((axis) => {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      return (
        (at(k + 1, i) - at(k, i)) * (at(k + 2, j) - at(k, j)) - (at(k + 1, j) - at(k, j)) * (at(k + 2, i) - at(k, i))
      );
    });
    area += Math.hypot(...normal) / 2;
    volume += normal.reduce((sum, component, axis) => sum + component * at(k, axis), 0) / 6;
  }
  const nodes = [...new Set(triangles)];
  const edges = meshEdges({ ...mesh, triangles, quads: new Int32Array() }).length / 2;
  return { volume, area, euler: nodes.length - edges + triangles.length / 3, nodes };
}
