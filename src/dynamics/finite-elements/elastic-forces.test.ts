import { describe, expect, it } from 'vitest';
import { mat3FromRows, transformVec3 } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { addElasticForces } from './elastic-forces.ts';
import { createElasticMaterial, lameConstants, planeStressConstants } from './elastic-material.ts';
import { HEXAHEDRON_FACES } from './element-mesh.ts';
import type { ElementSet } from './elements.ts';
import { createHexahedra, createPyramids, createWedges } from './hexahedra.ts';
import { createMembrane } from './membrane.ts';
import { createBlockMesh, createSheetMesh } from './structured-mesh.ts';
import { createTetrahedra } from './tetrahedra.ts';
import { stableTimeStep, waveSpeed } from './time-step.ts';

const rubber = createElasticMaterial(1000, 0.3, 1);

interface Body {
  sets: readonly ElementSet[];
  positions: Float64Array;
  /** Nodes not on the surface, or not on the rim. */
  inner: number[];
}

function irregularMesh(n: number) {
  const mesh = createBlockMesh(n, n, n, createVec3(1, 1.5, 2), createVec3(-1, 0, 3));
  shake(mesh.positions, 0.1 / n);
  const surface = new Set(mesh.surface.nodes);
  const inner = Array.from(mesh.positions.keys()).filter((i) => i < mesh.positions.length / 3 && !surface.has(i));
  return { ...mesh, inner };
}

function irregularBlock(n: number): Body {
  const { positions, hexahedra, inner } = irregularMesh(n);
  return { sets: [createHexahedra(positions, hexahedra, rubber)], positions, inner };
}

/** In the plane spanned by (1, 0, ½) and (0, 1, ¼), its nodes displaced within the plane. */
function irregularSheet(n: number): Body {
  const mesh = createSheetMesh(n, n, 1, 2, 0.1, createVec3());
  shake(mesh.positions, 0.2 / n);
  for (let i = 0; i < mesh.positions.length; i += 3) {
    mesh.positions[i + 2] = 0.5 * mesh.positions[i] + 0.25 * mesh.positions[i + 1];
  }
  const rim = new Set(mesh.rim);
  return {
    sets: [createMembrane(mesh.positions, mesh.triangles, mesh.thickness, rubber)],
    positions: mesh.positions,
    inner: [...mesh.surface.nodes].filter((node) => !rim.has(node)),
  };
}

/**
 * A block of 3 x 3 x 3 bricks: its central column of wedges, a brick at an edge of pyramids about a node inside, and the brick at a corner of
 * pyramids and, at its lower side, of tetrahedra.
 */
function mixedBlock(): Body {
  const { positions: given, hexahedra, inner } = { ...irregularMesh(3) };
  const positions = [...given];
  const lists: Record<4 | 5 | 6 | 8, number[]> = { 4: [], 5: [], 6: [], 8: [] };
  for (let brick = 0; brick < 27; brick++) {
    const corners = [...hexahedra.subarray(8 * brick, 8 * brick + 8)];
    const [a, b, c, d, e, f, g, h] = corners;
    if (brick % 9 === 4) lists[6].push(a, b, c, e, f, g, a, c, d, e, g, h);
    else if (brick !== 0 && brick !== 17) lists[8].push(...corners);
    else {
      const apex = positions.length / 3;
      for (let axis = 0; axis < 3; axis++) {
        positions.push(0.02 * axis + corners.reduce((sum, node) => sum + positions[3 * node + axis] / 8, 0));
      }
      inner.push(apex);
      for (const [side, face] of Object.entries(HEXAHEDRON_FACES)) {
        const [p, q, r, s] = face.map((corner) => corners[corner]).reverse();
        if (brick === 0 && side === 'zMin') lists[4].push(p, q, r, apex, p, r, s, apex);
        else lists[5].push(p, q, r, s, apex);
      }
    }
  }
  const packed = Float64Array.from(positions);
  const create = { 4: createTetrahedra, 5: createPyramids, 6: createWedges, 8: createHexahedra };
  const sets = ([4, 5, 6, 8] as const).map((count) => create[count](packed, Int32Array.from(lists[count]), rubber));
  return { sets, positions: packed, inner };
}

