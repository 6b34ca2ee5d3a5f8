import { normalDifference } from '../../response/mesh-contact/contact-coupling.ts';
import { clearMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { solveFriction } from '../../response/mesh-contact/mesh-friction.ts';
import { solveRebound, solveTouching } from '../../response/mesh-contact/normal-impulses.ts';
import type { Touch } from './contact.ts';
import { addContactOf, fillContacts, followTouches } from './contact-finder.ts';
import { type ActingContacts, recordContacts } from './contact-records.ts';
import { addContactWork } from './mesh-ledger.ts';
import type { MeshModel } from './mesh-model.ts';
import type { MeshWorld } from './mesh-world.ts';
import { absorbImpulses, predictRigid } from './rigid-surface.ts';

/**
 * Most rounds of a step. A second one is needed when what contacts do makes others; and by free rigid bodies, whose
 * nodes are pushed one by one while the body takes the sum, which leaves them short of what each needed.
 */
const MAX_ROUNDS = 6;

/**
 * The contacts of one step, [VBC24] spec 3.4: velocity check and memory, then the response. Called when the velocities
 * of the step are predicted and the positions have not moved yet.
 */
export function respondToContacts(world: MeshWorld): void {
  const { model, predicted } = world;
  predictPositions(world);
  world.rigidVelocities.set(model.nodes.velocities);
  const remembered = model.scene.contacts.persistentContacts
    ? followTouches(model, predicted, world.persistentContacts)
    : [];
  if (model.scene.contacts.response === 'penalty') {
    respondByForce(world, remembered);
    return;
  }
  const { acting, late } = keepApart(world, remembered);
  for (const { contacts } of acting) addContactWork(world, contacts);
  recordContacts(world, acting);
  predictPositions(world);
  world.persistentContacts = [...acting.flatMap((set) => closed(world, set)), ...late];
}

function predictPositions({ model, predicted, step }: MeshWorld): void {
  const { positions, velocities } = model.nodes;
  for (let i = 0; i < predicted.length; i++) predicted[i] = positions[i] + step * velocities[i];
}

/**
 * Impulses: what is closed must not pass through; with the response `impact`, what closes bounces. What begins to touch
 * after the last round is `late`: the next step will find it in its memory.
 */
function keepApart(world: MeshWorld, remembered: readonly Touch[]): { acting: ActingContacts[]; late: Touch[] } {
  const { model, predicted, touching, bouncing } = world;
  const { response, restitution, iterations } = model.scene.contacts;
  const hasFreeBodies = world.rigid.some(({ body }) => body.inverseMass > 0);
  const limits = { sweeps: iterations, tolerance: 0 };
  const staying: ContactSum = createSum(touching);
  const leaving: ContactSum = createSum(bouncing);
  let added = [...remembered, ...findTouches(world, remembered)];
  if (added.length === 0) return { acting: [], late: [] };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const touch of added) {
      const bounces = response === 'impact' && touch.time !== undefined;
      addTouch(bounces ? leaving : staying, model, predicted, touch);
    }
    if (round === 0) solveRebound(bouncing, model.nodes, restitution, limits);
    else solveTouching(bouncing, model.nodes, world.step, limits);
    finishRound(world, leaving);
    solveTouching(touching, model.nodes, world.step, limits);
    finishRound(world, staying);
    absorbAll(world);
    predictPositions(world);
    added = findTouches(world, [...staying.touches, ...leaving.touches]);
    if (added.length === 0 && !hasFreeBodies) break;
  }
  return { acting: [staying, leaving].map(sumUp), late: added };
}

/** What comes to touch at the predicted positions, beside what is `known`. */
function findTouches({ observer, finder, motion, predicted }: MeshWorld, known: readonly Touch[]): Touch[] {
  observer.working?.('searching');
  const found = finder.find(motion, predicted, known);
  observer.working?.('responding');
  return found;
}

/** Touches, their contacts, and the impulses of all rounds together. */
interface ContactSum {
  readonly contacts: MeshContacts;
  readonly touches: Touch[];
  readonly impulses: number[];
  readonly frictionImpulses: number[];
}

function createSum(contacts: MeshContacts): ContactSum {
  clearMeshContacts(contacts);
  return { contacts, touches: [], impulses: [], frictionImpulses: [] };
}

function addTouch(sum: ContactSum, model: MeshModel, positions: Float64Array, touch: Touch): void {
  addContactOf(sum.contacts, model, positions, touch);
  sum.touches.push(touch);
  sum.impulses.push(0);
  sum.frictionImpulses.push(0, 0, 0);
}

/** Friction, and the sum of what this round did. */
function finishRound({ model }: MeshWorld, { contacts, impulses, frictionImpulses }: ContactSum): void {
  const { friction, iterations } = model.scene.contacts;
  if (friction > 0) solveFriction(contacts, model.nodes, friction, { sweeps: iterations, tolerance: 0 });
  for (let c = 0; c < impulses.length; c++) impulses[c] += contacts.impulses[c];
  for (let k = 0; k < frictionImpulses.length; k++) frictionImpulses[k] += contacts.frictionImpulses[k];
}

function sumUp({ contacts, touches, impulses, frictionImpulses }: ContactSum): ActingContacts {
  contacts.impulses.set(impulses);
  contacts.frictionImpulses.set(frictionImpulses);
  return { contacts, touches };
}

/** Penalty forces have acted with all others, by the memory of the last step; what is left to do is friction. */
function respondByForce(world: MeshWorld, remembered: readonly Touch[]): void {
  const { model, predicted, touching } = world;
  const { friction, iterations } = model.scene.contacts;
  if (friction > 0) solveFriction(touching, model.nodes, friction, { sweeps: iterations, tolerance: 0 });
  absorbAll(world);
  addContactWork(world, touching);
  recordContacts(world, [{ contacts: touching, touches: world.persistentContacts }]);
  predictPositions(world);
  const touches = [...remembered, ...findTouches(world, remembered)];
  fillContacts(touching, model, predicted, touches);
  world.persistentContacts = touches.filter((_, c) => normalDifference(touching, c, predicted) < 0);
}

/** Rigid bodies take what their nodes received, and the nodes the velocities that follow from it. */
function absorbAll({ model, rigid, rigidVelocities, step }: MeshWorld): void {
  for (const surface of rigid) {
    absorbImpulses(surface, model.nodes, rigidVelocities);
    predictRigid(surface, model.nodes, step);
  }
  rigidVelocities.set(model.nodes.velocities);
}

/** Touches that push, or that are still behind the surface at the end of the step: closed for the next one. */
function closed({ predicted }: MeshWorld, { contacts, touches }: ActingContacts): Touch[] {
  return touches.filter((_, c) => contacts.impulses[c] > 0 || normalDifference(contacts, c, predicted) < 0);
}
