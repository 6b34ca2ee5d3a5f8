import { describe, expect, it } from 'vitest';
import { createMotion } from '../src/math/motion.ts';
import { createPose } from '../src/math/pose.ts';
import { createRandom, type Random } from '../src/math/random.ts';
import { createVec3 } from '../src/math/vec3.ts';
import { impact } from '../src/pairs/query.ts';
import { createBox } from '../src/shapes/box.ts';
import { createCapsule } from '../src/shapes/capsule.ts';
import { createCone } from '../src/shapes/cone.ts';
import { createCylinder } from '../src/shapes/cylinder.ts';
import { createDisc } from '../src/shapes/disc.ts';
import { createEllipsoid } from '../src/shapes/ellipsoid.ts';
import { createHull } from '../src/shapes/hull/create-hull.ts';
import { createPolygon } from '../src/shapes/polygon.ts';
import type { Shape } from '../src/shapes/shape.ts';
import { firstOverlap } from './oracles/first-overlap.ts';
import { drawPair, GAP, gapAt, MEASURED, pairOf, randomVec3, type SolidPair, sizeOf } from './solid-motions.ts';

/**
 * First contacts of rotating bodies compared with sampling that cannot miss any: none is missed, none is late, and bodies that hit are no
 * farther apart than 1e-9 of their size. IMPACT_CASES is how many pairs there are:
 * `IMPACT_CASES=100000 npx vitest run test/impact-trials.test.ts` is the long run, which also prints its counts.
 */
const CASES = Number(process.env['IMPACT_CASES'] ?? 270);
const LONG = process.env['IMPACT_CASES'] !== undefined;

/** Maximum rotation in the step of 1 s [rad]. */
const TURN = 10;

type Draw = (random: Random) => Shape;

const length = (random: Random) => random.between(0.2, 1);

const SPACE: Readonly<Record<string, Draw>> = {
  box: (random) => createBox([length(random), length(random), length(random)]),
  hull: (random) => {
    const semiAxes = [length(random), length(random), length(random)];
    const corner = () => {
      const { x, y, z } = randomVec3(random);
      return [semiAxes[0] * x, semiAxes[1] * y, semiAxes[2] * z];
    };
    return createHull(Array.from({ length: 32 }, corner));
  },
  capsule: (random) => createCapsule(0.4 * length(random), length(random)),
  ellipsoid: (random) => createEllipsoid([length(random), length(random), length(random)]),
  cylinder: (random) => createCylinder(length(random), length(random)),
  cone: (random) => createCone(length(random), length(random)),
};

