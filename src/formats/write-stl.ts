import { meshTriangles, type SurfaceMesh } from '../shapes/mesh.ts';
import { formatDecimals } from './decimal.ts';
import { STL_FACET, STL_FACETS_AT, STL_HEADER } from './stl.ts';
import { joinBytes } from './text-bytes.ts';

export interface WriteStlOptions {
  /** Default: binary. */
  readonly format?: 'ascii' | 'binary';
}

/**
 * The mesh as an STL file: its triangles, quads split in two. Binary STL holds 32-bit floats only: positions are
 * rounded to seven digits, and different nodes may coincide. The ascii form has every digit of the doubles. Velocities
 * and other data are not written.
 *
 * @example
 * ```ts
 * import { surfaceMesh, writeStl } from 'appulse/meshes';
 *
 * const mesh = surfaceMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
 * console.log(writeStl(mesh).length); // 134
 * ```
 */
export function writeStl(mesh: SurfaceMesh, { format = 'binary' }: WriteStlOptions = {}): Uint8Array {
  const triangles = meshTriangles(mesh);
  return format === 'ascii'
    ? joinBytes(textFacets(mesh.positions, triangles))
    : binaryFacets(mesh.positions, triangles);
}

function* textFacets(positions: Float64Array, triangles: Int32Array): Generator<string> {
  yield 'solid\n';
  for (let k = 0; k < triangles.length; k += 3) {
    yield ` facet normal ${formatDecimals(facetNormal(positions, triangles, k), 0, 3)}\n  outer loop\n`;
    for (let corner = k; corner < k + 3; corner++)
      yield `   vertex ${formatDecimals(positions, 3 * triangles[corner], 3)}\n`;
    yield '  endloop\n endfacet\n';
  }
  yield 'endsolid\n';
}

function binaryFacets(positions: Float64Array, triangles: Int32Array): Uint8Array {
  const node = positions.findIndex((value) => !Number.isFinite(Math.fround(value)));
  if (node >= 0) {
    const nodeName = `node ${Math.floor(node / 3)}`;
    throw new RangeError(`STL: ${nodeName} must be within the range of 32-bit floats, got ${positions[node]}`);
  }
  const count = triangles.length / 3;
  const bytes = new Uint8Array(STL_FACETS_AT + STL_FACET * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(STL_HEADER, count, true);
  for (let facet = 0; facet < count; facet++) {
    let at = STL_FACETS_AT + STL_FACET * facet;
    const writeNumber = (value: number) => {
      view.setFloat32(at, value, true);
      at += 4;
    };
    facetNormal(positions, triangles, 3 * facet).forEach(writeNumber);
    for (const node of triangles.subarray(3 * facet, 3 * facet + 3)) {
      positions.subarray(3 * node, 3 * node + 3).forEach(writeNumber);
    }
  }
  return bytes;
}

/** Unit normal of the triangle whose nodes begin at `triangles[k]`; zero if it has no area. */
function facetNormal(positions: Float64Array, triangles: Int32Array, k: number): number[] {
  const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
  const side = (from: number, to: number) => [0, 1, 2].map((axis) => positions[to + axis] - positions[from + axis]);
  const [e, f] = [side(a, b), side(a, c)];
  const normal = [0, 1, 2].map((i) => e[(i + 1) % 3] * f[(i + 2) % 3] - e[(i + 2) % 3] * f[(i + 1) % 3]);
  const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  return normal.map((value) => (length > 0 && length < Number.POSITIVE_INFINITY ? value / length : 0));
}
