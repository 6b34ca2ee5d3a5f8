import { createElasticLedger, measureElasticLedger } from '../../dynamics/finite-elements/node-ledger.ts';
import { createLedger, measureLedger } from '../../dynamics/ledger.ts';
import { type RigidBody, withOwnVelocity } from '../../dynamics/rigid-body.ts';
import { copyMat3, createMat3, solveSymmetric, transformVec3 } from '../../math/mat3.ts';
import {
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import { type MeshContacts, NODES_PER_CONTACT } from '../../response/mesh-contact/contact-list.ts';
import type { FrictionFrames } from '../../response/mesh-contact/friction-frames.ts';
import { addExternalImpulse, addImpulseOnImmovable, type LedgerTotals, totalsRow } from '../ledger-totals.ts';
import type { LedgerRow } from '../observer.ts';
import { type MeshWorld, stepLength } from './mesh-world.ts';
import { accelerateRigid, contactWorkOn, updateRotation } from './rigid-surface.ts';

const point: Vec3 = createVec3();
const impulse: Vec3 = createVec3();
const velocity: Vec3 = createVec3();

/** Adds the impulses of the current forces over `duration` [s] to the ledger: on supports, and of gravity. */
export function addForceImpulses({ model, rigid }: MeshWorld, totals: LedgerTotals, duration: number): void {
  const { scene, nodes, elastic, masses } = model;
  const { gravity } = scene.forces;
  const { positions, forces, inverseMasses } = nodes;
  for (let node = 0, at = 0; node < nodes.count; node++, at += 3) {
    setVec3(point, positions[at], positions[at + 1], positions[at + 2]);
    if (inverseMasses[node] === 0) {
      setVec3(impulse, duration * forces[at], duration * forces[at + 1], duration * forces[at + 2]);
      addImpulseOnImmovable(totals, point, impulse);
    } else if (node < elastic.nodes.count) {
      addExternalImpulse(totals, point, scaleVec3(impulse, gravity, duration * masses[node]));
    }
  }
  for (const { body } of rigid) {
    if (body.inverseMass === 0) continue;
    addExternalImpulse(totals, body.pose.position, scaleVec3(impulse, gravity, duration / body.inverseMass));
  }
}

/**
 * Adds the contacts' impulses on fixed nodes to the ledger, and their work on the others: impulse times
 * the mean of the velocities half a step before and after. With it the energy of central differences closes except for the
 * oscillation it has without contacts too. Penalty forces are added as forces: only friction remains of their contacts.
 */
export function addContactWork({ model, before, totals, rigidResponse }: MeshWorld, contacts: MeshContacts): void {
  const normalPart = model.scene.contacts.response === 'penalty' ? 0 : 1;
  const { positions, velocities, inverseMasses } = model.nodes;
  const { normals: n, impulses, frictionImpulses: t } = contacts;
  for (let i = 0; i < NODES_PER_CONTACT * contacts.count; i++) {
    const [at, fraction, c] = [3 * contacts.nodes[i], contacts.fractions[i], Math.floor(i / NODES_PER_CONTACT)];
    // free rigid bodies have a work of their own, see `addRigidWork`
    if (fraction === 0 || (rigidResponse?.bodies.bodyOfNode[contacts.nodes[i]] ?? -1) >= 0) continue;
    const [x, y, z] = [0, 1, 2].map(
      (axis) => fraction * (normalPart * impulses[c] * n[3 * c + axis] + t[3 * c + axis]),
    );
    if (inverseMasses[contacts.nodes[i]] === 0) {
      setVec3(point, positions[at], positions[at + 1], positions[at + 2]);
      setVec3(velocity, velocities[at], velocities[at + 1], velocities[at + 2]);
      addImpulseOnImmovable(totals, point, setVec3(impulse, x, y, z), velocity);
    } else {
      const [vx, vy, vz] = [0, 1, 2].map((axis) => 0.5 * (before[at + axis] + velocities[at + axis]));
      totals.contactWork += x * vx + y * vy + z * vz;
    }
  }
}

/**
 * Adds the work of the rotations that remove the couple of friction across a gap; the couple of a contact with an immovable node acts on that node.
 */
export function addFrameWork(world: MeshWorld, contacts: MeshContacts, frames: FrictionFrames): void {
  const { model, before, totals, rigidResponse } = world;
  const { velocities } = model.nodes;
  for (let c = 0; c < contacts.count; c++) {
    if (frames.hasFrame[c] === 0) {
      addImmovableCouple(totals, contacts, c, frames, rigidResponse?.bodies.bodyOfNode);
      continue;
    }
    const [wx, wy, wz] = frames.rotations.subarray(3 * c, 3 * c + 3);
    for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
      const m = frames.masses[i];
      if (m === 0) continue;
      const [x, y, z] = frames.arms.subarray(3 * i, 3 * i + 3);
      const change = [wy * z - wz * y, wz * x - wx * z, wx * y - wy * x];
      const at = 3 * contacts.nodes[i];
      for (let k = 0; k < 3; k++) {
        totals.contactWork += 0.5 * m * change[k] * (before[at + k] + velocities[at + k]);
      }
    }
  }
}

