import { describe, expect, it } from 'vitest';
import { ACCEPTED, recordOf } from '../../../../manifold/box-record.ts';
import { PAIR_CACHE_LENGTH } from '../../../../manifold/pair-cache.ts';
import { createPose, toWorld } from '../../../../math/pose.ts';
import { createRandom, type Random } from '../../../../math/random.ts';
import { createVec3 } from '../../../../math/vec3.ts';
import { createMaterial } from '../../../../response/material.ts';
import { createBox } from '../../../../shapes/box.ts';
import { createContactCache, openSlot } from '../contact-cache.ts';
import type { ContactSearch } from '../contact-search.ts';
import { searchPairs } from '../find-contacts.ts';
import { packBoxSizes } from '../step-world.ts';
import { BATCH, boxKernels, createBoxKernels, writeBoxModules } from './box-kernels.ts';

type Numbers = [number, number, number];
/** Unit quaternion w x y z. */
type Rotation = [number, number, number, number];

interface PlacedBox {
  half: Numbers;
  at: Numbers;
  rotated: Rotation;
}

/** Two searches of the same pairs, boxes 2k and 2k + 1, by kernels and in TypeScript, on caches of their own. */
function createSearches(pairs: readonly [PlacedBox, PlacedBox][], scale: number): ContactSearch[] {
  const boxes = pairs.flat();
  const shapes = boxes.map(({ half }) => createBox(half));
  const bodies = {
    positions: new Float64Array(3 * boxes.length),
    orientations: new Float64Array(4 * boxes.length),
    velocities: new Float64Array(3 * boxes.length),
    angularVelocities: new Float64Array(3 * boxes.length),
  };
  return (['wasm', 'typescript'] as const).map((solverKernel) => {
    const cache = createContactCache();
    for (let slot = 0; slot < pairs.length; slot++) openSlot(cache, slot, createMaterial(), false, false);
    return {
      solverKernel,
      shapes,
      radii: Float64Array.from(boxes, ({ half }) => Math.hypot(...half)),
      innerRadii: Float64Array.from(boxes, ({ half }) => Math.min(...half)),
      boxSizes: packBoxSizes(shapes),
      // all overlap
      boxes: Float64Array.from(boxes.flatMap(() => [-1, -1, -1, 1, 1, 1])),
      rotationDisplacements: new Float64Array(boxes.length),
      gravityDisplacement: 0.02 * scale,
      bodies,
      settings: { slop: 1e-4 * scale },
      scene: { time: { step: 0.01 } },
      cache,
    };
  });
}

/** Sets the poses, searches, and returns whether all numbers of both caches have the same bits. */
function searchBoth(searches: readonly ContactSearch[], pairs: readonly [PlacedBox, PlacedBox][]): boolean {
  const { positions, orientations } = searches[0].bodies;
  pairs.flat().forEach(({ at, rotated }, i) => {
    positions.set(at, 3 * i);
    orientations.set(rotated, 4 * i);
  });
  const numbers = Int32Array.from(pairs.flatMap((_, k) => [k, 2 * k, 2 * k + 1]));
  for (const search of searches) searchPairs(search, { count: pairs.length, numbers }, 0, pairs.length);
  const [one, other] = searches.map(({ cache }) => cache);
  return (['counts', 'places', 'slacks', 'caches', 'points', 'features', 'impulses'] as const).every((key) =>
    Buffer.from(one[key].buffer).equals(Buffer.from(other[key].buffer)),
  );
}

function drawRotation(random: Random): Rotation {
  const q = [0, 0, 0, 0].map(() => random.normal());
  const length = Math.hypot(...q);
  return q.map((number) => number / length) as Rotation;
}

