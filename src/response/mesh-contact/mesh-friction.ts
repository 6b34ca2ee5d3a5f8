/**
 * Coulomb friction after the normal impulses are known: each contact's tangential impulse T stays within the disc
 * |T| ≤ μJ and takes as much sliding away as it can. [VBC24] spec 3.3
 *
 * Nodes are points, so k is the same in all directions and one contact alone needs T = -min(μJ, |u_t|/k) û_t. Contacts
 * that share nodes are swept: T ← the point of the disc nearest to T - u_t/k. That is minimisation of the kinetic
 * energy over the discs, coordinate by coordinate: it never raises the energy, whenever it is stopped.
 */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { computeCompliances, spread, weightedDifference } from './contact-coupling.ts';
import type { MeshContacts } from './contact-list.ts';
import { DEFAULT_SWEEPS, type SweepLimits } from './normal-impulses.ts';

const velocity = new Float64Array(3);
const added = new Float64Array(3);

/**
 * Call once, after the contacts' normal impulses; those are not touched (where normals differ, friction may change the
 * normal speed of a neighbour, which the next step sees). Changes the velocities; returns the largest change of a
 * sliding speed in the last sweep [m/s].
 */
export function solveFriction(
  contacts: MeshContacts,
  nodes: Nodes,
  coefficient: number,
  limits: SweepLimits = DEFAULT_SWEEPS,
): number {
  const { count, impulses, compliances } = contacts;
  computeCompliances(contacts, nodes.inverseMasses);
  contacts.frictionImpulses.fill(0, 0, 3 * count);
  let change = 0;
  for (let sweep = 0; sweep < limits.sweeps; sweep++) {
    change = 0;
    for (let c = 0; c < count; c++) {
      if (!(impulses[c] > 0 && compliances[c] > 0)) continue;
      change = Math.max(change, holdBack(contacts, c, nodes, coefficient * impulses[c]));
    }
    if (change <= limits.tolerance) break;
  }
  return change;
}

/** Moves T of contact c towards what stops the sliding, no further than `most` [N s] in all; returns the speed [m/s]. */
function holdBack(contacts: MeshContacts, c: number, nodes: Nodes, most: number): number {
  const { normals, frictionImpulses: t } = contacts;
  const k = contacts.compliances[c];
  const at = 3 * c;
  const nx = normals[at];
  const ny = normals[at + 1];
  const nz = normals[at + 2];
  weightedDifference(velocity, contacts, c, nodes.velocities);
  const speed = nx * velocity[0] + ny * velocity[1] + nz * velocity[2];
  let x = t[at] - (velocity[0] - speed * nx) / k;
  let y = t[at + 1] - (velocity[1] - speed * ny) / k;
  let z = t[at + 2] - (velocity[2] - speed * nz) / k;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > most) {
    x *= most / length;
    y *= most / length;
    z *= most / length;
  }
  added[0] = x - t[at];
  added[1] = y - t[at + 1];
  added[2] = z - t[at + 2];
  spread(nodes.velocities, contacts, c, added, nodes.inverseMasses);
  t[at] = x;
  t[at + 1] = y;
  t[at + 2] = z;
  return k * Math.sqrt(added[0] * added[0] + added[1] * added[1] + added[2] * added[2]);
}
