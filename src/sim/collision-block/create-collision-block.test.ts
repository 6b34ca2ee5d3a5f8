import { describe, expect, it } from 'vitest';
import { lastState, runDocument } from '../../../test/scenes.ts';
import type { CollisionBlockInputs, CollisionBlockOutputs } from './block-io.ts';
import type { CollisionBlockParams } from './block-params.ts';
import { type CollisionBlock, createCollisionBlock } from './create-collision-block.ts';

/** Clockwise, as the slides ask; rows x, y, z. */
const SQUARE = [[-0.5, -0.5, 0.5, 0.5], [-0.5, 0.5, 0.5, -0.5], [0, 0, 0, 0]]; // biome-ignore format: one mesh a line

interface Flier {
  x: number[];
  angle: number;
  v: number[];
  w: number;
}

function inputs(a: Flier, b: Flier, extra: Partial<CollisionBlockInputs> = {}): CollisionBlockInputs {
  const state = ({ x, v, w }: Flier) => [x[0], x[1], 0, v[0], v[1], 0, 0, 0, w];
  const rotation = ({ angle }: Flier) => [
    [Math.cos(angle), -Math.sin(angle)],
    [Math.sin(angle), Math.cos(angle)],
  ];
  return {
    Xcm_A: state(a),
    Xcm_B: state(b),
    R_A: rotation(a),
    R_B: rotation(b),
    mesh_A: SQUARE,
    mesh_B: SQUARE,
    ...extra,
  };
}

const still = (x: number, y = 0): Flier => ({ x: [x, y], angle: 0, v: [0, 0], w: 0 });
const moving = (flier: Flier, v: number[], w = 0): Flier => ({ ...flier, v, w });

/** The host simulation of the slides: integrators that the block resets. */
function fly(params: CollisionBlockParams, a: Flier, b: Flier, h: number, end: number): [Flier, Flier] {
  const block = createCollisionBlock(params);
  for (let k = 0; k < Math.round(end / h); k++) {
    const { Vcm_An, Vcm_Bn, Wcm_An, Wcm_Bn } = block.step(inputs(a, b));
    [
      [a, Vcm_An, Wcm_An],
      [b, Vcm_Bn, Wcm_Bn],
    ].forEach((entry) => {
      // biome-ignore format: both bodies alike
      const [flier, v, w] = entry as [Flier, number[], number[]];
      flier.v = [v[0], v[1]];
      flier.w = w[2];
      flier.x = [flier.x[0] + h * v[0], flier.x[1] + h * v[1]];
      flier.angle += h * w[2];
    });
  }
  return [a, b];
}

