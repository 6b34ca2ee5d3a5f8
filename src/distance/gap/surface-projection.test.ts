import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { createBilinearPoint } from '../features/bilinear-patch.ts';
import { closestPointTriangle, createPointTriangle } from '../features/point-triangle.ts';
import { projectOnBilinear } from '../features/project-bilinear.ts';
import { createContactHistory, createSurfaceProjection } from './surface-projection.ts';

const SIDE = 6;

/** A wavy sheet of quadrilaterals, or of triangles, and one more node. */
function wavySheet(kind: 'quads' | 'triangles') {
  const positions: number[] = [];
  for (let j = 0; j <= SIDE; j++) {
    for (let i = 0; i <= SIDE; i++) positions.push(i, j, 0.3 * Math.sin(i) * Math.cos(1.3 * j));
  }
  positions.push(0, 0, 0);
  const at = (i: number, j: number) => j * (SIDE + 1) + i;
  const quads: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j < SIDE; j++) {
    for (let i = 0; i < SIDE; i++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      if (kind === 'quads') quads.push(a, b, c, d);
      else triangles.push(a, b, c, a, c, d);
    }
  }
  return createSurfaceMesh({ positions, quads, triangles });
}

describe.each(['quads', 'triangles'] as const)('projection on a sheet of %s', (kind) => {
  const mesh = wavySheet(kind);
  const node = (SIDE + 1) ** 2;

  it('with history finds the face that a comparison of all faces finds, along a winding path', () => {
    const projection = createSurfaceProjection(mesh);
    const history = createContactHistory();
    const x = mesh.positions.slice();
    const faces = new Set<number>();
    for (let k = 0; k <= 200; k++) {
      const t = k / 200;
      x.set([0.3 + 5.4 * t, 3 + 2.4 * Math.sin(9 * t), 0.5 + 0.2 * Math.cos(20 * t)], 3 * node);
      projection.project(history, x, node);
      const global = projection.project(createContactHistory(), x, node);
      expect(history.distance).toBeCloseTo(global.distance, 10);
      faces.add(history.face);
    }
    expect(faces.size).toBeGreaterThan(10);
  });

  it('sums up the slip, which a common translation and rotation of surface and node does not change', () => {
    const projection = createSurfaceProjection(mesh);
    const history = createContactHistory();
    const x = mesh.positions.slice();
    x.set([2.5, 2.5, 0.2], 3 * node);
    projection.project(history, x, node);
    // a quarter turn about z and a translation of everything
    const rotated = x.slice();
    for (let i = 0; i < rotated.length; i += 3) rotated.set([5 - x[i + 1], x[i] + 2, x[i + 2] + 1], i);
    projection.project(history, rotated, node);
    // the slip that the first projection leaves is the part of its offset along the surface: none
    expect(Math.hypot(history.slip.x, history.slip.y, history.slip.z)).toBeLessThan(1e-12);
  });

  it('leaves out the faces of the node itself', () => {
    const history = createSurfaceProjection(mesh).project(createContactHistory(), mesh.positions, 0);
    expect(history.face).toBeGreaterThan(0);
    expect(history.distance).toBeGreaterThan(0.5);
  });
});

describe('closest point of a bilinear patch', () => {
  it('is not farther than any of many samples, and agrees with a triangle where a corner is doubled', () => {
    const random = createRandom(3);
    const [patch, triangle] = [createBilinearPoint(), createPointTriangle()];
    for (let i = 0; i < 40; i++) {
      const corners = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      const distance = projectOnBilinear(patch, corners);
      let nearest = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 441; k++) {
        const [xi, eta] = [((k % 21) - 10) / 10, (Math.floor(k / 21) - 10) / 10];
        nearest = Math.min(nearest, distanceAt(corners, xi, eta));
      }
      expect(distance).toBeLessThanOrEqual(nearest + 1e-12);
      corners.set(corners.slice(6, 9), 9);
      projectOnBilinear(patch, corners);
      const [a, b, c] = [0, 3, 6].map((at) => ({ x: corners[at], y: corners[at + 1], z: corners[at + 2] }));
      const minus = (p: typeof a, q: typeof a) => ({ x: p.x - q.x, y: p.y - q.y, z: p.z - q.z });
      closestPointTriangle(triangle, { x: -a.x, y: -a.y, z: -a.z }, minus(b, a), minus(c, a));
      expect(Math.hypot(patch.point.x, patch.point.y, patch.point.z)).toBeCloseTo(triangle.distance, 9);
    }
  });
});

function distanceAt(corners: Float64Array, xi: number, eta: number): number {
  const weights = [(1 - xi) * (1 - eta), (1 + xi) * (1 - eta), (1 + xi) * (1 + eta), (1 - xi) * (1 + eta)];
  const sum = (axis: number) => weights.reduce((total, w, a) => total + 0.25 * w * corners[3 * a + axis], 0);
  return Math.hypot(sum(0), sum(1), sum(2));
}
