import { clearContactRows, reserveManifold, reserveRows } from '../../../response/solver/contact-rows.ts';
import { prepareRows, writeRawRows } from '../../../response/solver/prepare-rows.ts';
import { updateSchedule } from '../../../response/solver/solve-schedule.ts';
import { writePoses } from '../../../response/solver/solver-bodies.ts';
import { isLeftToCcd } from './fast-approach.ts';
import type { StepWorld } from './step-world.ts';
import { writeMeanImpulse, writePair } from './write-pair.ts';
import { copyPoints, writeRows } from './write-rows.ts';

/**
 * Fills the rows of the solver from the cache, pairs in the order of the bodies, points in that of the features. The manifolds of a large world
 * are in the order in which they are solved: every pass then reads the rows from memory in sequence. They are written in the order of the pairs:
 * that of the cache, whose data is several times as long as the rows.
 */
export function gatherRows(world: StepWorld): void {
  const { contacts, options } = world;
  clearContactRows(contacts);
  listManifolds(world);
  const count = contacts.manifoldCount;
  if (options.preSolve) {
    // a filter of the caller may remove manifolds, and sees them in the order of the bodies
    contacts.manifoldCount = 0;
    for (let k = 0; k < count; k++) gatherManifold(world, world.manifoldSlots[k]);
    updateSchedule(contacts, world.solver.records, world.bodies.positions);
  } else {
    updateSchedule(contacts, world.solver.records, world.bodies.positions);
    placeManifolds(world);
    for (let k = 0; k < count; k++) {
      world.manifoldSlots[places[k]] = slots[k];
      writeManifold(world, slots[k], places[k]);
    }
    if (contacts.memory) {
      writePoses(world.solver, world.bodies);
      contacts.penetrating = writeRawRows(contacts, contacts.memory, world.solver, world.settings.time);
      return;
    }
  }
  prepareRows(contacts, world.solver.records);
}

/** Writes the slots and the bodies of the manifolds of this step, without rows. */
function listManifolds(world: StepWorld): void {
  const { pairs, cache, stepCount } = world;
  world.fastSlots.length = 0;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (cache.counts[slot] === 0 || cache.sensors[slot] === 1 || cache.visited[slot] !== stepCount) continue;
    if (isLeftToCcd(world, slot)) {
      world.fastSlots.push(slot);
      continue;
    }
    addManifold(world, slot, 0);
    // the schedule needs the number of rows
    const { manifoldCount, starts } = world.contacts;
    starts[manifoldCount] = starts[manifoldCount - 1] + cache.counts[slot];
  }
}

/** Slots of the manifolds in the order of the pairs, and the place of each in the order in which they are solved. */
let slots = new Int32Array(64);
let places = new Int32Array(64);

/** Finds the place of each manifold in the order of the schedule, and its first row; the schedule is then in the order of the manifolds. */
function placeManifolds({ contacts, cache, manifoldSlots }: StepWorld): void {
  const { manifoldCount, schedule } = contacts;
  const { pairs, pairCount } = schedule;
  if (slots.length < manifoldCount) {
    slots = new Int32Array(2 * manifoldCount);
    places = new Int32Array(2 * manifoldCount);
  }
  slots.set(manifoldSlots.subarray(0, manifoldCount));
  let row = 0;
  let place = 0;
  let lastFrom = -1;
  for (let k = 0; k < 2 * pairCount; k++) {
    const from = pairs[k];
    // a manifold without a partner
    if (k % 2 === 1 && from === lastFrom) {
      pairs[k] = place - 1;
      continue;
    }
    places[from] = place;
    contacts.starts[place] = row;
    row += cache.counts[slots[from]];
    pairs[k] = place++;
    lastFrom = from;
  }
  contacts.starts[manifoldCount] = row;
  contacts.rowCount = row;
  reserveRows(contacts, row);
}

/** Writes manifold `patch`, whose first row is known, from the pair in `slot`. */
function writeManifold(world: StepWorld, slot: number, patch: number): void {
  const { pairs, contacts, cache } = world;
  contacts.bodiesA[patch] = pairs.first[slot];
  contacts.bodiesB[patch] = pairs.second[slot];
  writePair(world, slot, patch);
  writeMeanImpulse(world, patch, slot);
  if (contacts.memory) copyPoints(world, patch, cache.blocks[slot], cache.counts[slot]);
  else writeRows(world, patch, cache.blocks[slot], cache.counts[slot]);
}

/** The same behind the last manifold, if the filter of the caller accepts it. */
function gatherManifold(world: StepWorld, slot: number): void {
  const { cache, contacts } = world;
  const points = cache.counts[slot];
  const patch = contacts.manifoldCount;
  const { penetrating } = contacts;
  appendManifold(world, slot, points);
  writeMeanImpulse(world, patch, slot);
  writeRows(world, patch, cache.blocks[slot], points);
  if (!filterManifold(world)) contacts.penetrating = penetrating;
}

/** Appends a manifold of `points` rows for the pair in `slot`; the rows are not written. */
export function appendManifold(world: StepWorld, slot: number, points: number): void {
  const { contacts } = world;
  const patch = contacts.manifoldCount;
  addManifold(world, slot, points);
  writePair(world, slot, patch);
  contacts.rowCount += points;
  contacts.starts[patch + 1] = contacts.rowCount;
}

/** The slot and the bodies of one more manifold. */
function addManifold(world: StepWorld, slot: number, points: number): void {
  const { pairs, contacts } = world;
  reserveManifold(contacts, points);
  const patch = contacts.manifoldCount++;
  if (patch === world.manifoldSlots.length) {
    const longer = new Int32Array(2 * patch);
    longer.set(world.manifoldSlots);
    world.manifoldSlots = longer;
  }
  world.manifoldSlots[patch] = slot;
  contacts.bodiesA[patch] = pairs.first[slot];
  contacts.bodiesB[patch] = pairs.second[slot];
}

/** Removes the last manifold if the filter of the caller rejects it; false: removed. */
export function filterManifold(world: StepWorld): boolean {
  const { contacts, options } = world;
  const patch = contacts.manifoldCount - 1;
  if (!options.preSolve || options.preSolve(world, patch)) return true;
  contacts.manifoldCount--;
  contacts.rowCount = contacts.starts[patch];
  return false;
}
