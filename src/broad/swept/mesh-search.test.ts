import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../math/random.ts';
import type { BroadPhaseKind } from '../broad-phase.ts';
import { createMeshBroadPhase, type MeshBroadPhase, type MeshBroadPhaseOptions, type Pairing } from './mesh-search.ts';

const KINDS: readonly BroadPhaseKind[] = ['grid', 'sweep-and-prune', 'aabb-tree', 'brute-force'];

type Surface = Omit<MeshBroadPhaseOptions, 'kind'>;

/** Element by element, as lists of vertex indices. */
function split(nodes: Int32Array | undefined, size: number): number[][] {
  const flat = [...(nodes ?? [])];
  return Array.from({ length: flat.length / size }, (_, i) => flat.slice(size * i, size * (i + 1)));
}

/** Independent of the library: all pairs of elements, directly from the positions, pairs as text. */
function expectedPairs(surface: Surface, pairing: Pairing, p0: Float64Array, p1: Float64Array): string[] {
  const { tolerance = 0, slaves, masters, bodies } = surface;
  const all = Array.from({ length: surface.vertexCount }, (_, i) => i);
  const slaveSet = new Set(slaves ?? all);
  const masterSet = new Set(masters ?? all);
  const edges = split(surface.edges, 2);
  const [first, second] =
    pairing === 'edge-edge' ? [edges, edges] : [all.map((i) => [i]), split(surface.faces, surface.nodesPerFace ?? 3)];
  const side = (nodes: number[], k: number, pick: (...values: number[]) => number) =>
    pick(...nodes.flatMap((n) => [p0[3 * n + k], p1[3 * n + k]]));
  const boxesOf = (elements: number[][]) =>
    elements.map((nodes) =>
      [0, 1, 2].map((k) => [side(nodes, k, Math.min) - tolerance, side(nodes, k, Math.max) + tolerance]),
    );
  const [boxesA, boxesB] = [boxesOf(first), boxesOf(second)];
  const meet = (a: number[], b: number[]) =>
    a.every((n) => slaveSet.has(n)) &&
    b.every((n) => masterSet.has(n)) &&
    !a.some((n) => b.includes(n)) &&
    !(bodies && bodies[a[0]] === bodies[b[0]]);
  const pairs: string[] = [];
  first.forEach((a, i) => {
    second.forEach((b, j) => {
      const wanted = pairing === 'edge-edge' ? j > i && (meet(a, b) || meet(b, a)) : meet(a, b);
      if (!wanted) return;
      const apart = [0, 1, 2].some((k) => boxesA[i][k][0] > boxesB[j][k][1] || boxesB[j][k][0] > boxesA[i][k][1]);
      if (!apart) pairs.push(`${i} ${j}`);
    });
  });
  return pairs;
}

function textOf(indices: Int32Array, count: number): string[] {
  return Array.from({ length: count }, (_, k) => `${indices[2 * k]} ${indices[2 * k + 1]}`);
}

function listed(search: MeshBroadPhase, pairing: Pairing): string[] {
  const { count, indices } = search.candidates(pairing);
  return textOf(indices, count);
}

/** One search of each kind, all given the same steps; each step returns the number of pairs of both pairings. */
function createComparison(surface: Surface): (p0: Float64Array, p1: Float64Array) => number {
  const searches = KINDS.map((kind) => createMeshBroadPhase({ ...surface, kind }));
  return (p0, p1) => {
    for (const search of searches) search.update(p0, p1);
    let total = 0;
    for (const pairing of ['vertex-face', 'edge-edge'] as const) {
      const expected = expectedPairs(surface, pairing, p0, p1);
      for (const search of searches) expect(listed(search, pairing), `${search.kind} ${pairing}`).toEqual(expected);
      total += expected.length;
    }
    return total;
  };
}

/** Triangles and edges between consecutive vertices of a random cloud: connected like a mesh, with random geometry. */
function strip(vertexCount: number): Surface {
  const faces = Array.from({ length: vertexCount - 2 }, (_, i) => [i, i + 1, i + 2]).flat();
  const edges = Array.from({ length: vertexCount - 1 }, (_, i) => [i, i + 1]).flat();
  return { vertexCount, faces: Int32Array.from(faces), edges: Int32Array.from(edges) };
}

function cloud(random: Random, vertexCount: number, span: number): Float64Array {
  return Float64Array.from({ length: 3 * vertexCount }, () => random.between(-span, span));
}

function shifted(positions: Float64Array, random: Random, maxShift: number): Float64Array {
  return positions.map((x) => x + random.between(-maxShift, maxShift));
}

