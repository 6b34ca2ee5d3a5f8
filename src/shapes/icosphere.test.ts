import { describe, expect, it } from 'vitest';
import { createIcosphere } from './icosphere.ts';
import { meshEdges, type SurfaceMesh } from './mesh.ts';

/** Six times the volume and the moments Σ (x², y², z²) of a closed surface about the origin, by its triangles. */
function measure({ positions, triangles }: SurfaceMesh): { volume: number; squares: number[] } {
  const squares = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = axis; k < positions.length; k += 3) sum += positions[k] ** 2;
    return sum;
  });
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    volume +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return { volume: volume / 6, squares };
}

describe.each([0, 1, 2, 3])('an icosphere divided %i times', (subdivisions) => {
  const mesh = createIcosphere(2, subdivisions);
  const [nodes, faces] = [mesh.positions.length / 3, mesh.triangles.length / 3];

  it("has 20 · 4^n triangles, and nodes and edges by Euler's formula", () => {
    expect(faces).toBe(20 * 4 ** subdivisions);
    expect(nodes - meshEdges(mesh).length / 2 + faces).toBe(2);
  });

  it('has all nodes at the radius and is symmetric about every axis', () => {
    for (let k = 0; k < mesh.positions.length; k += 3) {
      expect(Math.hypot(...mesh.positions.subarray(k, k + 3))).toBeCloseTo(2, 14);
    }
    for (const square of measure(mesh).squares) expect(square).toBeCloseTo((4 * nodes) / 3, 9);
  });

  it('has outward faces and approaches the volume of the sphere with each subdivision', () => {
    const fraction = measure(mesh).volume / ((4 / 3) * Math.PI * 8);
    expect(fraction).toBeLessThan(1);
    // an icosahedron has 0.605 of the volume of its sphere, and the rest decreases fourfold with each subdivision
    expect(1 - fraction).toBeLessThan(0.45 / 3.3 ** subdivisions);
  });
});

it.each([
  [0, 1, /radius/],
  [1, -1, /subdivisions/],
  [1, 1.5, /subdivisions/],
  [1, 9, /from 0 to 8/],
])('radius %d with %d subdivisions is rejected', (radius, subdivisions, message) => {
  expect(() => createIcosphere(radius, subdivisions)).toThrow(message);
});
