import { describeAccuracy } from '../pairs/pair-accuracy.ts';
import type { PairMethods } from '../pairs/pair-methods.ts';

/** Families of similar methods, for the picture of the pair table and its page. */
export interface MethodFamily {
  /** One letter, for readers without colour vision. */
  readonly letter: string;
  readonly name: string;
  /** Matches the descriptions of its methods. */
  readonly pattern: RegExp;
}

/** The first match counts. */
export const METHOD_FAMILIES: readonly MethodFamily[] = [
  {
    letter: 'C',
    name: 'closed form',
    pattern:
      /^(?:difference|clamped|best of|closest points in closed form|nearest place|closest point on the surface by)/,
  },
  { letter: 'H', name: 'height above a half-space', pattern: / wall|half-space|parallel faces/ },
  {
    letter: 'G',
    name: 'GJK or closest features; SAT or EPA for depth',
    pattern: /^GJK|^a walk over|^closest features/,
  },
  { letter: 'N', name: 'maximum gap over normals', pattern: /^climb|^maximum gap/ },
  {
    letter: 'S',
    name: 'smooth bodies, certified by planes and bounds',
    pattern: /by two (?:support )?planes|^branch and bound/,
  },
  {
    letter: 'B',
    name: 'nearest parts by bounding volume hierarchies',
    pattern: /through boxes|bounding volume hierarch/,
  },
  { letter: 'F', name: 'as a flat spatial body', pattern: /^as a flat/ },
];

export function familyOf({ method, kinds }: PairMethods): MethodFamily {
  const family = METHOD_FAMILIES.find(({ pattern }) => pattern.test(method));
  if (family === undefined) throw new RangeError(`${kinds.join(' and ')}: no family of methods for "${method}"`);
  return family;
}

/** Rows with the same method description. */
export interface MethodGroup {
  readonly family: MethodFamily;
  readonly method: string;
  readonly accuracy: string;
  readonly planar: boolean;
  readonly pairs: readonly PairMethods['kinds'][];
}

/** All rows of a pair table by family, grouped by method and accuracy. */
export function groupByMethod(table: readonly PairMethods[]): MethodGroup[] {
  const groups = new Map<string, { family: MethodFamily; row: PairMethods; pairs: PairMethods['kinds'][] }>();
  for (const row of table) {
    const key = JSON.stringify([row.method, row.accuracy, row.planar]);
    const group = groups.get(key) ?? { family: familyOf(row), row, pairs: [] };
    group.pairs.push(row.kinds);
    groups.set(key, group);
  }
  const found = [...groups.values()].map(({ family, row: { method, accuracy, planar }, pairs }) => ({
    family,
    method,
    accuracy: describeAccuracy(accuracy),
    planar,
    pairs,
  }));
  return METHOD_FAMILIES.flatMap((family) => found.filter((group) => group.family === family));
}