/** A random walk in small steps, so that consecutive vertices lie near each other. */
function chain(random: Random, vertexCount: number, jump: number): Float64Array {
  const positions = new Float64Array(3 * vertexCount);
  for (let k = 3; k < positions.length; k++) positions[k] = positions[k - 3] + random.between(-jump, jump);
  return positions;
}

/** Two unit triangles, one a tenth above the other, sinking onto it. */
const TWO_TRIANGLES: Surface = {
  vertexCount: 6,
  faces: Int32Array.of(0, 1, 2, 3, 4, 5),
  edges: Int32Array.of(0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3),
};
const APART = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.1, 1, 0, 0.1, 0, 1, 0.1);
const TOUCHING = APART.map((x, k) => (k % 3 === 2 ? 0 : x));

describe('mesh search [VBC24-3.1]', () => {
  it('worked example: a triangle that sinks onto another pairs all its vertices and edges with it, and none before', () => {
    const compare = createComparison(TWO_TRIANGLES);
    expect(compare(APART, APART)).toBe(0);
    // 2 x 3 vertices with the other face, 3 x 3 edges
    expect(compare(APART, TOUCHING)).toBe(15);
    for (const kind of KINDS) {
      const search = createMeshBroadPhase({ ...TWO_TRIANGLES, kind });
      search.update(APART, TOUCHING);
      expect(listed(search, 'vertex-face')).toEqual(['0 1', '1 1', '2 1', '3 0', '4 0', '5 0']);
    }
  });

  it('random meshes of all densities, with small and large motion', () => {
    const random = createRandom(31);
    let pairs = 0;
    for (const [span, maxShift] of [
      [1, 0],
      [1, 0.1],
      [10, 0.5],
      [10, 20],
    ]) {
      const compare = createComparison(strip(80));
      for (let step = 0; step < 3; step++) {
        const start = cloud(random, 80, span);
        pairs += compare(start, shifted(start, random, maxShift));
      }
    }
    expect(pairs).toBeGreaterThan(1000); // the test is not vacuous
  });

  it('a chain that creeps for many steps, then falls into one heap and spreads again: refitted and rebuilt', () => {
    const random = createRandom(32);
    const compare = createComparison(strip(120));
    let start = chain(random, 120, 1);
    let pairs = 0;
    for (let step = 0; step < 25; step++) {
      const pace = step === 10 ? 0.05 : step === 15 ? 30 : 1;
      const end = shifted(start, random, 0.3).map((x) => pace * x);
      pairs += compare(start, end);
      start = end;
    }
    expect(pairs).toBeGreaterThan(1000);
  });

  it('clusters far apart, far from the origin', () => {
    const random = createRandom(33);
    const start = chain(random, 90, 0.5).map((x, k) => x + (k < 135 ? 1e6 : -1e5));
    expect(createComparison(strip(90))(start, shifted(start, random, 0.2))).toBeGreaterThan(100);
  });

  it('flat, straight, all in one point, one huge element, sizes from 1e-9 to 1e9 m, up to the largest coordinates', () => {
    const random = createRandom(34);
    const surface = strip(60);
    const round = chain(random, 60, 0.5);
    const huge = round.slice();
    huge.set([-1e5, -1e5, -1e5], 90);
    const cases: Record<string, Float64Array> = {
      flat: round.map((x, k) => (k % 3 === 2 ? 0 : x)),
      straight: round.map((x, k) => (k % 3 === 0 ? x : 0)),
      'in one point': round.map(() => 3),
      'one huge element': huge,
      'many sizes': cloud(random, 60, 1).map((x, k) => x * 10 ** (((k - (k % 3)) % 18) - 9)),
      largest: round.map((x) => Math.max(-1e300, Math.min(1e300, x * 1e300))),
      smallest: round.map((x) => x * 5e-324),
    };
    for (const [name, start] of Object.entries(cases)) {
      expect(createComparison(surface)(start, start), name).toBeGreaterThan(0);
    }
    // from one shape to the next, with the state of the last
    const compare = createComparison(surface);
    for (const start of Object.values(cases)) compare(start, start);
  });

  it('property: small integer lattices, where most pairs just touch; any faces, repeated vertices too', () => {
    const lattice = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 36, maxLength: 36 });
    const vertices = fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 12, maxLength: 48 });
    const check = fc.property(
      lattice,
      lattice,
      vertices,
      fc.constantFrom<3 | 4>(3, 4),
      (x0, x1, list, nodesPerFace) => {
        const nodes = Int32Array.from(list.slice(0, list.length - (list.length % 12)));
        const compare = createComparison({ vertexCount: 12, faces: nodes, nodesPerFace, edges: nodes });
        compare(Float64Array.from(x0), Float64Array.from(x1));
        compare(Float64Array.from(x1), Float64Array.from(x0));
      },
    );
    fc.assert(check, { seed: 35, numRuns: 200 });
  });

  it('empty meshes, isolated vertices, and a single element, which has no pair', () => {
    expect(createComparison({ vertexCount: 0 })(new Float64Array(), new Float64Array())).toBe(0);
    expect(createComparison({ vertexCount: 5 })(new Float64Array(15), new Float64Array(15))).toBe(0);
    const one = { vertexCount: 3, faces: Int32Array.of(0, 1, 2), edges: Int32Array.of(0, 1) };
    expect(createComparison(one)(new Float64Array(9), new Float64Array(9))).toBe(0);
    const oneAndAVertex = { ...one, vertexCount: 4 };
    expect(createComparison(oneAndAVertex)(new Float64Array(12), new Float64Array(12))).toBe(1);
  });

  it('neighbours form no pair: triangles that all share a vertex have none at all', () => {
    const fan = Array.from({ length: 20 }, (_, i) => [0, i + 1, ((i + 1) % 20) + 1]);
    const spokes = Array.from({ length: 20 }, (_, i) => [0, i + 1]);
    const search = { vertexCount: 21, edges: Int32Array.from(spokes.flat()), faces: Int32Array.from(fan.flat()) };
    const heap = new Float64Array(63);
    for (const kind of KINDS) {
      const found = createMeshBroadPhase({ ...search, kind });
      found.update(heap, heap);
      expect(found.candidates('edge-edge').count).toBe(0);
      // every rim vertex pairs with all triangles except its own two, the hub with none
      expect(found.candidates('vertex-face').count).toBe(20 * 18);
    }
  });
});

