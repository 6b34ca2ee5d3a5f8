import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { findPenetrations, removePenetrations } from './mesh-penetration.ts';

/** The surface of a cube of n by n by n cells with outward quadrilaterals. */
function cube(n: number, centre: readonly number[], size: number, first: number) {
  const index = new Map<string, number>();
  const positions: number[] = [];
  const quads: number[] = [];
  const node = (i: readonly number[]) => {
    const key = i.join();
    if (!index.has(key)) {
      index.set(key, first + positions.length / 3);
      positions.push(...i.map((value, axis) => centre[axis] + size * (value / n - 0.5)));
    }
    return index.get(key) as number;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, n]) {
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < n; b++) {
          const corner = (u: number, v: number) => {
            const at = [0, 0, 0];
            [at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]] = [side, a + u, b + v];
            return node(at);
          };
          const around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          quads.push(...(side === n ? around : around.reverse()));
        }
      }
    }
  }
  return { positions, quads };
}

function twoCubes(offset: readonly number[], n = 2) {
  const a = cube(n, [0, 0, 0], 2, 0);
  const b = cube(n, offset, 2, a.positions.length / 3);
  const mesh = createSurfaceMesh({ positions: [...a.positions, ...b.positions], quads: [...a.quads, ...b.quads] });
  return { mesh, first: a.positions.length / 3 };
}

describe('initial penetration', () => {
  it('of two cubes is every node of one inside the other, with its depth, and the edges that pierce', () => {
    const { mesh } = twoCubes([1.75, 0.125, 0.0625]);
    const { nodes, maxDepth, piercings } = findPenetrations(mesh);
    // a brute comparison with the boxes
    const inside = (node: number, centre: readonly number[]) =>
      [0, 1, 2].every((axis) => Math.abs(mesh.positions[3 * node + axis] - centre[axis]) < 1);
    const half = mesh.positions.length / 6;
    const expected = Array.from({ length: 2 * half }, (_, node) => node).filter((node) =>
      inside(node, node < half ? [1.75, 0.125, 0.0625] : [0, 0, 0]),
    );
    expect(nodes.map(({ node }) => node)).toEqual(expected);
    expect(maxDepth).toBeCloseTo(0.25, 14);
    expect(piercings.length).toBeGreaterThan(3);
  });

  it('is not found where bodies are apart or only touch', () => {
    for (const offset of [
      [3, 0, 0],
      [2, 0.3, 0.1],
    ]) {
      const { nodes, piercings, maxDepth } = findPenetrations(twoCubes(offset).mesh);
      expect([nodes.length, piercings.length, maxDepth]).toEqual([0, 0, 0]);
    }
  });

  it('piercing edges agree with a comparison of all pairs by the volumes of tetrahedra', () => {
    const random = createRandom(8);
    const positions = Array.from({ length: 3 * 30 }, () => random.below(17) - 8);
    const triangles = Array.from({ length: 30 }, (_, k) => k);
    const mesh = createSurfaceMesh({ positions, triangles });
    const at = (k: number) => [0, 1, 2].map((axis) => BigInt(positions[3 * k + axis]));
    const volume = (a: number, b: number, c: number, d: number) => {
      const [u, v, w] = [b, c, d].map((k) => at(k).map((x, axis) => x - at(a)[axis]));
      return (
        u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])
      );
    };
    let count = 0;
    for (let e = 0; e < 30; e++) {
      const [a, b] = e % 3 === 2 ? [e - 2, e] : [e, e + 1];
      for (let f = 0; f < 10; f++) {
        if (Math.floor(e / 3) === f) continue;
        const [p, q, r] = [3 * f, 3 * f + 1, 3 * f + 2];
        if (!(volume(p, q, r, a) * volume(p, q, r, b) < 0n)) continue;
        const volumes = [volume(a, b, p, q), volume(a, b, q, r), volume(a, b, r, p)];
        if (volumes.every((t) => t > 0n) || volumes.every((t) => t < 0n)) count++;
      }
    }
    expect(count).toBeGreaterThan(3);
    expect(findPenetrations(mesh).piercings.length).toBe(count);
  });
});

describe('removal', () => {
  it('moves the nodes apart until none is inside, and the centre of mass stays', () => {
    const { mesh } = twoCubes([1.75, 0.125, 0.0625], 3);
    const { positions, status, maxDepth, remaining } = removePenetrations(mesh);
    expect(status).toBe('converged');
    expect(maxDepth).toBeCloseTo(0.25, 14);
    expect(remaining).toBe(0);
    expect(findPenetrations(mesh, positions).nodes).toEqual([]);
    for (let axis = 0; axis < 3; axis++) {
      let shift = 0;
      for (let i = axis; i < positions.length; i += 3) shift += positions[i] - mesh.positions[i];
      expect(Math.abs(shift)).toBeLessThan(1e-13);
    }
  });

  it('of a body of which every node is held moves the other alone', () => {
    const { mesh, first } = twoCubes([1.75, 0.125, 0.0625], 3);
    const held = Array.from({ length: first }, (_, node) => node);
    const { positions, status } = removePenetrations(mesh, mesh.positions, { held });
    expect(status).toBe('converged');
    expect([...positions.slice(0, 3 * first)]).toEqual([...mesh.positions.slice(0, 3 * first)]);
  });

  it('without penetration changes nothing', () => {
    const { mesh } = twoCubes([3, 0, 0]);
    expect(removePenetrations(mesh)).toMatchObject({ rounds: 0, maxDepth: 0, positions: mesh.positions });
  });
});
