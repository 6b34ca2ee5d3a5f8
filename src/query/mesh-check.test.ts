import { describe, expect, it } from 'vitest';
import { checkMesh } from '../ccd/mesh-check.ts';
import { checkMeshSeparation } from '../ccd/mesh-separation.ts';
import { createConstantVelocityMotion } from '../ccd/point-motion.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { meshCheckOperation } from './mesh-check.ts';
import type { Fields } from './query-operation.ts';
import { runQuery } from './run-query.ts';

const example = meshCheckOperation.example as Fields;
const query = (changes: Fields) => runQuery({ op: 'mesh-check', ...example, ...changes });
const without = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, undefined]));

/** Two tetrahedra, the second with its first vertex 0.125 m inside the first. */
const corners = (x: number, y: number) => [
  [x, y, y],
  [x + 2, y, y],
  [x, y + 2, y],
  [x, y, y + 2],
];
const sides = (k: number) => [
  [k, k + 2, k + 1],
  [k, k + 1, k + 3],
  [k, k + 3, k + 2],
  [k + 1, k + 2, k + 3],
];
const two = { x: [...corners(0, 0), ...corners(0.25, 0.125)], triangles: [...sides(0), ...sides(4)] };

describe('mesh-check', () => {
  it('the example: a node falls on a warped patch, whose weights are the shape functions', () => {
    expect(query({})).toMatchObject({
      contacts: [{ kind: 'node-quad', time: 0.5, nodes: [4, 0, 1, 2, 3], weights: [0.1875, 0.0625, 0.1875, 0.5625] }],
      nodeFacePairs: 1,
    });
    const a = [...Array.from({ length: 4 }, () => [0, 0, 0]), [0, 0, 2]];
    expect(query({ a, dt: 2 })).toMatchObject({ contacts: [{ time: 1, gapRate: 0 }] });
    const end = [...(example.x as number[][]).slice(0, 4), [0.25, 0.75, -0.8125]];
    expect(query({ ...without('v'), end })).toMatchObject({ contacts: [{ time: 0.5 }] });
  });

  it('gives the answers of the library, with roles, bodies, thickness and separation', () => {
    const mesh = createSurfaceMesh({ positions: two.x.flat(), triangles: two.triangles.flat() });
    const v = two.x.map((_, i) => [i < 4 ? 1 : 0, 0, 0]);
    const motion = createConstantVelocityMotion(mesh.positions, Float64Array.from(v.flat()), 1);
    const base = { op: 'mesh-check', ...two, v, dt: 1 };
    const bodies = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1);
    expect(runQuery(base)).toEqual(checkMesh(mesh, motion));
    expect(runQuery({ ...base, bodies: 'connected', edges: false })).toEqual(
      checkMesh(mesh, motion, { bodies, edges: false }),
    );
    expect(runQuery({ ...base, bodies: [...bodies], slaves: [0, 4], masters: [0, 1, 2, 3] })).toEqual(
      checkMesh(mesh, motion, { bodies, slaves: Int32Array.of(0, 4), masters: Int32Array.of(0, 1, 2, 3) }),
    );
    expect(runQuery({ ...base, thickness: 0.01, separation: 0.02, rings: 1, bodies: 'connected' })).toEqual(
      checkMeshSeparation(mesh, motion, { thickness: 0.01, separation: 0.02, rings: 1, bodies }),
    );
    const thickness = two.x.map((_, i) => 0.001 * i);
    expect(runQuery({ ...base, thickness })).toEqual(checkMeshSeparation(mesh, motion, { thickness }));
  });

  it('finds and removes penetration, with or without a motion', () => {
    const found = runQuery({ op: 'mesh-check', ...two, penetration: 'find' });
    expect(found).toMatchObject({ penetration: { maxDepth: 0.125, nodes: [{ node: 4, depth: 0.125 }] } });
    expect(Object.keys(found)).toEqual(['penetration']);
    const { removal } = runQuery({ op: 'mesh-check', ...two, penetration: 'remove' }) as { removal: Fields };
    expect(removal).toMatchObject({ status: 'converged', remaining: 0 });
    const again = runQuery({ op: 'mesh-check', x: removal.x, triangles: two.triangles, penetration: 'find' });
    expect(again).toMatchObject({ penetration: { nodes: [] } });
    const v = two.x.map(() => [0, 0, 0]);
    expect(Object.keys(runQuery({ op: 'mesh-check', ...two, penetration: 'find', v, dt: 1 }))).toContain('contacts');
  });

  it.each<[string, Fields, RegExp]>([
    [
      'a node that does not exist',
      { quads: [[0, 1, 2, 9]] },
      /quads\[0\]\[3\]: expected a node number from 0 to 4, got 9/,
    ],
    ['a triangle of two nodes', { triangles: [[0, 1]] }, /triangles\[0\]: expected 3 node numbers/],
    ['velocities of another number of nodes', { v: [[0, 0, 0]] }, /v: expected 5 points/],
    ['velocities and ends', { end: example.x }, /v: expected velocities `v` or end positions `end`, not both/],
    ['an unknown surface', { surface: 'smooth' }, /surface: expected one of triangles, bilinear, got "smooth"/],
    ['four triangles with accelerations', { ...without('surface'), a: example.v }, /surface: expected 'bilinear'/],
    ['bodies of some nodes', { bodies: [0] }, /bodies: expected "connected", or 5 body numbers/],
    ['a slave that does not exist', { slaves: [5] }, /slaves\[0\]: expected a node number/],
    ['a separation of a bilinear patch', { separation: 1 }, /surface: expected 'triangles' together with/],
    [
      'a negative thickness',
      { ...without('surface'), thickness: [0, 0, 0, 0, -1] },
      /thickness\[4\]: expected at least 0/,
    ],
    ['rings without a distance', { rings: 1 }, /rings: expected `separation` or `thickness` too/],
    ['an unknown request', { penetration: 'yes' }, /penetration: expected one of find, remove/],
    ['an unknown key', { roles: [] }, /roles/],
  ])('%s: rejected with the path and the value', (_what, changes, message) => {
    expect(() => query(changes)).toThrow(message);
  });
});