function shake(positions: Float64Array, max: number): void {
  const random = createRandom(8);
  positions.forEach((x, i) => {
    positions[i] = x + random.between(-max, max);
  });
}

function move(positions: Float64Array, map: (out: Vec3, x: ReadonlyVec3) => Vec3): Float64Array {
  const moved = positions.slice();
  const x = createVec3();
  for (let i = 0; i < moved.length; i += 3) {
    [x.x, x.y, x.z] = moved.subarray(i, i + 3);
    const y = map(createVec3(), x);
    moved.set([y.x, y.y, y.z], i);
  }
  return moved;
}

function forcesOf({ sets }: Body, positions: Float64Array): { forces: Float64Array; energy: number } {
  const forces = new Float64Array(positions.length);
  return { forces, energy: sets.reduce((sum, set) => sum + addElasticForces(forces, set, positions), 0) };
}

const size = (values: Iterable<number>) => Math.max(...Array.from(values, Math.abs));
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
const atNode = (values: Float64Array, node: number) => values.subarray(3 * node, 3 * node + 3);

const BODIES = [
  ['a block of distorted bricks', irregularBlock(3)],
  ['a sheet of irregular triangles', irregularSheet(4)],
  ['a block of distorted bricks, wedges, pyramids and tetrahedra', mixedBlock()],
] as const;

/** A rotation by 2.5 rad about (1, 2, 2)/3 by Rodrigues' formula, and a translation. */
function rotated(positions: Float64Array): Float64Array {
  const [x, y, z, c, s] = [1 / 3, 2 / 3, 2 / 3, cos(2.5), sin(2.5)];
  const rotation = mat3FromRows([
    [c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
    [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
    [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)],
  ]);
  return move(positions, (out, p) => {
    transformVec3(out, rotation, p);
    out.x += 10;
    return out;
  });
}

const STRETCH = mat3FromRows([
  [1.2, 0.1, -0.05],
  [0.03, 0.9, 0.2],
  [-0.1, 0.15, 1.1],
]);
const stretched = (positions: Float64Array) => move(positions, (out, p) => transformVec3(out, STRETCH, p));

describe.each(BODIES)('%s', (_name, body) => {
  it('has no force and no energy when undeformed, or after a large rotation and translation', () => {
    for (const positions of [body.positions, rotated(body.positions)]) {
      const { forces, energy } = forcesOf(body, positions);
      // strains of a few rounding errors of coordinates near 10, times a stiffness of E and areas below 1
      expect(size(forces)).toBeLessThan(1000 * 1e-14);
      expect(energy).toBeLessThan(1000 * 1e-28);
      expect(energy).toBeGreaterThanOrEqual(0);
    }
  });

  it('passes the patch test: under a constant strain the force on inner nodes is zero, and the energy is that of one element', () => {
    const { forces, energy } = forcesOf(body, stretched(body.positions));
    const largest = size(forces);
    expect(body.inner.length).toBeGreaterThan(7);
    for (const node of body.inner) expect(size(atNode(forces, node))).toBeLessThan(1e-13 * largest);
    const volume = body.sets.reduce((sum, { volumes }) => sum + total(volumes), 0);
    expect(Math.abs(energy / (volume * energyDensity(body.sets[0])) - 1)).toBeLessThan(1e-13);
  });

  it('has forces that are minus the gradient of the energy', () => {
    const random = createRandom(5);
    const positions = stretched(body.positions).map((x) => x + random.between(-0.05, 0.05));
    const { forces } = forcesOf(body, positions);
    const energyAt = (i: number, step: number) => {
      const moved = positions.slice();
      moved[i] += step;
      return forcesOf(body, moved).energy;
    };
    for (let trial = 0; trial < 30; trial++) {
      const i = random.below(positions.length);
      const h = 0.02;
      // the energy is of fourth degree, so this difference is exact except for rounding
      const near = energyAt(i, h) - energyAt(i, -h);
      const far = energyAt(i, 2 * h) - energyAt(i, -2 * h);
      expect(Math.abs((8 * near - far) / (12 * h) + forces[i])).toBeLessThan(1e-11 * size(forces));
    }
  });

  it('has zero resultant force and moment', () => {
    const random = createRandom(6);
    const positions = rotated(body.positions).map((x) => x + random.between(-0.05, 0.05));
    const { forces } = forcesOf(body, positions);
    const sums = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < forces.length; i += 3) {
      const [x, y, z] = positions.subarray(i, i + 3);
      const [fx, fy, fz] = forces.subarray(i, i + 3);
      [fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx].forEach((value, k) => {
        sums[k] += value;
      });
    }
    // arms up to 15 m, some hundred rounding errors
    expect(size(sums)).toBeLessThan(1e-13 * size(forces) * 15);
  });

  it('is objective: a rotation of the body rotates the forces and does not change the energy', () => {
    const random = createRandom(7);
    const positions = stretched(body.positions).map((x) => x + random.between(-0.05, 0.05));
    const here = forcesOf(body, positions);
    const there = forcesOf(body, rotated(positions));
    expect(Math.abs(there.energy / here.energy - 1)).toBeLessThan(1e-13);
    for (let node = 0; node < positions.length / 3; node++) {
      const [a, b] = [here, there].map(({ forces }) => Math.hypot(...atNode(forces, node)));
      expect(Math.abs(a - b)).toBeLessThan(1e-13 * size(here.forces) * 10);
    }
  });
});

