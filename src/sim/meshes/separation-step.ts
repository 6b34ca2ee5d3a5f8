/**
 * The response `separation`: impulses hold surfaces at a minimum distance, and where these leave an exact contact in the step, the nodes
 * concerned move together as impact zones. No node passes a face and no edge an edge, whatever the number of layers: every step is checked.
 */
import { createEndpointMotion } from '../../ccd/point-motion.ts';
import { clearMeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { setFrictionFrames } from '../../response/mesh-contact/friction-frames.ts';
import { createImpactZones, type ImpactZones } from '../../response/mesh-contact/impact-zones.ts';
import { solveFriction } from '../../response/mesh-contact/mesh-friction.ts';
import { solveContacts } from '../../response/mesh-contact/normal-impulses.ts';
import { SimulationError } from '../world.ts';
import { recordContacts } from './contact-records.ts';
import { addContactWork, addFrameWork } from './mesh-ledger.ts';
import type { MeshWorld } from './mesh-world.ts';
import { findNearPairs } from './near-pairs.ts';
import { beginRigidResponse, finishRigidResponse, linkRigid } from './rigid-response.ts';
import { nextPositions } from './rigid-surface.ts';
import type { SeparationSearch } from './separation-search.ts';
import { addZoneWork, findHolders, moveZone, rememberStart, returnToStart, zoneNode } from './zone-motion.ts';

/** Fraction of a distance below the separation that is recovered per step: more would add energy. */
const RECOVERY = 0.1;

/** Called when the velocities of the step are predicted and the positions are not yet updated. */
export function respondBySeparation(world: MeshWorld, { nearPairs, check, frames }: SeparationSearch): void {
  const { model, predicted, touching, observer } = world;
  const { separation, iterations, friction } = model.scene.contacts;
  const limits = { sweeps: iterations, tolerance: 0 };
  predict(world);
  clearMeshContacts(touching);
  observer.working?.('searching');
  const { touches, distances } = findNearPairs(touching, model, nearPairs, predicted, separation);
  observer.working?.('responding');
  const minGaps = distances.map((d) => (d < separation ? d + RECOVERY * (separation - d) : separation));
  const { rigidResponse } = world;
  const nodes = rigidResponse?.nodes ?? model.nodes;
  if (rigidResponse) beginRigidResponse(rigidResponse);
  const links = linkRigid(rigidResponse, 'touching', touching);
  solveContacts(touching, nodes, world.step, limits, minGaps, links);
  if (friction > 0) {
    setFrictionFrames(frames, touching, nodes.positions, nodes.inverseMasses);
    solveFriction(touching, nodes, friction, limits, links, frames);
  }
  if (rigidResponse) finishRigidResponse(rigidResponse, world.step);
  resolveZones(world, check);
  addContactWork(world, touching);
  if (friction > 0) addFrameWork(world, touching, frames);
  recordContacts(world, [{ contacts: touching, touches }]);
}

/** Positions at the end of the step, with the bits that they will have. */
function predict({ model, predicted, step, rigid }: MeshWorld): void {
  const { positions, velocities } = model.nodes;
  for (let i = 0; i < predicted.length; i++) predicted[i] = positions[i] + step * velocities[i];
  for (const surface of rigid) nextPositions(predicted, surface, step);
}

function resolveZones(world: MeshWorld, check: SeparationSearch['check']): void {
  const { nodes } = world.model;
  predict(world);
  let found = contactsOf(world, check);
  if (found.length === 0) return;
  const holders = findHolders(world);
  const zones = createImpactZones(nodes.count, (node) => holders.indexOf[node]);
  const start = rememberStart(world);
  while (found.length > 0) {
    joinAll(world, zones, found);
    returnToStart(world, start);
    for (const zone of zones.zones()) moveZone(world, zone, holders);
    predict(world);
    found = contactsOf(world, check);
  }
  for (const zone of zones.zones()) addZoneWork(world, zone, start);
}

/** Nodes of each contact that begins in the step. */
function contactsOf(world: MeshWorld, check: SeparationSearch['check']): Int32Array[] {
  const { model, predicted, step } = world;
  const { bodies, contacts: law } = model.scene;
  const { contacts } = check(createEndpointMotion(model.nodes.positions, predicted, step));
  const all = Array.from({ length: contacts.count }, (_, i) =>
    contacts.nodes.subarray(5 * i, 5 * i + (contacts.nodes[5 * i + 4] < 0 ? 4 : 5)),
  );
  return all.filter((nodes) => {
    const [a, b] = [model.bodyOfNode[nodes[0]], model.bodyOfNode[nodes[nodes.length - 1]]];
    return law.mayTouch[a * bodies.length + b] || law.mayTouch[b * bodies.length + a];
  });
}

function joinAll(world: MeshWorld, zones: ImpactZones, found: readonly Int32Array[]): void {
  const { model, time } = world;
  let joined = false;
  for (const nodes of found) {
    joined =
      zones.join(
        nodes.map((node) => zoneNode(world, node)),
        nodes.length,
      ) || joined;
  }
  if (joined) return;
  const names = new Set([...found[0]].map((node) => model.scene.bodies[model.bodyOfNode[node]].name));
  throw new SimulationError(
    `nodes of ${[...names].join(' and ')} with given motions are pressed through each other at ${time} s: no motion of the others avoids it`,
  );
}
