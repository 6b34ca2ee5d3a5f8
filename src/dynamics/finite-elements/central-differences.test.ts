import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { cos } from '../../math/trig.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { advance, moveNodes, staggerVelocities } from './central-differences.ts';
import { createElasticMaterial } from './elastic-material.ts';
import { computeElasticForces, createElasticModel, type ElasticModel, offsetNodeNumbers } from './elastic-model.ts';
import { addSupportImpulse, createElasticLedger, measureElasticLedger } from './node-ledger.ts';
import { holdNodes } from './nodes.ts';
import { createBlockMesh, createSheetMesh } from './structured-mesh.ts';
import { stableTimeStep } from './time-step.ts';

const ELEMENTS = 20;
const LENGTH = 1;
/** Wave speed [m/s]. */
const SPEED = 100;
const HEIGHT = LENGTH / ELEMENTS;

/** A free bar along z in its first mode of vibration, stretched by `amplitude` cos(πz/L) and released. */
function vibratingBar(amplitude: number): ElasticModel {
  const mesh = createBlockMesh(1, 1, ELEMENTS, createVec3(0.1, 0.1, LENGTH), createVec3());
  const model = createElasticModel([{ mesh, material: createElasticMaterial(1e4, 0, 1) }]);
  const { positions } = model.nodes;
  for (let i = 2; i < positions.length; i += 3) positions[i] += amplitude * cos((Math.PI * positions[i]) / LENGTH);
  return model;
}

/** Total energy at every whole step. */
function energies(model: ElasticModel, timeStep: number, steps: number): number[] {
  const ledger = createElasticLedger();
  staggerVelocities(model, timeStep);
  return Array.from({ length: steps }, () => {
    const strainEnergy = computeElasticForces(model);
    measureElasticLedger(ledger, model.nodes, strainEnergy, 0.5 * timeStep);
    advance(model, timeStep);
    return ledger.kineticEnergy + ledger.strainEnergy;
  });
}

const swing = (values: readonly number[]) => Math.max(...values) / Math.min(...values) - 1;

describe('a vibrating bar', () => {
  it('oscillates at the frequency of its discrete waves, sin(ωΔt/2) = (cΔt/h) sin(πh/2L), to the last digit', () => {
    const timeStep = (0.5 * HEIGHT) / SPEED;
    const model = vibratingBar(1e-7);
    staggerVelocities(model, timeStep);
    const omega =
      (2 / timeStep) * Math.asin(((SPEED * timeStep) / HEIGHT) * Math.sin((Math.PI * HEIGHT) / (2 * LENGTH)));
    // about 2.5 periods; strains of 3e-7 shift the phase by the same fraction
    for (let step = 0; step < 200; step++) {
      const stretch = model.nodes.positions[2] / 1e-7;
      expect(Math.abs(stretch - Math.cos(omega * timeStep * step))).toBeLessThan(1e-5);
      advance(model, timeStep);
    }
    // and these waves travel at c = √(E/ρ), up to (πh/L)²/32 of the grid
    const speed = (omega * LENGTH) / Math.PI;
    expect(Math.abs(speed / SPEED - 1)).toBeLessThan((Math.PI * HEIGHT) ** 2 / 24);
  });

  it('conserves its energy: the error oscillates, grows with Δt² and does not drift over ten thousand steps', () => {
    const longest = (0.8 * HEIGHT) / SPEED;
    const coarse = energies(vibratingBar(1e-5), longest, 10_000);
    const fine = energies(vibratingBar(1e-5), longest / 2, 2_000);
    // by the invariant of the test below the oscillation is (ωΔt)²/4 with ω = πc/L, and higher powers: 0.0039
    expect(swing(coarse) / ((Math.PI * 0.8 * HEIGHT) ** 2 / 4)).toBeCloseTo(1, 2);
    expect(swing(coarse.slice(-1000)) / swing(coarse.slice(0, 1000))).toBeCloseTo(1, 2);
    expect(swing(coarse.slice(0, 1000)) / swing(fine)).toBeCloseTo(4, 1);
  });

  it('conserves its mean energy when it is stretched so far that its waves break', () => {
    const values = energies(vibratingBar(0.02), (0.5 * HEIGHT) / SPEED, 10_000);
    const mean = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
    expect(Math.abs(mean(values.slice(-2000)) / mean(values.slice(0, 2000)) - 1)).toBeLessThan(0.01);
    expect(swing(values)).toBeLessThan(0.05);
  });

  it('conserves W + ½ Σ m v⁻·v⁺ exactly while strains are small: the invariant of central differences', () => {
    const timeStep = (0.9 * HEIGHT) / SPEED;
    const model = vibratingBar(1e-6);
    const { nodes } = model;
    staggerVelocities(model, timeStep);
    const invariants: number[] = [];
    for (let step = 0; step < 500; step++) {
      const before = nodes.velocities.slice();
      const strainEnergy = advance(model, timeStep);
      const twice = nodes.velocities.reduce((sum, v, i) => sum + (v * before[i]) / nodes.inverseMasses[(i / 3) | 0], 0);
      invariants.push(strainEnergy + 0.5 * twice);
    }
    // strains of 3e-6 are the only deviation from a linear spring
    expect(swing(invariants)).toBeLessThan(1e-5);
  });
});

