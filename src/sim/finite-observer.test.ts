import { describe, expect, it } from 'vitest';
import { NonFiniteError } from '../math/finite.ts';
import { finiteObserver } from './finite-observer.ts';
import type { ContactRow, RunObserver, SimEvent } from './observer.ts';

const row: Required<ContactRow> = {
  time: 1,
  bodyA: 0,
  bodyB: 1,
  point: { x: 1, y: 2, z: 3 },
  normal: { x: 0, y: 1, z: 0 },
  distance: 1e-14,
  closingSpeed: 2,
  impulse: { x: 0, y: 4, z: 0 },
  work: -1,
  mode: 'slide',
  node: 7,
  face: 8,
};

const collision: SimEvent = {
  type: 'collision',
  time: 1,
  bodies: ['A', 'B'],
  point: [1, 2, 3],
  normal: [0, 1, 0],
  impulse: 4,
  closingSpeed: 2,
  points: 1,
};

/** Copies of a tree, each with another one of its numbers replaced. */
function* replaceEachNumber<Tree extends object>(tree: Tree, value: number): Generator<Tree> {
  for (const [key, item] of Object.entries(tree)) {
    const changes = typeof item === 'number' ? [value] : typeof item === 'object' ? replaceEachNumber(item, value) : [];
    for (const changed of changes) {
      yield (Array.isArray(tree) ? tree.with(Number(key), changed) : { ...tree, [key]: changed }) as Tree;
    }
  }
}

function passedOn(): { seen: unknown[]; observer: RunObserver } {
  const seen: unknown[] = [];
  const keep = (item: unknown) => seen.push(item);
  return { seen, observer: finiteObserver({ frame: () => {}, contact: keep, event: keep }) };
}

describe('a run with non-finite numbers', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'ends at any number %f of a contact or a collision',
    (value) => {
      const { seen, observer } = passedOn();
      const rows = [...replaceEachNumber(row, value)];
      const events = [...replaceEachNumber(collision, value)];
      expect([rows.length, events.length]).toEqual([17, 10]);
      for (const damaged of rows) expect(() => observer.contact(damaged)).toThrow(NonFiniteError);
      for (const damaged of events) expect(() => observer.event(damaged)).toThrow(NonFiniteError);
      expect(seen).toEqual([]);
    },
  );

  it('continues with finite numbers whose sum overflows', () => {
    const { seen, observer } = passedOn();
    const largest = Number.MAX_VALUE;
    const contact = { ...row, closingSpeed: largest, work: largest };
    const event = { ...collision, impulse: largest, closingSpeed: largest };
    observer.contact(contact);
    observer.event(event);
    expect(seen).toEqual([contact, event]);
  });
});
