import { solveJointVelocities } from '../../../response/joints/solve-joint-velocities.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import type { StepWorld } from './step-world.ts';

const PASSES = 8;

/** Alternates between the joints, all at once, and the contacts of joined bodies. */
export function solveJointContacts(world: StepWorld, mode: number): void {
  const { joints, contacts, solver, settings } = world;
  const { rows } = joints.system;
  solveJointVelocities(rows, solver.records);
  selectJoined(world);
  if (contacts.selectedCount === 0) return;
  for (let pass = 0; pass < PASSES; pass++) {
    solveRows(contacts, solver.records, settings, mode, true);
    solveJointVelocities(rows, solver.records);
  }
}

/** Selects the manifolds of bodies with joints. */
function selectJoined({ joints, contacts }: StepWorld): void {
  const { rows } = joints.system;
  const joined = new Set<number>();
  for (let i = 0; i < rows.count; i++) {
    joined.add(rows.bodiesA[i]);
    joined.add(rows.bodiesB[i]);
  }
  const { bodiesA, bodiesB, manifoldCount, selected } = contacts;
  contacts.selectedCount = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (joined.has(bodiesA[manifold]) || joined.has(bodiesB[manifold])) selected[contacts.selectedCount++] = manifold;
  }
}