/** A contact with a free rigid body acts at one point and has no couple. */
function addImmovableCouple(
  totals: LedgerTotals,
  { nodes, frictionImpulses: t }: MeshContacts,
  c: number,
  { gaps }: FrictionFrames,
  bodyOfNode: Int32Array | undefined,
): void {
  for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
    if ((bodyOfNode?.[nodes[i]] ?? -1) >= 0) return;
  }
  setVec3(point, gaps[3 * c], gaps[3 * c + 1], gaps[3 * c + 2]);
  setVec3(impulse, -t[3 * c], -t[3 * c + 1], -t[3 * c + 2]);
  const { angularImpulseOnImmovable: sum } = totals;
  addVec3(sum, sum, crossVec3(velocity, point, impulse));
}

/** Adds the work of all contacts of a step on free rigid bodies. */
export function addRigidWork({ rigidResponse, totals }: MeshWorld): void {
  for (const surface of rigidResponse?.surfaces ?? []) totals.contactWork += contactWorkOn(surface);
}

/** Adds half a step of the work that prescribed nodes do against the forces on them, at their current velocities. */
export function addPrescribedWork({ model, prescribed, step }: MeshWorld, totals: LedgerTotals): void {
  const { forces, velocities } = model.nodes;
  for (const { nodes } of prescribed) {
    for (const node of nodes) {
      for (let i = 3 * node; i < 3 * node + 3; i++) totals.externalWork -= 0.5 * step * forces[i] * velocities[i];
    }
  }
}

/**
 * Ledger row at the current time. Velocities lag by half a step, so half of the impulses of the next step
 * is added to them and to the totals; contacts have not acted yet. At the start these are the velocities
 * given by the scene. Has no side effects.
 */
export function meshLedger(world: MeshWorld): LedgerRow {
  const { model, time, step, strainEnergy } = world;
  const { scene, elastic, masses } = model;
  const { gravity } = scene.forces;
  const lag = 0.5 * step;
  const free = laggedBodies(world, lag).filter(({ inverseMass }) => inverseMass > 0);
  const soft = measureElasticLedger(createElasticLedger(), elastic.nodes, strainEnergy, lag);
  const stiff = measureLedger(createLedger(), free);
  const size = { momentum: 0, angularMomentum: 0 };
  let potentialEnergy = strainEnergy + world.totals.springEnergy - methodEnergy(world, free);
  const count = (mass: number, position: ReadonlyVec3, velocity: ReadonlyVec3) => {
    size.momentum += mass * lengthVec3(velocity);
    size.angularMomentum += mass * lengthVec3(position) * lengthVec3(velocity);
    potentialEnergy -= mass * dotVec3(gravity, position);
  };
  const { positions, velocities, inverseMasses } = elastic.nodes;
  for (let node = 0, at = 0; node < elastic.nodes.count; node++, at += 3) {
    if (inverseMasses[node] === 0) continue;
    setVec3(point, positions[at], positions[at + 1], positions[at + 2]);
    count(masses[node], point, setVec3(impulse, velocities[at], velocities[at + 1], velocities[at + 2]));
  }
  for (const { pose, velocity, angularVelocity, inverseMass, inverseInertia } of free) {
    count(1 / inverseMass, pose.position, velocity);
    size.angularMomentum += lengthVec3(solveSymmetric(createVec3(), inverseInertia, angularVelocity));
  }
  return {
    time,
    momentum: addVec3(createVec3(), soft.momentum, stiff.momentum),
    angularMomentum: addVec3(createVec3(), soft.angularMomentum, stiff.angularMomentum),
    momentumScale: size.momentum,
    angularMomentumScale: size.angularMomentum,
    kineticEnergy: soft.kineticEnergy + stiff.kineticEnergy,
    potentialEnergy,
    strainEnergy,
    ...totalsRow(pendingTotals(world, lag)),
  };
}