describe('a wave', () => {
  it('from one end reaches the other after L/c and not before', () => {
    const mesh = createBlockMesh(1, 1, 100, createVec3(0.01, 0.01, 1), createVec3());
    const model = createElasticModel([{ mesh, material: createElasticMaterial(1e4, 0, 1) }]);
    const { nodes } = model;
    for (const node of mesh.sides.zMin.nodes) nodes.velocities[3 * node + 2] = 0.01;
    const timeStep = (0.9 * 0.01) / SPEED;
    const farEnd = 3 * mesh.sides.zMax.nodes[0] + 2;
    let arrival = 0;
    for (let step = 1; arrival === 0 && step < 200; step++) {
      advance(model, timeStep);
      // the front is smeared over a few elements: half of the peak speed marks it
      if (nodes.velocities[farEnd] > 0.002) arrival = step * timeStep;
    }
    expect(Math.abs(arrival - 1 / SPEED)).toBeLessThan(0.03 / SPEED);
  });
});

describe('free bodies', () => {
  /** A block and a sheet, both rotating, translating and vibrating. */
  function tumbling(): ElasticModel {
    const model = createElasticModel([
      {
        mesh: createBlockMesh(2, 2, 3, createVec3(1, 1, 1.5), createVec3(1, 0, 0)),
        material: createElasticMaterial(1e3, 0.3, 1),
        velocity: createVec3(1, 2, -1),
      },
      {
        mesh: createSheetMesh(3, 3, 1, 1, 0.1, createVec3(-3, 0, 0)),
        material: createElasticMaterial(1e3, 0.2, 1),
      },
    ]);
    const random = createRandom(9);
    const { positions, velocities } = model.nodes;
    for (let i = 0; i < positions.length; i += 3) {
      velocities[i] += -3 * positions[i + 1] + 0.2 * random.normal();
      velocities[i + 1] += 3 * positions[i] + 0.2 * random.normal();
      velocities[i + 2] += 0.2 * random.normal();
    }
    return model;
  }

  it('conserve momentum and angular momentum to machine precision while they tumble and vibrate', () => {
    const model = tumbling();
    const before = measureElasticLedger(createElasticLedger(), model.nodes, 0);
    const timeStep = 0.5 * Math.min(...model.elements.map(stableTimeStep));
    for (let step = 0; step < 1000; step++) advance(model, timeStep);
    const after = measureElasticLedger(createElasticLedger(), model.nodes, 0);
    const lost = (a: ReadonlyVec3, b: ReadonlyVec3) => lengthVec3(subVec3(createVec3(), a, b)) / lengthVec3(a);
    // a thousand steps, each with rounding errors of about 1e-16
    expect(lost(before.momentum, after.momentum)).toBeLessThan(1e-13);
    expect(lost(before.angularMomentum, after.angularMomentum)).toBeLessThan(1e-13);
  });

  it('follow the same path in every run', () => {
    const [one, other] = [tumbling(), tumbling()];
    for (let step = 0; step < 50; step++) {
      advance(one, 1e-3);
      advance(other, 1e-3);
    }
    expect(one.nodes.positions).toEqual(other.nodes.positions);
  });
});

