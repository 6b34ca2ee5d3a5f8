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
  const owners: { composite: CompositeBody; part: Part }[] = new Array(count);

  const placeBodies = (margin: number) => {
    for (const composite of world.composites) {
      for (const part of composite.parts) {
        const { min, max } = shapeAabb(createAabb(), part.shape, partPose(poses[part.body], part, composite));
        boxes.set([min.x - margin, min.y - margin, min.z, max.x + margin, max.y + margin, max.z], 6 * part.body);
        owners[part.body] = { composite, part };
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
        const [a, b] = [owners[bodyA], owners[bodyB]];
        const pairLaw = world.lawOf(bodyA, bodyB);
        if (!mayTouch(world, a.composite, b.composite, pairLaw)) continue;
        closestInto(contact, a.part.shape, poses[bodyA], b.part.shape, poses[bodyB]);
        const limit = range(pairLaw);
        if (contact.distance > limit) continue;
        const manifold = planarManifold(a.part.shape, poses[bodyA], b.part.shape, poses[bodyB], contact, limit);
        touches.push({
          a: a.composite,
          b: b.composite,
          bodyA,
          bodyB,
          law: pairLaw,
          manifold,
          distance: contact.distance,
        });
      }
      return touches;
    },
  };
}

function mayTouch(world: World, a: CompositeBody, b: CompositeBody, law: ContactLaw): boolean {
  if (a === b || !law.collide || (a.inverseMass === 0 && b.inverseMass === 0)) return false;
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
