import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { boxesOverlap } from './pairs.ts';
import {
  createPersistentPairs,
  dropPairsOf,
  type PersistentPairs,
  removeBox,
  renewBox,
  reserveBoxes,
  updatePersistentPairs,
} from './persistent-pairs.ts';

const all = (count: number) => new Uint8Array(count).fill(1);
const anyPair = () => true;

function pairsOf({ slots, count, first, second }: PersistentPairs): string[] {
  return [...slots.subarray(0, count)].map((slot) => `${first[slot]} ${second[slot]}`);
}

/** Randomly moving boxes; the first is a half-space below them. */
function drawBoxes(count: number) {
  const random = createRandom(3);
  const boxes = new Float64Array(6 * count);
  for (let k = 6; k < boxes.length; k += 6) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[k + axis] = random.between(0, 9);
      boxes[k + 3 + axis] = boxes[k + axis] + random.between(0.2, 1.5);
    }
  }
  boxes.set([-Infinity, -Infinity, -Infinity, Infinity, Infinity, 0.5]);
  const wander = () => {
    for (let k = 6; k < boxes.length; k += 6) {
      for (let axis = 0; axis < 3; axis++) {
        const step = random.between(-0.1, 0.1);
        boxes[k + axis] += step;
        boxes[k + 3 + axis] += step;
      }
    }
  };
  return { boxes, wander };
}

