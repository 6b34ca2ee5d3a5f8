import { createTrimesh, type Trimesh } from '../src/shapes/trimesh.ts';

/** Triangle meshes of simple bodies, for tests. */

function meshOf(positions: readonly (readonly number[])[], triangles: readonly (readonly number[])[]): Trimesh {
  return createTrimesh({
    positions: Float64Array.from(positions.flat()),
    triangles: Int32Array.from(triangles.flat()),
    quads: new Int32Array(0),
  });
}

/** A grid of `rows` by `columns` cells, each split into two triangles, through `at(i, j)`. */
function gridMesh(rows: number, columns: number, at: (i: number, j: number) => number[]): Trimesh {
  const positions: number[][] = [];
  for (let i = 0; i <= rows; i++) for (let j = 0; j <= columns; j++) positions.push(at(i, j));
  const triangles: number[][] = [];
  const node = (i: number, j: number) => i * (columns + 1) + j;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      triangles.push(
        [node(i, j), node(i + 1, j), node(i + 1, j + 1)],
        [node(i, j), node(i + 1, j + 1), node(i, j + 1)],
      );
    }
  }
  return meshOf(positions, triangles);
}

/** The surface of a box about the origin, each face of `count` by `count` cells. */
export function boxMesh(halfExtents: readonly number[], count = 1): Trimesh {
  const known = new Map<string, number>();
  const positions: number[][] = [];
  const node = (cell: number[]) => {
    const key = cell.join();
    const index = known.get(key) ?? positions.length;
    if (index === positions.length) positions.push(cell.map((k, axis) => halfExtents[axis] * ((2 * k) / count - 1)));
    known.set(key, index);
    return index;
  };
  const triangles: number[][] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const top of [0, count]) {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          const corner = (di: number, dj: number) => {
            const cell = [0, 0, 0];
            cell[axis] = top;
            cell[(axis + 1) % 3] = i + di;
            cell[(axis + 2) % 3] = j + dj;
            return node(cell);
          };
          const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          triangles.push(
            ...(top > 0
              ? [
                  [a, b, c],
                  [a, c, d],
                ]
              : [
                  [a, c, b],
                  [a, d, c],
                ]),
          );
        }
      }
    }
  }
  return meshOf(positions, triangles);
}

/** A square of half width `half` at z = 0, of `count` by `count` cells: an open surface. */
export function sheetMesh(half: number, count: number): Trimesh {
  return gridMesh(count, count, (i, j) => [half * ((2 * i) / count - 1), half * ((2 * j) / count - 1), 0]);
}

/** Two planes at 45 degrees that meet in a valley along y. */
export function grooveMesh(count: number): Trimesh {
  return gridMesh(2 * count, count, (i, j) => [i / count - 1, (2 * j) / count - 1, Math.abs(i / count - 1)]);
}

/** The lower half of a sphere of radius 1: `count` meridians, half as many parallels. */
export function bowlMesh(count: number): Trimesh {
  const rings = count / 2;
  const at = (i: number, j: number) => {
    const [tilt, heading] = [((i / rings) * Math.PI) / 2, (2 * Math.PI * j) / count];
    return [Math.sin(tilt) * Math.cos(heading), Math.sin(tilt) * Math.sin(heading), -Math.cos(tilt)];
  };
  const positions = [[0, 0, -1]];
  for (let i = 1; i <= rings; i++) for (let j = 0; j < count; j++) positions.push(at(i, j));
  const node = (i: number, j: number) => (i === 0 ? 0 : 1 + (i - 1) * count + (j % count));
  const triangles: number[][] = [];
  for (let j = 0; j < count; j++) triangles.push([0, node(1, j), node(1, j + 1)]);
  for (let i = 1; i < rings; i++) {
    for (let j = 0; j < count; j++) {
      triangles.push(
        [node(i, j), node(i + 1, j), node(i + 1, j + 1)],
        [node(i, j), node(i + 1, j + 1), node(i, j + 1)],
      );
    }
  }
  return meshOf(positions, triangles);
}
