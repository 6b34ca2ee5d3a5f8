import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImpulseLedger, measureImpulses } from '../../../test/impulse-ledger.ts';
import { createElasticLedger, measureElasticLedger } from '../../dynamics/finite-elements/node-ledger.ts';
import { createNodes, type Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, lengthVec3, normalizeVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { solveComplementarity } from '../complementarity.ts';
import { normalDifference, weightedDifference } from './contact-coupling.ts';
import {
  addEdgeContact,
  addNodeContact,
  clearMeshContacts,
  createMeshContacts,
  type MeshContacts,
  NODES_PER_CONTACT,
} from './contact-list.ts';
import { solveFriction } from './mesh-friction.ts';
import { addPenaltyForces, separateNodes } from './mesh-penalty.ts';
import { solveContacts, solveRebound } from './normal-impulses.ts';

const NODES = 14;
const CONTACTS = 7;
/** Enough sweeps for convergence; the contacts below share nodes. */
const CONVERGED = { sweeps: 20_000, tolerance: 1e-15 };
const TIME_STEP = 0.125;
/** [m/s] Residual after CONVERGED, with speeds near 1. */
const RESIDUAL = 1e-11;

interface Scene {
  nodes: Nodes;
  contacts: MeshContacts;
}

/**
 * Random nodes and contacts of all three kinds between them, in random directions, with shared nodes. `held` nodes do
 * not move. `order` permutes the same contacts.
 */
function randomScene(seed: number, held = 0, order = (c: number) => c): Scene {
  const random = createRandom(seed);
  const nodes = createNodes(
    Float64Array.from({ length: 3 * NODES }, () => 0.1 * random.normal()),
    Float64Array.from({ length: NODES }, () => random.between(0.2, 2)),
  );
  nodes.velocities.set(nodes.velocities.map(() => random.normal()));
  for (let i = 0; i < held; i++) {
    nodes.inverseMasses[i] = 0;
    nodes.velocities.fill(0, 3 * i, 3 * i + 3);
  }
  const adders = Array.from({ length: CONTACTS }, (_, c) => {
    const [slave, ...masters] = shuffled(random.next, NODES).slice(0, 5);
    const normal = normalizeVec3(createVec3(), createVec3(random.normal(), random.normal(), random.normal()));
    const raw = masters.map(() => random.next());
    const corners = c % 3 === 0 ? 3 : 4;
    const sum = raw.slice(0, corners).reduce((a, b) => a + b, 0);
    const weights = raw.slice(0, corners).map((w) => w / sum);
    return (contacts: MeshContacts) =>
      c % 3 === 2
        ? addEdgeContact(contacts, [slave, masters[0], masters[1], masters[2]], raw[0], raw[1], normal)
        : addNodeContact(contacts, slave, masters.slice(0, corners), weights, normal);
  });
  const contacts = createMeshContacts(1);
  for (let c = 0; c < CONTACTS; c++) adders[order(c)](contacts);
  return { nodes, contacts };
}

function shuffled(next: () => number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => ({ i, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ i }) => i);
}

const reversed = (c: number) => CONTACTS - 1 - c;
const scenes = fc.integer({ min: 1, max: 1e9 });
const RUNS = { seed: 24, numRuns: 60 };

const ledgerOf = (nodes: Nodes) => measureElasticLedger(createElasticLedger(), nodes, 0);
/** Σ m |v| [kg m/s], by components: the scale of rounding errors. */
const momentaOf = ({ velocities, inverseMasses }: Nodes) =>
  velocities.reduce((sum, v, i) => (v === 0 ? sum : sum + Math.abs(v) / inverseMasses[(i / 3) | 0]), 0);
const distanceOf = (a: ReadonlyVec3, b: ReadonlyVec3) => lengthVec3(subVec3(createVec3(), a, b));
const largestDifference = (a: Float64Array, b: Float64Array) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
const speeds = ({ nodes, contacts }: Scene) =>
  Array.from({ length: contacts.count }, (_, c) => normalDifference(contacts, c, nodes.velocities));

/** A_cd = n_c·n_d Σ s_c s_d / m over the nodes: the effect of an impulse on contact d on the speed of contact c. */
function delassusMatrix({ nodes, contacts }: Scene): Float64Array {
  const { normals, fractions } = contacts;
  const fraction = (c: number, node: number) =>
    Array.from({ length: NODES_PER_CONTACT }, (_, i) => NODES_PER_CONTACT * c + i)
      .filter((i) => contacts.nodes[i] === node)
      .reduce((sum, i) => sum + fractions[i], 0);
  return Float64Array.from({ length: CONTACTS * CONTACTS }, (_, at) => {
    const [c, d] = [Math.floor(at / CONTACTS), at % CONTACTS];
    const cosine = [0, 1, 2].reduce((sum, i) => sum + normals[3 * c + i] * normals[3 * d + i], 0);
    return nodes.inverseMasses.reduce(
      (sum, inverse, node) => sum + cosine * inverse * fraction(c, node) * fraction(d, node),
      0,
    );
  });
}

