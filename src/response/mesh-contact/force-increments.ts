/** Contact impulses as forces, for codes that add forces instead of changing velocities. [VBC24-3.3] */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { type MeshContacts, NODES_PER_CONTACT } from './contact-list.ts';
import { solveFriction } from './mesh-friction.ts';
import { DEFAULT_SWEEPS, type SweepLimits, solveContacts } from './normal-impulses.ts';

/** Adds the constant forces that give the impulses of the contacts in one step to `forces`, xyz for each node [N]: s_i (J n + T)/Δt. */
export function addForceIncrements(forces: Float64Array, contacts: MeshContacts, timeStep: number): void {
  const { count, nodes, fractions, normals, impulses, frictionImpulses } = contacts;
  for (let c = 0; c < count; c++) {
    for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
      for (let axis = 0; axis < 3; axis++) {
        const total = impulses[c] * normals[3 * c + axis] + frictionImpulses[3 * c + axis];
        forces[3 * nodes[i] + axis] += (fractions[i] * total) / timeStep;
      }
    }
  }
}

/**
 * The contact forces of one step without a change of velocities: those that, with `nodes.forces` as they are, put penetrating nodes on the surface at
 * its end, with Coulomb friction. They are added to `nodes.forces`, so that v += Δt f/m gives what `solveContacts` gives; impulses and
 * friction impulses are in `contacts`. Returns as `solveContacts`.
 */
export function solveContactForces(
  contacts: MeshContacts,
  nodes: Nodes,
  timeStep: number,
  friction = 0,
  limits: SweepLimits = DEFAULT_SWEEPS,
): number {
  const { velocities, forces, inverseMasses } = nodes;
  const predicted = { ...nodes, velocities: velocities.slice() };
  for (let i = 0; i < velocities.length; i++) {
    predicted.velocities[i] += timeStep * forces[i] * inverseMasses[(i / 3) | 0];
  }
  const change = solveContacts(contacts, predicted, timeStep, limits);
  if (friction > 0) solveFriction(contacts, predicted, friction, limits);
  addForceIncrements(forces, contacts, timeStep);
  return change;
}
