import { createPose } from '../math/pose.ts';
import { lengthVec3 } from '../math/vec3.ts';
import { createContact } from '../narrow/contact.ts';
import { copyImpact, createImpact, type Impact } from '../narrow/impact.ts';
import { contactManifold } from '../narrow/manifold.ts';
import { closestInto, impactInto } from '../narrow/query.ts';
import type { ContactLaw } from '../scene/scene.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { bookFlight } from './books.ts';
import { moverOf, releaseDock, searchDocking, tryDocking } from './docking.ts';
import { createEventQueue } from './event-queue.ts';
import { advanceMover, createSnapshot, type Mover, type Part, partPose, type Snapshot, snapshotAt } from './mover.ts';
import { resolveStrikes, type Strike, strikePoint } from './strike.ts';
import { type Dock, recordEvent, recordFramesUntil, SimulationError, type World } from './world.ts';

/** Events closer than this share of the time (at least of 1 s) happen together. [CP13] spec 4.3 */
const SAME_TIME = 1e-12;
/** An interval shorter than this share of a pair's longest one is short; so many in a row are an accumulation (Zeno). */
const SHORT_INTERVAL = 1e-5;
const SHORT_INTERVALS = 12;
/** A speed below this share of the fastest one met so far is what rounding left of a body at rest. */
const SPEED_NOISE = 1e-14;
/** Nearer than this share of the bodies' size, resting neighbours take part in a simultaneous impact. */
const TOUCHING = 1e-10;

/** Two movers that may meet, and when they will. */
interface Pair {
  readonly kind: 'pair';
  readonly a: Mover;
  readonly b: Mover;
  /** Pairs of parts that may touch. */
  readonly parts: readonly { readonly partA: Part; readonly partB: Part; readonly law: ContactLaw }[];
  /** The first contact found, with the parts that make it. */
  readonly impact: Impact;
  contact: number;
  readonly history: { last: number; longest: number; short: number };
}

/** Something due at a known time; void once its owner has moved otherwise. */
interface Plan {
  readonly rank: number;
  readonly owner: Pair | { readonly kind: 'dock' | 'release'; readonly dock: Dock };
  isVoid: boolean;
}

/**
 * From one exact time of impact to the next, [CP13] spec 4.3: nothing happens in between, so bodies fly in closed form, each from
 * its own last event; only pairs with a body that an event touched are searched again. Yields the time after each event.
 */
export function* runEvents(world: World): Generator<number, 'end' | 'event-limit' | 'accumulation'> {
  const { docks } = world;
  const { end, maxEvents } = world.scene.time;
  const queue = createEventQueue<Plan>((plan) => plan.isVoid);
  const current = new Map<Pair | Dock, Plan>();
  let pairs: Pair[] = [];
  let planCount = 0;

  const schedule = (key: Pair | Dock, owner: Plan['owner'], time: number) => {
    const old = current.get(key);
    if (old) old.isVoid = true;
    const plan: Plan = { rank: planCount++, owner, isVoid: false };
    current.set(key, plan);
    if (time <= end) queue.push(time, plan);
  };
  let fastest = 0;
  const searchPair = (pair: Pair) => schedule(pair, pair, searchImpact(world, pair, end, SPEED_NOISE * fastest));
  const searchDock = (dock: Dock) => {
    if (dock.state === 'armed' || dock.state === 'too-fast') {
      schedule(dock, { kind: 'dock', dock }, searchDocking(world, dock, world.time, end));
    }
  };
  /** Searches again whatever involves one of these movers. */
  const searchAround = (movers: ReadonlySet<Mover>) => {
    for (const mover of movers) fastest = Math.max(fastest, speedOf(mover));
    for (const pair of pairs) if (movers.has(pair.a) || movers.has(pair.b)) searchPair(pair);
    for (const dock of docks) {
      if (dock.sensors.some((sensor) => movers.has(moverOf(world, sensor.body)))) searchDock(dock);
    }
  };
  /** Movers were joined or parted: pairs of those that stayed keep their plans. */
  const rebuildPairs = () => {
    const known = new Set(world.movers);
    const kept = pairs.filter((pair) => known.has(pair.a) && known.has(pair.b));
    for (const pair of pairs) if (!kept.includes(pair)) schedule(pair, pair, Number.POSITIVE_INFINITY);
    const settled = new Set(pairs.flatMap((pair) => [pair.a, pair.b]));
    pairs = [...kept, ...createPairs(world, settled)];
    searchAround(new Set(world.movers.filter((mover) => !settled.has(mover))));
  };

  for (const dock of docks) {
    if (dock.docking.release <= end)
      queue.push(dock.docking.release, { rank: planCount++, owner: { kind: 'release', dock }, isVoid: false });
    searchDock(dock);
  }
  world.observer.working?.('searching');
  rebuildPairs();

  for (let next = queue.nextTime(); next <= end; next = queue.nextTime()) {
    world.observer.working?.('moving');
    recordFramesUntil(world, next);
    world.time = next;
    world.steps++;
    const { owner } = queue.pop() as Plan;
    if (owner.kind === 'pair') {
      const together = [owner];
      while (queue.nextTime() <= next + SAME_TIME * Math.max(1, next)) {
        const other = queue.pop() as Plan;
        if (other.owner.kind !== 'pair') {
          queue.push(next, other);
          break;
        }
        together.push(other.owner);
      }
      world.observer.working?.('responding');
      const touched = meet(world, together, pairs);
      world.observer.working?.('searching');
      searchAround(touched);
      const piled = together.find((pair) => accumulates(pair, next));
      if (piled) {
        recordEvent(world, { type: 'accumulation', time: next, bodies: bodyNames(world, piled) });
        for (const mover of world.movers) moveTo(world, mover, next);
        return 'accumulation';
      }
      if (world.collisions >= maxEvents) return 'event-limit';
    } else {
      for (const { body } of owner.dock.sensors) moveTo(world, moverOf(world, body), next);
      if (owner.kind === 'release') releaseDock(world, owner.dock);
      else if (!tryDocking(world, owner.dock)) searchDock(owner.dock);
      rebuildPairs();
    }
    yield world.time;
  }
  recordFramesUntil(world, end);
  world.time = end;
  return 'end';
}

