/**
 * Tied (glued) surfaces: the relative position Σ s_i x_i of a slave node and its place on the master surface is held in all directions, by
 * impulses with the weights of the contact, so that momentum is conserved. Where nodes coincide this is exactly a common node.
 */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { computeCompliances, spread, weightedDifference } from './contact-coupling.ts';
import type { MeshContacts } from './contact-list.ts';
import { DEFAULT_SWEEPS, type SweepLimits } from './normal-impulses.ts';

const difference = new Float64Array(3);
const velocity = new Float64Array(3);
const impulse = new Float64Array(3);

/**
 * Changes the velocities so that at the end of the step Σ s_i x_i of every tie is its `offsets` (xyz each [m]), by Gauss-Seidel sweeps over the
 * ties in their order. The impulses are added to `frictionImpulses` of the ties [N s], which the caller sets to zero before a step. Returns the
 * largest change of a relative speed in the last sweep [m/s], zero when converged.
 */
export function solveTies(
  ties: MeshContacts,
  nodes: Nodes,
  offsets: Float64Array,
  timeStep: number,
  limits: SweepLimits = DEFAULT_SWEEPS,
): number {
  const { count, compliances, frictionImpulses } = ties;
  const { positions, velocities, inverseMasses } = nodes;
  computeCompliances(ties, inverseMasses);
  let [change, first] = [0, 0];
  for (let sweep = 0; sweep < limits.sweeps; sweep++) {
    change = 0;
    for (let c = 0; c < count; c++) {
      const k = compliances[c];
      if (k === 0) continue;
      weightedDifference(difference, ties, c, positions);
      weightedDifference(velocity, ties, c, velocities);
      let size = 0;
      for (let i = 0; i < 3; i++) {
        const excess = velocity[i] + (difference[i] - offsets[3 * c + i]) / timeStep;
        impulse[i] = -excess / k;
        frictionImpulses[3 * c + i] += impulse[i];
        size = Math.max(size, Math.abs(excess));
      }
      spread(velocities, ties, c, impulse, inverseMasses);
      change = Math.max(change, size);
    }
    if (sweep === 0) first = change;
    if (change <= limits.tolerance + (limits.relative ?? 0) * first) break;
  }
  return change;
}
