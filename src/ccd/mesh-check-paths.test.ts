import { describe, expect, it } from 'vitest';
import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import { createRandom } from '../math/random.ts';
import { createSurfaceMesh, meshEdges, type SurfaceMesh } from '../shapes/mesh.ts';
import { acceleratedEdgeEdgeContact, acceleratedNodeTriangleContact } from './accelerated-contact.ts';
import { createAcceleratedMotion } from './accelerated-motion.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { checkMesh } from './mesh-check.ts';
import { type MeshMotion, sweptPositions } from './mesh-motion.ts';
import { createNodeBilinearContact, nodeBilinearContact } from './node-bilinear.ts';
import { createConstantVelocityMotion, createEndpointMotion } from './point-motion.ts';

const SEARCHES: readonly BroadPhaseKind[] = ['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'];

/** Every pair of features without a common node, by the checks of single pairs. */
function bruteForce(mesh: SurfaceMesh, motion: MeshMotion): Map<string, number> {
  const found = new Map<string, number>();
  const edges = meshEdges(mesh);
  const [triangle, quad, edge] = [createNodeTriangleContact(), createNodeBilinearContact(), createEdgeEdgeContact()];
  const note = (name: string, { hit, time }: { hit: boolean; time: number }) => hit && found.set(name, time);
  for (let node = 0; node < mesh.positions.length / 3; node++) {
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [a, b, c] = mesh.triangles.subarray(t, t + 3);
      if ([a, b, c].includes(node)) continue;
      const contact =
        motion.given === 'accelerations'
          ? acceleratedNodeTriangleContact(triangle, motion, node, a, b, c)
          : nodeTriangleContact(triangle, motion, node, a, b, c);
      note(`node-triangle ${[node, a, b, c].join(' ')}`, contact);
    }
    for (let q = 0; q < mesh.quads.length; q += 4) {
      const corners = Array.from(mesh.quads.subarray(q, q + 4));
      if (corners.includes(node)) continue;
      note(`node-quad ${[node, ...corners].join(' ')}`, nodeBilinearContact(quad, motion, node, corners));
    }
  }
  for (let i = 0; i < edges.length; i += 2) {
    for (let j = i + 2; j < edges.length; j += 2) {
      const [a, b, c, d] = [edges[i], edges[i + 1], edges[j], edges[j + 1]];
      if (new Set([a, b, c, d]).size < 4) continue;
      const contact =
        motion.given === 'accelerations'
          ? acceleratedEdgeEdgeContact(edge, motion, a, b, c, d)
          : edgeEdgeContact(edge, motion, a, b, c, d);
      note(`edge-edge ${[a, b, c, d].join(' ')}`, contact);
    }
  }
  return found;
}

function expectBruteForce(mesh: SurfaceMesh, motion: MeshMotion, search: BroadPhaseKind): number {
  const { contacts } = checkMesh(mesh, motion, { search, surface: 'bilinear' });
  const expected = bruteForce(mesh, motion);
  const found = new Map(contacts.map(({ kind, nodes, time }) => [`${kind} ${nodes.join(' ')}`, time]));
  expect(found).toEqual(expected);
  const times = contacts.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { weights, kind } of contacts) {
    expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(kind === 'edge-edge' ? 2 : 1, 12);
  }
  return contacts.length;
}

const random = createRandom(183);
const draw = (count: number, size: number) => Float64Array.from({ length: count }, () => random.between(-size, size));

/** Triangles and quadrilaterals apart from each other, with random corners. */
function randomMesh(): SurfaceMesh {
  const sevens = [0, 7, 14];
  return createSurfaceMesh({
    positions: draw(63, 1),
    triangles: sevens.flatMap((i) => [i, i + 1, i + 2]),
    quads: sevens.flatMap((i) => [i + 3, i + 4, i + 5, i + 6]),
  });
}

/** Two grids of squares, exactly above each other, with coordinates that are multiples of 1/4; the last square is collapsed to a segment. */
function alignedMesh(): SurfaceMesh {
  const positions: number[] = [];
  const quads: number[] = [];
  for (const z of [0, 1]) {
    const first = positions.length / 3;
    for (let j = 0; j < 3; j++) for (let i = 0; i < 3; i++) positions.push(i, j, z + 0.25 * z * ((i * j) % 2));
    for (const k of [0, 1, 3]) quads.push(first + k, first + k + 1, first + k + 4, first + k + 3);
  }
  const last = positions.length / 3;
  positions.push(0, 0, 2, 2, 2, 2, 2, 2, 2, 0, 0, 2);
  return createSurfaceMesh({ positions, quads: [...quads, last, last + 1, last + 2, last + 3], triangles: [4, 5, 8] });
}

