/**
 * Normal impulses between meshes, by Gauss-Seidel over the contacts in their order with accumulated impulses:
 *
 *   J ← max(0, J - (u - target)/k),   u = n·Σ s_i v_i
 *
 * which converges to J ≥ 0, u ≥ target, complementary. [VBC24-3.3]
 */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { computeCompliances, normalDifference, spread, weightedDifference } from './contact-coupling.ts';
import type { MeshContacts } from './contact-list.ts';
import { addBodyChanges, addNormalCompliances, applyToBodies, type RigidCoupling } from './rigid-coupling.ts';

/** Stopping criteria of the sweeps. */
export interface SweepLimits {
  /** Maximum number of sweeps over all contacts. */
  readonly sweeps: number;
  /** Stop when no contact changes its speed by more than this in a sweep [m/s]. */
  readonly tolerance: number;
  /** Stop when no contact changes its speed by more than this fraction of the largest change in the first sweep; default 0. */
  readonly relative?: number;
}

/** 5 to 10 sweeps are enough [VBC24-3.3]; contacts that share no node need one. */
export const DEFAULT_SWEEPS: SweepLimits = { sweeps: 8, tolerance: 0 };

/**
 * Contact within a step: the predicted gap n·Σ s_i (x_i + Δt v_i) at its end must not be below zero, or below the entry of `minGaps` for
 * the contact [m]. Nodes that would penetrate end on the surface; no node is pulled to it. Changes the velocities; returns the largest change
 * of a contact's speed in the last sweep [m/s], zero when converged. With `rigid` (linked to the contacts) the nodes of its bodies, whose inverse
 * masses must be zero, move with the bodies: impulses on them change the bodies instead.
 */
export function solveContacts(
  contacts: MeshContacts,
  nodes: Nodes,
  timeStep: number,
  limits = DEFAULT_SWEEPS,
  minGaps?: ArrayLike<number>,
  rigid?: RigidCoupling,
): number {
  for (let c = 0; c < contacts.count; c++) {
    contacts.targets[c] = ((minGaps?.[c] ?? 0) - normalDifference(contacts, c, nodes.positions)) / timeStep;
  }
  return sweepNormals(contacts, nodes, limits, rigid);
}

/**
 * Impact at an instant: every contact that receives an impulse separates with `restitution` e times its approach speed,
 * the target -e u of Newton and Moreau. For one contact J = -(1+e) u/k. Once converged the kinetic energy changes by
 * -(1-e)/(1+e) · ½ JᵀAJ, A being the Delassus matrix: it never increases, and is conserved for e = 1. (A target of
 * zero for contacts that already separate would violate this.) Changes the velocities; returns as `solveContacts`.
 */
export function solveRebound(
  contacts: MeshContacts,
  nodes: Nodes,
  restitution: number,
  limits = DEFAULT_SWEEPS,
  rigid?: RigidCoupling,
): number {
  for (let c = 0; c < contacts.count; c++) {
    contacts.targets[c] = -restitution * normalDifference(contacts, c, nodes.velocities);
  }
  return sweepNormals(contacts, nodes, limits, rigid);
}

const velocity = new Float64Array(3);
const impulseVector = new Float64Array(3);

/** The speed is computed inline, not by `normalDifference`: a returned number would be boxed on each call. */
function sweepNormals(
  contacts: MeshContacts,
  { velocities, inverseMasses }: Nodes,
  limits: SweepLimits,
  rigid: RigidCoupling | undefined,
): number {
  const { count, normals, impulses, compliances, targets } = contacts;
  computeCompliances(contacts, inverseMasses);
  if (rigid) addNormalCompliances(contacts, rigid);
  impulses.fill(0, 0, count);
  contacts.frictionImpulses.fill(0, 0, 3 * count);
  let change = 0;
  let first = 0;
  for (let sweep = 0; sweep < limits.sweeps; sweep++) {
    change = 0;
    for (let c = 0; c < count; c++) {
      const k = compliances[c];
      if (k === 0) continue;
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      weightedDifference(velocity, contacts, c, velocities);
      if (rigid) addBodyChanges(velocity, rigid, c);
      const excess = nx * velocity[0] + ny * velocity[1] + nz * velocity[2] - targets[c];
      const impulse = Math.max(0, impulses[c] - excess / k);
      const added = impulse - impulses[c];
      if (added === 0) continue;
      impulseVector[0] = added * nx;
      impulseVector[1] = added * ny;
      impulseVector[2] = added * nz;
      spread(velocities, contacts, c, impulseVector, inverseMasses);
      if (rigid) applyToBodies(rigid, c, impulseVector);
      impulses[c] = impulse;
      change = Math.max(change, Math.abs(added) * k);
    }
    if (sweep === 0) first = change;
    if (change <= limits.tolerance + (limits.relative ?? 0) * first) break;
  }
  return change;
}
