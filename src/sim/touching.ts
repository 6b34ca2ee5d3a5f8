import { createAabb } from '../bounds/aabb.ts';
import { shapeAabb } from '../bounds/shape-aabb.ts';
import { type BroadPhase, createBroadPhase } from '../broad/broad-phase.ts';
import { type Contact, createContact, type Manifold } from '../distance/contact.ts';
import { planarManifold } from '../manifold/planar-manifold.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { closestInto } from '../pairs/query.ts';
import type { ContactLaw } from '../scene/scene.ts';
import type { CompositeBody, Part } from './composite-body.ts';
import { partPose } from './composite-body.ts';
import { isExcluded } from './solids/steps/step-joints.ts';
import type { World } from './world.ts';

/** Two bodies of the scene, of different composites, that are near each other now. */
export interface Touch {
  readonly a: CompositeBody;
  readonly b: CompositeBody;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly law: ContactLaw;
  readonly manifold: Manifold;
  /** Signed distance of the two bodies [m]. */
  readonly distance: number;
}

/** Finds contacts, step after step: broad phase over the boxes of all bodies, then the pair table. */
export interface TouchFinder {
  /** All pairs within `range(law)` [m] of each other, in the order of the bodies. */
  find(range: (law: ContactLaw) => number): Touch[];
}

export function createTouchFinder(world: World): TouchFinder {
  const count = world.scene.bodies.length;
  const broadPhase: BroadPhase = createBroadPhase(world.scene.time.broadPhase);
  const boxes = new Float64Array(6 * count);
  const poses = Array.from({ length: count }, (): Pose => createPose());
  const contact: Contact = createContact();
  const box = createAabb();
  const parts: Part[] = new Array(count);
  const owners: CompositeBody[] = new Array(count);

  const placeBodies = (margin: number) => {
    for (const composite of world.composites) {
      for (const part of composite.parts) {
        const { min, max } = shapeAabb(box, part.shape, partPose(poses[part.body], part, composite));
        const at = 6 * part.body;
        boxes[at] = min.x - margin;
        boxes[at + 1] = min.y - margin;
        boxes[at + 2] = min.z;
        boxes[at + 3] = max.x + margin;
        boxes[at + 4] = max.y + margin;
        boxes[at + 5] = max.z;
        parts[part.body] = part;
        owners[part.body] = composite;
      }
    }
  };

  return {
    find(range) {
      world.observer.working?.('searching');
      const { law, pairs } = world.scene.contacts;
      const farthest = Math.max(range(law), ...pairs.map(range));
      placeBodies(0.5 * farthest);
      const near = broadPhase.update(boxes, count);
      const touches: Touch[] = [];
      for (let k = 0; k < near.count; k++) {
        const bodyA = near.indices[2 * k];
        const bodyB = near.indices[2 * k + 1];
        const a = owners[bodyA];
        const b = owners[bodyB];
        const shapeA = parts[bodyA].shape;
        const shapeB = parts[bodyB].shape;
        const pairLaw = world.lawOf(bodyA, bodyB);
        if (!mayTouch(world, a, b, pairLaw)) continue;
        if (world.joints && isExcluded(world.joints.joints, bodyA, bodyB)) continue;
        closestInto(contact, shapeA, poses[bodyA], shapeB, poses[bodyB]);
        const limit = range(pairLaw);
        if (contact.distance > limit) continue;
        const manifold = planarManifold(shapeA, poses[bodyA], shapeB, poses[bodyB], contact, limit);
        touches.push({ a, b, bodyA, bodyB, law: pairLaw, manifold, distance: contact.distance });
      }
      return touches;
    },
  };
}

function mayTouch(world: World, a: CompositeBody, b: CompositeBody, law: ContactLaw): boolean {
  if (a === b || !law.collide || (a.inverseMass === 0 && b.inverseMass === 0)) return false;
  if (world.docks.length === 0) return true;
  // pinned bodies rotate about their pin and do not collide with each other ([CP13-5.5])
  return !world.docks.some(
    ({ state, docking, sensors }) =>
      state === 'docked' && docking.mode === 'pin' && joins(a, b, sensors[0].body, sensors[1].body),
  );
}

function joins(a: CompositeBody, b: CompositeBody, first: number, second: number): boolean {
  const has = (composite: CompositeBody, body: number) => composite.parts.some((part) => part.body === body);
  return (has(a, first) && has(b, second)) || (has(a, second) && has(b, first));
}
