import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../math/random.ts';
import { edgeEdgeGap } from './edge-edge-gap.ts';
import { createGapFunction, type GapFunction, type GapRegion } from './gap-function.ts';
import { nodeBilinearGap } from './node-bilinear-gap.ts';
import { nodeTriangleGap } from './node-triangle-gap.ts';

type Gap = (out: GapFunction, x: Float64Array) => GapFunction;

const KINDS: readonly { name: string; nodes: number; gap: Gap; draw: (random: Random) => number[] }[] = [
  {
    name: 'node and triangle',
    nodes: 4,
    gap: (out, x) => nodeTriangleGap(out, x, 0, 1, 2, 3),
    draw: (random) => [random.between(-1, 2), random.between(-1, 2), random.between(-1, 1), 0, 0, 0, 1, 0, 0, 0, 1, 0],
  },
  {
    name: 'two edges',
    nodes: 4,
    gap: (out, x) => edgeEdgeGap(out, x, 0, 1, 2, 3),
    draw: (random) => {
      const z = random.between(-1, 1);
      return [-1, 0, 0, 1, 0, 0, random.between(-1, 1), random.between(-1, 0.5), z, random.between(-1, 1), 1, z];
    },
  },
  {
    name: 'node and bilinear patch',
    nodes: 5,
    gap: (out, x) => nodeBilinearGap(out, x, 0, [1, 2, 3, 4]),
    draw: (random) => [
      ...[random.between(-0.5, 1.5), random.between(-0.5, 1.5), random.between(-0.3, 0.6)],
      ...[0, 0, 0, 1, 0, 0, 1, 1, random.between(-0.6, 0.6), 0, 1, 0],
    ],
  },
];

