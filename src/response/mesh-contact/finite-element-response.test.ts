import { describe, expect, it } from 'vitest';
import { createNodes, type Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { weightedDifference } from './contact-coupling.ts';
import { addNodeContact, createMeshContacts, type MeshContacts } from './contact-list.ts';
import { addForceIncrements, solveContactForces } from './force-increments.ts';
import { solveFriction } from './mesh-friction.ts';
import { solveTies } from './mesh-ties.ts';
import { solveContacts } from './normal-impulses.ts';
import { createStickSlip, updateStickSlip } from './stick-slip.ts';

const DT = 0.01;

/** Twelve nodes with random masses and velocities, and five contacts of nodes with faces that share corners. */
function drawContacts(seed: number): { nodes: Nodes; contacts: MeshContacts } {
  const random = createRandom(seed);
  const nodes = createNodes(
    Float64Array.from({ length: 36 }, () => random.between(-1, 1)),
    Float64Array.from({ length: 12 }, () => random.between(0.5, 2)),
  );
  for (let i = 0; i < 36; i++) {
    nodes.velocities[i] = random.between(-1, 1);
    nodes.forces[i] = random.between(-5, 5);
  }
  const contacts = createMeshContacts();
  for (let c = 0; c < 5; c++) {
    const raw = [0, 1, 2, 3].map(() => random.between(0.1, 1));
    const sum = raw.reduce((a, b) => a + b);
    addNodeContact(
      contacts,
      c,
      [5 + c, 6 + c, 7 + c, 8 + ((c + 3) % 4)].map((k) => Math.min(k, 11)),
      raw.map((w) => w / sum),
      createVec3(0, 0, 1),
    );
  }
  return { nodes, contacts };
}

const momentum = ({ velocities, inverseMasses }: Nodes, axis: number) =>
  inverseMasses.reduce((sum, inverse, i) => sum + velocities[3 * i + axis] / inverse, 0);

describe('force increments', () => {
  it('give the velocities that impulses give, with friction, and change no velocity themselves', () => {
    for (const seed of [1, 2, 3]) {
      const [impulses, forces] = [drawContacts(seed), drawContacts(seed)];
      const limits = { sweeps: 200, tolerance: 1e-14 };
      const before = forces.nodes.velocities.slice();
      solveContactForces(forces.contacts, forces.nodes, DT, 0.3, limits);
      expect(forces.nodes.velocities).toEqual(before);
      const { velocities, forces: f, inverseMasses } = impulses.nodes;
      for (let i = 0; i < velocities.length; i++) velocities[i] += DT * f[i] * inverseMasses[(i / 3) | 0];
      solveContacts(impulses.contacts, impulses.nodes, DT, limits);
      solveFriction(impulses.contacts, impulses.nodes, 0.3, limits);
      expect(Math.max(...impulses.contacts.impulses)).toBeGreaterThan(0);
      for (let i = 0; i < velocities.length; i++) {
        const stepped = before[i] + DT * forces.nodes.forces[i] * forces.nodes.inverseMasses[(i / 3) | 0];
        expect(stepped).toBeCloseTo(velocities[i], 11);
      }
    }
  });

  it('of all nodes add up to zero', () => {
    const { nodes, contacts } = drawContacts(4);
    solveContacts(contacts, nodes, DT);
    const forces = new Float64Array(36);
    addForceIncrements(forces, contacts, DT);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let i = axis; i < 36; i += 3) sum += forces[i];
      expect(Math.abs(sum)).toBeLessThan(1e-11);
    }
  });
});

describe('ties', () => {
  it('hold the relative positions at the end of the step and conserve momentum', () => {
    const { nodes, contacts } = drawContacts(5);
    const offsets = Float64Array.from({ length: 15 }, (_, i) => 0.01 * i);
    const before = [0, 1, 2].map((axis) => momentum(nodes, axis));
    const residual = solveTies(contacts, nodes, offsets, DT, { sweeps: 5000, tolerance: 1e-13 });
    expect(residual).toBeLessThan(1e-12);
    const moved = nodes.positions.map((x, i) => x + DT * nodes.velocities[i]);
    const difference = new Float64Array(3);
    for (let c = 0; c < contacts.count; c++) {
      weightedDifference(difference, contacts, c, moved);
      for (let i = 0; i < 3; i++) expect(difference[i]).toBeCloseTo(offsets[3 * c + i], 12);
    }
    for (let axis = 0; axis < 3; axis++) expect(momentum(nodes, axis)).toBeCloseTo(before[axis], 10);
  });

  it('of two nodes at one place are the impact of two masses that stick together', () => {
    const nodes = createNodes(Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0), Float64Array.of(2, 3, 1, 1));
    nodes.velocities.set([1, 2, 3, -4, 0, 1]);
    const contacts = createMeshContacts();
    addNodeContact(contacts, 0, [1, 2, 3], [1, 0, 0], createVec3(0, 0, 1));
    solveTies(contacts, nodes, new Float64Array(3), DT);
    for (const node of [0, 1]) {
      expect(nodes.velocities[3 * node]).toBeCloseTo((2 * 1 + 3 * -4) / 5, 14);
      expect(nodes.velocities[3 * node + 1]).toBeCloseTo((2 * 2) / 5, 14);
      expect(nodes.velocities[3 * node + 2]).toBeCloseTo((2 * 3 + 3 * 1) / 5, 14);
    }
  });
});

describe('stick and slip', () => {
  const LAW = { staticFriction: 0.4, stiffness: 1000 };
  const UP = { x: 0, y: 0, z: 1 };
  const step = (state: ReturnType<typeof createStickSlip>, x: number, normalForce = 50) =>
    updateStickSlip(state, { x, y: 0, z: 0 }, UP, normalForce, LAW);

  it('a cycle of amplitude d dissipates 4 μN (d - μN/k), the area of its hysteresis', () => {
    const state = createStickSlip();
    const [d, n] = [0.1, 2000];
    const limit = 0.4 * 50;
    // from the first turning point on: to -d and back to d
    for (let i = 0; i < n; i++) step(state, d / n);
    const start = state.dissipated;
    for (let i = 0; i < n; i++) step(state, (-2 * d) / n);
    for (let i = 0; i < n; i++) step(state, (2 * d) / n);
    expect(state.dissipated - start).toBeCloseTo(4 * limit * (d - limit / 1000), 10);
    expect(state.force.x).toBeCloseTo(-limit, 12);
    expect(state.mode).toBe('slip');
  });

  it('sticks below the limit without creep, and holds the force of the displacement', () => {
    const state = createStickSlip();
    step(state, 0.01);
    for (let i = 0; i < 1000; i++) step(state, 0);
    expect([state.mode, state.slipped, state.dissipated]).toEqual(['stick', 0, 0]);
    expect(state.force.x).toBeCloseTo(-10, 14);
  });

  it('slips when the normal force falls, and forgets when the contact opens', () => {
    const state = createStickSlip();
    step(state, 0.01);
    step(state, 0, 10);
    expect(state.mode).toBe('slip');
    expect(state.force.x).toBeCloseTo(-4, 14);
    step(state, 0, 0);
    expect([state.mode, state.force.x + 0]).toEqual(['open', 0]);
    step(state, 0);
    expect(state.force.x + 0).toBe(0);
  });

  it('rejects a stiffness below zero', () => {
    expect(() => updateStickSlip(createStickSlip(), UP, UP, 1, { ...LAW, stiffness: -1 })).toThrow(
      'stiffness must not',
    );
  });
});
