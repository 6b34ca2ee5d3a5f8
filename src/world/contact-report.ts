import { transformVec3 } from '../math/mat3.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createVec3, dotVec3, scaleVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { activePoints } from '../sim/solids/steps/active-points.ts';
import { ANCHOR_A, ANCHOR_B, CACHED_IMPULSE, POINT } from '../sim/solids/steps/contact-cache.ts';
import { writePose } from '../sim/solids/steps/poses.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import type { BodyId } from './body-options.ts';
import type { ContactPointState } from './world-event.ts';
import { entryAt, type WorldStore } from './world-store.ts';

/** Contact of two bodies in the last step. */
export interface BodyContact {
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
  readonly points: readonly ContactPointState[];
}

/** Manifolds of each pair slot in the last step: fast bodies may have several impacts in a step. */
export function manifoldsBySlot({ contacts, manifoldSlots }: StepWorld): Map<number, number[]> {
  const manifolds = new Map<number, number[]>();
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) {
    if (contacts.bodiesA[manifold] < 0) continue;
    const slot = manifoldSlots[manifold];
    const known = manifolds.get(slot);
    if (known) known.push(manifold);
    else manifolds.set(slot, [manifold]);
  }
  return manifolds;
}

/** Points of manifolds with an impulse in the last step. */
export function pointsOfManifolds(steps: StepWorld, manifolds: readonly number[]): ContactPointState[] {
  const { step } = steps.scene.time;
  const points = manifolds.flatMap((manifold) => activePoints(steps, manifold));
  return points.map(({ point, normal, distance, closingSpeed, impulse, normalImpulse }) => ({
    point,
    normal,
    distance,
    closingSpeed,
    impulse,
    normalImpulse,
    force: scaleVec3(createVec3(), impulse, 1 / step),
  }));
}

const poseA = createPose();
const poseB = createPose();

/** Cached points of a pair at the present poses, with the impulse of the last substep as that of each: for bodies asleep, and triggers. */
export function cachedPoints(steps: StepWorld, slot: number): ContactPointState[] {
  const { cache, pairs, bodies, scene } = steps;
  writePose(poseA, bodies, pairs.first[slot]);
  writePose(poseB, bodies, pairs.second[slot]);
  const points: ContactPointState[] = [];
  for (let k = cache.blocks[slot]; k < cache.blocks[slot] + cache.counts[slot]; k++) {
    const a = toWorld(createVec3(), poseA, vectorAt(cache.points, POINT * k + ANCHOR_A));
    const b = toWorld(createVec3(), poseB, vectorAt(cache.points, POINT * k + ANCHOR_B));
    const normal = transformVec3(createVec3(), poseA.rotation, vectorAt(cache.points, POINT * k));
    const normalImpulse = scene.time.substeps * cache.impulses[CACHED_IMPULSE * k];
    const impulse = vectorAt(cache.impulses, CACHED_IMPULSE * k + 1);
    scaleVec3(impulse, impulse, scene.time.substeps);
    impulse.x += normalImpulse * normal.x;
    impulse.y += normalImpulse * normal.y;
    impulse.z += normalImpulse * normal.z;
    points.push({
      point: createVec3(0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)),
      normal,
      distance: dotVec3(normal, subVec3(createVec3(), b, a)),
      closingSpeed: 0,
      impulse,
      normalImpulse,
      force: scaleVec3(createVec3(), impulse, 1 / scene.time.step),
    });
  }
  return points;
}

function vectorAt(packed: Float64Array, k: number): Vec3 {
  return createVec3(packed[k], packed[k + 1], packed[k + 2]);
}

/** Contacts with an impulse in the last step, of the body with this index or of all; see `World.contacts`. */
export function contactsOf(store: WorldStore, index: number | undefined): BodyContact[] {
  const { steps } = store;
  const { pairs, cache } = steps;
  const manifolds = manifoldsBySlot(steps);
  const found: BodyContact[] = [];
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const a = pairs.first[slot];
    const b = pairs.second[slot];
    if (cache.touching[slot] === 0 || cache.sensors[slot] === 1) continue;
    if (index !== undefined && a !== index && b !== index) continue;
    const own = manifolds.get(slot);
    const points =
      own === undefined
        ? cachedPoints(steps, slot).filter(({ normalImpulse }) => normalImpulse > 0)
        : pointsOfManifolds(steps, own);
    if (points.length > 0) found.push({ bodyA: entryAt(store, a).id, bodyB: entryAt(store, b).id, points });
  }
  return found;
}
