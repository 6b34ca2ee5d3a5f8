import { describeAccuracy } from '../pairs/pair-accuracy.ts';
import type { PairMethods } from '../pairs/pair-methods.ts';

/** Methods that work alike, as the picture of the pair table shows them and its page groups them. */
export interface MethodFamily {
  /** One letter, for where colours are not seen. */
  readonly letter: string;
  readonly name: string;
  /** What the words of its methods begin with or hold. */
  readonly words: RegExp;
}

/** The first one whose words fit counts. */
export const METHOD_FAMILIES: readonly MethodFamily[] = [
  {
    letter: 'C',
    name: 'closed form',
    words: /^(?:difference|clamped|best of|closest points in closed form|nearest place)/,
  },
  { letter: 'W', name: 'height over a wall', words: / wall/ },
  { letter: 'G', name: 'GJK or a walk over features; axes or a polytope for depth', words: /^GJK|^a walk over/ },
  { letter: 'N', name: 'climb over normals', words: /^climb/ },
  { letter: 'S', name: 'smooth bodies, proven by planes and bounds', words: /proven by two planes/ },
  { letter: 'B', name: 'nearest parts through boxes', words: /through boxes/ },
  { letter: 'F', name: 'as a flat body of space', words: /^as a flat body/ },
];

export function familyOf({ method, kinds }: PairMethods): MethodFamily {
  const family = METHOD_FAMILIES.find(({ words }) => words.test(method));
  if (family === undefined) throw new RangeError(`${kinds.join(' and ')}: no family of methods for "${method}"`);
  return family;
}

/** Rows that are answered by the same words. */
export interface MethodGroup {
  readonly family: MethodFamily;
  readonly method: string;
  readonly accuracy: string;
  readonly planar: boolean;
  readonly pairs: readonly PairMethods['kinds'][];
}

/** All rows of a pair table, family by family, those with the same method and accuracy together. */
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
