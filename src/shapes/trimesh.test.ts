import { describe, expect, it } from 'vitest';
import { bumpyBall, ringMesh, wavySheet } from '../../test/docked-bodies.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, dotVec3 } from '../math/vec3.ts';
import { HALF, MIDPOINT, ORIENTED_BOX_LENGTH } from './bvh.ts';
import { createSurfaceMesh } from './mesh.ts';
import { createTrimesh, type Trimesh } from './trimesh.ts';
import { trimeshSupport } from './trimesh-support.ts';

/** A tetrahedron, counter-clockwise seen from outside. */
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const FACES = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];

const mesh = (triangles: readonly number[], positions: readonly number[] = CORNERS) =>
  createSurfaceMesh({ positions, triangles });

describe('createTrimesh', () => {
  it('detects closed and open surfaces, and neighbouring triangles', () => {
    const solid = createTrimesh(mesh(FACES));
    expect(solid.closed).toBe(true);
    expect([...solid.neighbours]).toEqual([3, 2, 1, 0, 2, 3, 0, 3, 1, 0, 1, 2]);
    expect([...solid.normals.slice(0, 3)].map((x) => x + 0)).toEqual([0, 0, -1]);
    expect(createTrimesh(mesh(FACES.slice(3))).closed).toBe(false);
    expect(ringMesh(1, 0.3, 8, 5).closed).toBe(true);
    // a room: the same surface, but without an interior
    expect(createTrimesh(mesh(FACES), { closed: false }).closed).toBe(false);
    expect(wavySheet(createRandom(1), 1, 3).closed).toBe(false);
  });

  it('flips a surface that faces inward', () => {
    const inward = createTrimesh(mesh([...FACES].reverse()));
    expect(inward.closed).toBe(true);
    // every normal points away from the centre
    for (let t = 0; t < 4; t++) {
      const corner = 3 * inward.triangles[3 * t];
      const out = [0, 1, 2].reduce(
        (sum, i) => sum + inward.normals[3 * t + i] * (inward.positions[corner + i] - 0.25),
        0,
      );
      expect(out).toBeGreaterThan(0);
    }
    inward.neighbours.forEach((other, side) => {
      const next = side % 3 === 2 ? side - 2 : side + 1;
      const shared = [...inward.triangles.slice(3 * other, 3 * other + 3)];
      expect(shared).toContain(inward.triangles[side]);
      expect(shared).toContain(inward.triangles[next]);
    });
  });

  it('rejects triangles without area, and open surfaces where closed ones are required, by index', () => {
    expect(() => createTrimesh(mesh([0, 1, 2], [0, 0, 0, 1, 0, 0, 0.5, 1e-12, 0]))).toThrow(
      'trimesh: triangle 0 (nodes 0, 1, 2) has no area',
    );
    const closed = { closed: true };
    expect(() => createTrimesh(mesh(FACES.slice(3)), closed)).toThrow(
      'trimesh: must be closed, but the edge between nodes 0 and 1 has one triangle only, 0',
    );
    expect(() => createTrimesh(mesh([...FACES.slice(0, 9), 0, 2, 3]), closed)).toThrow(
      'have the same direction along the edge',
    );
    expect(() => createTrimesh(mesh([...FACES, ...FACES]), closed)).toThrow('has 4 triangles');
    expect(() => createTrimesh(mesh([0, 1, 2, 0, 2, 1]), closed)).toThrow('it encloses no volume');
    expect(() => createTrimesh({ ...mesh(FACES), triangles: new Int32Array(0) })).toThrow('at least one triangle');
  });

  it('names one node of each connected part', () => {
    const far = CORNERS.map((x) => x + 5);
    const two = mesh([...FACES, ...FACES.map((node) => node + 4)], [...CORNERS, ...far]);
    expect([...createTrimesh(two).shells]).toEqual([0, 4]);
  });
});

/** Maximum distance of a point beyond the boxes of a node along their axes. */
function outsideBoxes({ bvh: { boxes, orientedBoxes } }: Trimesh, node: number, point: readonly number[]): number {
  const plain = [0, 1, 2].map((i) => Math.abs(point[i] - boxes[6 * node + i]) - boxes[6 * node + 3 + i]);
  const at = ORIENTED_BOX_LENGTH * node;
  const heights = [0, 1, 2].map((k) => {
    const along = [0, 1, 2].reduce(
      (sum, i) => sum + orientedBoxes[at + 3 * k + i] * (point[i] - orientedBoxes[at + MIDPOINT + i]),
      0,
    );
    return Math.abs(along) - orientedBoxes[at + HALF + k];
  });
  return Math.max(...plain, ...heights);
}

describe('the boxes around triangles', () => {
  it('contain the items below them, the oriented ones too', () => {
    const body = bumpyBall(createRandom(3), 1, 2);
    const { links } = body.bvh;
    /** Items below a node, and the node after the last of them. */
    const below = (node: number): [number[], number] => {
      if (links[node] < 0) return [[-1 - links[node]], node + 1];
      const [first, midpoint] = below(node + 1);
      expect(midpoint).toBe(links[node]);
      const [second, end] = below(midpoint);
      return [[...first, ...second], end];
    };
    expect(below(0)[0].sort((a, b) => a - b)).toEqual(Array.from({ length: 320 }, (_, i) => i));
    for (let node = 0; node < links.length; node++) {
      for (const item of below(node)[0]) {
        for (let k = 3 * item; k < 3 * item + 3; k++) {
          const i = 3 * body.triangles[k];
          expect(outsideBoxes(body, node, [...body.positions.slice(i, i + 3)])).toBeLessThanOrEqual(0);
        }
      }
    }
  });

  it('lead to the support point in any direction', () => {
    const random = createRandom(4);
    const body = bumpyBall(random, 1, 2);
    for (let trial = 0; trial < 200; trial++) {
      const d = createVec3(random.normal(), random.normal(), random.normal());
      let most = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < body.positions.length; i += 3) {
        most = Math.max(most, dotVec3(d, createVec3(body.positions[i], body.positions[i + 1], body.positions[i + 2])));
      }
      expect(dotVec3(d, trimeshSupport(createVec3(), body, d))).toBe(most);
    }
  });
});
