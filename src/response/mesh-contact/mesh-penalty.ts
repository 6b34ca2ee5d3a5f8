/** Alternatives to impulses: a penalty spring, and the removal of overlaps by position changes. [VBC24-3.3] */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { computeCompliances, normalDifference, spreadAlongNormal } from './contact-coupling.ts';
import { type MeshContacts, NODES_PER_CONTACT } from './contact-list.ts';

/** Spring stiffness as a fraction of mass/Δt²; above 0.5 central differences may become unstable. */
const DEFAULT_PENALTY = 0.1;

/**
 * Adds to the nodes' forces, for every contact with a gap below zero, F = penalty · min(m_slave, m_master)/Δt² · depth
 * along the normal; the masses are those of all nodes of a side. Stores F Δt as the impulse of the contact, for
 * friction and ledger; returns the energy in the springs [J].
 */
export function addPenaltyForces(
  contacts: MeshContacts,
  nodes: Nodes,
  timeStep: number,
  penalty = DEFAULT_PENALTY,
): number {
  let energy = 0;
  for (let c = 0; c < contacts.count; c++) {
    const depth = Math.max(0, -normalDifference(contacts, c, nodes.positions));
    const mass = lighterSide(contacts, c, nodes.inverseMasses);
    // no force between held nodes
    const stiffness = mass < Number.POSITIVE_INFINITY ? (penalty * mass) / (timeStep * timeStep) : 0;
    const force = stiffness * depth;
    addForce(nodes.forces, contacts, c, force);
    contacts.impulses[c] = force * timeStep;
    contacts.frictionImpulses.fill(0, 3 * c, 3 * c + 3);
    energy += 0.5 * force * depth;
  }
  return energy;
}

/** Mass of the slave's or the master's nodes, whichever is smaller [kg]; Infinity when both sides have held nodes. */
function lighterSide(contacts: MeshContacts, c: number, inverseMasses: Float64Array): number {
  let slave = 0;
  let master = 0;
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    const fraction = contacts.fractions[i];
    if (fraction > 0) slave += 1 / inverseMasses[contacts.nodes[i]];
    else if (fraction < 0) master += 1 / inverseMasses[contacts.nodes[i]];
  }
  return Math.min(slave, master);
}

function addForce(forces: Float64Array, contacts: MeshContacts, c: number, force: number): void {
  const { nodes, fractions, normals } = contacts;
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    for (let axis = 0; axis < 3; axis++) forces[3 * nodes[i] + axis] += fractions[i] * force * normals[3 * c + axis];
  }
}

/**
 * Moves the nodes of overlapping contacts apart by `fraction` of their depth, in proportion to their inverse masses, so
 * the centre of mass does not move; velocities do not change. To clear an overlap at the start of a run in n steps,
 * call it with 1/n, 1/(n-1), ... 1. Returns the largest depth before [m].
 */
export function separateNodes(contacts: MeshContacts, nodes: Nodes, fraction: number): number {
  const { positions, inverseMasses } = nodes;
  computeCompliances(contacts, inverseMasses);
  let maxDepth = 0;
  for (let c = 0; c < contacts.count; c++) {
    const depth = -normalDifference(contacts, c, positions);
    const k = contacts.compliances[c];
    if (!(depth > 0 && k > 0)) continue;
    spreadAlongNormal(positions, contacts, c, (fraction * depth) / k, inverseMasses);
    maxDepth = Math.max(maxDepth, depth);
  }
  return maxDepth;
}
