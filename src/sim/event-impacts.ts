import { createContact } from '../distance/contact.ts';
import { planarManifold } from '../manifold/planar-manifold.ts';
import { createPose } from '../math/pose.ts';
import { copyVec3, createVec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { advanceComposite, type CompositeBody, partPose } from './composite-body.ts';
import type { Pair } from './event-pairs.ts';
import { type ImpactContact, impactPoint, resolveImpacts } from './impact-contact.ts';
import { addFlightImpulse, addLoadWork, closeContactWork } from './ledger-totals.ts';
import type { World } from './world.ts';

/** Resting neighbours within this fraction of the bodies' size take part in a simultaneous impact. */
const TOUCHING = 1e-10;

/** Advances a composite to the current time and adds the impulse of gravity and loads to the ledger. */
export function moveToNow({ totals, scene, time, timeLow }: World, composite: CompositeBody): void {
  addFlightImpulse(totals, composite, time, timeLow);
  addLoadWork(totals, composite, scene.forces.gravity, time, timeLow);
  advanceComposite(composite, time, timeLow);
}

/** Advances the bodies of the due contacts to the current time, resolves the contacts and returns the bodies that may have changed. */
export function resolveDueContacts(world: World, due: readonly Pair[], pairs: Iterable<Pair>): Set<CompositeBody> {
  const touched = new Set<CompositeBody>();
  for (const { a, b } of due) touched.add(a).add(b);
  for (const composite of touched) moveToNow(world, composite);
  const impactContacts: ImpactContact[] = [];
  for (const pair of due) if (pair.impact.status === 'hit') impactContacts.push(impactContactOf(world, pair));
  if (world.scene.contacts.multiContact === 'simultaneous')
    impactContacts.push(...restingNeighbours(world, due, [...pairs], touched));
  resolveImpacts(world, impactContacts, { approachTolerance: 0 });
  closeContactWork(world.totals);
  return touched;
}

function impactContactOf(world: World, pair: Pair): ImpactContact {
  const { a, b, impact } = pair;
  const { partA, partB, law } = pair.parts[pair.contact];
  const { pointA, pointB, secondPointA, secondPointB, gap } = impact;
  const points = [impactPoint(pointA, pointB, gap)];
  if (impact.twoPoints) {
    const second = impactPoint(secondPointA, secondPointB, gap);
    if (world.scene.contacts.manifold === 'two-point') points.push(second);
    else points[0] = impactPoint(points[0].pointA, second.pointA, gap);
  }
  const normal = copyVec3(createVec3(), impact.normal);
  return { a, b, bodyA: partA.body, bodyB: partB.body, normal, points, material: law.material };
}

const contact = createContact();
const poseA = createPose();
const poseB = createPose();

/** Pairs that touch without approaching, connected to the colliding composites through other such pairs; they join `touched`. */
function restingNeighbours(
  world: World,
  due: readonly Pair[],
  pairs: readonly Pair[],
  touched: Set<CompositeBody>,
): ImpactContact[] {
  const impactContacts: ImpactContact[] = [];
  const seen = new Set(due);
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const pair of pairs) {
      if (seen.has(pair) || !(isMovable(pair.a, touched) || isMovable(pair.b, touched))) continue;
      seen.add(pair);
      const impactContact = touchingImpact(world, pair);
      if (!impactContact) continue;
      impactContacts.push(impactContact);
      touched.add(pair.a).add(pair.b);
      hasGrown = true;
    }
  }
  return impactContacts;
}

/** Impulses propagate through movable bodies of the impact, not through immovable ones. */
function isMovable(composite: CompositeBody, touched: ReadonlySet<CompositeBody>): boolean {
  return touched.has(composite) && composite.inverseMass > 0;
}

function touchingImpact(world: World, pair: Pair): ImpactContact | undefined {
  const { a, b } = pair;
  for (const composite of [a, b]) moveToNow(world, composite);
  for (const { partA, partB, law } of pair.parts) {
    partPose(poseA, partA, a);
    partPose(poseB, partB, b);
    closestInto(contact, partA.shape, poseA, partB.shape, poseB);
    const radii = [shapeRadius(partA.shape), shapeRadius(partB.shape)].filter(Number.isFinite);
    const tolerance = TOUCHING * Math.max(...radii);
    if (contact.distance > tolerance) continue;
    const { normal, points } = planarManifold(partA.shape, poseA, partB.shape, poseB, contact, tolerance);
    return {
      a,
      b,
      bodyA: partA.body,
      bodyB: partB.body,
      normal: { ...normal },
      points: points.map((point) => impactPoint(point.pointA, point.pointB, point.distance)),
      material: law.material,
    };
  }
  return undefined;
}
