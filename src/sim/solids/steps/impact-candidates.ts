import type { ContactRows } from '../../../response/solver/contact-rows.ts';
import type { StepWorld } from './step-world.ts';

/**
 * The manifolds whose impacts are resolved at their own times, in the order of the manifolds, and the approach speeds of their next impacts in
 * a tournament tree: the fastest is found, and a speed is changed, in a time that grows with the logarithm of their number.
 */
export interface ImpactCandidates {
  count: number;
  manifolds: Int32Array;
  /** The speed of candidate k [m/s], 0 for none, is at `leafCount` + k; that of node k is the larger one of nodes 2 k and 2 k + 1. */
  speeds: Float64Array;
  leafCount: number;
  /** The candidates of body i are `ofBodies[k]`, k from `starts[i]` to `starts[i + 1]` - 1; of movable bodies only. */
  starts: Int32Array;
  ofBodies: Int32Array;
}

/** Approach speeds that differ by less than this fraction are equal. */
const EQUAL_SPEED = 1e-9;
/** More than twice the depth of the tree. */
const STACK_LENGTH = 64;

export function createImpactCandidates(): ImpactCandidates {
  return {
    count: 0,
    manifolds: new Int32Array(64),
    speeds: new Float64Array(128),
    leafCount: 64,
    starts: new Int32Array(64),
    ofBodies: new Int32Array(128),
  };
}

/** Number of manifolds of each body. */
let manifoldCounts = new Int32Array(64);

/** Lists the candidates of the present contacts, without speeds. */
export function listCandidates(candidates: ImpactCandidates, world: StepWorld): void {
  const { contacts, bodies } = world;
  const { bodiesA, bodiesB, manifoldCount } = contacts;
  if (manifoldCounts.length < bodies.count) manifoldCounts = new Int32Array(2 * bodies.count);
  if (candidates.manifolds.length < manifoldCount) candidates.manifolds = new Int32Array(2 * manifoldCount);
  manifoldCounts.fill(0, 0, bodies.count);
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    manifoldCounts[bodiesA[manifold]]++;
    manifoldCounts[bodiesB[manifold]]++;
  }
  candidates.count = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (isResolvedHere(world, manifold)) candidates.manifolds[candidates.count++] = manifold;
  }
}

/** Elastic, or the only contact of its bodies; immovable ones may have others. */
function isResolvedHere({ contacts, free }: StepWorld, manifold: number): boolean {
  if (contacts.materials[3 * manifold + 2] > 0) return true;
  const a = contacts.bodiesA[manifold];
  const b = contacts.bodiesB[manifold];
  return (free[a] === 0 || manifoldCounts[a] === 1) && (free[b] === 0 || manifoldCounts[b] === 1);
}

/** Sets all speeds to 0, and lists the candidates of each body. */
export function clearSpeeds(candidates: ImpactCandidates, { contacts, bodies, free }: StepWorld): void {
  const { count, manifolds } = candidates;
  let leafCount = 1;
  while (leafCount < count) leafCount *= 2;
  candidates.leafCount = leafCount;
  if (candidates.speeds.length < 2 * leafCount) candidates.speeds = new Float64Array(2 * leafCount);
  candidates.speeds.fill(0, 0, 2 * leafCount);
  if (candidates.starts.length <= bodies.count) candidates.starts = new Int32Array(2 * bodies.count + 2);
  if (candidates.ofBodies.length < 2 * count) candidates.ofBodies = new Int32Array(4 * count);
  const { starts, ofBodies } = candidates;
  const { bodiesA, bodiesB } = contacts;
  starts.fill(0, 0, bodies.count + 1);
  for (let k = 0; k < count; k++) {
    if (free[bodiesA[manifolds[k]]] === 1) starts[bodiesA[manifolds[k]]]++;
    if (free[bodiesB[manifolds[k]]] === 1) starts[bodiesB[manifolds[k]]]++;
  }
  for (let i = 1; i <= bodies.count; i++) starts[i] += starts[i - 1];
  // now the end of each body; it moves to the start while the candidates are written
  for (let k = 0; k < count; k++) {
    if (free[bodiesA[manifolds[k]]] === 1) ofBodies[--starts[bodiesA[manifolds[k]]]] = k;
    if (free[bodiesB[manifolds[k]]] === 1) ofBodies[--starts[bodiesB[manifolds[k]]]] = k;
  }
}

/** Sets the speed of a candidate to `speed[0]` [m/s]: in an array, because numbers that are passed to a call get boxed. */
export function setSpeed({ speeds, leafCount }: ImpactCandidates, candidate: number, speed: Float64Array): void {
  let node = leafCount + candidate;
  if (speeds[node] === speed[0]) return;
  speeds[node] = speed[0];
  while (node > 1) {
    node >>= 1;
    const larger = Math.max(speeds[2 * node], speeds[2 * node + 1]);
    if (speeds[node] === larger) return;
    speeds[node] = larger;
  }
}

const stack = new Int32Array(STACK_LENGTH);

/** Selects the manifolds of the fastest impact, in their order; false if there is none. */
export function selectFastest(candidates: ImpactCandidates, contacts: ContactRows): boolean {
  const { speeds, leafCount, manifolds } = candidates;
  const { selected } = contacts;
  contacts.selectedCount = 0;
  if (candidates.count === 0 || speeds[1] === 0) return false;
  const least = (1 - EQUAL_SPEED) * speeds[1];
  let top = 0;
  stack[top++] = 1;
  while (top > 0) {
    const node = stack[--top];
    if (!(speeds[node] >= least)) continue;
    if (node >= leafCount) {
      selected[contacts.selectedCount++] = manifolds[node - leafCount];
      continue;
    }
    stack[top++] = 2 * node + 1;
    stack[top++] = 2 * node;
  }
  return true;
}
