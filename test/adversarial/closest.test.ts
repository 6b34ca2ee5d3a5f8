import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import type { PairMethods } from '../../src/pairs/pair-methods.ts';
import { closest, pairTable } from '../../src/pairs/query.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import { type AdversarialBody, drawAdversarialPair } from './draw-pair.ts';
import { isConvexBody, judgeConvexContact, judgeSwap, lengthOf } from './judge-closest.ts';
import { judgeUnique } from './judge-manifold.ts';
import { judgeOutlineContact } from './judge-outline.ts';

/**
 * `closest` in aligned, symmetric and degenerate configurations, for every pair of the table. ADVERSARIAL_CASES is the number of cases of
 * all groups together: `ADVERSARIAL_CASES=1000000 npx vitest run test/adversarial` is the long campaign. Case k of a row is always the same:
 * a failure is reported with its case number.
 */
const CASES = Number(process.env['ADVERSARIAL_CASES'] ?? 5_000);
const TIMEOUT = 900_000 + 10 * CASES;

const PLANAR: readonly ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfspace'];
const POLYTOPES: readonly ShapeKind[] = ['point', 'segment', 'halfspace', 'box', 'hull'];
const SOLIDS: readonly ShapeKind[] = [...POLYTOPES, 'sphere', 'capsule', 'cylinder', 'cone'];
const CONVEX: readonly ShapeKind[] = [...SOLIDS, 'ellipsoid'];

interface Group {
  readonly name: string;
  readonly planar: boolean;
  readonly kinds: readonly ShapeKind[];
  /** Fraction of all cases. */
  readonly fraction: number;
}

/** A row belongs to the first group of its dimension that has both its kinds. */
const groups: readonly Group[] = [
  { name: 'planar bodies', planar: true, kinds: PLANAR, fraction: 0.25 },
  { name: 'polytopes', planar: false, kinds: POLYTOPES, fraction: 0.25 },
  { name: 'solids', planar: false, kinds: SOLIDS, fraction: 0.23 },
  { name: 'ellipsoids', planar: false, kinds: CONVEX, fraction: 0.25 },
  // slower by far
  { name: 'smooth planar bodies', planar: true, kinds: [...PLANAR, 'tiled'], fraction: 0.005 },
  { name: 'smooth bodies', planar: false, kinds: [...CONVEX, 'tiled'], fraction: 0.015 },
];

function rowsOf(group: Group): PairMethods[] {
  const has = ({ kinds }: Group, row: PairMethods) => row.kinds.every((kind) => kinds.includes(kind));
  const sameDimension = groups.filter(({ planar }) => planar === group.planar);
  return pairTable.filter(
    (row) => !(row.planar && !group.planar) && sameDimension.find((other) => has(other, row)) === group,
  );
}

/** The normal of the twins of tiled bodies. */
function proposedNormal({ accuracy }: PairMethods, { twin: a }: AdversarialBody, { twin: b }: AdversarialBody) {
  return accuracy.normal === undefined ? undefined : closest(a.shape, a.pose, b.shape, b.pose).normal;
}

/** Failures of case `k` of a row, each with the data to repeat it. */
function judgeCase(row: PairMethods, k: number, planar: boolean): string[] {
  const random = createRandom(1 + 7919 * pairTable.indexOf(row) + 15_485_863 * k + (planar ? 1 : 0));
  const { a, b, description } = drawAdversarialPair(random, row.kinds, planar);
  const contact = closest(a.shape, a.pose, b.shape, b.pose);
  const swapped = closest(b.shape, b.pose, a.shape, a.pose);
  const convex = isConvexBody(a.twin) && isConvexBody(b.twin);
  const faults = [
    ...(convex
      ? judgeConvexContact(a.twin, b.twin, contact, row.accuracy, random, planar, proposedNormal(row, a, b))
      : []),
    ...(planar && !convex ? (judgeOutlineContact(a.twin, b.twin, contact, row.accuracy, random) ?? []) : []),
    ...(planar && convex ? judgeUnique(a.twin, b.twin, contact, lengthOf(a.twin, b.twin)) : []),
    ...judgeSwap(contact, swapped, row.accuracy, lengthOf(a.twin, b.twin)),
  ];
  return faults.map((fault) => `${row.kinds.join(' and ')}, case ${k} (${description}), ${contact.status}: ${fault}`);
}

describe.each(groups)('closest in adversarial configurations: $name', (group) => {
  const rows = rowsOf(group);
  const perRow = Math.ceil((CASES * group.fraction) / rows.length);

  it.each(rows.map((row) => [row.kinds.join(' and '), row] as const))('%s', { timeout: TIMEOUT }, (_, row) => {
    const faults: string[] = [];
    for (let k = 0; k < perRow; k++) faults.push(...judgeCase(row, k, group.planar));
    expect({ count: faults.length, first: faults.slice(0, 10) }).toEqual({ count: 0, first: [] });
  });
});