describe('contact within a step', () => {
  it('leaves no gap below zero at the end of the step, with non-negative impulses, positive only where the gap closes', () => {
    fc.assert(
      fc.property(scenes, (seed) => {
        const scene = randomScene(seed, 2);
        const { nodes, contacts } = scene;
        expect(solveContacts(contacts, nodes, TIME_STEP, CONVERGED)).toBeLessThan(RESIDUAL);
        for (let c = 0; c < CONTACTS; c++) {
          const moved = nodes.positions.map((x, i) => x + TIME_STEP * nodes.velocities[i]);
          const gap = normalDifference(contacts, c, moved);
          expect(gap).toBeGreaterThan(-RESIDUAL);
          expect(contacts.impulses[c]).toBeGreaterThanOrEqual(0);
          expect(contacts.impulses[c] > 0 ? Math.abs(gap) : 0).toBeLessThan(RESIDUAL);
        }
      }),
      RUNS,
    );
  });

  it('agrees with the exact complementarity solver', () => {
    fc.assert(
      fc.property(scenes, (seed) => {
        const scene = randomScene(seed);
        const before = speeds(scene);
        solveContacts(scene.contacts, scene.nodes, TIME_STEP, CONVERGED);
        const excess = Float64Array.from(before, (speed, c) => speed - scene.contacts.targets[c]);
        const { j, status } = solveComplementarity(delassusMatrix(scene), excess);
        expect(status).toBe('solved');
        expect(largestDifference(j, scene.contacts.impulses)).toBeLessThan(1e-9);
      }),
      RUNS,
    );
  });

  it('does not depend on the order of the contacts once converged', () => {
    fc.assert(
      fc.property(scenes, (seed) => {
        const [one, other] = [randomScene(seed, 1), randomScene(seed, 1, reversed)];
        solveContacts(one.contacts, one.nodes, TIME_STEP, CONVERGED);
        solveContacts(other.contacts, other.nodes, TIME_STEP, CONVERGED);
        expect(largestDifference(one.nodes.velocities, other.nodes.velocities)).toBeLessThan(1e-10);
      }),
      RUNS,
    );
  });

  it('gives the same bits for the same contacts, at every number of sweeps', () => {
    for (const sweeps of [1, 8]) {
      const [one, other] = [randomScene(7), randomScene(7)];
      solveContacts(one.contacts, one.nodes, TIME_STEP, { sweeps, tolerance: 0 });
      solveContacts(other.contacts, other.nodes, TIME_STEP, { sweeps, tolerance: 0 });
      expect(one.nodes.velocities).toEqual(other.nodes.velocities);
    }
  });

  it('worked example: a node falling at 2 m/s from 0.1 m lands on a resting quadrilateral of its own weight', () => {
    const nodes = createNodes(
      Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0.1),
      new Float64Array(5).fill(1),
    );
    nodes.velocities[14] = -2;
    const contacts = createMeshContacts();
    addNodeContact(contacts, 4, [0, 1, 2, 3], [0.25, 0.25, 0.25, 0.25], createVec3(0, 0, 1));
    solveContacts(contacts, nodes, 0.1);
    // gap after the step 0.1 - 0.2 = -0.1, k = 1 + 4/16, J = 0.1/(0.1 · 1.25) = 0.8
    expect(contacts.impulses[0]).toBeCloseTo(0.8, 15);
    expect(nodes.velocities[14]).toBeCloseTo(-1.2, 15);
    expect(nodes.velocities[2]).toBeCloseTo(-0.2, 15);
  });

  it('of held nodes alone has no effect, and a moving boundary accelerates a node', () => {
    const nodes = createNodes(new Float64Array(12), new Float64Array(4).fill(1));
    nodes.inverseMasses.fill(0);
    for (let i = 0; i < 3; i++) nodes.velocities[3 * i + 2] = 5;
    const contacts = createMeshContacts();
    addNodeContact(contacts, 3, [0, 1, 2], [0.5, 0.25, 0.25], createVec3(0, 0, 1));
    solveContacts(contacts, nodes, 1);
    expect(contacts.impulses[0]).toBe(0);
    nodes.inverseMasses[3] = 0.5;
    solveContacts(contacts, nodes, 1);
    expect([contacts.impulses[0], nodes.velocities[11], nodes.velocities[2]]).toEqual([10, 5, 5]);
  });
});

