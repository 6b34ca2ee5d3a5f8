import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { createElasticMaterial, lameConstants, planeStressConstants } from './elastic-material.ts';
import { addLumpedMasses, type ElementSet } from './elements.ts';
import { createHexahedra } from './hexahedra.ts';
import { createMembrane } from './membrane.ts';
import { createBlockMesh, createSheetMesh } from './structured-mesh.ts';

const steel = createElasticMaterial(2e11, 0.3, 7800);

/** A block whose inner nodes are displaced by up to `shake` in every direction; its outer shape is a box. */
function shakenBlock(n: number, shake: number) {
  const mesh = createBlockMesh(n, n, n, createVec3(1, 2, 3), createVec3(5, 6, 7));
  const random = createRandom(3);
  const surface = new Set(mesh.surface.nodes);
  for (let node = 0; node < mesh.positions.length / 3; node++) {
    if (surface.has(node)) continue;
    for (let i = 0; i < 3; i++) mesh.positions[3 * node + i] += random.between(-shake, shake);
  }
  return mesh;
}

function massesOf(elements: ElementSet, nodeCount: number): Float64Array {
  const masses = new Float64Array(nodeCount);
  addLumpedMasses(masses, elements);
  return masses;
}
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

describe('lumped masses', () => {
  it('add up to volume times density, for any distortion of the bricks', () => {
    const mesh = shakenBlock(4, 0.1);
    const elements = createHexahedra(mesh.positions, mesh.hexahedra, steel);
    // a sum over 512 Gauss points: a few hundred rounding errors
    expect(Math.abs(total(elements.volumes) - 6)).toBeLessThan(1e-13);
    expect(Math.abs(total(massesOf(elements, mesh.positions.length / 3)) - 6 * 7800) / (6 * 7800)).toBeLessThan(1e-14);
  });

  it('of equal bricks: a corner of the block has an eighth of a brick, an inner node a whole one', () => {
    const mesh = createBlockMesh(2, 2, 2, createVec3(2, 2, 2), createVec3());
    const masses = massesOf(createHexahedra(mesh.positions, mesh.hexahedra, createElasticMaterial(1, 0, 8)), 27);
    expect(masses[0]).toBeCloseTo(1, 14);
    expect(masses[13]).toBeCloseTo(8, 14);
  });

  it('are symmetric', () => {
    const mesh = createBlockMesh(3, 4, 5, createVec3(3, 2, 1), createVec3());
    const masses = massesOf(createHexahedra(mesh.positions, mesh.hexahedra, steel), 4 * 5 * 6);
    // node i mirrored through the centre of the block is the i-th node from the end; only rounding differs
    masses.forEach((mass, i) => {
      expect(Math.abs(mass - masses[masses.length - 1 - i]) / mass).toBeLessThan(1e-15 * 8);
    });
  });

  it('of a sheet add up to area times thickness times density', () => {
    const mesh = createSheetMesh(6, 4, 3, 2, 0.01, createVec3());
    const masses = massesOf(createMembrane(mesh.positions, mesh.triangles, mesh.thickness, steel), 35);
    expect(Math.abs(total(masses) - 468) / 468).toBeLessThan(1e-15 * 8);
  });
});

describe('the height of elements', () => {
  it('is the shortest edge of a brick and the shortest altitude of a triangle', () => {
    const brick = createBlockMesh(1, 2, 3, createVec3(1, 1, 1), createVec3());
    expect(createHexahedra(brick.positions, brick.hexahedra, steel).smallestHeight).toBeCloseTo(1 / 3, 14);
    const sheet = createSheetMesh(1, 1, 3, 4, 1, createVec3());
    expect(createMembrane(sheet.positions, sheet.triangles, 1, steel).smallestHeight).toBeCloseTo(12 / 5, 14);
  });
});

describe('an elastic material', () => {
  it('has λ and μ from which E and ν can be recovered', () => {
    const { lambda, mu } = lameConstants(steel);
    expect((mu * (3 * lambda + 2 * mu)) / (lambda + mu) / 2e11).toBeCloseTo(1, 14);
    expect(lambda / (2 * (lambda + mu))).toBeCloseTo(0.3, 14);
    expect(planeStressConstants(steel).lambda / ((2 * lambda * mu) / (lambda + 2 * mu))).toBeCloseTo(1, 14);
  });

  it.each([
    [0, 0, 1, 'material.youngsModulus: must be finite and above zero, got 0'],
    [1, 0.5, 1, 'material.poissonRatio: must be above -1 and below 0.5, got 0.5'],
    [1, -1, 1, 'material.poissonRatio: must be above -1 and below 0.5, got -1'],
    [1, Number.NaN, 1, 'material.poissonRatio: must be above -1 and below 0.5, got "NaN"'],
    [1, 0, -2, 'material.density: must be finite and above zero, got -2'],
  ])('E = %d, ν = %d, ρ = %d is rejected by name', (modulus, poisson, density, message) => {
    expect(() => createElasticMaterial(modulus, poisson, density)).toThrow(new RangeError(message));
  });
});

describe('invalid elements', () => {
  const mesh = createBlockMesh(2, 1, 1, createVec3(2, 1, 1), createVec3());

  it('an inverted hexahedron is reported by index', () => {
    const nodes = mesh.hexahedra.slice();
    nodes.set([...nodes.subarray(12, 16), ...nodes.subarray(8, 12)], 8);
    expect(() => createHexahedra(mesh.positions, nodes, steel)).toThrow(
      /^hexahedra\[1\]: must not be flat or inverted, its Jacobian at point 0 is -0\.12/,
    );
  });

  it('a corner on the wrong side of its element is detected', () => {
    const positions = mesh.positions.slice();
    positions.set([1.9, 0.9, 0.9], 3 * mesh.hexahedra[0]);
    expect(() => createHexahedra(positions, mesh.hexahedra, steel)).toThrow(/^hexahedra\[0\]/);
  });

  it('a triangle without area, and missing nodes, are reported by index', () => {
    const line = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 0);
    expect(() => createMembrane(line, Int32Array.of(0, 1, 3, 0, 1, 2), 1, steel)).toThrow(
      'membrane[1]: must have an area, its corners give 0',
    );
    expect(() => createMembrane(line, Int32Array.of(0, 1, 4), 1, steel)).toThrow(
      'membrane[0]: node 4 does not exist, there are 4',
    );
    expect(() => createMembrane(line, Int32Array.of(0, 1), 1, steel)).toThrow('must have 3 nodes per element, got 2');
  });
});
