import type { MeshCheckFactory } from '../../ccd/mesh-check.ts';
import { accelerateNodes, moveNodes } from '../../dynamics/finite-elements/central-differences.ts';
import { hashNumbers } from '../../math/hash.ts';
import type { MeshScene } from '../../scene/mesh-scene.ts';
import { balance, closeContactWork } from '../ledger-totals.ts';
import type { RunObserver, RunSummary } from '../observer.ts';
import { respondToContacts } from './contact-step.ts';
import { nodeStates, recordMeshFrame } from './mesh-frames.ts';
import { addForceImpulses, addPrescribedWork, addRigidWork, meshLedger } from './mesh-ledger.ts';
import { computeForces, createMeshWorld, type MeshWorld, stepLength } from './mesh-world.ts';
import { setPrescribedVelocities } from './prescribed-motion.ts';
import { accelerateRigid, beginRigidStep, moveRigid, predictRigid } from './rigid-surface.ts';
import { respondBySeparation } from './separation-step.ts';
import { findOverlaps, separateOverlaps } from './start-overlaps.ts';

/**
 * Runs a deformable world by central differences: positions at full steps, velocities at half steps. Order of a step:
 * forces → velocities → contacts → positions, [VBC24-3.4].
 */
export function* runMeshes(
  scene: MeshScene,
  observer: RunObserver,
  meshCheck?: MeshCheckFactory,
): Generator<number, RunSummary> {
  const world = createMeshWorld(scene, observer, meshCheck);
  const { stepCount } = world.model;
  computeForces(world);
  // back to half a step before the start, in the ledger as well
  accelerate(world, -0.5 * world.step);
  const ledgerStart = meshLedger(world);
  if (scene.contacts.persistentContacts && !world.separation) world.overlaps = findOverlaps(world.model);
  recordMeshFrame(world, stepCount === 0);
  while (world.steps < stepCount) {
    takeStep(world);
    recordMeshFrame(world, world.steps === stepCount);
    yield world.time;
  }
  const ledgerEnd = meshLedger(world);
  const numbers = nodeStates(world).flatMap(({ positions, velocities }) => [...positions, ...velocities]);
  return {
    status: 'end',
    time: world.time,
    steps: world.steps,
    collisions: world.collisions,
    dockings: 0,
    maxPenetration: world.maxPenetration,
    balance: balance(ledgerStart, ledgerEnd),
    ledgerStart,
    ledgerEnd,
    stateHash: hashNumbers([world.time, ...numbers]),
  };
}

/** Forces are those at the current positions, before and after. Velocities advance from the midpoint of the last step to that of this one. */
function takeStep(world: MeshWorld): void {
  const { model, rigid, prescribed, totals, step: before } = world;
  const { nodes, elastic } = model;
  const timeStep = stepLength(model, world.steps);
  world.step = timeStep;
  world.motion.duration = timeStep;
  world.observer.working?.('moving');
  separateOverlaps(world);
  world.before.set(nodes.velocities);
  for (const surface of rigid) beginRigidStep(surface);
  accelerate(world, 0.5 * (before + timeStep));
  setPrescribedVelocities(prescribed, nodes, world.time, timeStep);
  addPrescribedWork(world, totals);
  for (const surface of rigid) predictRigid(surface, nodes, timeStep);
  if (world.separation) respondBySeparation(world, world.separation);
  else respondToContacts(world);
  addRigidWork(world);
  world.observer.working?.('moving');
  moveNodes(elastic.nodes, timeStep);
  for (const surface of rigid) moveRigid(surface, nodes, timeStep);
  world.steps++;
  world.time = world.steps === model.stepCount ? model.scene.time.end : world.steps * model.timeStep;
  computeForces(world);
  addPrescribedWork(world, totals);
  closeContactWork(totals);
}

/** v += Δt f/m for all free nodes and bodies, added to the ledger. */
function accelerate(world: MeshWorld, duration: number): void {
  const { model, rigid, totals } = world;
  addForceImpulses(world, totals, duration);
  accelerateNodes(model.elastic.nodes, duration);
  for (const surface of rigid) accelerateRigid(surface, model.nodes, model.scene.forces.gravity, duration);
}