describe('impact with restitution', () => {
  it('loses (1-e)/(1+e) of ½ JᵀAJ: zero when all contacts are perfectly elastic, however they share nodes', () => {
    fc.assert(
      fc.property(scenes, fc.constantFrom(0, 0.3, 1), (seed, restitution) => {
        const scene = randomScene(seed, 1);
        const { nodes, contacts } = scene;
        const before = ledgerOf(nodes).kineticEnergy;
        solveRebound(contacts, nodes, restitution, CONVERGED);
        const matrix = delassusMatrix(scene);
        const j = contacts.impulses;
        const work = matrix.reduce((sum, a, i) => sum + 0.5 * a * j[Math.floor(i / CONTACTS)] * j[i % CONTACTS], 0);
        const expected = before - ((1 - restitution) / (1 + restitution)) * work;
        expect(Math.abs(ledgerOf(nodes).kineticEnergy - expected)).toBeLessThan(1e-9 * before);
      }),
      RUNS,
    );
  });

  it('of one contact reverses the approach speed and conserves the energy for e = 1', () => {
    const { nodes, contacts } = randomScene(3);
    contacts.count = 1;
    const speed = normalDifference(contacts, 0, nodes.velocities);
    if (speed > 0) for (let i = 0; i < 3; i++) contacts.normals[i] *= -1;
    const before = ledgerOf(nodes).kineticEnergy;
    solveRebound(contacts, nodes, 1);
    expect(normalDifference(contacts, 0, nodes.velocities)).toBeCloseTo(Math.abs(speed), 14);
    expect(ledgerOf(nodes).kineticEnergy / before).toBeCloseTo(1, 14);
  });
});

describe('friction', () => {
  it('stays in the cone, is tangential, and never increases the energy, wherever the sweeps stop', () => {
    fc.assert(
      fc.property(scenes, fc.constantFrom(0, 0.2, 1, 5), fc.constantFrom(1, 2, 8, 100), (seed, coefficient, sweeps) => {
        const { nodes, contacts } = randomScene(seed, 2);
        solveContacts(contacts, nodes, TIME_STEP);
        const before = ledgerOf(nodes).kineticEnergy;
        solveFriction(contacts, nodes, coefficient, { sweeps, tolerance: 0 });
        expect(ledgerOf(nodes).kineticEnergy).toBeLessThanOrEqual(before * (1 + 1e-14));
        for (let c = 0; c < CONTACTS; c++) {
          const t = contacts.frictionImpulses.subarray(3 * c, 3 * c + 3);
          const [nx, ny, nz] = contacts.normals.subarray(3 * c, 3 * c + 3);
          expect(Math.hypot(...t)).toBeLessThanOrEqual(coefficient * contacts.impulses[c] * (1 + 1e-14));
          expect(Math.abs(t[0] * nx + t[1] * ny + t[2] * nz)).toBeLessThan(1e-13);
        }
      }),
      RUNS,
    );
  });

  it('is Coulomb’s once converged: a contact inside the cone sticks, one on it slides opposite to its friction', () => {
    const counts = { stick: 0, slide: 0 };
    const velocity = new Float64Array(3);
    fc.assert(
      fc.property(scenes, (seed) => {
        const { nodes, contacts } = randomScene(seed, 1);
        solveContacts(contacts, nodes, TIME_STEP);
        solveFriction(contacts, nodes, 0.5, CONVERGED);
        for (let c = 0; c < CONTACTS; c++) {
          if (contacts.impulses[c] === 0) continue;
          const t = contacts.frictionImpulses.subarray(3 * c, 3 * c + 3);
          const n = contacts.normals.subarray(3 * c, 3 * c + 3);
          weightedDifference(velocity, contacts, c, nodes.velocities);
          const along = n[0] * velocity[0] + n[1] * velocity[1] + n[2] * velocity[2];
          const sliding = velocity.map((v, i) => v - along * n[i]);
          const [force, speed] = [Math.hypot(...t), Math.hypot(...sliding)];
          const sticks = force < 0.5 * contacts.impulses[c] * (1 - 1e-9);
          counts[sticks ? 'stick' : 'slide']++;
          if (sticks) expect(speed).toBeLessThan(1e-9);
          else expect(t[0] * sliding[0] + t[1] * sliding[1] + t[2] * sliding[2]).toBeCloseTo(-force * speed, 9);
        }
      }),
      RUNS,
    );
    expect(Math.min(counts.stick, counts.slide)).toBeGreaterThan(20);
  });

  it('does not depend on the order of the contacts once converged', () => {
    fc.assert(
      fc.property(scenes, (seed) => {
        const [one, other] = [randomScene(seed), randomScene(seed, 0, reversed)];
        for (const { nodes, contacts } of [one, other]) {
          solveContacts(contacts, nodes, TIME_STEP, CONVERGED);
          solveFriction(contacts, nodes, 0.5, CONVERGED);
        }
        expect(largestDifference(one.nodes.velocities, other.nodes.velocities)).toBeLessThan(1e-9);
      }),
      RUNS,
    );
  });

  it('worked example: J_t = -min(μJ, |u_t|/k) û_t for one contact [VBC24-3.3]', () => {
    for (const [coefficient, expected] of [
      [0.25, -0.5],
      [10, -1.5],
    ]) {
      const nodes = createNodes(new Float64Array(12), new Float64Array(4).fill(1));
      nodes.inverseMasses.set([0, 0, 0, 2]);
      nodes.velocities.set([3, 0, -4], 9);
      const contacts = createMeshContacts();
      addNodeContact(contacts, 3, [0, 1, 2], [0.5, 0.25, 0.25], createVec3(0, 0, 1));
      solveContacts(contacts, nodes, 1);
      expect(contacts.impulses[0]).toBe(2);
      solveFriction(contacts, nodes, coefficient);
      expect([...contacts.frictionImpulses.subarray(0, 2)]).toEqual([expected, 0]);
      expect(nodes.velocities[9]).toBe(3 + 2 * expected);
    }
  });
});