describe('persistent pairs', () => {
  it('are those whose fat boxes overlap, in the order of the boxes, at every update: none that overlap are missing', () => {
    const count = 60;
    const { boxes, wander } = drawBoxes(count);
    const pairs = createPersistentPairs(count);
    for (let update = 0; update < 60; update++, wander()) {
      updatePersistentPairs(pairs, boxes, all(count), anyPair);
      const { bounds } = pairs.tree;
      const expected: string[] = [];
      let missing = 0;
      for (let i = 0; i < count; i++) {
        for (let j = i + 1; j < count; j++) {
          const overlapping = boxesOverlap(bounds, i, bounds, j);
          if (overlapping) expected.push(`${i} ${j}`);
          else if (boxesOverlap(boxes, i, boxes, j)) missing++;
        }
      }
      expect(pairsOf(pairs)).toEqual(expected);
      expect(missing).toBe(0);
    }
  });

  it('are found ahead of boxes with given velocities: a falling group is reinserted only every few updates', () => {
    const count = 30;
    const speed = 0.2;
    const velocities = new Float64Array(3 * count).map((_, k) => (k % 3 === 2 && k > 3 ? -speed : 0));
    const updatesWithInsertion = (ahead: number) => {
      const { boxes } = drawBoxes(count);
      for (let k = 6; k < 6 * count; k++) if (k % 6 >= 3) boxes[k] = boxes[k - 3] + 2;
      const pairs = createPersistentPairs(count);
      let insertions = 0;
      for (let update = 0; update < 24; update++) {
        const before = pairs.tree.bounds.slice(0, 6 * count);
        updatePersistentPairs(pairs, boxes, all(count), anyPair, velocities, ahead);
        if (pairs.tree.bounds.subarray(0, 6 * count).some((x, k) => x !== before[k])) insertions++;
        const { bounds } = pairs.tree;
        for (let k = 6; k < 6 * count; k++) {
          // every box is inside its fat box
          if (k % 6 < 3) expect(bounds[k]).toBeLessThanOrEqual(boxes[k]);
          else expect(bounds[k]).toBeGreaterThanOrEqual(boxes[k]);
        }
        for (let k = 6; k < 6 * count; k += 6) for (const axis of [2, 5]) boxes[k + axis] -= speed;
      }
      return insertions;
    };
    // a margin of 5 % of 2 m is less than the displacement per update; four more displacements last for four updates after the first
    expect(updatesWithInsertion(0)).toBe(24);
    expect(updatesWithInsertion(4)).toBe(5);
  });

  it('retain their slots while they exist, and no two have the same', () => {
    const count = 40;
    const { boxes, wander } = drawBoxes(count);
    const pairs = createPersistentPairs(count);
    const before = new Map<string, number>();
    for (let update = 0; update < 40; update++, wander()) {
      updatePersistentPairs(pairs, boxes, all(count), anyPair);
      const slots = [...pairs.slots.subarray(0, pairs.count)];
      expect(new Set(slots).size).toBe(slots.length);
      const fresh = new Set(pairs.fresh.slots.subarray(0, pairs.fresh.count));
      pairsOf(pairs).forEach((pair, k) => {
        if (before.has(pair) && !fresh.has(slots[k])) expect(slots[k]).toBe(before.get(pair));
        before.set(pair, slots[k]);
      });
    }
  });

  it('do not change while all boxes stay inside their fat boxes', () => {
    const { boxes } = drawBoxes(30);
    const pairs = createPersistentPairs(30);
    updatePersistentPairs(pairs, boxes, all(30), anyPair);
    const first = pairsOf(pairs);
    for (let k = 6; k < boxes.length; k++) boxes[k] += 0.001;
    updatePersistentPairs(pairs, boxes, all(30), anyPair);
    expect([pairs.fresh.count, pairs.dropped.count]).toEqual([0, 0]);
    expect(pairsOf(pairs)).toEqual(first);
  });

  it('exclude unwanted pairs, and test only active boxes', () => {
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 0.5, 0, 0, 1.5, 1, 1, 5, 0, 0, 6, 1, 1);
    const pairs = createPersistentPairs(3);
    updatePersistentPairs(pairs, boxes, all(3), (i, j) => i + j !== 1);
    expect(pairsOf(pairs)).toEqual([]);
    boxes[12] = 0.2;
    boxes[15] = 1.2;
    updatePersistentPairs(pairs, boxes, Uint8Array.of(1, 1, 0), anyPair);
    expect(pairsOf(pairs)).toEqual([]);
    updatePersistentPairs(pairs, boxes, Uint8Array.of(0, 0, 1), anyPair);
    expect(pairsOf(pairs)).toEqual(['0 2', '1 2']);
  });

  it('drop a fat box that is much too long', () => {
    const boxes = Float64Array.of(0, 0, 0, 100, 1, 1, 80, 0, 0, 81, 1, 1);
    const pairs = createPersistentPairs(2);
    updatePersistentPairs(pairs, boxes, all(2), anyPair);
    expect(pairs.count).toBe(1);
    boxes[3] = 1;
    updatePersistentPairs(pairs, boxes, all(2), anyPair);
    expect([pairs.count, pairs.dropped.count]).toEqual([0, 1]);
  });

  it('stay those of a double loop while boxes are added, moved and removed', () => {
    const random = createRandom(8);
    const capacity = 64;
    const boxes = new Float64Array(6 * capacity);
    const pairs = createPersistentPairs(2);
    const alive = new Set<number>();
    const place = (i: number) => {
      for (let k = 0; k < 3; k++) {
        boxes[6 * i + k] = random.between(0, 4);
        boxes[6 * i + 3 + k] = boxes[6 * i + k] + random.between(0.1, 1);
      }
    };
    for (let round = 0; round < 300; round++) {
      const i = random.below(Math.min(capacity, 2 + round));
      reserveBoxes(pairs, i + 1);
      pairs.boxCount = Math.max(pairs.boxCount, i + 1);
      if (alive.has(i) && random.below(3) === 0) {
        alive.delete(i);
        dropPairsOf(pairs, i, (slot) => expect([pairs.first[slot], pairs.second[slot]]).toContain(i));
        removeBox(pairs, i);
      } else {
        alive.add(i);
        place(i);
        renewBox(pairs, i);
      }
      for (let j = 0; j < pairs.boxCount; j++) if (!alive.has(j)) removeBox(pairs, j);
      updatePersistentPairs(pairs, boxes, new Uint8Array(pairs.boxCount), anyPair);
      const expected: string[] = [];
      for (const a of [...alive].sort((p, q) => p - q)) {
        for (const b of alive)
          if (a < b && boxesOverlap(pairs.tree.bounds, a, pairs.tree.bounds, b)) expected.push(`${a} ${b}`);
      }
      expect(pairsOf(pairs).sort()).toEqual(expected.sort());
    }
    expect(pairs.slotCount).toBeLessThan(2000); // 64 boxes have at most 2016 pairs at once
  });
});
