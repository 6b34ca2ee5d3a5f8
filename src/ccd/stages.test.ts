import { describe, expect, it } from 'vitest';
import {
  ADVERSARIAL_KINDS,
  type AdversarialKind,
  adversarialMotion,
} from '../../test/adversarial/first-contact/motions.ts';
import { algebraicToNumber } from '../math/algebraic-number.ts';
import { createRandom } from '../math/random.ts';
import { decideEdgeEdge, decideNodeTriangle, TIME_ACCURACY } from './decide-contact.ts';
import { HIT_LENGTH, isHit } from './decision-stage.ts';
import { bigIntEdges, bigIntTriangle, exactContact } from './exact-contact.ts';
import { createEndpointMotion, type PointMotion } from './point-motion.ts';

const found = new Float64Array(HIT_LENGTH);

/** First contact in integer arithmetic alone; -1 for none. Point 0 and triangle 1 2 3, or edge 0 1 and edge 2 3. */
function exactly(motion: PointMotion, edges: boolean, order = [0, 1, 2, 3]): number {
  const [a, b, c, d] = order.map((point) => 3 * point);
  const root = exactContact(edges ? bigIntEdges(motion, a, b, c, d) : bigIntTriangle(motion, a, b, c, d));
  return root ? algebraicToNumber(root) : -1;
}

function inStages(motion: PointMotion, edges: boolean): number {
  return edges ? decideEdgeEdge(found, motion, 0, 1, 2, 3) : decideNodeTriangle(found, motion, 0, 1, 2, 3);
}

/** 120 motions of each kind, both forms, both pairs. */
function forEachQuery(kind: AdversarialKind, check: (motion: PointMotion, edges: boolean, what: string) => void): void {
  const random = createRandom(ADVERSARIAL_KINDS.indexOf(kind) + 1);
  for (let i = 0; i < 120; i++) {
    for (const given of ['ends', 'velocities'] as const) {
      const motion = adversarialMotion(random, kind, given);
      for (const edges of [false, true]) check(motion, edges, `${kind} ${i} ${given} ${edges ? 'edges' : 'triangle'}`);
    }
  }
}

function reversed({ start, endOrVelocity }: PointMotion): PointMotion {
  return createEndpointMotion(endOrVelocity, start);
}

describe.each(ADVERSARIAL_KINDS)('%s', (kind) => {
  it('doubles with bounds never contradict integer arithmetic, and every time lies within its stated bound', () => {
    forEachQuery(kind, (motion, edges, what) => {
      const exact = exactly(motion, edges);
      const verdict = inStages(motion, edges);
      expect(isHit(verdict), what).toBe(exact >= 0);
      if (exact < 0) return;
      expect(found[1], what).toBeLessThanOrEqual(TIME_ACCURACY);
      // the exact time is rounded here, by less than two ulps
      expect(Math.abs(found[0] - exact), what).toBeLessThanOrEqual(found[1] + 2 ** -52 * exact);
    });
  });

  it('the order of the points changes neither decision nor time', () => {
    forEachQuery(kind, (motion, edges, what) => {
      const orders = edges ? ['1023', '0132', '2301'] : ['0231', '0132'];
      const exact = exactly(motion, edges);
      for (const order of orders) expect(exactly(motion, edges, [...order].map(Number)), what).toBe(exact);
    });
  });

  it('the time-reversed motion has a contact if and only if the original has', () => {
    forEachQuery(kind, (motion, edges, what) => {
      if (motion.given === 'velocities') return;
      expect(exactly(reversed(motion), edges) >= 0, what).toBe(exactly(motion, edges) >= 0);
    });
  });
});
