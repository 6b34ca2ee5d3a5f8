import { describe, expect, it } from 'vitest';
import { createNodes, type Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createRandom } from '../../math/random.ts';
import { createImpactZones, followMotion, moveRigidly } from './impact-zones.ts';

const FREE = () => -1;

function drawNodes(seed: number, count: number): Nodes {
  const random = createRandom(seed);
  const draw = () => Float64Array.from({ length: 3 * count }, () => random.between(-1, 1));
  const nodes = createNodes(
    draw(),
    Float64Array.from({ length: count }, () => random.between(0.5, 2)),
  );
  nodes.velocities.set(draw());
  return nodes;
}

/** Momentum, angular momentum about the origin, and kinetic energy. */
function totals({ positions: x, velocities: v, inverseMasses, count }: Nodes): number[] {
  const sums = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const m = 1 / inverseMasses[i];
    for (let k = 0; k < 3; k++) {
      const [a, b] = [3 * i + ((k + 1) % 3), 3 * i + ((k + 2) % 3)];
      sums[k] += m * v[3 * i + k];
      sums[3 + k] += m * (x[a] * v[b] - x[b] * v[a]);
      sums[6] += 0.5 * m * v[3 * i + k] ** 2;
    }
  }
  return sums;
}

describe('impact zones', () => {
  it('a free zone moves as a rigid body with its momentum and angular momentum, and less energy', () => {
    const nodes = drawNodes(31, 7);
    const before = totals(nodes);
    moveRigidly(nodes, { nodes: [0, 1, 2, 3, 4, 5, 6], holder: -1 });
    const after = totals(nodes);
    for (let k = 0; k < 6; k++) expect(after[k]).toBeCloseTo(before[k], 13);
    expect(after[6]).toBeLessThan(before[6]);
    // rigid: no distance has a rate
    const { positions: x, velocities: v } = nodes;
    for (let i = 3; i < 21; i += 3) {
      const rate = [0, 1, 2].reduce((sum, k) => sum + (x[i + k] - x[k]) * (v[i + k] - v[k]), 0);
      expect(Math.abs(rate)).toBeLessThan(1e-14);
    }
    // a rigid motion is not changed
    const rigid = v.slice();
    moveRigidly(nodes, { nodes: [0, 1, 2, 3, 4, 5, 6], holder: -1 });
    for (const [k, value] of rigid.entries()) expect(v[k]).toBeCloseTo(value, 13);
  });

  it('degenerate: nodes on a line, and one point twice, keep their momentum without NaN', () => {
    for (const positions of [
      [0, 0, 0, 1, 0, 0, 2, 0, 0],
      [1, 1, 1, 1, 1, 1, 1, 1, 1],
    ]) {
      const nodes = drawNodes(32, 3);
      nodes.positions.set(positions);
      const before = totals(nodes);
      moveRigidly(nodes, { nodes: [0, 1, 2], holder: -1 });
      const after = totals(nodes);
      for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 13);
      expect(after[6]).toBeLessThanOrEqual(before[6]);
    }
  });

  it('zones grow by common nodes, whatever the order, and report when nothing is left to join', () => {
    const zones = createImpactZones(12, (node) => (node === 9 ? 2 : -1));
    expect(zones.join([5, 6, 7, 8], 4)).toBe(true);
    expect(zones.join([0, 1, 2, 3], 4)).toBe(true);
    expect(zones.zones()).toEqual([
      { nodes: [0, 1, 2, 3], holder: -1 },
      { nodes: [5, 6, 7, 8], holder: -1 },
    ]);
    expect(zones.join([8, 9, 3, 10], 4)).toBe(true);
    expect(zones.join([0, 5, 9, 10], 4)).toBe(false);
    expect(zones.zones()).toEqual([{ nodes: [0, 1, 2, 3, 5, 6, 7, 8, 9, 10], holder: 2 }]);
  });

  it('free nodes of a held zone follow the given motion', () => {
    const nodes = drawNodes(33, 4);
    nodes.inverseMasses[0] = 0;
    const held = nodes.velocities.slice(0, 3);
    const zones = createImpactZones(4, FREE);
    zones.join([0, 1, 2, 3], 4);
    followMotion(nodes, zones.zones()[0], (out, { x, y }) => Object.assign(out, { x: -y, y: x, z: 0.5 }));
    const { positions: p, velocities: v } = nodes;
    expect(v.subarray(0, 3)).toEqual(held);
    expect([...v.subarray(3, 6)]).toEqual([-p[4], p[3], 0.5]);
  });
});
