/** Two crumpled sheets that pass through each other: triangles, or triangles and quadrilaterals; a mesh with contacts of all kinds. */
import { createRandom } from '../../src/math/random.ts';
import { createSurfaceMesh, type SurfaceMesh } from '../../src/shapes/mesh.ts';

export interface MovingSheets {
  readonly mesh: SurfaceMesh;
  /** Positions at the end of the step [m]. */
  readonly end: Float64Array;
  /** 0 for the nodes of the lower sheet, 1 for those of the upper one. */
  readonly bodies: Int32Array;
}

/** `squares` along each side. On a `grid` [m] many nodes meet edges and corners exactly, at the same time. */
export function movingSheets(squares: number, withQuads: boolean, grid = 0): MovingSheets {
  const random = createRandom(squares);
  const side = squares + 1;
  const value = (size: number) => {
    const number = random.between(-size, size);
    return grid > 0 ? grid * Math.round(number / grid) : number;
  };
  const positions: number[] = [];
  const [triangles, quads]: number[][] = [[], []];
  for (const height of [0, 0.125]) {
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const a = positions.length / 3;
        positions.push(i / squares, j / squares, height + value(0.02));
        if (i === squares || j === squares) continue;
        const b = a + side;
        if (withQuads && (i + j) % 2 === 0) quads.push(a, b, b + 1, a + 1);
        else triangles.push(a, b, b + 1, a, b + 1, a + 1);
      }
    }
  }
  const mesh = createSurfaceMesh({ positions, triangles, quads });
  const bodies = Int32Array.from({ length: positions.length / 3 }, (_, i) => (i < side * side ? 0 : 1));
  const end = mesh.positions.map((x, k) => {
    const isUpper = bodies[Math.floor(k / 3)] === 1;
    return x + value(0.01) - (k % 3 === 2 && isUpper ? 0.25 : 0);
  });
  return { mesh, end, bodies };
}
