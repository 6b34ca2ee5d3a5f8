import { createPose } from '../math/pose.ts';
import { copyVec3, createVec3 } from '../math/vec3.ts';
import { createContact } from '../narrow/contact.ts';
import { contactManifold } from '../narrow/manifold.ts';
import { closestInto } from '../narrow/query.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { bookFlight } from './books.ts';
import type { Pair } from './event-pairs.ts';
import { advanceMover, type Mover, partPose } from './mover.ts';
import { resolveStrikes, type Strike, strikePoint } from './strike.ts';
import type { World } from './world.ts';

/** Nearer than this fraction of the bodies' size, resting neighbours take part in a simultaneous impact. */
const TOUCHING = 1e-10;

/** Brings a mover to the present and books what gravity did on the way. */
export function moveToNow({ books, time, timeLow }: World, mover: Mover): void {
  bookFlight(books, mover, time, timeLow);
  advanceMover(mover, time, timeLow);
}

/** The contacts of this moment: moves their bodies here, resolves them and returns whoever may have been pushed. */
export function meet(world: World, due: readonly Pair[], pairs: Iterable<Pair>): Set<Mover> {
  const touched = new Set<Mover>();
  for (const { a, b } of due) touched.add(a).add(b);
  for (const mover of touched) moveToNow(world, mover);
  const strikes: Strike[] = [];
  for (const pair of due) if (pair.impact.status === 'hit') strikes.push(strikeOf(world, pair));
  if (world.scene.contacts.multi === 'simultaneous')
    strikes.push(...restingNeighbours(world, due, [...pairs], touched));
  resolveStrikes(world, strikes, 0);
  return touched;
}

function strikeOf(world: World, pair: Pair): Strike {
  const { a, b, impact } = pair;
  const { partA, partB, law } = pair.parts[pair.contact];
  const { pointA, pointB, secondPointA, secondPointB, gap } = impact;
  const points = [strikePoint(pointA, pointB, gap)];
  if (impact.twoPoints) {
    const second = strikePoint(secondPointA, secondPointB, gap);
    if (world.scene.contacts.manifold === 'two-point') points.push(second);
    else points[0] = strikePoint(points[0].pointA, second.pointA, gap);
  }
  const normal = copyVec3(createVec3(), impact.normal);
  return { a, b, bodyA: partA.body, bodyB: partB.body, normal, points, material: law.material };
}

const contact = createContact();
const poseA = createPose();
const poseB = createPose();

/** Pairs that touch without approaching, reached from the struck movers through other such pairs; they join `touched`. */
function restingNeighbours(world: World, due: readonly Pair[], pairs: readonly Pair[], touched: Set<Mover>): Strike[] {
  const strikes: Strike[] = [];
  const seen = new Set(due);
  for (let grown = true; grown; ) {
    grown = false;
    for (const pair of pairs) {
      if (seen.has(pair) || !(isMovable(pair.a, touched) || isMovable(pair.b, touched))) continue;
      seen.add(pair);
      const strike = touchingStrike(world, pair);
      if (!strike) continue;
      strikes.push(strike);
      touched.add(pair.a).add(pair.b);
      grown = true;
    }
  }
  return strikes;
}

/** Pushes travel through struck bodies that can move, not through walls. */
function isMovable(mover: Mover, touched: ReadonlySet<Mover>): boolean {
  return touched.has(mover) && mover.inverseMass > 0;
}

function touchingStrike(world: World, pair: Pair): Strike | undefined {
  const { a, b } = pair;
  for (const mover of [a, b]) moveToNow(world, mover);
  for (const { partA, partB, law } of pair.parts) {
    partPose(poseA, partA, a);
    partPose(poseB, partB, b);
    closestInto(contact, partA.shape, poseA, partB.shape, poseB);
    const radii = [shapeRadius(partA.shape), shapeRadius(partB.shape)].filter(Number.isFinite);
    const tolerance = TOUCHING * Math.max(...radii);
    if (contact.distance > tolerance) continue;
    const { normal, points } = contactManifold(partA.shape, poseA, partB.shape, poseB, contact, tolerance);
    return {
      a,
      b,
      bodyA: partA.body,
      bodyB: partB.body,
      normal: { ...normal },
      points: points.map((point) => strikePoint(point.pointA, point.pointB, point.distance)),
      material: law.material,
    };
  }
  return undefined;
}
