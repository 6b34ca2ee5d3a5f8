import { describe, expect, it } from 'vitest';
import { readTrackerScene } from '../../../../test/tracker-scenes.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import { tiledRoundedBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledCapsule, tiledCylinder, tiledEllipsoid } from '../../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { dotAt } from './projection-error.ts';
import { climbWitness, placeAtSupportSeed } from './support-witness.ts';
import { createWitness, evaluateWitness, setWitness } from './witness.ts';

const BODIES = {
  'a planar body': readTrackerScene('C').shapeA,
  'a lens': readTrackerScene('E').shapeA,
  'a squeezed lens': readTrackerScene('E').shapeB,
  'a box': readTrackerScene('H').shapeA,
} as Record<string, TiledBody>;

function randomDirection(random: Random, planar: boolean): Float64Array {
  const d = Float64Array.of(random.normal(), random.normal(), planar ? 0 : random.normal());
  const length = Math.hypot(...d);
  return d.map((component) => component / length);
}

describe.each(Object.entries(BODIES))('the support point of %s [PG05-6.2]', (_, body) => {
  const planar = body.dimension === 2;
  const witness = createWitness(body);
  const pieces = planar ? body.edges.length : body.faces.length;

  /** The highest point of a dense grid over all pieces, and of the vertices. */
  function sampledHeight(direction: Float64Array): number {
    let height = Math.max(
      ...body.vertices.map(({ point: { x, y, z } }) => x * direction[0] + y * direction[1] + z * direction[2]),
    );
    const grid = planar ? 200 : 15;
    for (let feature = 0; feature < pieces; feature++) {
      for (let i = 0; i <= grid; i++) {
        for (let j = 0; j <= (planar ? 0 : grid); j++) {
          setWitness(witness, feature, i / grid, j / grid);
          evaluateWitness(witness);
          height = Math.max(height, dotAt(witness.bodyJet, 0, direction, 0));
        }
      }
    }
    return height;
  }

  it('is at least as far as the farthest of many samples, from any start', () => {
    const random = createRandom(11);
    for (let run = 0; run < 100; run++) {
      const direction = randomDirection(random, planar);
      const height = sampledHeight(direction);
      placeAtSupportSeed(witness, direction);
      climbWitness(witness, direction);
      const best = dotAt(witness.bodyJet, 0, direction, 0);
      // samples are points of the body: never higher than the support point except for rounding, and lower by at most the bulge of a cell
      expect(best).toBeGreaterThan(height - 1e-14);
      expect(best).toBeLessThan(height + 0.02);
      for (let start = 0; start < 6; start++) {
        const feature = random.below(body.faces.length + body.edges.length + body.vertices.length);
        setWitness(witness, feature, random.next(), random.next());
        climbWitness(witness, direction);
        expect(Math.abs(dotAt(witness.bodyJet, 0, direction, 0) - best)).toBeLessThan(1e-14);
      }
    }
  });

  it('can start from the last result: a rotating direction gives the same heights', () => {
    const random = createRandom(12);
    const fresh = createWitness(body);
    const reused = createWitness(body);
    for (let run = 0; run < 300; run++) {
      const direction = randomDirection(random, planar);
      climbWitness(reused, direction);
      placeAtSupportSeed(fresh, direction);
      climbWitness(fresh, direction);
      expect(Math.abs(dotAt(reused.bodyJet, 0, direction, 0) - dotAt(fresh.bodyJet, 0, direction, 0))).toBeLessThan(
        1e-14,
      );
    }
  });
});

describe('the support point of bodies with flat and singly curved faces', () => {
  const ANALYTIC: [string, TiledBody, (x: number, y: number, z: number) => number][] = [
    [
      'a rounded box',
      tiledRoundedBox([0.6, 0.5, 0.4], 0.15),
      (x, y, z) => 0.45 * Math.abs(x) + 0.35 * Math.abs(y) + 0.25 * Math.abs(z) + 0.15,
    ],
    ['an ellipsoid', tiledEllipsoid([1, 0.7, 0.5]), (x, y, z) => Math.hypot(x, 0.7 * y, 0.5 * z)],
    ['a capsule', tiledCapsule(0.4, 0.7), (_x, _y, z) => 0.4 + 0.7 * Math.abs(z)],
    ['a cylinder', tiledCylinder(0.4, 0.7), (x, y, z) => 0.4 * Math.hypot(x, y) + 0.7 * Math.abs(z)],
  ];

  it.each(ANALYTIC)('%s: agrees with the closed form, starting from the last direction', (_, body, height) => {
    const random = createRandom(13);
    const witness = createWitness(body);
    for (let run = 0; run < 1000; run++) {
      const direction = randomDirection(random, false);
      climbWitness(witness, direction);
      const [x, y, z] = direction;
      expect(Math.abs(dotAt(witness.bodyJet, 0, direction, 0) - height(x, y, z))).toBeLessThan(1e-14);
    }
  });
});
