import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { accelerateNodes, advance } from './central-differences.ts';
import { createElasticMaterial } from './elastic-material.ts';
import { computeElasticForces, createElasticModel, type ElasticModel } from './elastic-model.ts';
import { createBlockMesh, createSheetMesh } from './structured-mesh.ts';
import { crossingTimeStep, stableTimeStep, waveSpeed } from './time-step.ts';

const bar = createElasticModel([
  {
    mesh: createBlockMesh(1, 1, 10, createVec3(0.1, 0.1, 1), createVec3()),
    material: createElasticMaterial(1e4, 0, 1),
  },
]);
const block = createElasticModel([
  { mesh: createBlockMesh(2, 3, 2, createVec3(1, 1, 1), createVec3()), material: createElasticMaterial(1e4, 0.45, 1) },
]);
const sheet = createElasticModel([
  { mesh: createSheetMesh(3, 3, 1, 1, 0.01, createVec3()), material: createElasticMaterial(1e4, 0.3, 1) },
]);

/**
 * The highest frequency of the model at rest by power iteration: ω² q = -f(x + q)/m for small q, from the forces
 * alone.
 */
function highestFrequency(model: ElasticModel): number {
  const { nodes } = model;
  const rest = nodes.positions.slice();
  const random = createRandom(2);
  let q = rest.map(() => random.normal());
  let square = 0;
  for (let i = 0; i < 400; i++) {
    const length = Math.hypot(...q);
    // two-sided differences about the rest state, steps of 1e-6: errors of 1e-9 and less
    const step = 1e-6 / length;
    const pull = (sign: number) => {
      nodes.positions.set(rest.map((x, k) => x + sign * step * q[k]));
      nodes.velocities.fill(0);
      computeElasticForces(model);
      accelerateNodes(nodes, 1);
      return nodes.velocities.slice();
    };
    const [plus, minus] = [pull(1), pull(-1)];
    q = q.map((_, k) => (minus[k] - plus[k]) / (2 * 1e-6));
    square = Math.hypot(...q);
  }
  nodes.positions.set(rest);
  nodes.velocities.fill(0);
  return Math.sqrt(square);
}

/** Ratio of the node speeds after `steps` to those of a random initial perturbation. */
function growth(model: ElasticModel, timeStep: number, steps: number): number {
  const { nodes } = model;
  const rest = nodes.positions.slice();
  const random = createRandom(4);
  nodes.velocities.set(nodes.velocities.map(() => 1e-9 * random.normal()));
  const speed = () => Math.hypot(...nodes.velocities);
  const before = speed();
  for (let i = 0; i < steps; i++) advance(model, timeStep);
  const after = speed();
  nodes.positions.set(rest);
  nodes.velocities.fill(0);
  return after / before;
}

describe.each([
  ['a bar with ν = 0', bar],
  ['a block with ν = 0.45', block],
  ['a sheet', sheet],
])('%s', (_name, model) => {
  const step = stableTimeStep(model.elements[0]);
  const limit = 2 / highestFrequency(model);

  it('has a stable step not above the true limit 2/ω, and close to it', () => {
    expect(step).toBeLessThanOrEqual(limit);
    // the bound is that of a free element, and high by at most 2.5 %
    expect(step).toBeGreaterThan(0.75 * limit);
  });

  it('oscillates under the stable step and diverges slightly above the limit', () => {
    expect(growth(model, step, 2000)).toBeLessThan(10);
    // at 1.02 of the limit the highest mode grows by exp(2 acosh 1.02) = 1.5 per step
    expect(growth(model, 1.02 * limit, 50)).toBeGreaterThan(1e5);
  });
});

describe('the crossing time', () => {
  it('is 0.5 h/c with c = √(E/ρ) for ν = 0, half of the stable step', () => {
    const [elements] = bar.elements;
    expect(waveSpeed(elements)).toBe(100);
    expect(crossingTimeStep(elements)).toBeCloseTo((0.5 * 0.1) / 100, 16);
    expect(crossingTimeStep(elements, 1)).toBeCloseTo(0.001, 15);
    // a brick with ν = 0 oscillates at ω = 2c/h at most; the bound lies at most 2.5 % above
    const ratio = crossingTimeStep(elements, 1) / stableTimeStep(elements);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThan(1.026);
  });

  it('includes lateral stiffness: waves are fast in material with ν near ½', () => {
    expect(waveSpeed(block.elements[0])).toBeCloseTo(100 * Math.sqrt(0.55 / (1.45 * 0.1)), 10);
    expect(waveSpeed(sheet.elements[0])).toBeCloseTo(100 / Math.sqrt(1 - 0.09), 10);
  });
});