/** ½λ tr(E)² + μ E:E for the stretch above, in a frame of the body: t_i·FᵀF t_j for orthonormal t_i. */
function energyDensity({ kind }: ElementSet): number {
  const root = 1 / Math.sqrt(1.25);
  const t1 = createVec3(root, 0, 0.5 * root);
  // (0, 1, ¼) made perpendicular to t1: minus (0, 1, ¼)·t1 = root/8 times t1
  const raw = createVec3(-0.1, 1, 0.2);
  const length = Math.hypot(raw.x, raw.y, raw.z);
  const t2 = createVec3(raw.x / length, raw.y / length, raw.z / length);
  const frame = kind === 'membrane' ? [t1, t2] : [createVec3(1), createVec3(0, 1), createVec3(0, 0, 1)];
  const { lambda, mu } = kind === 'membrane' ? planeStressConstants(rubber) : lameConstants(rubber);
  const images = frame.map((t) => transformVec3(createVec3(), STRETCH, t));
  let trace = 0;
  let square = 0;
  images.forEach((a, i) => {
    images.forEach((b, j) => {
      const strain = 0.5 * (a.x * b.x + a.y * b.y + a.z * b.z - (i === j ? 1 : 0));
      if (i === j) trace += strain;
      square += strain * strain;
    });
  });
  return 0.5 * lambda * trace * trace + mu * square;
}

