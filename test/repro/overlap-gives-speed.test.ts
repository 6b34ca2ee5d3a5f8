import { describe, expect, it } from 'vitest';
import { box, createWorld } from '../../src/index.ts';

describe('two boxes that overlap at the start, without forces', () => {
  it('are moved apart, and their contact hardly creates energy', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const shape = box([0.1, 0.1, 0.1]);
    const [a, b] = [0, 0.15].map((z) => world.addBody({ shape, position: [0, 0, z] }));
    for (let k = 0; k < 100; k++) world.step();
    expect(world.closest(a, b).distance).toBeGreaterThan(-1e-3);
    // 8 kg each. A correction at the start of a step that remained in the velocities made it 4.6 J; 0.1 J is 8 cm/s
    expect(world.ledger().contactWork).toBeLessThan(0.1);
    expect(world.ledger().kineticEnergy).toBeLessThan(0.1);
  });
});
