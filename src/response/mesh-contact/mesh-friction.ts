/**
 * Coulomb friction for known normal impulses: each contact's tangential impulse T stays within the disc |T| ≤ μJ and
 * reduces the sliding as much as it can. [VBC24-3.3]
 *
 * Nodes are points, so k is the same in all directions and a single contact needs T = -min(μJ, |u_t|/k) û_t. Contacts
 * that share nodes are swept: T ← the point of the disc nearest to T - u_t/k. That is a coordinate descent of the
 * kinetic energy over the discs: it never increases the energy, wherever it stops.
 */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { computeCompliances, spread, weightedDifference } from './contact-coupling.ts';
import type { MeshContacts } from './contact-list.ts';
import { type FrictionFrames, removeCouple, subtractRotation } from './friction-frames.ts';
import { DEFAULT_SWEEPS, type SweepLimits } from './normal-impulses.ts';
import { addBodyChanges, addTangentCompliances, applyToBodies, type RigidCoupling } from './rigid-coupling.ts';

const velocity = new Float64Array(3);
const added = new Float64Array(3);

/**
 * Call once, after the contacts' normal impulses, which do not change (where normals differ, friction may change the
 * normal speed of a neighbour, which the next step corrects). Changes the velocities; returns the largest change of a
 * sliding speed in the last sweep [m/s]. `rigid` as for the normal impulses; with `frames` (set for the contacts) friction
 * across a gap has no couple.
 */
export function solveFriction(
  contacts: MeshContacts,
  nodes: Nodes,
  coefficient: number,
  limits: SweepLimits = DEFAULT_SWEEPS,
  rigid?: RigidCoupling,
  frames?: FrictionFrames,
): number {
  const { count, normals, impulses, compliances, frictionImpulses: t } = contacts;
  const { velocities, inverseMasses } = nodes;
  computeCompliances(contacts, inverseMasses);
  if (rigid) addTangentCompliances(contacts, rigid);
  t.fill(0, 0, 3 * count);
  let change = 0;
  let first = 0;
  for (let sweep = 0; sweep < limits.sweeps; sweep++) {
    change = 0;
    for (let c = 0; c < count; c++) {
      const k = compliances[c];
      if (!(impulses[c] > 0 && k > 0)) continue;
      const at = 3 * c;
      const nx = normals[at];
      const ny = normals[at + 1];
      const nz = normals[at + 2];
      // T - u_t/k, which would end the sliding
      weightedDifference(velocity, contacts, c, velocities);
      if (rigid) addBodyChanges(velocity, rigid, c);
      if (frames) subtractRotation(velocity, frames, contacts, c, velocities);
      const speed = nx * velocity[0] + ny * velocity[1] + nz * velocity[2];
      const x = t[at] - (velocity[0] - speed * nx) / k;
      const y = t[at + 1] - (velocity[1] - speed * ny) / k;
      const z = t[at + 2] - (velocity[2] - speed * nz) / k;
      // projected to the disc
      const max = coefficient * impulses[c];
      const length = Math.sqrt(x * x + y * y + z * z);
      const fraction = length > max ? max / length : 1;
      added[0] = fraction * x - t[at];
      added[1] = fraction * y - t[at + 1];
      added[2] = fraction * z - t[at + 2];
      spread(velocities, contacts, c, added, inverseMasses);
      if (rigid) applyToBodies(rigid, c, added);
      if (frames) removeCouple(frames, contacts, c, added, velocities);
      for (let i = 0; i < 3; i++) t[at + i] += added[i];
      change = Math.max(change, k * Math.sqrt(added[0] * added[0] + added[1] * added[1] + added[2] * added[2]));
    }
    if (sweep === 0) first = change;
    if (change <= limits.tolerance + (limits.relative ?? 0) * first) break;
  }
  return change;
}
