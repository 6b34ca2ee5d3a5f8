import { describe, expect, it } from 'vitest';
import { freeSolid, solidScene } from '../../../../test/solid-scenes.ts';
import { createVec3, lengthVec3, subVec3 } from '../../../math/vec3.ts';
import { dockRigid } from '../../../response/docking.ts';
import { createBox } from '../../../shapes/box.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { createLedgerTotals } from '../../ledger-totals.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceStep } from './advance-step.ts';
import { bodyBetweenSteps, createGroupLink, createRigidGroup, joinGroup } from './rigid-groups.ts';
import { createStepWorld } from './step-world.ts';

const bodies = [
  freeSolid('a', createBox([0.5, 0.3, 0.2]), { at: [0, 0, 0] }),
  freeSolid('b', createBox([0.2, 0.4, 0.3]), { at: [2, 0.3, 0] }),
  freeSolid('c', createSphere(0.3), { at: [0, 0, 3] }),
];

function tumblingWorld() {
  const world = createStepWorld(solidScene(bodies, {}));
  world.bodies.velocities.set([0.1, 0.2, -0.3, 0, -1, 0.5, 0.4, 0, 0]);
  world.bodies.angularVelocities.set([1, 0, 2, 0, -1, 0, 0.5, 0.5, 0.5]);
  return world;
}

describe('bodies that move as one in fixed steps', () => {
  it('two of them get the velocities of the closed form of docking', () => {
    const world = tumblingWorld();
    const [a, b] = [0, 1].map((i) => bodyBetweenSteps(world, i));
    const expected = dockRigid(a, b);
    const loss = joinGroup(world, createRigidGroup(world, [0, 1]));
    expect(loss).toBeCloseTo(expected.energyLoss ?? Number.NaN, 12);
    const after = bodyBetweenSteps(world, 1);
    expect(lengthVec3(subVec3(createVec3(), after.velocity, expected.velocityB))).toBeLessThan(1e-14);
    expect(lengthVec3(subVec3(createVec3(), after.angularVelocity, expected.angularVelocityB))).toBeLessThan(1e-14);
  });

  it('three of them tumble freely: momentum, angular momentum, energy and distances are conserved', () => {
    const world = tumblingWorld();
    const group = createRigidGroup(world, [0, 1, 2]);
    joinGroup(world, group);
    world.bodyForces.links.push(createGroupLink(world, () => [group]));
    const ledger = () => solidLedger(world.bodies, createLedgerTotals(), createVec3(), 0);
    const positions = () => [0, 1, 2].map((i) => bodyBetweenSteps(world, i).pose.position);
    const distances = () => {
      const [p, q, r] = positions();
      return [lengthVec3(subVec3(createVec3(), p, q)), lengthVec3(subVec3(createVec3(), q, r))];
    };
    const [start, first] = [ledger(), distances()];
    for (let k = 0; k < 300; k++) advanceStep(world);
    const end = ledger();
    expect(lengthVec3(subVec3(createVec3(), end.momentum, start.momentum)) / start.momentumScale).toBeLessThan(1e-12);
    const change = lengthVec3(subVec3(createVec3(), end.angularMomentum, start.angularMomentum));
    expect(change / start.angularMomentumScale).toBeLessThan(1e-12);
    expect(end.kineticEnergy / start.kineticEnergy).toBeCloseTo(1, 10);
    for (const [k, distance] of distances().entries()) expect(distance).toBeCloseTo(first[k], 11);
  });
});
