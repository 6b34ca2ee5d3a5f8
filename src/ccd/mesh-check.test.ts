import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { createSurfaceMesh, meshEdges } from '../shapes/mesh.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { checkMesh } from './mesh-check.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { createConstantVelocityMotion, createEndpointMotion } from './point-motion.ts';

/** A square of two triangles at z = 0, and a triangle (spike) high above. */
const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.3, 0.6, 2, 0.4, 0.6, 3, 0.3, 0.7, 3];
const triangles = [0, 1, 2, 0, 2, 3, 4, 5, 6];

describe('checkMesh [VBC24-3.2]', () => {
  it('worked example: a spike falls 2 m at 4 m/s and touches one triangle after half a second', () => {
    const mesh = createSurfaceMesh({ positions, triangles });
    const velocities = Float64Array.from(positions, (_, i) => (i >= 12 && i % 3 === 2 ? -4 : 0));
    const { contacts } = checkMesh(mesh, createConstantVelocityMotion(mesh.positions, velocities, 1));
    const [first] = contacts;
    expect(first).toMatchObject({ kind: 'node-triangle', time: 0.5, face: 1, nodes: [4, 0, 2, 3], gapRate: -4 });
    expect(first.point).toEqual([0.3, 0.6, 0]);
    expect(first.weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 15);
    // its two other corners follow later, 3 m up at 4 m/s
    expect(contacts.filter(({ kind }) => kind === 'node-triangle').map(({ time }) => time)).toEqual([0.5, 0.75, 0.75]);
  });

  it.each(['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'] as const)(
    '%s: agrees with brute force over every pair, in order of time',
    (search) => {
      const random = createRandom(24);
      const count = 24;
      const randomPositions = () => Float64Array.from({ length: 3 * count }, () => random.between(-1, 1));
      const faces: number[] = [];
      const quads: number[] = [];
      for (let i = 0; i + 6 < count; i += 7) {
        faces.push(i, i + 1, i + 2);
        quads.push(i + 3, i + 4, i + 5, i + 6);
      }
      const mesh = createSurfaceMesh({ positions: randomPositions(), triangles: faces, quads });
      const motion = createEndpointMotion(mesh.positions, randomPositions());
      const expected = bruteForce(mesh, motion);
      const { contacts, nodeFacePairs, edgePairs } = checkMesh(mesh, motion, { search });
      expect(expected.length).toBeGreaterThan(20);
      expect(contacts.map(({ kind, nodes }) => `${kind} ${nodes.join(' ')}`).toSorted()).toEqual(expected.toSorted());
      expect(contacts.map(({ time }) => time)).toEqual(contacts.map(({ time }) => time).toSorted((a, b) => a - b));
      expect(nodeFacePairs).toBeGreaterThan(0);
      expect(edgePairs).toBeGreaterThan(0);
      expect(checkMesh(mesh, motion, { search, edges: false }).contacts.some(({ kind }) => kind === 'edge-edge')).toBe(
        false,
      );
    },
  );

  it('invalid input: the motion has a different number of points than the mesh', () => {
    const mesh = createSurfaceMesh({ positions, triangles });
    const motion = createEndpointMotion(new Float64Array(3), new Float64Array(3));
    expect(() => checkMesh(mesh, motion)).toThrow(/the motion has 1 points, the mesh 7 nodes/);
  });
});

function bruteForce(
  mesh: ReturnType<typeof createSurfaceMesh>,
  motion: ReturnType<typeof createEndpointMotion>,
): string[] {
  const found: string[] = [];
  const edges = meshEdges(mesh);
  const [triangle, quad, edge] = [createNodeTriangleContact(), createNodeQuadContact(), createEdgeEdgeContact()];
  for (let node = 0; node < mesh.positions.length / 3; node++) {
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [a, b, c] = mesh.triangles.subarray(t, t + 3);
      if (![a, b, c].includes(node) && nodeTriangleContact(triangle, motion, node, a, b, c).hit) {
        found.push(`node-triangle ${[node, a, b, c].join(' ')}`);
      }
    }
    for (let q = 0; q < mesh.quads.length; q += 4) {
      const corners = Array.from(mesh.quads.subarray(q, q + 4));
      if (!corners.includes(node) && nodeQuadContact(quad, motion, node, corners).hit) {
        found.push(`node-quad ${[node, ...corners].join(' ')}`);
      }
    }
  }
  for (let i = 0; i < edges.length; i += 2) {
    for (let j = i + 2; j < edges.length; j += 2) {
      const ends = [edges[i], edges[i + 1], edges[j], edges[j + 1]];
      if (new Set(ends).size === 4 && edgeEdgeContact(edge, motion, ends[0], ends[1], ends[2], ends[3]).hit) {
        found.push(`edge-edge ${ends.join(' ')}`);
      }
    }
  }
  return found;
}