describe('the ledger of impulses', () => {
  it('closes: momentum to machine precision, with the impulse on held nodes, and angular momentum with the stated error', () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 0, max: 3 }), (seed, held) => {
        const { nodes, contacts } = randomScene(seed, held);
        const before = ledgerOf(nodes);
        solveContacts(contacts, nodes, TIME_STEP);
        solveFriction(contacts, nodes, 0.5);
        const after = ledgerOf(nodes);
        const impulses = measureImpulses(createImpulseLedger(), contacts, nodes);
        // each velocity is rounded some ten times
        const rounding = 4 * Number.EPSILON * momentaOf(nodes);
        const expected = subVec3(createVec3(), before.momentum, impulses.onHeld);
        expect(distanceOf(after.momentum, expected)).toBeLessThan(rounding);
        // weights add up to one except for the last digit
        expect(lengthVec3(impulses.momentumError)).toBeLessThanOrEqual(Number.EPSILON * 1.5 * impulses.normalImpulse);
        const passedOn = createVec3();
        for (let i = 0; i < 3 * CONTACTS; i++) {
          const part = contacts.impulses[Math.floor(i / 3)] * contacts.normals[i] + contacts.frictionImpulses[i];
          passedOn[(['x', 'y', 'z'] as const)[i % 3]] += part;
        }
        expect(distanceOf(impulses.onSlaves, passedOn)).toBeLessThan(rounding);
        if (held > 0) return;
        const rotated = subVec3(createVec3(), after.angularMomentum, before.angularMomentum);
        expect(distanceOf(rotated, impulses.angularMomentumError)).toBeLessThan(rounding);
      }),
      RUNS,
    );
  });

  it('shows no angular momentum error when the slave is above the foot point, and its amount otherwise', () => {
    const make = (x: number) => {
      const nodes = createNodes(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, x, 0.25, 0.1), new Float64Array(4).fill(1));
      nodes.velocities.set([0, 0, -2], 9);
      const contacts = createMeshContacts();
      addNodeContact(contacts, 3, [0, 1, 2], [0.5, 0.25, 0.25], createVec3(0, 0, 1));
      solveContacts(contacts, nodes, 0.1);
      return measureImpulses(createImpulseLedger(), contacts, nodes);
    };
    expect(lengthVec3(make(0.25).angularMomentumError)).toBe(0);
    const aside = make(0.5);
    expect(aside.angularMomentumError.y).toBeCloseTo(-0.25 * aside.normalImpulse, 15);
    expect([aside.closedCount, aside.onSlaves.z]).toEqual([1, aside.normalImpulse]);
  });
});

