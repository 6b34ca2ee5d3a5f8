import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { checkMesh } from './mesh-check.ts';
import { checkMeshSeparation } from './mesh-separation.ts';
import { createConstantVelocityMotion } from './point-motion.ts';

/** Two parallel plates of quadrilaterals at a distance, the upper one falling. */
function plates(gap: number, speed: number) {
  const plate = (z: number) => [0, 0, z, 1, 0, z, 1, 1, z, 0, 1, z];
  const shifted = plate(gap).map((value, i) => (i % 3 === 2 ? value : value * 0.5 + 0.25));
  const mesh = createSurfaceMesh({ positions: [...plate(0), ...shifted], quads: [0, 1, 2, 3, 4, 5, 6, 7] });
  const velocities = mesh.positions.map((_, i) => (i >= 12 && i % 3 === 2 ? -speed : 0));
  return { mesh, motion: createConstantVelocityMotion(mesh.positions, velocities, 1) };
}

describe('checkMeshSeparation', () => {
  it('plates with a thickness touch when their midsurfaces are one thickness apart, never late', () => {
    const { mesh, motion } = plates(1, 2);
    const { contacts, initial } = checkMeshSeparation(mesh, motion, { thickness: 0.125, separation: 0.125 });
    expect(initial).toBe(0);
    expect(contacts.length).toBeGreaterThan(0);
    const exact = (1 - 0.25) / 2;
    for (const { time, required, startDistance, certain } of contacts.filter(({ kind }) => kind === 'node-quad')) {
      expect([required, certain]).toEqual([0.25, true]);
      expect(startDistance).toBeCloseTo(1, 14);
      expect(time).toBeLessThanOrEqual(exact + 1e-15);
      expect(time).toBeGreaterThan(exact - 1e-6);
    }
  });

  it('reports pairs that are too close already, at time zero', () => {
    const { mesh, motion } = plates(0.25, 0.0001);
    const { contacts, initial } = checkMeshSeparation(mesh, motion, { thickness: 0.5 });
    const close = contacts.filter(({ startDistance, required }) => startDistance < required);
    expect(initial).toBe(close.length);
    expect(close.every(({ time }) => time === 0)).toBe(true);
    expect(initial).toBeGreaterThan(3);
    expect(Math.min(...close.map(({ startDistance }) => startDistance))).toBeCloseTo(0.25, 14);
  });

  it('thickness of single nodes: half of both, the thickest corner of a face', () => {
    const { mesh, motion } = plates(1, 2);
    const thickness = [0.1, 0.1, 0.3, 0.1, 0.2, 0.2, 0.2, 0.2];
    const [first] = checkMeshSeparation(mesh, motion, { thickness }).contacts;
    expect(first.required).toBeCloseTo(0.25, 15);
  });

  it('finds every contact of the exact check, at its time or before', () => {
    const random = createRandom(5);
    for (let i = 0; i < 6; i++) {
      const positions = Array.from({ length: 90 }, () => random.between(-1, 1));
      const mesh = createSurfaceMesh({ positions, triangles: Array.from({ length: 30 }, (_, k) => k) });
      const velocities = Float64Array.from({ length: 90 }, () => random.between(-0.5, 0.5));
      const motion = createConstantVelocityMotion(mesh.positions, velocities, 1);
      const near = checkMeshSeparation(mesh, motion, { separation: 1e-3 });
      const times = new Map(near.contacts.map(({ nodes, time }) => [nodes.join(), time]));
      for (const { nodes, time } of checkMesh(mesh, motion).contacts) {
        expect(times.get(nodes.join()) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(time);
      }
    }
  });

  it('a shell thicker than its elements needs rings', () => {
    const n = 6;
    const positions = Array.from({ length: (n + 1) ** 2 }, (_, k) => [k % (n + 1), Math.floor(k / (n + 1)), 0]).flat();
    const quads: number[] = [];
    for (let k = 0; k < n * n; k++) {
      const at = Math.floor(k / n) * (n + 1) + (k % n);
      quads.push(at, at + 1, at + n + 2, at + n + 1);
    }
    const mesh = createSurfaceMesh({ positions, quads });
    const motion = createConstantVelocityMotion(mesh.positions, new Float64Array(positions.length), 1);
    const count = (rings: number) => checkMeshSeparation(mesh, motion, { thickness: 1.25, rings }).contacts.length;
    expect(count(0)).toBeGreaterThan(0);
    expect(count(2)).toBe(0);
  });

  it('rejects what requires no distance, thicknesses of another number and rings that are none', () => {
    const { mesh, motion } = plates(1, 2);
    expect(() => checkMeshSeparation(mesh, motion)).toThrow('above zero, got 0 m and at most 0 m');
    expect(() => checkMeshSeparation(mesh, motion, { thickness: [1, 2] })).toThrow('one number or 8, got 2');
    expect(() => checkMeshSeparation(mesh, motion, { thickness: -1 })).toThrow('thickness[0] must be finite');
    expect(() => checkMeshSeparation(mesh, motion, { thickness: 1, rings: 1.5 })).toThrow('rings must be an integer');
  });
});
