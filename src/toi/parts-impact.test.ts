import { describe, expect, it } from 'vitest';
import { bumpyBall, drawCompound, ringMesh, wavySheet } from '../../test/docked-bodies.ts';
import { drawPair, expectFirstContact, firstSampleBelow, gapAt, sizeOf } from '../../test/solid-motions.ts';
import { drawSolid } from '../../test/solids.ts';
import { createMotion, poseAt } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { closest, impact } from '../pairs/query.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createIcosphere } from '../shapes/icosphere.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createTrimesh } from '../shapes/trimesh.ts';

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

/** Pairs, and the number of trials of each. */
const trials: readonly (readonly [string, string, number])[] = [
  ['compound of corners', 'compound of corners', 20],
  ['compound', 'compound', 6],
  ['compound', 'box', 10],
  ['compound of corners', 'mesh', 6],
  ['mesh', 'mesh', 3],
  ['mesh', 'ring', 3],
  ['sheet', 'mesh', 4],
  ['sheet', 'box', 10],
  ['mesh', 'sphere', 10],
  ['mesh', 'ellipsoid', 3],
];
const SAMPLES = 40;

describe('the first contact of bodies that consist of parts', () => {
  it.each(trials)('is neither missed nor late nor early, for rotations up to 10 rad: %s and %s', (a, b, count) => {
    const random = createRandom(43);
    for (let trial = 0; trial < count; trial++) {
      const pair = drawPair(random, drawn[a](random), drawn[b](random), [0, 3, 10][trial % 3]);
      const [{ shape: shapeA, motion: motionA }, { shape: shapeB, motion: motionB }] = pair;
      const found = impact(shapeA, motionA, shapeB, motionB, 1);
      expectFirstContact(pair, found, SAMPLES);
      const other = impact(shapeB, motionB, shapeA, motionA, 1);
      expect(other.status).toBe(found.status);
      // either order leaves a gap of up to 1e-9 of the size, closed at the speed of the parts
      if (found.status === 'hit') expect(Math.abs(other.gap - found.gap)).toBeLessThan(1e-9 * sizeOf(pair));
    }
  });

  it('is earlier with a required separation, which is then the gap', () => {
    const random = createRandom(44);
    let hits = 0;
    for (let trial = 0; trial < 12; trial++) {
      const pair = drawPair(random, drawn.compound(random), drawn[trial % 2 === 0 ? 'mesh' : 'compound'](random), 3);
      const [{ shape: shapeA, motion: motionA }, { shape: shapeB, motion: motionB }] = pair;
      if (gapAt(pair, 0) < 0.06) continue;
      const separation = 0.05;
      const found = impact(shapeA, motionA, shapeB, motionB, 1, { separation });
      expect(firstSampleBelow(pair, found.time, SAMPLES, separation)).toBeUndefined();
      if (found.status !== 'hit') continue;
      hits++;
      expect(Math.abs(gapAt(pair, found.time) - found.gap)).toBeLessThan(1e-12);
      expect(found.gap - separation).toBeGreaterThan(0);
      expect(found.gap - separation).toBeLessThan(1e-9 * sizeOf(pair));
    }
    expect(hits).toBeGreaterThan(3);
  });

  it('is at time 0 for a body that starts inside a closed surface, and does not exist for one that separates from a triangle sheet', () => {
    const ball = createSphere(0.2);
    const room = bumpyBall(createRandom(45), 1, 2, 0.05);
    const still = createMotion(createPose());
    const inside = impact(ball, still, room, createMotion(createPose([0.3, 0, 0])), 1);
    expect(inside).toMatchObject({ status: 'initial-overlap', time: 0 });
    expect(inside.gap).toBeLessThan(-0.2);
    const sheet = wavySheet(createRandom(46), 1, 4);
    const start = createPose([0.1, 0.2, 0.8]);
    const hit = impact(ball, createMotion(start, createVec3(0, 0, -1)), sheet, still, 1);
    expect(hit.status).toBe('hit');
    const there = poseAt(createPose(), createMotion(start, createVec3(0, 0, -1)), hit.time);
    // after the hit it separates: the remaining gap is no contact
    expect(impact(ball, createMotion(there, createVec3(0, 0, 1)), sheet, still, 1).status).toBe('none');
    // and if it approaches it hits again at once
    expect(impact(ball, createMotion(there, createVec3(0, 0, -1)), sheet, still, 1).time).toBeLessThan(1e-8);
  });

  it('is with the closed room around a body that flies inside it', () => {
    const { positions, triangles } = createIcosphere(1, 3);
    const room = createTrimesh(createSurfaceMesh({ positions, triangles }), { closed: false });
    const flight = createMotion(createPose(), createVec3(1, 0.3, 0.2), createVec3(3, 1, 2));
    const found = impact(createSphere(0.2), flight, room, createMotion(createPose()), 2);
    const radius = found.time * Math.hypot(1, 0.3, 0.2);
    expect(found.status).toBe('hit');
    // the triangles of the room are up to 1 % inside the sphere of their nodes
    expect(radius).toBeGreaterThan(0.79);
    expect(radius).toBeLessThan(0.8);
  });

  it('with a half-space is that of the lowest point', () => {
    const random = createRandom(47);
    const wall = createHalfspace([0, 0, 1]);
    for (const shape of [drawn.compound(random), drawn.mesh(random)]) {
      const fall = createMotion(createPose([0, 0, 5]), createVec3(), createVec3(1, 2, 0.5), createVec3(0, 0, -10));
      const found = impact(shape, fall, wall, createMotion(createPose()), 2);
      expect(found.status).toBe('hit');
      const pose = poseAt(createPose(), fall, found.time);
      expect(closest(shape, pose, wall, createPose()).distance).toBeGreaterThan(0);
      // 1e-9 of the body's size, and the rounding error of positions 5 m away
      expect(closest(shape, pose, wall, createPose()).distance).toBeLessThan(2e-9);
    }
  });
});
