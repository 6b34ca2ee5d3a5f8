import { describe, expect, it } from 'vitest';
import { NonFiniteError } from '../math/finite.ts';
import { finiteObserver } from './finite-observer.ts';
import type { BodyState, LedgerRow } from './observer.ts';

const vector = () => ({ x: 1, y: 2, z: 3 });

const body = (): BodyState => ({
  name: 'ball',
  position: vector(),
  rotation: { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 },
  angle: 0.5,
  velocity: vector(),
  angularVelocity: vector(),
});

const ledger = (): LedgerRow => ({
  time: 1,
  momentum: vector(),
  angularMomentum: vector(),
  momentumScale: 1,
  angularMomentumScale: 1,
  kineticEnergy: 1,
  potentialEnergy: 1,
  strainEnergy: 1,
  contactWork: 1,
  driveWork: 1,
  energyCreated: 1,
  impulseOnImmovable: vector(),
  angularImpulseOnImmovable: vector(),
  externalImpulse: vector(),
  externalAngularImpulse: vector(),
  externalWork: 1,
});

/** Paths to all numbers in a tree. */
function numbersIn(value: object): string[][] {
  return Object.entries(value).flatMap(([key, item]) => {
    if (typeof item === 'number') return [[key]];
    return typeof item === 'object' ? numbersIn(item).map((path) => [key, ...path]) : [];
  });
}

/** The tree with another number at a path. */
function withNumber<T extends object>(tree: T, path: readonly string[], number: number): T {
  let parent = tree as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  parent[path[path.length - 1]] = number;
  return tree;
}

describe('frames of a run', () => {
  const seen: unknown[] = [];
  const observer = finiteObserver({
    frame: (time) => seen.push(time),
    contact: () => {},
    event: () => {},
  });

  it('passes on what is finite', () => {
    seen.length = 0;
    observer.frame(1, [body(), body()], ledger());
    expect(seen).toEqual([1]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%s does not pass anywhere in a frame', (value) => {
    seen.length = 0;
    for (const path of numbersIn(body())) {
      const bodies = [body(), withNumber(body(), path, value)];
      expect(() => observer.frame(1, bodies, ledger()), path.join('.')).toThrow(NonFiniteError);
    }
    for (const path of numbersIn(ledger())) {
      expect(() => observer.frame(1, [body()], withNumber(ledger(), path, value)), path.join('.')).toThrow(
        NonFiniteError,
      );
    }
    expect(seen).toEqual([]);
  });
});
