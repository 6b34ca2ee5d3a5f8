/** The impulses that hold the glued surfaces of a scene together. */
import { solveTies } from '../../response/mesh-contact/mesh-ties.ts';
import { addContactWork } from './mesh-ledger.ts';
import type { MeshWorld } from './mesh-world.ts';

/** Ties share nodes: they are solved to this fraction of the first change of velocity. */
const LIMITS = { sweeps: 1000, tolerance: 0, relative: 1e-12 };

/** Starts a step: holds the ties at the predicted velocities. */
export function beginTies(world: MeshWorld): void {
  const { contacts } = world.ties;
  if (contacts.count === 0) return;
  contacts.frictionImpulses.fill(0, 0, 3 * contacts.count);
  holdTies(world);
}

/** Changes the velocities so that the ties hold at the end of the step. */
export function holdTies({ ties, model, step }: MeshWorld): void {
  if (ties.contacts.count > 0) solveTies(ties.contacts, model.nodes, ties.offsets, step, LIMITS);
}

/** Adds the work of the ties to the ledger, after the last change of velocities. */
export function finishTies(world: MeshWorld): void {
  if (world.ties.contacts.count > 0) addContactWork(world, world.ties.contacts);
}
