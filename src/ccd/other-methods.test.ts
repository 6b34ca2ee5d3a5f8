/** Different methods on the same queries: exact, tolerant, by interval subdivision, by conservative advancement. */
import { describe, expect, it } from 'vitest';
import { ADVERSARIAL_KINDS, adversarialMotion } from '../../test/adversarial/first-contact/motions.ts';
import { algebraicToNumber } from '../math/algebraic-number.ts';
import { createRandom } from '../math/random.ts';
import { decideEdgeEdge, decideNodeTriangle } from './decide-contact.ts';
import { HIT_LENGTH, isHit } from './decision-stage.ts';
import { exactContact } from './exact-contact.ts';
import { distanceAt } from './feature-distance.ts';
import { inclusionTime } from './inclusion.ts';
import { createSeparationTime, separationTime } from './min-separation.ts';
import { bigIntQuadTriangle, createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from './point-motion.ts';
import { createRelativeMotion, loadEdgeEdge, loadNodeTriangle, type RelativeMotion } from './relative-motion.ts';
import { relativeTolerance, tolerantContact } from './tolerant.ts';

const found = new Float64Array(HIT_LENGTH);

const relativeMotion = createRelativeMotion();
const weights = new Float64Array(3);

function load(motion: PointMotion, edges: boolean): RelativeMotion {
  return edges
    ? loadEdgeEdge(relativeMotion, motion, 0, 1, 2, 3)
    : loadNodeTriangle(relativeMotion, motion, 0, 1, 2, 3);
}

/** τ of the exact first contact; -1 for none. */
function exactly(motion: PointMotion, edges: boolean): number {
  const verdict = edges ? decideEdgeEdge(found, motion, 0, 1, 2, 3) : decideNodeTriangle(found, motion, 0, 1, 2, 3);
  return isHit(verdict) ? found[0] : -1;
}

function randomMotion(seed: number): () => PointMotion {
  const random = createRandom(seed);
  const points = () => Float64Array.from({ length: 12 }, () => random.between(-1, 1));
  return () => createEndpointMotion(points(), points());
}

describe('with a tolerance', () => {
  it('no exact contact is missed, and every hit is within the tolerance', () => {
    const random = createRandom(81);
    // in these two F may be all rounding error
    const kinds = ADVERSARIAL_KINDS.filter((kind) => kind !== 'needle' && kind !== 'mixed exponents');
    for (let i = 0; i < 2400; i++) {
      const motion = adversarialMotion(random, kinds[i % kinds.length], i % 5 < 3 ? 'ends' : 'velocities');
      for (const edges of [false, true]) {
        const exact = exactly(motion, edges);
        const tolerance = relativeTolerance(load(motion, edges));
        const near = isHit(tolerantContact(found, load(motion, edges), tolerance));
        if (exact >= 0) expect(near, `${i} ${edges}`).toBe(true);
        if (!near) continue;
        expect(distanceAt(weights, relativeMotion, found[0])).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  it('random queries have the same decision and time', () => {
    const next = randomMotion(82);
    let hits = 0;
    for (let i = 0; i < 2000; i++) {
      const motion = next();
      for (const edges of [false, true]) {
        const exact = exactly(motion, edges);
        const near = isHit(tolerantContact(found, load(motion, edges), 1e-12));
        expect(near).toBe(exact >= 0);
        if (!near) continue;
        hits++;
        // the worst conditioned of these roots has F' near 1e-4
        expect(Math.abs(found[0] - exact)).toBeLessThanOrEqual(1e-11);
      }
    }
    expect(hits).toBeGreaterThan(200);
  });
});

describe('by interval subdivision', () => {
  it('random queries: never later than the exact time, and early by at most what the tolerance allows', () => {
    const next = randomMotion(83);
    for (let i = 0; i < 150; i++) {
      const motion = next();
      for (const edges of [false, true]) {
        const exact = exactly(motion, edges);
        const { hit, time, capped } = inclusionTime(load(motion, edges), 1e-6, 1);
        expect(capped).toBe(false);
        // a pair that comes within 1e-6 without contact may count as a hit; none of these does
        expect(hit).toBe(exact >= 0);
        if (!hit) continue;
        expect(time).toBeLessThanOrEqual(exact);
        expect(exact - time).toBeLessThanOrEqual(1e-3);
      }
    }
  });

  it('in-plane motion reaches the box limit and reports it', () => {
    const motion = createEndpointMotion(
      Float64Array.of(0.5, -1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0),
      Float64Array.of(0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0),
    );
    const { hit, time, capped } = inclusionTime(load(motion, false), 1e-9, 1, 200);
    expect([hit, capped]).toEqual([true, true]);
    expect(time).toBeLessThanOrEqual(0.5);
  });
});

describe('by conservative advancement', () => {
  it('edges and triangles: the distance equals the given one at the returned time and exceeds it at earlier samples', () => {
    const next = randomMotion(84);
    const out = createSeparationTime();
    let hits = 0;
    for (let i = 0; i < 150; i++) {
      const motion = next();
      for (const edges of [false, true]) {
        const { status, time } = separationTime(out, load(motion, edges), 0.05, 1);
        expect(status).not.toBe('iteration-limit');
        // closer than that at the start: contact at 0
        if (distanceAt(weights, relativeMotion, 0) <= 0.05) {
          expect([status, time]).toEqual(['hit', 0]);
          continue;
        }
        for (let k = 0; k < 50; k++) {
          expect(distanceAt(weights, relativeMotion, (k / 50) * time)).toBeGreaterThanOrEqual(0.05);
        }
        if (status === 'none') continue;
        hits++;
        // the search stops within a relative 1e-6 of the distance
        expect(distanceAt(weights, relativeMotion, time)).toBeLessThanOrEqual(0.05 * (1 + 1e-6));
      }
    }
    expect(hits).toBeGreaterThan(20);
  });
});

describe('a quadrilateral', () => {
  it('whose centroid is a double agrees with its four triangles', () => {
    const random = createRandom(85);
    const out = createNodeQuadContact();
    let [hits, ties] = [0, 0];
    for (let i = 0; i < 3000; i++) {
      // multiples of 4, so that the centroid (point 5) has integer coordinates; the node is point 0
      const points = () => {
        const p = Array.from({ length: 15 }, (_, k) => (k < 3 ? 1 : 4) * (random.below(5) - 2));
        return Float64Array.from([...p, ...[0, 1, 2].map((a) => (p[3 + a] + p[6 + a] + p[9 + a] + p[12 + a]) / 4)]);
      };
      const motion = createEndpointMotion(points(), points());
      const times = [0, 1, 2, 3].map((k) =>
        isHit(decideNodeTriangle(found, motion, 0, 1 + k, 1 + ((k + 1) % 4), 5)) ? found[0] : Number.POSITIVE_INFINITY,
      );
      const first = Math.min(...times);
      nodeQuadContact(out, motion, 0, [1, 2, 3, 4]);
      expect(out.hit).toBe(first < Number.POSITIVE_INFINITY);
      if (!out.hit) continue;
      hits++;
      expect(Math.abs(out.time - first)).toBeLessThanOrEqual(2e-12);
      // equal times of two triangles are distinguished from nearly equal ones: with integers this small, distinct times
      // are not nearly equal
      const earliest = times.map((t) => t <= first + 4e-12);
      if (earliest.filter(Boolean).length > 1) ties++;
      expect(out.triangle).toBe(earliest.indexOf(true));
      expect(Math.abs(out.weights.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThanOrEqual(1e-15);
    }
    expect(hits).toBeGreaterThan(100);
    expect(ties).toBeGreaterThan(10);
  });

  it('agrees with integer arithmetic in decision and time, whichever stage decides', () => {
    const random = createRandom(86);
    const out = createNodeQuadContact();
    const paths = new Set<string>();
    for (let i = 0; i < 1500; i++) {
      // every third one is 1e4 times longer than thick, so that the time of the filter is not accurate enough
      const flat = i % 3 === 0 ? 1e-4 : 1;
      const points = () =>
        Float64Array.from({ length: 15 }, (_, k) => random.between(-1, 1) * (k % 3 === 2 ? flat : 1));
      const make = i % 2 ? createEndpointMotion : createConstantVelocityMotion;
      const motion = make(points(), points(), 1);
      nodeQuadContact(out, motion, 0, [1, 2, 3, 4]);
      const roots = [0, 1, 2, 3].map((k) => exactContact(bigIntQuadTriangle(motion, 0, [1, 2, 3, 4], k)));
      const times = roots.map((root) => (root ? algebraicToNumber(root) : Number.POSITIVE_INFINITY));
      expect(out.hit).toBe(roots.some(Boolean));
      if (!out.hit) continue;
      paths.add(out.stage);
      expect(out.triangle).toBe(times.indexOf(Math.min(...times)));
      expect(Math.abs(out.time - Math.min(...times))).toBeLessThanOrEqual(1e-12);
    }
    expect([...paths]).toEqual(expect.arrayContaining(['filter', 'polish']));
  });
});