describe('a held sheet', () => {
  it('receives all its momentum from its supports, and its rim does not move', () => {
    const mesh = createSheetMesh(4, 4, 1, 1, 0.01, createVec3());
    const block = createBlockMesh(1, 1, 1, createVec3(1, 1, 1), createVec3(5, 5, 5));
    const material = createElasticMaterial(1e4, 0.3, 10);
    const model = createElasticModel([
      { mesh: block, material },
      { mesh, material, velocity: createVec3(0.5, 0.3, -3) },
    ]);
    const { nodes } = model;
    const rim = offsetNodeNumbers(model.firstNodes[1], mesh.rim);
    holdNodes(nodes, rim);
    const start = nodes.positions.slice();
    const before = measureElasticLedger(createElasticLedger(), nodes, 0).momentum;
    const supports = createVec3();
    for (let step = 0; step < 300; step++) {
      advance(model, 1e-4, (present, timeStep) => addSupportImpulse(supports, present, timeStep));
    }
    const after = measureElasticLedger(createElasticLedger(), nodes, 0).momentum;
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(Math.abs(after[axis] - before[axis] - supports[axis])).toBeLessThan(1e-14);
    }
    expect(Math.abs(supports.z / before.z)).toBeGreaterThan(0.1);
    for (const node of rim) {
      expect(nodes.positions.subarray(3 * node, 3 * node + 3)).toEqual(start.subarray(3 * node, 3 * node + 3));
    }
  });

  it('may have a prescribed motion: a held node moves with the velocity it is given', () => {
    const model = vibratingBar(0);
    holdNodes(model.nodes, [0]);
    model.nodes.velocities[0] = 0.25;
    moveNodes(model.nodes, 2);
    expect(model.nodes.positions[0]).toBe(0.5);
    advance(model, 1e-6);
    expect(model.nodes.velocities[0]).toBe(0.25);
  });
});

describe('a model', () => {
  const material = createElasticMaterial(1, 0, 1);
  const mesh = createBlockMesh(1, 1, 1, createVec3(1, 1, 1), createVec3());

  it('numbers the nodes of its parts consecutively and does not change their meshes', () => {
    const { nodes, elements, firstNodes } = createElasticModel([
      { mesh, material },
      { mesh, material, velocity: createVec3(1, 2, 3) },
    ]);
    expect(firstNodes).toEqual([0, 8]);
    expect([...elements[1].nodes]).toEqual([...mesh.hexahedra].map((node) => node + 8));
    expect([...nodes.velocities.subarray(21, 27)]).toEqual([0, 0, 0, 1, 2, 3]);
    nodes.positions.fill(7);
    expect(mesh.positions[0]).toBe(0);
  });

  it('rejects invalid velocities, and nodes without elements, by name', () => {
    const lost = { ...mesh, positions: Float64Array.of(...mesh.positions, 5, 5, 5) };
    expect(() => createElasticModel([{ mesh: lost, material }])).toThrow(
      'nodes[8]: mass must be finite and above zero, got 0',
    );
    expect(() => createElasticModel([{ mesh, material, velocity: createVec3(0, Number.NaN, 0) }])).toThrow(
      'parts[0].velocity: must be finite, got 0, NaN, 0',
    );
  });
});
