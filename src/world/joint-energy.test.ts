import { describe, expect, it } from 'vitest';
import { createBox } from '../shapes/box.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

/** The account of the energy of joints, where joints and bodies change between steps. */

function energyOf(world: World): number {
  const { kineticEnergy, potentialEnergy } = world.ledger();
  return kineticEnergy + potentialEnergy;
}

/** Links of 1 kg in a row along x, tumbling freely; the joints are hinges about z. */
function addTumblingChain(world: World, count: number) {
  const links = Array.from({ length: count }, (_, k) =>
    world.addBody({
      shape: createBox([0.4, 0.05, 0.05]),
      position: [k, 0, 0],
      velocity: [0, k % 2 === 0 ? 3 : -3, 0],
      mass: 1,
      collidesWith: [],
    }),
  );
  const hinges = links
    .slice(1)
    .map((link, k) =>
      world.addJoint({ kind: 'hinge', bodies: [links[k], link], position: [k + 0.5, 0, 0], axis: [0, 0, 1] }),
    );
  return hinges;
}

describe('the energy of joints', () => {
  it('is that of the spring after a body is moved by a command', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.005, timeToSleep: 0 });
    const load = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), mass: 2 });
    const slider = world.addJoint({
      kind: 'slider',
      bodies: [undefined, load],
      position: [0, 0, 0],
      axis: [1, 0, 0],
      stiffness: 50,
    });
    world.step();
    world.set(load, { position: [0.3, 0, 0] });
    expect(world.ledger().potentialEnergy).toBeCloseTo(0.5 * 50 * 0.3 ** 2, 12);
    expect(world.jointState(slider).position).toBeCloseTo(0.3, 12);
    // x = 0.3 cos ωt with ω = 5/s
    const start = world.time;
    for (let k = 0; k < 400; k++) {
      world.step();
      expect(world.jointState(slider).position).toBeCloseTo(0.3 * Math.cos(5 * (world.time - start)), 3);
    }
    expect(energyOf(world)).toBeCloseTo(2.25, 3);
    const { externalWork, contactWork, energyCreated } = world.ledger();
    expect(energyOf(world)).toBeCloseTo(externalWork + contactWork, 11);
    expect(energyCreated).toBeLessThan(1e-3);
  });

  it('does not change when joints of a tumbling chain end one after the other', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 1 / 120, timeToSleep: 0 });
    const hinges = addTumblingChain(world, 8);
    for (let k = 0; k < 120; k++) world.step();
    const scale = world.ledger().kineticEnergy;
    for (const k of [3, 0, 6, 1, 5]) {
      const before = world.ledger().kineticEnergy;
      world.removeJoint(hinges[k]);
      for (let n = 0; n < 12; n++) world.step();
      expect(Math.abs(world.ledger().kineticEnergy - before)).toBeLessThan(4e-4 * scale);
    }
  });
});
