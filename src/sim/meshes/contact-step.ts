import { normalDifference } from '../../response/mesh-contact/contact-coupling.ts';
import { clearMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { solveFriction } from '../../response/mesh-contact/mesh-friction.ts';
import { solveRebound, solveTouching } from '../../response/mesh-contact/normal-impulses.ts';
import { fillContacts } from './contact-finder.ts';
import { type ActingContacts, recordContacts } from './contact-records.ts';
import { bookContacts } from './mesh-books.ts';
import type { MeshWorld } from './mesh-world.ts';
import { absorbImpulses, predictRigid } from './rigid-surface.ts';
import type { Touch } from './touch.ts';

/**
 * Contacts act on single nodes; a free rigid body then takes the sum of what its nodes received, which leaves them
 * short of what each needed. So often the rest is asked for again.
 */
const RIGID_ROUNDS = 6;

/**
 * The contacts of one step, [VBC24] spec 3.4: velocity check and memory, then the response. Called when the velocities
 * of the step are predicted and the positions have not moved yet.
 */
export function respondToContacts(world: MeshWorld): void {
  const { model, motion, predicted, finder } = world;
  const { positions, velocities } = model.nodes;
  const { response, memory } = model.scene.contacts;
  predictPositions(world);
  world.rigidVelocities.set(velocities);
  const touches = finder.find(motion, predicted, memory ? world.memory : []);
  const acting = response === 'penalty' ? rubPenalty(world) : keepApart(world, touches);
  if (response !== 'penalty') for (const { contacts } of acting) bookContacts(world, world.books, contacts);
  recordContacts(world, acting, touches);
  predictPositions(world);
  world.memory = response === 'penalty' ? behind(world, touches) : acting.flatMap((set) => closed(world, set));
  for (const { contacts } of acting) {
    for (let c = 0; c < contacts.count; c++) {
      world.deepestPenetration = Math.max(world.deepestPenetration, -normalDifference(contacts, c, positions));
    }
  }
}

function predictPositions({ model, predicted }: MeshWorld): void {
  const { positions, velocities } = model.nodes;
  for (let i = 0; i < predicted.length; i++) predicted[i] = positions[i] + model.timeStep * velocities[i];
}

/** Impulses: what is closed must not pass through; with the response `impact`, what closes bounces. */
function keepApart(world: MeshWorld, touches: readonly Touch[]): ActingContacts[] {
  const { model, predicted, touching, bouncing } = world;
  const { response, sweeps, restitution, friction } = model.scene.contacts;
  const bounces = ({ time }: Touch) => response === 'impact' && time !== undefined;
  const sets = [
    { contacts: bouncing, touches: touches.filter(bounces) },
    { contacts: touching, touches: touches.filter((touch) => !bounces(touch)) },
  ];
  for (const set of sets) fillContacts(set.contacts, model, predicted, set.touches);
  if (touches.length === 0) return [];
  const limits = { sweeps, tolerance: 0 };
  const rounds = world.rigid.some(({ body }) => body.inverseMass > 0) ? RIGID_ROUNDS : 1;
  const sums = sets.map(({ contacts }) => createSum(contacts));
  for (let round = 0; round < rounds; round++) {
    if (bouncing.count > 0 && round === 0) solveRebound(bouncing, model.nodes, restitution, limits);
    else if (bouncing.count > 0) solveTouching(bouncing, model.nodes, model.timeStep, limits);
    solveTouching(touching, model.nodes, model.timeStep, limits);
    for (const [k, { contacts }] of sets.entries()) {
      if (friction > 0) solveFriction(contacts, model.nodes, friction, limits);
      addToSum(sums[k], contacts);
    }
    absorbAll(world);
  }
  return sets.map(({ contacts, touches }, k) => {
    contacts.impulses.set(sums[k].impulses);
    contacts.frictionImpulses.set(sums[k].frictionImpulses);
    return { contacts, touches };
  });
}

type ImpulseSum = Pick<MeshContacts, 'impulses' | 'frictionImpulses'>;

function createSum({ count }: MeshContacts): ImpulseSum {
  return { impulses: new Float64Array(count), frictionImpulses: new Float64Array(3 * count) };
}

function addToSum(sum: ImpulseSum, { impulses, frictionImpulses }: MeshContacts): void {
  for (let c = 0; c < sum.impulses.length; c++) sum.impulses[c] += impulses[c];
  for (let k = 0; k < sum.frictionImpulses.length; k++) sum.frictionImpulses[k] += frictionImpulses[k];
}

/** Rigid bodies take what their nodes received, and the nodes the velocities that follow from it. */
function absorbAll({ model, rigid, rigidVelocities }: MeshWorld): void {
  for (const surface of rigid) {
    absorbImpulses(surface, model.nodes, rigidVelocities);
    predictRigid(surface, model.nodes, model.timeStep);
  }
  rigidVelocities.set(model.nodes.velocities);
}

/** Penalty forces have acted with all others; what is left to do is friction. */
function rubPenalty(world: MeshWorld): ActingContacts[] {
  const { model, touching, memory } = world;
  const { friction, sweeps } = model.scene.contacts;
  if (friction > 0) solveFriction(touching, model.nodes, friction, { sweeps, tolerance: 0 });
  absorbAll(world);
  return touching.count > 0 ? [{ contacts: touching, touches: memory }] : [];
}

/** Touches that push, or that are still behind the surface at the end of the step: closed for the next one. */
function closed({ predicted }: MeshWorld, { contacts, touches }: ActingContacts): Touch[] {
  return touches.filter((_, c) => contacts.impulses[c] > 0 || normalDifference(contacts, c, predicted) < 0);
}

function behind(world: MeshWorld, touches: readonly Touch[]): Touch[] {
  const { model, predicted, touching } = world;
  fillContacts(touching, model, predicted, touches);
  const kept = touches.filter((_, c) => normalDifference(touching, c, predicted) < 0);
  clearMeshContacts(touching);
  return kept;
}
