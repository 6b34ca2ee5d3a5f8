import { describe, expect, it } from 'vitest';
import { packedVertices, weldVertices } from './weld-vertices.ts';

describe('welding of vertices', () => {
  it('joins corners within the tolerance, across the cells of its grid, and omits triangles that collapse', () => {
    const tolerance = 1e-3;
    const point = (x: number, y: number, z: number) => [x, y, z];
    // two triangles with a common side, whose corners differ by less than the tolerance; a third one is shorter than it
    const positions = Float64Array.from([
      ...point(0, 0, 0), ...point(1, 0, 0), ...point(0, 1, 0),
      ...point(1 + 0.9 * tolerance, 0, 0), ...point(1, 1, 0), ...point(0, 1 - 0.9 * tolerance, 0),
      ...point(5, 5, 5), ...point(5 + 0.5 * tolerance, 5, 5), ...point(6, 5, 5),
    ]); // biome-ignore format: one triangle a line
    const corners = Int32Array.from({ length: 9 }, (_, i) => i);
    const welded = weldVertices(packedVertices(positions), corners, tolerance);
    expect([...welded.triangles]).toEqual([0, 1, 2, 1, 3, 2]);
    expect([...welded.positions.subarray(3, 6)]).toEqual([1, 0, 0]);
    const apart = weldVertices(packedVertices(positions), corners, 0);
    expect(apart.triangles.length).toBe(9);
  });

  it('is what a comparison of all pairs finds, for random vertices near the borders of cells', () => {
    const tolerance = 0.01;
    const steps = [0, 0.4, 0.8, -0.4, -0.8];
    const positions = Float64Array.from(
      { length: 3 * 300 },
      (_, k) => ((k * 7919) % 13) * 0.1 + steps[(k * 31) % 5] * 0.1 * tolerance,
    );
    const corners = Int32Array.from({ length: 300 }, (_, i) => i);
    const { positions: nodes } = weldVertices(packedVertices(positions), corners, tolerance);
    const near = (a: number, b: number) =>
      [0, 1, 2].every((k) => Math.abs(nodes[3 * a + k] - nodes[3 * b + k]) <= tolerance);
    const count = nodes.length / 3;
    for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) expect(near(a, b)).toBe(false);
    expect(count).toBeLessThan(300);
  });

  it('rejects a vertex that is not finite, by its number', () => {
    const positions = Float64Array.of(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0);
    expect(() => weldVertices(packedVertices(positions), Int32Array.of(0, 1, 2), 0)).toThrow(/vertex 1 must be finite/);
  });
});