describe('pairing rules', () => {
  const random = createRandom(36);
  const start = chain(random, 60, 0.5);
  const end = shifted(start, random, 0.2);
  const every = (step: number, offset = 0) => Int32Array.from({ length: 60 / step }, (_, i) => step * i + offset);

  it('slave vertices and edges pair with master faces and edges only; a vertex may be both', () => {
    const firstHalf = Int32Array.from({ length: 30 }, (_, i) => i);
    const lastTwoThirds = Int32Array.from({ length: 40 }, (_, i) => i + 20);
    const surface = strip(60);
    const all = createComparison(surface)(start, end);
    for (const sets of [
      { slaves: firstHalf },
      { masters: lastTwoThirds },
      { slaves: firstHalf, masters: lastTwoThirds },
      { slaves: every(3), masters: lastTwoThirds },
    ]) {
      const pairs = createComparison({ ...surface, ...sets })(start, end);
      expect(pairs).toBeGreaterThan(0);
      expect(pairs).toBeLessThan(all);
    }
    expect(createComparison({ ...surface, slaves: new Int32Array() })(start, end)).toBe(0);
  });

  it('slaves far outside all masters have no pairs, until one flies through them', () => {
    const slaves = Int32Array.from({ length: 20 }, (_, i) => i);
    const masters = Int32Array.from({ length: 40 }, (_, i) => i + 20);
    for (const far of [-1e9, 1e9]) {
      const outside = start.map((x, k) => (k < 60 ? x + far : x));
      const compare = createComparison({ ...strip(60), slaves, masters });
      expect(compare(outside, outside)).toBe(0);
      const through = outside.map((x, k) => (k < 3 ? -x : x));
      expect(compare(outside, through)).toBeGreaterThan(20);
    }
  });

  it('different bodies form pairs, a body does not pair with itself', () => {
    const bodies = Int32Array.from({ length: 60 }, (_, i) => Math.floor(i / 20));
    const own = (nodes: Int32Array | undefined, size: number) =>
      Int32Array.from(
        split(nodes, size)
          .filter((list) => new Set(list.map((n) => bodies[n])).size === 1)
          .flat(),
      );
    const { faces, edges } = strip(60);
    const surface: Surface = { vertexCount: 60, faces: own(faces, 3), edges: own(edges, 2), bodies };
    expect(createComparison(surface)(start, end)).toBeGreaterThan(0);
    expect(createComparison({ ...surface, bodies: new Int32Array(60) })(start, end)).toBe(0);
  });
});

