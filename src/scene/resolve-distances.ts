import type { Lookup } from './names.ts';
import type { Fail } from './scene-error.ts';

type NamedPair = readonly [string, string];

/** Indices of the pairs of bodies whose distance is recorded; `kinds` are the kinds of the shapes of the bodies. */
export function resolveDistances(
  pairs: readonly NamedPair[],
  bodyIndex: Lookup,
  kinds: readonly string[],
  fail: Fail,
): (readonly [number, number])[] {
  const seen = new Map<string, number>();
  return pairs.map((names, i) => {
    const path = ['record', 'distances', i];
    const [a, b] = names.map((name, k) => bodyIndex(name, [...path, k]));
    if (a === b) fail(path, 'must be two different bodies');
    const key = [Math.min(a, b), Math.max(a, b)].join();
    const other = seen.get(key);
    if (other !== undefined) fail(path, `must be listed once, record.distances[${other}] has the same two bodies`);
    seen.set(key, i);
    // unless they are parallel, the depth of two half-spaces is infinite
    if (kinds[a] === 'halfspace' && kinds[b] === 'halfspace') fail(path, 'must not be two half-spaces');
    return [a, b] as const;
  });
}
