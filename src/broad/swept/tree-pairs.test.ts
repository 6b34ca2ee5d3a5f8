import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../math/random.ts';
import { createMeshBroadPhase } from './mesh-search.ts';
import {
  completeTrees,
  createMeshSurface,
  createMeshTrees,
  type MeshTrees,
  refitTreePart,
  treePartCount,
} from './mesh-trees.ts';
import type { PairingRules } from './surface-elements.ts';
import type { SweptTree } from './swept-tree.ts';
import { createPairBuffer, forEachTreePair } from './tree-pairs.ts';

/** Pairs of all parts, sorted. */
function allPairs(a: SweptTree, b: SweptTree): string[] {
  const found: string[] = [];
  let total = 0;
  for (let part = 0; part < a.parts.length; part++) {
    total += forEachTreePair(createPairBuffer(), a, b, part, (pairs, count) => {
      for (let k = 0; k < count; k++) found.push(`${pairs[2 * k]} ${pairs[2 * k + 1]}`);
    });
  }
  expect(total).toBe(found.length);
  return found.sort();
}

function indices(random: Random, count: number, corners: number, vertexCount: number): Int32Array {
  return Int32Array.from({ length: count * corners }, () => random.below(vertexCount));
}

describe('forEachTreePair [VBC24-3.1]', () => {
  it.each([
    ['random positions', 0],
    ['a lattice, where most pairs just touch', 9],
  ])('property: %s: the pairs of brute force, from step to step, with roles and bodies', (_, lattice) => {
    const random = createRandom(90 + lattice);
    const draw = () => (lattice > 0 ? random.below(lattice) : random.between(0, 6));
    for (const vertexCount of [3, 40, 600]) {
      const elements = {
        triangles: indices(random, vertexCount, 3, vertexCount),
        quads: indices(random, vertexCount >> 2, 4, vertexCount),
        edges: indices(random, vertexCount, 2, vertexCount),
      };
      // lists of a few vertices: most elements then have no role
      const some = () => Int32Array.from({ length: vertexCount }, (__, i) => i).filter(() => random.below(8) > 0);
      const cases: PairingRules[] = [{}, { slaves: some() }, { slaves: some(), masters: some() }];
      for (const rules of vertexCount > 500 ? cases.slice(0, 1) : cases) {
        const surface = createMeshSurface(vertexCount, elements, rules);
        const trees = createMeshTrees(surface, 'own');
        for (let step = 0; step < 3; step++) {
          const draws = () => Float64Array.from({ length: 3 * vertexCount }, draw);
          const start = draws();
          // short paths in a large mesh: otherwise nearly all pairs overlap
          const end = vertexCount > 500 ? start.map((x) => x + random.between(-0.01, 0.01)) : draws();
          const positions = { start, end, margin: 0.001 };
          if (step > 0) for (let part = 0; part < treePartCount(trees); part++) refitTreePart(trees, part, positions);
          completeTrees(trees, surface, positions);
          compare(trees, rules, elements, positions);
        }
      }
    }
  });

  it('bodies: no pairs within a body', () => {
    const random = createRandom(94);
    const bodies = Int32Array.from({ length: 60 }, (_, i) => Math.floor(i / 20));
    const elements = {
      triangles: Int32Array.from({ length: 60 }, () => random.below(20)),
      quads: new Int32Array(),
      edges: Int32Array.from({ length: 60 }, (_, k) => 20 * Math.floor(k / 20) + random.below(20)),
    };
    const surface = createMeshSurface(60, elements, { bodies });
    const trees = createMeshTrees(surface, 'own');
    const draws = () => Float64Array.from({ length: 180 }, () => random.between(0, 1));
    const positions = { start: draws(), end: draws(), margin: 0 };
    completeTrees(trees, surface, positions);
    compare(trees, { bodies }, elements, positions);
  });
});

function compare(
  trees: MeshTrees,
  rules: PairingRules,
  { triangles, quads, edges }: { triangles: Int32Array; quads: Int32Array; edges: Int32Array },
  { start, end, margin }: { start: Float64Array; end: Float64Array; margin: number },
): void {
  const common = { ...rules, kind: 'brute-force' as const, vertexCount: start.length / 3, tolerance: margin };
  const search = createMeshBroadPhase({ ...common, faces: triangles, edges });
  const quadSearch = createMeshBroadPhase({ ...common, faces: quads, nodesPerFace: 4 });
  const list = (of: typeof search, pairing: 'vertex-face' | 'edge-edge') => {
    of.update(start, end);
    const { count, indices: found } = of.candidates(pairing);
    return Array.from({ length: count }, (_, k) => `${found[2 * k]} ${found[2 * k + 1]}`).sort();
  };
  const expected = list(search, 'edge-edge');
  if (start.length > 100) expect(expected.length).toBeGreaterThan(0);
  expect(allPairs(trees.edges, trees.edges)).toEqual(expected);
  expect(allPairs(trees.vertices, trees.triangles)).toEqual(list(search, 'vertex-face'));
  expect(allPairs(trees.vertices, trees.quads)).toEqual(list(quadSearch, 'vertex-face'));
}