describe('checkMesh with bilinear patches and accelerating nodes', () => {
  it.each(SEARCHES)('%s: the contacts are those of all single pairs, for random meshes', (search) => {
    let count = 0;
    for (let k = 0; k < 2; k++) {
      const mesh = randomMesh();
      const x = mesh.positions;
      count += expectBruteForce(mesh, createEndpointMotion(x, draw(63, 1), 0.5), search);
      count += expectBruteForce(mesh, createConstantVelocityMotion(x, draw(63, 2), 0.7), search);
      // most nodes return within the step: the ends alone would bound too little
      const v = draw(63, 4);
      const a = Float64Array.from(v, (value) => -2 * value + random.between(-1, 1));
      count += expectBruteForce(mesh, createAcceleratedMotion(x, v, a, 1), search);
    }
    expect(count).toBeGreaterThan(60);
  });

  it.each(SEARCHES)('%s: the same for aligned and degenerate faces, at touching and returning paths', (search) => {
    const mesh = alignedMesh();
    const falling = mesh.positions.map((_, i) => (i % 3 === 2 && i >= 27 ? -2 : 0));
    // the upper parts fall to z - 1 and rise again: t = 1 s is a double root for nodes at z = 1
    const rising = falling.map((v) => -v);
    const x = mesh.positions;
    expect(expectBruteForce(mesh, createConstantVelocityMotion(x, falling, 1), search)).toBeGreaterThan(20);
    expect(expectBruteForce(mesh, createAcceleratedMotion(x, falling, rising, 2), search)).toBeGreaterThan(20);
    // nothing moves: contacts at the start only
    expect(expectBruteForce(mesh, createConstantVelocityMotion(x, new Float64Array(x.length), 1), search)).toBe(
      checkMesh(mesh, createConstantVelocityMotion(x, falling, 1), { search, surface: 'bilinear' }).contacts.filter(
        ({ time }) => time === 0,
      ).length,
    );
  });

  it('a node falls on a warped patch: the shape functions are its weights, and the four triangles are another surface', () => {
    const positions = [0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0.25, 0.75, 1.1875, 0.25, 0.75, 2, 0.3, 0.75, 2];
    const mesh = createSurfaceMesh({ positions, quads: [0, 1, 2, 3], triangles: [4, 5, 6] });
    const velocities = mesh.positions.map((_, i) => (i === 14 ? -2 : 0));
    const motion = createConstantVelocityMotion(mesh.positions, velocities, 1);
    const [contact] = checkMesh(mesh, motion, { surface: 'bilinear', edges: false }).contacts;
    expect(contact).toMatchObject({ kind: 'node-quad', time: 0.5, face: 1, weights: [0.1875, 0.0625, 0.1875, 0.5625] });
    expect(contact.point).toEqual([0.25, 0.75, 0.1875]);
    expect(checkMesh(mesh, motion, { edges: false }).contacts[0].time).not.toBe(0.5);
  });

  it('a parabola that touches the floor at its vertex is one contact; one last digit higher is none', () => {
    const positions = [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 2, 1, 1, 5, 2, 1, 5];
    const velocities = Float64Array.from(positions, (_, i) => (i === 11 ? -4 : 0));
    const accelerations = velocities.map((v) => -v);
    const contactsAt = (z: number) => {
      const mesh = createSurfaceMesh({ positions: positions.with(11, z), triangles: [0, 1, 2, 3, 4, 5] });
      return checkMesh(mesh, createAcceleratedMotion(mesh.positions, velocities, accelerations, 2)).contacts;
    };
    expect(contactsAt(2)).toMatchObject([{ kind: 'node-triangle', time: 1, point: [1, 1, 0], gapRate: 0 }]);
    expect(contactsAt(2 + 2 ** -51)).toEqual([]);
  });

  it('property: boxes contain parabolas at all times, vertices in and outside the step, of very different sizes', () => {
    for (let k = 0; k < 400; k++) {
      const size = () => 10 ** random.between(-12, 12);
      const [x, v, a] = [size, size, size].map((one) =>
        Float64Array.from({ length: 3 }, () => random.between(-1, 1) * one()),
      );
      const duration = size();
      const { start, end, margin } = sweptPositions(createAcceleratedMotion(x, v, a, duration));
      for (let i = 0; i < 3; i++) {
        const vertex = -v[i] / a[i];
        for (const t of [0, 1, random.between(0, 1)].map((tau) => tau * duration).concat(vertex)) {
          if (!(t >= 0 && t <= duration)) continue;
          const position = x[i] + t * v[i] + 0.5 * t * t * a[i];
          expect(position).toBeGreaterThanOrEqual(start[i] - margin);
          expect(position).toBeLessThanOrEqual(end[i] + margin);
        }
      }
    }
  });

  it('invalid input: four triangles with accelerations, an unknown surface, paths beyond the range of doubles', () => {
    const mesh = alignedMesh();
    const zeros = new Float64Array(mesh.positions.length);
    const motion = createAcceleratedMotion(mesh.positions, zeros, zeros, 1);
    expect(() => checkMesh(mesh, motion)).toThrow(
      "mesh check: surface must be 'bilinear' for 7 quadrilaterals with accelerating nodes, got 'triangles'",
    );
    expect(() => checkMesh(mesh, motion, { surface: 'smooth' as 'bilinear' })).toThrow(
      /surface must be one of triangles, bilinear, got .*smooth/,
    );
    const far = createAcceleratedMotion(mesh.positions, zeros, zeros.with(4, 1e308), 10);
    expect(() => checkMesh(mesh, far, { surface: 'bilinear' })).toThrow(/node 1 leaves the range of doubles/);
  });
});
