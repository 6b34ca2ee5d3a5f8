/**
 * The response `separation`: impulses hold surfaces at a minimum distance, and where these leave an exact contact in the step, the nodes
 * concerned move together as impact zones. No node passes a face and no edge an edge, whatever the number of layers: every step is checked.
 */
import { createEndpointMotion } from '../../ccd/point-motion.ts';
import { poseAt } from '../../math/motion.ts';
import { createPose, type Pose, toBody, toWorld } from '../../math/pose.ts';
import { createVec3, dotVec3, setVec3 } from '../../math/vec3.ts';
import { clearMeshContacts } from '../../response/mesh-contact/contact-list.ts';
import {
  createImpactZones,
  followMotion,
  type GivenMotion,
  type ImpactZone,
  type ImpactZones,
  moveRigidly,
} from '../../response/mesh-contact/impact-zones.ts';
import { solveFriction } from '../../response/mesh-contact/mesh-friction.ts';
import { solveContacts } from '../../response/mesh-contact/normal-impulses.ts';
import { addImpulseOnImmovable } from '../ledger-totals.ts';
import { SimulationError } from '../world.ts';
import { recordContacts } from './contact-records.ts';
import { addContactWork } from './mesh-ledger.ts';
import type { MeshWorld } from './mesh-world.ts';
import { findNearPairs } from './near-pairs.ts';
import { nextPositions } from './rigid-surface.ts';
import type { SeparationSearch } from './separation-search.ts';

/** Fraction of a distance below the separation that is recovered per step: more would add energy. */
const RECOVERY = 0.1;

/** Called when the velocities of the step are predicted and the positions are not yet updated. */
export function respondBySeparation(world: MeshWorld, { nearPairs, check }: SeparationSearch): void {
  const { model, predicted, touching, observer } = world;
  const { separation, iterations, friction } = model.scene.contacts;
  const limits = { sweeps: iterations, tolerance: 0 };
  predict(world);
  clearMeshContacts(touching);
  observer.working?.('searching');
  const { touches, distances } = findNearPairs(touching, model, nearPairs, predicted, separation);
  observer.working?.('responding');
  const minGaps = distances.map((d) => (d < separation ? d + RECOVERY * (separation - d) : separation));
  solveContacts(touching, model.nodes, world.step, limits, minGaps);
  if (friction > 0) solveFriction(touching, model.nodes, friction, limits);
  resolveZones(world, check);
  addContactWork(world, touching);
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
  const before = nodes.velocities.slice();
  while (found.length > 0) {
    joinAll(world, zones, found);
    nodes.velocities.set(before);
    for (const zone of zones.zones()) moveZone(world, zone, holders.motions);
    predict(world);
    found = contactsOf(world, check);
  }
  for (const zone of zones.zones()) addZoneWork(world, zone, before);
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

function joinAll({ model, time }: MeshWorld, zones: ImpactZones, found: readonly Int32Array[]): void {
  let joined = false;
  for (const nodes of found) joined = zones.join(nodes, nodes.length) || joined;
  if (joined) return;
  const names = new Set([...found[0]].map((node) => model.scene.bodies[model.bodyOfNode[node]].name));
  throw new SimulationError(
    `nodes of ${[...names].join(' and ')} with given motions are pressed through each other at ${time} s: no motion of the others avoids it`,
  );
}

/** Groups of nodes with a given motion: prescribed sets, clamped nodes, immovable rigid bodies. */
interface Holders {
  /** Group of each node; -1: free. */
  readonly indexOf: Int32Array;
  readonly motions: readonly GivenMotion[];
}

const CLAMPED = 0;

function findHolders({ model, prescribed, rigid, time, step }: MeshWorld): Holders {
  const { inverseMasses, count } = model.nodes;
  const indexOf = Int32Array.from({ length: count }, (_, node) => (inverseMasses[node] === 0 ? CLAMPED : -1));
  const motions: GivenMotion[] = [(out) => setVec3(out, 0, 0, 0)];
  for (const { nodes, motion, until } of prescribed) {
    for (const node of nodes) indexOf[node] = motions.length;
    const [now, next] = [time, time + step].map((t) => poseAt(createPose(), motion, Math.min(t, until)));
    motions.push(motionBetween(now, next, step));
  }
  for (const { body, firstNode, nodeCount } of rigid) {
    indexOf.fill(motions.length, firstNode, firstNode + nodeCount);
    const next = poseAt(createPose(), { ...body, acceleration: createVec3() }, step);
    motions.push(motionBetween(body.pose, next, step));
  }
  return { indexOf, motions };
}

const inBody = createVec3();

function motionBetween(now: Pose, next: Pose, step: number): GivenMotion {
  return (out, position) => {
    toWorld(out, next, toBody(inBody, now, position));
    setVec3(out, (out.x - position.x) / step, (out.y - position.y) / step, (out.z - position.z) / step);
  };
}

function moveZone({ model }: MeshWorld, zone: ImpactZone, motions: readonly GivenMotion[]): void {
  if (zone.holder >= 0) followMotion(model.nodes, zone, motions[zone.holder]);
  else moveRigidly(model.nodes, zone);
}

const point = createVec3();
const impulse = createVec3();
const velocity = createVec3();

/** Adds the work of the impulses m Δv that joined the nodes; the holder of a zone receives the opposite impulses. */
function addZoneWork({ model, totals, before: last }: MeshWorld, zone: ImpactZone, before: Float64Array): void {
  const { positions, velocities, inverseMasses } = model.nodes;
  for (const node of zone.nodes) {
    if (inverseMasses[node] === 0) continue;
    const at = 3 * node;
    const mass = 1 / inverseMasses[node];
    const [x, y, z] = [0, 1, 2].map((axis) => mass * (velocities[at + axis] - before[at + axis]));
    const [vx, vy, vz] = [0, 1, 2].map((axis) => 0.5 * (last[at + axis] + velocities[at + axis]));
    totals.contactWork += dotVec3(setVec3(impulse, x, y, z), setVec3(velocity, vx, vy, vz));
    if (zone.holder < 0) continue;
    setVec3(point, positions[at], positions[at + 1], positions[at + 2]);
    setVec3(velocity, velocities[at], velocities[at + 1], velocities[at + 2]);
    addImpulseOnImmovable(totals, point, setVec3(impulse, -x, -y, -z), velocity);
  }
}
