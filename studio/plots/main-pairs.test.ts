import { describe, expect, it } from 'vitest';
import type { Recording, Scene } from '../../src/index.ts';
import { collidingPairs } from './main-pairs.ts';

const scene = {
  bodies: [
    { motion: 'fixed', shape: { kind: 'box' } },
    { motion: 'free', shape: { kind: 'sphere' } },
    { motion: 'free', shape: { kind: 'sphere' } },
    { motion: 'free', shape: { kind: 'sphere' } },
  ],
} as unknown as Scene;

/** Rows of contacts: body A, body B, impulse along x. */
const contacts = (...rows: [number, number, number][]) =>
  ({
    contacts: {
      rowCount: rows.length,
      columns: {
        bodyA: Float64Array.from(rows, ([a]) => a),
        bodyB: Float64Array.from(rows, ([, b]) => b),
        jx: Float64Array.from(rows, ([, , j]) => j),
        jy: new Float64Array(rows.length),
        jz: new Float64Array(rows.length),
      },
    },
  }) as unknown as Recording;

describe('the pairs that collide', () => {
  it('are those of moving bodies, however often others rest on the floor', () => {
    const recording = contacts([0, 1, 9], [0, 1, 9], [0, 2, 9], [2, 3, 1], [1, 2, 4], [0, 3, 9], [2, 2, 5]);
    expect(collidingPairs(recording, scene, 6)).toEqual([
      [2, 3],
      [1, 2],
    ]);
    expect(collidingPairs(recording, scene, 1)).toEqual([[1, 2]]);
  });

  it('are those with a floor where there are no others; none without contacts', () => {
    expect(collidingPairs(contacts([0, 2, 1], [0, 1, 3]), scene, 1)).toEqual([[0, 1]]);
    expect(collidingPairs(contacts(), scene, 3)).toEqual([]);
  });
});
