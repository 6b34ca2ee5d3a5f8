import { createAabb } from '../../../bounds/aabb.ts';
import { shapeAabb } from '../../../bounds/shape-aabb.ts';
import { lengthVec3 } from '../../../math/vec3.ts';
import type { CompliantBody, CompliantPair, Island } from './compliant-pair.ts';
import { type CompliantWorld, createPair } from './compliant-world.ts';
import { findPoints } from './find-points.ts';
import { maxSpeed } from './step-limits.ts';

/**
 * The islands of a step of `h` [s]: pairs that are attached, or whose distance is below the bound of their displacements. Other pairs
 * cannot touch in the step, and lose their memory.
 */
export function findIslands(world: CompliantWorld, h: number): Island[] {
  setTravels(world, h);
  const { bodies } = world;
  const near: CompliantPair[] = [];
  const stored = new Map<number, CompliantPair>();
  for (const key of candidateKeys(world)) {
    const [a, b] = [bodies[Math.floor(key / bodies.length)], bodies[key % bodies.length]];
    const pair = world.pairs.get(key) ?? createPair(world, a, b);
    if (pair === undefined) continue;
    const isNear = findPoints(pair) > 0;
    if (!isNear && !pair.attached) continue;
    stored.set(key, pair);
    near.push(pair);
  }
  world.pairs.clear();
  for (const [key, pair] of stored) world.pairs.set(key, pair);
  return createIslands(world, near);
}

/** Keys of the pairs whose boxes overlap or that are attached, sorted. */
function candidateKeys({ bodies, boxes, range, broadPhase, pairs }: CompliantWorld): number[] {
  const count = bodies.length;
  for (const body of bodies) writeBox(boxes, body, 0.5 * range);
  const list = broadPhase.update(boxes, count);
  const keys: number[] = [];
  const found = new Set<number>();
  for (let k = 0; k < list.count; k++) {
    const [i, j] = [list.indices[2 * k], list.indices[2 * k + 1]];
    if (bodies[i].inverseMass === 0 && bodies[j].inverseMass === 0 && !isTrigger(bodies[i], bodies[j])) continue;
    keys.push(i * count + j);
    found.add(i * count + j);
  }
  let isSorted = true;
  for (const [key, { attached }] of pairs) {
    if (!attached || found.has(key)) continue;
    keys.push(key);
    isSorted = false;
  }
  return isSorted ? keys : keys.sort((p, q) => p - q);
}

function isTrigger(a: CompliantBody, b: CompliantBody): boolean {
  return a.trigger || b.trigger;
}

/**
 * Bounds of the displacements in the step: from the speed of each body, that of the fastest one, which may hit it, and twice the
 * acceleration at the start.
 */
function setTravels({ bodies, free, pairs, scene }: CompliantWorld, h: number): void {
  let fastest = 0;
  for (const body of bodies) fastest = Math.max(fastest, maxSpeed(body));
  const accelerations = new Float64Array(bodies.length);
  for (const { points, pointCount, a, b } of pairs.values()) {
    for (let k = 0; k < pointCount; k++) {
      const size = Math.abs(points[k].force) + lengthVec3(points[k].friction);
      accelerations[a.index] += size * a.inverseMass;
      accelerations[b.index] += size * b.inverseMass;
    }
  }
  for (const { body, force } of scene.forces.loads) {
    accelerations[body] += lengthVec3(force) * bodies[body].inverseMass;
  }
  const gravity = lengthVec3(scene.forces.gravity);
  for (const body of bodies) body.travel = maxSpeed(body) * h;
  for (const body of free) body.travel += fastest * h + 2 * (gravity + accelerations[body.index]) * h * h;
}

const aabb = createAabb();

/** The box around a body, larger by its travel and by `margin` [m]. */
function writeBox(out: Float64Array, { shape, pose, travel, index }: CompliantBody, margin: number): void {
  const { min, max } = shapeAabb(aabb, shape, pose);
  const more = travel + margin;
  const at = 6 * index;
  out[at] = min.x - more;
  out[at + 1] = min.y - more;
  out[at + 2] = min.z - more;
  out[at + 3] = max.x + more;
  out[at + 4] = max.y + more;
  out[at + 5] = max.z + more;
}

/** Groups free bodies by their pairs; ordered by the first body of each. */
function createIslands({ bodies, free }: CompliantWorld, pairs: readonly CompliantPair[]): Island[] {
  const parent = new Int32Array(bodies.length).map((_, i) => i);
  const root = (i: number): number => {
    let top = i;
    while (parent[top] !== top) top = parent[top];
    while (parent[i] !== top) [parent[i], i] = [top, parent[i]];
    return top;
  };
  for (const { a, b, trigger } of pairs) {
    if (trigger || a.inverseMass === 0 || b.inverseMass === 0) continue;
    const [i, j] = [root(a.index), root(b.index)];
    parent[Math.max(i, j)] = Math.min(i, j);
  }
  const islands = new Map<number, Island>();
  const islandOf = (i: number): Island => {
    const found = islands.get(i) ?? { bodies: [], pairs: [], immovable: [] };
    islands.set(i, found);
    return found;
  };
  for (const body of free) islandOf(root(body.index)).bodies.push(body);
  for (const pair of pairs) addPair(pair, (body) => islandOf(root(body.index)));
  return [...islands.values()];
}

/** A trigger and its visitor may be in different islands, or both immovable: then the pair is only updated at the end of the step. */
function addPair(pair: CompliantPair, islandOf: (body: CompliantBody) => Island): void {
  const { a, b } = pair;
  const isFree = ({ inverseMass }: CompliantBody) => inverseMass > 0;
  if (isFree(a) && isFree(b) && pair.trigger && islandOf(a) !== islandOf(b)) return;
  if (!isFree(a) && !isFree(b)) return;
  const island = islandOf(isFree(a) ? a : b);
  island.pairs.push(pair);
  for (const body of [a, b]) if (!isFree(body) && !island.immovable.includes(body)) island.immovable.push(body);
}
