import { createMeshBroadPhase } from '../../broad/swept/mesh-search.ts';
import { closestOnFace, createFacePoint } from '../../distance/features/closest-on-face.ts';
import { normalDifference } from '../../response/mesh-contact/contact-coupling.ts';
import { createMeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { separateNodes } from '../../response/mesh-contact/mesh-penalty.ts';
import type { NodeTouch } from './contact.ts';
import { fillContacts } from './contact-finder.ts';
import { meshLedger } from './mesh-ledger.ts';
import type { MeshModel } from './mesh-model.ts';
import { computeForces, type MeshWorld } from './mesh-world.ts';
import { nodeKey, trackNode } from './node-contacts.ts';
import { shiftRigid } from './rigid-surface.ts';

/** Number of steps over which initial overlaps are separated. [VBC24-3.3] */
const SEPARATION_STEPS = 10;

/** A node is under a face when the direction to its foot point is within 8° of the normal. */
const STRAIGHT = 0.99;

const point = createFacePoint();

/**
 * Nodes behind a face at the start, which no crossing can detect: a static check of one-sided surfaces,
 * down to half of the thinnest element. [VBC24-2.6]
 */
export function findOverlaps(model: MeshModel): NodeTouch[] {
  const { scene, nodes, faces, bodyOfNode, bodyOfFace, elastic, searchRanges } = model;
  const { bodies, contacts } = scene;
  const thinnest = elastic.elements.reduce(
    (min, set) => Math.min(min, set.smallestHeight),
    2 * Math.min(...searchRanges),
  );
  const search = createMeshBroadPhase({
    kind: scene.time.broadPhase,
    vertexCount: nodes.count,
    faces,
    nodesPerFace: 4,
    tolerance: 0.25 * thinnest,
  });
  search.update(nodes.positions, nodes.positions);
  const { count, indices } = search.candidates('vertex-face');
  const contact = createMeshContacts(1);
  /** The shallowest overlap of each node and body. */
  const found = new Map<number, { touch: NodeTouch; depth: number }>();
  for (let k = 0; k < count; k++) {
    const [node, face] = [indices[2 * k], indices[2 * k + 1]];
    const [slave, master] = [bodyOfNode[node], bodyOfFace[face]];
    if (!contacts.mayTouch[slave * bodies.length + master] || bodies[master].doubleSided) continue;
    const key = nodeKey(model, node, face);
    const touch: NodeTouch = { kind: 'node', key, slave, master, node, face, side: 1, closingSpeed: 0 };
    const { distance } = closestOnFace(point, nodes.positions, node, faces, face);
    fillContacts(contact, model, nodes.positions, [touch]);
    const depth = -normalDifference(contact, 0, nodes.positions);
    const pair = node * bodies.length + master;
    if (!(depth > 0 && depth >= STRAIGHT * distance && depth <= 0.5 * thinnest)) continue;
    if (depth < (found.get(pair)?.depth ?? Number.POSITIVE_INFINITY)) found.set(pair, { touch, depth });
  }
  return [...found.values()].map(({ touch }) => touch).sort((a, b) => a.key - b.key);
}

/**
 * Separates initial overlaps by the fraction due in this step, without changing velocities; the work is added to the
 * ledger. Afterwards the contacts are persistent like all closed ones.
 */
export function separateOverlaps(world: MeshWorld): void {
  const { model, rigid, totals, touching, overlaps } = world;
  if (overlaps.length === 0) return;
  const { positions } = model.nodes;
  const tracked = overlaps.flatMap((touch) => trackNode(model, positions, touch) ?? []);
  world.overlaps = tracked;
  if (world.steps === SEPARATION_STEPS) {
    world.persistentContacts = [...world.persistentContacts, ...tracked];
    world.overlaps = [];
    return;
  }
  const energy = energyOf(world);
  const before = positions.slice();
  fillContacts(touching, model, positions, tracked);
  world.maxPenetration = Math.max(
    world.maxPenetration,
    separateNodes(touching, model.nodes, 1 / (SEPARATION_STEPS - world.steps)),
  );
  for (const surface of rigid) shiftRigid(surface, model.nodes, before);
  computeForces(world);
  totals.contactWork += energyOf(world) - energy;
}

function energyOf(world: MeshWorld): number {
  const { kineticEnergy, potentialEnergy } = meshLedger(world);
  return kineticEnergy + potentialEnergy;
}
