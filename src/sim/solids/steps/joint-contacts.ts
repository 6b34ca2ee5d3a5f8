import { solveArticulatedContacts } from '../../../response/joints/articulated-contacts.ts';
import { solveJointVelocities } from '../../../response/joints/solve-joint-velocities.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import { INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import type { StepWorld } from './step-world.ts';

/** Solutions of contacts and joints in turn: a motor or limit that reaches a bound changes the response of the articulation. */
const MAX_ROUNDS = 8;

/** Solves the joints together with the contacts of joined bodies. */
export function solveJointContacts(world: StepWorld, mode: number): void {
  const { joints, contacts, solver, settings } = world;
  const { rows } = joints.system;
  solveJointVelocities(rows, solver.records);
  const { selectedCount } = contacts;
  saveSelection(contacts);
  selectJoined(world);
  if (contacts.selectedCount > 0) {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const isSolved = solveArticulatedContacts(contacts, rows, solver.records, settings, mode);
      if (!isSolved) solveRows(contacts, solver.records, settings, mode, true);
      const before = boundsOf(world);
      solveJointVelocities(rows, solver.records);
      if (isSolved && boundsOf(world) === before) break;
    }
  }
  restoreSelection(contacts, selectedCount);
}

/** The set of rows at a bound, for comparison. */
function boundsOf({ joints }: StepWorld): string {
  const { bounds, count } = joints.system.rows;
  return String.fromCharCode(...bounds.subarray(0, count).map((bound) => 1 + bound));
}

let selection = new Int32Array(0);

/** The overloaded manifolds are selected; they are needed again in the second pass. */
function saveSelection({ selected, selectedCount }: StepWorld['contacts']): void {
  if (selection.length < selectedCount) selection = new Int32Array(2 * selectedCount);
  for (let k = 0; k < selectedCount; k++) selection[k] = selected[k];
}

function restoreSelection(contacts: StepWorld['contacts'], count: number): void {
  contacts.selectedCount = count;
  for (let k = 0; k < count; k++) contacts.selected[k] = selection[k];
}

/** Selects the manifolds of movable bodies with joints. */
function selectJoined({ joints, contacts, solver }: StepWorld): void {
  const { rows } = joints.system;
  const joined = new Set<number>();
  for (let i = 0; i < rows.count; i++) {
    for (const body of [rows.bodiesA[i], rows.bodiesB[i]]) {
      if (body >= 0 && solver.records[RECORD * body + INVERSE_MASS] > 0) joined.add(body);
    }
  }
  const { bodiesA, bodiesB, manifoldCount, selected } = contacts;
  contacts.selectedCount = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (joined.has(bodiesA[manifold]) || joined.has(bodiesB[manifold])) selected[contacts.selectedCount++] = manifold;
  }
}