describe('the collision block [CP13-5]', () => {
  it('worked example: equal squares head on swap their velocities', () => {
    const block = createCollisionBlock({ tolCollision: 0.01 });
    const out = block.step(inputs(moving(still(0), [1, 0]), moving(still(1.005), [-1, 0])));
    expect([out.collision, out.docking, out.n_cB]).toEqual([1, 0, [-1, 0]]);
    expect(out.j).toBeCloseTo(2, 14);
    [-1, 0, 0, 1, 0, 0].forEach((v, i) => {
      expect(out.Vcm_c[i]).toBeCloseTo(v, 14);
    });
    expect(out.distance).toBeCloseTo(0.005, 14);
    expect(out.meshA_c).toEqual([-0.5, -0.5, -0.5, 0.5, 0.5, 0.5, 0.5, -0.5]);
  });

  it('bodies that are far apart, separating or at rest close to each other are unchanged', () => {
    const block = createCollisionBlock({ tolCollision: 0.01 });
    for (const b of [moving(still(3), [-1, 0]), moving(still(1.005), [1, 0]), still(1.005)]) {
      const out = block.step(inputs(still(0), b));
      expect([out.collision, out.j]).toEqual([0, 0]);
      expect(out.Vcm_c.slice(3, 5)).toEqual(b.v);
    }
  });

  it('the collision flag pulses, or latches until reset (E19)', () => {
    const [hit, calm] = [inputs(moving(still(0), [1, 0]), still(1.0005)), inputs(still(0), still(3))];
    const flags = (block: CollisionBlock) => [hit, calm].map((sample) => block.step(sample).collision);
    expect(flags(createCollisionBlock())).toEqual([1, 0]);
    const latched = createCollisionBlock({ collisionFlag: 'latch' });
    expect(flags(latched)).toEqual([1, 1]);
    latched.reset();
    expect(latched.step(calm)).toMatchObject({ collision: 0, collisionCount: 0 });
  });

  it('docking has priority, latches, and then projects the velocities that the host sends', () => {
    const block = createCollisionBlock({ m_A: 3, m_B: 1, sens_A: [0.5, 0], sens_B: [[-0.5, 0], [0, 0.5]], tolDocking: 0.01 }); // biome-ignore format: sensors
    const first = block.step(inputs(moving(still(0), [1, 0]), still(1.0005)));
    expect([first.docking, first.collision]).toEqual([1, 0]);
    expect(first.Vcm_An[0]).toBeCloseTo(0.75, 14);
    expect(first.Vcm_Bn[0]).toBeCloseTo(0.75, 14);
    expect(first.ledger.after.P[0]).toBeCloseTo(first.ledger.before.P[0], 14);
    expect(first.ledger.after.E).toBeLessThan(first.ledger.before.E);
    // the host accelerated A alone and let B drift slightly
    const second = block.step(inputs(moving(still(0), [2, 0]), moving(still(1.1), [0.75, 0])));
    expect(second.docking).toBe(1);
    expect(second.Vcm_An[0]).toBeCloseTo((3 * 2 + 0.75) / 4, 14);
    expect(second.dockError?.distance).toBeCloseTo(0.0995, 12);
    block.reset();
    expect(block.step(inputs(still(0), still(3))).docking).toBe(0);
  });

  it('a pin holds the sensor points together and leaves the angular velocities free; above the speed limit there is no docking', () => {
    const params = { sens_A: [0.5, 0], sens_B: [-0.5, 0], tolDocking: 0.01 };
    const sample = inputs(moving(still(0), [0, 0], 1), moving(still(1.005), [0, 0], -1));
    const out = createCollisionBlock({ ...params, dockMode: 'pin' }).step(sample);
    // both sensors already move up at 0.5 m/s, so the velocities hardly change
    expect(out.Wcm_An[2]).toBeCloseTo(1, 2);
    expect(out.Wcm_Bn[2]).toBeCloseTo(-1, 2);
    const fast = inputs(moving(still(0), [1, 0]), still(1.005));
    expect(createCollisionBlock({ ...params, maxDockSpeed: 0.9 }).step(fast).docking).toBe(0);
    expect(createCollisionBlock({ ...params, maxDockSpeed: 1.1 }).step(fast).docking).toBe(1);
  });

  it('a manipulator is exactly immovable; 1e6 as infinity is off by the mass ratio (E20)', () => {
    const target = moving(still(1.0005), [-1, 0]);
    const impulse = (params: CollisionBlockParams) =>
      createCollisionBlock({ m_B: 1000, ...params }).step(inputs(still(0), target));
    const exact = impulse({ manipulator: true });
    expect(exact.j).toBeCloseTo(2000, 10);
    expect(exact.Vcm_An).toEqual([0, 0, 0]);
    const heavy = impulse({ m_A: 1e6, I_A: 1e6 });
    expect(Math.abs(heavy.j / exact.j - 1)).toBeGreaterThan(0.9e-3);
    expect(Math.abs(heavy.j / exact.j - 1)).toBeLessThan(1.1e-3);
  });

  it('edge on edge: two points give a straight rebound, and so does the single point of the slides at the midpoint', () => {
    const sample = inputs(moving(still(0), [1, 0]), still(1.0005, 0.4));
    const angularVelocity = (manifold: 'two-point' | 'single') =>
      createCollisionBlock({ manifold }).step(sample).Wcm_An[2];
    // off-centre by 0.4: both manifolds rotate the bodies, by different amounts
    expect(Math.abs(angularVelocity('two-point'))).toBeGreaterThan(0);
    expect(Math.abs(angularVelocity('single'))).toBeGreaterThan(0);
  });

  it('the printed rotation is the inverse of the described one: `slides` transposes it (E14)', () => {
    const rotated = { ...still(0), angle: 0.3 };
    const plain = createCollisionBlock().step(inputs(rotated, still(3)));
    const transposed = inputs({ ...rotated, angle: -0.3 }, still(3));
    expect(createCollisionBlock({ rotation: 'slides' }).step(transposed).meshA_c).toEqual(plain.meshA_c);
  });

  it('meshes: closed outlines and either order are accepted (E15); `clockwise` rejects the other order', () => {
    const closed = SQUARE.map((row) => [...row, row[0]]);
    const reversed = SQUARE.map((row) => row.toReversed());
    const out = (mesh: number[][], params: CollisionBlockParams = {}) =>
      createCollisionBlock(params).step(inputs(still(0), still(3), { mesh_A: mesh }));
    expect(out(closed).meshA_c).toHaveLength(8);
    expect(out(reversed).distance).toBe(2);
    expect(() => out(reversed, { meshOrder: 'clockwise' })).toThrow(/mesh_A: must be clockwise/);
    expect(out(SQUARE, { meshOrder: 'clockwise' }).distance).toBe(2);
  });

  it('states off the plane are passed through and flagged', () => {
    const sample = inputs(still(0), still(3));
    const tilted = { ...sample, Xcm_A: [0, 0, 1, 0, 0, 5, 0.1, 0.2, 0] };
    const out = createCollisionBlock().step(tilted);
    expect(out.nonPlanar).toBe(true);
    expect(out.Vcm_An).toEqual([0, 0, 5]);
    expect(out.Wcm_An).toEqual([0.1, 0.2, 0]);
    expect(createCollisionBlock().step(sample).nonPlanar).toBe(false);
  });

  it('invalid input: the error names the field, the value and what was expected', () => {
    const sample = inputs(still(0), still(3));
    const step = (change: object) => () => createCollisionBlock().step({ ...sample, ...change });
    expect(() => createCollisionBlock({ m_A: -1 })).toThrow(/m_A: must be a number above zero, got -1/);
    expect(() => createCollisionBlock({ I_B: [[0.2]] as never })).toThrow(
      'I_B: must be a number above zero, got [[0.2]]',
    );
    expect(() => createCollisionBlock({ e: 2 })).toThrow(/^e: must be from 0 to 1, got 2/);
    expect(() => createCollisionBlock({ sens_A: [1] })).toThrow(/sens_A: must be 2 or 3 finite numbers/);
    expect(step({ Xcm_A: [0, 0] })).toThrow(/Xcm_A: must be 9 finite numbers/);
    expect(step({ R_B: [[1, 1], [0, 1]] })).toThrow(/R_B: must be a rotation matrix/); // biome-ignore format: a matrix
    expect(step({ mesh_B: [[0, 1], [0, 0]] })).toThrow(/mesh_B: /); // biome-ignore format: a mesh
    expect(step({ mesh_A: [[0, 1, 1, 0], [0, 1, 0, 1]] })).toThrow(/mesh_A: polygon: the outline crosses/); // biome-ignore format: a bow tie
    expect(step({ I_A: 0 })).toThrow(/I_A: must be a number above zero/);
  });

  it('target: a flight replayed with the block agrees with the event-driven world as the step shrinks', () => {
    const start = (): [Flier, Flier] => [
      { x: [0, 0], angle: 0.2, v: [1, 0.1], w: 0.6 },
      { x: [2.2, 0.4], angle: 0.9, v: [-0.6, 0], w: -0.4 },
    ];
    const square = { kind: 'rectangle', halfExtents: [0.5, 0.5] };
    const bodies = start().map(({ x, angle, v, w }, i) => ({
      name: `body ${i}`,
      shape: square,
      position: x,
      angle,
      velocity: v,
      angularVelocity: w,
      mass: 1 + i,
      inertia: 0.2 + 0.1 * i, // biome-ignore format: one body
    }));
    const exact = lastState(runDocument({ bodies, time: { end: 3 } }), 'body 0').position;
    const errors = [1e-2, 1e-3, 1e-4].map((h) => {
      const params = { m_A: 1, m_B: 2, I_A: 0.2, I_B: 0.3, tolCollision: 2 * h };
      const [{ x }] = fly(params, ...start(), h, 3);
      return Math.hypot(x[0] - exact.x, x[1] - exact.y);
    });
    // O(h): the contact is seen up to tolCollision early, so about ten times better for a ten times smaller step
    expect(errors[0]).toBeLessThan(0.3);
    expect(errors[1]).toBeLessThan(errors[0] / 3);
    expect(errors[2]).toBeLessThan(errors[1] / 3);
    expect(errors[2]).toBeLessThan(3e-3);
  });

  it('outputs have the sizes of the table, in every sample', () => {
    const out: CollisionBlockOutputs = createCollisionBlock({ sens_A: [0, 0], sens_B: [0, 0] }).step(
      inputs(still(0), still(3)),
    );
    const sizes = {
      Q_A: 2,
      Q_B: 2,
      n_cB: 2,
      Vcm_c: 6,
      Wcm_c: 6,
      meshA_c: 8,
      meshB_c: 8,
      dock_sensA_c: 2,
      dock_sensB_c: 2,
      Vcm_An: 3,
      Vcm_Bn: 3,
      Wcm_An: 3,
      Wcm_Bn: 3,
    };
    for (const [name, size] of Object.entries(sizes)) expect(out[name as keyof typeof sizes], name).toHaveLength(size);
    expect(Math.hypot(...out.n_cB)).toBeCloseTo(1, 15);
  });
});
