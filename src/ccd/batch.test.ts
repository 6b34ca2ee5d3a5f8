import { describe, expect, it } from 'vitest';
import { ADVERSARIAL_KINDS, adversarialMotion } from '../../test/adversarial/first-contact/motions.ts';
import { createRandom } from '../math/random.ts';
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from './batch.ts';
import { isHit, stageOf } from './decision-stage.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from './point-motion.ts';

const COUNT = 700;

/** Point, triangle and edge indices of query i: node 4 i, triangle i; edges 2 i and 2 i + 1. */
const numbers = Int32Array.from({ length: 4 * COUNT }, (_, i) => i);
const triangles = Int32Array.from({ length: 3 * COUNT }, (_, i) => 4 * Math.floor(i / 3) + 1 + (i % 3));
const nodePairs = Int32Array.from({ length: 2 * COUNT }, (_, i) => (i % 2 === 0 ? 2 * i : i >> 1));
const edgePairs = numbers.subarray(0, 2 * COUNT);

/** Queries of every kind in one mesh. */
function mixture(given: PointMotion['given']): PointMotion {
  const random = createRandom(12);
  const start = new Float64Array(12 * COUNT);
  const endOrVelocity = new Float64Array(12 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    const motion = adversarialMotion(random, ADVERSARIAL_KINDS[i % ADVERSARIAL_KINDS.length], given);
    start.set(motion.start, 12 * i);
    endOrVelocity.set(motion.endOrVelocity, 12 * i);
  }
  return given === 'ends'
    ? createEndpointMotion(start, endOrVelocity)
    : createConstantVelocityMotion(start, endOrVelocity, 0.75);
}

describe.each(['ends', 'velocities'] as const)('a batch of pairs given by %s', (given) => {
  const motion = mixture(given);

  it('nodes and triangles: equals the single queries', () => {
    const out = createContactBatch(COUNT, 3);
    nodeTriangleBatch(out, motion, nodePairs, triangles);
    const one = createNodeTriangleContact();
    let hits = 0;
    for (let i = 0; i < COUNT; i++) {
      nodeTriangleContact(one, motion, 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
      expect([isHit(out.flags[i]), stageOf(out.flags[i]), out.times[i]]).toEqual([one.hit, one.stage, one.time]);
      expect(Array.from(out.weights.subarray(3 * i, 3 * i + 3))).toEqual(one.weights);
      if (one.hit) hits++;
    }
    expect(hits).toBeGreaterThan(100);
  });

  it('edges: equals the single queries', () => {
    const out = createContactBatch(COUNT, 2);
    edgeEdgeBatch(out, motion, edgePairs, numbers);
    const one = createEdgeEdgeContact();
    for (let i = 0; i < COUNT; i++) {
      edgeEdgeContact(one, motion, 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
      expect([isHit(out.flags[i]), stageOf(out.flags[i]), out.times[i]]).toEqual([one.hit, one.stage, one.time]);
      expect(Array.from(out.weights.subarray(2 * i, 2 * i + 2))).toEqual([one.u, one.v]);
    }
  });

  it('may be split into ranges, processed in any order', () => {
    const unsplit = createContactBatch(COUNT);
    const parts = createContactBatch(COUNT);
    edgeEdgeBatch(unsplit, motion, edgePairs, numbers);
    for (const [from, to] of [
      [500, COUNT],
      [0, 1],
      [13, 500],
      [1, 13],
    ]) {
      edgeEdgeBatch(parts, motion, edgePairs, numbers, from, to);
    }
    expect(parts).toEqual(unsplit);
  });

  it('may contain its pairs in any order', () => {
    const forward = createContactBatch(COUNT);
    const backward = createContactBatch(COUNT);
    nodeTriangleBatch(forward, motion, nodePairs, triangles);
    const rotated = nodePairs.map((_, i) => nodePairs[2 * (COUNT - 1 - (i >> 1)) + (i % 2)]);
    nodeTriangleBatch(backward, motion, rotated, triangles);
    expect(backward.times.toReversed()).toEqual(forward.times);
    expect(backward.flags.toReversed()).toEqual(forward.flags);
  });
});
