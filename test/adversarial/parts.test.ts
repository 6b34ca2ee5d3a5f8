import { describe, expect, it } from 'vitest';
import type { PairMethods } from '../../src/pairs/pair-methods.ts';
import { pairTable } from '../../src/pairs/query.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import { judgePartsCase } from './judge-parts-case.ts';

/**
 * `closest` of compounds, meshes and flat bodies in space, in aligned, symmetric and degenerate configurations. ADVERSARIAL_CASES is the number
 * of cases of all groups together, as in `closest.test.ts`.
 */
const CASES = Number(process.env['ADVERSARIAL_CASES'] ?? 2_000);
const TIMEOUT = 900_000 + 100 * CASES;

const has =
  (...kinds: ShapeKind[]) =>
  ({ kinds: both }: PairMethods) =>
    both.some((kind) => kinds.includes(kind));

// bodies of trimmed faces have configurations of their own: src/distance/brep
const spatial = pairTable.filter((row) => !row.planar && !has('tiled', 'halfspace', 'brep')(row));
const meshes = spatial.filter(has('trimesh'));
const compounds = spatial.filter((row) => has('compound')(row) && !has('trimesh')(row));
const flat = spatial.filter((row) => has('disc', 'polygon')(row) && !has('trimesh', 'compound')(row));

describe.each([
  ['meshes', meshes],
  ['compounds', compounds],
  ['flat bodies in space', flat],
] as const)('closest in adversarial configurations: %s', (_, rows) => {
  const perRow = Math.ceil(CASES / 8 / rows.length);

  it.each(rows.map((row) => [row.kinds.join(' and '), row] as const))('%s', { timeout: TIMEOUT }, (_, row) => {
    const faults: string[] = [];
    for (let k = 0; k < perRow; k++) faults.push(...judgePartsCase(row, k));
    expect({ count: faults.length, first: faults.slice(0, 10) }).toEqual({ count: 0, first: [] });
  });
});