describe('candidates in chunks', () => {
  it('are the whole list, split into chunks of at most any requested size', () => {
    const random = createRandom(37);
    const start = chain(random, 200, 0.5);
    for (const kind of KINDS) {
      const search = createMeshBroadPhase({ ...strip(200), kind });
      search.update(start, shifted(start, random, 0.3));
      for (const pairing of ['vertex-face', 'edge-edge'] as const) {
        const whole = listed(search, pairing);
        for (const chunkPairs of [whole.length + 1, 1, 7, whole.length, undefined, 64]) {
          const chunks: string[][] = [];
          const visit = (chunk: Int32Array, count: number) => chunks.push(textOf(chunk, count));
          const total = search.forEachCandidate(pairing, visit, chunkPairs);
          expect(chunks.flat()).toEqual(whole);
          expect(total).toBe(whole.length);
          const size = Math.min(chunkPairs ?? Infinity, whole.length);
          expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true);
        }
      }
    }
  });

  it('are the whole list, range after range of first indices', () => {
    const random = createRandom(39);
    const start = chain(random, 200, 0.5);
    for (const kind of KINDS) {
      const search = createMeshBroadPhase({ ...strip(200), kind });
      search.update(start, shifted(start, random, 0.3));
      for (const pairing of ['vertex-face', 'edge-edge'] as const) {
        const pairs: string[] = [];
        const visit = (chunk: Int32Array, count: number) => pairs.push(...textOf(chunk, count));
        const bounds = [0, 1, 70, 70, 131, 200];
        const counts = bounds.slice(1).map((to, k) => search.forEachCandidate(pairing, visit, 50, bounds[k], to));
        expect(pairs).toEqual(listed(search, pairing));
        expect(counts.reduce((sum, count) => sum + count)).toBe(pairs.length);
        expect(counts[2]).toBe(0);
      }
    }
  });

  it('can be visited in nested loops, vertices with faces inside edges with edges', () => {
    const search = createMeshBroadPhase({ ...TWO_TRIANGLES, kind: 'aabb-tree' });
    search.update(APART, TOUCHING);
    const seen: number[] = [];
    const visit = (_: Int32Array, count: number) => {
      seen.push(
        count,
        search.forEachCandidate('vertex-face', () => {}),
      );
    };
    const outer = search.forEachCandidate('edge-edge', visit, 4);
    expect([outer, ...seen]).toEqual([9, 4, 6, 4, 6, 1, 6]);
  });
});

describe('one search for several steps', () => {
  const random = createRandom(38);
  const surface = strip(150);

  it('holds every pair of every step it is used for, and is renewed at the latest after its last step', () => {
    for (const kind of KINDS) {
      const search = createMeshBroadPhase({ ...surface, kind, stepsPerSearch: 4, tolerance: 0.01 });
      let start = chain(random, 150, 0.5);
      const renewed: boolean[] = [];
      for (let step = 0; step < 9; step++) {
        const end = shifted(start, random, 0.01);
        renewed.push(search.update(start, end));
        for (const pairing of ['vertex-face', 'edge-edge'] as const) {
          const found = new Set(listed(search, pairing));
          const needed = expectedPairs({ ...surface, tolerance: 0.01 }, pairing, start, end);
          expect(needed.filter((pair) => !found.has(pair))).toEqual([]);
        }
        start = end;
      }
      expect(renewed).toEqual([true, false, false, false, true, false, false, false, true]);
    }
  });

  it('is renewed at once when a vertex moves faster than the last search allowed for', () => {
    const search = createMeshBroadPhase({ ...surface, kind: 'aabb-tree', stepsPerSearch: 10 });
    const start = chain(random, 150, 0.5);
    const slow = shifted(start, random, 0.01);
    expect([search.update(start, slow), search.update(slow, slow)]).toEqual([true, false]);
    const jump = slow.slice();
    jump[100] += 1;
    expect([search.update(slow, jump), search.update(jump, jump)]).toEqual([true, false]);
  });

  it('returns the same list while the boxes still contain the motion', () => {
    const search = createMeshBroadPhase({ ...surface, kind: 'grid', stepsPerSearch: 2 });
    const start = chain(random, 150, 0.5);
    search.update(start, start);
    const list = search.candidates('edge-edge');
    const pairs = listed(search, 'edge-edge');
    expect(search.update(start, start)).toBe(false);
    expect(search.candidates('edge-edge')).toBe(list);
    expect(search.update(start, start)).toBe(true);
    expect(search.candidates('edge-edge')).toBe(list);
    expect(listed(search, 'edge-edge')).toEqual(pairs);
  });
});
