import { describe, expect, it } from 'vitest';
import { bumpyBall, drawCompound, ringMesh, wavySheet } from '../../../test/joined-bodies.ts';
import { drawPair, expectFirstContact, gapAt, sizeOf } from '../../../test/solid-motions.ts';
import { drawSolid } from '../../../test/solids.ts';
import { createRandom, type Random } from '../../math/random.ts';
import type { Shape } from '../../shapes/shape.ts';
import { impact } from '../query.ts';

const CORNERS = ['segment', 'sphere', 'capsule', 'box', 'hull'] as const;

const drawn: Readonly<Record<string, (random: Random) => Shape>> = {
  'compound of corners': (random) => drawCompound(random, 1, 2 + random.below(5), CORNERS),
  compound: (random) => drawCompound(random, 1, 2 + random.below(3)),
  mesh: (random) => bumpyBall(random, 1, 1 + random.below(2)),
  ring: () => ringMesh(1, 0.3, 10, 6),
  sheet: (random) => wavySheet(random, 1, 6),
  box: (random) => drawSolid(random, 'box', 0.6),
  sphere: (random) => drawSolid(random, 'sphere', 0.6),
  ellipsoid: (random) => drawSolid(random, 'ellipsoid', 0.6),
};

/** Pairs, how many are tried, and how many times each is looked at. */
const trials: readonly (readonly [string, string, number, number])[] = [
  ['compound of corners', 'compound of corners', 40, 100],
  ['compound', 'compound', 10, 60],
  ['compound', 'box', 20, 60],
  ['compound of corners', 'mesh', 15, 60],
  ['mesh', 'mesh', 15, 60],
  ['mesh', 'ring', 10, 60],
  ['sheet', 'mesh', 10, 60],
  ['sheet', 'box', 20, 60],
  ['mesh', 'sphere', 20, 60],
  ['mesh', 'ellipsoid', 5, 40],
];

describe('the first contact of bodies that consist of parts', () => {
  for (const turn of [0, 3, 10]) {
    it.each(trials)(
      `is neither missed nor late nor early, turning by up to ${turn} rad: %s and %s`,
      (a, b, count, samples) => {
        const random = createRandom(41 + turn);
        for (let trial = 0; trial < count; trial++) {
          const pair = drawPair(random, drawn[a](random), drawn[b](random), turn);
          const [{ shape: shapeA, motion: motionA }, { shape: shapeB, motion: motionB }] = pair;
          const found = impact(shapeA, motionA, shapeB, motionB, 1);
          expectFirstContact(pair, found, samples);
          const other = impact(shapeB, motionB, shapeA, motionA, 1);
          expect(other.status).toBe(found.status);
        }
      },
    );
  }
});