describe('the penalty force', () => {
  /** A node 0.1 deep in a triangle whose corners have a mass of 2 kg each. */
  function overlapping(slaveMass: number): Scene {
    const nodes = createNodes(
      Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, -0.1),
      Float64Array.of(2, 2, 2, slaveMass),
    );
    const contacts = createMeshContacts();
    addNodeContact(contacts, 3, [0, 1, 2], [0.5, 0.25, 0.25], createVec3(0, 0, 1));
    return { nodes, contacts };
  }

  it('is p min(m_s, m_master)/Δt² times the depth, spread by the weights', () => {
    const light = overlapping(1);
    const energy = addPenaltyForces(light.contacts, light.nodes, 0.1, 0.2);
    const force = (0.2 * 1 * 0.1) / 0.01;
    expect(light.nodes.forces[11]).toBeCloseTo(force, 14);
    expect([2, 5, 8].map((i) => light.nodes.forces[i] / -force)).toEqual(
      [0.5, 0.25, 0.25].map((w) => expect.closeTo(w, 14)),
    );
    expect(light.contacts.impulses[0]).toBeCloseTo(force * 0.1, 15);
    expect(energy).toBeCloseTo(0.5 * force * 0.1, 15);
    const heavy = overlapping(100);
    addPenaltyForces(heavy.contacts, heavy.nodes, 0.1, 0.2);
    expect(heavy.nodes.forces[11]).toBeCloseTo(6 * force, 13);
  });

  it('is zero across a gap, and treats a held side as infinitely heavy', () => {
    const { nodes, contacts } = overlapping(1);
    nodes.inverseMasses.set([0, 0, 0]);
    addPenaltyForces(contacts, nodes, 0.1, 0.2);
    expect(nodes.forces[11]).toBeCloseTo(2, 14);
    nodes.inverseMasses[3] = 0;
    nodes.forces.fill(0);
    addPenaltyForces(contacts, nodes, 0.1);
    expect(nodes.forces.every((force) => force === 0)).toBe(true);
    nodes.inverseMasses[3] = 1;
    nodes.positions[11] = 0.1;
    addPenaltyForces(contacts, nodes, 0.1);
    expect(nodes.forces.every((force) => force === 0)).toBe(true);
  });

  it('reverses the speed of a node, for small p', () => {
    const { nodes, contacts } = overlapping(1);
    nodes.positions[11] = 0.01;
    nodes.velocities[11] = -1;
    nodes.inverseMasses.set([0, 0, 0]);
    const timeStep = 1e-3;
    for (let step = 0; step < 1000; step++) {
      nodes.forces.fill(0);
      addPenaltyForces(contacts, nodes, timeStep, 0.001);
      nodes.velocities[11] += timeStep * nodes.forces[11];
      nodes.positions[11] += timeStep * nodes.velocities[11];
    }
    // ωΔt = √p: the contact ends within a step, which changes the energy by a fraction of about p
    expect(nodes.velocities[11]).toBeCloseTo(1, 2);
  });
});

describe('overlap removal', () => {
  it('clears an overlap in ten equal parts without changing velocities or the centre of mass', () => {
    const { nodes, contacts } = randomScene(12);
    contacts.count = 1;
    if (normalDifference(contacts, 0, nodes.positions) > 0) {
      for (let i = 0; i < 3; i++) contacts.normals[i] *= -1;
    }
    const velocities = nodes.velocities.slice();
    const centre = () =>
      [0, 1, 2].map((axis) => nodes.inverseMasses.reduce((sum, m, i) => sum + nodes.positions[3 * i + axis] / m, 0));
    const before = centre();
    const depth = separateNodes(contacts, nodes, 0);
    expect(depth).toBe(-normalDifference(contacts, 0, nodes.positions));
    for (let step = 0; step < 10; step++) {
      expect(normalDifference(contacts, 0, nodes.positions)).toBeCloseTo((-depth * (10 - step)) / 10, 14);
      separateNodes(contacts, nodes, 1 / (10 - step));
    }
    expect(normalDifference(contacts, 0, nodes.positions)).toBeCloseTo(0, 15);
    expect(nodes.velocities).toEqual(velocities);
    centre().forEach((x, axis) => {
      expect(x).toBeCloseTo(before[axis], 14);
    });
  });
});

describe('the list of contacts', () => {
  it('grows as needed, preserves its entries, and retains its capacity when cleared', () => {
    const contacts = createMeshContacts(0);
    for (let c = 0; c < 5; c++) {
      expect(addNodeContact(contacts, c, [c + 1, c + 2, c + 3], [0.5, 0.25, 0.25], createVec3(0, 0, 1))).toBe(c);
    }
    expect([...contacts.nodes.subarray(0, 10)]).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 4, 1]);
    expect([...contacts.fractions.subarray(5, 10)]).toEqual([1, -0.5, -0.25, -0.25, 0]);
    const capacity = contacts.impulses.length;
    clearMeshContacts(contacts);
    expect([contacts.count, contacts.impulses.length]).toEqual([0, capacity]);
  });
});
