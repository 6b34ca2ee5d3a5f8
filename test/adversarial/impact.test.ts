import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import type { PairMethods } from '../../src/pairs/pair-methods.ts';
import { impact, pairTable } from '../../src/pairs/query.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import { DURATION, drawMovingPair } from './draw-motion.ts';
import { judgeImpact, sizeOf } from './judge-impact.ts';

/**
 * `impact` of bodies that move through aligned, symmetric and degenerate configurations, for every pair of the table. ADVERSARIAL_CASES is the
 * number of cases of all groups together, 500 by default: `ADVERSARIAL_CASES=1000000 npx vitest run test/adversarial/impact.test.ts` is the
 * long campaign. Case k of a row is always the same: a failure is reported with its case number.
 */
const CASES = Number(process.env['ADVERSARIAL_CASES'] ?? 500);
const TIMEOUT = 900_000 + 20 * CASES;

const FLAT: readonly ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfspace'];
const SOLIDS: readonly ShapeKind[] = [
  'point',
  'segment',
  'halfspace',
  'box',
  'hull',
  'sphere',
  'capsule',
  'cylinder',
  'cone',
];
const CONVEX: readonly ShapeKind[] = [...SOLIDS, 'ellipsoid'];
const PARTS: readonly ShapeKind[] = [...CONVEX, 'compound', 'trimesh'];

interface Group {
  readonly name: string;
  readonly planar: boolean;
  readonly kinds: readonly ShapeKind[];
  /** Fraction of all cases; distances of smooth bodies take a hundred times as long as others. */
  readonly fraction: number;
}

/** A row belongs to the first group of its dimension that has both its kinds. */
const groups: readonly Group[] = [
  { name: 'planar bodies', planar: true, kinds: FLAT, fraction: 0.2 },
  { name: 'planar smooth bodies', planar: true, kinds: [...FLAT, 'tiled'], fraction: 0.02 },
  { name: 'solids', planar: false, kinds: SOLIDS, fraction: 0.3 },
  { name: 'ellipsoids', planar: false, kinds: CONVEX, fraction: 0.12 },
  { name: 'compounds and meshes', planar: false, kinds: PARTS, fraction: 0.22 },
  { name: 'flat bodies in space', planar: false, kinds: [...PARTS, 'disc', 'polygon'], fraction: 0.1 },
  { name: 'smooth bodies', planar: false, kinds: [...PARTS, 'disc', 'polygon', 'tiled'], fraction: 0.04 },
];

function rowsOf(group: Group): PairMethods[] {
  const has = ({ kinds }: Group, row: PairMethods) => row.kinds.every((kind) => kinds.includes(kind));
  const sameDimension = groups.filter(({ planar }) => planar === group.planar);
  return pairTable.filter(
    (row) => !(row.planar && !group.planar) && sameDimension.find((other) => has(other, row)) === group,
  );
}

const seen: Record<string, number> = {};

/** Failures of case `k` of a row, each with the data to repeat it. */
function judgeCase(row: PairMethods, k: number, planar: boolean): string[] {
  const random = createRandom(2 + 7919 * pairTable.indexOf(row) + 15_485_863 * k + (planar ? 1 : 0));
  const pair = drawMovingPair(random, row.kinds, planar, ({ a, b }) => sizeOf(a, b));
  const { a, b, separation, description } = pair;
  const found = impact(a.shape, a.motion, b.shape, b.motion, DURATION, { separation });
  seen[found.status] = (seen[found.status] ?? 0) + 1;
  const kept = separation > 0 ? `, separation ${separation}` : '';
  return judgeImpact(pair, found, row.accuracy).map(
    (fault) => `${row.kinds.join(' and ')}, case ${k} (${description}${kept}), ${found.status}: ${fault}`,
  );
}

describe.each(groups)('impact in adversarial configurations: $name', (group) => {
  const rows = rowsOf(group);
  const perRow = Math.ceil((group.fraction * CASES) / rows.length);

  it.each(rows.map((row) => [row.kinds.join(' and '), row] as const))('%s', { timeout: TIMEOUT }, (_, row) => {
    const faults: string[] = [];
    for (let k = 0; k < perRow; k++) faults.push(...judgeCase(row, k, group.planar));
    expect({ count: faults.length, first: faults.slice(0, 10) }).toEqual({ count: 0, first: [] });
  });
});

it('hits, misses and overlaps are all among the cases', () => {
  expect(Math.min(seen.hit ?? 0, seen.none ?? 0, seen['initial-overlap'] ?? 0)).toBeGreaterThan(0.1 * CASES);
});