const polygon = (random: Random, inner: number) => {
  const count = 3 + random.below(14);
  const corner = (_: unknown, i: number) => {
    const angle = (2 * Math.PI * (i + 0.6 * random.next())) / count;
    const radius = random.between(inner, 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  return createPolygon(Array.from({ length: count }, corner));
};

const PLANE: Readonly<Record<string, Draw>> = {
  polygon: (random) => polygon(random, 1),
  star: (random) => polygon(random, 0.3),
  disc: (random) => createDisc(length(random)),
};

/** Planar bodies that start apart and approach each other for 1 s, as `drawPair` does for spatial ones. */
function drawPlanarPair(random: Random, shapeA: Shape, shapeB: Shape, rotation: number): SolidPair<Shape> {
  const size = sizeOf(pairOf(shapeA, createMotion(createPose()), shapeB, createMotion(createPose())));
  const along = (angle: number, way: number) => [way * Math.cos(angle), way * Math.sin(angle)];
  for (;;) {
    const bearing = random.between(0, 2 * Math.PI);
    const start = along(bearing, size * random.between(0.6, 2));
    const miss = along(random.between(0, 2 * Math.PI), size * random.between(0, 1.2));
    const speed = size * random.between(0.5, 2.5);
    const flying = (place: readonly number[], way: number) => {
      const [x, y] = along(bearing, way);
      const angularVelocity = createVec3(0, 0, random.between(-rotation, rotation));
      return createMotion(createPose(place, random.between(-4, 4)), createVec3(x, y), angularVelocity);
    };
    const place = [start[0] + miss[0], start[1] + miss[1]];
    const pair = pairOf(shapeA, flying([0, 0], 0.5 * speed), shapeB, flying(place, -0.5 * speed));
    if (gapAt(pair, 0) > 1e-3 * size) return pair;
  }
}

interface Counts {
  pairs: number;
  hits: number;
  /** Of the hits, those of bodies that overlap by no more than 1e-9 of their size until the end of the step. */
  grazes: number;
  /** Overlapping bodies without a reported hit. */
  missed: number;
  /** Bodies that overlap before the time of the hit. */
  late: number;
  /** Neither a hit nor none. */
  undecided: number;
  /** The largest gap at a hit, and the deepest overlap, in units of the size. */
  gap: number;
  overlap: number;
}

function tryPair(counts: Counts, pair: SolidPair<Shape>): void {
  const [a, b] = pair;
  const size = sizeOf(pair);
  const found = impact(a.shape, a.motion, b.shape, b.motion, 1);
  const overlap = firstOverlap(pair, 1, GAP * size);
  const hit = found.status === 'hit';
  counts.pairs++;
  if (!hit) {
    counts.missed += overlap === undefined ? 0 : 1;
    counts.undecided += found.status === 'none' ? 0 : 1;
    return;
  }
  counts.hits++;
  counts.grazes += overlap === undefined ? 1 : 0;
  counts.late += overlap !== undefined && found.time > overlap ? 1 : 0;
  const gap = gapAt(pair, found.time) / size;
  counts.gap = Math.max(counts.gap, gap);
  counts.overlap = Math.max(counts.overlap, -gap);
}

const unordered = (kinds: Readonly<Record<string, Draw>>) =>
  Object.keys(kinds).flatMap((a, i) =>
    Object.keys(kinds)
      .slice(i)
      .map((b) => [a, b] as const),
  );

const spacePairs = unordered(SPACE);
const planePairs = unordered(PLANE);
const tried = { pairs: 0, hits: 0 };
const perPair = Math.max(1, Math.ceil(CASES / (spacePairs.length + planePairs.length)));

describe.each([
  { where: 'in space', kinds: SPACE, pairs: spacePairs, draw: drawPair, seed: 1000 },
  { where: 'in the plane', kinds: PLANE, pairs: planePairs, draw: drawPlanarPair, seed: 2000 },
])('bodies $where that rotate by up to 10 rad per step', ({ kinds, pairs, draw, seed }) => {
  it.each(pairs)('have no late or missed contact: %s and %s', { timeout: LONG ? 7_200_000 : 900_000 }, (a, b) => {
    const random = createRandom(seed + pairs.findIndex((pair) => pair[0] === a && pair[1] === b));
    const counts: Counts = { pairs: 0, hits: 0, grazes: 0, missed: 0, late: 0, undecided: 0, gap: 0, overlap: 0 };
    for (let k = 0; k < perPair; k++) {
      tryPair(counts, draw(random, kinds[a](random), kinds[b](random), TURN * random.next()));
    }
    if (LONG) process.stdout.write(`${a} and ${b}: ${JSON.stringify(counts)}\n`);
    const { missed, late, undecided } = counts;
    expect({ missed, late, undecided }).toEqual({ missed: 0, late: 0, undecided: 0 });
    expect(Math.max(counts.gap, counts.overlap)).toBeLessThanOrEqual(GAP + MEASURED);
    tried.pairs += counts.pairs;
    tried.hits += counts.hits;
  });
});

it('more than a third of the pairs hit, and more than a tenth miss: both outcomes are tested', () => {
  expect(tried.hits / tried.pairs).toBeGreaterThan(1 / 3);
  expect(tried.hits / tried.pairs).toBeLessThan(0.9);
});