describe('wedges and pyramids', () => {
  // a bar of 4 m x 1 m x 1 m along x: cubes of two wedges, or of six pyramids about their centres
  const bar = (kind: 'wedges' | 'pyramids') => {
    const material = createElasticMaterial(1000, 0, 1);
    const { positions, hexahedra } = createBlockMesh(4, 1, 1, createVec3(4, 1, 1), createVec3());
    const points = [...positions];
    const nodes: number[] = [];
    for (let brick = 0; brick < 4; brick++) {
      const corners = [...hexahedra.subarray(8 * brick, 8 * brick + 8)];
      const [a, b, c, d, e, f, g, h] = corners;
      if (kind === 'wedges') nodes.push(a, b, c, e, f, g, a, c, d, e, g, h);
      else {
        const apex = points.length / 3;
        points.push(brick + 0.5, 0.5, 0.5);
        for (const face of Object.values(HEXAHEDRON_FACES)) {
          nodes.push(...face.map((corner) => corners[corner]).reverse(), apex);
        }
      }
    }
    const all = Float64Array.from(points);
    const create = kind === 'wedges' ? createWedges : createPyramids;
    return { positions: all, elements: create(all, Int32Array.from(nodes), material) };
  };

  it.each(['wedges', 'pyramids'] as const)(
    'of a stretched bar have its closed-form force, energy, volume and mass: %s',
    (kind) => {
      const { positions, elements } = bar(kind);
      const stretch = 1.25;
      const moved = positions.map((x, i) => (i % 3 === 0 ? stretch * x : x));
      const forces = new Float64Array(moved.length);
      const energy = addElasticForces(forces, elements, moved);
      // St Venant-Kirchhoff, ν = 0: strain e = (s² - 1)/2, energy E e²/2 per volume, first Piola-Kirchhoff stress E e s
      const strain = 0.5 * (stretch * stretch - 1);
      expect(energy).toBeCloseTo(4 * 0.5 * 1000 * strain * strain, 9);
      let end = 0;
      positions.forEach((x, i) => {
        if (i % 3 === 0 && x === 4) end += forces[i];
        else if (i % 3 === 0 && x > 0) expect(Math.abs(forces[i])).toBeLessThan(1e-10);
      });
      expect(end).toBeCloseTo(-1000 * strain * stretch, 9);
      expect(total(elements.volumes)).toBeCloseTo(4, 13);
      expect(total(elements.masses)).toBeCloseTo(4, 13);
      expect(Math.min(...elements.masses)).toBeGreaterThan(0);
      // a wave crosses half of the smallest height within a stable step
      expect((0.5 * elements.smallestHeight) / waveSpeed(elements)).toBeLessThan(stableTimeStep(elements));
    },
  );

  it('that are inverted or flat are reported by index', () => {
    const { positions, elements } = bar('wedges');
    const nodes = elements.nodes.slice();
    nodes.set([...nodes.subarray(9, 12), ...nodes.subarray(6, 9)], 6);
    expect(() => createWedges(positions, nodes, rubber)).toThrow(/^wedges\[1\]: must not be flat or inverted/);
    expect(() => createPyramids(positions, Int32Array.of(0, 1, 6, 5, 0), rubber)).toThrow(/^pyramids\[0\]/);
    expect(() => createPyramids(positions, Int32Array.of(0, 1), rubber)).toThrow(
      'must have 5 nodes per element, got 2',
    );
  });
});

describe('a sheet', () => {
  it('stretched in its plane is equivalent to a thin block of the same material, when ν = 0', () => {
    const material = createElasticMaterial(1000, 0, 1);
    const sheet = createSheetMesh(2, 2, 1, 1, 0.1, createVec3());
    const block = createBlockMesh(2, 2, 1, createVec3(1, 1, 0.1), createVec3());
    const inPlane = mat3FromRows([
      [1.3, 0.2, 0],
      [0.1, 0.8, 0],
      [0, 0, 1],
    ]);
    const energies = [
      { elements: createMembrane(sheet.positions, sheet.triangles, 0.1, material), positions: sheet.positions },
      { elements: createHexahedra(block.positions, block.hexahedra, material), positions: block.positions },
    ].map(({ elements, positions }) => {
      const moved = move(positions, (out, p) => transformVec3(out, inPlane, p));
      return addElasticForces(new Float64Array(moved.length), elements, moved);
    });
    expect(energies[0] / energies[1]).toBeCloseTo(1, 13);
  });

  it('resists no bending: folded without stretch it stores no energy', () => {
    const sheet = createSheetMesh(2, 1, 2, 1, 0.1, createVec3());
    const elements = createMembrane(sheet.positions, sheet.triangles, 0.1, rubber);
    const folded = move(sheet.positions, (out, p) => Object.assign(out, p.x > 1 ? { x: 1, y: p.y, z: p.x - 1 } : p));
    expect(addElasticForces(new Float64Array(folded.length), elements, folded)).toBe(0);
  });
});