/**
 * ⅛ Σ m (a Δt)² [J], by which the potential energy V of central differences is below that of the bodies. The method conserves
 * ½ Σ m v(n-½)·v(n+½) + V = ½ Σ m v(n)² - ⅛ Σ m (a Δt)² + V, with v(n) the mean of the two velocities and a = -∇V/m: a kinetic
 * energy, which is non-negative, and a function of the positions, V - Δt²/8 Σ |∇V|²/m. Δt is that of all steps except for a shorter last
 * one, which alone must not change the function.
 */
function methodEnergy({ model, rigid, step }: MeshWorld, lagged: readonly LaggedBody[]): number {
  const { forces, inverseMasses, count } = model.elastic.nodes;
  let sum = 0;
  for (let i = 0; i < 3 * count; i++) sum += 0.125 * step ** 2 * inverseMasses[(i / 3) | 0] * forces[i] ** 2;
  const free = rigid.filter(({ body }) => body.inverseMass > 0);
  for (const [k, { body, angularMomentum }] of free.entries()) {
    const { velocity, inverseMass, inverseInertia } = lagged[k];
    const velocityChange = subVec3(createVec3(), velocity, body.velocity);
    const momentumChange = subVec3(createVec3(), lagged[k].angularMomentum, angularMomentum);
    const angularChange = transformVec3(createVec3(), inverseInertia, momentumChange);
    sum += 0.5 * (dotVec3(velocityChange, velocityChange) / inverseMass + dotVec3(angularChange, momentumChange));
  }
  return sum * (stepLength(model, 0) / step) ** 2;
}

/** A rigid body at an instant, with the inertia of its orientation. */
export interface LaggedBody extends RigidBody {
  /** About its centre of mass [kg m²/s]. */
  readonly angularMomentum: Vec3;
}

/** The rigid bodies with their velocities `lag` [s] later under the current forces. */
export function laggedBodies({ model, rigid }: MeshWorld, lag: number): LaggedBody[] {
  return rigid.map((surface) => {
    const angularMomentum = { ...surface.angularMomentum };
    const inverseInertia = copyMat3(createMat3(), surface.body.inverseInertia);
    const body = { ...surface.body, ...withOwnVelocity(surface.body), inverseInertia };
    accelerateRigid({ ...surface, body, angularMomentum }, model.nodes, model.scene.forces.gravity, lag);
    updateRotation({ ...surface, body, angularMomentum }, 0);
    return { ...body, angularMomentum };
  });
}

function pendingTotals(world: MeshWorld, lag: number): LedgerTotals {
  const { totals } = world;
  const pending = {
    ...totals,
    impulseOnImmovable: { ...totals.impulseOnImmovable },
    angularImpulseOnImmovable: { ...totals.angularImpulseOnImmovable },
    externalImpulse: { ...totals.externalImpulse },
    externalAngularImpulse: { ...totals.externalAngularImpulse },
  };
  addForceImpulses(world, pending, lag);
  return pending;
}
