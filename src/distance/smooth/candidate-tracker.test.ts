import { describe, expect, it } from 'vitest';
import { createPose } from '../../math/pose.ts';
import { cos, sin } from '../../math/trig.ts';
import { createPoint } from '../../shapes/point.ts';
import { tiledTorus } from '../../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../../shapes/tiled/superellipsoid-body.ts';
import { createContact } from '../contact.ts';
import { createCandidateTracker, isNonConvex, moveCandidates } from './candidate-tracker.ts';
import type { Transition } from './witness/transition.ts';

describe('a point on a path through a ring', () => {
  it('is tracked inside and outside, and every boundary crossing is reported', () => {
    const torus = tiledTorus(1, 0.3);
    expect(isNonConvex(torus)).toBe(true);
    const tracker = createCandidateTracker(torus, createPoint());
    const log: Transition[] = [];
    tracker.onTransition = (transition) => log.push(transition);
    const contact = createContact();
    let crossings = 0;
    let before = 0;
    for (let k = 0; k <= 200; k++) {
      const t = (2 * Math.PI * k) / 200;
      const [x, y, z] = [1.4 * cos(t), 0.5 * sin(t), 0.4 * sin(3 * t)];
      moveCandidates(contact, tracker, createPose([0, 0, 0]), createPose([x, y, z]), k);
      const exact = Math.hypot(Math.hypot(x, y) - 1, z) - 0.3;
      // the bounds agree to 1e-10 of the size
      expect(Math.abs(contact.distance - exact)).toBeLessThan(1e-9);
      expect(contact.status).toBe('bounded');
      if (k > 0 && before < 0 !== exact < 0) crossings++;
      before = exact;
    }
    expect(crossings).toBeGreaterThan(2);
    expect(log.filter(({ kind }) => kind === 'boundary-crossing')).toHaveLength(crossings);
    expect(log.some(({ kind }) => kind === 'voronoi')).toBe(true);
  });

  it('surfaces without control points are rejected', () => {
    const round = tiledSuperellipsoid([1, 1, 1], 0.5, 0.5);
    expect(() => createCandidateTracker(tiledTorus(1, 0.3), round)).toThrow(/Bezier pieces/);
  });
});
