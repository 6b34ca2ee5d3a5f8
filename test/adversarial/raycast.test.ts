import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { raycast } from '../../src/ray/raycast.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import { drawAdversarialRay } from './draw-ray.ts';
import { judgeRay } from './judge-ray.ts';

/**
 * `raycast` with and without a radius: rays through edges and vertices, along faces, tangent to round bodies, from the surface to an ulp and
 * from inside. Case k of a kind is always the same.
 */
const CASES = Number(process.env['ADVERSARIAL_CASES'] ?? 5_000) / 4;
const TIMEOUT = 900_000 + 100 * CASES;

/** Largest error in parts of the size of the query: the body, the radius and the way to it. */
const ROUNDING = 1e-14;

interface Group {
  readonly kind: ShapeKind;
  readonly planar: boolean;
  /** Fraction of the cases of a common kind: some bodies take longer. */
  readonly fraction: number;
}

const kindsOf = (planar: boolean, kinds: readonly ShapeKind[], fraction = 1): Group[] =>
  kinds.map((kind) => ({ kind, planar, fraction }));

const groups: readonly Group[] = [
  ...kindsOf(true, ['point', 'segment', 'disc', 'polygon', 'halfspace']),
  ...kindsOf(false, ['point', 'segment', 'halfspace', 'sphere', 'capsule', 'box', 'cylinder', 'cone', 'ellipsoid']),
  ...kindsOf(false, ['compound', 'hull'], 0.3),
  ...kindsOf(false, ['trimesh', 'tiled'], 0.1),
  ...kindsOf(true, ['tiled'], 0.05),
];

function judgeCase(kind: ShapeKind, planar: boolean, k: number): string[] {
  const drawn = drawAdversarialRay(createRandom(17 + 15_485_863 * k + (planar ? 1 : 0)), kind, planar);
  const { body, origin, direction, maxDistance, radius } = drawn;
  const hit = raycast(body.shape, body.pose, origin, direction, maxDistance, radius);
  const what = hit.inside ? 'inside' : hit.hit ? `hit at ${hit.distance}` : 'missed';
  return judgeRay(drawn, hit, ROUNDING, planar).map((fault) => `case ${k} (${drawn.description}), ${what}: ${fault}`);
}

describe('rays in adversarial positions', () => {
  const fractions = groups.reduce((sum, { fraction }) => sum + fraction, 0);

  it.each(groups)('$kind, planar $planar', { timeout: TIMEOUT }, ({ kind, planar, fraction }) => {
    const faults: string[] = [];
    for (let k = 0; k < (CASES * fraction) / fractions; k++) faults.push(...judgeCase(kind, planar, k));
    expect({ count: faults.length, first: faults.slice(0, 10) }).toEqual({ count: 0, first: [] });
  });
});
