import { normalDifference } from '../../response/mesh-contact/contact-coupling.ts';
import { clearMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { solveFriction } from '../../response/mesh-contact/mesh-friction.ts';
import { type SweepLimits, solveContacts, solveRebound } from '../../response/mesh-contact/normal-impulses.ts';
import type { RigidCoupling } from '../../response/mesh-contact/rigid-coupling.ts';
import type { Touch } from './contact.ts';
import { addContactOf, fillContacts, trackTouches } from './contact-finder.ts';
import { type ActingContacts, recordContacts } from './contact-records.ts';
import { addContactWork } from './mesh-ledger.ts';
import type { MeshModel } from './mesh-model.ts';
import type { MeshWorld } from './mesh-world.ts';
import { beginRigidResponse, finishRigidResponse, linkRigid } from './rigid-response.ts';
import { beginTies, finishTies, holdTies } from './ties.ts';

/**
 * Maximum rounds per step. A second one is needed when the response to contacts causes others; and by free rigid bodies, whose nodes move on
 * circles, while the response is linear.
 */
const MAX_ROUNDS = 6;

/**
 * Contact detection and response of one step, [VBC24-3.4]: velocity check and persistent contacts, then the response. Called when
 * the velocities of the step are predicted and the positions are not yet updated.
 */
export function respondToContacts(world: MeshWorld): void {
  const { model, predicted } = world;
  beginTies(world);
  predictPositions(world);
  const persistent = model.scene.contacts.persistentContacts
    ? trackTouches(model, predicted, world.persistentContacts)
    : [];
  if (model.scene.contacts.response === 'penalty') {
    respondByForce(world, persistent);
    finishTies(world);
    return;
  }
  const { acting, late } = resolveByImpulse(world, persistent);
  // contacts have moved the tied nodes
  if (acting.length > 0) holdTies(world);
  for (const { contacts } of acting) addContactWork(world, contacts);
  finishTies(world);
  recordContacts(world, acting);
  predictPositions(world);
  world.persistentContacts = [...acting.flatMap((set) => closed(world, set)), ...late];
}

function predictPositions({ model, predicted, step }: MeshWorld): void {
  const { positions, velocities } = model.nodes;
  for (let i = 0; i < predicted.length; i++) predicted[i] = positions[i] + step * velocities[i];
}

/**
 * Impulses: closed contacts must not penetrate; with the response `impact`, closing contacts bounce. Contacts that begin
 * after the last round are `late`: the next step has them as persistent contacts.
 */
function resolveByImpulse(world: MeshWorld, persistent: readonly Touch[]): { acting: ActingContacts[]; late: Touch[] } {
  const { model, predicted, touching, bouncing } = world;
  const { response, restitution } = model.scene.contacts;
  const { rigidResponse } = world;
  const nodes = rigidResponse?.nodes ?? model.nodes;
  const limits = sweepLimits(world);
  const resting: ContactSum = createSum(touching);
  const rebounding: ContactSum = createSum(bouncing);
  let added = [...persistent, ...findTouches(world, persistent)];
  if (added.length === 0) return { acting: [], late: [] };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const touch of added) {
      const bounces = response === 'impact' && touch.time !== undefined;
      addTouch(bounces ? rebounding : resting, model, predicted, touch);
    }
    if (rigidResponse) beginRigidResponse(rigidResponse);
    const bouncingLinks = linkRigid(rigidResponse, 'bouncing', bouncing);
    const touchingLinks = linkRigid(rigidResponse, 'touching', touching);
    if (round === 0) solveRebound(bouncing, nodes, restitution, limits, bouncingLinks);
    else solveContacts(bouncing, nodes, world.step, limits, undefined, bouncingLinks);
    finishRound(world, rebounding, bouncingLinks);
    solveContacts(touching, nodes, world.step, limits, undefined, touchingLinks);
    finishRound(world, resting, touchingLinks);
    if (rigidResponse) finishRigidResponse(rigidResponse, world.step);
    predictPositions(world);
    added = findTouches(world, [...resting.touches, ...rebounding.touches]);
    if (added.length === 0 && (!rigidResponse || round > 0)) break;
  }
  return { acting: [resting, rebounding].map(sumUp), late: added };
}

function sweepLimits({ model }: MeshWorld): SweepLimits {
  const { iterations, convergence } = model.scene.contacts;
  return { sweeps: iterations, tolerance: 0, relative: convergence };
}

/** Contacts that begin at the predicted positions, in addition to those in `known`. */
function findTouches({ observer, finder, motion, predicted }: MeshWorld, known: readonly Touch[]): Touch[] {
  observer.working?.('searching');
  const found = finder.find(motion, predicted, known);
  observer.working?.('responding');
  return found;
}

/** Touches, their contacts, and the impulses summed over all rounds. */
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

/** Applies friction and sums the impulses of this round. */
function finishRound(
  world: MeshWorld,
  { contacts, impulses, frictionImpulses }: ContactSum,
  links: RigidCoupling | undefined,
): void {
  const { model, rigidResponse } = world;
  const { friction } = model.scene.contacts;
  const nodes = rigidResponse?.nodes ?? model.nodes;
  if (friction > 0) solveFriction(contacts, nodes, friction, sweepLimits(world), links);
  for (let c = 0; c < impulses.length; c++) impulses[c] += contacts.impulses[c];
  for (let k = 0; k < frictionImpulses.length; k++) frictionImpulses[k] += contacts.frictionImpulses[k];
}

function sumUp({ contacts, touches, impulses, frictionImpulses }: ContactSum): ActingContacts {
  contacts.impulses.set(impulses);
  contacts.frictionImpulses.set(frictionImpulses);
  return { contacts, touches };
}

/** Penalty forces have acted with all other forces, on the contacts of the last step; only friction remains. */
function respondByForce(world: MeshWorld, persistent: readonly Touch[]): void {
  const { model, predicted, touching, rigidResponse } = world;
  const { friction } = model.scene.contacts;
  if (friction > 0) {
    if (rigidResponse) beginRigidResponse(rigidResponse);
    const links = linkRigid(rigidResponse, 'touching', touching);
    solveFriction(touching, rigidResponse?.nodes ?? model.nodes, friction, sweepLimits(world), links);
    if (rigidResponse) finishRigidResponse(rigidResponse, world.step);
  }
  addContactWork(world, touching);
  recordContacts(world, [{ contacts: touching, touches: world.persistentContacts }]);
  predictPositions(world);
  const touches = [...persistent, ...findTouches(world, persistent)];
  fillContacts(touching, model, predicted, touches);
  world.persistentContacts = touches.filter((_, c) => normalDifference(touching, c, predicted) < 0);
}

/** Contacts with an impulse, or still behind the surface at the end of the step: closed for the next one. */
function closed({ predicted }: MeshWorld, { contacts, touches }: ActingContacts): Touch[] {
  return touches.filter((_, c) => contacts.impulses[c] > 0 || normalDifference(contacts, c, predicted) < 0);
}