const QUARTER = Math.SQRT1_2;
/** Rotations by multiples of 90 and 45 degrees about an axis. */
const ALIGNED: readonly Rotation[] = [
  [1, 0, 0, 0],
  [QUARTER, 0, 0, QUARTER],
  [0, 1, 0, 0],
  [0.5, 0.5, 0.5, 0.5],
  [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
  [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0],
];

/** A corner of a box, relative to its centre. */
function drawCorner(random: Random, { half, rotated: [w, x, y, z] }: PlacedBox): Numbers {
  const c = createVec3(...(half.map((size) => (random.below(2) === 0 ? size : -size)) as Numbers));
  const corner = toWorld(createVec3(), createPose([0, 0, 0], [w, x, y, z]), c);
  return [corner.x, corner.y, corner.z];
}

/** Boxes in any orientation that touch or nearly do; half of the pairs near two of their corners. */
function drawPair(random: Random, scale: number): [PlacedBox, PlacedBox] {
  const draw = (): PlacedBox => ({
    half: [0, 0, 0].map(() => scale * random.between(0.2, 1)) as Numbers,
    at: [0, 0, 0].map(() => scale * random.between(-0.8, 0.8)) as Numbers,
    rotated: drawRotation(random),
  });
  const [a, b] = [draw(), draw()];
  if (random.below(2) === 0) return [a, b];
  const [p, q] = [drawCorner(random, a), drawCorner(random, b)];
  b.at = [0, 1, 2].map((k) => a.at[k] + p[k] - q[k] + 0.01 * scale * random.normal()) as Numbers;
  return [a, b];
}

const nextUp = (x: number) => x + Math.abs(x) * 2 ** -52;
const nextDown = (x: number) => x - Math.abs(x) * 2 ** -52;

/** Boxes face to face, edge to edge or corner to corner: exactly, or with a gap or an overlap of one unit in the last place. */
function drawAligned(random: Random, scale: number): [PlacedBox, PlacedBox] {
  const sizes = [0.25, 0.5, 1];
  const half = () => [0, 0, 0].map(() => scale * sizes[random.below(3)]) as Numbers;
  const [a, b] = [half(), half()];
  const at = [0, 1, 2].map((k) => {
    const touching = a[k] + b[k];
    return [0, touching, nextUp(touching), nextDown(touching), a[k] - b[k], 0.5 * touching][random.below(6)];
  }) as Numbers;
  return [
    { half: a, at: [0, 0, 0], rotated: [1, 0, 0, 0] },
    { half: b, at, rotated: ALIGNED[random.below(ALIGNED.length)] },
  ];
}

/** Moves B a little, some pairs along one axis only, some by one unit in the last place. */
function moveB(random: Random, box: PlacedBox, scale: number): void {
  const kind = random.below(5);
  const k = random.below(3);
  if (kind === 0) box.at[k] = nextUp(box.at[k]);
  else if (kind === 1) box.at[k] += 0.002 * scale * random.normal();
  else if (kind === 2) box.at = box.at.map((x) => x + 0.01 * scale * random.normal()) as Numbers;
  else if (kind === 3) {
    const q = box.rotated.map((number) => number + 0.01 * random.normal());
    box.rotated = q.map((number) => number / Math.hypot(...q)) as Rotation;
  } else box.at[k] += random.below(2) === 0 ? 0.3 * scale : -0.3 * scale;
}

describe('the kernels for pairs of boxes', () => {
  it('are valid and below the 4 KiB that browsers compile at once', () => {
    for (const module of writeBoxModules()) {
      expect(WebAssembly.validate(module)).toBe(true);
      expect(module.length).toBeLessThan(4096);
    }
    expect(boxKernels()).toBeTypeOf('object');
    expect(createBoxKernels()).toBeTypeOf('object');
  });

  it.each([
    ['random', drawPair, 1],
    ['random, 1e-8 m', drawPair, 1e-8],
    ['random, 1e8 m', drawPair, 1e8],
    ['aligned', drawAligned, 1],
    ['aligned, 1e-8 m', drawAligned, 1e-8],
    ['aligned, 1e8 m', drawAligned, 1e8],
  ])('property: give the bits of the search in TypeScript, boxes %s', (_, draw, scale) => {
    const random = createRandom(83);
    const seen = { axes: new Set<number>(), counts: new Set<number>(), general: 0, warm: 0 };
    // not a multiple of the pairs that are searched at once, nor even
    const pairs = Array.from({ length: 5 * BATCH + 7 }, () => draw(random, scale));
    const searches = createSearches(pairs, scale);
    const records = boxKernels()?.records ?? new Float64Array(1);
    for (let round = 0; round < 30; round++) {
      const at = recordOf(0) + 2 * ACCEPTED;
      records[at] = -1;
      expect(searchBoth(searches, pairs)).toBe(true);
      // in the first search no pair has an axis of the last one
      expect(records[at] >= 0).toBe(round > 0);
      const { caches, counts } = searches[0].cache;
      for (let slot = 0; slot < pairs.length; slot++) {
        const key = caches[PAIR_CACHE_LENGTH * slot] === 0 ? caches[PAIR_CACHE_LENGTH * slot + 1] : 0;
        if (key > 0) seen.axes.add((key - 1) % 15);
        if (key > 0) seen.warm++;
        else if (counts[slot] > 0) seen.general++;
        seen.counts.add(counts[slot]);
      }
      for (const [, b] of pairs) moveB(random, b, scale);
    }
    expect([...seen.counts].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(seen.axes.size).toBe(15);
    expect(seen.warm).toBeGreaterThan(1000);
    expect(seen.general).toBeGreaterThan(0);
  });
});