/** Fourth-order central difference. */
function differentiate(f: (h: number) => number, h: number): number {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

describe.each(KINDS)('gap of $name', ({ nodes, gap, draw }) => {
  const [out, moved] = [createGapFunction(nodes), createGapFunction(nodes)];
  const n = 3 * nodes;
  const random = createRandom(9);
  const cases = Array.from({ length: 60 }, () =>
    Float64Array.from(draw(random), (value) => value + 0.1 * random.between(-1, 1)),
  );
  const shifted = (x: Float64Array, k: number, h: number) => x.map((value, i) => (i === k ? value + h : value));

  it('has the gradient and Hessian of finite differences, in every region', () => {
    const regions = new Set<GapRegion>();
    for (const x of cases) {
      const { gradient, hessian, region, regular, gap: value } = gap(out, x);
      expect(regular).toBe(true);
      // differences across a boundary, or close to the singular distance zero, prove nothing
      const around = Array.from({ length: n }, (_, k) => [-2e-3, 2e-3].map((h) => gap(moved, shifted(x, k, h)).region));
      if (around.flat().some((other) => other !== region) || Math.abs(value) < 0.05) continue;
      regions.add(region);
      for (let k = 0; k < n; k++) {
        expect(differentiate((h) => gap(moved, shifted(x, k, h)).gap, 1e-3)).toBeCloseTo(gradient[k], 7);
        for (let l = 0; l < n; l++) {
          const expected = differentiate((h) => gap(moved, shifted(x, k, h)).gradient[l], 1e-3);
          expect(Math.abs(hessian[k * n + l] - expected)).toBeLessThan(2e-5 * Math.max(1, Math.abs(expected)));
        }
      }
    }
    expect(regions.size).toBeGreaterThanOrEqual(2);
  });

  it('has a symmetric Hessian, and does not change by translation and rotation', () => {
    for (const x of cases) {
      const { gradient, hessian, gap: value, regular } = gap(out, x);
      const size = Math.max(...hessian.map(Math.abs), 1);
      for (let k = 0; k < n; k++) {
        for (let l = 0; l < n; l++) expect(hessian[k * n + l]).toBeCloseTo(hessian[l * n + k], 10);
        for (let axis = 0; axis < 3; axis++) {
          let sum = 0;
          for (let i = 0; i < nodes; i++) sum += hessian[k * n + 3 * i + axis];
          expect(Math.abs(sum)).toBeLessThan(1e-12 * size);
        }
      }
      // rotation about z: Σ ∂g/∂x_i · (e_z × x_i) = 0, and H (e_z × x) = e_z × ∂g/∂x
      let moment = 0;
      for (let i = 0; i < nodes; i++) moment += gradient[3 * i + 1] * x[3 * i] - gradient[3 * i] * x[3 * i + 1];
      expect(Math.abs(moment)).toBeLessThan(1e-12);
      if (!regular || Math.abs(value) < 1e-3) continue;
      for (let i = 0; i < nodes; i++) {
        let [atX, atY] = [0, 0];
        for (let j = 0; j < nodes; j++) {
          const [u, v] = [-x[3 * j + 1], x[3 * j]];
          atX += hessian[3 * i * n + 3 * j] * u + hessian[3 * i * n + 3 * j + 1] * v;
          atY += hessian[(3 * i + 1) * n + 3 * j] * u + hessian[(3 * i + 1) * n + 3 * j + 1] * v;
        }
        expect(Math.abs(atX + gradient[3 * i + 1])).toBeLessThan(1e-10 * size);
        expect(Math.abs(atY - gradient[3 * i])).toBeLessThan(1e-10 * size);
      }
    }
  });
});

describe('at the boundaries of regions', () => {
  const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const at = (x: number, y: number, z: number) => {
    const out = createGapFunction(4);
    return nodeTriangleGap(out, Float64Array.of(x, y, z, ...TRIANGLE), 0, 1, 2, 3);
  };

  it('gap and gradient are continuous over an edge, the Hessian is that of the face on it', () => {
    const [inside, on, outside] = [at(0.5, 1e-9, 0.5), at(0.5, 0, 0.5), at(0.5, -1e-9, 0.5)];
    expect([inside.region, on.region, outside.region]).toEqual(['face', 'face', 'edge']);
    expect(outside.gap).toBeCloseTo(inside.gap, 12);
    outside.gradient.forEach((value, k) => {
      expect(value).toBeCloseTo(inside.gradient[k], 8);
    });
    expect([...on.hessian]).toEqual([...at(0.5, 0, 0.5).hessian]);
    // next to the edge the distance from it is curved: 1/g across it
    expect(outside.hessian[1 * 12 + 1]).toBeCloseTo(1 / 0.5, 8);
    expect(on.hessian[1 * 12 + 1]).toBe(0);
  });

  it('over the face the Hessian stays finite as the gap closes', () => {
    const { hessian, regular, gap } = at(0.25, 0.25, 0);
    expect([gap, regular]).toEqual([0, true]);
    // ∂²g/∂z_s∂... = 0, and moving a corner up tilts the plane
    expect(Math.max(...hessian.map(Math.abs))).toBeLessThan(2);
  });

  it('a node in a vertex or on the line of an edge next to the face has no derivatives, and says so', () => {
    const vertex = at(-0.5, -0.5, 0);
    expect(vertex.region).toBe('vertex');
    expect([vertex.regular, vertex.gap]).toEqual([true, Math.SQRT1_2]);
    const edges = edgeEdgeGap(createGapFunction(4), Float64Array.of(0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0), 0, 1, 2, 3);
    expect(edges).toMatchObject({ gap: 0, regular: false });
    expect(edges.hessian.every((value) => value === 0)).toBe(true);
  });

  it('parallel edges have the distance, and no Hessian', () => {
    const edges = edgeEdgeGap(createGapFunction(4), Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0), 0, 1, 2, 3);
    expect(edges).toMatchObject({ gap: 1, regular: false });
  });

  it('a triangle without area is the distance from its nearest point', () => {
    const x = Float64Array.of(0.5, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0);
    expect(nodeTriangleGap(createGapFunction(4), x, 0, 1, 2, 3).gap).toBe(1);
  });

  it('the gap of crossing edges changes sign as they pass through each other', () => {
    const gaps = [0.5, 0, -0.5].map(
      (z) => edgeEdgeGap(createGapFunction(4), Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, z, 0, 1, z), 0, 1, 2, 3).gap,
    );
    expect(gaps).toEqual([0.5, 0, -0.5]);
  });
});
