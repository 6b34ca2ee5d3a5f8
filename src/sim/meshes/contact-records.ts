import { createVec3, dotVec3, type Vec3 } from '../../math/vec3.ts';
import { weightedDifference } from '../../response/mesh-contact/contact-coupling.ts';
import { type MeshContacts, NODES_PER_CONTACT } from '../../response/mesh-contact/contact-list.ts';
import type { ContactMode, ContactRow } from '../observer.ts';
import type { Touch } from './contact.ts';
import type { MeshWorld } from './mesh-world.ts';

/** Contacts with their impulses in this step, and their touches, in the same order. */
export interface ActingContacts {
  readonly contacts: MeshContacts;
  readonly touches: readonly Touch[];
}

/** Records the pairs of bodies whose contact began or ended, and every contact with a nonzero impulse. */
export function recordContacts(world: MeshWorld, acting: readonly ActingContacts[]): void {
  recordPairs(world, acting);
  for (const { contacts, touches } of acting) {
    for (const [c, touch] of touches.entries()) {
      if (!(contacts.impulses[c] > 0)) continue;
      const row = contactRow(world, contacts, c, touch);
      world.maxPenetration = Math.max(world.maxPenetration, -row.distance);
      world.observer.contact(row);
    }
  }
}

/** Two bodies touch while one of their contacts has an impulse. The contact begins at the first one of this step, if any. */
function recordPairs(world: MeshWorld, acting: readonly ActingContacts[]): void {
  const { scene } = world.model;
  /** Time of the first contact of each pair in this step. */
  const now = new Map<number, number>();
  for (const { contacts, touches } of acting) {
    for (const [c, touch] of touches.entries()) {
      if (!(contacts.impulses[c] > 0)) continue;
      const pair = pairOf(world, touch);
      now.set(pair, Math.min(now.get(pair) ?? Number.POSITIVE_INFINITY, touch.time ?? Number.POSITIVE_INFINITY));
    }
  }
  const report = (type: 'contact-begin' | 'contact-end', pair: number, time: number) => {
    const count = scene.bodies.length;
    const [a, b] = [Math.floor(pair / count), pair % count];
    world.observer.event({ type, time, bodies: [scene.bodies[a].name, scene.bodies[b].name] });
  };
  for (const pair of world.pairs) if (!now.has(pair)) report('contact-end', pair, world.time);
  const begun = [...now.keys()].filter((pair) => !world.pairs.has(pair));
  for (const pair of begun.sort((p, q) => p - q)) {
    const first = now.get(pair) ?? 0;
    report('contact-begin', pair, world.time + (Number.isFinite(first) ? first : 0));
    world.collisions++;
  }
  world.pairs = new Set(now.keys());
}

/** The lower index first: the pair is independent of the order. */
function pairOf({ model }: MeshWorld, { slave, master }: Touch): number {
  return Math.min(slave, master) * model.scene.bodies.length + Math.max(slave, master);
}

const after = new Float64Array(3);
const earlier = new Float64Array(3);
const gap = new Float64Array(3);

/** A is the master, B the slave. */
function contactRow(world: MeshWorld, contacts: MeshContacts, c: number, touch: Touch): ContactRow {
  const { model, before, time } = world;
  const { positions, velocities } = model.nodes;
  const normal = vectorAt(contacts.normals, c);
  const { master: bodyA, slave: bodyB } = touch;
  const friction = vectorAt(contacts.frictionImpulses, c);
  const j = contacts.impulses[c];
  const impulse = createVec3(j * normal.x + friction.x, j * normal.y + friction.y, j * normal.z + friction.z);
  const was = toVec3(weightedDifference(earlier, contacts, c, before));
  const is = toVec3(weightedDifference(after, contacts, c, velocities));
  return {
    time,
    bodyA,
    bodyB,
    point: vectorAt(positions, contacts.nodes[NODES_PER_CONTACT * c]),
    normal,
    distance: dotVec3(normal, toVec3(weightedDifference(gap, contacts, c, positions))),
    closingSpeed: -dotVec3(normal, was),
    impulse,
    work: 0.5 * (dotVec3(impulse, was) + dotVec3(impulse, is)),
    mode: modeOf(world, j, friction, touch),
    ...(touch.kind === 'node' && {
      node: touch.node - model.ranges[bodyB].firstNode,
      face: touch.face - model.ranges[bodyA].firstFace,
    }),
  };
}

/** Friction within rounding of its limit slides. */
const SLIDES = 1 - 1e-9;

function modeOf({ model }: MeshWorld, impulse: number, friction: Vec3, { time }: Touch): ContactMode {
  const { response, friction: coefficient } = model.scene.contacts;
  if (response === 'penalty') return 'penalty';
  if (coefficient === 0) return time === undefined ? 'resting' : 'frictionless';
  const size = Math.sqrt(dotVec3(friction, friction));
  return size < SLIDES * coefficient * impulse ? 'stick' : 'slide';
}

function vectorAt(field: Float64Array, index: number): Vec3 {
  return createVec3(field[3 * index], field[3 * index + 1], field[3 * index + 2]);
}

function toVec3([x, y, z]: Float64Array): Vec3 {
  return createVec3(x, y, z);
}