/** All pairs with at least one mover that is not in `settled`, at least one part pair that collides and one side that can give way. */
function createPairs(world: World, settled: ReadonlySet<Mover>): Pair[] {
  const { movers, lawOf } = world;
  const pairs: Pair[] = [];
  movers.forEach((a, i) => {
    for (const b of movers.slice(i + 1)) {
      if ((settled.has(a) && settled.has(b)) || (a.inverseMass === 0 && b.inverseMass === 0)) continue;
      const parts = a.parts
        .flatMap((partA) => b.parts.map((partB) => ({ partA, partB, law: lawOf(partA.body, partB.body) })))
        .filter(({ law }) => law.collide);
      if (parts.length === 0) continue;
      pairs.push({
        kind: 'pair',
        a,
        b,
        parts,
        impact: createImpact(),
        contact: 0,
        history: { last: 0, longest: 0, short: 0 },
      });
    }
  });
  return pairs;
}

const snapshotA = createSnapshot();
const snapshotB = createSnapshot();
const trial = createImpact();

/** The first contact of a pair from now on, kept in the pair; its absolute time, Infinity when there is none. */
function searchImpact(world: World, pair: Pair, end: number, noise: number): number {
  const { time } = world;
  stillIfSlow(snapshotAt(snapshotA, pair.a, time), noise);
  stillIfSlow(snapshotAt(snapshotB, pair.b, time), noise);
  let best = Number.POSITIVE_INFINITY;
  pair.parts.forEach(({ partA, partB }, index) => {
    const left = Math.min(end - time, best);
    impactInto(trial, flyingShape(world, partA), snapshotA, flyingShape(world, partB), snapshotB, left);
    if (trial.status === 'initial-overlap') throw overlapError(world, partA.body, partB.body);
    if (trial.status === 'none' || trial.time >= best) return;
    best = trial.time;
    pair.contact = index;
    copyImpact(pair.impact, trial);
  });
  return time + best;
}

function speedOf({ velocity, angularVelocity, parts }: Mover): number {
  const reach = Math.max(...parts.map(({ shape, offset }) => shapeRadius(shape) + lengthVec3(offset)));
  return lengthVec3(velocity) + (angularVelocity.z === 0 ? 0 : Math.abs(angularVelocity.z) * reach);
}

/** A row of bodies left at rest by a cancellation must not strike each other at the speed of its last digits. */
function stillIfSlow(snapshot: Snapshot, noise: number): void {
  const { velocity } = snapshot;
  if (Math.abs(velocity.x) < noise) velocity.x = 0;
  if (Math.abs(velocity.y) < noise) velocity.y = 0;
}

function flyingShape(world: World, part: Part): PlanarShape {
  if (part.carried) return part.carried;
  const name = world.names[part.body];
  throw new SimulationError(
    `${name}: a docked ${part.shape.kind} needs time.method 'steps'; 'events' carries polygons only`,
  );
}

function overlapError(world: World, bodyA: number, bodyB: number): SimulationError {
  const [a, b] = [world.names[bodyA], world.names[bodyB]];
  return new SimulationError(
    `${a} and ${b} overlap at t = ${world.time} s; time.method 'events' needs bodies that start apart or touching`,
  );
}

/** Brings a mover to `time` and books what gravity did on the way. */
function moveTo(world: World, mover: Mover, time: number): void {
  bookFlight(world.books, mover, time);
  advanceMover(mover, time);
}

/** The contacts of this moment: moves their bodies here, resolves them and returns whoever may have been pushed. */
function meet(world: World, due: readonly Pair[], pairs: readonly Pair[]): Set<Mover> {
  const touched = new Set(due.flatMap((pair) => [pair.a, pair.b]));
  for (const mover of touched) moveTo(world, mover, world.time);
  const strikes = due.filter((pair) => pair.impact.status === 'hit').map((pair) => strikeOf(world, pair));
  if (world.scene.contacts.multi === 'simultaneous') strikes.push(...restingNeighbours(world, due, pairs, touched));
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
  return { a, b, bodyA: partA.body, bodyB: partB.body, normal: { ...impact.normal }, points, material: law.material };
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
  for (const mover of [a, b]) moveTo(world, mover, world.time);
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

/** Keeps the pair's record of intervals; true when its impacts pile up. [CP13] spec 3.4, Zeno */
function accumulates(pair: Pair, time: number): boolean {
  const { history } = pair;
  const interval = time - history.last;
  history.short = interval < SHORT_INTERVAL * history.longest ? history.short + 1 : 0;
  history.longest = Math.max(history.longest, interval);
  history.last = time;
  return history.short >= SHORT_INTERVALS;
}

function bodyNames(world: World, pair: Pair): readonly [string, string] {
  const { partA, partB } = pair.parts[pair.contact];
  return [world.names[partA.body], world.names[partB.body]];
}
