/** Contradictions of the slides about the block, and what it does. [CP13] errata E16, E17, E18, E21 and E22 */
import { describe, expect, it } from 'vitest';
import type { CollisionBlockInputs } from './collision-block/block-io.ts';
import type { CollisionBlockParams } from './collision-block/block-params.ts';
import { createCollisionBlock } from './collision-block/create-collision-block.ts';

const IDENTITY = [[1, 0], [0, 1]]; // biome-ignore format: a matrix
/** A closed pentagon: five vertices in six columns, rows x, y, z. */
const HOUSE = [[-1, -1, 0, 1, 1, -1], [-1, 1, 2, 1, -1, -1], [0, 0, 0, 0, 0, 0]]; // biome-ignore format: one mesh a line
const SQUARE = [[-1, -1, 1, 1], [-1, 1, 1, -1], [0, 0, 0, 0]]; // biome-ignore format: one mesh a line

/** A at the origin and B at `x`, moving along x at the given speeds and rotating. */
function sample(x: number, speedA: number, speedB: number): CollisionBlockInputs {
  return {
    Xcm_A: [0, 0, 0, speedA, 0, 0, 0, 0, 0.1],
    Xcm_B: [x, 0.3, 0, speedB, 0, 0, 0, 0, -0.2],
    R_A: IDENTITY,
    R_B: IDENTITY,
    mesh_A: HOUSE,
    mesh_B: SQUARE,
  };
}

const step = (params: CollisionBlockParams, inputs: CollisionBlockInputs) => createCollisionBlock(params).step(inputs);
const collision = step({}, sample(2.0005, 1, -1));
const docking = step({ sens_A: [1, 0], sens_B: [-1, -0.3] }, sample(2.0005, 1, -1));

describe('E16: the outlines that the block reports', () => {
  it('have two numbers per vertex, x1 y1 x2 y2 ..., for any number of rows, with or without a closing vertex', () => {
    expect(collision.meshA_c).toEqual([-1, -1, -1, 1, 0, 2, 1, 1, 1, -1]);
    expect(collision.meshB_c).toHaveLength(8);
  });
});

describe('E17: the common vectors of velocities', () => {
  it('hold all three components of both bodies, A first, after the event', () => {
    expect(collision.collision).toBe(1);
    expect(collision.Vcm_c).toHaveLength(6);
    expect(collision.Wcm_c).toHaveLength(6);
    // after: the bodies separate, and the angular velocity is the third number of each body
    expect(collision.Vcm_c[0]).toBeLessThan(collision.Vcm_c[3]);
    expect(collision.Wcm_c.map((angularVelocity) => angularVelocity !== 0)).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('E18: the new velocities of each body', () => {
  it.each([
    ['an impact', collision],
    ['a docking', docking],
  ])('after %s are the parts of the common vectors', (_event, out) => {
    expect(out.Vcm_An[0]).not.toBe(1);
    expect([...out.Vcm_An, ...out.Vcm_Bn]).toEqual(out.Vcm_c);
    expect([...out.Wcm_An, ...out.Wcm_Bn]).toEqual(out.Wcm_c);
    expect(out.Wcm_An.slice(0, 2)).toEqual([0, 0]);
  });
});

describe('E21: sensors that touch', () => {
  const flags = (tolDocking: number) =>
    step({ sens_A: [[0, 0], [1, 0]], sens_B: [[5, 5], [-1, -0.3]], tolDocking }, sample(2.01, 0, 0)).docking; // biome-ignore format: two lists

  it('are any two of the lists nearer than tolDocking, 1 mm by default', () => {
    expect([0.009, 0.011].map(flags)).toEqual([0, 1]);
    expect(docking.docking).toBe(1);
    expect(step({ sens_A: [1, 0], sens_B: [-1, -0.3] }, sample(2.0011, 0, 0)).docking).toBe(0);
  });
});

describe('E22: what the list of inputs leaves out', () => {
  it('is in the parameters, and each has a default: 1 kg, 1 kg m², elastic, smooth, 1 mm', () => {
    const inputs = sample(2.0005, 1, -1);
    const spelled: CollisionBlockParams = {
      m_A: 1,
      m_B: 1,
      I_A: 1,
      I_B: 1,
      e: 1,
      frictionLaw: 'none',
      tolCollision: 1e-3,
    };
    expect(step(spelled, inputs)).toEqual(collision);
    expect(step({}, sample(2.0011, 1, -1)).collision).toBe(0);
  });

  it('an inertia given as an input takes precedence over the parameter', () => {
    const inputs = { ...sample(2.0005, 1, -1), I_A: 7, I_B: 3 };
    expect(step({ I_A: 1, I_B: 1 }, inputs)).toEqual(step({ I_A: 7, I_B: 3 }, sample(2.0005, 1, -1)));
  });
});
